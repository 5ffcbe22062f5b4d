#!/usr/bin/env bash
# Checks `tagstream tools` from outside.
# usage: TAGSTREAM=path/to/tagstream tools_test.sh
# shellcheck disable=SC2034,SC2154  # checks.sh uses input, and sets code
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"

# Lines of output, as `expect` wants them: a backslash that is to be there is written twice.
content() { printf '{"kind":"content-delta","delta":"%s"}\\n' "$1"; }
# The call f, number $1, from byte $2 to $3, with the arguments {} and the body $4; $5 at the end.
call() {
  printf '{"kind":"tool-call","name":"f","arguments":"{}","content":"%s",' "$4"
  printf '"index":%s,"startIndex":%s,"endIndex":%s,"isClosed":true%s}\\n' "$1" "$2" "$3" "${5-}"
}
# The call f with the arguments $1, in a text that is nothing else: $2 bytes with the body $3.
typed() {
  printf '{"kind":"tool-call","name":"f","arguments":"%s","content":"%s",' "$1" "$3"
  printf '"index":0,"startIndex":0,"endIndex":%s,"isClosed":true}\\n' "$2"
}

# --- help ---------------------------------------------------------------------------------------

check_help tools 45 --tag --tag-between --body --tools --hide --nesting --on-unclosed \
  --strict-json --incremental --json --from --chunk-size --no-finish --markdown-code \
  --ignore-case --max-tag-bytes --max-held-bytes --max-section-bytes --max-attributes --on-limit \
  --stats -e --strict --color
example=$(sed -n "s/^  \$ echo '\(.*\)' | tagstream tools\$/\1/p" "$here/help")
echo "$example" | "$program" tools >"$here/out"
sed -n '/^  \$ /,/^exit/p' "$here/help" | sed '1d;$d; s/^  //; s/ \.\.\.$//' >"$here/want"
begins_as_wanted() {  # each line of out with the same line of want, which are two
  local line want
  [ "$(wc -l <"$here/want")" = 2 ] || return 1
  while read -r -u 3 line && read -r -u 4 want; do
    [ "${line:0:${#want}}" = "$want" ] || return 1
  done 3<"$here/out" 4<"$here/want"
}
begins_as_wanted
verdict '--help: the example gives what it says' $?

# --- calls --------------------------------------------------------------------------------------

body='{\\"name\\":\\"f\\"}'
input='a <tool>{"name":"f"}</tool> b'
expect 'a call' 0 "$(content 'a ')$(call 0 2 27 "$body")$(content ' b')" tools
expect 'the same byte by byte' 0 \
  "$(for byte in a ' '; do content "$byte"; done)$(call 0 2 27 "$body")$(for byte in ' ' b; do
    content "$byte"; done)" tools --chunk-size 1
input='<tool>{"name":"f"}</tool><tool>{"name":"f"}</tool>'
expect 'two calls' 0 "$(call 0 0 25 "$body")$(call 1 25 50 "$body")" tools
input='no call'
expect 'text only' 0 "$(content 'no call')" tools
input=''
expect 'no input' 0 '' tools
input='<tool name="f" id="7"/>'
expect 'a name and an id in the tag' 0 \
  '{"kind":"tool-call","name":"f","arguments":"{}","id":"7","content":"","index":0,"startIndex":0,"endIndex":23,"isClosed":true}\n' tools
input='<tool name="f">{"a": 12345678901234567890.50}</tool>'
expect 'arguments as they were written' 0 \
  "$(typed '{\\"a\\": 12345678901234567890.50}' 52 '{\\"a\\": 12345678901234567890.50}')" tools
input="<tool>{'name':'f'}</tool>"
expect 'a repaired spelling' 0 "$(call 0 0 25 "{'name':'f'}" ',"isRepaired":true')" tools
input='<tool>{"name":"f","args":{"a":"</tool>"}}</tool>'
expect 'a closing tag in a string' 0 \
  "$(typed '{\\"a\\":\\"</tool>\\"}' 48 '{\\"name\\":\\"f\\",\\"args\\":{\\"a\\":\\"</tool>\\"}}')" tools
input='<tool>{"name":"f"}</tool>'
expect 'a tag that is not asked for' 0 "$(content '<tool>{\\"name\\":\\"f\\"}</tool>')" tools --tag call
input='<a>{"name":"f"}</a><b>{"name":"f"}</b>'
expect 'several tags' 0 "$(call 0 0 19 "$body")$(call 1 19 38 "$body")" tools --tag a --tag b
input='[C]{"name":"f"}[/C]'
expect 'markers' 0 "$(call 0 0 19 "$body")" tools --tag-between '[C]' '[/C]'
input='<tool>{"name":"f"}</tool>[C]{"name":"f"}[/C]'
expect 'markers and a tag' 0 "$(call 0 0 25 "$body")$(call 1 25 44 "$body")" \
  tools --tag tool --tag-between '[C]' '[/C]'
expect 'markers alone: no other tag' 0 \
  "$(content '<tool>{\\"name\\":\\"f\\"}</tool>')$(call 0 25 44 "$body")" \
  tools --tag-between '[C]' '[/C]'
input='<TOOL>{"name":"f"}</Tool>'
expect 'ignore-case' 0 "$(call 0 0 25 "$body")" tools --ignore-case
input='`<tool>` <tool>{"name":"f"}</tool>'
expect 'markdown-code' 0 "$(content '`<tool>` ')$(call 0 9 34 "$body")" tools --markdown-code
input='<h><tool>{"name":"f"}</tool></h>'
expect 'a call in a hidden section is none' 0 \
  '{"kind":"section-start","tagName":"h","attributes":[],"startIndex":0,"impliedOpen":false}
{"kind":"section-delta","delta":"<tool>{\\"name\\":\\"f\\"}</tool>"}
{"kind":"section-end","tagName":"h","attributes":[],"content":"<tool>{\\"name\\":\\"f\\"}</tool>","startIndex":0,"endIndex":32,"isClosed":true,"impliedOpen":false}
' tools --hide h
input='<h>a<h>b</h>c</h>'
run tools --hide h
grep -q '"content":"a<h>b</h>c"' "$here/out"; verdict 'nesting: balanced' $?
run tools --hide h --nesting first_close
grep -q '"content":"a<h>b"' "$here/out"; verdict 'nesting: first_close' $?

# --- bodies -------------------------------------------------------------------------------------

input='<tool>any <thing> at all</tool>'
expect 'body raw' 0 \
  '{"kind":"tool-call","content":"any <thing> at all","index":0,"startIndex":0,"endIndex":31,"isClosed":true}\n' \
  tools --body raw
run tools
grep -q '"kind":"tool-error","code":"invalid-json"' "$here/out"; verdict 'body auto: neither JSON nor XML' $?
input='<f><k>1</k></f>'
expect 'body auto: XML' 0 "$(typed '{\\"k\\":\\"1\\"}' 15 '<k>1</k>')" tools --tag f
expect 'body xml' 0 "$(typed '{\\"k\\":\\"1\\"}' 15 '<k>1</k>')" tools --tag f --body xml
run tools --tag f --body json
grep -q '"code":"invalid-json"' "$here/out"; verdict 'body json: XML is an error' $?
input='<tool>g{"a":1}</tool>'
expect 'body name_then_json' 0 \
  '{"kind":"tool-call","name":"g","arguments":"{\\"a\\":1}","content":"g{\\"a\\":1}","index":0,"startIndex":0,"endIndex":21,"isClosed":true}\n' \
  tools --body name_then_json
input="<tool>{'name':'f'}</tool>"
run tools --strict-json
grep -q '"code":"invalid-json".*"offset":7' "$here/out"; verdict 'strict-json' $?

# --- errors, and what is never closed -----------------------------------------------------------

input='<tool>{"c":"oops}</tool> mid <tool>{"name":"f"}</tool>'
run tools
sed -E 's/"message":"[^"]+"/"message":""/' "$here/out" >"$here/lines"
printf '%b' '{"kind":"tool-error","code":"invalid-json","message":"","offset":37,"content":"{\\"c\\":\\"oops}","startIndex":0,"endIndex":24}\n' \
  "$(content ' mid ')$(call 0 29 54 "$body" ',"isRecovered":true')" | cmp -s - "$here/lines"
verdict 'an error, and a call read again' $?
verdict 'an error is no failure' "$code"
run tools --strict
[ "$code" = 3 ]; verdict 'strict: an error' $?
input='<tool>{}</tool>'
run tools
grep -q '"code":"missing-name"' "$here/out"; verdict 'no name' $?
input='<tool> </tool>'
run tools
grep -q '"code":"empty".*"content":""' "$here/out"; verdict 'nothing in it' $?
input='a <tool>{"name":"f"}'
run tools
[ "$code" = 0 ] && [ "$(sed -n 2p "$here/out" | cut -d, -f1-3)" = '{"kind":"notice","code":"unclosed-call","offset":2' ]
verdict 'on-unclosed text: a notice' $?
[ "$(tail -1 "$here/out")" = '{"kind":"content-delta","delta":"<tool>{\"name\":\"f\"}"}' ]
verdict 'on-unclosed text: the text' $?
run tools --strict
[ "$code" = 3 ]; verdict 'strict: an unclosed call' $?
run tools --on-unclosed call
grep -q '"kind":"tool-call","name":"f".*"endIndex":20,"isClosed":false}$' "$here/out"
verdict 'on-unclosed call' $?
run tools --on-unclosed error
grep -q '"kind":"tool-error","code":"unclosed".*"offset":20,"content":"{\\"name\\":\\"f\\"}","startIndex":2,"endIndex":20}$' "$here/out"
verdict 'on-unclosed error' $?
expect 'no-finish: what is held stays held' 0 "$(content 'a ')" tools --no-finish
expect '-e: no call' 1 "$(content 'a ')" tools --no-finish -e
input='<h>x'
run tools --hide h --strict
[ "$code" = 3 ]; verdict 'strict: an unclosed section' $?
input='x<tool>{"name":"f"}</tool>'
expect '-e and strict: a call' 0 "$(content x)$(call 0 1 26 "$body")" tools -e --strict
input='<tool>no</tool>'
run tools -e
[ "$code" = 1 ]; verdict '-e: an error is no call' $?

# --- one object ---------------------------------------------------------------------------------

input='a <tool>{"name":"f"}</tool>b<tool>{}</tool>c<tool name="f"/>'
first='{"name":"f","arguments":"{}","content":"{\\"name\\":\\"f\\"}","index":0,"startIndex":2,"endIndex":27,"isClosed":true}'
second='{"name":"f","arguments":"{}","content":"","index":1,"startIndex":44,"endIndex":60,"isClosed":true}'
printf '%b' '{"content":"a bc","toolCalls":['"$first,$second"'],"toolErrors":[{"code":"missing-name","message":"","offset":34,"content":"{}","startIndex":28,"endIndex":43}]}\n' >"$here/object"
for extra in '' '--chunk-size=1' '--incremental' '--incremental --chunk-size=3'; do
  # shellcheck disable=SC2086  # options, or none
  run tools --json $extra
  sed -E 's/"message":"[^"]+"/"message":""/' "$here/out" | cmp -s - "$here/object"
  verdict "json $extra" $?
done
input=''
expect 'json of nothing' 0 '{"content":"","toolCalls":[],"toolErrors":[]}\n' tools --json
input='é\xff<tool>{"name":"f"'
expect 'json: bad bytes' 0 '{"content":"é\xef\xbf\xbd<tool>{\\"name\\":\\"f\\"","toolCalls":[],"toolErrors":[]}\n' tools --json
grep -qE '^tagstream: .+: byte 3$' "$here/err"; verdict 'json: a notice on standard error' $?
for _ in $(seq 20000); do printf 'text <tool>{"name":"f"}</tool> <tool>{}</tool>\n'; done >"$here/many"
timeout 20 "$program" tools --json "$here/many" >"$here/out"
verdict 'json: many calls in time' $?
[ "$(grep -o '"isClosed":true' "$here/out" | wc -l)" = 20000 ]; verdict 'json: all of them' $?

# --- incremental --------------------------------------------------------------------------------

input='<tool>{"name":"f","args":{"a":1}}</tool>'
end='{"kind":"tool-call-end","name":"f","arguments":"{\\"a\\":1}","content":"{\\"name\\":\\"f\\",\\"args\\":{\\"a\\":1}}","index":0,"startIndex":0,"endIndex":40,"isClosed":true}\n'
expect 'incremental' 0 \
  '{"kind":"tool-call-start","index":0,"name":"f"}\n{"kind":"tool-call-delta","index":0,"delta":"{\\"a\\":1}"}\n'"$end" \
  tools --incremental
run tools --incremental --chunk-size 1
[ "$(sed -nE 's/^\{"kind":"tool-call-delta","index":0,"delta":"(.*)"\}$/\1/p' "$here/out" | tr -d '\n')" = '{\"a\":1}' ]
verdict 'incremental: the pieces make the arguments' $?
run tools --incremental -e --strict
verdict 'incremental: -e and strict count a call' "$code"
input='<tool>{"id":"x","name":"f","args":{"a":1'
run tools --incremental
[ "$(sed -n 1p "$here/out")" = '{"kind":"tool-call-start","index":0,"id":"x","name":"f"}' ] &&
  tail -1 "$here/out" | grep -q '"kind":"tool-error","code":"unclosed".*"endIndex":40,"index":0}$'
verdict 'incremental: an error has the index' $?

# --- schemas ------------------------------------------------------------------------------------

schema() { printf '%s' "$1" >"$here/tools.json"; }
input='<invoke name="f"><parameter name="n">2</parameter></invoke>'
wrapped=$input
input="<tool>$wrapped</tool>"
quoted=${wrapped//\"/\\\\\"}
integer=$(typed '{\\"n\\":2}' 72 "$quoted")
string=$(typed '{\\"n\\":\\"2\\"}' 72 "$quoted")
expect 'no schema: a string' 0 "$string" tools
parameters='{"type":"object","properties":{"n":{"type":"integer"}}}'
for shape in '[{"type":"function","function":{"name":"f","parameters":P}}]' \
  '{"tools":[{"type":"function","function":{"name":"f","parameters":P}}]}' \
  '{"type":"function","function":{"name":"f","parameters":P}}' '[{"name":"f","parameters":P}]' \
  '[{"name":"g","parameters":{}},{"name":"f","input_schema":P}]' '{"name":"f","inputSchema":P}' P; do
  schema "${shape/P/$parameters}"
  expect "schema: $shape" 0 "$integer" tools --schema "$here/tools.json"
done
schema "[{\"name\":\"g\",\"parameters\":$parameters}]"
expect 'schema of another tool' 0 "$string" tools --schema "$here/tools.json"
for type in '{"type":"int32"}' '{"type":["null","number"]}' '{"anyOf":[{"type":"null"},{"type":"int"}]}' \
  '{"oneOf":[{"allOf":[{"type":"integer"}]}]}' '{"type":"string","anyOf":[{"type":"integer"}]}'; do
  schema "{\"properties\":{\"n\":$type}}"
  expect "a number: $type" 0 "$integer" tools --schema "$here/tools.json"
done
for type in '{"type":"string"}' '{"enum":[1,2]}' '{"const":2}' '{}' 'true' '{"type":"unheard-of"}' \
  '{"items":{}}' '{"properties":{}}'; do
  schema "{\"properties\":{\"n\":$type}}"
  expect "a string: $type" 0 "$string" tools --schema "$here/tools.json"
done
for type in '{"$ref":"#/$defs/N"}' '{"$ref":"#/$defs/Loop"}' '{"allOf":[{"$ref":"#/$defs/N"}]}'; do
  schema "{\"properties\":{\"n\":$type},\"\$defs\":{\"N\":{\"type\":\"integer\"},
    \"Loop\":{\"anyOf\":[{\"\$ref\":\"#/\$defs/Loop\"},{\"\$ref\":\"#/\$defs/N\"}]}}}"
  expect "a definition: $type" 0 "$integer" tools --schema "$here/tools.json"
done
for type in '{"$ref":"#/$defs/Other"}' '{"$ref":"other.json"}' '{"$ref":"#/~"}'; do
  schema "{\"properties\":{\"n\":$type}}"
  expect "no definition: $type" 0 "$string" tools --schema "$here/tools.json"
done
input="<tool>${wrapped/2/null}</tool>"
null=$(typed '{\\"n\\":null}' 75 "${quoted/2/null}")
for type in '{"type":"string","nullable":true}' '{"enum":["a",null]}' '{"type":["string","null"]}'; do
  schema "{\"properties\":{\"n\":$type}}"
  expect "null: $type" 0 "$null" tools --schema "$here/tools.json"
done
input="<tool>${wrapped/2/[]}</tool>"
schema '{"properties":{"n":{"items":{}}}}'
expect 'items: a list' 0 "$(typed '{\\"n\\":[]}' 73 "${quoted/2/[]}")" tools --schema "$here/tools.json"
input="<tool>${wrapped/2/\{\}}</tool>"
for type in '{"properties":{}}' '{"additionalProperties":true}'; do
  schema "{\"properties\":{\"n\":$type}}"
  expect "an object: $type" 0 "$(typed '{\\"n\\":{}}' 73 "${quoted/2/\{\}}")" tools --schema "$here/tools.json"
done
input='x'
refuse_schema() {  # file, what is said before and after the file's name
  schema "$1"
  refuse "schema refused: $1" 2 "tagstream: $2: $here/tools.json: $3" tools --schema "$here/tools.json"
}
refuse_schema '' 'not JSON' 'line 1, column 1'
refuse_schema $'[\n {"é" 12}]' 'not JSON' 'line 2, column 7'
refuse_schema '[1,' 'not JSON' 'line 1, column 4'
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
expect 'a very deep schema' 0 "$integer" tools --schema "$here/deep.json"
refuse 'schema: no such file' 2 "tagstream: no such file: $here/none" tools --tools "$here/none"
refuse 'schema: a directory' 2 "tagstream: is a directory: $here" tools --schema "$here"
refuse 'schema from standard input' 2 \
  'tagstream: give the name of a file; only the text comes from standard input: --tools' tools --tools -

# --- limits -------------------------------------------------------------------------------------

input='a<tool>{"name":"f"}</tool>b'
expect 'max-held-bytes: at the limit' 0 "$(content a)$(call 0 1 26 "$body")$(content b)" \
  tools --max-held-bytes 25
run tools --max-held-bytes 24
grep -q '"kind":"tool-error","code":"too-large".*"offset":1,"content":"","startIndex":1,"endIndex":25}$' "$here/out" &&
  [ "$(tail -1 "$here/out")" = '{"kind":"content-delta","delta":"<tool>{\"name\":\"f\"}</tool>b"}' ]
verdict 'max-held-bytes: one less' $?
run tools --max-held-bytes 24 --on-limit error
[ "$code" = 4 ] && grep -qE '^tagstream: .+: byte [0-9]+$' "$here/err" && [ "$(wc -l <"$here/err")" = 1 ]
verdict 'on-limit error: exit 4 and one line' $?
grep -q '"code":"too-large"' "$here/out"; verdict 'on-limit error: what finish gives is printed' $?
run tools --stats
grep -qE '^\{"bytesFed":27,.*"limitHits":0\}$' "$here/err"; verdict 'stats' $?

# --- what is refused ----------------------------------------------------------------------------

input=''
refuse 'a tag given twice' 2 "tagstream: there are two rules for 'a'" tools --tag a --tag a
refuse 'a tag that is hidden' 2 "tagstream: there are two rules for 'tool'" tools --hide tool
refuse 'a bad name' 2 "$("$program" filter --hide 'a b' </dev/null 2>&1)" tools --tag 'a b'
refuse 'markers that are the same' 2 \
  "tagstream: the opening and the closing marker of a call are both 'x'" tools --tag-between x x
refuse 'half a pair' 2 'tagstream: a value is missing: --tag-between' tools --tag-between x
refuse 'another body' 2 \
  "tagstream: give auto|json|json_lines|json_by_name|name_then_json|arguments|xml|pythonic|text|raw, not 'yaml': --body" \
  tools --body yaml
refuse 'unknown option' 2 'tagstream: unknown option: --record' tools --record
refuse 'two files that are not there' 2 'tagstream: no such file: a
tagstream: no such file: b' tools a b
refuse 'no such file' 2 "tagstream: no such file: $here/none" tools "$here/none"

# --- streams ------------------------------------------------------------------------------------

mkfifo "$here/pipe"
"$program" tools <"$here/pipe" >"$here/flowing" &
exec 3>"$here/pipe"
printf 'Hello <to' >&3
said=$(printf '%b' "$(content 'Hello ')")
wait_for "$here/flowing" "$said"; verdict 'flowing: text before a held tag' $?
printf 'ol>{"name":"f"}</tool' >&3
printf '>' >&3
called=$(printf '%b' "$(content 'Hello ')$(call 0 6 31 "$body")")
wait_for "$here/flowing" "$called"; verdict 'flowing: a call with its last byte' $?
exec 3>&-
wait $!; verdict 'flowing: ends well' $?
{ yes '<tool>{"name":"f"}</tool>' | "$program" tools 2>"$here/err"; echo "${PIPESTATUS[1]}" >"$here/code"; } |
  head -c 5 >"$here/out"
[ "$(cat "$here/code")" = 0 ] && [ ! -s "$here/err" ]; verdict 'a closed pipe ends an endless input' $?
"$program" tools "$here/many" >"$here/whole"
"$program" tools --chunk-size 7 "$here/many" | grep tool-call | cmp -s - <(grep tool-call "$here/whole")
verdict 'chunk-size 7: the same calls' $?
if command -v script >/dev/null 2>&1; then
  printf '<tool name="f">{"a":"\302\233\\u001b"}</tool>\033[31m' >"$here/escapes"
  for form in '' --events; do
    ! on_terminal "'$program' tools $form --color never '$here/escapes'" | grep -q $'\033\|\302\233'
    verdict "terminal: control bytes are not sent $form" $?
  done
fi

sum_up
