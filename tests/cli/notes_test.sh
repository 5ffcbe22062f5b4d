#!/usr/bin/env bash
# Checks the notes of the program: how many there are, where they stand, and that --quiet leaves them
# out. Checks what no command may send to a terminal.
# usage: TAGSTREAM=path/to/tagstream notes_test.sh
# shellcheck disable=SC2034,SC2154  # checks.sh uses input, sets here and program
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
folder=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
cd "$here" || exit 1
export NO_COLOR=1

# --- equal notes --------------------------------------------------------------------------------

for ((i = 1; i <= 200; ++i)); do echo "{\"id\":$i,\"model\":\"m\",\"text\":\"a\"}"; done >records
refuse 'no record has the field' 2 \
  'tagstream: no text at /nope in 200 lines: records; the first has id, model, text' \
  filter --hide b --from jsonl:/nope records
for jobs in 1 4; do
  { cat records; echo '{"nope":"b<b>"}'; cat records; } >some
  run filter --hide b --from jsonl:/nope -j "$jobs" some
  [ "$code" = 0 ] && [ "$(cat err)" = \
    'tagstream: no text at /nope: line 1 and 399 more; the first has id, model, text
tagstream: the section `b` never closed: line 201, byte 1' ]
  verdict "many records have no such field, -j $jobs" $?
done
head -2 records >few
echo '{"nope":1}' >>few
echo '{"nope":"b"}' >>few
run filter --hide b --from jsonl:/nope few
[ "$(head -3 err)" = 'tagstream: no text at /nope: line 1; it has id, model, text
tagstream: no text at /nope: line 2; it has id, model, text
tagstream: no text at /nope: line 3; it has id, model, text' ]; verdict 'few records have no such field' $?
for ((i = 0; i < 50; ++i)); do printf '<tool>{"name":"f"</tool> '; done >broken
run filter --call tool broken
[ "$code" = 0 ] && [ "$(wc -l <err)" = 1 ] && grep -q ': byte [0-9]* and 49 more$' err
verdict 'many broken calls in one text' $?
run filter --call tool --chunk-size 1 broken
[ "$code" = 0 ] && [ "$(wc -l <err)" = 4 ] && grep -q ': 47 more$' err
verdict 'many broken calls in a stream' $?
for ((i = 1; i <= 9; ++i)); do printf 'a <b>x</b' >"file$i"; done
run filter --unwrap b file?
[ "$code" = 0 ] && [ "$(cut -d: -f 3- err)" = ' file1, byte 2
 file2, byte 2
 file3, byte 2
 6 more files' ]; verdict 'the same note about many files' $?
run filter --unwrap b file[1-3]
[ "$(wc -l <err)" = 3 ]; verdict 'the same note about three files' $?

# --- where they stand ---------------------------------------------------------------------------

printf 'text' >text
for command in 'filter --hide b text' 'filter --hide b text --from sse' 'inner b text' 'filter --hide b text none'; do
  # shellcheck disable=SC2086  # words
  "$program" $command >both 2>&1
  ! grep -q 'texttagstream' both && grep -q '^tagstream: ' both
  verdict "a note begins a line: $command 2>&1" $?
  # shellcheck disable=SC2086
  "$program" $command >out 2>err
  { grep -v '^==>' out; true; } | cmp -s - <(case $command in *none) printf 'text\n\n';; *sse|inner*) ;; *) printf 'text';; esac) ||
    [ "$(tail -c 1 out)" != "" ]
  verdict "elsewhere the output is exact: $command" $?
  if command -v script >/dev/null; then
    on_terminal "'$program' $command" >both
    ! grep -q 'texttagstream' both && grep -q '^tagstream: ' both
    verdict "a note begins a line of the terminal: $command" $?
  fi
done

# --- what stands in a fence -----------------------------------------------------------------------

fence='tagstream: an element stands in a code fence: byte 10; --markdown-code all takes it for text'
printf '<d>\n```\n<x>c</x>\n```\n</d>' >child
run extract child
[ "$(cat err)" = "${fence/10/8}" ]; verdict 'a child in a fence, for extract' $?
input='Say:\n```x\n<b>1</b>\n```\nor <b>2</b>'
for command in 'inner b' 'extract' 'extract --pretty' 'extract --events --names b' 'inner b --chunk-size 1' \
  'extract --names b --write-to . --path-from none'; do
  # shellcheck disable=SC2086
  run $command
  case $command in
    *write-to*) ! grep -q fence err ;;
    *) [ "$code" = 0 ] && [ "$(cat err)" = "$fence" ] ;;
  esac
  verdict "what stands in a fence: $command" $?
  for word in all off; do
    # shellcheck disable=SC2086
    run $command --markdown-code $word
    ! grep -q fence err; verdict "what stands in a fence: $command --markdown-code $word" $?
  done
done
expect 'what stands in a fence: --markdown-code all' 0 '2\n' inner b --markdown-code all
expect 'what stands behind a fence' 0 '2\n' inner b --last
[ ! -s err ]; verdict 'what stands behind a fence: no note' $?
run extract --names b --last
[ ! -s err ]; verdict 'what stands behind a fence: extract --last has no note' $?
input='```xml\n<b>1</b>\n```\n'
expect 'an answer that is one fence' 0 '1\n' inner b
[ "$(cat err)" = "${fence/10/7}" ]; verdict 'an answer that is one fence: the note' $?
input='~~~~\n~~~\n<b>1</b>\n~~~~~\n'
run inner b
[ "$(cat err)" = "${fence/10/9}" ]; verdict 'an answer that is one fence of tildes: the note' $?
input='```a`b\n<b>1</b>\n'
run inner b
[ ! -s err ]; verdict 'no fence: no note' $?
input='- a:\n  ```\n  <b>1</b>'
run inner b
grep -q 'in a code fence' err; verdict 'a fence in a list that never closes' $?

# --- what stands in a code span -------------------------------------------------------------------

input='Use `<b>1</b>`.'
run extract
[ "$(cat err)" = 'tagstream: a tag is in this text, but not where it is read: --markdown-code off reads it' ]
verdict 'a tag in a code span: extract names the option' $?
run extract --markdown-code off
[ ! -s err ]; verdict 'a tag in a code span, with the option: no note' $?

# --- a call without its wrapper -------------------------------------------------------------------

input='<function=f>\n<parameter=a>\n1\n</parameter>\n</function>'
# shellcheck disable=SC2162  # the command of the program
run read --dialect qwen3_coder --bare-calls never
grep -q -- '--bare-calls auto reads it' err; verdict 'a call without its wrapper: the option is named' $?

# --- the last element of a name -------------------------------------------------------------------

# alibaba/ROLL#281, TIGER-AI-Lab/verl-tool#90: graders take the last answer that is complete.
input='<a>12</a> No: <a>13</a>'
expect 'the first' 0 '12\n' inner a
expect 'the last' 0 '13\n' inner a --last
expect 'the last in pieces' 0 '13\n' inner a --last --chunk-size 1
input='<a>1</a><a/><a>2'
expect 'the last one that is closed' 0 '1\n' inner a --last
expect 'the last, as an object' 0 '{"content":"1","start":3,"end":4}\n' inner a --last --json
input='<a>1'
expect 'the last of none' 1 '' inner a --last
input='{"t":"<a>1</a><a>2</a>"}\n{"t":"<a>3</a>"}\n{"t":""}\n'
expect 'the last of each record' 0 \
  '{"line":1,"content":"2","start":11,"end":12}\n{"line":2,"content":"3","start":3,"end":4}\n{"line":3,"content":null}\n' \
  inner a --last --from jsonl:/t
input='<a>1</a><b>2</b><A>3</A><a>4</a><c>5'
contents() { grep -o '"content":"[^"]*"' out | tr -dc '0-9 '; }
run extract --last
[ "$code$(contents)" = 0234 ]; verdict 'the last of each name' $?
run extract --last --ignore-case --chunk-size 1
[ "$code$(contents)" = 024 ]; verdict 'the last of each name, in pieces' $?
run extract --last --names d -e
[ "$code$(contents)" = 1 ]; verdict 'the last of none' $?
refuse 'the last of lines' 2 \
  'tagstream: --last: not with --events, --flat, --pretty or --write-to, which give every tag' extract --last --flat

# --- --quiet ------------------------------------------------------------------------------------

for flag in -q --quiet; do
  for command in 'filter --hide b text' 'filter --hide b --from jsonl:/nope some' 'filter --call tool broken' \
    'extract text' 'read --call tool text' 'show --dialect qwen3 text' "filter --hide b /dev/null"; do
    # shellcheck disable=SC2086
    run $command $flag
    [ "$code" = 0 ] && [ ! -s err ]; verdict "no notes: $command $flag" $?
  done
done
run inner b text -q
[ "$code" = 1 ] && [ ! -s err ]; verdict 'no notes: inner' $?
run filter --hide b none -q
[ "$code" = 2 ] && grep -q '^tagstream: no such file' err; verdict 'an error is said' $?


# --- what must not reach a terminal ---------------------------------------------------------------

python3 "$folder/signs.py" "$program" >signs
verdict "each sign, each command, on a terminal" $?
grep '^FAIL' signs

sum_up
