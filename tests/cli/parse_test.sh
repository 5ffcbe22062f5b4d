#!/usr/bin/env bash
# Checks `tagstream parse` from outside.
# usage: TAGSTREAM=path/to/tagstream parse_test.sh
# shellcheck disable=SC2034,SC2154  # checks.sh uses input, and sets code
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"

# Lines of output, as `expect` wants them: a backslash that is to be there is written twice.
content() { printf '{"kind":"content-delta","delta":"%s"}\\n' "$1"; }
reasoning() { printf '{"kind":"reasoning-delta","delta":"%s"}\\n' "$1"; }
# The call f, number $1, from byte $2 to $3, with the arguments {} and the body $4; $5 at the end.
call() {
  printf '{"kind":"tool-call","name":"f","arguments":"{}","id":"call_%s","content":"%s",' "$1" "$4"
  printf '"index":%s,"startIndex":%s,"endIndex":%s,"isClosed":true%s}\\n' "$1" "$2" "$3" "${5-}"
}
# The message with the content $1, the reasoning $2 and the calls $3. Blanks beside calls are none.
message() {
  local content="\"$1\""
  if [ -n "${3-}" ] && [[ $1 =~ ^(\\n| )*$ ]]; then content=null; fi
  printf '{"content":%s,"reasoning_content":"%s","tool_calls":[%s],"finish_reason":"%s"}\\n' "$content" "$2" "${3-}" \
    "$([ -n "${3-}" ] && echo tool_calls || echo stop)"
}
# A call in it: the id, the name, the arguments.
made() {
  printf '{"id":"%s","type":"function","function":{"name":"%s","arguments":"%s"}}' "$1" "$2" "$3"
}

# --- help ---------------------------------------------------------------------------------------

check_help parse 58 --dialect --reasoning --tool-format --tools --start-in-reasoning \
  --no-reasoning --calls-in-reasoning --reasoning-again --unclosed-reasoning --id-style \
  --prompt-tail --tool-choice --no-parallel --only-offered --bad-calls --trim --on-unclosed \
  --strict-json --drop --incremental --json --from --chunk-size --no-finish --markdown-code \
  --ignore-case --max-tag-bytes --max-held-bytes --max-section-bytes --max-attributes --on-limit \
  --stats -e --strict --color
check_example

# --- what is read -------------------------------------------------------------------------------

body='{\\"name\\":\\"f\\"}'
tag='<tool_call>{"name":"f"}</tool_call>'
quoted='<tool_call>{\\"name\\":\\"f\\"}</tool_call>'
input="<think>a</think>b $tag"
expect 'reasoning, text and a call' 0 "$(reasoning a)$(content 'b ')$(call 0 18 53 "$body")" \
  parse --dialect hermes
expect 'the same byte by byte' 0 \
  "$(reasoning a)$(content b)$(content ' ')$(call 0 18 53 "$body")" \
  parse --dialect hermes --chunk-size 1
expect 'an alias' 0 "$(reasoning a)$(content 'b ')$(call 0 18 53 "$body")" parse --dialect Nemotron-JSON
expect 'the last dialect counts' 0 "$(reasoning a)$(content 'b ')$(call 0 18 53 "$body")" \
  parse --dialect jamba --dialect hermes
expect 'only reasoning' 0 "$(reasoning a)$(content "b $quoted")" parse --reasoning hermes
expect 'only reasoning: no calls, said so' 0 "$(reasoning a)$(content "b $quoted")" \
  parse --reasoning hermes --tool-format none
expect 'only calls' 0 "$(content '<think>a</think>b ')$(call 0 18 53 "$body")" \
  parse --tool-format hermes
expect 'two halves' 0 "$(reasoning a)$(content 'b ')$(call 0 18 53 "$body")" \
  parse --reasoning think --tool-format granite4
expect 'nothing' 0 "$(content "<think>a</think>b $quoted")" parse --dialect none
input=''
expect 'no input' 0 '' parse --dialect hermes
expect 'no input, as a message' 0 "$(message '' '')" parse --dialect hermes --json
printf '%s' "<think>a</think>" >"$here/file"
expect 'a file' 0 "$(reasoning a)" parse --dialect hermes "$here/file"
input='a</think>b'
expect 'a closer without opener' 0 "$(content 'a</think>b')" parse --dialect hermes
expect 'start-in-reasoning' 0 "$(reasoning a)$(content b)" parse --dialect hermes --start-in-reasoning
expect 'a row that starts inside' 0 "$(reasoning a)$(content b)" parse --dialect think_forced
input="<think>$tag no</think>$tag"
expect 'no-reasoning' 0 "$(content "<think>$quoted no</think>")$(call 0 53 88 "$body")" \
  parse --dialect hermes --no-reasoning
input='a</s>b<think>c<|x|>d'
expect 'drop' 0 "$(content a)$(content b)$(reasoning c)$(reasoning d)" \
  parse --dialect hermes --reasoning-again anywhere --drop '</s>' --drop '<|x|>'
expect 'a row that drops' 0 "$(content a)$(content 'b<think>c<|x|>d')" parse --dialect gigachat3
input='<drop>x</drop>'
expect 'drop: a token like an option, and like a tag' 0 "$(content 'x</drop>')" \
  parse --dialect hermes --drop '<drop>' --drop=--json
input='<THINK>a</Think>b'
expect 'names have a case' 0 "$(content '<THINK>a</Think>b')" parse --dialect think
expect 'ignore-case' 0 "$(reasoning a)$(content b)" parse --dialect think --ignore-case
input='`<think>` b'
expect 'markdown-code' 0 "$(content '`<think>` b')" parse --dialect think --markdown-code
expect 'no markdown-code' 0 "$(content '`')$(reasoning '` b')" \
  parse --dialect think --reasoning-again anywhere
input='a <think>b'
expect 'reasoning-again: a mention' 0 "$(content 'a <think>b')" parse --dialect think
input='x</think>y'
expect 'prompt-tail' 0 "$(reasoning x)$(content y)" parse --dialect think --prompt-tail '<think>'
input='f
{}>>>all
b'
expect 'prompt-tail: an opener, and a call follows it' 0 \
  "$(call 0 0 4 'f\\n{}')$(content b)" parse --dialect functionary_v32 --prompt-tail '>>>'
expect 'without it: text' 0 "$(content 'f\\n{}')$(content b)" parse --dialect functionary_v32
input='all
b'
expect 'prompt-tail: an opener, and text follows it' 0 "$(content b)" \
  parse --dialect functionary_v32 --prompt-tail '>>>'
input='<|python_tag|>{"name":"f","parameters":{}} ;<think>b'
expect 'a separator that no call follows is text' 0 \
  "$(call 0 0 42 '{\\"name\\":\\"f\\",\\"parameters\\":{}}')$(content ' ;<think>b')" \
  parse --reasoning think --tool-format llama3_json
input='<think a="b">x</ think >y'
expect 'tags have attributes and blanks' 0 "$(reasoning x)$(content y)" parse --dialect think

# --- calls in open reasoning --------------------------------------------------------------------

input="<think>a$tag"
expect 'settle: a call is the last' 0 "$(reasoning a)$(call 0 8 43 "$body")" parse --dialect hermes
expect 'calls-in-reasoning end: the same' 0 "$(reasoning a)$(call 0 8 43 "$body")" \
  parse --dialect hermes --calls-in-reasoning end
expect 'calls-in-reasoning keep' 0 "$(message '' "a$quoted")" \
  parse --dialect hermes --calls-in-reasoning keep --json
input="<think>a$tag b</think>c"
for policy in '' '--calls-in-reasoning=settle' '--calls-in-reasoning=keep'; do
  # shellcheck disable=SC2086  # an option, or none
  expect "reasoning goes on after a call: $policy" 0 "$(message c "a$quoted b")" \
    parse --dialect hermes --json $policy
done
expect 'calls-in-reasoning end' 0 "$(message ' bc' a "$(made call_0 f '{}')")" \
  parse --dialect hermes --json --calls-in-reasoning end
expect 'calls-in-reasoning extract' 0 "$(message c 'a b' "$(made call_0 f '{}')")" \
  parse --dialect hermes --json --calls-in-reasoning extract
input='<think>a<tool_calls>{"name":"f"}</tool_calls>'
expect 'a row that keeps' 0 "$(message '' 'a<tool_calls>{\\"name\\":\\"f\\"}</tool_calls>')" \
  parse --dialect hunyuan_a13b --json
expect 'a row that keeps, told to settle' 0 "$(message '' a "$(made call_0 f '{}')")" \
  parse --dialect hunyuan_a13b --json --calls-in-reasoning settle

# --- errors, and what is never closed -----------------------------------------------------------

input="<tool_call>no</tool_call>x$tag"
run parse --dialect hermes
sed -E 's/"message":"[^"]+"/"message":""/' "$here/out" >"$here/lines"
printf '%b' "$(content '<tool_call>no</tool_call>')" \
  '{"kind":"tool-error","code":"invalid-json","message":"","offset":11,"content":"no","startIndex":0,"endIndex":25}\n' \
  "$(content x)$(call 0 26 61 "$body")" >"$here/want"
# Its bytes may leave in several pieces.
joined() {
  sed -nE 's/^\{"kind":"content-delta","delta":"(.*)"\}$/\1/p' "$1" | tr -d '\n'
}
[ "$(joined "$here/lines")" = '<tool_call>no</tool_call>x' ] &&
  [ "$(grep -v delta "$here/lines")" = "$(grep -v delta "$here/want")" ]
verdict 'an error, and a call after it' $?
verdict 'an error is no failure' "$code"
run parse --dialect hermes --strict
[ "$code" = 3 ]; verdict 'strict: an error' $?
run parse --dialect hermes --json
[ "$(cat "$here/out")" = "$(printf '%b' "$(message '<tool_call>no</tool_call>x' '' "$(made call_0 f '{}')")")" ]
verdict 'json: no call is content' $?
grep -qE '^tagstream: .+: byte 11$' "$here/err" && [ "$(wc -l <"$here/err")" = 1 ]
verdict 'json: an error is said on standard error' $?
input='<tool_call> </tool_call>'
run parse --dialect hermes
[ "$(wc -l <"$here/out")" = 1 ] && grep -q '"code":"empty"' "$here/out"; verdict 'nothing in it' $?
input="<tool_call>{'name':'f'}</tool_call>"
expect 'a repaired spelling' 0 "$(call 0 0 35 "{'name':'f'}" ',"isRepaired":true')" parse --dialect hermes
run parse --dialect hermes --strict-json
grep -q '"code":"invalid-json".*"offset":12' "$here/out"; verdict 'strict-json' $?
input='a <tool_call>{"name":"f"}'
cut_off='<tool_call>{\\"name\\":\\"f\\"}'
run parse --dialect hermes
[ "$code" = 0 ] && grep -q '^{"kind":"notice","code":"unclosed-call","offset":2,' "$here/out"
verdict 'on-unclosed text: a notice' $?
[ "$(joined "$here/out")" = 'a <tool_call>{\"name\":\"f\"}' ]; verdict 'on-unclosed text: the text' $?
run parse --dialect hermes --strict
[ "$code" = 3 ]; verdict 'strict: an unclosed call' $?
expect 'on-unclosed text, as a message' 0 "$(message "a $cut_off" '')" parse --dialect hermes --json
grep -qE '^tagstream: .+: byte 2$' "$here/err"; verdict 'json: a notice on standard error' $?
expect 'on-unclosed call' 0 \
  "$(content 'a ')"'{"kind":"tool-call","name":"f","arguments":"{}","id":"call_0","content":"{\\"name\\":\\"f\\"}","index":0,"startIndex":2,"endIndex":25,"isClosed":false}\n' \
  parse --dialect hermes --on-unclosed call
run parse --dialect hermes --on-unclosed error --strict
[ "$code" = 3 ] && [ "$(joined "$here/out")" = 'a <tool_call>{\"name\":\"f\"}' ] &&
  grep -q '"kind":"tool-error","code":"unclosed".*"startIndex":2,"endIndex":25}$' "$here/out"
verdict 'on-unclosed error' $?
expect 'no-finish: what is held stays held' 0 "$(content 'a ')" parse --dialect hermes --no-finish
expect '-e: no call' 1 "$(content 'a ')" parse --dialect hermes --no-finish -e
input='a'
expect 'calls that nobody asked for' 0 "$(content a)" parse --reasoning think --strict
input=" a $tag b "
run parse --dialect hermes --trim
[ "$(grep -o '"delta":"[^"]*"' "$here/out" | tr '\n' ' ')" = '"delta":"a" "delta":"b" ' ]; verdict 'trim' $?
input='<think>a'
expect 'unclosed-reasoning' 3 \
  "$(reasoning a)"'{"kind":"notice","code":"unclosed-reasoning","offset":8,"message":"the reasoning never closed: it is the content of the message"}\n' \
  parse --dialect hermes --unclosed-reasoning content --strict
run parse --dialect hermes --unclosed-reasoning content --json
grep -q '^{"content":"a","reasoning_content":"",' "$here/out"; verdict 'unclosed-reasoning: the message' $?
input="$tag"
for style in openai:'call_[0-9A-Za-z]{24}' mistral:'[0-9A-Za-z]{9}' counted:call_0; do
  run parse --dialect hermes --id-style "${style%%:*}"
  grep -qE "\"id\":\"${style#*:}\"" "$here/out"; verdict "id-style ${style%%:*}" $?
  run parse --dialect hermes --id-style "${style%%:*}" --json
  grep -qE "\"id\":\"${style#*:}\"" "$here/out"; verdict "id-style ${style%%:*}: the message" $?
done
input='<think>a'
expect 'strict: unclosed reasoning is none of it' 0 "$(reasoning a)" parse --dialect hermes --strict
expect '-e: reasoning is no call' 1 "$(reasoning a)" parse --dialect hermes -e
input="x$tag"
expect '-e and strict: a call' 0 "$(content x)$(call 0 1 36 "$body")" parse --dialect hermes -e --strict

# --- ids, pieces, messages ----------------------------------------------------------------------

input='<tool_call>{"id":"i7","name":"f"}</tool_call>'"$tag"
run parse --dialect hermes
[ "$(grep -o '"id":"[^"]*","content"' "$here/out" | tr -d '\n')" = '"id":"i7","content""id":"call_1","content"' ]
verdict 'ids: the model s own, or made' $?
expect 'ids in a message' 0 "$(message '' '' "$(made i7 f '{}'),$(made call_1 f '{}')")" \
  parse --dialect hermes --json
input='[TOOL_CALLS]f[CALL_ID]x1[ARGS]{"a":1}'
expect 'incremental' 0 \
  '{"kind":"tool-call-start","index":0,"id":"x1","name":"f"}\n{"kind":"tool-call-delta","index":0,"delta":"{\\"a\\":1}"}\n{"kind":"tool-call-end","name":"f","arguments":"{\\"a\\":1}","id":"x1","content":"f[CALL_ID]x1[ARGS]{\\"a\\":1}","index":0,"startIndex":0,"endIndex":37,"isClosed":true}\n' \
  parse --dialect mistral --incremental
run parse --dialect mistral --incremental --chunk-size 1
[ "$(sed -nE 's/^\{"kind":"tool-call-delta","index":0,"delta":"(.*)"\}$/\1/p' "$here/out" | tr -d '\n')" = '{\"a\":1}' ]
verdict 'incremental: the pieces make the arguments' $?
run parse --dialect mistral --incremental -e --strict
verdict 'incremental: -e and strict count a call' "$code"
input='[TOOL_CALLS]f{"a":1'
run parse --dialect mistral --incremental
[ "$(head -1 "$here/out")" = '{"kind":"tool-call-start","index":0,"id":"call_0","name":"f"}' ] &&
  tail -1 "$here/out" | grep -q '"kind":"tool-error","code":"unclosed".*"endIndex":19,"index":0}$'
verdict 'incremental: an error has the index' $?
input='<think>\xfe</think>é\xff'
expect 'json: bad bytes' 0 "$(message 'é\xef\xbf\xbd' '\xef\xbf\xbd')" parse --dialect hermes --json
for _ in $(seq 20000); do printf '<think>t</think>text %s\n' "$tag"; done >"$here/many"
timeout 20 "$program" parse --dialect hermes --json "$here/many" >"$here/out"
verdict 'json: many calls in time' $?
[ "$(grep -o '"type":"function"' "$here/out" | wc -l)" = 20000 ]; verdict 'json: all of them' $?

# --- transcripts --------------------------------------------------------------------------------

# name, dialect, input (escapes as of printf %b), message: the same however it is cut.
transcript() {
  local size
  input=$3
  for size in '' 1 2 3 7 64; do
    expect "$1${size:+, $size bytes at a time}" 0 "$4" \
      parse --dialect "$2" --json ${size:+--chunk-size "$size"}
    expect "$1, in pieces${size:+, $size bytes at a time}" 0 "$4" \
      parse --dialect "$2" --json --incremental ${size:+--chunk-size "$size"}
  done
  run parse --dialect "$2"
  grep -v delta "$here/out" >"$here/whole"
  run parse --dialect "$2" --chunk-size 1
  grep -v delta "$here/out" | cmp -s - "$here/whole"
  verdict "$1: the same calls and errors" $?
}

oslo='{\\"city\\":\\"Oslo\\"}'
rome='{\\"city\\": \\"Rome\\", \\"days\\": 3}'
transcript 'hermes' hermes \
  '<think>\nTwo towns, so two calls.\n</think>\n\nLet me look.\n<tool_call>\n{"name": "weather", "arguments": {"city":"Oslo"}}\n</tool_call>\n<tool_call>\n{"name": "weather", "arguments": {"city": "Rome", "days": 3}}\n</tool_call>' \
  "$(message '\\n\\nLet me look.\\n\\n' '\\nTwo towns, so two calls.\\n' "$(made call_0 weather "$oslo"),$(made call_1 weather "$rome")")"
transcript 'qwen3: a closing tag in a string' qwen3 \
  '<tool_call>{"name":"write","arguments":{"text":"</tool_call><tool_call>é"}}</tool_call>' \
  "$(message '' '' "$(made call_0 write '{\\"text\\":\\"</tool_call><tool_call>é\\"}')")"
transcript 'mistral' mistral \
  '[THINK]Norway.[/THINK]One moment.[TOOL_CALLS]weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo"}[TOOL_CALLS]weather{"city": "Rome", "days": 3}' \
  "$(message 'One moment.' 'Norway.' "$(made a1B2c3D4e weather "$oslo"),$(made call_1 weather "$rome")")"
transcript 'mistral, the older list' magistral \
  '[TOOL_CALLS] [{"name": "weather", "arguments": {"city":"Oslo"}}, {"name": "weather", "arguments": {"city": "Rome", "days": 3}}]' \
  "$(message '' '' "$(made call_0 weather "$oslo"),$(made call_1 weather "$rome")")"
transcript 'kimi_k2' kimi_k2 \
  'Sure.<|tool_calls_section_begin|><|tool_call_begin|>functions.weather:0<|tool_call_argument_begin|>{"city":"Oslo"}<|tool_call_end|><|tool_call_begin|>functions.weather:1<|tool_call_argument_begin|>{"city": "Rome", "days": 3}<|tool_call_end|><|tool_calls_section_end|>' \
  "$(message 'Sure.' '' "$(made functions.weather:0 weather "$oslo"),$(made functions.weather:1 weather "$rome")")"
transcript 'kimi_k2: a section ends reasoning' kimi_k2 \
  '<think>I call.<|tool_calls_section_begin|><|tool_call_begin|>functions.weather:0<|tool_call_argument_begin|>{"city":"Oslo"}<|tool_call_end|><|tool_calls_section_end|>Done.' \
  "$(message 'Done.' 'I call.' "$(made functions.weather:0 weather "$oslo")")"
transcript 'deepseek_v3' deepseek_v3 \
  '<think>Hm.</think>I look.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>weather\n```json\n{"city":"Oslo"}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>weather\n```json\n{"city": "Rome", "days": 3}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>' \
  "$(message 'I look.' 'Hm.' "$(made call_0 weather "$oslo"),$(made call_1 weather "$rome")")"
transcript 'deepseek_v31' deepseek_v31 \
  '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>weather<｜tool▁sep｜>{"city":"Oslo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>' \
  "$(message '' '' "$(made call_0 weather "$oslo")")"
transcript 'harmony' gpt-oss \
  '<|channel|>analysis<|message|>I need the weather.<|end|><|start|>assistant<|channel|>commentary to=functions.weather <|constrain|>json<|message|>{"city":"Oslo"}<|call|>' \
  "$(message '' 'I need the weather.' "$(made call_0 weather "$oslo")")"
transcript 'harmony: an answer' harmony \
  '<|channel|>analysis<|message|>Easy.<|end|><|start|>assistant<|channel|>final<|message|>It is 4.<|return|>' \
  "$(message 'It is 4.' 'Easy.')"
transcript 'llama3_json' llama3_json \
  '<|python_tag|>{"name": "weather", "parameters": {"city":"Oslo"}}; {"name": "weather", "parameters": {"city": "Rome", "days": 3}}' \
  "$(message '' '' "$(made call_0 weather "$oslo"),$(made call_1 weather "$rome")")"
transcript 'llama3_json: no mark' llama4_json '{"name": "weather", "parameters": {"city":"Oslo"}}' \
  "$(message '' '' "$(made call_0 weather "$oslo")")"
transcript 'llama3_json: JSON that is no call' llama3_json '{"city":"Oslo"} is what I would send.' \
  "$(message "$oslo is what I would send." '')"
transcript 'cohere_command4' cohere_command4 \
  '<|START_THINKING|>Norway.<|END_THINKING|><|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "weather", "parameters": {"city":"Oslo"}}\n]<|END_ACTION|>' \
  "$(message '' 'Norway.' "$(made 0 weather "$oslo")")"
transcript 'cohere_command4: an answer' cohere_command4 \
  '<|START_THINKING|>Easy.<|END_THINKING|><|START_RESPONSE|>It rains.<|END_RESPONSE|>' \
  "$(message 'It rains.' 'Easy.')"
transcript 'apertus' apertus \
  '<|inner_prefix|>Norway.<|inner_suffix|>I look. <|tools_prefix|>[{"weather": {"city":"Oslo"}}, {"weather": {"city": "Rome", "days": 3}}]<|tools_suffix|>' \
  "$(message 'I look. ' 'Norway.' "$(made call_0 weather "$oslo"),$(made call_1 weather "$rome")")"
transcript 'granite' granite \
  "Here's my thought process:\nIt is in Norway.\nHere's my response:\nI look.<|tool_call|>[{\"name\": \"weather\", \"arguments\": {\"city\":\"Oslo\"}}]" \
  "$(message 'I look.' 'It is in Norway.\\n' "$(made call_0 weather "$oslo")")"
transcript 'gemma4' gemma4 '<|channel>thought\nEasy.<channel|>It rains.' "$(message 'It rains.' 'Easy.')"
transcript 'phi4_mini' phi4_mini 'functools[{"name": "weather", "arguments": {"city":"Oslo"}}]' \
  "$(message '' '' "$(made call_0 weather "$oslo")")"
transcript 'xlam' xlam '```json\n[{"name": "weather", "arguments": {"city":"Oslo"}}]\n```' \
  "$(message '' '' "$(made call_0 weather "$oslo")")"
transcript 'internlm2' internlm2 \
  'I look.<|action_start|><|plugin|>\n{"name": "weather", "parameters": {"city":"Oslo"}}<|action_end|>\n' \
  "$(message 'I look.\\n' '' "$(made call_0 weather "$oslo")")"
transcript 'inkling' inkling \
  '<|message_model|><|content_thinking|>Norway.<|end_message|><|message_model|><|content_invoke_tool_json|>{"name":"weather","args":{"city":"Oslo"}}<|end_message|>' \
  "$(message '' 'Norway.' "$(made call_0 weather "$oslo")")"
transcript 'ernie45' ernie45 '<think>\nEasy.\n</think>\n\n<response>\nIt rains.\n</response>\n' \
  "$(message 'It rains.\\n' 'Easy.\\n')"
transcript 'gigachat3' gigachat3 \
  'I look.<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "weather", "arguments": {"city":"Oslo"}}</s>' \
  "$(message 'I look.' '' "$(made call_0 weather "$oslo")")"
transcript 'kimi' kimi '◁think▷Easy.◁/think▷It rains.' "$(message 'It rains.' 'Easy.')"
transcript 'minimax_m3' minimax_m3 '<mm:think>Easy.]<]minimax[>[It rains.' \
  "$(message ']<]minimax[>[It rains.' 'Easy.')"
transcript 'muse_glimmer' muse_glimmer \
  '<|start|>assistant to=self<|message|>Easy.<|eom|><|start|>assistant to=user<|message|>It rains.<|eot|>' \
  "$(message 'It rains.' 'Easy.')"
transcript 'jamba' jamba '<tool_calls>[\n{"name": "weather", "arguments": {"city":"Oslo"}}\n]</tool_calls>' \
  "$(message '' '' "$(made call_0 weather "$oslo")")"
transcript 'function_json' function_json '<function=weather>{"city":"Oslo"}</function>' \
  "$(message '' '' "$(made call_0 weather "$oslo")")"

# --- tools --------------------------------------------------------------------------------------

input="$tag"
printf '[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}]' >"$here/tools.json"
expect 'tools' 0 "$(call 0 0 35 "$body")" parse --dialect hermes --tools "$here/tools.json"
input='x'
printf '[1,' >"$here/tools.json"
refuse 'tools: not JSON' 2 "tagstream: not JSON: $here/tools.json: line 1, column 4" \
  parse --dialect hermes --tools "$here/tools.json"
printf '[{"name":"f"},{"name":"f"}]' >"$here/tools.json"
refuse 'tools: two of a name' 2 "$("$program" tools --schema "$here/tools.json" </dev/null 2>&1)" \
  parse --dialect hermes --tools "$here/tools.json"
refuse 'tools: no such file' 2 "tagstream: no such file: $here/none" \
  parse --dialect hermes --tools "$here/none"
printf '[{"name":"get_weather"}]' >"$here/tools.json"
refuse 'tools: the one that is chosen is none of them' 2 \
  "tagstream: the tool 'get_wether' is chosen, but not offered (did you mean 'get_weather'?)" \
  parse --dialect hermes --tools "$here/tools.json" --tool-choice get_wether
refuse 'tools from standard input' 2 \
  'tagstream: give the name of a file; only the text comes from standard input: --tools' \
  parse --dialect hermes --tools -

# --- limits -------------------------------------------------------------------------------------

input="a${tag}b"
expect 'max-held-bytes: at the limit' 0 "$(content a)$(call 0 1 36 "$body")$(content b)" \
  parse --dialect hermes --max-held-bytes 35
run parse --dialect hermes --max-held-bytes 34
grep -q '"kind":"tool-error","code":"too-large".*"offset":1,"content":"","startIndex":1,"endIndex":35}$' "$here/out" &&
  [ "$(joined "$here/out")" = 'a<tool_call>{\"name\":\"f\"}</tool_call>b' ]
verdict 'max-held-bytes: one less' $?
run parse --dialect hermes --max-held-bytes 34 --on-limit error
[ "$code" = 4 ] && grep -qE '^tagstream: .+: byte [0-9]+$' "$here/err" && [ "$(wc -l <"$here/err")" = 1 ]
verdict 'on-limit error: exit 4 and one line' $?
run parse --dialect hermes --stats
grep -qE '^\{"bytesFed":37,.*"limitHits":0\}$' "$here/err"; verdict 'stats' $?

# --- what is refused ----------------------------------------------------------------------------

input=''
lists="('tagstream dialects' lists"
refuse 'nothing says what to read' 2 \
  "tagstream: give --dialect or --format, or --reasoning or --tool-format or both $lists their names)" parse
refuse 'an empty name' 2 \
  "tagstream: give --dialect or --format, or --reasoning or --tool-format or both $lists their names)" \
  parse --dialect ''
refuse 'an unknown name' 2 "tagstream: unknown name 'xyzzy' $lists them): --dialect" \
  parse --dialect xyzzy
refuse 'a name with a slip' 2 "tagstream: unknown name 'hermess', perhaps hermes $lists them): --dialect" \
  parse --dialect hermess
refuse 'the beginning of a name' 2 \
  "tagstream: unknown name 'harm', perhaps harmony $lists them): --reasoning" parse --reasoning harm
refuse 'several names are close' 2 \
  "tagstream: unknown name 'glm4', perhaps glm45 or glm46 or glm or glm47 or glm5 $lists them): --tool-format" \
  parse --tool-format glm4
refuse 'a dialect and a part' 2 'tagstream: only one of them at a time: --dialect and --reasoning' \
  parse --dialect hermes --reasoning think
refuse 'a dialect and the other part' 2 \
  'tagstream: only one of them at a time: --dialect and --tool-format' \
  parse --dialect hermes --tool-format jamba
refuse 'another policy in reasoning' 2 \
  "tagstream: give settle|end|keep|extract, not 'ask': --calls-in-reasoning" \
  parse --dialect hermes --calls-in-reasoning ask
refuse 'another policy for unclosed calls' 2 \
  "tagstream: give text|call|error, not 'drop': --on-unclosed" \
  parse --dialect hermes --on-unclosed drop
refuse 'unknown option' 2 'tagstream: unknown option: --tag' parse --tag
refuse 'a missing value' 2 'tagstream: a value is missing: --drop' parse --dialect hermes --drop
refuse 'a value for a switch' 2 'tagstream: takes no value: --incremental' \
  parse --dialect hermes --incremental=yes
refuse 'two files that are not there' 2 'tagstream: no such file: a
tagstream: no such file: b' parse --dialect hermes a b
refuse 'no such file' 2 "tagstream: no such file: $here/none" parse --dialect hermes "$here/none"
for arguments in '--dialect jamba' '--tool-format hermes'; do
  # shellcheck disable=SC2086  # an option and its value
  refuse "no reasoning to start in: $arguments" 2 \
    'tagstream: start_in_reasoning: there is no reasoning to be in' parse $arguments --start-in-reasoning
done
refuse 'an empty token to drop' 2 'tagstream: a token to drop is empty' parse --dialect hermes --drop ''

# --- streams ------------------------------------------------------------------------------------

mkfifo "$here/pipe"
"$program" parse --dialect hermes <"$here/pipe" >"$here/flowing" &
exec 3>"$here/pipe"
printf '<think>Hm' >&3
said=$(printf '%b' "$(reasoning Hm)")
wait_for "$here/flowing" "$said"; verdict 'flowing: reasoning as it comes' $?
printf '</think><tool_call>{"name":"f"}</tool_call' >&3
printf '>' >&3
called=$(printf '%b' "$(reasoning Hm)$(call 0 17 52 "$body")")
wait_for "$here/flowing" "$called"; verdict 'flowing: a call with its last byte' $?
exec 3>&-
wait $!; verdict 'flowing: ends well' $?
{ yes "$tag" | "$program" parse --dialect hermes 2>"$here/err"; echo "${PIPESTATUS[1]}" >"$here/code"; } |
  head -c 5 >"$here/out"
[ "$(cat "$here/code")" = 0 ] && [ ! -s "$here/err" ]; verdict 'a closed pipe ends an endless input' $?
"$program" parse --dialect hermes "$here/many" | grep tool-call >"$here/whole"
"$program" parse --dialect hermes --chunk-size 7 "$here/many" | grep tool-call | cmp -s - "$here/whole"
verdict 'chunk-size 7: the same calls' $?
if command -v script >/dev/null 2>&1; then
  printf '<think>\033[31m\302\233</think>\033' >"$here/escapes"
  for form in '' --events; do
    ! on_terminal "'$program' parse --dialect think $form --color never '$here/escapes'" | grep -q $'\033\|\302\233'
    verdict "terminal: control bytes are not sent $form" $?
  done
fi

sum_up
