#!/usr/bin/env bash
# Checks formats of one's own, and which family it is, from outside.
# usage: TAGSTREAM=path/to/tagstream own_formats_test.sh
# shellcheck disable=SC2034,SC2154  # checks.sh uses input, and sets code, here and program
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
answer='{"content":"So .","reasoning_content":"hm","tool_calls":[{"id":"call_0","type":"function","function":{"name":"f","arguments":"{}"}}],"finish_reason":"tool_calls"}\n'
expect '--format-file' 0 "$answer" parse --json --format-file "$format"
expect '--format' 0 "$answer" parse --json --format "$(cat "$format")"
expect '--format: two blanks end a line' 0 "$answer" parse --json --format \
  '<why>REASONING</why>  @@call{"name": "NAME", "arguments": ARGUMENTS}@@end  - drop <|im_end|>'
run show --color never --format-file "$format"
[ "$code" = 0 ] && ! grep -q '<why>' "$here/out"; verdict 'show --format-file' $?
expect 'what it says' 0 '  <why>REASONING</why>\n  @@call{"name": "NAME", "arguments": ARGUMENTS}@@end\n  - drop <|im_end|>\nWhat follows from it:\n- Taken out wherever it stands in text: `<|im_end|>`.\n' \
  dialects --format-file "$format"
expect 'the same as JSON' 0 '{"text":"[\\\\CALL NAME]\\\\nPARAMETER...[/END]  KEY: VALUE\\\\n","inferences":["A line that does not begin with a word and `: ` goes on with the value before it.","May follow the name: `]`."]}\n' \
  dialects --json --format '[\CALL NAME]\nPARAMETER...[/END]  KEY: VALUE\n'
for wrong in '<c>NAME\nPARAMETER...</c>  * KEY: VALUE\n' '<c>NAME\nPARAMETER...</c>  KEY: VALUE;'; do
  run dialects --format "$wrong"
  [ "$code" = 2 ] && grep -qF 'or make up a line: KEY: VALUE\n' "$here/err"
  verdict "no line of KEY and VALUE: $wrong" $?
done
refuse 'code after a name without a fence' 2 \
  'tagstream: format: line 1, column 1: code after a NAME stands in a fence: ```: `<c>NAME => f(KEY=PYTHON, ...)</c>`' \
  dialects --format '<c>NAME => f(KEY=PYTHON, ...)</c>'
input='<think>a</think>b <tool_call>{"name":"f"}</tool_call> c [TOOL_CALLS]g{}'
while read -r name; do
  "$program" dialects "$name" >"$here/one.txt"
  run parse --dialect "$name"
  cp "$here/out" "$here/by_name"
  run parse --format-file "$here/one.txt"
  cmp -s "$here/by_name" "$here/out"
  verdict "$name reads the same by its text" $?
done < <("$program" dialects | tail -n +2 | cut -d' ' -f1 | grep -vx auto)

sed 's/REASONING/REASONIG/' "$format" >"$here/bad.txt"
refuse 'a placeholder that there is not' 2 \
  'tagstream: format: line 2, column 6: no placeholder has this name: `REASONIG`: perhaps `REASONING` is meant (`\REASONIG` is the word itself)' \
  parse --format-file "$here/bad.txt"
sed 's/@@call/<why>/' "$format" >"$here/bad.txt"
refuse 'a format that cannot be' 2 \
  'tagstream: format: line 3, column 1: one marker opens two things: `<why>{"name": "NAME", "arguments": ARGUMENTS}@@end` beside `<why>REASONING</why>`' \
  parse --format-file "$here/bad.txt"
run dialects --format-file "$here/bad.txt"
[ "$code" = 2 ] && grep -qF 'line 3, column 1: one marker opens two things' "$here/err"
verdict 'dialects: a format that cannot be' $?
refuse 'dialects: a format is tried' 2 \
  'tagstream: format: line 1, column 1: this is not read as it is written: `<t>{"name": STRING}</t>`: `<t>{"name": It may rain.}</t>` is read as {"content":"<t>{\"name\": It may rain.}</t>","reasoning_content":"","tool_calls":[]}' \
  dialects --format '<t>{"name": STRING}</t>'
head -c 37 "$format" >"$here/bad.txt"
refuse 'half a file' 2 \
  'tagstream: format: line 2, column 1: nothing ends REASONING: write what stands after it: `<why>REASONING`' \
  parse --format-file "$here/bad.txt"
run parse --format-file "$here/none.txt"
[ "$code" = 2 ] && grep -qF "$here/none.txt" "$here/err"; verdict 'no such file' $?
printf '\357\273\277' | cat - "$format" >"$here/marked.txt"
input='<why>hm</why>So @@call{"name":"f"}@@end.<|im_end|>'
expect 'a byte order mark' 0 "$answer" parse --json --format-file "$here/marked.txt"
: >"$here/empty.txt"
refuse 'an empty file' 2 "tagstream: the format is empty: $here/empty.txt" \
  parse --format-file "$here/empty.txt"
refuse 'an empty text' 2 'tagstream: the format is empty: --format' parse --format ''
refuse 'a file and a name' 2 'tagstream: only one of them at a time: --dialect and --format-file' \
  parse --dialect think --format-file "$format"
refuse 'a text and a file' 2 'tagstream: only one of them at a time: --format and --format-file' \
  parse --format a --format-file "$format"
refuse 'standard input' 2 \
  'tagstream: give the name of a file; only the text comes from standard input: --format-file' \
  parse --format-file -

# --- models -------------------------------------------------------------------------------------

input='<think>hm</think>So.'
expect '--model' 0 '{"content":"So.","reasoning_content":"hm","tool_calls":[],"finish_reason":"stop"}\n' \
  parse --json --model Qwen/Qwen3-8B
[ ! -s "$here/err" ]; verdict '--model: certain, nothing to say' $?
run parse --json --model My-Qwen3-8B
[ "$code" = 0 ] && [ "$(cat "$here/err")" = "tagstream: likely qwen3, as 'qwen3' is in the name: --model My-Qwen3-8B" ]
verdict '--model: likely, and says so' $?
input='hm</think>So.'
expect '--model: its prompts open the reasoning' 0 '{"content":"So.","reasoning_content":"hm","tool_calls":[],"finish_reason":"stop"}\n' \
  parse --json --model Qwen/Qwen3-4B-Thinking-2507
expect '--model: the prompt itself says it better' 0 '{"content":"hm</think>So.","reasoning_content":"","tool_calls":[],"finish_reason":"stop"}\n' \
  parse --json --model Qwen/Qwen3-4B-Thinking-2507 --prompt-tail 'So: '
expect 'dialects --model: so does the answer' 0 \
  'qwen3: certain\n- evidence: qwen3-*-thinking, its prompts open the reasoning\n' \
  dialects --model Qwen/Qwen3-4B-Thinking-2507
refuse '--model: empty' 2 'tagstream: give the name of a model: --model' parse --model ''
refuse 'dialects --model: empty' 2 'tagstream: give the name of a model: --model' dialects --model ''
refuse '--guess: empty' 2 'tagstream: give the name of a file: --guess' dialects --guess ''
refuse '--model: not known' 2 \
  "tagstream: the family of 'gpt-4' is not known, give --dialect ('tagstream dialects' lists them): --model" \
  parse --model gpt-4
expect 'dialects --model' 0 'deepseek_v31: certain\n- evidence: deepseek-v3.1\n' \
  dialects --model deepseek-ai/DeepSeek-V3.1
expect 'dialects --model --json' 0 '{"dialect":"llama3_json","sure":"likely","asGood":[],"evidence":["llama3.2"]}\n' \
  dialects --model llama3.2:1b --json
expect 'dialects --model: not known' 1 'not known\n' dialects --model gpt-4
expect 'dialects --model --json: not known' 1 '{"dialect":null,"sure":"none","asGood":[],"evidence":[]}\n' \
  dialects --model gpt-4 --json

# --- answers and templates ----------------------------------------------------------------------

call='<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{}<|tool_call_end|>'
printf '%s' "$call" >"$here/answer"
expect '--guess: without the wrapper it is only likely' 0 'kimi_k2: likely\n- evidence: 1 call, <|tool_call_begin|>, <|tool_call_end|>, <|tool_call_argument_begin|>\n' \
  dialects --guess "$here/answer"
printf '<|tool_calls_section_begin|>%s<|tool_calls_section_end|>' "$call" >"$here/answer"
expect '--guess' 0 'kimi_k2: certain\n- evidence: 1 call, <|tool_call_begin|>, <|tool_call_end|>, <|tool_call_argument_begin|>, <|tool_calls_section_begin|>, <|tool_calls_section_end|>\n' \
  dialects --guess "$here/answer"
printf 'hm</think>So.' >"$here/thought"
run dialects --guess "$here/thought"
[ "$code" = 0 ] && grep -qx -- '- evidence: reasoning, </think>, it starts in reasoning (--start-in-reasoning)' "$here/out"
verdict '--guess: says where the answer starts' $?
run show --color never "$here/thought"
[ "$code" = 0 ] && ! grep -q '</think>' "$here/out" && grep -q 'from inside its reasoning' "$here/out"
verdict 'show: starts where the guess says' $?
input=$(cat "$here/answer")
run dialects --guess - --json
[ "$code" = 0 ] && grep -q '^{"dialect":"kimi_k2","sure":"certain","asGood":\[\],"evidence":\["1 call",' "$here/out"
verdict '--guess -: standard input, as JSON' $?
echo 'It is 4.' >"$here/answer"
expect '--guess: not known' 1 'not known\n' dialects --guess "$here/answer"
printf "{{ '<|tool_call_begin|>' }}" >"$here/template"
expect '--template' 0 'kimi_k2: certain\n- evidence: <|tool_call_begin|>\n' \
  dialects --template "$here/template"
refuse 'two questions' 2 'tagstream: only one of them at a time: --guess and --template' \
  dialects --guess "$here/answer" --template "$here/template"

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
expect '--import: it reads' 0 '{"content":"So ","reasoning_content":"hm","tool_calls":[{"id":"call_0","type":"function","function":{"name":"f","arguments":"{}"}}],"finish_reason":"tool_calls"}\n' \
  parse --json --format-file "$format"
sed -i 's/"open": "<tool_call>"/"open_pattern": "<f=(.*)>"/' "$here/tokenizer_config.json"
run dialects --import "$here/tokenizer_config.json"
[ "$code" = 3 ] && ! grep -q NAME "$here/out" && [ "$(head -1 "$here/err")" = \
  'tagstream: left out: a regular expression: /response_template/fields/tool_calls/open_pattern' ]
verdict '--import: what is left out is named' $?

sed -i 's/"version": 1, //; s/{"response_template": {/&"defaults": {"role": "a: b"}, /' "$here/tokenizer_config.json"
run dialects --import "$here/tokenizer_config.json"
[ "$code" = 3 ] && grep -q '/response_template/defaults$' "$here/err"; verdict '--import: keys that say more' $?
printf '{"fields":{"thinking":{"open":"<a>","close":"<a>"}}}' >"$here/twice.json"
refuse '--import: a format that can not be' 2 \
  "tagstream: an opening marker closes as well: $here/twice.json: /fields/thinking/close" \
  dialects --import "$here/twice.json"

# --- formats without calls -----------------------------------------------------------------------

input='b'
expect 'a format that says nothing of calls' 0 '{"kind":"content-delta","delta":"b"}\n' \
  parse --format '<a>REASONING</a>' --strict

# --- auto ---------------------------------------------------------------------------------------

input='<think>hm</think>So <tool_call>{"name":"f"}</tool_call>'
run parse --dialect auto
head -1 "$here/out" | grep -q '^{"kind":"notice","code":"family","offset":0,"message":"reasoning is marked as by .*deepseek_r1, .* and [0-9]* more"'
verdict 'auto: says which rows have the first marker of reasoning' $?
grep -q '"code":"family","offset":20,"message":"calls are marked as by .*, granite, ' "$here/out"
verdict 'auto: and the first of calls' $?
grep -q '"kind":"tool-call","name":"f"' "$here/out"; verdict 'auto: reads calls' $?
refuse 'auto is a dialect, not a part of one' 2 \
  "tagstream: unknown name 'auto' ('tagstream dialects' lists them): --reasoning" parse --reasoning auto

sum_up
