#!/usr/bin/env bash
# Checks `tagstream dialects` from outside.
# usage: TAGSTREAM=path/to/tagstream dialects_test.sh
# shellcheck disable=SC2034,SC2154  # checks.sh uses input, and sets code, here and program
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"

# --- help ---------------------------------------------------------------------------------------

check_help dialects 32 --json --import --grammar --tools --tools-file --format \
  --format-file --start-in-reasoning
check_help guess 24 --json --model --template
answer=$(sed -n '\,^  \$ tagstream guess --model Qwen/Qwen3-8B$,,/^exit/p' "$here/help" | sed '1d;$d; s/^  //')
[ -n "$answer" ] && [ "$("$program" guess --model Qwen/Qwen3-8B)" = "$answer" ]
verdict '--help: the example gives what it says' $?
run dialects --json
verdict "--json: exit 0" "$code"

# --- for people ---------------------------------------------------------------------------------

run dialects
verdict 'exit 0' "$code"
cp "$here/out" "$here/table"
[ "$(head -1 "$here/table" | tr -s ' ')" = 'NAME REASONING CALLS ALIASES' ]; verdict 'the columns' $?
line() { grep "^$1 " "$here/table" | tr -s ' '; }
[ "$(line hermes)" = 'hermes <think>REASONING</think> <tool_call>\n{"name": "NAME", "arguments": ARGUM... qwen qwen25 qwen25_coder nemotron_json trinity arcee tng_r1t2 bielik kolibri1 nanbeige4 reka reka_edge smollm3 qwen3_json' ]
verdict 'hermes' $?
[ "$(line think_forced)" = 'think_forced <think>REASONING</think> - qwen3_thinking holo2' ]
verdict 'no calls' $?
[ "$(line jamba)" = 'jamba - <tool_calls>[{"name": "NAME", "arguments": ARGUM...' ]; verdict 'no reasoning' $?
[ "$(line mistral)" = 'mistral [THINK]REASONING[/THINK] [TOOL_CALLS]NAME[ARGS]ARGUMENTS magistral ministral devstral' ]; verdict 'no closer' $?
[ "$(line harmony)" = 'harmony <|start|>ROLE<|channel|>analysis<|message|>REASO... <|start|>ROLE<|channel|>commentary to=functions.... gpt_oss openai openai_gptoss llm_jp llm_jp_harmony' ]
verdict 'headers' $?
[ "$(line muse_glimmer)" = 'muse_glimmer <|start|>ROLE to=self<|message|>REASONING<|eom|> <atem:invoke name="NAME">\nPARAMETER...</atem:in... muse glimmer' ]
verdict 'a recipient that reasons' $?
[ "$(line cwm)" = 'cwm <think>REASONING</think> <tool: NAME>\nSTRING\n</tool>' ]; verdict 'a name after the opener' $?
# shellcheck disable=SC1003  # a backslash
line gemma4 | grep -qF '<|channel>thought\nREASONING<channel|>'; verdict 'a line end in a marker is shown' $?
[ "$(line none)" = 'none - - identity translate_gemma minimax_append_think minimax_m2_append_think passthrough' ]; verdict 'none' $?
[ "$(tail -1 "$here/table" | tr -s ' ')" = 'auto by markers of their own by markers of their own' ]
verdict 'auto, after the rows' $?
tail -n +2 "$here/table" | cut -d' ' -f1 | grep -vx auto >"$here/names"
sort -c "$here/names"; verdict 'sorted by name' $?
[ -z "$(sort "$here/names" | uniq -d)" ]; verdict 'each name once' $?
[ "$(wc -l <"$here/names")" -ge 60 ]; verdict 'all of them' $?
! grep -q ' $' "$here/table"; verdict 'no blanks at ends' $?
# Each column begins where its heading does. `｜` is two columns wide, every other character one.
LC_ALL=C.UTF-8 sed 's/｜/--/g; s/[^ -~]/-/g' "$here/table" >"$here/ascii"
for heading in REASONING CALLS; do
  awk -v heading="$heading" 'NR == 1 { at = index($0, heading) }
    substr($0, at - 2, 2) != "  " || substr($0, at, 1) == " " { wrong = 1 }
    END { exit wrong }' "$here/ascii"
  verdict "$heading: in a column" $?
done

# --- one row ------------------------------------------------------------------------------------

run dialects hermes
[ "$code" = 0 ] && [ "$(head -1 "$here/out")" = 'hermes, qwen, qwen25, qwen25_coder, nemotron_json, trinity, arcee, tng_r1t2, bielik, kolibri1, nanbeige4, reka, reka_edge, smollm3, qwen3_json:' ]
verdict 'one row: its names' $?
! grep -q 'Not tried' "$here/out"; verdict 'one row: read from real answers' $?
for text in '  <think>REASONING</think>' '  <tool_call>\n{"name": "NAME", "arguments": ARGUMENTS}\n</tool_call>' \
  '  <function_call>{"name": "NAME", "arguments": ARGUMENTS}</function_call>' \
  'What follows from it:' '- Taken out wherever it stands in text: `<|im_end|>`, `<|endoftext|>`.'; do
  grep -qxF -- "$text" "$here/out"; verdict "one row: $text" $?
done
cp "$here/out" "$here/hermes"
run dialects Nemotron-JSON
cmp -s "$here/hermes" "$here/out"; verdict 'one row: by an alias, in any case' $?
run dialects exaone4
[ "$(sed -n 2p "$here/out")" = '# Not tried on answers of a model yet.' ]; verdict 'one row: read from no answer yet' $?
cp "$here/out" "$here/exaone4"
run filter --format-file "$here/exaone4" --explain
[ "$code" = 0 ]; verdict 'one row: what is printed is a format' $?
run dialects auto
[ "$code" = 0 ] && [ "$(head -1 "$here/out")" = auto ] && grep -qF docs/which_family.md "$here/out"; verdict auto $?
refuse 'auto is no row' 2 'tagstream: `auto` is made from all dialects and has no text of its own: NAME' dialects auto --json
run dialects exaone4 --json
grep -q '"evidence":\[\],"inferences":\[' "$here/out" && ! grep -q 'Not tried' "$here/out"; verdict 'one row: json, no evidence' $?
run dialects hermes --json
grep -qF '"evidence":["answers of Hermes models in BFCL-Result",' "$here/out"; verdict 'one row: json, its evidence' $?
grep -qE '^\{"name":"hermes",.*\}$' "$here/out" && [ "$(wc -l <"$here/out")" = 1 ]; verdict 'one row: json' $?
input=''
while read -r name; do
  expect "--dialect $name" 0 '{"role":"assistant","content":"","finish_reason":"stop"}\n' \
    read --to openai --json --dialect "$name"
done <"$here/names"

# --- for programs -------------------------------------------------------------------------------

run dialects --json
[ "$(head -1 "$here/out")" = '{"dialects":[' ] && [ "$(tail -1 "$here/out")" = ']}' ]
verdict 'json: one object' $?
sed '1d;$d; s/,$//' "$here/out" >"$here/rows"
sed -E 's/^\{"name":"([a-z0-9_]+)",.*\}$/\1/' "$here/rows" | cmp -s - "$here/names"
verdict 'json: the rows of the table' $?
row() { grep "^{\"name\":\"$1\"," "$here/rows"; }
row hunyuan_a13b | grep -qF '{"name":"hunyuan_a13b","aliases":[],"text":"'; verdict 'json: hunyuan_a13b' $?
row hunyuan_a13b | grep -qF '\n  <answer>CONTENT</answer>\n'; verdict 'json: its lines' $?
row muse_glimmer | grep -qF '\n  <|start|>ROLE to=self<|message|>REASONING<|eom|>\n'
verdict 'json: muse_glimmer' $?
row kimi_k2 | grep -qF '"`functions.` at the beginning of a name is cut off."'; verdict 'json: what follows from it' $?
row none | grep -qF '{"name":"none","aliases":["identity","translate_gemma","minimax_append_think","minimax_m2_append_think","passthrough"],"text":"'
verdict 'json: none' $?

input=''
for alias in $(sed -E 's/^.*"aliases":\[([^]]*)\].*$/\1/' "$here/rows" | tr -d '"' | tr ',' ' '); do
  expect "--dialect $alias" 0 '{"role":"assistant","content":"","finish_reason":"stop"}\n' \
    read --to openai --json --dialect "$alias"
done

# --- the manual ---------------------------------------------------------------------------------

manual=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../docs/dialects.md")
sed -n 's/^### //p' "$manual" | grep -xFf "$here/names" | cmp -s - "$here/names"
verdict 'dialects.md: a section for each' $?
[ "$(sed -n '/^## The names$/,/^## Each/p' "$manual" | sed -nE 's/^\| \[([a-z0-9_]+)\].*/\1/p')" = "$(cat "$here/names")" ]
verdict 'dialects.md: the table' $?
# A fence is closed by as many signs as have opened it: a line may hold shorter ones.
sed -nE 's/^(~{3,}|`{3,}).*/\1/p' "$manual" |
  awk 'open == "" { open = $0; next } $0 == open { open = "" } END { exit open != "" }'
verdict 'dialects.md: fences are closed' $?
! grep -q ' $' "$manual"; verdict 'dialects.md: no blanks at ends' $?

# --- what is refused ----------------------------------------------------------------------------

refuse 'a row that is not there' 2 \
  'tagstream: there is no dialect `hermess`: NAME; did you mean `hermes`? (tagstream dialects lists them)' dialects hermess
refuse 'two rows' 2 'tagstream: unexpected word after NAME: y' dialects hermes y
refuse 'unknown option' 2 'tagstream: unknown option: --yaml' dialects --yaml
refuse 'both forms' 2 'tagstream: --text and --json exclude each other: give one' \
  dialects --json --text
refuse 'a value for a switch' 2 'tagstream: a value is given to a switch: --json; leave it out' dialects --json=1
if [ -e /dev/full ]; then
  "$program" dialects >/dev/full 2>"$here/err"
  [ $? = 2 ] && [ "$(wc -l <"$here/err")" = 1 ]; verdict 'a full disk' $?
fi
"$program" dialects --json 2>"$here/err" | head -c 1 >/dev/null
[ "${PIPESTATUS[0]}" = 0 ] && [ ! -s "$here/err" ]; verdict 'a closed pipe' $?

sum_up
