#!/usr/bin/env bash
# Checks `tagstream read` from outside.
# usage: TAGSTREAM=path/to/tagstream read_test.sh
# shellcheck disable=SC2034,SC2154,SC2162  # checks.sh uses input, and sets code
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"

# Lines of output, as `expect` wants them: a backslash that is to be there is written twice.
content() { printf '{"kind":"content","text":"%s"}\\n' "$1"; }
reasoning() { printf '{"kind":"reasoning","text":"%s"}\\n' "$1"; }
# The reasoning that begins at byte $1 has not closed where the answer ends, at byte $2.
never_closed() {
  printf '{"kind":"notice","code":"unclosed_reasoning","text":"the reasoning never closed",'
  printf '"offset":%s,"name":"think","start":%s,"end":%s}\\n' "$1" "$2" "$2"
}
# The call f, number $1, from byte $2 to $3, with the arguments {} and the body $4; $5 at the end.
call() {
  printf '{"kind":"tool_call","index":%s,"id":"call_%s","name":"f","arguments":"{}",' "$1" "$1"
  printf '"raw":"%s","is_closed":true%s,"start":%s,"end":%s}\\n' "$4" "${5-}" "$2" "$3"
}
# The message with the content $1, the reasoning $2 and the calls $3. Blanks beside calls are none.
message() {
  local content="\"$1\"" rest='"finish_reason":"stop"'
  if [ -n "${3-}" ]; then rest="\"tool_calls\":[$3],\"finish_reason\":\"tool_calls\""; fi
  if [ -n "$2" ]; then rest="\"reasoning_content\":\"$2\",$rest"; fi
  if [ -n "${3-}" ] && [[ $1 =~ ^(\\n| )*$ ]]; then content=null; fi
  printf '{"role":"assistant","content":%s,%s}\\n' "$content" "$rest"
}
# The ids that --id-seed 1 makes up in it.
first=call_pNofNWNXMcRke26BpnGYga34
second=call_LFzPJc8ihUPANlUKq5lKRkcM
# A call in it: the id, the name, the arguments.
made() {
  printf '{"id":"%s","type":"function","function":{"name":"%s","arguments":"%s"}}' "$1" "$2" "$3"
}

# --- help ---------------------------------------------------------------------------------------

check_help read 125 --dialect --model --format --format-file --reasoning-of --calls-of --hide \
  --record --unwrap --reasoning --thought --call --drop --tools --tools-file --tool-choice \
  --parallel-tool-calls --only-offered --prompt-tail --prompt-tail-file --start-in-reasoning \
  --start-inside --unclosed-section --unclosed-reasoning --unclosed-call --bad-calls \
  --calls-in-reasoning --reasoning-again --markdown-code --nesting --leading-only --ignore-case \
  --strict-json --incremental --trim --id-style --id-seed --max-tag-bytes --max-held-bytes \
  --max-section-bytes --max-attributes --on-limit --options --text --events --json --sections \
  --explain --to --reasoning-field --task-id --context-id --from --chunk-size --no-finish -e \
  --strict --stats --color --summary --bare-calls --decode-entities -q
check_example

# --- what is read -------------------------------------------------------------------------------

body='{\\"name\\":\\"f\\"}'
tag='<tool_call>{"name":"f"}</tool_call>'
quoted='<tool_call>{\\"name\\":\\"f\\"}</tool_call>'
input="<think>a</think>b $tag"
expect_events 'reasoning, text and a call' 0 "$(reasoning a)$(content 'b ')$(call 0 18 53 "$body")" \
  read --dialect hermes
expect_events 'the same byte by byte' 0 \
  "$(reasoning a)$(content b)$(content ' ')$(call 0 18 53 "$body")" \
  read --dialect hermes --chunk-size 1
expect_events 'an alias' 0 "$(reasoning a)$(content 'b ')$(call 0 18 53 "$body")" read --dialect Nemotron-JSON
expect_events 'the last dialect counts' 0 "$(reasoning a)$(content 'b ')$(call 0 18 53 "$body")" \
  read --dialect jamba --dialect hermes
expect_events 'only reasoning' 0 "$(reasoning a)$(content "b $quoted")" read --reasoning-of hermes
expect_events 'only reasoning: no calls, said so' 0 "$(reasoning a)$(content "b $quoted")" \
  read --reasoning-of hermes --calls-of none
expect_events 'only calls' 0 "$(content '<think>a</think>b ')$(call 0 18 53 "$body")" \
  read --calls-of hermes
expect_events 'two halves' 0 "$(reasoning a)$(content 'b ')$(call 0 18 53 "$body")" \
  read --reasoning-of think --calls-of granite4
expect_events 'nothing' 0 "$(content "<think>a</think>b $quoted")" read --dialect none
input=''
expect 'no input' 0 '' read --dialect hermes
expect 'no input, as a message' 0 "$(message '' '')" read --dialect hermes --to openai --json
printf '%s' "<think>a</think>" >"$here/file"
expect_events 'a file' 0 "$(reasoning a)" read --dialect hermes "$here/file"
input='a</think>b'
stray='no reasoning is open, so this closing tag is text; if the prompt opened the reasoning, give start_in_reasoning'
expect_events 'a closer without opener' 0 \
  "$(content a)"'{"kind":"notice","code":"stray_close","text":"'"$stray"'","offset":1,"name":"think","start":1,"end":1}\n'"$(content '</think>b')" \
  read --dialect hermes
expect 'a closer without opener: its option is said' 0 'a</think>b' filter --dialect hermes
stray=${stray/;/ (byte 1);}
[ "$(cat "$here/err")" = "tagstream: \`think\`: ${stray/start_in_reasoning/--start-in-reasoning}" ]
verdict 'a closer without opener: as an option of the command line' $?
expect_events 'start-in-reasoning' 0 "$(reasoning a)$(content b)" read --dialect hermes --start-in-reasoning
expect_events 'a row that starts inside' 0 "$(reasoning a)$(content b)" read --dialect think_forced
input="<think>$tag no</think>$tag"
expect_events 'calls-of: what is reasoning elsewhere is text, and a call in it is one' 0 \
  "$(content '<think>')$(call 0 7 42 "$body")$(content ' no</think>')$(call 1 53 88 "$body")" \
  read --calls-of hermes
input='a</s>b<think>c<|x|>d'
expect_events 'drop' 0 "$(content a)$(content b)$(reasoning c)$(reasoning d)$(never_closed 6 20)" \
  read --dialect hermes --reasoning-again anywhere --drop '</s>' --drop '<|x|>'
expect_events 'a row that drops' 0 "$(content a)$(content 'b<think>c<|x|>d')" read --dialect gigachat3
input='<drop>x</drop>'
expect_events 'drop: a token like an option, and like a tag' 0 "$(content 'x</drop>')" \
  read --dialect hermes --drop '<drop>' --drop=--json
input='<THINK>a</Think>b'
expect_events 'names have a case' 0 "$(content '<THINK>a</Think>b')" read --dialect think
expect_events 'ignore-case' 0 "$(reasoning a)$(content b)" read --dialect think --ignore-case
input='`<think>` b'
in_code='{"kind":"notice","code":"quoted","text":"this tag stands in Markdown code, so it is text; '
in_code+='markdown_code = off reads it","offset":1,"name":"think","start":1,"end":1}\n'
expect_events 'markdown-code' 0 "$(content '`')$in_code$(content '<think>` b')" read --dialect think
expect_events 'no markdown-code' 0 "$(content '`')$(reasoning '` b')$(never_closed 1 11)" \
  read --dialect think --reasoning-again anywhere --markdown-code off
# The opener at byte $1 is text.
mention() {
  printf '{"kind":"notice","code":"mention","text":"this opening tag of reasoning stands inside a '
  printf 'line, so it is text; reasoning_again = anywhere reads it",'
  printf '"offset":%s,"name":"think","start":%s,"end":%s}\\n' "$1" "$1" "$1"
}
input='a <think>b'
expect_events 'reasoning-again: a mention' 0 "$(content 'a ')$(mention 2)$(content '<think>b')" \
  read --dialect think
input='x</think>y'
expect_events 'prompt-tail' 0 "$(reasoning x)$(content y)" read --dialect think --prompt-tail '<think>'
input='f
{}>>>all
b'
expect_events 'prompt-tail: an opener, and a call follows it' 0 \
  "$(call 0 0 4 'f\\n{}')$(content b)" read --dialect functionary_v32 --prompt-tail '>>>'
expect_events 'without it: text' 0 "$(content 'f\\n{}')$(content b)" read --dialect functionary_v32
input='all
b'
expect_events 'prompt-tail: an opener, and text follows it' 0 "$(content b)" \
  read --dialect functionary_v32 --prompt-tail '>>>'
input='<|python_tag|>{"name":"f","parameters":{}} ;<think>b'
expect_events 'a separator that no call follows is text' 0 \
  "$(call 0 0 42 '{\\"name\\":\\"f\\",\\"parameters\\":{}}')$(content ' ;')$(mention 44)$(content '<think>b')" \
  read --reasoning-of think --calls-of llama3_json
input='<think a="b">x</ think >y'
expect_events 'tags have attributes and blanks' 0 "$(reasoning x)$(content y)" read --dialect think

# --- calls in open reasoning --------------------------------------------------------------------

input="<think>a$tag"
expect_events 'settle: a call is the last' 0 "$(reasoning a)$(call 0 8 43 "$body")" read --dialect hermes
expect_events 'calls-in-reasoning end: the same' 0 "$(reasoning a)$(call 0 8 43 "$body")" \
  read --dialect hermes --calls-in-reasoning end
expect 'calls-in-reasoning keep' 0 "$(message '' "a$quoted")" \
  read --dialect hermes --calls-in-reasoning keep --to openai --json
input="<think>a$tag b</think>c"
for policy in '' '--calls-in-reasoning=settle' '--calls-in-reasoning=keep'; do
  # shellcheck disable=SC2086  # an option, or none
  expect "reasoning goes on after a call: $policy" 0 "$(message c "a$quoted b")" \
    read --dialect hermes --to openai --json $policy
done
expect 'calls-in-reasoning end' 0 "$(message ' bc' a "$(made "$first" f '{}')")" \
  read --dialect hermes --to openai --json --id-seed 1 --calls-in-reasoning end
expect 'calls-in-reasoning extract' 0 "$(message c 'a b' "$(made "$first" f '{}')")" \
  read --dialect hermes --to openai --json --id-seed 1 --calls-in-reasoning extract
input='<think>a<tool_calls>{"name":"f"}</tool_calls>'
expect 'a row that keeps' 0 "$(message '' 'a<tool_calls>{\\"name\\":\\"f\\"}</tool_calls>')" \
  read --dialect hunyuan_a13b --to openai --json
expect 'a row that keeps, told to settle' 0 "$(message '' a "$(made "$first" f '{}')")" \
  read --dialect hunyuan_a13b --to openai --json --id-seed 1 --calls-in-reasoning settle

# --- errors, and what is never closed -----------------------------------------------------------

input="<tool_call>no</tool_call>x$tag"
run read --dialect hermes
no_text_of "$here/out" | sed -E 's/"text":"[^"]+"/"text":""/' >"$here/lines"
printf '%b' \
  '{"kind":"tool_call_error","code":"invalid_json","text":"","offset":11,"raw":"no","is_closed":true,"start":25,"end":25}\n' \
  "$(call 0 26 61 "$body")" >"$here/want"
[ "$(content_of "$here/out")" = '<tool_call>no</tool_call>x' ] && tiles "$here/out" &&
  cmp -s "$here/lines" "$here/want"
verdict 'an error, and a call after it' $?
verdict 'an error is no failure' "$code"
run read --dialect hermes --strict
[ "$code" = 3 ]; verdict 'strict: an error' $?
run read --dialect hermes --to openai --json --id-seed 1
[ "$(cat "$here/out")" = "$(printf '%b' "$(message '<tool_call>no</tool_call>x' '' "$(made "$first" f '{}')")")" ]
verdict 'json: no call is content' $?
grep -qE '^tagstream: .+: byte 11$' "$here/err" && [ "$(wc -l <"$here/err")" = 1 ]
verdict 'json: an error is said on standard error' $?
input='<tool_call> </tool_call>'
run read --dialect hermes
[ "$(no_text_of "$here/out" | wc -l)" = 1 ] && grep -q '"code":"empty"' "$here/out"
verdict 'nothing in it' $?
input="<tool_call>{'name':'f'}</tool_call>"
expect_events 'a repaired spelling' 0 "$(call 0 0 35 "{'name':'f'}" ',"is_repaired":true')" read --dialect hermes
run read --dialect hermes --strict-json
grep -q '"code":"invalid_json".*"offset":12' "$here/out"; verdict 'strict-json' $?
input='a <tool_call>{"name":"f"}'
cut_off='<tool_call>{\\"name\\":\\"f\\"}'
run read --dialect hermes --unclosed-call text
[ "$code" = 0 ] && grep -q '^{"kind":"notice","code":"unclosed_call",.*"offset":2,' "$here/out"
verdict 'unclosed-call text: a notice' $?
[ "$(content_of "$here/out")" = 'a <tool_call>{\"name\":\"f\"}' ]; verdict 'unclosed-call text: the text' $?
run read --dialect hermes --unclosed-call text --strict
[ "$code" = 3 ]; verdict 'strict: an unclosed call' $?
expect 'unclosed-call text, as a message' 0 "$(message "a $cut_off" '')" read --dialect hermes --unclosed-call text --to openai --json
grep -qE '^tagstream: .+: byte 2$' "$here/err"; verdict 'json: a notice on standard error' $?
expect_events 'unclosed-call call, which dialects have' 0 \
  "$(content 'a ')$(call 0 2 25 "$body" | sed 's/true/false/')" \
  read --dialect hermes
run read --dialect hermes --unclosed-call error --strict
[ "$code" = 3 ] && [ "$(content_of "$here/out")" = 'a <tool_call>{\"name\":\"f\"}' ] &&
  grep -q '"kind":"tool_call_error","code":"unclosed".*"offset":25,.*"start":25,"end":25}$' "$here/out" &&
  tiles "$here/out"
verdict 'unclosed-call error' $?
expect_events 'no-finish: what is held stays held' 0 "$(content 'a ')" read --dialect hermes --no-finish
expect_events '-e: no call' 1 "$(content 'a ')" read --dialect hermes --no-finish -e
expect 'no-finish: the answer has no reason to end' 0 '{"content":"a ","finish_reason":null}\n' \
  read --dialect hermes --no-finish --json
input='a'
expect_events 'calls that nobody asked for' 0 "$(content a)" read --reasoning-of think --strict
input=" a $tag b "
run read --dialect hermes --trim
[ "$(grep '"content"' "$here/out" | grep -o '"text":"[^"]*"' | tr '\n' ' ')" = '"text":"a" "text":" " "text":"b" ' ] &&
  tiles "$here/out"
verdict 'trim' $?
input='<think>a'
expect_events 'unclosed-reasoning' 3 \
  "$(reasoning a)"'{"kind":"notice","code":"reasoning_as_content","text":"the reasoning never closed: it is the content of the message","offset":0,"name":"think","start":8,"end":8}\n' \
  read --dialect hermes --unclosed-reasoning content --strict
run read --dialect hermes --unclosed-reasoning content --to openai --json
grep -q '^{"role":"assistant","content":"a","finish_reason":' "$here/out"; verdict 'unclosed-reasoning: the message' $?
input='<think>a</think>b\n<think>c'
expect 'unclosed-reasoning: the text has it at its end' 0 'b\nc' \
  read --dialect hermes --unclosed-reasoning content --text
expect 'unclosed-reasoning: the same byte by byte' 0 'b\nc' \
  read --dialect hermes --unclosed-reasoning content --text --chunk-size 1
expect 'unclosed-reasoning: of closed reasoning the text has nothing' 0 'b\n' \
  read --dialect hermes --text
run read --dialect hermes --unclosed-reasoning content --to openai
! grep -q '"content":"c"' "$here/out" && [ "$(cat "$here/err")" = \
  'tagstream: the reasoning never closed: what was sent stays reasoning (byte 18)' ]
verdict 'unclosed-reasoning: what has been sent stays reasoning, and that is said' $?
input="$tag"
for style in openai:'call_[0-9A-Za-z]{24}' mistral:'[0-9A-Za-z]{9}' counted:call_0; do
  run read --dialect hermes --id-style "${style%%:*}"
  grep -qE "\"id\":\"${style#*:}\"" "$here/out"; verdict "id-style ${style%%:*}" $?
  run read --dialect hermes --id-style "${style%%:*}" --json
  grep -qE "\"id\":\"${style#*:}\"" "$here/out"; verdict "id-style ${style%%:*}: the message" $?
done
# For a client `counted` is as `openai`.
for style in openai:'call_[0-9A-Za-z]{24}' mistral:'[0-9A-Za-z]{9}' counted:'call_[0-9A-Za-z]{24}'; do
  for form in openai anthropic 'openai --json' 'anthropic --json'; do
    # shellcheck disable=SC2086  # words
    run read --dialect hermes --id-style "${style%%:*}" --to $form
    grep -qE "\"id\":\"${style#*:}\",\"(type|name)\"" "$here/out"; verdict "id-style ${style%%:*}: --to $form" $?
  done
done
input='<think>a'
expect_events 'strict: unclosed reasoning' 3 "$(reasoning a)$(never_closed 0 8)" read --dialect hermes --strict
expect 'strict: unclosed reasoning, of text' 3 '' filter --dialect hermes --strict
never_closed='tagstream: `think`: the reasoning never closed (byte 0)'
[ "$(cat "$here/err")" = "$never_closed" ]; verdict 'strict: unclosed reasoning, of text: that is said' $?
expect 'unclosed reasoning, of text' 0 '' filter --dialect hermes
[ "$(cat "$here/err")" = "$never_closed" ]; verdict 'unclosed reasoning, of text: that is said' $?
for form in '--to openai' '--to anthropic' '--to openai --json' '--to thought_stream'; do
  # shellcheck disable=SC2086  # words
  run read --dialect hermes --strict $form
  [ "$code" = 3 ] && [ "$(cat "$here/err")" = "$never_closed" ]
  verdict "strict: unclosed reasoning, $form: that is said" $?
done
printf %s "$input" >"$here/a.txt"
run filter --dialect hermes --strict "$here/a.txt" "$here/a.txt"
[ "$code" = 3 ] && [ "$(sort -u "$here/err")" = "tagstream: \`think\`: the reasoning never closed ($here/a.txt, byte 0)" ]
verdict 'strict: unclosed reasoning, of several files' $?
run filter --dialect hermes --strict --unclosed-reasoning content
[ "$code" = 3 ] && [ "$(cat "$here/err")" = 'tagstream: `think`: the reasoning never closed: it is the content of the message (byte 0)' ]
verdict 'strict: unclosed reasoning that is content is said once' $?
expect 'strict: unclosed reasoning, of a message' 3 \
  '{"content":"","reasoning":"a","reasoning_closed":false,"notices":[{"code":"unclosed_reasoning","text":"the reasoning never closed","offset":0,"name":"think"}],"finish_reason":"stop"}\n' \
  read --dialect hermes --strict --json
run read --dialect hermes --strict --to openai
[ "$code" = 3 ]; verdict 'strict: unclosed reasoning, of chunks' $?
expect_events 'strict: nothing is unclosed before the end' 0 "$(reasoning a)" \
  read --dialect hermes --strict --no-finish
input='b<t>a'
run read --hide t --strict --to openai
[ "$code" = 3 ]; verdict 'strict: an unclosed section, of chunks' $?
input='<think>a'
expect_events '-e: reasoning is something' 0 "$(reasoning a)$(never_closed 0 8)" read --dialect hermes -e
expect '-e: nothing but content' 1 '<think>a' filter --calls-of hermes -e
input="x$tag"
expect_events '-e and strict: a call' 0 "$(content x)$(call 0 1 36 "$body")" read --dialect hermes -e --strict

# --- ids, pieces, messages ----------------------------------------------------------------------

input='<tool_call>{"id":"i7","name":"f"}</tool_call>'"$tag"
run read --dialect hermes
[ "$(grep -o '"id":"[^"]*","name"' "$here/out" | tr -d '\n')" = '"id":"i7","name""id":"call_1","name"' ]
verdict 'ids: the model s own, or made' $?
expect 'ids in a message' 0 "$(message '' '' "$(made i7 f '{}'),$(made "$first" f '{}')")" \
  read --dialect hermes --to openai --json --id-seed 1
input='[TOOL_CALLS]f[CALL_ID]x1[ARGS]{"a":1}'
expect 'incremental' 0 \
  '{"kind":"tool_call_start","index":0,"id":"x1","name":"f"}\n{"kind":"tool_call_delta","index":0,"name":"f","text":"{\\"a\\":1}"}\n{"kind":"tool_call","index":0,"id":"x1","name":"f","arguments":"{\\"a\\":1}","raw":"f[CALL_ID]x1[ARGS]{\\"a\\":1}","is_closed":true,"has_started":true,"start":0,"end":37}\n' \
  read --dialect mistral --incremental
run read --dialect mistral --incremental --chunk-size 1
[ "$(sed -nE 's/^\{"kind":"tool_call_delta","index":0,"name":"f","text":"(.*)"\}$/\1/p' "$here/out" | tr -d '\n')" = '{\"a\":1}' ]
verdict 'incremental: the pieces make the arguments' $?
run read --dialect mistral --incremental -e --strict
verdict 'incremental: -e and strict count a call' "$code"
input='[TOOL_CALLS]f{"a":1'
run read --dialect mistral --incremental
[ "$(head -1 "$here/out")" = '{"kind":"tool_call_start","index":0,"id":"call_0","name":"f"}' ] &&
  no_text_of "$here/out" | tail -1 |
  grep -q '"kind":"tool_call_error","code":"unclosed".*"index":0,"is_closed":false,"has_started":true,"start":0,"end":19}$'
verdict 'incremental: an error has the index' $?
input='<think>\xfe</think>é\xff'
expect 'json: bad bytes' 0 "$(message 'é\xef\xbf\xbd' '\xef\xbf\xbd')" read --dialect hermes --to openai --json
for _ in $(seq 20000); do printf '<think>t</think>text %s\n' "$tag"; done >"$here/many"
timeout 20 "$program" read --dialect hermes --to openai --json "$here/many" >"$here/out"
verdict 'json: many calls in time' $?
[ "$(grep -o '"type":"function"' "$here/out" | wc -l)" = 20000 ]; verdict 'json: all of them' $?

input="<think>a</think>b$tag"
expect 'our message' 0 \
  '{"content":"b","reasoning":"a","tool_calls":[{"index":0,"id":"call_0","name":"f","arguments":"{}","raw":"{\\"name\\":\\"f\\"}","is_closed":true,"start":17,"end":52}],"finish_reason":"tool_calls"}\n' \
  read --dialect hermes --json
run read --dialect hermes --json
cp "$here/out" "$here/message.json"
expect 'our message, written again' 0 '<think>a</think>b<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>' \
  write --dialect hermes "$here/message.json"
run read --dialect hermes --to anthropic --json --id-seed 1
[ "$(sed -E 's/"id":"msg_[0-9]+-[0-9]+"/"id":"ID"/' "$here/out")" = \
  '{"id":"ID","type":"message","role":"assistant","model":"hermes","content":[{"type":"thinking","thinking":"a","signature":""},{"type":"text","text":"b"},{"type":"tool_use","id":"'$first'","name":"f","input":{}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":0,"output_tokens":0}}' ]
verdict "Anthropic's message" $?
input='<x>a</x><note k="v">b</note>c<y>d</y>'
expect 'a dialect and rules of one s own add up' 0 'c' filter --dialect qwen3 --hide x --hide note --hide y
input='<think>a</think>b'
expect 'a rule of one s own replaces the dialect s' 0 \
  '{"content":"b","sections":[{"name":"think","raw_tag":"<think>","attributes":[],"content":"a","is_closed":true,"start":0,"end":16}],"finish_reason":"stop"}\n' \
  read --dialect qwen3 --hide think --json
refuse 'two rules of one s own for a tag' 2 \
  "$("$program" filter --hide think --unwrap think </dev/null 2>&1)" filter --unwrap think --hide think

# --- transcripts --------------------------------------------------------------------------------

# name, dialect, input (escapes as of printf %b), message: the same however it is cut.
transcript() {
  local size
  input=$3
  for size in '' 1 2 3 7 64; do
    expect "$1${size:+, $size bytes at a time}" 0 "$4" \
      read --dialect "$2" --to openai --json --id-seed 1 ${size:+--chunk-size "$size"}
    expect "$1, in pieces${size:+, $size bytes at a time}" 0 "$4" \
      read --dialect "$2" --to openai --json --id-seed 1 --incremental ${size:+--chunk-size "$size"}
  done
  run read --dialect "$2"
  no_text_of "$here/out" >"$here/whole"
  run read --dialect "$2" --chunk-size 1
  no_text_of "$here/out" | cmp -s - "$here/whole" && tiles "$here/out"
  verdict "$1: the same calls and errors" $?
}

oslo='{\\"city\\":\\"Oslo\\"}'
rome='{\\"city\\": \\"Rome\\", \\"days\\": 3}'
transcript 'hermes' hermes \
  '<think>\nTwo towns, so two calls.\n</think>\n\nLet me look.\n<tool_call>\n{"name": "weather", "arguments": {"city":"Oslo"}}\n</tool_call>\n<tool_call>\n{"name": "weather", "arguments": {"city": "Rome", "days": 3}}\n</tool_call>' \
  "$(message '\\n\\nLet me look.\\n\\n' '\\nTwo towns, so two calls.\\n' "$(made "$first" weather "$oslo"),$(made "$second" weather "$rome")")"
transcript 'qwen3: a closing tag in a string' qwen3 \
  '<tool_call>{"name":"write","arguments":{"text":"</tool_call><tool_call>é"}}</tool_call>' \
  "$(message '' '' "$(made "$first" write '{\\"text\\":\\"</tool_call><tool_call>é\\"}')")"
transcript 'mistral' mistral \
  '[THINK]Norway.[/THINK]One moment.[TOOL_CALLS]weather[CALL_ID]a1B2c3D4e[ARGS]{"city":"Oslo"}[TOOL_CALLS]weather{"city": "Rome", "days": 3}' \
  "$(message 'One moment.' 'Norway.' "$(made a1B2c3D4e weather "$oslo"),$(made "$first" weather "$rome")")"
transcript 'mistral, the older list' magistral \
  '[TOOL_CALLS] [{"name": "weather", "arguments": {"city":"Oslo"}}, {"name": "weather", "arguments": {"city": "Rome", "days": 3}}]' \
  "$(message '' '' "$(made "$first" weather "$oslo"),$(made "$second" weather "$rome")")"
transcript 'kimi_k2' kimi_k2 \
  'Sure.<|tool_calls_section_begin|><|tool_call_begin|>functions.weather:0<|tool_call_argument_begin|>{"city":"Oslo"}<|tool_call_end|><|tool_call_begin|>functions.weather:1<|tool_call_argument_begin|>{"city": "Rome", "days": 3}<|tool_call_end|><|tool_calls_section_end|>' \
  "$(message 'Sure.' '' "$(made functions.weather:0 weather "$oslo"),$(made functions.weather:1 weather "$rome")")"
transcript 'kimi_k2: a section ends reasoning' kimi_k2 \
  '<think>I call.<|tool_calls_section_begin|><|tool_call_begin|>functions.weather:0<|tool_call_argument_begin|>{"city":"Oslo"}<|tool_call_end|><|tool_calls_section_end|>Done.' \
  "$(message 'Done.' 'I call.' "$(made functions.weather:0 weather "$oslo")")"
transcript 'deepseek_v3' deepseek_v3 \
  '<think>Hm.</think>I look.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>weather\n```json\n{"city":"Oslo"}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>weather\n```json\n{"city": "Rome", "days": 3}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>' \
  "$(message 'I look.' 'Hm.' "$(made "$first" weather "$oslo"),$(made "$second" weather "$rome")")"
transcript 'deepseek_v31' deepseek_v31 \
  '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>weather<｜tool▁sep｜>{"city":"Oslo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>' \
  "$(message '' '' "$(made "$first" weather "$oslo")")"
transcript 'harmony' gpt-oss \
  '<|channel|>analysis<|message|>I need the weather.<|end|><|start|>assistant<|channel|>commentary to=functions.weather <|constrain|>json<|message|>{"city":"Oslo"}<|call|>' \
  "$(message '' 'I need the weather.' "$(made "$first" weather "$oslo")")"
transcript 'harmony: an answer' harmony \
  '<|channel|>analysis<|message|>Easy.<|end|><|start|>assistant<|channel|>final<|message|>It is 4.<|return|>' \
  "$(message 'It is 4.' 'Easy.')"
transcript 'llama3_json' llama3_json \
  '<|python_tag|>{"name": "weather", "parameters": {"city":"Oslo"}}; {"name": "weather", "parameters": {"city": "Rome", "days": 3}}' \
  "$(message '' '' "$(made "$first" weather "$oslo"),$(made "$second" weather "$rome")")"
transcript 'llama3_json: no mark' llama4_json '{"name": "weather", "parameters": {"city":"Oslo"}}' \
  "$(message '' '' "$(made "$first" weather "$oslo")")"
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
  "$(message 'I look. ' 'Norway.' "$(made "$first" weather "$oslo"),$(made "$second" weather "$rome")")"
transcript 'granite' granite \
  "Here's my thought process:\nIt is in Norway.\nHere's my response:\nI look.<|tool_call|>[{\"name\": \"weather\", \"arguments\": {\"city\":\"Oslo\"}}]" \
  "$(message 'I look.' 'It is in Norway.\\n' "$(made "$first" weather "$oslo")")"
transcript 'gemma4' gemma4 '<|channel>thought\nEasy.<channel|>It rains.' "$(message 'It rains.' 'Easy.')"
transcript 'phi4_mini' phi4_mini 'functools[{"name": "weather", "arguments": {"city":"Oslo"}}]' \
  "$(message '' '' "$(made "$first" weather "$oslo")")"
transcript 'xlam' xlam '```json\n[{"name": "weather", "arguments": {"city":"Oslo"}}]\n```' \
  "$(message '' '' "$(made "$first" weather "$oslo")")"
transcript 'internlm2' internlm2 \
  'I look.<|action_start|><|plugin|>\n{"name": "weather", "parameters": {"city":"Oslo"}}<|action_end|>\n' \
  "$(message 'I look.\\n' '' "$(made "$first" weather "$oslo")")"
transcript 'inkling' inkling \
  '<|message_model|><|content_thinking|>Norway.<|end_message|><|message_model|><|content_invoke_tool_json|>{"name":"weather","args":{"city":"Oslo"}}<|end_message|>' \
  "$(message '' 'Norway.' "$(made "$first" weather "$oslo")")"
transcript 'ernie45' ernie45 '<think>\nEasy.\n</think>\n\n<response>\nIt rains.\n</response>\n' \
  "$(message 'It rains.\\n' 'Easy.\\n')"
transcript 'gigachat3' gigachat3 \
  'I look.<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "weather", "arguments": {"city":"Oslo"}}</s>' \
  "$(message 'I look.' '' "$(made "$first" weather "$oslo")")"
transcript 'kimi' kimi '◁think▷Easy.◁/think▷It rains.' "$(message 'It rains.' 'Easy.')"
transcript 'minimax_m3' minimax_m3 '<mm:think>Easy.]<]minimax[>[It rains.' \
  "$(message ']<]minimax[>[It rains.' 'Easy.')"
transcript 'muse_glimmer' muse_glimmer \
  '<|start|>assistant to=self<|message|>Easy.<|eom|><|start|>assistant to=user<|message|>It rains.<|eot|>' \
  "$(message 'It rains.' 'Easy.')"
transcript 'jamba' jamba '<tool_calls>[\n{"name": "weather", "arguments": {"city":"Oslo"}}\n]</tool_calls>' \
  "$(message '' '' "$(made "$first" weather "$oslo")")"
transcript 'function_json' function_json '<function=weather>{"city":"Oslo"}</function>' \
  "$(message '' '' "$(made "$first" weather "$oslo")")"

# --- tools --------------------------------------------------------------------------------------

input="$tag"
printf '[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}]' >"$here/tools.json"
expect_events 'tools' 0 "$(call 0 0 35 "$body")" read --dialect hermes --tools-file "$here/tools.json"
input='x'
printf '[1,' >"$here/tools.json"
refuse 'tools: not JSON' 2 \
  "tagstream: not JSON at line 1, column 4: --tools-file $here/tools.json" \
  read --dialect hermes --tools-file "$here/tools.json"
printf '[{"name":"f"},{"name":"f"}]' >"$here/tools.json"
refuse 'tools: two of a name' 2 \
  "tagstream: the tool \`f\` is there twice: --tools-file $here/tools.json" \
  read --dialect hermes --tools-file "$here/tools.json"
refuse 'tools: no such file' 2 "tagstream: no such file: $here/none" \
  read --dialect hermes --tools-file "$here/none"
printf '[{"name":"get_weather"}]' >"$here/tools.json"
refuse 'tools: the one that is chosen is none of them' 2 \
  "tagstream: the tool \`get_wether\` is not offered: --tool-choice; did you mean \`get_weather\`?" \
  read --dialect hermes --tools-file "$here/tools.json" --tool-choice get_wether
refuse 'tools from standard input' 2 \
  'tagstream: `-` is for the text alone: give the name of a file (--tools-file)' \
  read --dialect hermes --tools-file -
refuse 'tools: JSON that is no list of tools' 2 \
  'tagstream: expected a list of tools, a tool or a schema, not a number: the top level (--tools)' read --dialect hermes --tools 5
refuse 'tools: a file where JSON should be' 2 \
  'tagstream: `tools.json` is not JSON (--tools-file reads a file): --tools' \
  read --dialect hermes --tools tools.json
input="$tag"
expect_events 'tools as text' 0 "$(call 0 0 35 "$body")" read --dialect hermes --only-offered \
  --tools '[{"name":"f"}]'

# --- limits -------------------------------------------------------------------------------------

input="a${tag}b"
expect_events 'max-held-bytes: at the limit' 0 "$(content a)$(call 0 1 36 "$body")$(content b)" \
  read --dialect hermes --max-held-bytes 35
run read --dialect hermes --max-held-bytes 34
grep -q '"kind":"tool_call_error","code":"too_large".*"offset":1,"is_closed":false,"start":1,"end":1}$' "$here/out" &&
  [ "$(content_of "$here/out")" = 'a<tool_call>{\"name\":\"f\"}</tool_call>b' ]
verdict 'max-held-bytes: one less' $?
run read --dialect hermes --max-held-bytes 34 --on-limit stop
[ "$code" = 4 ] && grep -qE '^tagstream: .+: byte [0-9]+$' "$here/err" && [ "$(wc -l <"$here/err")" = 1 ]
verdict 'on-limit stop: exit 4 and one line' $?
run read --dialect hermes --max-held-bytes 34 --on-limit stop --json
[ "$code" = 4 ] && grep -q '^{"content":"a<tool_call>.*"stopped":{"code":"max_held_bytes",.*"offset":1}}$' "$here/out"
verdict 'on-limit stop: the message says what stopped it' $?
run read --dialect hermes --stats
grep -qE '^\{"bytes_fed":37,.*"limit_hits":0\}$' "$here/err"; verdict 'stats' $?

# --- what is refused ----------------------------------------------------------------------------

input=''
nothing='tagstream: nothing to read by: give a dialect (--dialect NAME or auto), a model (--model NAME) or a rule (--hide, --call ...)'
lists='(tagstream dialects lists them)'
refuse 'nothing says what to read' 2 "$nothing" read
refuse 'an empty name' 2 'tagstream: the value is empty: --dialect' read --dialect ''
refuse 'an unknown name' 2 "tagstream: there is no dialect \`xyzzy\`: --dialect $lists" \
  read --dialect xyzzy
refuse 'a name with a slip' 2 \
  "tagstream: there is no dialect \`hermess\`: --dialect; did you mean \`hermes\`? $lists" \
  read --dialect hermess
refuse 'a model as a dialect' 2 \
  "tagstream: there is no dialect \`Qwen/Qwen3-8B\`: it is the name of a model: give it as --model (--dialect)" \
  read --dialect Qwen/Qwen3-8B
refuse 'another part with a slip' 2 \
  "tagstream: there is no dialect \`harmny\`: --reasoning-of; did you mean \`harmony\`? $lists" \
  read --reasoning-of harmny
refuse 'several names are close' 2 \
  "tagstream: there is no dialect \`glm4\`: --calls-of; did you mean \`glm45\`? $lists" \
  read --calls-of glm4
for part in '--dialect hermes --reasoning-of think' '--dialect hermes --calls-of jamba' \
  '--model qwen3-8b --calls-of jamba'; do
  # shellcheck disable=SC2086  # options and their values
  refuse "a dialect and a part: $part" 2 \
    "tagstream: ${part%% *} and $(cut -d ' ' -f 3 <<<"$part") exclude each other: give one" read $part
done
refuse 'a dialect and a model' 2 'tagstream: --dialect and --model exclude each other: give one' \
  read --dialect hermes --model qwen3-8b
refuse 'another policy in reasoning' 2 \
  'tagstream: `ask` is none of auto, settle, end, keep, extract: --calls-in-reasoning' \
  read --dialect hermes --calls-in-reasoning ask
refuse 'another policy for unclosed calls' 2 \
  'tagstream: `drop` is none of auto, text, call, error: --unclosed-call' \
  read --dialect hermes --unclosed-call drop
refuse 'a policy with a slip' 2 \
  'tagstream: `extrct` is none of auto, settle, end, keep, extract: --calls-in-reasoning; did you mean `extract`?' \
  read --dialect hermes --calls-in-reasoning extrct
refuse 'unknown option' 2 'tagstream: unknown option: --tag; did you mean `--hide`?' read --tag
refuse 'a word for a tool' 2 \
  'tagstream: no tool is offered, so none is called `reqired`: --tool-choice; did you mean `required`?' \
  read --call t --tool-choice reqired
refuse 'a rule for start_inside' 2 \
  'tagstream: no rule hides `thnk`: --start-inside; did you mean `think`?' filter --hide think --start-inside thnk
refuse 'a model in place of a file' 2 \
  'tagstream: no such file: qwen3; did you mean `--model qwen3`?' guess qwen3
refuse 'a dialect by an option' 2 \
  'tagstream: unknown option: --dialect (give the name alone: tagstream dialects NAME)' dialects --dialect qwen3
refuse 'a missing value' 2 'tagstream: a value is missing: --drop' read --dialect hermes --drop
refuse 'a value for a switch' 2 'tagstream: a value is given to a switch: --incremental; leave it out, or give --no-incremental' \
  read --dialect hermes --incremental=yes
refuse 'two files that are not there' 2 'tagstream: no such file: a
tagstream: no such file: b' read --dialect hermes a b
refuse 'no such file' 2 "tagstream: no such file: $here/none" read --dialect hermes "$here/none"
for arguments in '--dialect jamba' '--calls-of hermes'; do
  # shellcheck disable=SC2086  # an option and its value
  refuse "no reasoning to start in: $arguments" 2 \
    'tagstream: there is no reasoning to be in (of a tag that is hidden, --start-inside says it): --start-in-reasoning' read $arguments --start-in-reasoning
done
refuse 'an empty token to drop' 2 'tagstream: the value is empty: --drop' read --dialect hermes --drop ''

# --- streams ------------------------------------------------------------------------------------

mkfifo "$here/pipe"
"$program" read --dialect hermes <"$here/pipe" >"$here/flowing" &
exec 3>"$here/pipe"
printf '<think>Hm' >&3
said='{"kind":"markup","text":"<think>","start":0,"end":7}
{"kind":"reasoning","text":"Hm","start":7,"end":9}'
wait_for "$here/flowing" "$said"; verdict 'flowing: reasoning as it comes' $?
printf '</think><tool_call>{"name":"f"}</tool_call' >&3
printf '>' >&3
called="$said
{\"kind\":\"markup\",\"text\":\"</think>\",\"start\":9,\"end\":17}
$(printf '%b' "$(call 0 17 52 "$body")")"
wait_for "$here/flowing" "$called"; verdict 'flowing: a call with its last byte' $?
exec 3>&-
wait $!; verdict 'flowing: ends well' $?
{ yes "$tag" | "$program" read --dialect hermes 2>"$here/err"; echo "${PIPESTATUS[1]}" >"$here/code"; } |
  head -c 5 >"$here/out"
[ "$(cat "$here/code")" = 0 ] && [ ! -s "$here/err" ]; verdict 'a closed pipe ends an endless input' $?
"$program" read --dialect hermes "$here/many" | grep tool_call >"$here/whole"
"$program" read --dialect hermes --chunk-size 7 "$here/many" | grep tool_call | cmp -s - "$here/whole"
verdict 'chunk-size 7: the same calls' $?
if command -v script >/dev/null 2>&1; then
  printf '<think>\033[31m\302\233</think>\033' >"$here/escapes"
  for form in '' --events; do
    ! on_terminal "'$program' read --dialect think $form --color never '$here/escapes'" | grep -q $'\033\|\302\233'
    verdict "terminal: control bytes are not sent $form" $?
  done
  # Only what is shown to people leaves out the bytes of a broken call.
  printf '{"text":"a <tool_call>{nope}</tool_call>"}\n' >"$here/broken.jsonl"
  for rest in "--from jsonl:/text '$here/broken.jsonl'" --explain; do
    eval "'$program' read --dialect qwen3 $rest" >"$here/want"
    on_terminal "'$program' read --dialect qwen3 $rest" | cmp -s - "$here/want"
    verdict "terminal: the same as in a pipe: $rest" $?
  done
fi

sum_up
