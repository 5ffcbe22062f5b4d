#!/usr/bin/env bash
# Checks `tagstream extract` and `tagstream inner` from outside.
# usage: TAGSTREAM=path/to/tagstream extract_test.sh
# shellcheck disable=SC2034,SC2154  # checks.sh uses input, and sets code, here and program
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"

# --- help ---------------------------------------------------------------------------------------

check_help extract 50 --last --names --max-depth --unclosed --last-close --events --flat --content \
  --pretty --json --markdown-code --ignore-case --max-tag-bytes --max-attributes -e --strict --color \
  --from --chunk-size --no-finish --stats
check_example
check_help inner 22 --text --json -e --strict
check_like inner extract --unclosed --last-close --markdown-code --ignore-case --options
check_example

# --- the tree as JSON ---------------------------------------------------------------------------

input='1<a k="v" f>2<b/>3</a>4'
empty='{"name":"b","attributes":[],"content":"","raw_tag":"<b/>","start":13,"end":17,"content_start":17,"content_end":17,"is_closed":true,"is_self_closing":true,"children":[]}'
tag='{"name":"a","attributes":[{"name":"k","value":"v","has_value":true},{"name":"f","value":"","has_value":false}],"content":"2<b/>3","raw_tag":"<a k=\\"v\\" f>","start":1,"end":22,"content_start":12,"content_end":18,"is_closed":true,"is_self_closing":false,"children":['"$empty"']}'
# The object that holds the tags $1, as `expect` wants it.
object() { printf '{"tags":[%s],"diagnostics":[]}\\n' "${1-}"; }
expect 'one object' 0 "$(object "$tag")" extract
expect 'events' 0 "$tag\n" extract --events
expect 'json: the same' 0 "$(object "$tag")" extract --json
flat='{"index":0,"parent":null,"depth":1,"name":"a","attributes":[{"name":"k","value":"v","has_value":true},{"name":"f","value":"","has_value":false}],"start":1,"end":22,"content_start":12,"content_end":18,"is_closed":true,"is_self_closing":false}\n'
expect 'flat' 0 "$flat"'{"index":1,"parent":0,"depth":2,"name":"b","attributes":[],"start":13,"end":17,"content_start":17,"content_end":17,"is_closed":true,"is_self_closing":true}\n' \
  extract --flat
input='<a>1</a>\n<a>2</a>'
first='{"name":"a","attributes":[],"content":"1","raw_tag":"<a>","start":0,"end":8,"content_start":3,"content_end":4,"is_closed":true,"is_self_closing":false,"children":[]}'
second='{"name":"a","attributes":[],"content":"2","raw_tag":"<a>","start":9,"end":17,"content_start":12,"content_end":13,"is_closed":true,"is_self_closing":false,"children":[]}'
expect 'two elements have a comma between' 0 "$(object "$first,$second")" extract
for size in 1 2 3 5 1000; do
  expect "chunk-size $size: the same object" 0 "$(object "$first,$second")" extract --chunk-size "$size"
done
expect 'no-finish: what is complete' 0 "$(object "$first,$second")" extract --no-finish
input='<a>1</a>\n<a>2'
expect 'no-finish: what is open stays out' 0 "$(object "$first")" extract --no-finish
input='<a>1</a><b>2</b>'
expect 'flat: indices go on, with content' 0 \
  '{"index":0,"parent":null,"depth":1,"name":"a","attributes":[],"content":"1","start":0,"end":8,"content_start":3,"content_end":4,"is_closed":true,"is_self_closing":false}\n{"index":1,"parent":null,"depth":1,"name":"b","attributes":[],"content":"2","start":8,"end":16,"content_start":11,"content_end":12,"is_closed":true,"is_self_closing":false}\n' \
  extract --flat --content --chunk-size 1
input='a < b, x <- y'
expect 'no tag: an empty list' 0 "$(object)" extract
expect 'no tag: no line' 0 '' extract --events
[ "$(cat "$here/err")" = 'tagstream: no tag in this text' ]; verdict 'no tag: it says so' $?
input='<b>x</b>'
expect 'no such tag: an empty list' 0 "$(object)" extract --names a
[ "$(cat "$here/err")" = 'tagstream: no <a> in this text; it holds <b>: --names b' ]
verdict 'no such tag: what may be meant' $?
input=''
expect 'no input: an empty list' 0 "$(object)" extract
expect 'no input, no finish: an empty list' 0 "$(object)" extract --no-finish
input='<a>\x00\xff"é\\\\</a>'
expect 'bytes that are no UTF-8 are U+FFFD, nothing is lost' 0 \
  '{"index":0,"parent":null,"depth":1,"name":"a","attributes":[],"content":"\\u0000\xef\xbf\xbd\\"é\\\\\\\\","start":0,"end":14,"content_start":3,"content_end":10,"is_closed":true,"is_self_closing":false}\n' \
  extract --flat --content

# --- options ------------------------------------------------------------------------------------

names_of() {  # the names in the order of opening, with their depths
  grep -oE '"depth":[0-9]+,"name":"[^"]*"' "$here/out" | sed -E 's/.*:([0-9]+),.*"(.*)"$/\2\1/' |
    tr '\n' ' '
}
order() {  # name, wanted names with depths, arguments...
  local name=$1 want=$2
  shift 2
  run extract --flat "$@"
  [ "$code" = 0 ] && [ "$(names_of)" = "$want" ]; verdict "$name" $?
}
input='<a><b><A><c></c></A></b></a>'
order 'all names' 'a1 b2 A3 c4 '
order 'name' 'c1 ' --names c
order 'name: more than one' 'b1 c2 ' --names c --names b
order 'ignore-case' 'a1 A2 ' --names a --ignore-case
order 'max-depth' 'a1 b2 ' --max-depth 2
input='<p>x<br>y<i>z</i></p>'
order 'unclosed extend: the rest is inside' 'p1 br2 i3 '
order 'unclosed empty: children move up' 'p1 br2 i2 ' --unclosed empty
order 'unclosed text: it is no tag' 'p1 i2 ' --unclosed text
input='<file>a</file>b</file>'
run extract --flat --content
grep -q '"content":"a"' "$here/out"; verdict 'the first closing tag closes' $?
run extract --flat --content --last-close file
grep -q '"content":"a</file>b"' "$here/out"; verdict 'last-close: the last one does' $?
input='`<a>` <b></b>'
order 'markdown-code' 'b1 ' --markdown-code all
input='<a b="12345"></a>'
order 'max-tag-bytes: at the limit' 'a1 ' --max-tag-bytes 13
order 'max-tag-bytes: one less' '' --max-tag-bytes 12
input='<a b c></a>'
order 'max-attributes: at the limit' 'a1 ' --max-attributes 2
order 'max-attributes: one less' '' --max-attributes 1
{ printf '<a'; for ((i = 0; i < 20000; ++i)); do printf ' b%d="x"' "$i"; done; printf '/>'; } >"$here/wide"
[ "$("$program" extract --flat "$here/wide" | grep -o '"has_value":true' | wc -l)" = 20000 ]
verdict 'there is no limit by itself' $?

# --- diagnostics and exit codes -----------------------------------------------------------------

input='<a>\né</b><c x="'
found='"diagnostics":[{"kind":"unclosed","offset":0,"line":1,"column":1,"name":"a"},{"kind":"stray_close","offset":6,"line":2,"column":2,"name":"b"},{"kind":"incomplete_tag","offset":10,"line":2,"column":6,"name":"c"}]}'
for size in 1 4 100; do
  run extract --chunk-size "$size"
  [ "$code" = 0 ] && [ "$(sed 's/.*"diagnostics"/"diagnostics"/' "$here/out")" = "$found" ]
  verdict "diagnostics, chunk-size $size" $?
done
run extract --flat
! grep -q diagnostics "$here/out"; verdict 'diagnostics: none among the lines of flat' $?
input='<a>1'
run extract --strict
[ "$code" = 3 ] && [ -s "$here/out" ]; verdict 'strict: exit 3, the output is there' $?
input='</a>'
stray='{"tags":[],"diagnostics":[{"kind":"stray_close","offset":0,"line":1,"column":1,"name":"a"}]}\n'
expect 'strict: a stray closing tag' 3 "$stray" extract --strict
for form in --events --flat '--write-to . --path-from name'; do
  # shellcheck disable=SC2086  # options and their values
  (cd "$here" && "$program" extract --strict $form <<<'a<b>' >out 2>err)
  [ $? = 3 ] && [ "$(cat "$here/err")" = 'tagstream: unclosed: b (byte 1)' ]
  verdict "strict: what is refused is said, $form" $?
done
printf '<b>x</b></b>' | "$program" inner b --strict >"$here/out" 2>"$here/err"
[ $? = 3 ] && [ "$(cat "$here/err")" = 'tagstream: stray_close: b (byte 8)' ]
verdict 'inner: what is refused is said' $?
expect 'strict comes before -e' 3 "$stray" extract --strict -e
expect '-e: no tag' 1 "$stray" extract -e
input='<a/>'
run extract -e --strict
[ "$code" = 0 ]; verdict '-e and --strict: all is well' $?
input='<a>x</a>'
run extract --stats
grep -qE '^\{"bytes_fed":8,"bytes_examined":[0-9]+,"bytes_held":0,"bytes_held_max":[0-9]+,"events":[0-9]+,"limit_hits":0\}$' "$here/err"
verdict 'stats' $?

# --- pretty -------------------------------------------------------------------------------------

input='<a k="v"  f>one\n<b>two\n  three</b></a><c d='"'"'"'"'"'/>'
expect 'pretty' 0 '<a k="v" f>  0..38\n  <b>  16..34  two three\n<c d='"'"'"'"'"'/>  38..48\n' extract --pretty
input='<a>x'
expect 'pretty: unclosed' 0 '<a>  0..4  unclosed  x\n1:1: unclosed <a>\n  <a>x\n  ^\n' extract --pretty
input='line\n\té <a>x\n'
expect 'pretty: diagnostics' 0 '<a>  9..14  unclosed  x\n2:4: unclosed <a>\n   é <a>x\n     ^\n' \
  extract --pretty
input='<a>\x1b[31m\xff</a>'
expect 'pretty: control bytes are shown' 0 '<a>  0..13  \\x1b[31m\\xff\n' extract --pretty
expect 'pretty: colour' 0 '<\x1b[36ma\x1b[0m>  \x1b[2m0..13\x1b[0m  \\x1b[31m\\xff\n' \
  extract --pretty --color always
{ printf 'x%.0s' {1..5000}; printf '<a>'; printf 'é%.0s' {1..5000}; } >"$here/long_line"
"$program" extract --pretty "$here/long_line" >"$here/out"
! grep -qE '.{300}' "$here/out"; verdict 'pretty: long lines are shortened' $?
[ "$(tail -1 "$here/out" | tr -d ' ')" = '^' ]; verdict 'pretty: the caret is there' $?

# --- large and deep -----------------------------------------------------------------------------

deep=100000
{ printf '<a>%.0s' $(seq $deep); printf '</a>%.0s' $(seq $deep); } >"$here/deep"
(ulimit -s 256; "$program" extract --flat "$here/deep") | tail -1 | grep -q "\"depth\":$deep,"
verdict 'deep: flat' $?
[ "$(ulimit -s 256; "$program" extract --pretty "$here/deep" | wc -c)" -lt $((deep * 100)) ]
verdict 'deep: pretty, and it does not grow with the depth' $?
head -c 9000 "$here/deep" >"$here/half"
[ "$(ulimit -s 128; "$program" extract "$here/half" | sed 's/,"diagnostics":.*//' | tail -c 6002)" = "$(printf ']}%.0s' {1..3000})]" ]
verdict 'deep: nested JSON needs no stack' $?
for ((i = 0; i < 20000; ++i)); do printf '<r n="%d">%d</r>\n' "$i" "$i"; done >"$here/many"
"$program" extract --events "$here/many" >"$here/whole"
[ "$(wc -l <"$here/whole")" = 20000 ]; verdict 'many: jsonl' $?
for size in 1 7 4096; do
  "$program" extract --events --chunk-size "$size" "$here/many" | cmp -s - "$here/whole"
  verdict "many: chunk-size $size gives the same" $?
done
{ printf '{"tags":['; paste -sd, "$here/whole" | tr -d '\n'; printf '],"diagnostics":[]}\n'; } >"$here/want"
"$program" extract "$here/many" | cmp -s - "$here/want"; verdict 'many: the array is the same' $?

# --- as it comes --------------------------------------------------------------------------------

for mode in '--events' ''; do
  rm -f "$here/pipe"
  mkfifo "$here/pipe"
  # shellcheck disable=SC2086  # one option or none
  "$program" extract $mode <"$here/pipe" >"$here/flowing" &
  exec 3>"$here/pipe"
  printf '<a>1</a>\n<a>' >&3
  if [ -n "$mode" ]; then shown=$first; else shown="{\"tags\":[$first"; fi
  wait_for "$here/flowing" "$shown"; verdict "flowing $mode: a tag comes when it is complete" $?
  printf '2</a>' >&3
  exec 3>&-
  wait $!; verdict "flowing $mode: ends well" $?
done
[ "$(cat "$here/flowing")" = "{\"tags\":[$first,$second],\"diagnostics\":[]}" ]
verdict 'flowing: the object is whole' $?
{ "$program" extract "$here/many" 2>"$here/err"; echo $? >"$here/code"; } | head -c 5 >"$here/out"
[ "$(cat "$here/code")" = 0 ] && [ ! -s "$here/err" ]; verdict 'a closed pipe ends quietly' $?

# --- inner --------------------------------------------------------------------------------------

input='x <break a="1">outer <break>inner</break> after</break> <break>2</break>'
expect 'inner' 0 'outer <break>inner</break> after\n' inner break
expect 'inner: json' 0 '{"content":"outer <break>inner</break> after","start":15,"end":47}\n' inner break --json
expect 'inner: chunk-size changes nothing' 0 'outer <break>inner</break> after\n' inner break --chunk-size 1
expect 'inner: nothing found' 1 '' inner b
[ "$(cat "$here/err")" = 'tagstream: no <b> in this text; it holds <break>: tagstream inner break' ]
verdict 'inner: what the text holds' $?
expect 'inner: nothing found, json' 1 'null\n' inner b --json
expect 'inner: ignore-case' 0 'outer <break>inner</break> after\n' inner BREAK --ignore-case
expect 'inner: names have a case' 1 '' inner BREAK
input='<a>x'
expect 'inner: never closed' 1 '' inner a
[ "$(cat "$here/err")" = 'tagstream: no outermost <a> in this text has a closing tag' ]
verdict 'inner: it says that it is never closed' $?
input='<a></a>'
expect 'inner: empty' 0 '\n' inner a
expect 'inner: empty, json' 0 '{"content":"","start":3,"end":3}\n' inner a --json
input='<a>\x00\xff\n</a>'
expect 'inner: bytes are exact' 0 '\x00\xff\n\n' inner a
expect 'inner: json' 0 '{"content":"\\u0000\xef\xbf\xbd\\n","start":3,"end":6}\n' inner a --json
printf '<a>file</a>' >"$here/file"
input=''
expect 'inner: FILE' 0 'file\n' inner a "$here/file"
expect 'inner: FILE after options' 0 '{"content":"file","start":3,"end":7}\n' inner --json a "$here/file"

# --- what is refused ----------------------------------------------------------------------------

refuse 'events and flat' 2 'tagstream: --events and --flat exclude each other: give one' extract --events --flat
refuse 'events and pretty' 2 'tagstream: --events and --pretty exclude each other: give one' extract --events --pretty
refuse 'flat and pretty' 2 'tagstream: --flat and --pretty exclude each other: give one' extract --flat --pretty

refuse 'max-depth 0' 2 'tagstream: 0 is too small, give at least 1: --max-depth' extract --max-depth 0
refuse 'a word that is no choice' 2 'tagstream: `x` is none of extend, empty, text: --unclosed' extract --unclosed x
refuse 'a limit that means nothing here' 2 'tagstream: unknown option: --max-held-bytes (tagstream read has it)' extract --max-held-bytes 5
refuse 'no such file' 2 "tagstream: no such file: $here/none" extract "$here/none"
refuse 'a directory' 2 "tagstream: a folder, not a file: $here (its files: $here/*)" extract "$here"
refuse 'two files that are not there' 2 'tagstream: no such file: none.a
tagstream: no such file: none.b' extract none.a none.b
refuse 'the name of a tag before a file, as inner has it' 2 \
  'tagstream: no such file: none; did you mean `--names none`?' extract none "$here/x"
printf x >"$here/answer.txt"
refuse 'inner: a file without a name before it' 2 \
  "tagstream: the name of a tag is missing before the file: tagstream inner NAME $here/answer.txt" \
  inner "$here/answer.txt"
refuse 'inner: the file before the name' 2 \
  "tagstream: the name of a tag is missing before the file: tagstream inner act $here/answer.txt" \
  inner "$here/answer.txt" act
refuse 'extract has no text' 2 'tagstream: extract has no --text, only --json, --events, --flat, --pretty: tagstream inner has it' extract --text
refuse 'inner has no events' 2 'tagstream: inner has no --events, only --text, --json: tagstream extract has it' inner a --events
refuse 'inner: no name' 2 'tagstream: no name: give the NAME of a tag' inner
refuse 'inner: the empty name' 2 'tagstream: the name is empty: NAME' inner ''
refuse 'inner: two files that are not there' 2 'tagstream: no such file: none.b
tagstream: no such file: none.c' inner a none.b none.c
refuse 'inner: no such file' 2 "tagstream: no such file: $here/none" inner a "$here/none"
for words in 'extract --names a/b' 'extract --names <a>' 'extract --names a --names a' \
  'extract --last-close 1/2' 'extract --names a --last-close b' 'inner a/b' 'inner <a>'; do
  IFS=' ' read -r -a list <<<"$words"
  run "${list[@]}"
  [ "$code" = 2 ] && [ ! -s "$here/out" ] && grep -q '^tagstream: ' "$here/err" &&
    [ "$(wc -l <"$here/err")" = 1 ]
  verdict "options that cannot be: $words" $?
done
run extract --names ''
[ "$code" = 2 ] && [ "$(wc -l <"$here/err")" = 1 ]; verdict 'options that cannot be: the empty name' $?
"$program" extract <&- >"$here/out" 2>"$here/err"
[ $? = 2 ] && grep -q "^tagstream: can't read .*: standard input$" "$here/err" && [ ! -s "$here/out" ]
verdict 'standard input is closed' $?
if [ -e /dev/full ]; then
  "$program" extract "$here/file" >/dev/full 2>"$here/err"
  [ $? = 2 ] && grep -q "^tagstream: can't write .*: standard output$" "$here/err"
  verdict 'a full disk' $?
fi

# --- on a terminal ------------------------------------------------------------------------------

if command -v script >/dev/null 2>&1; then
  printf '<a>\033[31m\302\233\377</a><b>' >"$here/escapes"
  on_terminal "'$program' extract '$here/escapes'" | grep -q '"content":"\\u001b\[31m\\u009b'
  verdict 'terminal: control bytes are shown in JSON' $?
  on_terminal "'$program' inner a '$here/escapes'" | grep -qF '\x1b[31m\x9b\xff'
  verdict 'terminal: control bytes are shown by inner' $?
  on_terminal "NO_COLOR= '$program' extract --pretty '$here/escapes'" | grep -q $'<\033\\[36ma\033\\[0m>'
  verdict 'terminal: pretty has colour' $?
  ! on_terminal "NO_COLOR=1 '$program' extract --pretty '$here/escapes'" | grep -q $'\033'
  verdict 'terminal: NO_COLOR is heeded' $?
  on_terminal "NO_COLOR=1 '$program' extract --pretty '$here/escapes'" >"$here/out"
  grep -q '^1:15: unclosed <b>$' "$here/out" && grep -q '^ *^$' "$here/out"
  verdict 'terminal: what is odd is shown below the outline' $?
else
  echo "skip  on a terminal: there is no script(1) here"
fi

sum_up
