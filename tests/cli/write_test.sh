#!/usr/bin/env bash
# Checks what writes messages, from outside.
# usage: TAGSTREAM=path/to/tagstream write_test.sh
# shellcheck disable=SC2034,SC2154,SC2162  # checks.sh uses input, and sets code, here and program
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"

# --- messages in, text out ----------------------------------------------------------------------

input='{"reasoning": "2 + 2", "content": "It is 4."}'
expect 'a message from standard input' 0 '<think>2 + 2</think>It is 4.' write --dialect qwen3
expect 'a minus is standard input' 0 '<think>2 + 2</think>It is 4.' write --dialect qwen3 -
expect '--model' 0 '<think>2 + 2</think>It is 4.' write --model Qwen/Qwen3-8B
expect '--start-in-reasoning' 0 '2 + 2</think>It is 4.' write --dialect qwen3 --start-in-reasoning
echo '<why>REASONING</why>' >"$here/format"
expect '--format-file' 0 '<why>2 + 2</why>It is 4.' write --format-file "$here/format"
input='<think>Hm.</think>So <tool_call>{"name":"f","arguments":{"a":[1,"<b>"]}}</tool_call>'
for dialect in hermes qwen3 mistral deepseek_v3 kimi_k2 deepseek_v32 lfm2; do
  run read --to openai --json --dialect hermes
  cp "$here/out" "$here/message"
  "$program" write --dialect "$dialect" "$here/message" |
    "$program" read --to openai --json --dialect "$dialect" >"$here/again"
  sed 's/"id":"[^"]*"//; s/\\"//g; s/[ ,]//g' "$here/message" >"$here/a"
  sed 's/"id":"[^"]*"//; s/\\"//g; s/[ ,]//g' "$here/again" >"$here/b"
  [ -s "$here/a" ] && cmp -s "$here/a" "$here/b"; verdict "$dialect: what is written is read" $?
done

# --- refusals -----------------------------------------------------------------------------------

input='{"content": "a <tool_call>"}'
refuse 'a marker' 2 'tagstream: the content holds `<tool_call>`, a marker of the format (standard input)' \
  write --dialect hermes
input='{"content": "Here is my thought process: x"}'
refuse 'words that are a marker' 2 \
  'tagstream: the content holds `Here is my thought process:`, a marker of the format (standard input)' \
  write --dialect granite
input='{"content": 1}'
refuse 'another shape' 2 'tagstream: expected a string, not a number: /content (standard input)' \
  write --dialect hermes
input='{"contnt": "a"}'
refuse 'a key that no message has' 2 'tagstream: a message has no `contnt`, but `content`: /contnt (standard input)' \
  write --dialect hermes
refuse 'nothing to write by' 2 'tagstream: nothing to write by: give --dialect NAME, --model or --format' \
  write
printf '{"hide": "a"}' >"$here/hide.json"
refuse 'a rule alone' 2 'tagstream: nothing to write by: give --dialect NAME, --model or --format' \
  write --options "$here/hide.json"
input='{'
refuse 'no JSON' 2 'tagstream: not JSON at line 1, column 2: standard input' write --dialect hermes
input='{}'
expect 'an empty message' 0 '' write --dialect hermes
refuse 'auto' 2 'tagstream: --dialect auto reads many formats and writes none: name one' \
  write --dialect auto

refuse 'a model that is not known' 2 \
  'tagstream: no dialect is known for `nosuch`: --model; give --dialect NAME, for reading also --dialect auto' \
  write --model nosuch
printf '{"reasoning": "a", "content": "b"}' >"$here/w.json"
refuse 'a part that the dialect does not have' 2 \
  "tagstream: the dialect \`llama3_json\` has no reasoning ($here/w.json)" \
  write --dialect llama3_json "$here/w.json"
printf '{"tool_calls": [{"name": "g"}, {"name": "f", "arguments": "x"}]}' >"$here/w.json"
refuse 'arguments that are no object' 2 \
  "tagstream: the arguments of \`f\` are not a JSON object: byte 0 of /tool_calls/1 ($here/w.json)" \
  write --dialect hermes "$here/w.json"
input='{"tool_calls": [{"name": "", "arguments": "{}"}]}'
refuse 'a call without a name' 2 'tagstream: a call has no name: /tool_calls/0 (standard input)' \
  write --dialect hermes

sum_up
