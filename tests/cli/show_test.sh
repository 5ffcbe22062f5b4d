#!/usr/bin/env bash
# Checks `tagstream show` from outside: what people see.
# usage: TAGSTREAM=path/to/tagstream show_test.sh
# shellcheck disable=SC2016,SC2034,SC2154  # checks.sh uses input, and sets code
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
unset COLUMNS NO_COLOR

run help
grep -qE '^  show +[a-z]' "$here/out"; verdict "help: lists show" $?
run show --help
verdict "--help: exit 0" "$code"
[ "$(wc -l <"$here/out")" -le 50 ]; verdict "--help: 50 lines at most" $?
! grep -qE '^.{80}' "$here/out"; verdict "--help: less than 80 columns" $?

# An answer with everything in it.
answer='<think>I was asked for the weather in Oslo.\n\nSo I call the tool.</think>\n\nI look that up.\n
<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo", "days": [1, 2, 3], "none": {},
"deep": [{"a": "b"}], "word": true}}\n</tool_call>\n<tool_call>{"name": "x", "arguments": </tool_call>
Done: 日本語のテキスト and a verylongwordthatnolinehasroomforbecauseitislongerthanalineis.\n
    indented code\n<tool_call>{"name": "cut"'

wide='reasoning
│ I was asked for the weather in Oslo.
│
│ So I call the tool.

I look that up.

call get_weather
│ {
│   "city": "Oslo",
│   "days": [1, 2, 3],
│   "none": {},
│   "deep": [
│     {
│       "a": "b"
│     }
│   ],
│   "word": true
│ }

not a call invalid-json
│ ! the body is not JSON: it ends too early: byte 276
│ {"name": "x", "arguments":

Done: 日本語のテキスト and a verylongwordthatnolinehasroomforbecauseitislongerthanalineis.

    indented code
'
input=$answer
expect "everything, not wrapped" 0 "$wide" show --dialect qwen3 --no-finish
expect "the same byte by byte" 0 "$wide" show --dialect qwen3 --no-finish --chunk-size 1
run show --dialect qwen3
[ "$code" = 0 ] && grep -q '^! .*: byte [0-9]*$' "$here/out"; verdict "an unclosed call is said" $?
run show --dialect qwen3 --strict
verdict "--strict: exit 3" "$([ "$code" = 3 ]; echo $?)"

narrow='reasoning
│ I was asked for the weather
│ in Oslo.
│
│ So I call the tool.

I look that up.

call get_weather
│ {
│   "city": "Oslo",
│   "days": [1, 2, 3],
│   "none": {},
│   "deep": [
│     {
│       "a": "b"
│     }
│   ],
│   "word": true
│ }

not a call invalid-json
│ ! the body is not JSON: it
│ ends too early: byte 276
│ {"name": "x", "arguments":

Done: 日本語のテキスト and a
verylongwordthatnolinehasroomf
orbecauseitislongerthanalineis
.

    indented code
'
export COLUMNS=30
expect "30 columns" 0 "$narrow" show --dialect qwen3 --no-finish
expect "30 columns, byte by byte" 0 "$narrow" show --dialect qwen3 --no-finish --chunk-size 1
for width in 20 25 60 100 200; do
  export COLUMNS=$width
  run show --dialect qwen3
  ! python3 -c '
import sys, unicodedata
width = int(sys.argv[1])
for line in open(sys.argv[2], encoding="utf-8"):
    columns = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line.rstrip("\n"))
    if columns > width: print(line)
' "$width" "$here/out" | grep -q .; verdict "no line is longer than $width columns" $?
done
export COLUMNS=5
expect "too narrow to wrap" 0 "$wide" show --dialect qwen3 --no-finish
export COLUMNS=wide
expect "columns that are no number" 0 "$wide" show --dialect qwen3 --no-finish
unset COLUMNS

bar='\x1b[2m│\x1b[0m'
input='<think>a b</think>c<tool_call>{"name":"f","arguments":{"k":"v w","n":-1}}</tool_call>'
expect "colours" 0 "\x1b[1;36mreasoning\x1b[0m\n$bar \x1b[2ma b\x1b[0m\n\nc\n
\x1b[1;33mcall\x1b[0m f\n$bar {\n$bar   \x1b[36m\"k\"\x1b[0m: \x1b[32m\"v w\"\x1b[0m,
$bar   \x1b[36m\"n\"\x1b[0m: \x1b[35m-1\x1b[0m\n$bar }\n" show --dialect qwen3 --color always

input='<think>\x1b]0;title\x07</think>a\x1b[31mb\x07'
expect "control bytes are shown" 0 'reasoning\n│ \\x1b]0;title\\x07\n\na\\x1b[31mb\\x07\n' \
  show --dialect qwen3
input='a\xff\xc3'
expect "bytes that are no text are shown" 0 'a\\xff\\xc3\n' show --dialect qwen3
input='[TOOL_CALLS]f[ARGS]{}'
expect "the family, if nothing says it" 0 \
  '! calls are marked as by mistral, xlam: byte 0\n\ncall f\n│ {}\n' show
input=''
expect "nothing" 0 '' show --dialect qwen3

input='<thinking thought_type="plan" thought="It is here: nothing is pushed for what follows.">b</thinking>
x<tool>{"name":"f","arguments":{}}</tool><note>n'
expect "tags instead of a family" 0 'thinking thought_type=plan
│ It is here: nothing is pushed for what follows.
│ b

x

call f
│ {}

note
│ n
│ ! never closed: note
' show --tag tool --hide thinking --hide note
refuse "a family and tags" 2 \
  'tagstream: give the family (--dialect) or tags (--tag, --hide), not both' \
  show --dialect qwen3 --tag a

if command -v script >/dev/null; then
  printf '<think>a</think>b' >"$here/answer"
  shown=$'reasoning\n│ a\n\nb'
  for command in "parse --dialect qwen3" "show --dialect qwen3"; do
    on_terminal "NO_COLOR=1 '$program' $command '$here/answer'" >"$here/out"
    [ "$(cat "$here/out")" = "$shown" ]; verdict "terminal: $command" $?
  done
  on_terminal "'$program' parse --dialect qwen3 --events '$here/answer'" >"$here/out"
  grep -q '^{"kind":"reasoning-delta"' "$here/out"; verdict "terminal: parse --events" $?
  on_terminal "'$program' tools '$here/answer'" >"$here/out"
  grep -qx '<think>a</think>b' "$here/out"; verdict "terminal: tools" $?
  on_terminal "stty cols 40; '$program' show --dialect qwen3 --color always '$here/answer'" >"$here/out"
  grep -q $'\x1b\[1;36mreasoning' "$here/out"; verdict "terminal: colours" $?
fi

sum_up
