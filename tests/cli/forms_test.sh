#!/usr/bin/env bash
# Checks which command has which form of output: --text, --events, --json.
# usage: TAGSTREAM=path/to/tagstream forms_test.sh
# shellcheck disable=SC2034,SC2046,SC2154  # checks.sh uses input, and sets code, here and program; words
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"

# The text that is read: all of them find something.
input='<think>2 + 2</think>It is 4.<tool_call>{"name": "f", "arguments": {}}</tool_call>'
words_of() {  # a command: the words with which it reads that
  case $1 in
    read | filter) echo "$1 --dialect qwen3" ;;
    inner) echo "$1 think" ;;
    *) echo "$1" ;;
  esac
}
has() {  # command, form
  run $(words_of "$1") "$2"
  [ "$code" = 0 ] && [ -s "$here/out" ] && [ ! -s "$here/err" ]; verdict "$1 has $2" $?
}
lacks() {  # command, form, the rest of the sentence
  refuse "$1 has no $2" 2 "tagstream: $1 has no $2${3-}" $(words_of "$1") "$2"
}
is_one_object() {  # what has been printed
  python3 -c 'import json, sys; sys.exit(not isinstance(json.load(sys.stdin), dict))' <"$here/out"
}

for form in --text --events --json; do has read $form; done
for command in read extract inner dialects guess help; do
  has $command --json
  is_one_object; verdict "$command --json is one object" $?
done
for command in filter inner dialects guess help; do has $command --text; done
has extract --events
run extract --events
[ "$(wc -l <"$here/out")" = 2 ]; verdict 'extract --events: a tag a line' $?

lacks filter --json ', only --text: tagstream read has it'
lacks filter --events ', only --text: tagstream read has it'
lacks extract --text ', only --json, --events, --flat, --pretty: tagstream inner has it'
lacks inner --events ', only --text, --json: tagstream extract has it'
lacks dialects --events ', only --text, --json'
lacks guess --events ', only --text, --json'
for form in --text --events --json; do
  lacks show $form ': tagstream read has it'
  for command in write completions; do lacks $command $form ': text is its only output'; done
done
lacks help --events ', only --text, --json'

# The form for people comes without an option.
for command in inner dialects guess; do
  run $(words_of $command)
  cp "$here/out" "$here/plain"
  run $(words_of $command) --text
  cmp -s "$here/plain" "$here/out"; verdict "$command: --text is what it prints" $?
  refuse "$command: one form" 2 "tagstream: --text and --json exclude each other: give one" \
    $(words_of $command) --text --json
done
run dialects hermes --text
cp "$here/out" "$here/text"
run dialects hermes
cmp -s "$here/text" "$here/out"; verdict 'dialects NAME --text' $?

# Nothing found: the sentence is no result, so it is on standard error.
input='It is 4.'
refuse 'guess: not known' 1 'tagstream: no dialect is known for this text' guess
refuse 'guess --text: not known' 1 'tagstream: no dialect is known for this text' guess --text
input='<file>a</file> <break/>'
refuse 'guess: not known, and there are tags' 1 \
  'tagstream: no dialect is known for this text; it holds <file>, <break>: tagstream extract shows them' guess
run guess --json
[ "$code" = 1 ] && [ -s "$here/err" ] && is_one_object
verdict 'guess --json: not known, as an object' $?
input='{"text": "a"}\n{"text": "b"}\n'
refuse 'guess: records' 1 'tagstream: the text looks like JSON lines: guess reads the text of one answer' guess
input='data: {"choices":[{"delta":{"content":"So."}}]}\n\ndata: {"choices":[{"delta":{"content":"\\n</think>\\n\\nb"}}]}\n\n'
refuse 'guess: a stream with a closer' 1 \
  'tagstream: the text looks like the stream of a server; give guess the text of the answer alone' guess
printf '%b' "$input" >"$here/s.sse"
run show "$here/s.sse"
[ "$(head -1 "$here/out")" = '◂ looks like what a server streams: --from sse reads it' ]
verdict 'show: a stream, said first' $?
input='data: {"choices": []}\n\n'
refuse 'guess: a stream' 1 \
  'tagstream: the text looks like the stream of a server; give guess the text of the answer alone' guess
echo 'no template' >"$here/template"
refuse 'guess --template: not known' 1 'tagstream: no dialect is known for this chat template' \
  guess --template "$here/template"

sum_up
