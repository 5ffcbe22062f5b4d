#!/usr/bin/env bash
# Checks the program from outside: arguments, output, exit codes, streams.
# usage: TAGSTREAM=path/to/tagstream cli_test.sh
# shellcheck disable=SC2034,SC2154,SC2162  # checks.sh uses input, and sets code, here and program
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"

# --- help and version ---------------------------------------------------------------------------

run help
verdict 'help: exit 0' "$code"
[ "$(wc -l <"$here/out")" -le 24 ]; verdict 'help: 24 lines at most' $?
! grep -qE '^.{80}' "$here/out"; verdict 'help: less than 80 columns' $?
cp "$here/out" "$here/overview"
run --help
cmp -s "$here/overview" "$here/out"; verdict '--help is help' $?
run -h
cmp -s "$here/overview" "$here/out"; verdict '-h is help' $?
run --version
grep -qE '^tagstream [0-9]+\.[0-9]+\.[0-9]+$' "$here/out"; verdict '--version' $?
check_help filter 12
check_like filter read --hide --unwrap --record --nesting --unclosed-section --dialect \
  --start-inside --leading-only --text --sections --from --chunk-size --no-finish \
  --markdown-code --ignore-case --max-tag-bytes --max-held-bytes --max-section-bytes \
  --max-attributes --on-limit --stats -e --strict --color
check_example
run filter --help --nonsense
cmp -s "$here/help" "$here/out"; verdict '--help wins over a mistake' $?
cp "$here/overview" "$here/help"
check_example

# --- rules --------------------------------------------------------------------------------------

input='So <thinking>2 + 2</thinking>four.\n'
expect 'hide' 0 'So four.\n' filter --hide thinking
expect 'a rule for another name' 0 "$input" filter --hide think
expect 'several rules' 0 'So four.\n' filter --hide tool --hide thinking --unwrap b --record c
expect 'unwrap' 0 'So 2 + 2four.\n' filter --unwrap thinking
expect 'record shows' 0 "$input" filter --record thinking
input='a[THINK]b[/THINK]c<|x|>d<|y|>e'
expect 'hide: markers' 0 'ace' filter --hide '[THINK]...[/THINK]' --hide '<|x|>...<|y|>'
input='a{}b%%c,d'
expect 'hide: markers of any bytes' 0 'ac,d' filter --hide '{}...%%'
input='a--json b-- c'
expect 'hide: a marker like an option' 0 'a c' filter --hide=--json...--
input='<A>x</A>y'
expect 'names have a case' 0 '<A>x</A>y' filter --hide a
expect 'ignore-case' 0 'y' filter --hide a --ignore-case
input='<a>x<a>y</a>z</a>!'
expect 'nesting: balanced' 0 '!' filter --hide a
expect 'nesting: first_close' 0 'z</a>!' filter --hide a --nesting first_close
input='1<a>2'
expect 'unclosed-section: section' 0 '1' filter --hide a
expect 'unclosed-section: text' 0 '1<a>2' filter --hide a --unclosed-section text
input='x</a>y'
expect 'start-inside' 0 'y' filter --hide a --start-inside a
input='<a>1</a> x <a>2</a>'
expect 'leading-only' 0 ' x <a>2</a>' filter --hide a --leading-only
input='`<a>` <a>x</a>'
expect 'markdown-code' 0 '`<a>` ' filter --hide a --markdown-code all
input='x <'
expect 'no-finish: what is held stays held' 0 'x ' filter --hide a --no-finish
expect 'finish: what is held comes out' 0 'x <' filter --hide a

# --- output -------------------------------------------------------------------------------------

input='é<a k="v" f>x"\n</a>\x00\xff!'
expect 'text is exact, byte for byte' 0 'é\x00\xff!' filter --hide a
tag='"name":"a","raw_tag":"<a k=\\"v\\" f>","attributes":[{"name":"k","value":"v","has_value":true},{"name":"f","value":"","has_value":false}]'
section="$tag"',"content":"x\\"\\n","is_closed":true,"start":2,"end":20}'
expect 'events' 0 '{"kind":"content","text":"é","start":0,"end":2}
{"kind":"section_start",'"$tag"',"start":2,"end":13}
{"kind":"section_delta","name":"a","text":"x\\"\\n","start":13,"end":16}
{"kind":"section_end","name":"a","raw_tag":"<a k=\\"v\\" f>","offset":2,"is_closed":true,"start":16,"end":20}
{"kind":"content","text":"\\u0000\xef\xbf\xbd!","start":20,"end":23}
' read --hide a --events
json='{"content":"é\\u0000\xef\xbf\xbd!","sections":[{'"$section"'],"finish_reason":"stop"}\n'
expect 'json' 0 "$json" read --hide a --json
expect 'json: the same byte by byte' 0 "$json" read --hide a --json --chunk-size 1
expect 'sections: the text' 0 'é\x00\xff!' filter --hide a --sections "$here/sections"
[ "$(cat "$here/sections")" = "$(printf '%b' "{$section")" ]; verdict 'sections: the file' $?
input='nothing'
expect 'sections: a second run' 0 'nothing' filter --hide a --sections "$here/sections"
[ ! -s "$here/sections" ]; verdict 'sections: the file is emptied first' $?
expect 'json: nothing' 0 '{"content":"nothing","finish_reason":"stop"}\n' read --hide a --json
input=''
expect 'empty input' 0 '' filter --hide a
expect 'events of an empty input' 0 '' read --hide a --events
input='1<b>2</b>3'
expect 'unwrapped tags are markup' 0 \
  '{"kind":"content","text":"1","start":0,"end":1}\n{"kind":"markup","text":"<b>","start":1,"end":4}\n{"kind":"content","text":"2","start":4,"end":5}\n{"kind":"markup","text":"</b>","start":5,"end":9}\n{"kind":"content","text":"3","start":9,"end":10}\n' \
  read --unwrap b --events
input='<a>x</a>'
run filter --hide a --stats
grep -qE '^\{"bytes_fed":8,"bytes_examined":[0-9]+,"bytes_held":0,"bytes_held_max":[0-9]+,"events":[0-9]+,"limit_hits":0\}$' "$here/err"
verdict 'stats' $?

# --- reading ------------------------------------------------------------------------------------

printf 'a<t>b</t>c' >"$here/file"
input=''
expect 'FILE' 0 'ac' filter --hide t "$here/file"
expect 'FILE before the options' 0 'ac' filter "$here/file" --hide t
cp "$here/file" "$here/-odd"
(cd "$here" && "$program" filter --hide t -- -odd >out); [ "$(cat "$here/out")" = ac ]
verdict 'FILE after --' $?
input='a<t>b</t>c'
expect '- is standard input' 0 'ac' filter --hide t -
i=0
while [ "$i" -lt 3000 ]; do
  printf 'line %d: a < b, <t k="%d">hidden <t>%d</t></t> <tt>x</tt> \303\251 <t/>\n' "$i" "$i" "$i"
  i=$((i + 1))
done >"$here/long"
"$program" filter --hide t "$here/long" >"$here/whole"
sed -E 's/<t k="[0-9]+">hidden <t>[0-9]+<\/t><\/t>//; s/<t\/>//' "$here/long" >"$here/want"
cmp -s "$here/want" "$here/whole"; verdict 'a long file' $?
for size in 1 2 3 7 64 1000 64K 1G; do
  "$program" filter --hide t --chunk-size "$size" "$here/long" | cmp -s - "$here/whole"
  verdict "chunk-size $size: the same text" $?
done
"$program" filter --hide t --chunk-size 5 <"$here/long" | cmp -s - "$here/whole"
verdict 'standard input from a file' $?
# shellcheck disable=SC2002  # a pipe is what is wanted
cat "$here/long" | "$program" filter --hide t | cmp -s - "$here/whole"
verdict 'standard input from a pipe' $?
input='abcdefg'
expect 'chunk-size cuts exactly' 0 \
  '{"kind":"content","text":"abc","start":0,"end":3}\n{"kind":"content","text":"def","start":3,"end":6}\n{"kind":"content","text":"g","start":6,"end":7}\n' \
  read --hide t --events --chunk-size 3

# The output flows while the input is open.
wait_for() {  # file, text: up to ten seconds
  local tries=0
  while [ "$(cat "$1")" != "$2" ] && [ $tries -lt 100 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
  [ "$(cat "$1")" = "$2" ]
}
for extra in '' '--chunk-size=1' "--sections=$here/flowing_sections"; do
  rm -f "$here/pipe"
  mkfifo "$here/pipe"
  # shellcheck disable=SC2086  # one option or none
  "$program" filter --hide thinking $extra <"$here/pipe" >"$here/flowing" &
  exec 3>"$here/pipe"
  printf 'Hello <thi' >&3
  wait_for "$here/flowing" 'Hello '; verdict "flowing $extra: text before a held tag" $?
  printf 'nking>x</thinking>bye' >&3
  wait_for "$here/flowing" 'Hello bye'; verdict "flowing $extra: text after it" $?
  exec 3>&-
  wait $!; verdict "flowing $extra: ends well" $?
done
grep -q '"content":"x"' "$here/flowing_sections"; verdict 'flowing: the section is there' $?

# --- limits -------------------------------------------------------------------------------------

input='<t k="12345">x</t>'
expect 'max-tag-bytes: at the limit' 0 '' filter --hide t --max-tag-bytes 13
expect 'max-tag-bytes: one less' 0 "$input" filter --hide t --max-tag-bytes 12
input='<t a b>x</t>'
expect 'max-attributes: at the limit' 0 '' filter --hide t --max-attributes 2
expect 'max-attributes: one less' 0 "$input" filter --hide t --max-attributes 1
input='<t>12345</t>'
expect 'max-section-bytes' 0 \
  '{"content":"<t>12345</t>","sections":[{"name":"t","raw_tag":"<t>","attributes":[],"content":"123","is_closed":true,"is_recorded":true,"is_truncated":true,"start":0,"end":12}],"finish_reason":"stop"}\n' \
  read --record t --max-section-bytes 3 --json
input='<t>1<t>2</t>345678'
expect 'max-held-bytes: held, then settled at the end' 0 '345678' filter --hide t
grep -q 'a closing tag is missing' "$here/err"; verdict 'max-held-bytes: it is said' $?
expect 'max-held-bytes: the text policy goes on' 0 '345678' filter --hide t --max-held-bytes 6
grep -qE '^tagstream: .+: byte 8$' "$here/err"; verdict 'max-held-bytes: a notice on standard error' $?
input='seen <t>1<t>2</t>345678'
expect 'on-limit stop: ends there' 4 'seen ' filter --hide t --max-held-bytes 6 --on-limit stop
grep -qE '^tagstream: .+: byte [0-9]+$' "$here/err" && [ "$(wc -l <"$here/err")" = 1 ]
verdict 'on-limit stop: one line with the offset' $?
run read --hide t --max-held-bytes 6 --on-limit stop --events
grep -q '^{"kind":"section_end",.*"is_closed":false' "$here/out"
verdict 'on-limit stop: what finish gives is printed' $?

# --- exit codes ---------------------------------------------------------------------------------

input='x'
expect '-e: nothing found' 1 'x' filter --hide t -e
expect 'without -e nothing found is fine' 0 'x' filter --hide t
input='<t/>x'
expect '-e: found' 0 'x' filter --hide t -e
input='<t>x</t>'
expect '-e: a recorded one counts' 0 '<t>x</t>' filter --record t -e
expect 'strict: closed' 0 '' filter --hide t --strict
says() { [ "$(cat "$here/err")" = "tagstream: $1" ]; verdict "$2" $?; }
input='<t a="1" b="2">x'
expect 'strict: a tag of more attributes than it may have' 3 "$input" \
  filter --hide t --max-attributes 1 --strict
expect 'strict: a tag of more bytes than it may have' 3 "$input" \
  filter --hide t --max-tag-bytes 9 --strict
input='<t>x</t '
expect 'strict: half a closing tag' 3 '' filter --hide t --strict
says 'the text ends in the closing tag of `t`: byte 0' 'strict: says that there is half a closing tag'
input='y<t>x'
expect 'strict: unclosed' 3 'y' filter --hide t --strict
says 'the section `t` never closed: byte 1' 'strict: says what is unclosed'
expect 'strict: an unclosed thought' 3 'y' filter --thought t --strict
says '`t`: the thought never closed (byte 1)' 'strict: says that a thought is unclosed'
expect 'unclosed without strict' 0 'y' filter --hide t
says 'the section `t` never closed: byte 1' 'without strict it is said as well'
expect 'unclosed, in the shape of another' 0 '{"role":"assistant","content":"y","finish_reason":"stop"}\n' \
  read --thought t --to openai --json
says '`t`: the thought never closed (byte 1)' 'and there, too'
run read --hide t --to openai
says 'the section `t` never closed: byte 1' 'and in chunks'
run read --hide t --json
[ ! -s "$here/err" ]; verdict 'the message says it itself' $?

# --- what is refused ----------------------------------------------------------------------------

input=''
run
"$program" help >"$here/help"
[ "$code" = 2 ] && [ ! -s "$here/out" ] && [ "$(head -1 "$here/err")" = 'tagstream: no command given' ] &&
  tail -n +3 "$here/err" | cmp -s - "$here/help"
verdict 'no command: what there is' $?
refuse 'unknown command' 2 'tagstream: unknown command: nonsense (try `tagstream help`)' nonsense
refuse 'unknown option in front' 2 'tagstream: unknown option: --nonsense (try `tagstream help`)' --nonsense
refuse 'no rule' 2 'tagstream: nothing to read by: give a dialect (--dialect NAME or auto), a model (--model NAME) or a rule (--hide, --call ...)' filter
for form in --events --json --to; do
  refuse "filter prints text: $form" 2 "tagstream: filter has no $form, only --text: tagstream read has it" filter --hide a "$form"
done
refuse 'unknown option' 2 'tagstream: unknown option: --nonsense' filter --hide a --nonsense
refuse 'unknown short option' 2 'tagstream: unknown option: -x' filter --hide a -x
refuse 'two files that are not there' 2 'tagstream: no such file: a
tagstream: no such file: b' filter --hide t a b
refuse 'a value is missing' 2 'tagstream: a value is missing: --hide' filter --hide
refuse 'half a pair' 2 'tagstream: nothing closes `[a]`: only a call may have no closing marker (--hide)' filter --hide '[a]...'
refuse 'a value too much' 2 'tagstream: a value is given to a switch: --events; leave it out' read --hide t --events=yes
refuse 'events and json' 2 'tagstream: --events and --json exclude each other: give one' read --hide t --events --json
refuse 'json and sections' 2 'tagstream: --sections and --json exclude each other: give one' read --hide t --json --sections x
refuse 'sections to standard output' 2 'tagstream: the text goes to standard output: give the name of a file (--sections)' filter --hide t --sections -
refuse 'another format' 2 'tagstream: `xml` is none of text, sse, ndjson, jsonl:/POINTER: --from' filter --hide t --from xml
refuse 'a word that is no choice' 2 'tagstream: `x` is none of balanced, first_close: --nesting' filter --hide t --nesting x
refuse 'chunk-size 0' 2 'tagstream: 0 is too small, give at least 1: --chunk-size' filter --hide t --chunk-size 0
refuse 'no number' 2 'tagstream: `4 K` is not a number, such as 4096 or 64K: --chunk-size' filter --hide t --chunk-size '4 K'
refuse 'a negative number' 2 'tagstream: `-1` is neither a number, such as 4096 or 64K, nor `none`: --max-tag-bytes' filter --hide t --max-tag-bytes -1
refuse 'a number too large' 2 'tagstream: `99999999999G` is too large: --max-tag-bytes' filter --hide t --max-tag-bytes 99999999999G
refuse 'no such file' 2 "tagstream: no such file: $here/none" filter --hide t "$here/none"
refuse 'a directory' 2 "tagstream: a folder, not a file: $here (its files: $here/*)" filter --hide t "$here"
refuse 'the input as sections file' 2 "tagstream: the output would overwrite the input: $here/file" filter --hide t --sections "$here/file" "$here/file"
[ "$(cat "$here/file")" = 'a<t>b</t>c' ]; verdict 'the input as sections file: it is untouched' $?
# A value that is empty, as of a variable of the shell that is not set, is not the next word.
refuse 'an empty file name' 2 'tagstream: the name of the file is empty: --sections' filter --hide t --sections= "$here/file"
[ "$(cat "$here/file")" = 'a<t>b</t>c' ]; verdict 'an empty file name: FILE is untouched' $?
refuse 'a sections file that cannot be' 2 "tagstream: can't write (No such file or directory): $here/none/x" filter --hide t --sections "$here/none/x"
refuse 'control bytes in a message' 2 'tagstream: no such file: a\x1b b' filter --hide t "$(printf 'a\033\nb')"
for rule in '--hide a/b' '--hide <a>' '--hide -a' '--unwrap 1\x202' '--hide a --unwrap a' \
  '--hide a --start-inside b'; do
  rule=$(printf '%b' "$rule")
  IFS=' ' read -r -a words <<<"$rule"
  run filter "${words[@]}"
  [ "$code" = 2 ] && [ ! -s "$here/out" ] && grep -q '^tagstream: ' "$here/err" &&
    [ "$(wc -l <"$here/err")" = 1 ]
  verdict "a rule that cannot be: $rule" $?
done
run filter --hide ''
[ "$code" = 2 ] && [ "$(wc -l <"$here/err")" = 1 ]; verdict 'a rule that cannot be: the empty name' $?
run filter --hide-between '' x
[ "$code" = 2 ] && [ "$(wc -l <"$here/err")" = 1 ]; verdict 'a rule that cannot be: the empty marker' $?

# --- streams that fail --------------------------------------------------------------------------

"$program" filter --hide t <&- >"$here/out" 2>"$here/err"
[ $? = 2 ] && grep -q "^tagstream: can't read .*: standard input$" "$here/err"
verdict 'standard input is closed' $?
if [ -e /dev/full ]; then
  "$program" filter --hide t "$here/file" >/dev/full 2>"$here/err"
  [ $? = 2 ] && grep -q "^tagstream: can't write .*: standard output$" "$here/err"
  verdict 'a full disk' $?
fi
"$program" filter --hide t "$here/file" >&- 2>"$here/err"
[ $? = 2 ] && [ "$(cat "$here/file")" = 'a<t>b</t>c' ]; verdict 'standard output is closed' $?
"$program" filter --hide t --sections "$here/sections" "$here/file" >&- 2>"$here/err"
[ $? = 2 ] && ! grep -q '^ac' "$here/sections"; verdict 'a closed output never is another file' $?
{ "$program" filter --hide t "$here/long" 2>"$here/err"; echo $? >"$here/code"; } | head -c 5 >"$here/out"
[ "$(cat "$here/code")" = 0 ] && [ ! -s "$here/err" ]; verdict 'a closed pipe ends quietly' $?
{ yes 'x <t>y</t>' | "$program" read --hide t --events 2>"$here/err"; echo "${PIPESTATUS[1]}" >"$here/code"; } |
  head -c 5 >"$here/out"
[ "$(cat "$here/code")" = 0 ] && [ ! -s "$here/err" ]; verdict 'a closed pipe ends an endless input' $?

# --- on a terminal ------------------------------------------------------------------------------

if command -v script >/dev/null 2>&1; then
  # the last three: U+202E, U+E0041, é
  printf 'a\033[31mb\ttab\177\302\233\377\342\200\256\363\240\201\201\303\251\n' >"$here/escapes"
  want=$(printf 'a\\x1b[31mb\ttab\\x7f\\x9b\\xff\\u202e\\ue0041\303\251')
  [ "$(on_terminal "'$program' filter --hide t '$here/escapes' 2>/dev/null")" = "$want" ]
  verdict 'terminal: control bytes are shown, not sent' $?
  "$program" filter --hide t "$here/escapes" | cmp -s - "$here/escapes"
  verdict 'pipe: control bytes are exact' $?
  on_terminal "'$program' read --hide t '$here/escapes' --events" | grep -q 'a\\u001b\[31mb\\ttab\\u007f\\u009b'
  verdict 'terminal: the same in events' $?
  on_terminal "'$program' read --hide t '$here/escapes' --events" >"$here/out"
  grep -qF '\u202e\udb40\udc41é' "$here/out"
  verdict 'terminal: marks of direction in events' $?
  [ -z "$(on_terminal "'$program' filter --hide t '$here/long' >/dev/null")" ]
  verdict 'terminal: no progress for a short input' $?
  on_terminal "(for i in 1 2 3 4 5 6 7 8; do echo '<t/>'; sleep 0.2; done) | '$program' filter --hide t >/dev/null" >"$here/out"
  grep -q 'B/s' "$here/out"; verdict 'terminal: progress for a long one' $?
  [ "$(tail -c 3 "$here/out")" = "$(printf '\033[K')" ]; verdict 'terminal: progress is erased' $?
  on_terminal "NO_COLOR= '$program' nonsense" | grep -q $'\033'; verdict 'terminal: errors have colour' $?
  ! on_terminal "NO_COLOR= TERM=dumb '$program' nonsense" | grep -q $'\033'
  verdict 'terminal: one that knows nothing gets no colour' $?
  ! on_terminal "NO_COLOR=1 '$program' nonsense" | grep -q $'\033'; verdict 'terminal: NO_COLOR is heeded' $?
else
  echo "skip  on a terminal: there is no script(1) here"
fi
input=''
run filter --hide t --color always "$here/none"
grep -q $'\033' "$here/err"; verdict 'color always' $?
run filter --hide t --color never "$here/none"
! grep -q $'\033' "$here/err"; verdict 'color never' $?

sum_up
