#!/usr/bin/env bash
# Checks thoughts, and the streams of them, from outside.
# usage: TAGSTREAM=path/to/tagstream thoughts_test.sh
# shellcheck disable=SC2034,SC2154,SC2162  # checks.sh uses input, and sets code
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"

# The JSON of a thought without attributes: text, metadata after the verbosity.
thought() {
  printf '{"kind":"thought-stream","taskId":"","contextId":"","thoughtType":"reasoning",'
  printf '"thought":"%s","metadata":{"verbosity":"normal"%s}}\\n' "$1" "$2"
}
content() { printf '{"kind":"content-delta","delta":"%s"}\\n' "$1"; }

thoughts=(read --to thought_stream --thought thinking)

input='a <thinking> t </thinking> b'
expect "a thought in its body" 0 "$(content 'a ')$(thought t '')$(content ' b')" "${thoughts[@]}"
expect "the same byte by byte" 0 \
  "$(for byte in a ' '; do content "$byte"; done)$(thought t '')$(for byte in ' ' b; do
    content "$byte"; done)" "${thoughts[@]}" --chunk-size 1

input='<thinking thought="1 &lt; 2" thought_type="plan" confidence="0.7"/>'
expect "a thought in attributes" 0 \
  "$(thought '1 < 2' ',"thoughtType":"plan","confidence":0.7')" "${thoughts[@]}"
input='<thinking thought="x" confidence="0"></thinking>'
expect "confidence 0" 0 "$(thought x ',"confidence":0')" "${thoughts[@]}"
input='<thinking thought="x" confidence="very"/>'
expect "confidence that is no number" 0 "$(thought x ',"confidence":0.5')" "${thoughts[@]}"
input='<thinking thought="a">b</thinking>'
expect "attribute and body" 0 "$(thought 'a\\nb' ',"confidence":0.5')" "${thoughts[@]}"
input='<thinking> \n </thinking>x'
expect "a blank thought is none" 0 "$(content x)" "${thoughts[@]}"
expect "-e without a thought" 1 "$(content x)" "${thoughts[@]}" -e

input='<thinking>open'
expect "a thought that is open at the end" 0 "$(thought open ',"isClosed":false')" "${thoughts[@]}"
expect "the same, strict" 3 "$(thought open ',"isClosed":false')" "${thoughts[@]}" --strict
expect "without finish" 0 '' "${thoughts[@]}" --no-finish

input='<think>t</think>'
expect "another tag" 0 "$(thought t '')" read --to thought_stream --thought think
input='<THINK>t</think>'
expect "another tag, case ignored" 0 "$(thought t '')" read --to thought_stream --thought think --ignore-case
input='`<thinking>`<thinking>t</thinking>'
expect "code" 0 "$(content '`')$(content '<thinking>`')$(thought t '')" "${thoughts[@]}" --markdown-code all
input='<thinking>a<thinking>b</thinking>c</thinking>'
expect "balanced" 0 "$(thought 'a<thinking>b</thinking>c' '')" "${thoughts[@]}"
expect "first_close" 0 "$(thought 'a<thinking>b' '')$(content c)$(content '</thinking>')" \
  "${thoughts[@]}" --nesting first_close
input='<thinking>ab</thinking>'
expect "pieces have no object" 0 "$(thought ab '')" "${thoughts[@]}" --incremental
expect "ids" 0 "$(thought ab '' | sed 's/"taskId":""/"taskId":"1"/;s/"contextId":""/"contextId":"2"/')" \
  "${thoughts[@]}" --task-id 1 --context-id 2

input='a<thinking>t</thinking><s>x</s><think>r</think><c>{"name":"f"}</c><c>{</c>b'
expect "thoughts and text only" 0 "$(content a)$(thought t '')$(content b)" \
  "${thoughts[@]}" --hide s --reasoning think --call c --bad-calls hide
grep -q '^tagstream: .*: byte [0-9]*$' "$here/err"; verdict "an error is said on standard error" $?

input='"a"\n"a<thinking>t"\n\n"a<thinking>t</thinking>b"\n'
expect "snapshots" 0 "$(content a)$(thought t '')$(content b)" "${thoughts[@]}" --snapshots
input='"abc"\n"abX"'
run "${thoughts[@]}" --snapshots
[ "$code" = 2 ] && [ "$(cat "$here/err")" = \
  'tagstream: the snapshot does not begin with the last one: line 2, byte 2' ]
verdict "a snapshot that differs" $?
input='abc'
refuse "a line that is no JSON string" 2 'tagstream: not a JSON string: line 1' "${thoughts[@]}" --snapshots
input='"a"\n"ab"\n"aX"\n"abc"\n'
expect "a snapshot that differs: what came before is printed" 2 "$(content a)$(content b)" \
  "${thoughts[@]}" --snapshots
input='"a <thi"\r\n \r\n"a <thinking>t</thinking>"'
expect "snapshots: line ends of two bytes, blank lines, none at the end" 0 \
  "$(content 'a ')$(thought t '')" "${thoughts[@]}" --snapshots
expect "snapshots byte by byte" 0 "$(content 'a ')$(thought t '')" "${thoughts[@]}" --snapshots --chunk-size 1
input='"a <thi"\n'
expect "snapshots without finish" 0 "$(content 'a ')" "${thoughts[@]}" --snapshots --no-finish
expect "snapshots with it" 0 "$(content 'a ')$(content '<thi')" "${thoughts[@]}" --snapshots
input='"\\ud83d\\ude00"'
expect "snapshots: escapes" 0 "$(content '\xf0\x9f\x98\x80')" "${thoughts[@]}" --snapshots

input='x<thinking>t</thinking>'
expect "-e and strict with a thought" 0 "$(content x)$(thought t '')" "${thoughts[@]}" -e --strict
run "${thoughts[@]}" --task-id 'a"b'
grep -qF '"taskId":"a\"b","contextId":""' "$here/out"; verdict "ids are JSON" $?
input='<thinking>0123456789</thinking>x'
expect "a thought that is too long" 0 "$(thought 01234 ',"isTruncated":true')$(content x)" \
  "${thoughts[@]}" --max-held-bytes 5
input='<thinking>1<thinking>2</thinking>345678'
run "${thoughts[@]}" --max-held-bytes 6
grep -qE '^tagstream: .*: byte [0-9]+$' "$here/err" && ! grep -q notice "$here/out"
verdict "a limit: a notice on standard error" $?
run "${thoughts[@]}" --max-held-bytes 6 --on-limit stop
[ "$code" = 4 ] && grep -qE '^tagstream: .+: byte [0-9]+$' "$here/err" && [ "$(wc -l <"$here/err")" = 1 ]
verdict "on-limit stop: exit 4 and one line" $?
run "${thoughts[@]}" --stats
grep -qE '^\{"bytes_fed":39,.*"limit_hits":0\}$' "$here/err"; verdict "stats" $?

# As events of our own, and in the message.
input='a<thinking thought_type="plan" confidence="0.7"> t </thinking>b'
kind='"thought_type":"plan","confidence":0.7,"has_attributes":true,"is_closed":true'
expect "as events" 0 '{"kind":"content","text":"a","start":0,"end":1}
{"kind":"thought","text":"t",'"$kind"',"start":1,"end":62}
{"kind":"content","text":"b","start":62,"end":63}
' read --thought thinking
expect "in the message" 0 \
  '{"content":"ab","thoughts":[{"text":"t",'"$kind"',"start":1,"end":62}],"finish_reason":"stop"}\n' \
  read --thought thinking --json
mkfifo "$here/pipe"
"$program" "${thoughts[@]}" --incremental <"$here/pipe" >"$here/flowing" &
exec 3>"$here/pipe"
printf 'Hello <think' >&3
said=$(content 'Hello ')
wait_for "$here/flowing" "$(printf '%b' "$said")"; verdict "flowing: text before a held tag" $?
printf 'ing>ab' >&3
printf '</thinking>' >&3
said+="$(thought ab '')"
wait_for "$here/flowing" "$(printf '%b' "$said")"; verdict "flowing: the thought" $?
exec 3>&-
wait $!; verdict "flowing: ends well" $?
{ yes '<thinking>t</thinking>' | "$program" "${thoughts[@]}" 2>"$here/err"; echo "${PIPESTATUS[1]}" >"$here/code"; } |
  head -c 5 >"$here/out"
[ "$(cat "$here/code")" = 0 ] && [ ! -s "$here/err" ]; verdict "a closed pipe ends an endless input" $?
if command -v script >/dev/null 2>&1; then
  on_terminal "(for i in 1 2 3 4 5 6 7 8; do echo line; sleep 0.2; done) | '$program' read --thought thinking --events >/dev/null" >"$here/out"
  grep -q 'B/s' "$here/out"; verdict "terminal: progress for a long input" $?
fi

input='"ab"
"abcdef"
'
expect "a snapshot beyond its limit" 4 "$(content ab)" "${thoughts[@]}" --snapshots --max-event-bytes 5
refuse "a tag given twice" 2 'tagstream: there are two rules for `a`: both --thought; give one of them' read --to thought_stream --thought a --thought a
refuse 'two files that are not there' 2 'tagstream: no such file: a
tagstream: no such file: b' read --thought thinking a b
refuse "a stream has no message" 2 \
  'tagstream: thought streams have no message: --to thought_stream --json' "${thoughts[@]}" --json
refuse "unknown option" 2 'tagstream: unknown option: --live' "${thoughts[@]}" --live
refuse "a bad tag name" 2 \
  'tagstream: `a b` is neither the name of a tag (`think`), nor two markers with one `...` between them (`[THINK]...[/THINK]`): --thought' \
  "${thoughts[@]}" --thought 'a b'
refuse "no such file" 2 "$("$program" filter --hide a /none/none 2>&1)" "${thoughts[@]}" /none/none

sum_up
