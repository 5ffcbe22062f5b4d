#!/usr/bin/env bash
# Checks what `tagstream show` says is wrong, calls of a server, tags, and the page's data.
# usage: TAGSTREAM=path/to/tagstream show_problems_test.sh
# shellcheck disable=SC2034,SC2154  # checks.sh uses input, and sets code
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
unset COLUMNS NO_COLOR

# ---- what is a problem ----

input='<think>a</think>b</think>c'
expect "an end of reasoning that is dropped" 0 'reasoning\n│ a\n
b</think>c
! nothing is open that </think> would end; it is dropped: byte 17
' show --dialect qwen3
expect "the same byte by byte" 0 'reasoning\n│ a\n
b</think>c
! nothing is open that </think> would end; it is dropped: byte 17
' show --dialect qwen3 --chunk-size 1
run show --dialect qwen3 --raw
shows "the same beside the stream" 'would end; it is dropped: byte 17'
input='</think>a'
for family in qwen3 deepseek_r1; do
  expect "one that the prompt may have opened, $family" 0 'a\n' show --dialect $family
done
# In the body of what is not a call the place stands out.
input='x<tool_call>\n{"name": "f", wrong: 1}\n</tool_call>'
for size in 1 1000; do
  run show --dialect qwen3 --color always --chunk-size $size
  shows "where a body is not JSON, $size" $'"f",\x1b[0m \x1b[2;4;31mwrong:\x1b[0m \x1b[2m1}\x1b[0m'
done
run show --dialect qwen3 --color always --raw
shows "beside the stream" $'\x1b[2;4;31mwrong:\x1b[0m'
# name, options: exit 3 with --strict, 0 without
is_refused() {
  local name=$1
  shift
  run show "$@"
  local first=$code
  run show --strict "$@"
  [ "$first" = 0 ] && [ "$code" = 3 ]; verdict "--strict: $name" $?
}
for way in '' --raw; do
  input='<think>a'
  is_refused "unclosed reasoning $way" --dialect qwen3 $way
  input='a</x>'
  is_refused "a stray tag $way" --hide x $way
  input='<think>a</think></think>'
  is_refused "a dropped one $way" --dialect qwen3 $way
  input='<x>a'
  is_refused "an unclosed section $way" --hide x $way
  input='<think>a</thi'
  is_refused "half a closing tag of reasoning $way" --dialect qwen3 $way
  input='a <think> b'
  is_refused "a misplaced tag $way" --dialect qwen3 $way
done
# Half a closing tag leaves reasoning open, whatever stands before it. A section says so itself.
input='<think>a</thi'
expect "half a closing tag of reasoning" 0 'reasoning\n│ a\n│ ! never closed: byte 0\n' show --dialect qwen3
input='<think></thi'
expect "half a closing tag of empty reasoning" 0 'reasoning\n│ ! never closed: byte 0\n' show --dialect qwen3
input='<x>a</x'
expect "half a closing tag of a section" 0 'x\n│ a\n│ ! never closed: byte 0\n' show --hide x
input='a <b>x</b'
expect "half a closing tag of an unwrapped element" 0 'a x

! the text ends in the closing tag of `b`: byte 2
' show --unwrap b
expect "half a closing tag of a recorded element" 0 'a <b>x</b

! the text ends in the closing tag of `b`: byte 2
' show --record b
input='<b>x'
expect "a recorded element without an end" 0 '<b>x

! the section `b` never closed: byte 0
' show --record b
input='</think>
<response>
Blue.
</respon'
expect "half a closing tag around an answer is no reasoning" 0 'Blue.

! the text ends in the closing tag of `response`: byte 9
' show --dialect ernie45 --start-in-reasoning
printf '<think>a</thi' >"$here/answer"
is_refused "half a closing tag on the page" --dialect qwen3 --html "$here/page.html" "$here/answer"
grep -q '"problems":\[\["never closed",0\]\]' "$here/page.html"
verdict "half a closing tag on the page: it is said" $?
printf '<think>a' >"$here/answer"
is_refused "unclosed reasoning on the page" --dialect qwen3 --html "$here/page.html" "$here/answer"
input='[TOOL_CALLS]f[ARGS]{}'
run show --strict
verdict "--strict: which family it is, is no problem" "$code"
# A tag in code is text, which one sentence says.
input='Say `<think>` or `</think>`.'
expect "a tag in code" 0 'Say `\n
! this tag stands in Markdown code, so it is text; --markdown-code off reads it: byte 5\n
<think>` or `</think>`.\n' show --strict --dialect qwen3

# ---- calls that a server has taken apart ----

# the arguments: $here/native is the stream of a server whose call has them
native() {
  python3 -c '
import json, sys
function = {"name": "f", "arguments": sys.argv[1]}
delta = {"tool_calls": [{"index": 0, "id": "c1", "function": function}]}
print("data: " + json.dumps({"choices": [{"delta": delta}]}) + "\n\ndata: [DONE]\n")
' "$1" >"$here/native"
}
# arguments, what is said of them
is_no_json() {
  native "$1"
  expect "arguments of a server: $1" 0 \
    "╭ not a call f  c1\n│ ! $2 of them\n│ $1\n╰\n" show --from sse "$here/native"
  for way in '' --raw; do
    # shellcheck disable=SC2086  # it may be none
    is_refused "$1 $way" --from sse $way "$here/native"
  done
}
is_no_json '{"a": oops}' 'unexpected `o` in the arguments, byte 6'
is_no_json '{"a":' 'the arguments end too early, byte 5'
is_no_json '{"a": "b' 'the arguments end too early, byte 8'
is_no_json '{"a" 12}' 'unexpected `1` in the arguments, byte 5'
is_no_json '{} {}' 'unexpected `{` in the arguments, byte 3'
is_no_json '{"a" true}' 'unexpected `t` in the arguments, byte 5'
is_no_json '{"a": 1, "b" "c"}' 'unexpected `"` in the arguments, byte 13'
is_no_json '{"a": 1e999, "b": oops}' 'unexpected `o` in the arguments, byte 18'
is_no_json "{'a': 1}" "unexpected \`'\` in the arguments, byte 1"
for arguments in $'\xef\xbb\xbf{}' $'{}\x01'; do
  native "$arguments"
  is_refused "arguments with signs that are not seen" --from sse "$here/native"
done
native '{"a": oops, "b": 1}'
run show --from sse --color always "$here/native"
shows "the place in them stands out" $'{"a":\x1b[0m \x1b[2;4;31moops,\x1b[0m \x1b[2m"b":'
for arguments in '' '{"a": [1e5, "\u00e9", null]}' '{"a": 1e999}'; do
  native "$arguments"
  run show --strict --from sse "$here/native"
  verdict "--strict: good arguments of a server: '$arguments'" "$code"
done
{
  echo 'data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{}}}'
  echo
  echo 'data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"a\": \"cut"}}'
  echo
} >"$here/native"
is_refused "a call of messages that is cut off" --from sse "$here/native"
run show --from sse "$here/native"
shows "it is not a call" 'not a call f  c1'
shows "and where it ends" 'the call is cut off, byte 10 of its arguments'
shows "and stands there" '{"a": "cut'
is_refused "and on the page" --from sse --html "$here/page.html" "$here/native"
input='<tool_call>{"name":"f"'
run show --dialect qwen3 --color always
shows "a notice is underlined" $'! \x1b[4;31mthe input ends inside a call'
input='<tool_call>{"name":"f", "arguments":{"a":"b}}</tool_call>'
expect "the closer in its string is text, too" 0 '! the input ends inside a call, in the string `"b}}</tool_call>`: byte 0

<tool_call>{"name":"f", "arguments":{"a":"b}}</tool_call>
' show --dialect qwen3
input='<function=f>text</function>'
run show --dialect qwen3_coder --color always
shows "so is what is odd" $'! \x1b[4;33m'

# ---- tags ----

input='a <b x="1">c</b> 1 < 2 <br/> d</x>'
expect "tags in the text are marked" 0 'a \x1b[36m<b x="1">\x1b[0mc\x1b[36m</b>\x1b[0m 1 < 2 \x1b[36m<br/>\x1b[0m d\x1b[4;31m</x>\x1b[0m
! \x1b[4;31mnothing is open that </x> would end\x1b[0m: byte 30\n' show --hide x --color always
expect "byte by byte" 0 'a \x1b[36m<b x="1">\x1b[0mc\x1b[36m</b>\x1b[0m 1 < 2 \x1b[36m<br/>\x1b[0m d\x1b[4;31m</x>\x1b[0m
! \x1b[4;31mnothing is open that </x> would end\x1b[0m: byte 30\n' show --hide x --color always --chunk-size 1
input='`</x>` a'
expect "in code" 0 '`\n\n! \x1b[4;33mthis closing tag stands in Markdown code, and closes nothing: it is text\x1b[0m: byte 1\n
</x>` a\n' show --hide x --markdown-code all --color always

# Wrapped text goes on below the first word of its line.
export COLUMNS=30
input='  - one two three four five six seven\n12345678 0 three four\n\n\t\t\t\tfar to the right of it\n'
wrapped='  - one two three four five
  six seven
12345678 0 three four

                far to the
               right of it
'
expect "what is wrapped" 0 "$wrapped" show --dialect qwen3
expect "byte by byte" 0 "$wrapped" show --dialect qwen3 --chunk-size 1
input='<tool>{"name":"f","arguments":{"a":{"b":"one two three four five"}}}</tool>'
expect "and in arguments, further in" 0 '╭ call f
│ {
│   "a": {
│     "b": "one two three four
│       five"
│   }
│ }
╰
' show --call tool

# An indentation that is wider than the lines.
export COLUMNS=20
input='<tool>{"name":"f","arguments":{"a":{"b":{"c":{"d":{"e":{"f":{"g":{"h":{"i":"jjjj kkkk"}}}}}}}}}}}</tool>'
run show --call tool
python3 -c '
import sys
lines = open(sys.argv[1], encoding="utf-8").read().split("\n")
assert max(map(len, lines)) <= 20 and lines[8:10] == ["│" + 15 * " " + "\"g\":", "│" + 10 * " " + "{"], lines
' "$here/out"; verdict "deep arguments in narrow lines" $?
unset COLUMNS

# ---- the page ----

printf '<think></script><b></think>\xe2\x80\xae\xff' >"$here/answer"
expect "page: nothing is printed" 0 '' show --dialect qwen3 --html "$here/page.html" "$here/answer"
[ "$(grep -c '</script>' "$here/page.html")" = 2 ]; verdict "page: two scripts" $?
grep -q "default-src 'none'; script-src 'sha256-" "$here/page.html"; verdict "page: a policy" $?
python3 -c '
import base64, hashlib, json, re, sys
page = open(sys.argv[1], encoding="utf-8", newline="").read()
for kind in "style", "script":
    body = re.search(f"<{kind}>(.*?)</{kind}>", page, re.S)[1]
    digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
    assert f"{kind}-src \x27sha256-{digest}\x27" in page, kind
text = re.search("<script type=\"application/json\" id=\"data\">(.*?)</script>", page, re.S)[1]
assert not set("<>&") & set(text)
[data] = json.loads(text)
assert base64.b64decode(data["bytes"]) == open(sys.argv[2], "rb").read()
assert data["pieces"][-2:] == [31, 31] and len(data["pieces"]) == 2 * 4, data["pieces"]
assert [one["kind"] for one in data["blocks"]] == ["reasoning", "text"]
assert data["blocks"][0]["items"] == [[0, 7, []], [7, 19], [19, 27, []]], data["blocks"]
' "$here/page.html" "$here/answer"; verdict "page: its hashes and data" $?
head -c 300000 /dev/zero | tr '\0' 'a' >"$here/answer"
"$program" show --dialect qwen3 --html "$here/page.html" --chunk-size 1 "$here/answer"
[ "$(stat -c %s "$here/page.html")" -lt 6000000 ]; verdict "page: grows with the text" $?
# Of a stream with choices all are on the page.
python3 -c '
import json
for index, text in enumerate(["<think>a</think>b", "[TOOL_CALLS]f[ARGS]{}"]):
    choice = {"index": index, "delta": {"content": text}}
    print("data: " + json.dumps({"choices": [choice]}) + "\n")
print("data: [DONE]\n")
' >"$here/sse"
expect "page: nothing is printed of choices" 0 '' \
  show --dialect qwen3 --from sse --html "$here/page.html" "$here/sse"
python3 -c '
import base64, json, re, sys
page = open(sys.argv[1], encoding="utf-8", newline="").read()
text = re.search("<script type=\"application/json\" id=\"data\">(.*?)</script>", page, re.S)[1]
one, other = json.loads(text)
assert (one["choice"], other["choice"]) == (0, 1)
assert base64.b64decode(one["bytes"]).startswith(b"<think>a</think>"), one
assert base64.b64decode(other["bytes"]) == b"[TOOL_CALLS]f[ARGS]{}", other
' "$here/page.html"; verdict "page: all choices" $?
refuse "page: one text" 2 'tagstream: more than one text: --html takes one' \
  show --html "$here/page.html" "$here/answer" "$here/answer"
refuse "page: not over the text" 2 "tagstream: the output would overwrite the input: $here/answer" \
  show --html "$here/answer" "$here/answer"

sum_up
