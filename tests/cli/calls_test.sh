#!/usr/bin/env bash
# Checks calls that are read by rules of one's own, and the schemas of tools, from outside.
# usage: TAGSTREAM=path/to/tagstream calls_test.sh
# shellcheck disable=SC2034,SC2154,SC2162  # checks.sh uses input, and sets code
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"

# Lines of output, as `expect` wants them: a backslash that is to be there is written twice.
content() { printf '{"kind":"content","text":"%s"}\\n' "$1"; }
# The call f, number $1, from byte $2 to $3, with the arguments {} and the body $4; $5 at the end.
call() {
  printf '{"kind":"tool_call","index":%s,"id":"call_%s","name":"f","arguments":"{}",' "$1" "$1"
  printf '"raw":"%s","is_closed":true%s,"start":%s,"end":%s}\\n' "$4" "${5-}" "$2" "$3"
}
# The call f with the arguments $1, in a text that is nothing else: $2 bytes with the body $3.
typed() {
  printf '{"kind":"tool_call","index":0,"id":"call_0","name":"f","arguments":"%s",' "$1"
  printf '"raw":"%s","is_closed":true,"start":0,"end":%s}\\n' "$3" "$2"
}

# The element around a call is a tag; text that should be a call and is none is only an error.
calls=(read --bad-calls hide)
tools=(read --bad-calls hide --call tool)

# --- calls --------------------------------------------------------------------------------------

body='{\\"name\\":\\"f\\"}'
input='a <tool>{"name":"f"}</tool> b'
expect_events 'a call' 0 "$(content 'a ')$(call 0 2 27 "$body")$(content ' b')" "${tools[@]}"
expect_events 'the same byte by byte' 0 \
  "$(for byte in a ' '; do content "$byte"; done)$(call 0 2 27 "$body")$(for byte in ' ' b; do
    content "$byte"; done)" "${tools[@]}" --chunk-size 1
input='<tool>{"name":"f"}</tool><tool>{"name":"f"}</tool>'
expect_events 'two calls' 0 "$(call 0 0 25 "$body")$(call 1 25 50 "$body")" "${tools[@]}"
input='no call'
expect_events 'text only' 0 "$(content 'no call')" "${tools[@]}"
input=''
expect 'no input' 0 '' "${tools[@]}"
input='<tool name="f" id="7"/>'
expect 'a name and an id in the tag' 0 \
  '{"kind":"tool_call","index":0,"id":"7","name":"f","arguments":"{}","raw":"","is_closed":true,"start":0,"end":23}\n' "${tools[@]}"
input='<tool name="f">{"a": 12345678901234567890.50}</tool>'
expect_events 'arguments as they were written' 0 \
  "$(typed '{\\"a\\": 12345678901234567890.50}' 52 '{\\"a\\": 12345678901234567890.50}')" "${tools[@]}"
input="<tool>{'name':'f'}</tool>"
expect_events 'a repaired spelling' 0 "$(call 0 0 25 "{'name':'f'}" ',"is_repaired":true')" "${tools[@]}"
input='<tool>{"name":"f","args":{"a":"</tool>"}}</tool>'
expect_events 'a closing tag in a string' 0 \
  "$(typed '{\\"a\\":\\"</tool>\\"}' 48 '{\\"name\\":\\"f\\",\\"args\\":{\\"a\\":\\"</tool>\\"}}')" "${tools[@]}"
input='<tool>{"name":"f"}</tool>'
expect_events 'a tag that is not asked for' 0 "$(content '<tool>{\\"name\\":\\"f\\"}</tool>')" "${calls[@]}" --call call
input='<a>{"name":"f"}</a><b>{"name":"f"}</b>'
expect_events 'several tags' 0 "$(call 0 0 19 "$body")$(call 1 19 38 "$body")" "${calls[@]}" --call a --call b
input='[C]{"name":"f"}[/C]'
expect_events 'markers' 0 "$(call 0 0 19 "$body")" "${calls[@]}" --call '[C]...[/C]'
input='<tool>{"name":"f"}</tool>[C]{"name":"f"}[/C]'
expect_events 'markers and a tag' 0 "$(call 0 0 25 "$body")$(call 1 25 44 "$body")" \
  "${tools[@]}" --call '[C]...[/C]'
expect_events 'markers alone: no other tag' 0 \
  "$(content '<tool>{\\"name\\":\\"f\\"}</tool>')$(call 0 25 44 "$body")" \
  "${calls[@]}" --call '[C]...[/C]'
input='<TOOL>{"name":"f"}</Tool>'
expect_events 'ignore-case' 0 "$(call 0 0 25 "$body")" "${tools[@]}" --ignore-case
input='`<tool>` <tool>{"name":"f"}</tool>'
quoted='{"kind":"notice","code":"quoted","text":"this call opener stands in Markdown code: it is text",'
quoted+='"offset":1,"name":"tool","start":1,"end":1}\n'
expect_events 'markdown-code' 0 "$(content '`')$quoted$(content '<tool>` ')$(call 0 9 34 "$body")" \
  "${tools[@]}" --markdown-code all
input='<h><tool>{"name":"f"}</tool></h>'
expect_events 'a call in a hidden section is none' 0 \
  '{"kind":"section_start","name":"h","raw_tag":"<h>","attributes":[],"start":0,"end":3}
{"kind":"section_delta","name":"h","text":"<tool>{\\"name\\":\\"f\\"}</tool>"}
{"kind":"section_end","name":"h","raw_tag":"<h>","offset":0,"is_closed":true,"start":28,"end":32}
' "${tools[@]}" --hide h
input='<h>a<h>b</h>c</h>'
run "${tools[@]}" --hide h --json
grep -q '"content":"a<h>b</h>c"' "$here/out"; verdict 'nesting: balanced' $?
run "${tools[@]}" --hide h --json --nesting first_close
grep -q '"content":"a<h>b"' "$here/out"; verdict 'nesting: first_close' $?

# --- bodies -------------------------------------------------------------------------------------

input='<tool>any <thing> at all</tool>'
expect_events 'any body: hide gives the same bytes' 0 \
  '{"kind":"section_start","name":"tool","raw_tag":"<tool>","attributes":[],"start":0,"end":6}
{"kind":"section_delta","name":"tool","text":"any <thing> at all"}
{"kind":"section_end","name":"tool","raw_tag":"<tool>","offset":0,"is_closed":true,"start":24,"end":31}
' read --hide tool
run "${tools[@]}"
grep -q '"kind":"tool_call_error","code":"invalid_json"' "$here/out"; verdict 'neither JSON nor XML' $?
input='<f><k>1</k></f>'
expect_events 'XML' 0 "$(typed '{\\"k\\":\\"1\\"}' 15 '<k>1</k>')" "${calls[@]}" --call f
line='<f>{"name": "NAME", "arguments": ARGUMENTS}</f>'
run "${calls[@]}" --call "$line"
grep -q '"code":"invalid_json"' "$here/out"; verdict 'a line with JSON: XML is an error' $?
input='<f>{"name": "g", "arguments": {"a":1}}</f>'
expect 'a line with JSON' 0 \
  '{"kind":"tool_call","index":0,"id":"call_0","name":"g","arguments":"{\\"a\\":1}","raw":"{\\"name\\": \\"g\\", \\"arguments\\": {\\"a\\":1}}","is_closed":true,"start":0,"end":42}\n' \
  "${calls[@]}" --call "$line"
input='<tool>g{"a":1}</tool>'
expect 'a line: the name, then JSON' 0 \
  '{"kind":"tool_call","index":0,"id":"call_0","name":"g","arguments":"{\\"a\\":1}","raw":"g{\\"a\\":1}","is_closed":true,"start":0,"end":21}\n' \
  "${calls[@]}" --call '<tool>NAMEARGUMENTS</tool>'
input='<tool>g\n{"a":1}</tool>'
expect 'a line: two blanks are a line end' 0 \
  '{"kind":"tool_call","index":0,"id":"call_0","name":"g","arguments":"{\\"a\\":1}","raw":"g\\n{\\"a\\":1}","is_closed":true,"start":0,"end":22}\n' \
  "${calls[@]}" --call '<tool>NAME\nARGUMENTS</tool>'
input="<tool>{'name':'f'}</tool>"
run "${tools[@]}" --strict-json
grep -q '"code":"invalid_json".*"offset":7' "$here/out"; verdict 'strict-json' $?

# --- errors, and what is never closed -----------------------------------------------------------

input='<tool>{"c":"oops}</tool> mid <tool>{"name":"f"}</tool>'
run "${tools[@]}"
plain_events "$here/out" | sed -E '/error/ s/"text":"([^"\\]|\\.)+"/"text":""/' >"$here/lines"
printf '%b' '{"kind":"tool_call_error","code":"invalid_json","text":"","offset":11,"raw":"{\\"c\\":\\"oops}","is_closed":true,"start":0,"end":24}\n' \
  "$(content ' mid ')$(call 0 29 54 "$body" ',"is_recovered":true')" | cmp -s - "$here/lines"
verdict 'an error, and a call read again' $?
verdict 'an error is no failure' "$code"
run "${tools[@]}" --strict
[ "$code" = 3 ]; verdict 'strict: an error' $?
input='<tool>{}</tool>'
run "${tools[@]}"
grep -q '"code":"missing_name"' "$here/out"; verdict 'no name' $?
input='<tool> </tool>'
run "${tools[@]}"
grep -q '"code":"empty"[^{]*"offset":7,"is_closed":true' "$here/out"; verdict 'nothing in it' $?
input='a <tool>{"name":"f"}'
run "${tools[@]}"
[ "$code" = 0 ] && sed -n 2p "$here/out" | grep -q '^{"kind":"notice","code":"unclosed_call",.*"offset":2,"start":2,"end":2}$'
verdict 'unclosed-call text: a notice' $?
[ "$(tail -1 "$here/out")" = '{"kind":"content","text":"<tool>{\"name\":\"f\"}","start":2,"end":20}' ]
verdict 'unclosed-call text: the text' $?
run "${tools[@]}" --strict
[ "$code" = 3 ]; verdict 'strict: an unclosed call' $?
run "${tools[@]}" --unclosed-call call
grep -q '"kind":"tool_call",.*"name":"f",.*"is_closed":false,"start":2,"end":20}$' "$here/out"
verdict 'unclosed-call call' $?
run "${tools[@]}" --unclosed-call error
grep -q '"kind":"tool_call_error","code":"unclosed".*"offset":20,"raw":"{\\"name\\":\\"f\\"}","is_closed":false,"start":2,"end":20}$' "$here/out"
verdict 'unclosed-call error' $?
expect_events 'no-finish: what is held stays held' 0 "$(content 'a ')" "${tools[@]}" --no-finish
expect_events '-e: no call' 1 "$(content 'a ')" "${tools[@]}" --no-finish -e
input='<h>x'
run "${tools[@]}" --hide h --strict
[ "$code" = 3 ]; verdict 'strict: an unclosed section' $?
input='x<tool>{"name":"f"}</tool>'
expect_events '-e and strict: a call' 0 "$(content x)$(call 0 1 26 "$body")" "${tools[@]}" -e --strict
input='<tool>no</tool>'
run "${tools[@]}" -e
[ "$code" = 1 ]; verdict '-e: an error is no call' $?

# --- one object ---------------------------------------------------------------------------------

input='a <tool>{"name":"f"}</tool>b<tool>{}</tool>c<tool name="f"/>'
first='{"index":0,"id":"call_0","name":"f","arguments":"{}","raw":"{\\"name\\":\\"f\\"}","is_closed":true,"start":2,"end":27}'
second='{"index":1,"id":"call_1","name":"f","arguments":"{}","raw":"","is_closed":true,"start":44,"end":60}'
printf '%b' '{"content":"a bc","tool_calls":['"$first,$second"'],"tool_call_errors":[{"code":"missing_name","text":"","offset":34,"raw":"{}"}],"finish_reason":"tool_calls"}\n' >"$here/object"
for extra in '' '--chunk-size=1' '--incremental' '--incremental --chunk-size=3'; do
  # shellcheck disable=SC2086  # options, or none
  run "${tools[@]}" --json $extra
  sed -E 's/"text":"[^"]+"/"text":""/' "$here/out" | cmp -s - "$here/object"
  verdict "json $extra" $?
done
input=''
expect 'json of nothing' 0 '{"content":"","finish_reason":"stop"}\n' "${tools[@]}" --json
input='é\xff<tool>{"name":"f"'
cut='<tool>{\\"name\\":\\"f\\""'
errors='[{"code":"unclosed","text":"the input ends inside a call","offset":3,"raw":"'$cut'}]'
expect 'json: bad bytes, and a call that is cut off' 0 \
  '{"content":"é\xef\xbf\xbd'"$cut"',"tool_call_errors":'"$errors"',"finish_reason":"stop"}\n' "${tools[@]}" --json
[ ! -s "$here/err" ]; verdict 'json: nothing on standard error' $?
run "${tools[@]}" --text
grep -qE '^tagstream: .+: byte 3$' "$here/err"; verdict 'text: a notice on standard error' $?
for _ in $(seq 20000); do printf 'text <tool>{"name":"f"}</tool> <tool>{}</tool>\n'; done >"$here/many"
timeout 20 "$program" "${tools[@]}" --json "$here/many" >"$here/out"
verdict 'json: many calls in time' $?
[ "$(grep -o '"is_closed":true' "$here/out" | wc -l)" = 20000 ]; verdict 'json: all of them' $?

# --- incremental --------------------------------------------------------------------------------

input='<tool>{"name":"f","args":{"a":1}}</tool>'
end='{"kind":"tool_call","index":0,"id":"call_0","name":"f","arguments":"{\\"a\\":1}","raw":"{\\"name\\":\\"f\\",\\"args\\":{\\"a\\":1}}","is_closed":true,"has_started":true,"start":0,"end":40}\n'
expect 'incremental' 0 \
  '{"kind":"tool_call_start","index":0,"id":"call_0","name":"f"}\n{"kind":"tool_call_delta","index":0,"name":"f","text":"{\\"a\\":1}"}\n'"$end" \
  "${tools[@]}" --incremental
run "${tools[@]}" --incremental --chunk-size 1
[ "$(sed -nE 's/^\{"kind":"tool_call_delta","index":0,"name":"f","text":"(.*)"\}$/\1/p' "$here/out" | tr -d '\n')" = '{\"a\":1}' ]
verdict 'incremental: the pieces make the arguments' $?
run "${tools[@]}" --incremental -e --strict
verdict 'incremental: -e and strict count a call' "$code"
input='<tool>{"id":"x","name":"f","args":{"a":1'
run "${tools[@]}" --incremental
[ "$(sed -n 1p "$here/out")" = '{"kind":"tool_call_start","index":0,"id":"x","name":"f"}' ] &&
  tail -1 "$here/out" | grep -q '"kind":"tool_call_error","code":"unclosed".*"index":0,"is_closed":false,"has_started":true,"start":0,"end":40}$'
verdict 'incremental: an error has the index' $?

# --- schemas ------------------------------------------------------------------------------------

schema() { printf '%s' "$1" >"$here/tools.json"; }
input='<invoke name="f"><parameter name="n">2</parameter></invoke>'
wrapped=$input
input="<tool>$wrapped</tool>"
quoted=${wrapped//\"/\\\\\"}
integer=$(typed '{\\"n\\":2}' 72 "$quoted")
string=$(typed '{\\"n\\":\\"2\\"}' 72 "$quoted")
expect_events 'no schema: a string' 0 "$string" "${tools[@]}"
parameters='{"type":"object","properties":{"n":{"type":"integer"}}}'
for shape in '[{"type":"function","function":{"name":"f","parameters":P}}]' \
  '{"tools":[{"type":"function","function":{"name":"f","parameters":P}}]}' \
  '{"type":"function","function":{"name":"f","parameters":P}}' '[{"name":"f","parameters":P}]' \
  '[{"name":"g","parameters":{}},{"name":"f","input_schema":P}]' '{"name":"f","inputSchema":P}' P; do
  schema "${shape/P/$parameters}"
  expect_events "schema: $shape" 0 "$integer" "${tools[@]}" --tools-file "$here/tools.json"
done
schema "[{\"name\":\"g\",\"parameters\":$parameters}]"
expect_events 'schema of another tool' 0 "$string" "${tools[@]}" --tools-file "$here/tools.json"
for type in '{"type":"int32"}' '{"type":["null","number"]}' '{"anyOf":[{"type":"null"},{"type":"int"}]}' \
  '{"oneOf":[{"allOf":[{"type":"integer"}]}]}' '{"type":"string","anyOf":[{"type":"integer"}]}' \
  '{"enum":[1,2]}' '{"const":2}'; do
  schema "{\"properties\":{\"n\":$type}}"
  expect_events "a number: $type" 0 "$integer" "${tools[@]}" --tools-file "$here/tools.json"
done
for type in '{"type":"string"}' '{"enum":["1","2"]}' '{"const":"2"}' '{}' 'true' '{"type":"unheard-of"}' \
  '{"items":{}}' '{"properties":{}}'; do
  schema "{\"properties\":{\"n\":$type}}"
  expect_events "a string: $type" 0 "$string" "${tools[@]}" --tools-file "$here/tools.json"
done
for type in '{"$ref":"#/$defs/N"}' '{"$ref":"#/$defs/Loop"}' '{"allOf":[{"$ref":"#/$defs/N"}]}'; do
  schema "{\"properties\":{\"n\":$type},\"\$defs\":{\"N\":{\"type\":\"integer\"},
    \"Loop\":{\"anyOf\":[{\"\$ref\":\"#/\$defs/Loop\"},{\"\$ref\":\"#/\$defs/N\"}]}}}"
  expect_events "a definition: $type" 0 "$integer" "${tools[@]}" --tools-file "$here/tools.json"
done
for type in '{"$ref":"#/$defs/Other"}' '{"$ref":"other.json"}' '{"$ref":"#/~"}'; do
  schema "{\"properties\":{\"n\":$type}}"
  expect_events "no definition: $type" 0 "$string" "${tools[@]}" --tools-file "$here/tools.json"
done
input="<tool>${wrapped/2/null}</tool>"
null=$(typed '{\\"n\\":null}' 75 "${quoted/2/null}")
for type in '{"type":"string","nullable":true}' '{"enum":["a",null]}' '{"type":["string","null"]}'; do
  schema "{\"properties\":{\"n\":$type}}"
  expect_events "null: $type" 0 "$null" "${tools[@]}" --tools-file "$here/tools.json"
done
input="<tool>${wrapped/2/[]}</tool>"
schema '{"properties":{"n":{"items":{}}}}'
expect_events 'items: a list' 0 "$(typed '{\\"n\\":[]}' 73 "${quoted/2/[]}")" "${tools[@]}" --tools-file "$here/tools.json"
input="<tool>${wrapped/2/\{\}}</tool>"
for type in '{"properties":{}}' '{"additionalProperties":true}'; do
  schema "{\"properties\":{\"n\":$type}}"
  expect_events "an object: $type" 0 "$(typed '{\\"n\\":{}}' 73 "${quoted/2/\{\}}")" "${tools[@]}" --tools-file "$here/tools.json"
done
input='x'
refuse_schema() {  # file, message, place in the file
  local where="--tools-file $here/tools.json"
  schema "$1"
  [ -z "${3-}" ] && where=": $where" || where=": $3 ($where)"
  refuse "schema refused: $1" 2 "tagstream: $2$where" "${tools[@]}" --tools-file "$here/tools.json"
}
schema ''
refuse 'schema refused: an empty file' 2 "tagstream: the file is empty: $here/tools.json" \
  "${tools[@]}" --tools-file "$here/tools.json"
refuse_schema $'[\n {"é" 12}]' 'not JSON at line 2, column 7'
refuse_schema '[1,' 'not JSON at line 1, column 4'
refuse_schema '5' 'expected a list of tools, a tool or a schema, not a number' 'the top level'
refuse_schema '{}' 'no tool in it, and no schema of an object' 'the top level'
refuse_schema '["f"]' 'expected a tool, not a string' '/0'
refuse_schema '{"tools":{}}' 'expected a list of tools, not an object' '/tools'
refuse_schema '[{"type":"function"}]' 'a tool has no name' '/0'
refuse_schema '[{"function":{"name":1}}]' 'expected a string, not a number' '/0/function/name'
refuse_schema '{"name":"f","parameters":[]}' 'expected a schema, not a list' '/parameters'
refuse_schema '{"properties":{"a/b~":{"type":1}}}' \
  'expected a string or a list of strings, not a number' '/properties/a~1b~0/type'
refuse_schema '{"properties":{"a":{"anyOf":[{},null]}}}' 'expected a schema, not null' '/properties/a/anyOf/1'
{ printf '{"properties":{"n":'; yes '{"anyOf":[' | head -200000 | tr -d '\n'
  printf '{"type":"integer"}'; yes ']}' | head -200000 | tr -d '\n'; printf '}}'; } >"$here/deep.json"
input="<tool>$wrapped</tool>"
expect_events 'a very deep schema' 0 "$integer" "${tools[@]}" --tools-file "$here/deep.json"
refuse 'schema: no such file' 2 "tagstream: no such file: $here/none" "${tools[@]}" --tools-file "$here/none"
refuse 'schema: a directory' 2 "tagstream: a folder, not a file: $here (its files: $here/*)" "${tools[@]}" --tools-file "$here"
refuse 'schema from standard input' 2 \
  'tagstream: `-` is for the text alone: give the name of a file (--tools-file)' \
  "${tools[@]}" --tools-file -

# --- limits -------------------------------------------------------------------------------------

input='a<tool>{"name":"f"}</tool>b'
expect_events 'max-held-bytes: at the limit' 0 "$(content a)$(call 0 1 26 "$body")$(content b)" \
  "${tools[@]}" --max-held-bytes 25
run "${tools[@]}" --max-held-bytes 24
grep -q '"kind":"tool_call_error","code":"too_large".*"offset":1,"is_closed":false,"start":1,"end":1}$' "$here/out" &&
  [ "$(tail -1 "$here/out")" = '{"kind":"content","text":"<tool>{\"name\":\"f\"}</tool>b","start":1,"end":27}' ]
verdict 'max-held-bytes: one less' $?
run "${tools[@]}" --max-held-bytes 24 --on-limit stop
[ "$code" = 4 ] && grep -qE '^tagstream: .+: byte [0-9]+$' "$here/err" && [ "$(wc -l <"$here/err")" = 1 ]
verdict 'on-limit stop: exit 4 and one line' $?
grep -q '"code":"too_large"' "$here/out"; verdict 'on-limit stop: what finish gives is printed' $?
run "${tools[@]}" --stats
grep -qE '^\{"bytes_fed":27,.*"limit_hits":0\}$' "$here/err"; verdict 'stats' $?

# --- what is refused ----------------------------------------------------------------------------

input=''
refuse 'a tag given twice' 2 'tagstream: there are two rules for `a`: both --call; give one of them' "${calls[@]}" --call a --call a
refuse 'a tag that is hidden' 2 'tagstream: there are two rules for `tool`: --hide and --call; give one of them' "${tools[@]}" --hide tool
refuse 'a bad name' 2 \
  'tagstream: `a b` is neither the name of a tag (`think`), nor two markers with one `...` between them (`[THINK]...[/THINK]`), nor a line with NAME in it that looks like the call: --call' \
  "${calls[@]}" --call 'a b'
refuse 'markers that are the same' 2 \
  'tagstream: the opening and the closing marker of a call are both `+`: --call' \
  "${calls[@]}" --call +...+
refuse 'a pair without its beginning' 2 \
  'tagstream: `...x` is neither the name of a tag (`think`), nor two markers with one `...` between them (`[THINK]...[/THINK]`), nor a line with NAME in it that looks like the call: --call' \
  "${calls[@]}" --call ...x
refuse 'unknown option' 2 'tagstream: unknown option: --body; did you mean `--call`?' read --call tool --body yaml
refuse 'two files that are not there' 2 'tagstream: no such file: a
tagstream: no such file: b' "${tools[@]}" a b
refuse 'no such file' 2 "tagstream: no such file: $here/none" "${tools[@]}" "$here/none"

# --- streams ------------------------------------------------------------------------------------

mkfifo "$here/pipe"
"$program" "${tools[@]}" <"$here/pipe" >"$here/flowing" &
exec 3>"$here/pipe"
printf 'Hello <to' >&3
said='{"kind":"content","text":"Hello ","start":0,"end":6}'
wait_for "$here/flowing" "$said"; verdict 'flowing: text before a held tag' $?
printf 'ol>{"name":"f"}</tool' >&3
printf '>' >&3
called="$said
$(printf '%b' "$(call 0 6 31 "$body")")"
wait_for "$here/flowing" "$called"; verdict 'flowing: a call with its last byte' $?
exec 3>&-
wait $!; verdict 'flowing: ends well' $?
{ yes '<tool>{"name":"f"}</tool>' | "$program" "${tools[@]}" 2>"$here/err"; echo "${PIPESTATUS[1]}" >"$here/code"; } |
  head -c 5 >"$here/out"
[ "$(cat "$here/code")" = 0 ] && [ ! -s "$here/err" ]; verdict 'a closed pipe ends an endless input' $?
"$program" "${tools[@]}" "$here/many" >"$here/whole"
"$program" "${tools[@]}" --chunk-size 7 "$here/many" | grep tool_call | cmp -s - <(grep tool_call "$here/whole")
verdict 'chunk-size 7: the same calls' $?
if command -v script >/dev/null 2>&1; then
  printf '<tool name="f">{"a":"\302\233\\u001b"}</tool>\033[31m' >"$here/escapes"
  for form in '' --events; do
    ! on_terminal "'$program' read --call tool $form --color never '$here/escapes'" | grep -q $'\033\|\302\233'
    verdict "terminal: control bytes are not sent $form" $?
  done
fi

sum_up
