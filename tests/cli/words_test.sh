#!/usr/bin/env bash
# Checks what is the same in all commands: nearest words, streams that must not be, the manual and
# the completions.
# usage: TAGSTREAM=path/to/tagstream words_test.sh
# shellcheck disable=SC2034,SC2094,SC2154,SC2162  # checks.sh uses input, sets code
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"

commands='read filter extract inner show write dialects guess help completions'
options_of() { "$program" "$1" --help | grep -oE '^  --?[a-z-]+(, --[a-z-]+)?' | tr -d ' ' | tr , '\n'; }

# --- nearest words ------------------------------------------------------------------------------

refuse 'a command with a slip' 2 'tagstream: unknown command: filtr; did you mean `filter`?' filtr
refuse 'the beginning of a command' 2 'tagstream: unknown command: extr; did you mean `extract`?' extr
refuse 'a command that is far from all' 2 'tagstream: unknown command: cat (try `tagstream help`)' cat
refuse 'a command with two letters swapped' 2 'tagstream: unknown command: hlep; did you mean `help`?' hlep
refuse 'help for a command with a slip' 2 'tagstream: unknown command: iner; did you mean `inner`?' help iner
refuse 'an option in front with a slip' 2 'tagstream: unknown option: --verson; did you mean `--version`?' --verson
refuse 'an option with a slip' 2 'tagstream: unknown option: --hid; did you mean `--hide`?' filter --hid a
refuse 'an option with a value and a slip' 2 \
  'tagstream: unknown option: --nestnig=balanced; did you mean `--nesting`?' filter --nestnig=balanced
refuse 'the beginning of an option' 2 'tagstream: unknown option: --incr; did you mean `--incremental`?' read --incr
refuse 'a longer option' 2 'tagstream: unknown option: --max-tag-byte; did you mean `--max-tag-bytes`?' extract --max-tag-byte 5
refuse 'what takes a switch back, with a slip' 2 \
  'tagstream: unknown option: --no-trm; did you mean `--no-trim`?' read --no-trm
refuse 'an underscore for a dash' 2 \
  'tagstream: unknown option: --max_tag_bytes; did you mean `--max-tag-bytes`?' read --max_tag_bytes 5
refuse 'an option of the library, as it was' 2 \
  'tagstream: unknown option: --unclosed-cal; did you mean `--unclosed-call`?' read --unclosed-cal x
refuse 'an option that is far from all' 2 'tagstream: unknown option: --verbose' filter --verbose
refuse 'a short option is near to none' 2 'tagstream: unknown option: -f' filter -f
long=$(printf '%1000s' '' | tr ' ' x)
short=${long:0:198}...
refuse 'an option of a thousand letters' 2 "tagstream: unknown option: --$short" read "--$long"
refuse 'a command of a thousand letters' 2 "tagstream: unknown command: ${long:0:200}... (try \`tagstream help\`)" "$long"
refuse 'a value of a thousand letters' 2 \
  "tagstream: \`${long:0:200}\`... is not JSON (--tools-file reads a file): --tools" read --tools "$long"
refuse '--version has no words after it' 2 'tagstream: unexpected word after --version: x' --version x
refuse 'help: inputs' 2 'tagstream: unknown command: input; did you mean `inputs`?' help input
run help
cp "$here/out" "$here/text"
run help --text
[ "$code" = 0 ] && cmp -s "$here/text" "$here/out"; verdict 'help --text' $?
refuse 'a dialect that is near to `none` alone' 2 \
  'tagstream: there is no dialect `nope`: --dialect (tagstream dialects lists them)' read --dialect nope
refuse 'a dialect with a blank' 2 \
  'tagstream: there is no dialect `qwen3 `: --dialect; did you mean `qwen3`? (tagstream dialects lists them)' \
  read --dialect 'qwen3 '
refuse 'dialects: a blank' 2 \
  'tagstream: there is no dialect `qwen3 `: NAME; did you mean `qwen3`? (tagstream dialects lists them)' \
  dialects 'qwen3 '
refuse 'guess --model: a dialect' 1 \
  'tagstream: no dialect is known for the model `hermes`: it is a dialect: --dialect hermes' guess --model hermes
refuse 'an option of another command' 2 \
  'tagstream: unknown option: --max-depth (tagstream extract has it)' inner b --max-depth 2
refuse 'inner: the name as an option' 2 \
  'tagstream: unknown option: --name (give the name alone: tagstream inner NAME)' inner --name b
for meant in explain:read parse:read tools:read thoughts:read detect:guess grammar:dialects version:--version; do
  refuse "a command of other programs: ${meant%:*}" 2 \
    "tagstream: unknown command: ${meant%:*}; did you mean \`${meant#*:}\`?" "${meant%:*}"
done
for meant in tag:hide remove:hide schema:tools tool-format:calls-of calls:calls-of jsonl:from prime:prompt-tail max-call-bytes:max-held-bytes start-reasoning:start-in-reasoning tool-call-parser:calls-of; do
  refuse "an option of other programs: --${meant%:*}" 2 \
    "tagstream: unknown option: --${meant%:*}; did you mean \`--${meant#*:}\`?" read "--${meant%:*}" x
done
refuse 'an option that means another one in each command' 2 \
  'tagstream: unknown option: --tag; did you mean `--names`?' extract --tag x
refuse 'an option of another command that begins several of this one' 2 \
  'tagstream: unknown option: --unclosed (tagstream extract has it); did you mean `--unclosed-section`, `--unclosed-reasoning` or `--unclosed-call`?' \
  read --unclosed text
refuse 'an option that may mean several' 2 \
  'tagstream: unknown option: --on-unclosed; did you mean `--unclosed-section`, `--unclosed-reasoning` or `--unclosed-call`?' \
  filter --on-unclosed text
refuse 'an option of another command' 2 \
  'tagstream: unknown option: --raw (tagstream show has it)' read --raw x
refuse 'attributes name files' 2 \
  'tagstream: unknown option: --attribute; did you mean `--path-from`?' extract --attribute name x

refuse 'the form of the input as a format' 2 \
  'tagstream: this is a form of the input, not a format: --format; did you mean `--from jsonl`?' read --format jsonl x
refuse 'a dialect as a format' 2 \
  'tagstream: this is the name of a dialect, not a format: --format; did you mean `--dialect`?' read --format qwen3 x

# An option is no value: the value was forgotten.
for words in '--dialect --json' '--sections --json' '--hide -e' '--hide --no-trim' '--hide --raw' '--hide --help'; do
  # shellcheck disable=SC2086  # an option and the next one
  refuse "a value is missing: $words" 2 "tagstream: a value is missing: ${words% *}" read $words x
done
input='{"a":1}'
expect 'a value that looks like an option, after =' 0 '{"a":1}' filter --dialect=--json
input='a--ab'
expect 'a value that begins with a dash' 0 'a-b' filter --drop -a
for option in --dialect --dialect=qwen3; do
  refuse "$option before the command" 2 "tagstream: unknown option: $option (tagstream read has it)" $option qwen3 x
done
refuse 'a dialect in place of a file' 2 \
  'tagstream: no such file: qwen3; did you mean `--dialect qwen3`?' show qwen3 x
refuse 'a dialect in place of a file, and nothing to read by' 2 \
  'tagstream: no such file: qwen3; did you mean `--dialect qwen3`?' read qwen3 x
refuse 'completions: a word too many' 2 'tagstream: unexpected word after SHELL: foo' completions zsh foo

for option in max-held-bytes id-seed chunk-size max-event-bytes; do
  refuse "a number of many digits: --$option" 2 \
    "tagstream: \`99999999999999999999999\` is too large: --$option" \
    read --hide x "--$option" 99999999999999999999999
done

# --- names with brackets -------------------------------------------------------------------------

refuse 'a rule with brackets' 2 \
  'tagstream: a tag name has no brackets: --hide; did you mean `think`?' filter --hide '<think>'
refuse 'extract: a name with brackets' 2 \
  'tagstream: a tag name has no brackets: --names; did you mean `b`?' extract --names '</b>'
refuse 'a rule with several names' 2 \
  'tagstream: `a,b` is more than one name: give each by itself (--hide); did you mean `a` and `b`?' \
  filter --hide a,b
refuse 'extract: several names in one' 2 \
  'tagstream: `a,b` is more than one name: give each by itself (--names); did you mean `a` and `b`?' \
  extract --names a,b
refuse 'inner: several names' 2 \
  'tagstream: `a,b` is more than one name: give each by itself; did you mean `a` and `b`?' inner a,b
refuse 'extract: a name with brackets where a file goes' 2 \
  'tagstream: no such file: <b>; did you mean `--names b`?' extract '<b>'
refuse 'filter: a second name after --hide' 2 \
  'tagstream: no such file: y' filter --hide x y
printf x >"$here/answer.txt"
refuse 'the name of a file that is near' 2 \
  "tagstream: no such file: $here/answer; did you mean \`$here/answer.txt\`?" filter --hide x "$here/answer"
refuse 'an option with one dash' 2 'tagstream: unknown option: -json; did you mean `--json`?' \
  read --hide x -json
refuse 'read: a name where a file goes, with two rules' 2 'tagstream: no such file: z' \
  read --hide x --call y z
refuse 'inner: a name with brackets' 2 \
  'tagstream: a tag name has no brackets; did you mean `b`?' inner '<b>'
refuse 'a section that has begun, with brackets' 2 \
  'tagstream: no rule hides `<think>`: --start-inside; did you mean `think`?' \
  filter --hide think --start-inside '<think>'

# --- tools, in words and in a file ---------------------------------------------------------------

tools='[{"name":"f","parameters":{"properties":{"n":{"type":"integer"}}}}]'
printf '%s' "$tools" >"$here/tools.json"
input='<tool><invoke name="f"><parameter name="n">2</parameter></invoke></tool>'
for rule in '--call tool' '--dialect hermes --call tool'; do
  # shellcheck disable=SC2086  # options and their values
  run read $rule --tools-file "$here/tools.json"
  grep -qF '"arguments":"{\"n\":2}"' "$here/out"; verdict "read $rule --tools-file" $?
  cp "$here/out" "$here/by_file"
  # shellcheck disable=SC2086
  run read $rule --tools "$tools"
  cmp -s "$here/by_file" "$here/out"; verdict "read $rule --tools" $?
done
printf '[{"name":1}]' >"$here/bad.json"
refuse 'what is wrong with the tools is said with the place and the file' 2 \
  "tagstream: expected a string, not a number: /0/name (--tools-file $here/bad.json)" \
  read --call tool --tools-file "$here/bad.json"
printf '<tool>{"name":"f"' >"$here/tail"
input='}</tool> x'
expect '--prompt-tail-file' 0 ' x' filter --call tool --prompt-tail-file "$here/tail"
refuse 'the flag of bare_calls' 2 \
  'tagstream: --bare-calls is `never`, but no calls are read; leave it out' \
  filter --hide x --bare-calls never
refuse 'the flag of decode_entities' 2 \
  'tagstream: --decode-entities is given, but no calls are read, and no section or thought has this tag; leave it out' \
  filter --hide x --decode-entities a
refuse 'a text and a file' 2 \
  'tagstream: --prompt-tail-file and --prompt-tail exclude each other: give one' \
  filter --call tool --prompt-tail-file "$here/tail" --prompt-tail x

# --- switches -----------------------------------------------------------------------------------

input=' a <x>b</x> '
expect '--trim' 0 'a' filter --hide x --trim
expect '--no-trim: the last word counts' 0 ' a  ' filter --hide x --trim --no-trim
expect '--trim: the last word counts' 0 'a' filter --hide x --no-trim --trim
input='<tool>{"name":"f"}</tool><tool>{"name":"g"}</tool>'
run read --call tool --no-parallel-tool-calls
grep -q '"code":"not_allowed"' "$here/out"; verdict '--no-parallel-tool-calls' $?
run read --call tool --no-parallel-tool-calls --parallel-tool-calls
! grep -q '"code":"not_allowed"' "$here/out"; verdict '--parallel-tool-calls' $?
refuse 'a switch takes no value' 2 'tagstream: a value is given to a switch: --trim; leave it out, or give --no-trim' filter --hide x --trim=false
refuse 'a switch takes no value' 2 'tagstream: a value is given to a switch: --trim; leave it out, or give --no-trim' filter --hide x --trim=true

# --- options in a file --------------------------------------------------------------------------

printf '{"hide": ["x", ["(", ")"]], "trim": true, "max_tag_bytes": "1K"}' >"$here/options.json"
input=' a <x>b</x>(c)d '
expect '--options' 0 'a d' filter --options "$here/options.json"
expect '--options: a word beside it wins' 0 ' a d ' filter --options "$here/options.json" --no-trim
expect '--options: so it does before it' 0 ' a d ' filter --no-trim --options "$here/options.json"
input=' a <x>b</x>(c)<y>d</y> '
expect '--options: a list beside it takes the place of the list' 0 'a <x>b</x>(c)' \
  filter --options "$here/options.json" --hide y
for given in '--dialect think' '--model qwen3-8b' '--format <think>REASONING</think>' \
  '--reasoning-of think' "--format-file $here/format.txt"; do
  echo '<think>REASONING</think>' >"$here/format.txt"
  input='<think>a</think>[THINK]b[/THINK]'
  for in_file in '"dialect": "magistral"' '"model": "magistral-small"' \
    '"format": "[THINK]REASONING[/THINK]"'; do
    printf '{%s, "trim": true, "tools": null}' "$in_file" >"$here/by.json"
    # shellcheck disable=SC2086  # an option and its value
    expect "--options: $given takes the place of $in_file" 0 '[THINK]b[/THINK]' \
      filter --options "$here/by.json" $given
  done
done
printf '{"reasoning_of": "think"}' >"$here/by.json"
input='<think>a</think>b<tool_call>{"name":"f"}</tool_call>'
expect '--options: another part adds up' 0 'b' filter --options "$here/by.json" --calls-of hermes
expect '--options: a dialect takes the place of a part' 0 "$input" \
  filter --options "$here/by.json" --dialect none
printf '{"names": "b", "max_depth": 1}' >"$here/tree.json"
input='<a>1</a><b>2</b>'
expect '--options: extract' 0 '<b>  8..16  2\n' extract --pretty --options "$here/tree.json"
expect '--options: extract, and a list beside it' 0 '<a>  0..8  1\n' \
  extract --pretty --options "$here/tree.json" --names a
printf '{"ignore_case": true, "max_depth": 1}' >"$here/tree.json"
expect '--options: inner, which passes over max_depth' 0 '2\n' inner B --options "$here/tree.json"
printf "{\"hide\": \"a\"}" >"$here/hide.json"
refuse '--options: of another command' 2 \
  "tagstream: there is no option \`hide\`: $here/hide.json" inner b --options "$here/hide.json"
printf '{"hidden": "x"}' >"$here/options.json"
refuse '--options: a name that there is not' 2 \
  "tagstream: there is no option \`hidden\`: $here/options.json; did you mean \`hide\`?" \
  filter --options "$here/options.json"
printf '{"hide": "x",\n "trim": true, "hide": "y"}' >"$here/twice.json"
refuse '--options: a name that is there twice' 2 \
  "tagstream: given twice at line 2, column 16: hide in $here/twice.json" \
  filter --options "$here/twice.json" --no-trim
printf '{"nesting": "balancd"}' >"$here/options.json"
refuse '--options: a value that there is not' 2 \
  "tagstream: \`balancd\` is none of balanced, first_close: nesting in $here/options.json; did you mean \`balanced\`?" \
  filter --options "$here/options.json"
for bad in '{"hide": ["a b"]}' '{"dialect": "qwen33"}'; do
  printf '%s' "$bad" >"$here/options.json"
  run read --options "$here/options.json"
  name=${bad:2}
  [ "$code" = 2 ] && grep -qF ": ${name%%\"*} in $here/options.json" "$here/err"
  verdict "--options: $bad" $?
done
refuse '--options: the option beside it is named as such' 2 \
  'tagstream: there is no dialect `qwen34`: --dialect; did you mean `qwen3`? (tagstream dialects lists them)' \
  read --options "$here/options.json" --dialect qwen34
refuse '--options: a file that is not there' 2 "tagstream: no such file: $here/none" \
  filter --options "$here/none"

# --- what is read by ----------------------------------------------------------------------------

run read --dialect qwen3 --hide note --trim --explain
[ "$code" = 0 ]; verdict '--explain: exit 0' $?
for line in '# the dialect `qwen3`' '  <think>REASONING</think>' 'hide: note' 'trim: true' \
  'unclosed_call: auto (the default): call if it is complete' 'tool_choice: auto (the default)' \
  'calls_in_reasoning: auto (the default): settle, as the dialect says' \
  'max_attributes: 1K (the default)'; do
  grep -qxF -- "$line" "$here/out"; verdict "--explain: $line" $?
done
run read --dialect qwen3 --hide think --explain
! grep -q '<think>' "$here/out" && grep -qx 'hide: think' "$here/out"
verdict '--explain: not what a rule of your own is for' $?
run read --calls-of qwen3 --explain
! grep -q '<think>' "$here/out" && grep -q '^  <tool_call>' "$here/out"
verdict '--explain: of a part, that part' $?
run read --hide note --explain
grep -qx 'unclosed_call: auto (the default): text' "$here/out"
verdict '--explain: unclosed_call of rules alone' $?
for form in --text --events --json '--to openai' "--sections $here/none"; do
  # shellcheck disable=SC2086  # an option and its value
  refuse "--explain $form" 2 "tagstream: --explain and ${form%% *} exclude each other: give one" \
    read --hide note --explain $form
done
[ ! -e "$here/none" ]; verdict '--explain --sections: no file is written' $?
refuse '--explain: filter' 2 'tagstream: --explain and --text exclude each other: give one' \
  filter --hide note --explain --text
for form in --raw "--html $here/none"; do
  # shellcheck disable=SC2086  # an option and its value
  refuse "show --explain $form" 2 "tagstream: --explain and ${form%% *} exclude each other: give one" \
    show --explain $form
done
refuse '--explain: no dialect and no rule' 2 \
  'tagstream: nothing to read by: give a dialect (--dialect NAME or auto), a model (--model NAME) or a rule (--hide, --call ...)' \
  read --explain

# --- nothing found ------------------------------------------------------------------------------

says() {  # the line on standard error, arguments...
  local want=$1
  shift
  run "$@"
  [ "$code" = 0 ] && [ "$(cat "$here/err")" = "tagstream: $want" ]; verdict "nothing found: $want" $?
}
input='Sure. <tool_call>{"name":"f","arguments":{}}</tool_call>'
says 'no <tool> in this text; it holds <tool_call>: --call tool_call, or --dialect qwen3' read --call tool
# A fence that is the whole answer is layout for `json`.
call='{"name": "f", "arguments": {}}'
for input in "$call" "\`\`\`json\n$call\n\`\`\`\n" "\`\`\`json\n[$call]\n\`\`\`\n" "\`\`\`\n$call\n\`\`\`"; do
  says 'no <tool> in this text: --dialect json' read --call tool
done
input="\`\`\`json\n$call\n$call\n\`\`\`\n"  # not read by `json`
says 'no <tool> in this text: --dialect xlam' read --call tool
input='Sure. <tool_call>{"name":"f","arguments":{}}</tool_call>'
says 'no [C]…[/C] in this text; it holds <tool_call>: --dialect qwen3' \
  read --call '[C]...[/C]'
says 'none of these is found in this text: <a>, <b>; it holds <tool_call>: --dialect qwen3' \
  read --hide a --unwrap b
input='x'
says 'none of these is found in this text: hermes, <b>' read --dialect hermes --hide b
input='Sure. <tool_call>{"name":"f","arguments":{}}</tool_call>'
says 'nothing of mistral in this text; it holds <tool_call>: --dialect qwen3' read --dialect mistral
# A call that is cut off is that of the family that would have closed it.
for input in 'x <tool_call>{"name": "f", "arguments": {}}' '<tool_call>{"name": "f"}</tool_call'; do
  says 'no <b> in this text; it holds <tool_call>: --dialect qwen3' read --hide b
done
input='<tool_call>\n<function=f>\n<parameter=a>\n1'
says 'no <b> in this text; it holds <tool_call>, <function>, <parameter>: --dialect qwen3_coder' read --hide b
# hermes writes <tool_call> itself, so a call that is cut off names no other dialect.
input='x <tool_call>oops </to'
says 'no reasoning of hermes in this text; it holds <tool_call>' read --reasoning-of hermes
# Bytes that are held may hold something.
so_far='nothing but text so far: --no-finish keeps what is held'
says "$so_far" read --dialect hermes --no-finish
input='a<t'
says "$so_far" read --hide t --no-finish
says "$so_far" extract --no-finish
input='a<t>b'
says "$so_far" filter --thought t --no-finish
says "$so_far" read --call t --no-finish
# An empty input is called so.
input=''
empty='the input is empty'
for command in 'read --hide t' 'filter --dialect qwen3' 'extract' 'show' 'read --hide t --from jsonl:/t'; do
  # shellcheck disable=SC2086  # a command and its options
  says "$empty" $command
done
refuse 'guess: nothing' 1 "tagstream: $empty" guess
refuse 'inner: nothing' 1 "tagstream: $empty" inner t
refuse 'write: nothing' 2 'tagstream: the file is empty: standard input' write --dialect qwen3
run filter --hide t --from sse
[ "$code" = 2 ] && [ "$(cat "$here/err")" = "tagstream: $empty: byte 0" ]; verdict 'a stream: nothing' $?
# A tag that is a call only if it is offered as a tool.
input='<rain><city>Oslo</city></rain>'
says "nothing of cline in this text; with --tools '[{\"name\":\"rain\"}]' <rain> is a call" read --dialect cline
run read --dialect cline --tools '[{"name":"rain"}]' --json
grep -q '"name":"rain"' "$here/out"; verdict 'and so it is' $?
# Of families that write such tags, one that was tried on answers is named.
input='<invoke name="f"><parameter name="x">1</parameter></invoke>'
says 'nothing of hermes in this text; it holds <invoke>, <parameter>: --dialect minimax_m2' \
  read --dialect hermes
# A tag that show has named is not missed.
input='a <think>'
for form in '' --raw; do
  # shellcheck disable=SC2086  # nothing, or an option
  run show $form
  [ ! -s "$here/err" ] && grep -q 'begins no reasoning' "$here/out"; verdict "show: named $form" $?
done
# An element without content is found, though it gives no event of its own.
input='a<t></t>b'
says_nothing() {
  run "$@"
  [ "$code" = 0 ] && [ ! -s "$here/err" ]; verdict "nothing is said: $*" $?
}
says_nothing read --thought t
says_nothing filter --thought t
input='<t></t>b'
says_nothing read --reasoning t
input='It is 4.'
says 'nothing of any dialect in this text' show
input='Sure. <tool_call>{"name":"f","arguments":{}}</tool_call>'
says 'no <qwen3> in this text; did you mean --calls-of qwen3?' read --call qwen3
says 'no <qwen3> in this text; did you mean --reasoning-of qwen3?' read --reasoning qwen3
input='<a>1</a><thinking>2</thinking><b/><c>'
says 'no <thinkin> in this text; it holds <a>, <thinking>, <b> and others: --hide thinking' \
  filter --hide thinkin
says 'no <thinkin> in this text; it holds <a>, <thinking>, <b> and others: --names thinking' \
  extract --names thinkin
run inner thinkin
[ "$code" = 1 ] && [ "$(cat "$here/err")" = \
  'tagstream: no <thinkin> in this text; it holds <a>, <thinking>, <b> and others: tagstream inner thinking' ]
verdict 'nothing found: inner' $?
# The prompt may have opened what the text only closes.
input='reasoning</think>answer'
run filter --hide think
[ "$code" = 0 ] && [ "$(cat "$here/out")" = "$input" ] && [ "$(cat "$here/err")" = \
  'tagstream: no `think` is open, so this closing tag is text: byte 9; if the prompt opened it, give --start-inside think' ]
verdict 'a closing tag that closes nothing' $?
run filter --hide think --start-inside think
[ "$code" = 0 ] && [ "$(cat "$here/out")" = answer ] && [ ! -s "$here/err" ]; verdict 'and so it does' $?
input='{"t":"a"}\n{"u":1}\n'
run read --call tool --from jsonl:/t
[ "$(cat "$here/err")" = $'tagstream: no text at /t: line 2; it has u\ntagstream: no <tool> in this text' ]
verdict 'nothing found: records, one of which has no text' $?
# A rule beside one that finds something: only a name that is nearly that of a tag left in the text.
input='<thinking>2</thinking><tool>{"name":"f","arguments":{}}</tool>'
says 'no <thinkng> in this text; did you mean --hide thinking?' filter --hide thinkng --call tool
says 'no <think> in this text; did you mean --reasoning thinking?' read --reasoning think --call tool
for rules in '--hide thinking --call tool' '--hide thinking --hide thinkng' '--call tool --hide xyz'; do
  # shellcheck disable=SC2086  # options and their values
  run filter $rules
  [ "$code" = 0 ] && [ ! -s "$here/err" ]; verdict "nothing is said of: $rules" $?
done
input='<a>1</a><thinking>2</thinking><b/><c>'
says 'no <xyz> in this text; it holds <a>, <thinking>, <b> and others: --hide NAME reads one' \
  filter --hide xyz
says 'no <xyz> in this text; it holds <a>, <thinking>, <b> and others: --names NAME reads one' \
  extract --names xyz
run inner xyz
[ "$code" = 1 ] && [ "$(cat "$here/err")" = \
  'tagstream: no <xyz> in this text; it holds <a>, <thinking>, <b> and others: tagstream inner NAME reads one' ]
verdict 'nothing found: inner, and nothing like it' $?
refuse 'write has no forms of output' 2 'tagstream: write has no --json: text is its only output' write --json
refuse 'a prompt that has opened what no rule hides' 2 \
  'tagstream: no rule hides `foo`: give --hide, --thought or --reasoning for it (--start-inside)' \
  filter --hide think --start-inside foo
input='So <think>2 + 2</think>four.'
for rule in hide unwrap; do
  says '<think> is in this text, but not where it is read: --no-leading-only reads it' \
    filter "--$rule" think --leading-only
done
says '<THINK> is in this text, with other capitals: --ignore-case reads it' filter --unwrap THINK
says '<think> is in this text, but not where it is read: --max-tag-bytes none reads it' \
  filter --hide think --max-tag-bytes 3
says '<think> is in this text, but not where it is read: --max-tag-bytes none reads it' \
  extract --names think --max-tag-bytes 3
input='So `<think>2</think>` four.'
says '<think> is in this text, but not where it is read: --markdown-code off reads it' \
  extract --names think --markdown-code all
run inner think --markdown-code all
[ "$code" = 1 ] && [ "$(cat "$here/err")" = \
  'tagstream: <think> is in this text, but not where it is read: --markdown-code off reads it' ]
verdict 'nothing found: inner, in code' $?
input='<a>x'
run inner a --unclosed text
[ "$code" = 1 ] && [ "$(cat "$here/err")" = 'tagstream: `<a` is in this text, but no tag that is read' ]
verdict 'nothing found: inner, no option that does not help' $?
input='So < think>2, four.'
says 'no <think> in this text: `< think` has a blank before its name' filter --hide think
input='Sure. <tool_call>{"name":"f","arguments":{}}</tool_call>'
says 'no reasoning of qwen3 in this text; it holds <tool_call>: --dialect qwen3 reads it' \
  read --reasoning-of qwen3
input='<THINK>a</THINK>b'
says '<think> is in this text, with other capitals: --ignore-case reads it' filter --hide think
says 'something of qwen3 is in this text, with other capitals: --ignore-case reads it' \
  read --dialect qwen3
input='<f name="x">a</f>'
says 'no tag that is read here has the attribute `nam`' \
  extract --write-to "$here" --path-from nam --names f
input='So <think four.'
says '`think`: the input ends inside this tag, so it is text (byte 3)' filter --hide think
input='nothing at all'
says 'no <x> in this text' filter --hide x
says 'nothing of any dialect in this text' read --dialect auto
input='<x>1</x>'
run filter --unwrap x
[ ! -s "$here/err" ]; verdict 'nothing found: not where tags are taken out' $?
run filter --hide x --unwrap y
[ ! -s "$here/err" ]; verdict 'nothing found: one rule is enough' $?
input='nothing'
run filter --hide x -e
[ "$code" = 1 ] && [ "$(cat "$here/err")" = 'tagstream: no <x> in this text' ]
verdict 'nothing found: so it is with -e' $?

# --- inner has the common options ---------------------------------------------------------------

input='`<b>` <b>x</b></b><b>y'
expect 'inner --markdown-code all' 0 'x\n' inner b --markdown-code all
expect 'inner: code is text otherwise, and the rest of an element' 1 '' inner b --max-tag-bytes 2
run inner b --stats --markdown-code all
grep -qE '^\{"bytes_fed":22,"bytes_examined":[0-9]+,.*\}$' "$here/err"; verdict 'inner --stats' $?
expect 'inner --strict: a diagnostic' 3 'x\n' inner b --markdown-code all --strict
input='<b>x</b>'
expect 'inner --strict: none' 0 'x\n' inner b --strict
input='<b a b c>x</b>'
expect 'inner --max-attributes' 1 '' inner b --max-attributes 2
input='<b>x'
expect 'inner --no-finish' 1 '' inner b --no-finish
input='<b/><b>x<b>y</b></b>'
for size in 1 2 3 100; do
  expect "inner --chunk-size $size" 0 'x<b>y</b>\n' inner b --chunk-size "$size"
done

# --- streams that must not be -------------------------------------------------------------------

printf 'a<t>b</t>c' >"$here/file"
for stream in '2>/dev/full' '2>&-'; do
  [ -e /dev/full ] || continue
  for words in nonsense 'filter --nonsense' 'filter --hide t /none/none' 'filter --hide a/b' \
    "filter --hide t --stats $here/file"; do
    eval "'$program' $words $stream >'$here/out' </dev/null"
    [ $? = 2 ]; verdict "$words $stream: exit 2" $?
  done
done
cp "$here/file" "$here/both"
"$program" filter --hide t "$here/both" >>"$here/both" 2>"$here/err"
[ $? = 2 ] && [ "$(cat "$here/err")" = "tagstream: the input is also the output: $here/both" ]
verdict 'a file that is also the output' $?
[ "$(cat "$here/both")" = 'a<t>b</t>c' ]; verdict 'a file that is also the output: it is untouched' $?
for words in 'filter --hide t' 'read --call t' extract 'inner t' 'read --dialect think'; do
  # shellcheck disable=SC2086  # the words of a command
  "$program" $words <"$here/both" >>"$here/both" 2>"$here/err"
  [ $? = 2 ] && [ "$(cat "$here/err")" = 'tagstream: the input is also the output: standard input' ]
  verdict "$words: standard input that is also the output" $?
done
"$program" filter --hide t </dev/null >/dev/null 2>"$here/err"
verdict 'both may be /dev/null' $?
for file in /dev/stdout /proc/self/fd/1; do
  [ -e "$file" ] || continue
  "$program" filter --hide t --sections "$file" "$here/file" 2>"$here/err" | cat >"$here/out"
  [ "${PIPESTATUS[0]}" = 2 ] && [ ! -s "$here/out" ] && [ "$(cat "$here/err")" = \
    "tagstream: the text goes to standard output, which is this file: $file" ]
  verdict "sections: $file is standard output" $?
done
printf 'before' >"$here/output"
"$program" filter --hide t --sections "$here/output" "$here/file" >>"$here/output" 2>"$here/err"
[ $? = 2 ] && [ "$(cat "$here/output")" = before ]; verdict 'sections: the file that is standard output' $?
"$program" filter --hide t --sections /dev/null "$here/file" >/dev/null 2>"$here/err"
verdict 'sections: both may be /dev/null' $?

# --- the manual ---------------------------------------------------------------------------------

for command in $commands; do
  run "$command" --help
  [ "$code" = 0 ] && ! grep -qE '^.{80}' "$here/out"; verdict "$command --help: less than 80 columns" $?
done
cp "$(dirname "${BASH_SOURCE[0]}")/../../packaging/tagstream.1" "$here/tagstream.1"
run help --json
cp "$here/out" "$here/manual.json"
python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$here/manual.json"; verdict 'help --json: one object' $?
# part_of NAME CODE: `help NAME --json` is the part of `help --json` that the code takes from `all`.
part_of() {
  run help "$1" --json
  python3 -c "import json, sys
one, all = (json.load(open(name)) for name in sys.argv[1:])
sys.exit(one != $2)" "$here/out" "$here/manual.json"; verdict "help $1 --json: that part alone" $?
}
part_of filter 'all["commands"][1]'
part_of inputs 'all["inputs"]'
refuse 'help --json for a command with a slip' 2 'tagstream: unknown command: iner; did you mean `inner`?' \
  help iner --json
for format in text 'sse, ndjson' jsonl:/POINTER; do
  grep -qF "{\"format\":\"$format\"," "$here/manual.json"; verdict "help --json: --from $format" $?
done
missing=''
for command in $commands; do
  grep -qE "^\.SS \"tagstream $command " "$here/tagstream.1" || missing+=" man:$command"
  grep -qF "{\"name\":\"$command\"," "$here/manual.json" || missing+=" json:$command"
  for option in $(options_of "$command"); do
    grep -qF -- "\\fB${option//-/\\-}\\fR" "$here/tagstream.1" || missing+=" man:$option"
    grep -qE -- "\"(flag|also|negation)\":\"$option\"" "$here/manual.json" || missing+=" json:$option"
  done
done
[ -z "$missing" ]; verdict "the manual has all commands and options$missing" $?
if command -v groff >/dev/null 2>&1; then
  groff -man -Tutf8 -ww -rLL=78n "$here/tagstream.1" >"$here/page" 2>"$here/warnings"
  [ ! -s "$here/warnings" ]; verdict "the page: no warnings $(head -c 200 "$here/warnings")" $?
  sed 's/\x1b\[[0-9;]*m//g' "$here/page" >"$here/plain"
  grep -qF -- "\$ echo 'So <think>2 + 2</think>four.' | tagstream filter --hide think" "$here/plain"
  verdict 'the page: an example is as it is typed' $?
  grep -qF 'shown as \x1b' "$here/plain"; verdict 'the page: backslashes are there' $?
else
  echo "skip  the page: there is no groff(1) here"
fi
# --- completions --------------------------------------------------------------------------------

refuse 'completions of no shell' 2 'tagstream: completions needs the name of a shell: bash, zsh or fish' completions
refuse 'completions of another shell' 2 'tagstream: `tcsh` is none of bash, zsh, fish, words: SHELL' completions tcsh
run completions bash
cp "$here/out" "$here/tagstream.bash"
bash -n "$here/tagstream.bash"; verdict 'bash: it is a script' $?
# The words that bash offers after these; the last one is being written.
complete_bash() {
  bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _tagstream "$1"; printf "%s\n" "${COMPREPLY[@]}"' bash "$here/tagstream.bash" "$program" "$@" | tr '\n' ' '
}
completes() {  # what is offered, words...
  local want=$1
  shift
  [ "$(complete_bash "$@")" = "$want " ]; verdict "bash: $* gives $want" $?
}
completes filter 'fi'
completes extract e
completes "$commands --help --version" ''
completes '--hide' filter --hi
completes '--trim' filter --tr
completes '--no-trim' filter --no-tr
completes '--nesting' filter a.txt --ne
completes 'balanced first_close' filter --nesting ''
completes balanced filter --nesting = b
completes 'balanced first_close' filter --nesting =
completes hermes read --dialect herm
completes auto read --dialect au
completes '' read --reasoning-of au
completes 'bash zsh fish words' completions ''
completes read help re
completes 'inner inputs' help in
completes jamba dialects jam
completes '' filter --hide ''
(cd "$here" && touch 'a file.txt' && completes 'a file.txt' filter 'a ' &&
  completes tools.json read --tools-file tools.j && completes tools.json read --tools-file = tools.j)
missing=''
for command in $commands; do
  offered=" $(complete_bash "$command" -)"
  for option in $(options_of "$command"); do [[ $offered == *" $option "* ]] || missing+=" $option"; done
done
[ -z "$missing" ]; verdict "bash: all options are offered$missing" $?

# The questions of the scripts of zsh and fish: `=` is a part of a word there.
words() {  # exit code, what is printed, words...
  local want_code=$1 want=$2
  shift 2
  run completions words -- "$@"
  [ "$code" = "$want_code" ] && [ "$(cat "$here/out")" = "$want" ]; verdict "words: $* gives $want" $?
}
words 0 '--nesting=balanced' filter --nesting=b
tab=$'\t'
words 0 "filter${tab}the content alone: read --text" 'fi'
words 0 "--no-trim${tab}not: cuts blanks off content and reasoning" filter --no-tri
words 1 '' filter a.t
words 1 '' read --tools-file ''
words 2 '' no_such_command ''
run completions zsh
! grep -q '_describe -o' "$here/out"; verdict 'zsh: words are offered, not options alone' $?
for shell in zsh fish; do
  run completions "$shell"
  cp "$here/out" "$here/completions.$shell"
  if command -v "$shell" >/dev/null 2>&1; then
    "$shell" -n "$here/completions.$shell"; verdict "$shell: it is a script" $?
  else
    echo "skip  $shell: it is not here, so its script is not tried"
  fi
done

sum_up
