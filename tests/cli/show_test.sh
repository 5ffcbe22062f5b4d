#!/usr/bin/env bash
# Checks `tagstream show` from outside: what people see.
# usage: TAGSTREAM=path/to/tagstream show_test.sh
# shellcheck disable=SC2034,SC2154  # checks.sh uses input, and sets code
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
unset COLUMNS NO_COLOR

check_help show 28 --raw --pace --html --chunk-size --strict --color
check_like show read --dialect --hide --call --thought --explain --options --from -e

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

╭ call get_weather
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
╰

╭ not a call invalid_json
│ ! the JSON ends too early: byte 276
│ {"name": "x", "arguments":
╰

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

╭ call get_weather
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
╰

╭ not a call invalid_json
│ ! the JSON ends too early:
│   byte 276
│ {"name": "x", "arguments":
╰

Done: 日本語のテキスト and a
verylongwordthatnolinehasroomf
orbecauseitislongerthanalineis
.

    indented code
'
export COLUMNS=30
expect "30 columns" 0 "$narrow" show --dialect qwen3 --no-finish
expect "30 columns, byte by byte" 0 "$narrow" show --dialect qwen3 --no-finish --chunk-size 1
for width in 4 5 12 20 25 60 100 200; do
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
export COLUMNS=3
expect "too narrow to wrap" 0 "$wide" show --dialect qwen3 --no-finish
export COLUMNS=wide
expect "columns that are no number" 0 "$wide" show --dialect qwen3 --no-finish
unset COLUMNS

bar='\x1b[2m│\x1b[0m'
corner='\x1b[2m╭\x1b[0m'
end='\x1b[2m╰\x1b[0m'
input='<think>a b</think>c<tool_call>{"name":"f","arguments":{"k":"v w","n":-1}}</tool_call>'
expect "colours" 0 "\x1b[1;36mreasoning\x1b[0m\n$bar \x1b[2ma b\x1b[0m\n\nc\n
$corner \x1b[1;33mcall\x1b[0m f\n$bar {\n$bar   \x1b[36m\"k\"\x1b[0m: \x1b[32m\"v w\"\x1b[0m,
$bar   \x1b[36m\"n\"\x1b[0m: \x1b[35m-1\x1b[0m\n$bar }\n$end\n" show --dialect qwen3 --color always

input='<think>\x1b]0;title\x07</think>a\x1b[31mb\x07'
expect "control bytes are shown" 0 'reasoning\n│ \\x1b]0;title\\x07\n\na\\x1b[31mb\\x07\n' \
  show --dialect qwen3
input='a\xff\xc3'
expect "bytes that are no text are shown" 0 'a\\xff\\xc3\n' show --dialect qwen3
input='[TOOL_CALLS]f[ARGS]{}'
expect "the family, if nothing says it" 0 \
  '◂ calls are marked as by mistral, xlam: --dialect says which\n\n╭ call f\n│ {}\n╰\n' show
input=''
expect "nothing" 0 '' show --dialect qwen3

input='<thinking thought_type="plan" thought="It is here: nothing is pushed for what follows.">b</thinking>
x<tool>{"name":"f","arguments":{}}</tool><note>n'
expect "tags instead of a family" 0 'thinking thought_type=plan
│ It is here: nothing is pushed for what follows.
│ b

x

╭ call f
│ {}
╰

note
│ n
│ ! never closed: byte 142
' show --call tool --hide thinking --hide note
input='<think>a</think><a>{"name":"f"}</a>'
expect "a family and a tag of one's own add up" 0 'reasoning\n│ a\n\n╭ call f\n│ {}\n╰\n' \
  show --dialect qwen3 --call a

# ---- goldens: TAGSTREAM_UPDATE=1 writes them ----

folder=$(dirname "${BASH_SOURCE[0]}")/show
# name, options...: what is shown of answer.txt in $COLUMNS columns is what stands in the file.
golden() {
  local name=$1
  shift
  "$program" show "$@" "$folder/answer.txt" >"$here/out" 2>"$here/err"
  [ "${TAGSTREAM_UPDATE:-0}" = 0 ] || cp "$here/out" "$folder/$name"
  cmp -s "$here/out" "$folder/$name" && [ ! -s "$here/err" ]; verdict "golden $name" $?
  diff "$folder/$name" "$here/out" | head -20
}
for width in 60 100 200; do
  export COLUMNS=$width
  for color in never always; do
    golden "plain_${width}_$color.txt" --color $color --dialect qwen3
    golden "raw_${width}_$color.txt" --color $color --dialect qwen3 --raw
  done
  cp "$here/out" "$here/colored"
  python3 -c '
import sys, unicodedata
text = open(sys.argv[2], encoding="utf-8").read()
for line in __import__("re").sub("\x1b\\[[0-9;]*m", "", text).split("\n"):
    columns = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)
    assert columns <= int(sys.argv[1]), line
' "$width" "$here/colored"; verdict "raw: no row is longer than $width columns" $?
done

COLUMNS=100
golden plain_100_always.txt --color always --dialect qwen3 --chunk-size 1

# ---- the two panes ----

export COLUMNS=100
input='<think>c</think>d'
run show --dialect qwen3 --raw --chunk-size 4
shows "raw: what has waited" '⟦<thi⟧nk>c⟦</th⟧ink>'
shows "raw: the result is beside it" ' ┊ reasoning'
run show --dialect qwen3 --raw
! grep -q '⟦<' "$here/out"; verdict "raw: in one piece nothing waits" $?
input='ab<tool_call>{"a'
run show --dialect qwen3 --raw --no-finish
shows "raw: what still waits" '⟦<tool_call>{"a⟧'
shows "raw: and how much" '◂ 14 bytes are still held'
run show --dialect qwen3 --raw --no-finish --color always
shows "raw: it is in reverse video" $'\x1b[7m<tool_call>{"a\x1b[0m'
input="a<x>b<x>c</x>d</x>e<t>{\"name\":\"f\",\"args\":{\"a\":\"</t>\"}}</t><t>{'name':'g'}</t>"
run show --raw --hide x --call t
shows "raw: a nested pair has a note" '◂ a nested pair'
shows "raw: a quoted closing tag has a note" '◂ a closing tag in a string ends nothing'
shows "raw: a repaired call has a note" '◂ not quite JSON'
unset COLUMNS
input='a <think>b</think> c'
expect "raw: one above the other, where the width is not known" 0 \
  '┊ the stream ⟦held⟧, above the result

┊ a <think>b</think> c
a <think>b</think> c
! <think> begins no reasoning in the middle of a line: byte 2
' show --raw --dialect qwen3
# Tags that are taken out stand with what they open: not where the text only goes on.
input='a\n<think>\nb</think>\nc'
expect "raw: reasoning after text" 0 '┊ the stream ⟦held⟧, above the result\n\n┊ a↵\na
\n┊ <think>↵\n┊ b</think>↵\nreasoning\n│ b\n\n┊ c\nc\n' show --raw --dialect qwen3
input='a <u>b</u> c<u><x>d</x>'
expect "raw: a tag that is taken out" 0 '┊ the stream ⟦held⟧, above the result
\n┊ a <u>b</u> c\na b c\n\n┊ <u><x>d</x>\nx\n│ d\n' show --raw --hide x --unwrap u
refuse "raw: not with a page" 2 'tagstream: --raw and --html exclude each other: give one' \
  show --raw --html "$here/page"
refuse "pace: only with raw" 2 'tagstream: --pace needs --raw' show --pace 1

input='a</x>\nb</x>\n'
run show --raw --hide x
shows "raw: the byte of each of several lines" 'nothing is open that </x> would end: byte 1'

# The same whatever the pieces are, marks aside.
for size in 1 3 7 100000; do
  COLUMNS=120 "$program" show --raw --dialect qwen3 --color always --chunk-size $size \
    "$folder/answer.txt" |
    sed 's/\x1b\[[0-9;]*m//g' >"$here/raw-$size"
  cmp -s "$here/raw-1" "$here/raw-$size"; verdict "raw: in pieces of $size" $?
done

# ---- what would end something, where nothing is open ----

stray='a</x> b
! nothing is open that </x> would end: byte 1

x
│ c

</x>
! nothing is open that </x> would end: byte 15

╭ call f
│ {}
╰

d</
'
input='a</x> b<x>c</x></x>\n<t>{"name":"f"}</t>d</'
expect "stray tags" 0 "$stray" show --hide x --call t
expect "stray tags, byte by byte" 0 "$stray" show --hide x --call t --chunk-size 1
crossed='x
│ a <t>b

 c</t> d</t>
! crossed: </t> ends what was opened in a section: byte 15
! nothing is open that </t> would end: byte 21
'
input='<x>a <t>b</x> c</t> d</t>'
expect "crossed tags" 0 "$crossed" show --hide x --call t
expect "crossed tags, byte by byte" 0 "$crossed" show --hide x --call t --chunk-size 1
input='a</x>b'
expect "a stray tag is underlined" 0 'a\x1b[4;31m</x>\x1b[0mb
! \x1b[4;31mnothing is open that </x> would end\x1b[0m: byte 1
' show --hide x --color always
input='<|tool_call>a</think>b</y>'
expect "stray markers of a family" 0 '<|tool_call>a</think>b</y>
! nothing is open that </think> would end; if the prompt has opened it: --start-in-reasoning: byte 13
' show --dialect qwen3

# Reasoning after text begins at the start of a line: a pair elsewhere is text, and may be meant.
pair='Hi <think>x</think>
! <think> begins no reasoning in the middle of a line: byte 3
'
input='Hi <think>x</think>'
for size in 1 3 1000; do
  expect "a pair in the middle of a line, $size" 3 "$pair" \
    show --dialect qwen3 --strict --chunk-size $size
done
expect "the same by the markers of all" 3 "$pair" show --strict
expect "it is underlined, and what ends it is not" 0 "Hi \x1b[4;33m<think>\x1b[0mx\x1b[36m</think>\x1b[0m
! \x1b[4;33m<think> begins no reasoning in the middle of a line\x1b[0m: byte 3\n" \
  show --dialect qwen3 --color always
input='<think>a</think>b <think>c'
expect "an opener there that nothing ends" 3 'reasoning\n│ a\n
b <think>c
! <think> begins no reasoning in the middle of a line: byte 18
' show --dialect qwen3 --strict
input='Hi: <think>x</think>z</think>'
expect "one after a pair" 3 'Hi: <think>x</think>z</think>
! <think> begins no reasoning in the middle of a line: byte 4
! nothing is open that </think> would end: byte 21
' show --dialect qwen3 --strict
input='Hi\n<think>x</think> y'
expect "where reasoning may not begin again" 0 'Hi\n<think>x</think> y
! <think> begins no reasoning here: byte 3
' show --dialect qwen3 --reasoning-again never
input='Hi [THINK]a[/THINK] b[/THINK]'
expect "markers that are no tags" 0 'Hi [THINK]a[/THINK] b[/THINK]
! [THINK] begins no reasoning in the middle of a line: byte 3
! nothing is open that [/THINK] would end: byte 21
' show --dialect mistral
input=$(printf 'a <think> %.0s' {1..250})
run show --dialect qwen3 --strict --color always
[ "$code" = 3 ] && [ "$(tail -1 "$here/out")" = $'! \x1b[4;33mand 150 more, the last one\x1b[0m: byte 2492' ]
verdict "of many of them the first are said" $?

# Which tags are watched: without a family, and where none is known, it is said.
unwatched='a <b>c</i>
◂ no family is known by its markers, so of tags only those of reasoning and <tool_call> are checked: '
unwatched+='--dialect, --call and --hide say which\n'
printf 'a <b>c</i>' >"$here/answer"
expect "tags of nobody, in a file" 0 "$unwatched" show --strict "$here/answer"
input='a <b>c</i>'
expect "in a pipe" 0 "$unwatched" show --chunk-size 1
expect "not where tags are given" 0 'a <b>c</i>\n' show --hide x
expect "nor where a family is" 0 'a <b>c</i>\n' show --dialect qwen3
run show --raw
[ "$(grep -c '◂ no family' "$here/out")" = 1 ]; verdict "once beside the stream" $?
run show --html "$here/page.html" "$here/answer"
grep -qF '"remark":"no family is known' "$here/page.html"; verdict "and on the page" $?
input='<think>a</think>b <br/>'
run show
! grep -q 'no family' "$here/out"; verdict "not where the markers say it" $?

# Of many in one text the first ones are said; nothing of the others is kept.
input=$(printf '</x>%.0s' {1..250})
run show --hide x
[ "$(grep -c '^! nothing is open' "$here/out")" = 100 ]; verdict "stray tags: a hundred are said" $?
[ "$(tail -1 "$here/out")" = '! and 150 more, the last one: byte 996' ]
verdict "stray tags: and how many more" $?
cp "$here/out" "$here/whole"
run show --hide x --chunk-size 3
cmp -s "$here/whole" "$here/out"; verdict "many stray tags, in pieces" $?
# name, text, program...: 8 MB of the text take less than 5 MB more memory than 1 MB.
in_little_memory() {
  local name=$1
  shift
  python3 -c '
import os, re, subprocess, sys
block = sys.argv[1].encode() * 3000
def peak(size):
    reading = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    for _ in range(size // len(block)): reading.stdin.write(block)
    reading.stdin.flush()  # all but what a pipe holds has been read
    with open(f"/proc/{reading.pid}/status") as status: text = status.read()
    reading.stdin.close()
    assert reading.wait() == 0
    return int(re.search("VmHWM:\\s+([0-9]+)", text)[1])
# What a sanitizer keeps back of what was freed is not of the program.
os.environ["ASAN_OPTIONS"] = "quarantine_size_mb=1:thread_local_quarantine_size_kb=64"
few, many = peak(1000000), peak(8000000)
assert many < few + 5000, (few, many)
' "$@"; verdict "$name" $?
}
in_little_memory "many stray tags take no memory" '</x>' "$program" show --hide x
in_little_memory "nor do they beside the stream" '</x>' "$program" show --raw --hide x
in_little_memory "nor does a word without end" 'abcd' "$program" show --hide x
in_little_memory "nor beside the stream" 'abcd' env COLUMNS=120 "$program" show --raw --hide x
in_little_memory "nor crossed ones in other letters" '<X>a<TaG></x>' \
  "$program" show --hide x --call tag --ignore-case
input='<x><T><t><T></x></T></t></T></T>'
run show --hide x --call t --ignore-case
[ "$(grep -c '! crossed' "$here/out")" = 3 ]; verdict "crossed, in whatever case" $?

# ---- reasoning that never closes ----

unclosed='a

reasoning
│ b
│ ! never closed: byte 2
'
input='a\n<think>b'
expect "unclosed reasoning" 0 "$unclosed" show --dialect qwen3
expect "unclosed reasoning, byte by byte" 0 "$unclosed" show --dialect qwen3 --chunk-size 1
expect "nothing is said of it before the end" 0 'a\n\nreasoning\n│ b\n' \
  show --dialect qwen3 --no-finish
input='a\n<think>'
expect "unclosed reasoning without text" 0 'a\n\nreasoning\n│ ! never closed: byte 2\n' \
  show --dialect qwen3
input='b'
expect "reasoning that the prompt has opened" 0 'reasoning\n│ b\n│ ! never closed: byte 0\n' \
  show --dialect qwen3 --start-in-reasoning
input='<think>b</think>'
expect "closed reasoning" 0 'reasoning\n│ b\n' show --dialect qwen3
export COLUMNS=100
input='<think>b'
run show --raw --dialect qwen3
shows "unclosed reasoning beside the stream" ' ┊ │ ! never closed: byte 0'
unset COLUMNS
printf 'a\n<think>b' >"$here/answer"
"$program" show --dialect qwen3 --html "$here/page.html" "$here/answer"
grep -qF '"problems":[["never closed",2]]' "$here/page.html"; verdict "and on the page" $?

# ---- what is odd ----

input='a\rb\r\nc\r\r\n\rd<think>\r\n\r\re\r\n\r</think>\r<think>f</think>\r\ng\r'
returns='a\\x0db\nc\\x0d\n\\x0dd<think>
\\x0d\\x0de
\\x0d</think>\\x0d<think>f</think>
g\\x0d\n'
expect "a CR that ends no line" 0 "$returns" show --hide x
expect "the same byte by byte" 0 "$returns" show --hide x --chunk-size 1
returns='reasoning
│ \\x0da
│ b\\x0d

\\x0d

reasoning
│ c

d
'
input='<think>\r\n\ra\r\nb\r</think>\r\n\r\n\r<think>c</think>\r\n\r\nd'
expect "a CR at the edges of a block" 0 "$returns" show --dialect qwen3
expect "the same, byte by byte" 0 "$returns" show --dialect qwen3 \
  --chunk-size 1
export COLUMNS=100
input='a\rb\r\nc'
run show --raw --dialect qwen3
shows "raw: a CR that ends no line" 'a\x0db↵ '
unset COLUMNS

input='<tool_call>{"name":"f\\n\\ncall g","arguments":{}}</tool_call>'
expect "a name makes no lines" 0 '╭ call f\\x0a\\x0acall g\n│ {}\n╰\n' show --dialect qwen3
input='<x a="1&#10;call g" b="2">c</x>'
expect "nor does an attribute" 0 'x b=2\n│ 1\n│ call g\n│ c\n' show --hide x
input='a\tb\nabc\td\n\te<x>a\tb</x>'
expect "tabs" 0 'a   b\nabc d\n    e\n\nx\n│ a   b\n' show --hide x
expect "tabs, byte by byte" 0 'a   b\nabc d\n    e\n\nx\n│ a   b\n' show --hide x --chunk-size 1

# A call that is too large is text, its end too; not the one after it.
input='<t>{"name":"f","arguments":{"a":"0123456789"}}</t> a </t>'
large='╭ not a call too_large\n│ ! the call is longer than --max-held-bytes: its bytes are content, and nothing after it is called: byte 0\n╰\n'
expect "the end of a call that is too large" 0 \
  "$large\n$input\n! nothing is open that </t> would end: byte 53\n" show --call t --max-held-bytes 20
expect "byte by byte" 0 "$large\n$input\n! nothing is open that </t> would end: byte 53\n" \
  show --call t --max-held-bytes 20 --chunk-size 1
input='<tool_call>{"name":"f","arguments":{"a":"0123456789"}}</tool_call>'
run show --dialect qwen3 --max-held-bytes 20
! grep -q 'nothing is open' "$here/out"; verdict "and of a family's" $?
input='Write `<tool_call>{"name":"f"}</tool_call>` so.'
quoted='! this call opener stands in Markdown code: it is text: byte 7'
expect "a call that is quoted is text, too" 0 \
  "Write \`\n\n$quoted\n\n<tool_call>{\"name\":\"f\"}</tool_call>\` so.\n" show --dialect qwen3
input='[c]{"name":"f","arguments":{"a":"0123456789"}}[/c] a [/c]'
expect "and between markers" 0 "$large\n$input\n! nothing is open that [/c] would end: byte 53\n" \
  show --call '[c]...[/c]' --max-held-bytes 20

input='a\xe2\x80\xaeb\xd8\x9cc\xf3\xa0\x81\x81d'
expect "marks of direction are shown" 0 'a\\u202eb\\u061cc\\ue0041d\n' show --dialect qwen3

# U+200B and U+2063, and a joiner, which is no such sign
input='</thi\xe2\x80\x8bnk> \xe2\x81\xa3\xef\xbb\xbf a\xe2\x80\x8db'
expect "so are signs that are not seen" 0 '</thi\\u200bnk> \\u2063\\ufeff a\xe2\x80\x8db\n' \
  show --dialect qwen3

input='a\xe2\x80\xa8b\xe2\x80\xa9c'
expect "so are line ends that are none" 0 'a\\u2028b\\u2029c\n' show --dialect qwen3
input='data: {"error":{"message":"no \xe2\x80\xaebla\\u001b[31m\xe2\x80\xa8"}}\n\n'
run show --dialect qwen3 --from sse
grep -qF 'the server says: no \u202ebla\x1b[31m\u2028 (byte 0)' "$here/err"
verdict "and those of a server's message" $?
name="$here/"$'\x1b[31mone\xe2\x80\xae\ntwo'
printf a >"$name"
run show --dialect qwen3 "$name" "$name"
[ "$(grep -cF '/\x1b[31mone\u202e two <==' "$here/out")" = 2 ]
verdict "and those of a file's name" $?

# In 20 columns the first line has so many of 30 characters that there is no room between.
python3 -c '
import os, subprocess, sys
failed = False
for fit, characters in (30, "\u05bf\u064b\u093c\u0e31\u3099\u1161"), (20, "\u0416\u303f\U0001f336"), \
        (10, "\u231a\u2648\u2757\u65e5\U00017000\U0001f004\U0001f7e2"):
    for one in characters:
        shown = subprocess.run([sys.argv[1], "show", "--dialect", "qwen3"], env={"COLUMNS": "20"},
                               input=30 * one.encode(), stdout=subprocess.PIPE).stdout.decode()
        if len(shown.split("\n")[0]) != fit: failed = print(ascii(one), len(shown.split("\n")[0])) is None
sys.exit(failed)
' "$program"; verdict "wide characters, and those that take no column" $?
export COLUMNS=20
input=$(printf '\\xe6\\x97\\xa5\\xcc\\x81%.0s' {1..11})
line=$(printf '\\xe6\\x97\\xa5\\xcc\\x81%.0s' {1..10})
expect "what stands on a character is not parted from it" 0 \
  "$line\n\xe6\x97\xa5\xcc\x81\n" show --dialect qwen3
input='\xe2\x9d\xa4\xef\xb8\x8f a\xef\xb8\x8f \xe2\x9d\xa4\xef\xb8\x8f\xef\xb8\x8f'
expect 'the sign that makes an emoji of the one before passes, once' 0 \
  '\xe2\x9d\xa4\xef\xb8\x8f a\\ufe0f \xe2\x9d\xa4\xef\xb8\x8f\\ufe0f\n' show --dialect qwen3
unset COLUMNS

# ---- the family ----

printf '<think>a</think>\n<tool_call>\n{"name":"f","arguments":{}}\n</tool_call>' >"$here/answer"
run show "$here/answer"
head -1 "$here/out" | grep -qx '◂ read as .*, as [0-9]* families would do: --dialect says which'
verdict "the family of a file is guessed" $?
shows "and it is read so" 'call f'
cp "$here/out" "$here/want"
"$program" show <"$here/answer" >"$here/out"
cmp -s "$here/want" "$here/out"; verdict "so is that of a file as standard input" $?
run show "$here/answer" "$here/answer"
[ "$(grep -c '^◂ read as' "$here/out")" = 2 ]; verdict "and that of each of several" $?
printf 'just text' >"$here/answer"
expect "nothing to guess by" 0 'just text\n' show "$here/answer"
printf 'So it is.</think>\nYes.' >"$here/answer"
run show "$here/answer"
shows "reasoning that the prompt has opened" '│ So it is.'

# The text of a server's events, and of records, is as good as a file.
python3 -c '
import json, sys
text = "<think>a</think>\n<tool_call>\n{\"name\":\"f\",\"arguments\":{}}\n</tool_call>"
with open(sys.argv[1] + "/sse", "w") as file:
    for i in range(0, len(text), 7):
        for choice in 0, 1:
            piece = text[i : i + 7] if choice == 0 else "[TOOL_CALLS]f[ARGS]{}"[i : i + 7]
            delta = {"index": choice, "delta": {"content": piece}}
            file.write("data: " + json.dumps({"choices": [delta]}) + "\n\n")
    file.write("data: [DONE]\n\n")
with open(sys.argv[1] + "/jsonl", "w") as file:
    for one in text, "[TOOL_CALLS]f[ARGS]{}", "plain":
        file.write(json.dumps({"text": one}) + "\n")
' "$here"
run show --from sse "$here/sse"
[ "$(grep -c '^◂ read as' "$here/out")" = 2 ] && [ "$(grep -c '^╭ call f$' "$here/out")" = 2 ]
verdict "of each choice of a stream in a file" $?
run show --from jsonl:/text "$here/jsonl"
[ "$(grep -c '^◂ read as' "$here/out")" = 2 ] && [ "$(grep -c '^╭ call f$' "$here/out")" = 2 ]
verdict "of each record" $?
run show --from jsonl:/text -j 3 "$here/jsonl"
[ "$(grep -c '^◂ read as' "$here/out")" = 2 ]; verdict "of each record, by threads" $?

# A live answer is shown at once: the markers say the family.
input='<think>a</think>b'
expect "of a pipe the markers say it" 0 "◂ reasoning is marked as by composer, cwm, deepseek_r1, \
deepseek_v3, deepseek_v31, deepseek_v32 and 32 more: --dialect says which\n\nreasoning\n│ a\n\nb\n" show
"$program" show --from sse <"$here/sse" | grep -q '^◂ read as'; verdict "a redirected stream" $?
# shellcheck disable=SC2002  # a pipe is wanted
cat "$here/sse" | "$program" show --from sse >"$here/out"
shows "a stream in a pipe" '◂ reasoning is marked as by composer'
{ printf 'Hello there. '; sleep 1; : >"$here/later"; printf '<think>a</think>b'; } |
  "$program" show | { IFS= read -r -d ' ' word && [ "$word" = Hello ] && [ ! -e "$here/later" ]; cat >"$here/out"; }
verdict "what comes live is not waited for" "${PIPESTATUS[2]}"
input='a</think>b'
expect "an end of reasoning only" 0 'a</think>b
! nothing is open that </think> would end; if the prompt has opened it: --start-in-reasoning: byte 1
' show
refuse "reasoning of no family" 2 \
  'tagstream: --start-in-reasoning needs a family: give --dialect' show --start-in-reasoning

# Tags, where these say more than any family.
printf 'a <tool>{"name":"f","arguments":{}}</tool>\n<thinking>b</thinking>' >"$here/answer"
run show "$here/answer"
[ "$(head -1 "$here/out")" = \
  '◂ read by the tags <tool> and <thinking>: --dialect, --call and --hide say others' ]
verdict "the tags of a file" $?
shows "its calls" '╭ call f'
# shellcheck disable=SC2002  # a pipe is wanted
cat "$here/answer" | "$program" show >"$here/out"
[ "$(grep -c '^◂ calls in <tool> are read with --call tool' "$here/out")" = 1 ]
verdict "of a pipe it is said how they are read" $?
printf 'x<thinking thought_type="plan" confidence="0.7" thought="Do &lt;it&gt;"/>y' >"$here/answer"
expect "thoughts have their type and confidence" 0 "◂ read by the tags <tool> and <thinking>: \
--dialect, --call and --hide say others\n\nx\n\nthinking thought_type=plan confidence=0.7\n│ Do <it>\n\ny\n" \
  show "$here/answer"
input='<thinking thought_type="plan" confidence="0.7" thought="Do &lt;it&gt;"/>y'
run show --dialect auto
shows "so they have as reasoning" 'reasoning thought_type=plan confidence=0.7'
shows "with what is thought" '│ Do <it>'

# A large one is guessed by its beginning, packed or not.
if command -v gzip >/dev/null; then
  { printf '<think>a</think>\n'; head -c 5000000 /dev/zero | tr '\0' ' '; } >"$here/large"
  gzip -c "$here/large" >"$here/large.gz"
  for file in large large.gz; do
    run show "$here/$file"
    head -1 "$here/out" | grep -q '^◂ read as .*(by its beginning)$'; verdict "$file is guessed" $?
  done
fi

# ---- what the other commands can, too ----

input='<a>b</a>{c}<think>d'
run show --hide '{...}' --record a
[ "$code" = 0 ] && grep -q '^{$' "$here/out" && grep -q '^<a>b</a>$' "$here/out"
verdict "hide two markers, record" $?
input='<x>a<x>b</x>c</x>d'
expect "nesting" 0 'x\n│ a<x>b\n\nc</x>d\n! crossed: </x> ends what was opened in a section: byte 13\n' \
  show --hide x --nesting first_close
input='a</x>b<x>c</x>'
expect "start inside, leading only" 0 'x\n│ a\n\nb<x>c</x>\n! nothing is open that </x> would end: byte 10\n' \
  show --hide x --start-inside x --leading-only
for options in "--call tool_call" "--dialect qwen3"; do
  input='<tool_call>{"name":"f","arguments":{}}'
  # shellcheck disable=SC2086  # two words
  expect "unclosed-call, $options" 0 '╭ call f\n│ {}\n│ ! never closed: byte 0\n╰\n' \
    show $options --unclosed-call call
done
input="<think>a</think><tool_call>{'name':'f','arguments':{}}</tool_call>"
run show --dialect qwen3 --strict-json
shows "strict-json" 'not a call invalid_json'
run show --calls-of qwen3
shows "calls-of" '<think>a</think>'
! grep -q '^!' "$here/out"; verdict "calls-of: no tag is a stray one" $?
run show --dialect qwen3 --tool-choice none
shows "tool-choice" 'not a call not_allowed'
for what in '--dialect qwen3' '--call a' ''; do
  # shellcheck disable=SC2086  # two words, or none
  refuse "leading-only is for hidden sections: $what" 2 \
    'tagstream: --leading-only stands beside a dialect, or beside another rule than --hide, --record and --unwrap; leave one of the two out' \
    show $what --leading-only
done
input='<thinking thought_type="plan" confidence="0.7"> Do it </thinking>x<thinking>y'
expect "thoughts" 0 \
  'thought plan confidence=0.7\n│ Do it\n\nx\n\nthought\n│ y\n│ ! never closed: byte 66\n' \
  show --thought thinking
run show --dialect qwen3 --explain
shows "--explain" 'bad_calls: hide: a broken call is shown once, with its problem'
[ "$(head -1 "$here/out")" = '# the dialect `qwen3`' ]; verdict "--explain: the dialect that is given" $?
run show --explain
[ "$(head -3 "$here/out")" = '# show guesses the family of each text: tagstream guess FILE
# where it can'"'"'t, or the text comes live, it reads by:
# the dialect `auto`' ]; verdict "--explain: that the family is guessed" $?

sum_up
