#!/usr/bin/env bash
# Checks inputs other than one text, and output for clients.
# usage: TAGSTREAM=path/to/tagstream wire_test.sh
# shellcheck disable=SC2034,SC2154,SC2162  # checks.sh uses input, and sets code
# shellcheck source=checks.sh disable=SC1091
tests=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
source "$tests/checks.sh"

# An event with the text $1, of choice ${2:-0}; $3 is why it ends.
event() {
  local finish=null
  [ -z "${3-}" ] || finish="\"$3\""
  printf 'data: {"choices":[{"index":%s,"delta":{"content":"%s"},"finish_reason":%s}]}\\n\\n' \
    "${2:-0}" "$1" "$finish"
}
done_event='data: [DONE]\n\n'

# --- help ---------------------------------------------------------------------------------------

run help inputs
verdict 'help inputs: exit 0' "$code"
! grep -qE '^.{95}' "$here/out"; verdict 'help inputs: no line is long' $?
for option in --api --snapshots --field --keep -j --max-event-bytes -H --no-filename -l; do
  grep -qE "^  $option( |\$)" "$here/out"; verdict "help inputs: $option" $?
done

# --- streams ------------------------------------------------------------------------------------

input="$(event 'a <th')$(event 'ink>b</think>c' 0 stop)$done_event"
expect 'sse: filter' 0 'a c' filter --hide think --from sse
expect 'sse: read --json' 0 '{"content":"a c","sections":[{"name":"think","raw_tag":"<think>","attributes":[],"content":"b","is_closed":true,"start":2,"end":18}],"finish_reason":"stop"}\n' \
  read --hide think --from sse --json
expect 'sse: inner' 0 'b\n' inner think --from sse
expect 'sse: thoughts' 0 '{"kind":"content-delta","delta":"a "}\n{"kind":"thought-stream","taskId":"","contextId":"","thoughtType":"reasoning","thought":"b","metadata":{"verbosity":"normal"}}\n{"kind":"content-delta","delta":"c"}\n' \
  read --to thought_stream --thought think --from sse
expect 'sse: extract --flat' 0 '{"index":0,"parent":null,"depth":1,"name":"think","attributes":[],"start":2,"end":18,"content_start":9,"content_end":10,"is_closed":true,"is_self_closing":false}\n' \
  extract --flat --from sse
want='{"kind":"content","text":"a "}\n{"kind":"section_start"'
for size in 1 2 3 7 64; do
  run read --hide think --from sse --events --chunk-size "$size"
  cp "$here/out" "$here/size-$size"
  cmp -s "$here/size-1" "$here/size-$size"; verdict "sse: pieces of $size bytes" $?
done

input='{"message":{"content":"a"},"done":false}\n{"message":{"content":"b"},"done":true}\n'
expect 'ndjson: filter' 0 'ab' filter --hide t --from ndjson
refuse 'ndjson: another api' 2 \
  'tagstream: no event is one of anthropic: (standard input); --api auto reads them' \
  filter --hide t --from ndjson --api anthropic
input='{"response":"a","done":false}\n{"response":"ab","done":true}\n'
expect 'ndjson: snapshots' 0 'ab' filter --hide t --from ndjson --snapshots
! grep -q snapshot "$here/err"; verdict 'ndjson: a field that is missing is no snapshot' $?
input='{"response":"ab","done":false}\n{"response":"aX","done":false}\n{"response":"abc","done":true}\n'
expect 'ndjson: a snapshot that goes back' 0 'abc' filter --hide t --from ndjson --snapshots
[ "$(cat "$here/err")" = 'tagstream: the snapshot does not begin with the last one: byte 31' ]
verdict 'ndjson: it is said' $?

input="$(event a 1)$(event b)$(event c 1 stop)$(event d 0 stop)"
expect 'choices: lines say whose they are' 0 \
  '{"choice":1,"kind":"content","text":"a","start":0,"end":1}\n{"choice":0,"kind":"content","text":"b","start":0,"end":1}\n{"choice":1,"kind":"content","text":"c","start":1,"end":2}\n{"choice":0,"kind":"content","text":"d","start":1,"end":2}\n{"choice":0,"kind":"finish","finish_reason":"stop"}\n{"choice":1,"kind":"finish","finish_reason":"stop"}\n' \
  read --dialect think --from sse
expect 'choices: an object for each' 0 \
  '{"choice":0,"content":"bd","finish_reason":"stop"}\n{"choice":1,"content":"ac","finish_reason":"stop"}\n' \
  read --hide t --json --from sse
input="$(event '<a>1</a>')$(event '<b>' 1)$(event '<c/>')$(event '2</b>' 1 stop)$(event d 0 stop)"
for more in '' --content --json; do
  # shellcheck disable=SC2086  # none or one
  run extract --from sse $more
  [ "$(wc -l <"$here/out")" = 2 ] && python3 -c 'import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
names = [(line["choice"], [tag["name"] for tag in line["tags"]]) for line in lines]
sys.exit(names != [(0, ["a", "c"]), (1, ["b"])])' "$here/out"
  verdict "choices: extract $more" $?
done
input="$(event '<a>1</a>')$(event '<b/>' 0 stop)"
run extract --from sse
[ "$(head -c 21 "$here/out")" = '{"tags":[{"name":"a",' ] && [ "$(tail -c 21 "$here/out")" = '}],"diagnostics":[]}' ]
verdict 'choices: extract, one alone is not named' $?
input="$(event a 1)$(event b)$(event c 1 stop)$(event d 0 stop)"
expect 'choices: text, one after the other' 0 'bd==> choice 1 <==\nac' filter --hide t --from sse

input="$(event '<tool_call>{\"name\":\"f\"}</tool_call>')$(event '<tool_call>{\"name\":\"f\"}</tool_call>' 1)"
for form in '' --json; do
  # shellcheck disable=SC2086  # an option, or none
  run read --dialect hermes --from sse --to openai --id-seed 1 $form
  [ "$(grep -oE '"id":"call_[0-9A-Za-z]{24}"' "$here/out" | sort -u | wc -l)" = 2 ]
  verdict "choices: other ids in each, --to openai $form" $?
done

# Ollama gives its calls no id, and other servers an empty one.
input='{"message":{"content":"","tool_calls":[{"function":{"name":"f","arguments":{"a":1}}},{"id":"","function":{"name":"g","arguments":{}}}]},"done":true}'
expect 'native: an id is made up in our message' 0 \
  '{"content":"","tool_calls":[{"index":0,"id":"call_0","name":"f","arguments":"{\\"a\\":1}","is_native":true},{"index":1,"id":"call_1","name":"g","arguments":"{}","is_native":true}],"finish_reason":"tool_calls"}\n' \
  read --dialect think --from ndjson --json
expect 'native: an id is made up in events' 0 \
  '{"kind":"tool_call","is_native":true,"index":0,"id":"call_0","name":"f","arguments":"{\\"a\\":1}","raw":"{\\"a\\":1}","is_closed":true,"start":0,"end":0}\n{"kind":"tool_call","is_native":true,"index":1,"id":"call_1","name":"g","arguments":"{}","raw":"{}","is_closed":true,"start":0,"end":0}\n{"kind":"finish","finish_reason":"stop"}\n' \
  read --dialect think --from ndjson
run read --dialect think --from ndjson --to openai --json --id-seed 1
[ "$(grep -oE '"id":"call_[0-9A-Za-z]{24}"' "$here/out" | sort -u | wc -l)" = 2 ]
verdict 'native: an id is made up for clients' $?

native='data: {"choices":[{"delta":{"reasoning":"Hm.","content":"a","tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}\n\n'
input=$native
expect 'native: as events' 0 \
  '{"kind":"reasoning","is_native":true,"text":"Hm.","start":0,"end":0}\n{"kind":"content","text":"a","start":0,"end":1}\n{"kind":"tool_call","is_native":true,"index":0,"id":"x","name":"f","arguments":"{}","raw":"{}","is_closed":true,"start":1,"end":1}\n{"kind":"finish","finish_reason":"tool_calls"}\n' \
  read --dialect think --from sse
expect 'native: in our message' 0 \
  '{"content":"a","reasoning":"Hm.","tool_calls":[{"index":0,"id":"x","name":"f","arguments":"{}","is_native":true}],"finish_reason":"tool_calls"}\n' \
  read --dialect think --from sse --json
run read --dialect think --from sse --to anthropic --json
[ "$(sed -E 's/"id":"msg_[0-9]+-[0-9]+"/"id":"ID"/' "$here/out")" = \
  '{"id":"ID","type":"message","role":"assistant","model":"think","content":[{"type":"thinking","thinking":"Hm.","signature":""},{"type":"text","text":"a"},{"type":"tool_use","id":"x","name":"f","input":{}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":0,"output_tokens":0}}' ]
verdict "native: in Anthropic's message" $?
expect 'native: in the message' 0 \
  '{"role":"assistant","content":"a","reasoning_content":"Hm.","tool_calls":[{"id":"x","type":"function","function":{"name":"f","arguments":"{}"}}],"finish_reason":"tool_calls"}\n' \
  read --dialect think --from sse --to openai --json
expect 'native: a call is found' 0 "$(cat "$here/want")\\n" read --dialect think --from sse --to openai --json -e

input="$(event 'a<tool_call>{\"name\":\"g\"}</tool_call>')$native"
run read --call tool_call --from sse --json
grep -qE '"tool_calls":\[\{"index":0,"id":"call_0","name":"g",[^]]*\},\{"index":1,"id":"x","name":"f",' "$here/out"
verdict 'native: after the other calls of an object' $?
run read --call tool_call --from sse --events
[ "$(grep -o '"index":.*"name":"."' "$here/out")" = \
  "$(printf '"index":0,"id":"call_0","name":"g"\n"index":1,"id":"x","name":"f"')" ]
verdict 'native: counted after the other calls' $?

# A call whose arguments were cut off is none. A call without any arguments is none, too.
begun='{"index":0,"id":"x","function":{"name":"f","arguments":"{\\"a\\":"}}'
empty='{"index":1,"id":"y","function":{"name":"g"}}'
whole='{"index":2,"id":"z","function":{"name":"h","arguments":"{}"}}'
cut="data: {\"choices\":[{\"delta\":{\"tool_calls\":[$begun,$empty,$whole]}}]}\n\n"
for end in '' "$(event '' 0 length)" 'data: {"error":{"message":"no"}}\n\n'; do
  input=$cut$end
  run read --dialect think --from sse --strict
  [ "$code" = 3 ] && [ "$(grep -c '"kind":"tool_call"' "$here/out")" = 1 ] &&
    grep -qF '{"kind":"tool_call","is_native":true,"index":2,"id":"z","name":"h"' "$here/out" &&
    [ "$(grep -c '"kind":"tool_call_error","is_native":true,"code":"unclosed"' "$here/out")" = 2 ]
  verdict "native: cut off calls are none, $end" $?
  run read --dialect think --from sse --to openai --json
  grep -qF '"tool_calls":[{"id":"z","type"' "$here/out" && grep -q 'the call is cut off, byte 5 of its arguments: call of `f`' "$here/err"
  verdict "native: nor in the message, $end" $?
  run read --dialect think --from sse --to openai
  # After an error nothing comes.
  grep -qE '"index":1,"function":\{"arguments":"\{\{\\"\{"|"error":\{"message":"no"' "$here/out" &&
    ! grep -qF '"index":1,"function":{"arguments":"{}"}' "$here/out"
  verdict "native: no arguments are made up for a client, $end" $?
  for way in '--to openai' '--to anthropic'; do
    # shellcheck disable=SC2086  # two words
    run read --dialect think --from sse --strict $way
    [ "$code" = 3 ] && grep -q 'the call is cut off, byte 5 of its arguments: call of `f`' "$here/err"
    verdict "native: --strict refuses them, $way $end" $?
  done
  run extract --from sse --strict
  [ "$code" = 3 ] && grep -q 'the call is cut off, byte 5 of its arguments: call of `f`' "$here/err"
  verdict "native: extract --strict, $end" $?
done
# [DONE] is a word of the server that it has ended.
input='data: {"choices":[{"delta":{"content":"hi"}}]}\n\ndata: [DONE]\n\n'
for form in openai anthropic; do
  run read --dialect think --from sse --to $form --strict
  [ "$code" = 0 ] && grep -qE '"(finish|stop)_reason":"(stop|end_turn)"' "$here/out" &&
    ! grep -q error "$here/out"
  verdict "a stream that ends without a reason, --to $form" $?
done
input='data: {"choices":[{"delta":{"content":"I look ","tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}}]}\n\n'
run read --dialect think --from sse --to openai --snapshots
grep -o '"content":"I look "\|"name":"f"' "$here/out" | head -1 | grep -q look
verdict 'snapshots: the text of an event comes before its calls' $?
input='data: {"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","name":"f","arguments":""}}\n\ndata: {"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","name":"f","arguments":"{}"}}\n\n'
run read --dialect think --from sse
grep -qF '"name":"f","arguments":"{}"' "$here/out"
verdict 'responses: an item that is done has the name that it began with' $?
for reason in max_tokens:length refusal:content_filter end_turn:stop; do
  input="data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"${reason%:*}\"}}\n\n"
  for form in --json '--to openai --json'; do
    # shellcheck disable=SC2086  # one option or more
    run read --dialect think --from sse $form
    grep -qF "\"finish_reason\":\"${reason#*:}\"}" "$here/out"; verdict "message: $reason, $form" $?
  done
done
input='data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":"{\"a\": tru"}}]}}]}\n\ndata: [DONE]\n\n'
fault='the arguments end too early, byte 9 of them'
error="\"code\":\"invalid_json\",\"text\":\"$fault\""
for command in 'read --call tool' 'read --dialect think'; do
  # shellcheck disable=SC2086  # more than one word
  expect "native arguments that are no JSON: $command" 3 \
    "{\"kind\":\"tool_call_error\",\"is_native\":true,$error,\"offset\":0,\"name\":\"f\",\"raw\":\"{\\\\\"a\\\\\": tru\",\"index\":0,\"is_closed\":false,\"start\":0,\"end\":0}\n" \
    $command --from sse --strict
  # shellcheck disable=SC2086
  run $command --from sse --json --strict
  [ "$code" = 3 ] && [ ! -s "$here/err" ] && grep -qF "\"tool_call_errors\":[{$error," "$here/out" &&
    ! grep -qF '"tool_calls"' "$here/out"
  verdict "so it is in the message: $command" $?
done
run read --dialect think --from sse --text
[ "$(cat "$here/err")" = "tagstream: $fault: call of \`f\`, byte 0" ]; verdict 'and said beside a text' $?
input=${input/'{\"a\": tru'/'[1]'}
run read --dialect think --from sse --to anthropic -e
[ "$code" = 1 ] && grep -qF '"stop_reason":"end_turn"' "$here/out" && ! grep -q tool_use "$here/out"
verdict 'no client of Anthropic runs them' $?
run read --dialect think --from sse --json
grep -qF '"code":"bad_arguments","text":"the arguments are not a JSON object"' "$here/out"
verdict 'native arguments that are no object' $?

input="$(event a)data: oops\n\ndata: {\"error\":{\"message\":\"too bad\"}}\n\n$(event b)"
expect 'errors: as events' 0 \
  '{"kind":"content","text":"a","start":0,"end":1}\n{"kind":"error","code":"broken_event","text":"the payload is not JSON","offset":78}\n{"kind":"error","code":"upstream","text":"too bad","offset":90}\n{"kind":"content","text":"b","start":1,"end":2}\n' \
  read --call tool --from sse
expect 'errors: the text goes on' 0 'ab' filter --hide t --from sse
[ "$(cat "$here/err")" = 'tagstream: the payload is not JSON: byte 78
tagstream: the server says: too bad (byte 90)' ]; verdict 'errors: on standard error' $?
expect 'errors: --strict' 3 'ab' filter --hide t --from sse --strict

input="$(event 'a<tool_call>{\"name\":\"f\"}</tool_call>')"
run read --dialect hermes --from sse --json
[ "$code" = 0 ] && grep -q '"finish_reason":null}$' "$here/out" &&
  [ "$(cat "$here/err")" = "tagstream: the stream has broken off: byte $(printf '%b' "$input" | wc -c)" ]
verdict 'broken off: it is said, and no reason is made up' $?
run read --dialect hermes --from sse --strict
[ "$code" = 3 ] && grep -q '"kind":"error","code":"broken_event","text":"the stream has broken off"' "$here/out"
verdict 'broken off: --strict' $?
for end in "$done_event" "$(event '' 0 stop)"; do
  input="$(event a)$end"
  expect 'broken off: not with an end' 0 'a' filter --hide x --from sse --strict
done
input="$(event a)$(event b 1)$(event '' 0 stop)"
expect 'broken off: one of two choices' 3 'a==> choice 1 <==\nb' filter --hide x --from sse --strict
input='event: completion\ndata: {"deltaText":"a"}\n\nevent: done\ndata: {}\n\n'
expect 'broken off: not with an event named done' 0 'a' filter --hide x --from sse --strict
# A text that is no stream, or that of another API.
input='It is\n4.\n'
refuse 'a plain text is no stream' 2 'tagstream: no event in this text: (standard input); leave out --from sse' \
  read --dialect qwen3 --from sse --json
input=': ping\n\n'
run read --dialect qwen3 --from sse --json
[ "$code" = 0 ] && grep -q 'broken off' "$here/err"; verdict 'a stream of comments is one' $?
input="$(event a)$done_event"
refuse 'a stream of another API' 2 \
  'tagstream: no event is one of anthropic: (standard input); --api auto reads them' \
  read --dialect qwen3 --from sse --api anthropic
for error in 'event: error\ndata: {"message":"boom"}' 'event: error\ndata: boom' \
  'data: {"object":"error","message":"boom"}' \
  'event: error\ndata: {"type":"error","error":{"type":"x","message":"boom"}}'; do
  input="$error\n\n"
  expect "errors: nothing else, $error" 2 '{"kind":"error","code":"upstream","text":"boom","offset":0}\n' \
    read --dialect think --from sse
done
input='{"error":{"message":"no model"}}'
for form in sse ndjson; do
  refuse "errors: instead of a stream, $form" 2 'tagstream: the server says: no model (byte 0)' \
    filter --hide x --from "$form"
done
# Nothing can be read: another form is named.
text='It is\n4.\n'
sse="$(event a)$(event b)"
ndjson='{"response":"a","done":false}\n{"response":"ab","done":true}\n'
jsonl='{"text":"a"}\n{"text":"b"}\n'
gemini='[{"candidates":[{"content":{"parts":[{"text":"a"}]}}]},\n{}]\n'
while read -r form name other; do
  input=${!name}
  refuse "no event: $name is no $form" 2 "tagstream: no event in this text: (standard input); $other" \
    filter --hide x --from "$form"
  run read --hide x --from "$form" --events
  [ "$code" = 2 ]; verdict "no event: $name is no $form, as events" $?
done <<'END'
ndjson text leave out --from ndjson
sse ndjson give --from ndjson
sse gemini give --from ndjson
ndjson sse give --from sse
sse jsonl give --from jsonl:/text
ndjson jsonl give --from jsonl:/text
END
for name in sse text; do
  input=${!name}
  run filter --hide x --from jsonl:/text
  grep -qxF "tagstream: no line has a text at /text: (standard input); $(
    [ $name = sse ] && echo give --from sse || echo leave out --from jsonl)" "$here/err"
  verdict "no record: $name" $?
done
for input in '[{"text":"a"},\n{"text":"b"}]\n' '[\n  {"text":"a"}\n]\n'; do
  refuse "no record: $input" 2 \
    "tagstream: no line has a text at /text: (standard input); it is one JSON list: jq -c '.[]' writes its records" \
    filter --hide x --from jsonl:/text
done
input='[{"text":"a"\n[{"text":"b"}]\n'
run filter --hide x --from jsonl:/0/text
[ "$(cat "$here/out")" = '{"line":2,"content":"b"}' ] && grep -q 'the record is not JSON: line 1' "$here/err"
verdict 'records that are lists, of which the first is broken' $?
input='[{"text":"a"}]\n[{"text":"b"}]\n'
run filter --hide x --from jsonl:/text
[ "$code" = 2 ] && [ "$(tail -n 1 "$here/err")" = 'tagstream: no text at /text in 2 lines: (standard input); the first is a list' ]
verdict 'records that are lists, and a wrong pointer' $?
expect 'records that are lists' 0 '{"line":1,"content":"a"}\n{"line":2,"content":"b"}\n' \
  filter --hide x --from jsonl:/0/text
input="$(event "$(printf '%0200d' 0)")$(event b)"
expect 'an event that is too long' 0 'b' filter --hide t --from sse --max-event-bytes 200

# --- chunks for clients -------------------------------------------------------------------------

# The output without what differs from run to run.
chunks() {
  sed -E 's/"id":"(chatcmpl|msg)_?-?[0-9]+-[0-9]+"/"id":"ID"/; s/"created":[0-9]+/"created":0/;
    s/call_[0-9A-Za-z]{24}/call_ID/' "$here/out"
}
head='data: {"id":"ID","object":"chat.completion.chunk","created":0,"model":"hermes","choices":[{"index":0,"delta":'
tail='},"logprobs":null,"finish_reason":null}]}'
input='<think>b</think>a<tool_call>{"name":"f"}</tool_call>'
run read --dialect hermes --to openai
[ "$(chunks)" = "$head{\"role\":\"assistant\",\"content\":\"\"$tail

$head{\"reasoning_content\":\"b\"$tail

$head{\"content\":\"a\"$tail

$head{\"tool_calls\":[{\"index\":0,\"id\":\"call_ID\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"\"}}]$tail

$head{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{}\"}}]$tail

$head{},\"logprobs\":null,\"finish_reason\":\"tool_calls\"}]}

data: [DONE]" ]; verdict '--to openai' $?
run read --dialect hermes --to anthropic
[ "$(grep -c '^event: content_block_start' "$here/out")" = 3 ] &&
  grep -q '"stop_reason":"tool_use"' "$here/out" &&
  [ "$(grep '^event' "$here/out" | tail -n 1)" = 'event: message_stop' ]
verdict '--to anthropic' $?
input="$(event '<think>b')"
run read --dialect hermes --from sse --to openai --reasoning-field both
grep -q '"reasoning_content":"b","reasoning":"b"' "$here/out"; verdict '--reasoning-field' $?
grep -q 'the stream has broken off' "$here/out" && ! grep -q DONE "$here/out"
verdict '--to: no end is made up' $?
run read --dialect hermes --from sse --to openai --json --reasoning-field both
grep -q '"reasoning_content":"b","reasoning":"b"' "$here/out"
verdict '--reasoning-field: of the message' $?
run read --dialect hermes --from sse --to openai --json --reasoning-field reasoning
grep -q '"reasoning":"b"' "$here/out" && ! grep -q reasoning_content "$here/out"
verdict '--reasoning-field: another name' $?
input="$(event '<think>b</think>a')$(event '' 0 length)$done_event"
run read --dialect hermes --from sse --to openai
grep -q '"finish_reason":"length"' "$here/out" && [ "$(tail -n 2 "$here/out")" = 'data: [DONE]' ]
verdict '--to: the reason stays' $?
input="$(event a)$(event b 1)$(event '' 0 stop)"
run read --dialect hermes --from sse --to openai
grep -q '"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"' "$here/out" &&
  [ "$(grep -c 'broken off' "$here/out")" = 1 ] && ! grep -q DONE "$here/out"
verdict '--to: one of two choices has no end' $?
input="$(event b 1)$(event '' 1 stop)$done_event"
run read --dialect hermes --from sse --to openai
! grep -q 'broken off' "$here/out" && [ "$(tail -n 2 "$here/out")" = 'data: [DONE]' ]
verdict '--to: a choice that never came is not missed' $?
input=$done_event
run read --dialect hermes --from sse --to openai
grep -q 'broken off' "$here/out" && ! grep -q DONE "$here/out"; verdict '--to: nothing at all' $?
input="$(event a)$(event b 1)$(event c)$(event d 1)$(event '' 0 stop)$(event '' 1 stop)"
run read --dialect hermes --from sse --to anthropic
[ "$code" = 2 ] && [ "$(grep -o '"text":"[abcd]"\|"message_[a-z]*"\|event: error' "$here/out" |
  tr -d '\n')" = '"message_start""text":"a"event: error' ]
verdict '--to anthropic: a second choice is refused' $?
[ "$(cat "$here/err")" = \
  'tagstream: an Anthropic message has one choice, and the stream has another one: byte 78' ]
verdict '--to anthropic: it is said' $?
input="data: {\"error\":{\"message\":\"no\"}}\n\n$(event a 0 stop)$done_event"
run read --dialect hermes --from sse --to openai
[ "$(grep -c '^data' "$here/out")" = 1 ]; verdict '--to: nothing comes after an error' $?
call='<tool_call>{\"name\":\"f\",\"id\":\"a\"}</tool_call>'
input="$(event "$call")$(event "$call" 1)$(event '' 0 stop)$(event '' 1 stop)$done_event"
run read --dialect hermes --from sse --to openai
[ "$(grep -o '"id":"[^c][^"]*"\|"id":"call_' "$here/out" | sort | tr -d '\n')" = \
  '"id":"a""id":"call_' ]
verdict '--to openai: no id is in two choices' $?

# --- a limit that stops -------------------------------------------------------------------------

stop=(read --hide t --max-held-bytes 6 --on-limit stop)
printf 'seen <t>1<t>2</t>345678' >"$here/stops"
printf 'data: {"choices":[{"index":0,"delta":{"content":"seen <t>1<t>2</t>345678"}}]}\n\ndata: [DONE]\n\n' \
  >"$here/stops.sse"
printf '{"t":"seen <t>1<t>2</t>345678"}\n{"t":"x"}\n' >"$here/stops.jsonl"
for from in "$here/stops" "--from sse $here/stops.sse" "--from jsonl:/t $here/stops.jsonl"; do
  # shellcheck disable=SC2086  # an option, its value and a file
  run "${stop[@]}" --json $from
  [ "$code" = 4 ]; verdict "on-limit stop: exit 4, ${from##*/}" $?
  head -1 "$here/out" | grep -q '"content":"seen ",.*"finish_reason":"length","stopped":{'
  verdict "on-limit stop: the reason to finish is length, ${from##*/}" $?
done
[ "$(tail -n +2 "$here/out")" = '{"line":2,"content":"x","finish_reason":"stop"}' ]
verdict 'on-limit stop: the records after it are read' $?
run "${stop[@]}" "$here/stops" "$here/stops.sse"
[ "$code" = 4 ]; verdict 'on-limit stop: of several files' $?
for from in "$here/stops" "--from sse $here/stops.sse"; do
  # shellcheck disable=SC2086  # as above
  run "${stop[@]}" --to openai $from
  [ "$code" = 4 ] && grep -q '"finish_reason":"length"' "$here/out" && ! grep -q '"error"' "$here/out"
  verdict "on-limit stop: chunks end with length, ${from##*/}" $?
  # shellcheck disable=SC2086  # as above
  run "${stop[@]}" --to anthropic $from
  [ "$code" = 4 ] && grep -q '"stop_reason":"max_tokens"' "$here/out"
  verdict "on-limit stop: so does Anthropic's stream, ${from##*/}" $?
done

# --- records ------------------------------------------------------------------------------------

input='{"id":1,"t":"a<x>b</x>"}\noops\n\n{"id":2,"m":[]}\n{"id":3,"t":"c"}'
expect 'jsonl: filter' 0 \
  '{"line":1,"id":1,"content":"a"}\n{"line":5,"id":3,"content":"c"}\n' \
  filter --hide x --from jsonl:/t --keep id
[ "$(cat "$here/err")" = 'tagstream: the record is not JSON: line 2
tagstream: no text at /t: line 4; it has id, m' ]; verdict 'jsonl: bad lines are reported' $?
run filter --hide x --from jsonl:/t --strict
[ "$code" = 3 ]; verdict 'jsonl: --strict' $?
run filter --hide x --from jsonl:/t
cp "$here/out" "$here/said"
for command in filter read; do
  run "$command" --hide x --text --from jsonl:/t
  cmp -s "$here/said" "$here/out"; verdict "jsonl: $command --text is filter" $?
done
expect 'jsonl: read' 0 \
  '{"line":1,"id":1,"content":"a","sections":[{"name":"x","raw_tag":"<x>","attributes":[],"content":"b","is_closed":true,"start":1,"end":9}],"finish_reason":"stop"}\n{"line":5,"id":3,"content":"c","finish_reason":"stop"}\n' \
  read --hide x --from jsonl:/t --keep id
expect 'jsonl: --field' 0 '{"line":1,"content":"a<x>b</x>","finish_reason":"stop"}\n{"line":5,"content":"c","finish_reason":"stop"}\n' \
  read --call tool --field .t
expect 'jsonl: a dialect' 0 '{"line":1,"content":"a<x>b</x>","finish_reason":"stop"}\n{"line":5,"content":"c","finish_reason":"stop"}\n' \
  read --dialect think --from jsonl:/t
expect 'jsonl: inner' 0 '{"line":1,"content":"b","start":4,"end":5}\n{"line":5,"content":null}\n' inner x --from jsonl:/t
expect 'jsonl: extract' 0 '{"line":1,"tags":[{"name":"x","attributes":[],"content":"b","raw_tag":"<x>","start":1,"end":9,"content_start":4,"content_end":5,"is_closed":true,"is_self_closing":false,"children":[]}],"diagnostics":[]}\n{"line":5,"tags":[],"diagnostics":[]}\n' \
  extract --from jsonl:/t
expect 'jsonl: thoughts' 0 '{"line":1,"content":"a","thoughts":[{"text":"b","is_closed":true,"start":1,"end":9}],"finish_reason":"stop"}\n{"line":5,"content":"c","finish_reason":"stop"}\n' \
  read --thought x --from jsonl:/t
expect 'jsonl: --summary' 0 '{"answers":2,"tool_calls":{},"tool_call_errors":{},"notices":{}}\n' read --hide x --from jsonl:/t --summary
for _ in 1 2 3; do
  printf '{"t":"<a>{\\"name\\":\\"g\\"}</a><a>{\\"name\\":\\"f\\"}</a> <a>{}</a>"}\n{"t":"<a>{\\"name\\":\\"f"}\n{"u":1}\n'
done >"$here/calls.jsonl"
counts='"tool_calls":{"f":6,"g":6},"tool_call_errors":{"missing_name":6,"unclosed":6},"notices":{}'
run read --call a --from jsonl:/t --summary -j 3 "$here/calls.jsonl" "$here/calls.jsonl"
[ "$(cat "$here/out")" = '{"answers":12,'"$counts"'}' ]; verdict 'jsonl: --summary of several files' $?
run read --call a --from jsonl:/t --summary --strict "$here/calls.jsonl"
[ "$code" = 3 ]; verdict 'jsonl: --summary --strict' $?
run read --call a --summary --json "$here/calls.jsonl"
[ "$code" = 2 ]; verdict '--summary beside --json' $?
printf 'a<a>{"name":"f"}</a><a>{"na' >"$here/cut"
run read --call a --summary "$here/cut"
[ "$(cat "$here/out")" = '{"answers":1,"tool_calls":{"f":1},"tool_call_errors":{"unclosed":1},"notices":{}}' ]
verdict '--summary of a text' $?

refuse 'jsonl: no line has the field' 2 'tagstream: no text at /u: line 1; it has id, t
tagstream: no text at /u: line 4; it has id, t
tagstream: no text at /u: line 5; it has id, t
tagstream: the record is not JSON: line 2
tagstream: no line has a text at /u: (standard input)' filter --hide x --from jsonl:/u
printf '%b' "$input" >"$here/records.jsonl"
printf '{"u":"a<x>b</x>"}' >"$here/others.jsonl"
run filter --hide x --from jsonl:/u "$here/records.jsonl" "$here/others.jsonl"
[ "$code" = 2 ] && grep -qF '"content":"a"' "$here/out" &&
  grep -qxF "tagstream: no line has a text at /u: $here/records.jsonl" "$here/err"
verdict 'jsonl: no line of one file has the field' $?

# A reader begins anew with each record; many records, on threads, in order.
for ((i = 0; i < 20000; ++i)); do
  printf '{"n":%d,"t":"<think>%d","pad":"%0200d"}\n' "$i" "$i" 0
done >"$here/many.jsonl"
for jobs in 1 2 5; do
  "$program" read --dialect think --from jsonl:/t --keep n -j "$jobs" "$here/many.jsonl" \
    >"$here/jobs-$jobs"
  cmp -s "$here/jobs-1" "$here/jobs-$jobs"; verdict "jsonl: -j $jobs" $?
done
[ "$(sed -n '$p' "$here/jobs-5")" = '{"line":20000,"n":19999,"content":"","reasoning":"19999","reasoning_closed":false,"notices":[{"code":"unclosed_reasoning","text":"the reasoning never closed","offset":0,"name":"think"}],"finish_reason":"stop"}' ]
verdict 'jsonl: the last record' $?
input=''
expect 'jsonl: nothing' 0 '' filter --hide x --from jsonl:/t
input='{"t":"a"}\n{"t":"'"$(printf '%0300d' 0)"'"}\n{"t":"b"}\n'
for size in 1 7 1000; do
  expect "jsonl: a long line, pieces of $size" 0 \
    '{"line":1,"content":"a"}\n{"line":3,"content":"b"}\n' \
    filter --hide x --from jsonl:/t --max-event-bytes 100 --chunk-size "$size"
  [ "$(cat "$here/err")" = $'tagstream: the record is too long: line 2\ntagstream: no <x> in this text' ]; verdict 'jsonl: it is said' $?
done

# Threads that make more than is due wait, be it output or complaints: what is held does not grow.
nested=$(head -c 180000 < <(yes '<a>' | tr -d '\n'))
for ((i = 0; i < 20; ++i)); do printf '{"t":"%s"}\n' "$nested"; done >"$here/nested.jsonl"
yes x | head -n 2000000 >"$here/broken.jsonl"
peak() {  # arguments: KiB that the program takes at most
  python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$program" "$@"
}
if command -v python3 >/dev/null && ! grep -q __asan_init "$program"; then
  for words in 'extract nested' 'read --call tool broken'; do
    # shellcheck disable=SC2086  # a command and its options
    [ "$(peak ${words% *} --from jsonl:/t -j 4 "$here/${words##* }.jsonl")" -lt 120000 ]
    verdict "jsonl: memory, $words" $?
  done
fi
"$program" extract --from jsonl:/t -j 4 "$here/nested.jsonl" 2>"$here/err" | head -c 100 >"$here/out"
[ "${PIPESTATUS[0]}" = 0 ] && [ ! -s "$here/err" ]; verdict 'jsonl: nobody reads on' $?
{ for i in 1 2 3; do echo '{"t":"a"}'; sleep 0.3; done; sleep 8; } |
  { timeout 7 "$program" read --call tool --from jsonl:/t -j 3; echo $? >"$here/code"; } | head -n 1 >"$here/out"
[ "$(cat "$here/code")" = 0 ]; verdict 'jsonl: nobody reads on, while the input has no more' $?

# --- packed files -------------------------------------------------------------------------------

gzip -k "$here/many.jsonl"
"$program" read --dialect think --from jsonl:/t --keep n "$here/many.jsonl.gz" | cmp -s "$here/jobs-1" -
verdict 'gzip: by its first bytes' $?
"$program" read --dialect think --from jsonl:/t --keep n <"$here/many.jsonl.gz" | cmp -s "$here/jobs-1" -
verdict 'gzip: from standard input' $?
cat "$here/many.jsonl.gz" "$here/many.jsonl.gz" >"$here/two.gz"
[ "$("$program" filter --hide x --from jsonl:/t "$here/two.gz" | wc -l)" = 40000 ]
verdict 'gzip: two members' $?
if command -v zstd >/dev/null; then
  zstd -q -k "$here/many.jsonl"
  "$program" read --dialect think --from jsonl:/t --keep n "$here/many.jsonl.zst" | cmp -s "$here/jobs-1" -
  verdict 'zstd' $?
fi
head -c 1000 "$here/many.jsonl.gz" >"$here/cut.gz"
run filter --hide x --from jsonl:/t "$here/cut.gz"
[ "$code" = 2 ] && grep -q "the compressed data breaks off: $here/cut.gz, byte 1000" "$here/err"
verdict 'gzip: cut off' $?
printf '\x1f\x8b\x08 no more than that' >"$here/bad.gz"
run filter --hide x --from jsonl:/t "$here/bad.gz"
[ "$code" = 2 ] && grep -q 'the compressed data is damaged' "$here/err"
verdict 'gzip: damaged' $?
printf '{"t":"a"}\n' | gzip -c >"$here/crc.gz"
printf '\0\0\0\0' | dd of="$here/crc.gz" bs=1 conv=notrunc status=none \
  seek=$(($(wc -c <"$here/crc.gz") - 8))
expect 'gzip: what came before the damage' 2 '{"line":1,"content":"a"}\n' \
  filter --hide x --from jsonl:/t "$here/crc.gz"
grep -q 'the compressed data is damaged' "$here/err"; verdict 'gzip: the damage is said' $?
printf '{"t":"a"}\n' | gzip -c >"$here/zeros.gz"
head -c 600 /dev/zero >>"$here/zeros.gz"
expect 'gzip: zeros at the end' 0 '{"line":1,"content":"a"}\n' \
  filter --hide x --from jsonl:/t "$here/zeros.gz"
# All that can be unpacked comes out, whatever the pieces, and the rest is missed aloud.
for packed in many.jsonl.gz many.jsonl.zst; do
  [ -e "$here/$packed" ] || continue
  size=$(wc -c <"$here/$packed")
  cp "$here/$packed" "$here/torn-$packed"
  printf '%040d' 0 | dd of="$here/torn-$packed" bs=1 conv=notrunc status=none seek=$((size * 3 / 4))
  head -c $((size * 3 / 4)) "$here/$packed" >"$here/short-$packed"
  for how in short torn; do
    for pieces in 1 5000 9000000; do
      run read --dialect think --from jsonl:/t --keep n --chunk-size "$pieces" "$here/$how-$packed"
      cp "$here/out" "$here/came-$pieces"
      [ "$code" = 2 ] && cmp -s "$here/came-1" "$here/came-$pieces" &&
        cmp -s <(head -n 14000 "$here/jobs-1") <(head -n 14000 "$here/out") &&
        grep -qE "the compressed data (breaks off|is damaged): .*$packed, byte [0-9]+$" "$here/err"
      verdict "packed: $how $packed, pieces of $pieces" $?
    done
  done
done
head -c 1000 "$here/many.jsonl.gz" >"$here/cut.txt.gz"
for form in --text --json --events; do
  run read --hide x "$form" "$here/cut.txt.gz"
  [ "$code" = 2 ] && grep -q 'think>20' "$here/out"; verdict "packed: cut off, read $form" $?
done
run read --dialect think --to openai "$here/cut.txt.gz"
[ "$code" = 2 ] && grep -q 'the stream has broken off' "$here/out" && ! grep -q 'DONE\|"stop"' "$here/out"
verdict 'packed: cut off, --to has no end' $?
printf '\x1f\x8b\x08 text' >"$here/text"
[ "$("$program" filter --hide x "$here/text")" = "$(cat "$here/text")" ]
verdict 'a text may begin like gzip' $?
# Empty ones, small ones, and what is packed in blocks and with checksums.
: >"$here/empty"
printf '{"t":"a"}\n' >"$here/small"
for file in empty small; do
  for tool in 'gzip -9' 'zstd -q --check' 'zstd -q -19 --no-check'; do
    command -v "${tool%% *}" >/dev/null || continue
    # shellcheck disable=SC2086  # a command and its options
    $tool -c "$here/$file" >"$here/packed"
    [ "$("$program" filter --hide x --from jsonl:/t "$here/packed" 2>&1)" = \
      "$("$program" filter --hide x --from jsonl:/t "$here/$file" 2>&1)" ]
    verdict "packed: $file, $tool" $?
  done
done
if command -v zstd >/dev/null; then
  cat "$here/many.jsonl.zst" "$here/many.jsonl.zst" >"$here/two.zst"
  [ "$("$program" filter --hide x --from jsonl:/t "$here/two.zst" | wc -l)" = 40000 ]
  verdict 'zstd: two frames' $?
  printf '\x50\x2a\x4d\x18\x04\0\0\0skip' | cat - "$here/many.jsonl.zst" >"$here/skip"
  "$program" read --dialect think --from jsonl:/t --keep n "$here/skip" | cmp -s "$here/jobs-1" -
  verdict 'zstd: what is to be skipped comes first' $?
  head -c 1000 "$here/many.jsonl.zst" >"$here/cut.zst"
  run filter --hide x --from jsonl:/t "$here/cut.zst"
  [ "$code" = 2 ] && grep -q 'the compressed data breaks off' "$here/err"; verdict 'zstd: cut off' $?
fi

# --- many files ---------------------------------------------------------------------------------

printf 'a<x>b</x>\n' >"$here/a"
printf 'c\n' >"$here/b"
cd "$here" || exit 1
expect 'files: objects say the file' 0 \
  '{"file":"a","content":"a\\n","sections":[{"name":"x","raw_tag":"<x>","attributes":[],"content":"b","is_closed":true,"start":1,"end":9}],"finish_reason":"stop"}\n{"file":"b","content":"c\\n","finish_reason":"stop"}\n' \
  read --hide x --json a b
printf '<t>1</t>' >t_1; printf 'no' >t_2; printf '<t>3</t>' >t_3
expect 'files: no heading for a file without the element' 0 '==> t_1 <==\n1\n\n==> t_3 <==\n3\n' inner t t_1 t_2 t_3
expect 'files: text has headings' 0 '==> a <==\na\n\n==> b <==\nc\n' filter --hide x a b
expect 'files: --no-filename' 0 'a\nc\n' filter --hide x --no-filename a b
"$program" filter --hide x --sections sections a b a >/dev/null
[ "$(cut -c 1-30 sections | tr -d '\n')" = \
  '{"file":"a","name":"x","raw_ta{"file":"a","name":"x","raw_ta' ]
verdict 'files: sections say it' $?
input="$(event '<x>1</x>')$(event '<x>2</x>' 1)$(event '<x>3</x>')$(event '' 0 stop)$(event '' 1 stop)"
run filter --hide x --from sse --sections sections
[ "$(cut -c 1-11 sections | tr -d '\n')" = '{"name":"x"{"choice":1{"choice":0' ]
verdict 'choices: sections say it, once there are two' $?
expect 'files: -H' 0 '{"file":"b","kind":"content","text":"c\\n","start":0,"end":2}\n' read --call tool -H b
expect 'files: trees say the file' 0 '{"file":"a","tags":[],"diagnostics":[]}\n{"file":"b","tags":[],"diagnostics":[]}\n' \
  extract --names none a b
expect 'files: -l' 0 'a\n' extract -l a b
expect 'files: -l, a section' 0 'a\n' filter --hide x -l b a
expect 'files: -l, nothing' 1 '' filter --hide none -l -e b a
run filter --hide x a none b
[ "$code" = 2 ] && [ "$(cat err)" = 'tagstream: no such file: none' ] && grep -q '^c$' out
verdict 'files: one that is not there' $?
printf '{"t":"a"}\n' >r1
printf '{"t":"b"}\n{' >r2
expect 'files: records' 0 '{"file":"r1","line":1,"content":"a"}\n{"file":"r2","line":1,"content":"b"}\n' \
  filter --hide x --from jsonl:/t r1 r2
[ "$(cat err)" = $'tagstream: the record is not JSON: r2, line 2\ntagstream: no <x> in this text' ]; verdict 'files: a bad line of one' $?

# --- hints --------------------------------------------------------------------------------------

# what, the line on standard error
hint() {
  run filter --hide t
  [ "$code" = 0 ] && [ "$(cat "$here/err")" = "${2:-tagstream: no <t> in this text}" ] && printf '%b' "$input" | cmp -s - "$here/out"
  verdict "hint: $1" $?
}
stream='tagstream: the text looks like what a server streams: --from'
input="$(event a)"
hint 'sse' "$stream sse reads it"
input=": x\n\nevent: y\ndata: {}\n\n"
hint 'sse with comments' "$stream sse reads it"
input="$(printf ': OPENROUTER PROCESSING\\n\\n%.0s' {1..50})data: {}\n\n"
hint 'sse after many comments' "$stream sse reads it"
input='{"type":"message_start","message":{}}\n{"type":"content_block_start","index":0}\n{"type":"ping"}\n'
input+='{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}\n'
hint 'payloads of Anthropic' "$stream ndjson reads it"
input='{"type":"message"}\n{"type":"x"}\n'
hint 'records with a type' 'tagstream: the text looks like JSON lines: --from jsonl:/POINTER reads a field of each'
input='{"choices":[]}\n{"choices":[{"index":0,"delta":{"content":"a"}}]}\n'
hint 'payloads' "$stream ndjson reads it"
input='{"model":"m","message":{"role":"assistant","content":"a"},"done":false}\n'
hint 'payloads of Ollama' "$stream ndjson reads it"
input='{"error":"a"}\n{"error":"b"}\n'
hint 'records of errors' 'tagstream: the text looks like JSON lines: --from jsonl:/POINTER reads a field of each'
input='{"t":1}\n{"t":2}\n'
hint 'records' 'tagstream: the text looks like JSON lines: --from jsonl:/POINTER reads a field of each'
run filter --hide t --from ndjson
[ "$code" = 2 ] && [ "$(cat "$here/err")" = 'tagstream: no event in this text: (standard input); give --from jsonl:/POINTER' ]
verdict 'hint: records that are read as a stream' $?
for text in '{"t":1}' 'data' 'data: x\n' ': a\n' '{"t":1}\nand\n' '[1]\n[2]\n' 'event: x\n\n'; do
  input=$text
  hint "none: $text" ''
done

for size in 100 9000 100000; do
  for ((i = 0; i < 2; ++i)); do printf '{"t":"%0*d"}\n' "$size" 0; done >"$here/long"
  "$program" filter --hide t "$here/long" 2>&1 >/dev/null | grep -q 'looks like JSON lines'
  verdict "hint: records of $size bytes" $?
done

# The program reads on with fewer threads where the system starts no more.
printf '{"t":"a"}\n' >"$here/one"
(
  ulimit -v 700000
  "$program" read --dialect hermes --from jsonl:/t -j 256 "$here/one" >"$here/out" 2>"$here/err"
)
code=$?
{ [ "$code" = 0 ] && grep -q '"content":"a"' "$here/out"; } || { [ "$code" = 2 ] && [ -s "$here/err" ]; }
verdict "jsonl: -j 256 with little memory ($code)" $?
for ((i = 0; i < 3000; ++i)); do printf '{"text":"%0400d"}\n' 0; done >"$here/many"
for jobs in 1 2 7; do
  "$program" show --dialect think --from jsonl:/text -j "$jobs" "$here/many" >"$here/shown.$jobs"
  cmp -s "$here/shown.1" "$here/shown.$jobs"; verdict "jsonl: show -j $jobs" $?
done
[ "$(grep -c '^$' "$here/shown.1")" = 2999 ]; verdict 'jsonl: show, blank lines' $?

# --- contents to files --------------------------------------------------------------------------

mkdir folder
ln -s "$here" folder/link
ln -s "$here/b" folder/file_link
printf kept >folder/old
input='<file name="a/b.c">x\n</file><file name="../up">1</file><file name="/abs">2</file><file name="link/in">3</file><file name="file_link">4</file><file name="old">5</file><file name="a/../../up">6</file><file>7</file><file name="">8</file><file name="a/b.c/d">9</file><file name="end">10'
run extract --names file --write-to folder --path-from name
[ "$code" = 2 ]; verdict 'write-to: something was refused' $?
[ "$(cat folder/a/b.c)" = x ]; verdict 'write-to: written' $?
[ "$(cat folder/old)" = kept ] && [ "$(cat b)" = c ]; verdict 'write-to: nothing is overwritten' $?
[ ! -e up ] && [ ! -e /abs ] && [ ! -e in ] && [ ! -e folder/end ]
verdict 'write-to: nothing leads out' $?
[ "$(grep -c refused out)" = 9 ] && [ "$(wc -l <err)" = 10 ]; verdict 'write-to: each is reported' $?
grep -qx 'tagstream: not written, the path is empty: byte 212' err; verdict 'write-to: no path' $?
grep -qx 'tagstream: not written, a tag without the attribute `name`: byte 198' err
verdict 'write-to: no attribute' $?
sed -n 1p out | grep -qF '{"path":"a/b.c","bytes":2,"start":0}'; verdict 'write-to: a line' $?
input='<file name="old">5</file><file name="file_link">4</file>'
run extract --names file --write-to folder --path-from name --force
[ "$(cat folder/old)" = 5 ] && [ "$(cat b)" = c ] && [ "$code" = 2 ]
verdict 'write-to: --force is for files, not for links' $?
mkdir deep_folder
input=$(for ((i = 1; i < 40; ++i)); do printf '<f n="%d">' "$i"; done; printf '</f>%.0s' {1..39})
run extract --write-to deep_folder --path-from n
[ "$code" = 2 ] && [ "$(find deep_folder -type f | wc -l)" = 16 ] && [ "$(grep -c refused out)" = 23 ]
verdict 'write-to: what is written is bounded' $?
run extract --write-to deep_folder --path-from n --force --content
[ "$code" = 0 ] && [ "$(find deep_folder -type f | wc -l)" = 39 ]
verdict 'write-to: --content writes all' $?
mkdir own_folder
(
  cd own_folder || exit 1
  { printf '<file name="in.txt">x</file><file name="./other.txt">y</file><file name="out">z</file>'
    head -c 300000 /dev/zero | tr '\0' a; } >in.txt
  cp in.txt kept
  cp in.txt other.txt
  "$program" extract --write-to . --force --path-from name in.txt other.txt >out 2>err
  [ "$?" = 2 ] && cmp -s in.txt kept && cmp -s other.txt kept && [ "$(grep -c '"refused"' out)" = 6 ] &&
    grep -qF 'not written, the file is the input or the output of this command: in.txt (in.txt, byte 0)' err
)
verdict 'write-to: no input and no output is overwritten' $?
input="<f n=\"$(printf 'a/%.0s' {1..64})b\">x</f><f n=\"$(printf 'a/%.0s' {1..65})b\">x</f><f n=\"$(printf 'a%.0s' {1..1025})\">x</f>"
run extract --write-to deep_folder --path-from n
[ "$code" = 2 ] && grep -qF 'not written, more than 64 folders are in its path: a/a/' err &&
  grep -qF 'not written, the path is longer than 1024: aa' err && [ "$(find deep_folder -type d | wc -l)" = 65 ]
verdict 'write-to: folders are bounded' $?
input="<f n=\"new\">$(printf 'a%.0s' {1..3000})</f><f n=\"old\">$(printf 'a%.0s' {1..3000})</f>"
printf kept >folder/old
printf '%b' "$input" >long
(
  trap '' XFSZ
  ulimit -f 1
  "$program" extract --write-to folder --force --path-from n long >/dev/null 2>&1
)
[ ! -e folder/new ] && [ "$(cat folder/old)" = kept ] && [ -z "$(find folder -name '.tagstream*')" ]
verdict 'write-to: a file that a full disk would cut is not left' $?
chmod 640 folder/old
run extract --write-to folder --force --path-from n
[ "$code" = 0 ] && [ "$(wc -c <folder/old)" = 3000 ] && [ "$(stat -c %a folder/old)" = 640 ]
verdict 'write-to: a file that is overwritten keeps its permissions' $?
refuse 'write-to: no folder' 2 "tagstream: can't open the folder (No such file or directory): none: make it first" \
  extract --write-to none --path-from name
refuse 'write-to: needs an attribute' 2 'tagstream: --write-to needs --path-from' \
  extract --write-to folder

# --- output stays bounded -----------------------------------------------------------------------

yes '<a>' | head -n 10000 | tr -d '\n' >deep
[ "$("$program" extract deep | wc -c)" -lt $((120 * 30000)) ]; verdict 'extract: bounded' $?
"$program" extract --content deep | head -c 20000000 | wc -c | grep -q 20000000
verdict 'extract: --content prints all' $?

# --- words that do not fit ----------------------------------------------------------------------

refuse 'jsonl without a place' 2 \
  'tagstream: --from jsonl does not say where the text is: give --from jsonl:/text or --field .text' \
  filter --hide t --from jsonl
refuse 'a pointer' 2 'tagstream: a JSON Pointer begins with `/`: --from; did you mean `jsonl:/t`?' filter --hide t --from jsonl:t
refuse 'a path' 2 'tagstream: a path begins with a dot: --field; did you mean `.t`?' filter --hide t --field t
refuse 'a path that is none' 2 'tagstream: a path is written .name[0].name: t[ (--field)' filter --hide t --field 't['
refuse 'a path and a pointer' 2 \
  'tagstream: --from jsonl:/POINTER and --field exclude each other: give one' \
  filter --hide t --from jsonl:/t --field .t
refuse 'a path in a text' 2 'tagstream: --field needs --from jsonl' filter --hide t --from text --field .t
for to in '--to anthropic' '--to thought_stream' ''; do
  # shellcheck disable=SC2086  # an option and its value
  refuse "--reasoning-field: with $to" 2 'tagstream: --reasoning-field needs --to openai' \
    read --hide t --reasoning-field both $to
done
refuse "--reasoning-field: its default" 2 'tagstream: --reasoning-field needs --to openai' \
  read --hide t --reasoning-field reasoning_content
input='{"t":"<x>a</x>","id":1}\n{"t":"b","m":2}\n'
run filter --hide x --from jsonl:/t --keep id --keep nope --keep m
[ "$code" = 0 ] && [ "$(cat "$here/err")" = 'tagstream: no record has this field: --keep nope' ]
verdict '--keep: a field that no record has' $?
refuse '--keep' 2 'tagstream: --keep needs --from jsonl' filter --hide t --keep a
refuse '--api' 2 'tagstream: --api needs --from sse or ndjson' filter --hide t --api ollama
for names in 'filter content' 'filter line' 'read tool_calls' 'read reasoning' 'extract tags' \
  'extract diagnostics' 'inner content' 'read /m/thoughts'; do
  words=("${names%% *}" --from jsonl:/t --keep id --keep "${names#* }")
  [[ ${words[0]} != filter && ${words[0]} != read ]] || words+=(--hide t)
  [ "${words[0]}" = inner ] && words+=(x)
  refuse "--keep: a name that is there, $names" 2 \
    "tagstream: the output has this name already: --keep ${names##*[ /]}" "${words[@]}"
done
refuse '--keep: twice' 2 'tagstream: the output has this name already: --keep id' \
  read --call tool --from jsonl:/t --keep id --keep /m/id
refuse '--keep: the file' 2 'tagstream: the output has this name already: --keep file' \
  read --call tool -H --from jsonl:/t --keep file
input='{"t":"","file":7}'
expect '--keep: the file, where it is not said' 0 \
  '{"line":1,"file":7,"content":"","finish_reason":"stop"}\n' \
  read --call tool --from jsonl:/t --keep file
refuse '-j' 2 'tagstream: too many jobs, give at most 256: -j' filter --hide t --from jsonl:/t -j 257
refuse '--events of records' 2 \
  'tagstream: records have no --events: each gives one object a line, as with --json' \
  extract --from jsonl:/text --events
for flag in --flat --pretty; do
  refuse "$flag of records" 2 "tagstream: --from jsonl and $flag exclude each other: give one" \
    extract --from jsonl:/text "$flag"
done
refuse '--snapshots of records' 2 'tagstream: --from jsonl and --snapshots exclude each other: give one' \
  read --thought t --snapshots --from jsonl:/t
refuse '--to: several files' 2 'tagstream: more than one FILE: --to takes one' \
  read --dialect think --to openai a b
refuse '--to: -H' 2 'tagstream: --to and -H exclude each other: give one' read --dialect think --to openai -H a
refuse '--to' 2 'tagstream: --events and --to exclude each other: give one' \
  read --dialect think --events --to openai

# --- Ctrl-C -------------------------------------------------------------------------------------

# what has come before it, arguments...: output and exit code of the program
mkfifo pipe
interrupt() {
  local text=$1
  shift
  "$program" "$@" pipe >out 2>err &
  local reader=$!
  exec 7>pipe
  printf '%b' "$text" >&7
  sleep 0.5
  kill -INT "$reader"
  wait "$reader"
  code=$?
  exec 7>&-
}

interrupt 'a <x' read --hide x --json
[ "$code" = 130 ] && [ "$(cat out)" = '{"content":"a <x","finish_reason":null}' ]
verdict 'Ctrl-C: what was read is printed' $?
interrupt '{"t":"a"}\n{"t":"b' filter --hide x --from jsonl:/t -j 2
[ "$code" = 130 ] && [ "$(cat out)" = '{"line":1,"content":"a"}' ] && [ ! -s err ]
verdict 'Ctrl-C: half a record is left out' $?
mkfifo nobody
"$program" filter --hide x nobody >out 2>err &
reader=$!
sleep 0.5
kill -INT "$reader"
for ((i = 0; i < 50; ++i)); do kill -0 "$reader" 2>/dev/null || break; sleep 0.1; done
kill -KILL "$reader" 2>/dev/null
wait "$reader"
[ $? = 130 ]; verdict 'Ctrl-C: a pipe that nobody writes to' $?
interrupt "$(event a)data: {\"choi" read --dialect think --from sse
[ "$code" = 130 ] && [ "$(cat out)" = '{"kind":"content","text":"a","start":0,"end":1}' ] && [ ! -s err ]
verdict 'Ctrl-C: half an event is left out' $?
interrupt 'a' read --dialect think --to openai
grep -q 'broken off' out && ! grep -q '"stop"\|DONE' out; verdict 'Ctrl-C: --to has no end' $?

# --- a live server ------------------------------------------------------------------------------

if command -v python3 >/dev/null; then
  python3 "$tests/stream_server.py" "$program" >live
  while read -r holds name; do
    [ "$holds" = ok ]; verdict "live: $name" $?
  done <live
  [ "$(wc -l <live)" = 8 ]; verdict 'live: all of it' $?
fi

sum_up
