#!/usr/bin/env bash
# Checks formats of one's own, and which family it is, from outside.
# usage: TAGSTREAM=path/to/tagstream own_formats_test.sh
# shellcheck disable=SC2034,SC2154,SC2162  # checks.sh uses input, and sets code, here and program
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"

# --- formats of one's own ------------------------------------------------------------------------

format=$here/format.txt
cat >"$format" <<'END'
# what my model writes
<why>REASONING</why>
@@call{"name": "NAME", "arguments": ARGUMENTS}@@end
- drop <|im_end|>
END
input='<why>hm</why>So @@call{"name":"f"}@@end.<|im_end|>'
answer='{"role":"assistant","content":"So .","reasoning_content":"hm","tool_calls":[{"id":"call_pNofNWNXMcRke26BpnGYga34","type":"function","function":{"name":"f","arguments":"{}"}}],"finish_reason":"tool_calls"}\n'
expect '--format-file' 0 "$answer" read --to openai --json --id-seed 1 --format-file "$format"
expect '--format' 0 "$answer" read --to openai --json --id-seed 1 --format "$(cat "$format")"
expect '--format: two blanks end a line' 0 "$answer" read --to openai --json --id-seed 1 --format \
  '<why>REASONING</why>  @@call{"name": "NAME", "arguments": ARGUMENTS}@@end  - drop <|im_end|>'
run show --color never --format-file "$format"
[ "$code" = 0 ] && ! grep -q '<why>' "$here/out"; verdict 'show --format-file' $?
expect 'what it says' 0 '  <why>REASONING</why>\n  @@call{"name": "NAME", "arguments": ARGUMENTS}@@end\n  - drop <|im_end|>\nWhat follows from it:\n- Taken out wherever it stands in text: `<|im_end|>`.\n' \
  dialects --format-file "$format"
expect 'the same as JSON' 0 '{"text":"[\\\\CALL NAME]\\\\nPARAMETER...[/END]  KEY: VALUE\\\\n","inferences":["A line that does not begin with a word and `: ` goes on with the value before it.","May follow the name: `]`."]}\n' \
  dialects --json --format '[\CALL NAME]\nPARAMETER...[/END]  KEY: VALUE\n'
for wrong in '<c>NAME\nPARAMETER...</c>  * KEY: VALUE\n' '<c>NAME\nPARAMETER...</c>  KEY: VALUE;'; do
  run dialects --format "$wrong"
  [ "$code" = 2 ] && grep -qF 'KEY and VALUE stand neither in elements nor in a line of their own: ' "$here/err"
  verdict "no line of KEY and VALUE: $wrong" $?
done
refuse 'a name without quotes' 2 \
  'tagstream: NAME stands without quotes: `NAME` (line 1, column 14 of --format); did you mean `"NAME"`?' \
  read --format '<act>{"name":NAME,"arguments":ARGUMENTS}</act>'
refuse 'braces around the arguments' 2 \
  'tagstream: ARGUMENTS stands in braces: `ARGUMENTS` (line 1, column 34 of --format); write it without them, as it is the whole object' \
  read --format '<act>{"name":"NAME","arguments":{ARGUMENTS}}</act>'
refuse 'small letters' 2 \
  'tagstream: a placeholder is not in capitals: `name` (line 1, column 15 of --format); did you mean `NAME`?' \
  read --format '<act>{"name":"name","arguments":arguments}</act>'
refuse 'no placeholder' 2 \
  'tagstream: this line has no placeholder: `a; b` (line 1, column 1 of --format); words in capitals, such as REASONING, NAME and ARGUMENTS, stand for what varies' \
  read --format 'a; b'
refuse 'reasoning in the line of a call' 2 \
  'tagstream: REASONING stands in the line of a call: `<a>REASONING</a>NAME` (--call); give all of it as --format' \
  read --call '<a>REASONING</a>NAME'
refuse 'code after a name without a fence' 2 \
  'tagstream: code stands after NAME without a fence: `<c>NAME => f(KEY=PYTHON, ...)</c>` (line 1, column 1 of --format); write ``` before and after it' \
  dialects --format '<c>NAME => f(KEY=PYTHON, ...)</c>'
input='<think>a</think>b <tool_call>{"name":"f"}</tool_call> c [TOOL_CALLS]g{}'
while read -r name; do
  "$program" dialects "$name" >"$here/one.txt"
  run read --dialect "$name"
  cp "$here/out" "$here/by_name"
  run read --format-file "$here/one.txt"
  cmp -s "$here/by_name" "$here/out"
  verdict "$name reads the same by its text" $?
done < <("$program" dialects | tail -n +2 | cut -d' ' -f1 | grep -vx auto)

sed 's/REASONING/REASONIG/' "$format" >"$here/bad.txt"
refuse 'a placeholder that there is not' 2 \
  'tagstream: no placeholder has this name: `REASONIG` (line 2, column 6 of '"--format-file $here/bad.txt"'); did you mean `REASONING`? (`\REASONIG` is the word itself)' \
  read --format-file "$here/bad.txt"
sed 's/@@call/<why>/' "$format" >"$here/bad.txt"
refuse 'a format that cannot be' 2 \
  'tagstream: one marker opens two things: `<why>{"name": "NAME", "arguments": ARGUMENTS}@@end` beside `<why>REASONING</why>` (line 3, column 1 of'" --format-file $here/bad.txt)" \
  read --format-file "$here/bad.txt"
run dialects --format-file "$here/bad.txt"
[ "$code" = 2 ] && grep -qF 'tagstream: one marker opens two things' "$here/err"
verdict 'dialects: a format that cannot be' $?
refuse 'dialects: a format is tried' 2 \
  'tagstream: this is not read as it is written: `<t>{"name": STRING}</t>`: `<t>{"name": It may rain.}</t>` holds 1 call, and the reader finds no call, since an object has the name as "NAME" and all arguments as one value: write ARGUMENTS for STRING, with the option `- a string is KEY` if they may be a string (line 1, column 1 of --format)' \
  dialects --format '<t>{"name": STRING}</t>'
format_of_json_in_quotes='<c>NAME("ARGUMENTS")</c>'
run dialects --format "$format_of_json_in_quotes"
[ "$code" = 2 ] && grep -qF 'finds no call, since JSON after a name stands in no quotes: write ARGUMENTS' "$here/err"
verdict 'the cause: JSON in quotes' $?
run dialects --format '<c>{"name": "NAME", "with": {"x": ARGUMENTS}}</c>'
[ "$code" = 2 ] && grep -qF 'since the arguments stand beside the name, in no object' "$here/err"
verdict 'the cause: arguments in another object' $?
head -c 37 "$format" >"$here/bad.txt"
refuse 'half a file' 2 \
  'tagstream: nothing ends REASONING: `<why>REASONING` (line 2, column 1 of'" --format-file $here/bad.txt); write what stands after it" \
  read --format-file "$here/bad.txt"
run read --format-file "$here/none.txt"
[ "$code" = 2 ] && grep -qF "$here/none.txt" "$here/err"; verdict 'no such file' $?
printf '\357\273\277' | cat - "$format" >"$here/marked.txt"
input='<why>hm</why>So @@call{"name":"f"}@@end.<|im_end|>'
expect 'a byte order mark' 0 "$answer" read --to openai --json --id-seed 1 --format-file "$here/marked.txt"
: >"$here/empty.txt"
refuse 'an empty file' 2 "tagstream: the file is empty: $here/empty.txt" \
  read --format-file "$here/empty.txt"
refuse 'an empty text' 2 'tagstream: the value is empty: --format' read --format ''
refuse 'a file and a name' 2 'tagstream: --dialect and --format-file exclude each other: give one' \
  read --dialect think --format-file "$format"
refuse 'a text and a file' 2 'tagstream: --format-file and --format exclude each other: give one' \
  read --format a --format-file "$format"
refuse 'standard input' 2 \
  'tagstream: `-` is for the text alone: give the name of a file (--format-file)' \
  read --format-file -

# --- models -------------------------------------------------------------------------------------

input='<think>hm</think>So.'
expect '--model' 0 '{"role":"assistant","content":"So.","reasoning_content":"hm","finish_reason":"stop"}\n' \
  read --to openai --json --model Qwen/Qwen3-8B
[ ! -s "$here/err" ]; verdict '--model: certain, nothing to say' $?
run read --to openai --json --model My-Qwen3-8B
[ "$code" = 0 ] && [ "$(cat "$here/err")" = "tagstream: the dialect of \`My-Qwen3-8B\` is likely \`qwen3\`" ]
verdict '--model: likely, and says so' $?
input='hm</think>So.'
expect '--model: its prompts open the reasoning' 0 '{"role":"assistant","content":"So.","reasoning_content":"hm","finish_reason":"stop"}\n' \
  read --to openai --json --model Qwen/Qwen3-4B-Thinking-2507
expect '--model: the prompt itself says it better' 0 '{"role":"assistant","content":"hm</think>So.","finish_reason":"stop"}\n' \
  read --to openai --json --model Qwen/Qwen3-4B-Thinking-2507 --prompt-tail 'So: '
expect 'guess --model: so does the answer' 0 \
  'qwen3: certain\n- evidence: qwen3-*-thinking\n- it starts in reasoning: --start-in-reasoning\n' \
  guess --model Qwen/Qwen3-4B-Thinking-2507
refuse '--model: empty' 2 'tagstream: the value is empty: --model' read --model ''
refuse 'guess --model: empty' 2 'tagstream: the value is empty: --model' guess --model ''
refuse 'guess: empty' 2 'tagstream: the name of the file is empty: FILE' guess ''
refuse 'guess --template: empty' 2 'tagstream: the name of the file is empty: --template' guess --template ''
refuse '--model: not known' 2 \
  'tagstream: no dialect is known for `gpt-4`: --model; give --dialect NAME, for reading also --dialect auto' \
  read --model gpt-4
expect 'guess --model' 0 'deepseek_v31: certain\n- evidence: deepseek-v3.1\n' \
  guess --model deepseek-ai/DeepSeek-V3.1
expect 'guess --model --json' 0 '{"dialects":["llama3_json"],"is_certain":false,"evidence":["llama3.2"],"starts_in_reasoning":false}\n' \
  guess --model llama3.2:1b --json
refuse 'guess --model: not known' 1 'tagstream: no dialect is known for the model `gpt-4`: guess FILE, an answer of it, or --template FILE may tell' \
  guess --model gpt-4
refuse 'guess --model: not known, but another one' 1 \
  'tagstream: no dialect is known for the model `Qwen/Qwem3`; did you mean `qwen3`?' \
  guess --model Qwen/Qwem3 --text
expect 'guess --model --json: not known' 1 '{"dialects":[],"is_certain":false,"evidence":[],"starts_in_reasoning":false}\n' \
  guess --model gpt-4 --json

# --- answers and templates ----------------------------------------------------------------------

call='<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{}<|tool_call_end|>'
printf '%s' "$call" >"$here/answer"
expect 'guess: without the wrapper it is only likely' 0 'kimi_k2: likely\n- evidence: 1 call, <|tool_call_begin|>, <|tool_call_end|>, <|tool_call_argument_begin|>\n' \
  guess "$here/answer"
printf '<|tool_calls_section_begin|>%s<|tool_calls_section_end|>' "$call" >"$here/answer"
expect 'guess' 0 'kimi_k2: certain\n- evidence: 1 call, <|tool_call_begin|>, <|tool_call_end|>, <|tool_call_argument_begin|>, <|tool_calls_section_begin|>, <|tool_calls_section_end|>\n' \
  guess "$here/answer"
printf 'hm</think>So.' >"$here/thought"
run guess "$here/thought"
[ "$code" = 0 ] && grep -qx -- '- evidence: reasoning, </think>' "$here/out" &&
  grep -qx -- '- it starts in reasoning: --start-in-reasoning' "$here/out"
verdict 'guess: says where the answer starts' $?
run show --color never "$here/thought"
[ "$code" = 0 ] && ! grep -q '</think>' "$here/out" && grep -q 'from inside its reasoning' "$here/out"
verdict 'show: starts where the guess says' $?
input=$(cat "$here/answer")
run guess - --json
[ "$code" = 0 ] && grep -q '^{"dialects":\["kimi_k2"\],"is_certain":true,"evidence":\["1 call",' "$here/out"
verdict 'guess -: standard input, as JSON' $?
echo 'It is 4.' >"$here/answer"
refuse 'guess: not known' 1 'tagstream: no dialect is known for this text' guess "$here/answer"
printf "{{ '<|tool_calls_section_begin|><|tool_call_begin|>' }}" >"$here/template"
expect 'guess --template' 0 'kimi_k2: certain\n- evidence: <|tool_calls_section_begin|>, <|tool_call_begin|>\n' \
  guess --template "$here/template"
refuse 'two questions, none of them a file' 2 \
  'tagstream: --template and --model exclude each other: give one' \
  guess --model x --template "$here/template"
# Each of several files has a heading, or a name in its object. One that is not known has none.
(cd "$here" && mkdir several && printf '<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{}<|tool_call_end|>' |
  tee several/1 >several/3 && printf 'It is 4.' >several/2)
one=$'kimi_k2: likely\n- evidence: 1 call, <|tool_call_begin|>, <|tool_call_end|>, <|tool_call_argument_begin|>'
run guess "$here"/several/*
[ "$code" = 1 ] && [ "$(cat "$here/out")" = "==> $here/several/1 <==
$one

==> $here/several/3 <==
$one" ] && [ "$(cat "$here/err")" = "tagstream: no dialect is known for this text: $here/several/2" ]
verdict 'guess: several files' $?
run guess "$here"/several/* --json
python3 -c 'import json, sys
answers = [json.loads(line) for line in open(sys.argv[1])]
assert [answer["file"][-1] for answer in answers] == ["1", "2", "3"], answers
assert all("dialects" in answer for answer in answers)' "$here/out"
verdict 'guess: several files, as JSON' $?
run guess "$here/several/1" "$here/no-file" "$here/several/3"
[ "$code" = 2 ] && [ "$(grep -c kimi_k2 "$here/out")" = 2 ] && grep -q no-file "$here/err"
verdict 'guess: a file that is not there keeps the others from nothing' $?
refuse 'two questions' 2 'tagstream: FILE and --template exclude each other: give one' \
  guess "$here/answer" --template "$here/template"

# --- response templates -------------------------------------------------------------------------

cat >"$here/tokenizer_config.json" <<'END'
{"response_template": {"start_anchor": "<|im_start|>assistant\n", "fields": {
  "thinking": {"open": "<think>", "close": "</think>"},
  "content": {"close": "<|im_end|>"},
  "tool_calls": {"open": "<tool_call>", "close": "</tool_call>", "repeats": true, "content": "json",
    "transform": {"type": "function", "function": "{content}"}}}}}
END
run dialects --import "$here/tokenizer_config.json"
[ "$code" = 0 ] && [ ! -s "$here/err" ]; verdict '--import: all of it' $?
cp "$here/out" "$format"
input='<think>hm</think>So <tool_call>{"name":"f"}</tool_call><|im_end|>'
expect '--import: it reads' 0 '{"role":"assistant","content":"So ","reasoning_content":"hm","tool_calls":[{"id":"call_pNofNWNXMcRke26BpnGYga34","type":"function","function":{"name":"f","arguments":"{}"}}],"finish_reason":"tool_calls"}\n' \
  read --to openai --json --id-seed 1 --format-file "$format"
sed -i 's/"open": "<tool_call>"/"open_pattern": "<f=(.*)>"/' "$here/tokenizer_config.json"
run dialects --import "$here/tokenizer_config.json"
[ "$code" = 3 ] && ! grep -q NAME "$here/out" && [ "$(head -1 "$here/err")" = \
  'tagstream: left out is a regular expression: /response_template/fields/tool_calls/open_pattern' ]
verdict '--import: what is left out is named' $?

sed -i 's/"version": 1, //; s/{"response_template": {/&"defaults": {"role": "a: b"}, /' "$here/tokenizer_config.json"
run dialects --import "$here/tokenizer_config.json"
[ "$code" = 3 ] && grep -q '/response_template/defaults$' "$here/err"; verdict '--import: keys that say more' $?
printf '{"fields":{"thinking":{"open":"<a>","close":"<a>"}}}' >"$here/twice.json"
refuse '--import: a format that can not be' 2 \
  "tagstream: an opening marker closes as well: /fields/thinking/close ($here/twice.json)" \
  dialects --import "$here/twice.json"

printf '%s' '{"fields":{"content":{"close":"<c>"},"tool_calls":{"open":"<a>","content":"json"},
  "tool_calls":{"open":"<b>","content":"json"},"content":{"close":"<d>"}}}' >"$here/twice.json"
run dialects --import "$here/twice.json"
[ "$code" = 3 ] && grep -q '^<a>' "$here/out" && ! grep -q '<[bd]>' "$here/out" &&
  grep -qxF 'tagstream: left out is a second field of calls: /fields/tool_calls' "$here/err" &&
  grep -qxF 'tagstream: left out is a second field of content: /fields/content' "$here/err"
verdict '--import: of a field that stands twice the first counts, and the second is named' $?

# --- long formats --------------------------------------------------------------------------------

{ echo '<a>REASONING</a>'; seq -f '- drop x%.0f' 80000; } >"$format"
timeout 20 "$program" dialects --format-file "$format" 2>"$here/err"
[ $? = 2 ] && grep -qF 'too many such markers: `x17` (line 18, column 3 of ' "$here/err"
verdict 'a long format takes no time by its square' $?
{ echo '<a>REASONING</a>'; seq -f '- source: %.0f' 40000; echo '- alike: c d'; } >"$format"
timeout 20 "$program" dialects --format-file "$format" 2>"$here/err"
[ $? = 2 ] && grep -qF 'no line holds the first of words that are alike: `c` (line 40002, column 3 of ' "$here/err"
verdict 'nor does the place of its mistake' $?

# --- a line end after a call ---------------------------------------------------------------------

input='<ACT: find\nINPUT: {"a": 1}\n'
expect 'a line of a call may end with a line end' 0 \
  '{"content":"\\n","tool_calls":[{"index":0,"id":"call_0","name":"find","arguments":"{\\"a\\": 1}","raw":"find\\nINPUT: {\\"a\\": 1}","is_closed":true,"start":0,"end":26}],"finish_reason":"tool_calls"}\n' \
  read --json --format '<ACT: NAME\nINPUT: ARGUMENTS\n'

# --- formats without calls -----------------------------------------------------------------------

input='b'
expect 'a format that says nothing of calls' 0 '{"kind":"content","text":"b","start":0,"end":1}\n' \
  read --format '<a>REASONING</a>' --strict

# --- auto ---------------------------------------------------------------------------------------

input='<think>hm</think>So <tool_call>{"name":"f"}</tool_call>'
run read --dialect auto
head -1 "$here/out" | grep -q '^{"kind":"notice","code":"family","text":"reasoning is marked as by .*deepseek_r1, .* and [0-9]* more","offset":0,'
verdict 'auto: says which rows have the first marker of reasoning' $?
grep -q '"code":"family","text":"calls are marked as by .*, granite, .*"offset":20,' "$here/out"
verdict 'auto: and the first of calls' $?
grep -q '"kind":"tool_call",.*"name":"f"' "$here/out"; verdict 'auto: reads calls' $?
refuse 'auto is a dialect, not a part of one' 2 \
  'tagstream: `auto` has no part of its own, as it reads what any family writes: give the dialect of one, or --dialect auto (--reasoning-of)' read --reasoning-of auto

sum_up
