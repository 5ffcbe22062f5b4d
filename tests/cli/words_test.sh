#!/usr/bin/env bash
# Checks what is the same in all commands: nearest words, streams that must not be, the manual and
# the completions.
# usage: TAGSTREAM=path/to/tagstream words_test.sh
# shellcheck disable=SC2034,SC2094,SC2154  # checks.sh uses input, sets code
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"

commands='extract inner filter tools thoughts parse show write dialects help completions'
options_of() { "$program" "$1" --help | grep -oE '^  --?[a-z-]+' | tr -d ' '; }

# --- nearest words ------------------------------------------------------------------------------

refuse 'a command with a slip' 2 'tagstream: unknown command (did you mean filter?): filtr' filtr
refuse 'the beginning of a command' 2 'tagstream: unknown command (did you mean extract?): extr' extr
refuse 'a command that is far from all' 2 "tagstream: unknown command (try 'tagstream help'): cat" cat
refuse 'a command with two letters swapped' 2 'tagstream: unknown command (did you mean help?): hlep' hlep
refuse 'help for a command with a slip' 2 'tagstream: unknown command (did you mean tools?): tool' help tool
refuse 'an option in front with a slip' 2 'tagstream: unknown option (did you mean --version?): --verson' --verson
refuse 'an option with a slip' 2 'tagstream: unknown option (did you mean --hide?): --hid' filter --hid a
refuse 'an option with a value and a slip' 2 \
  'tagstream: unknown option (did you mean --nesting?): --nestnig=balanced' filter --nestnig=balanced
refuse 'the beginning of an option' 2 'tagstream: unknown option (did you mean --incremental?): --incr' tools --incr
refuse 'a longer option' 2 'tagstream: unknown option (did you mean --max-tag-bytes?): --max-tag-byte' extract --max-tag-byte 5
refuse 'an option by its other name with a slip' 2 \
  'tagstream: unknown option (did you mean --schema?): --schmea' tools --schmea
refuse 'an option that is far from all' 2 'tagstream: unknown option: --verbose' filter --verbose
refuse 'a short option is near to none' 2 'tagstream: unknown option: -f' filter -f

# --- words that are the same --------------------------------------------------------------------

printf '[{"name":"f","parameters":{"properties":{"n":{"type":"integer"}}}}]' >"$here/tools.json"
call='<tool><invoke name="f"><parameter name="n">2</parameter></invoke></tool>'
input=$call
for option in --tools --schema; do
  run tools "$option" "$here/tools.json"
  grep -qF '"arguments":"{\"n\":2}"' "$here/out"; verdict "tools $option" $?
  run read --dialect hermes "$option" "$here/tools.json"
  verdict "read $option" "$code"
done
printf '[{"name":1}]' >"$here/bad.json"
refuse 'what is wrong with the tools is said with the file and the place' 2 \
  "tagstream: expected a string, not a number: $here/bad.json: /0/name" tools --tools "$here/bad.json"

# --- inner has the common options ---------------------------------------------------------------

input='`<b>` <b>x</b></b><b>y'
expect 'inner --markdown-code all' 0 'x\n' inner b --markdown-code all
expect 'inner: code is text otherwise, and the rest of an element' 1 '' inner b --max-tag-bytes 2
run inner b --stats --markdown-code all
grep -qE '^\{"bytes_fed":22,"bytes_examined":[0-9]+,.*\}$' "$here/err"; verdict 'inner --stats' $?
expect 'inner --strict: a diagnostic' 3 'x\n' inner b --markdown-code all --strict
input='<b>x</b>'
expect 'inner --strict: none' 0 'x\n' inner b --strict
input='<b a b c>x</b>'
expect 'inner --max-attributes' 1 '' inner b --max-attributes 2
input='<b>x'
expect 'inner --no-finish' 1 '' inner b --no-finish
input='<b/><b>x<b>y</b></b>'
for size in 1 2 3 100; do
  expect "inner --chunk-size $size" 0 'x<b>y</b>\n' inner b --chunk-size "$size"
done

# --- streams that must not be -------------------------------------------------------------------

printf 'a<t>b</t>c' >"$here/file"
for stream in '2>/dev/full' '2>&-'; do
  [ -e /dev/full ] || continue
  for words in nonsense 'filter --nonsense' 'filter --hide t /none/none' 'filter --hide a/b' \
    "filter --hide t --stats $here/file"; do
    eval "'$program' $words $stream >'$here/out' </dev/null"
    [ $? = 2 ]; verdict "$words $stream: exit 2" $?
  done
done
cp "$here/file" "$here/both"
"$program" filter --hide t "$here/both" >>"$here/both" 2>"$here/err"
[ $? = 2 ] && [ "$(cat "$here/err")" = "tagstream: the input is also the output: $here/both" ]
verdict 'a file that is also the output' $?
[ "$(cat "$here/both")" = 'a<t>b</t>c' ]; verdict 'a file that is also the output: it is untouched' $?
for words in 'filter --hide t' tools thoughts extract 'inner t' 'read --dialect think'; do
  # shellcheck disable=SC2086  # the words of a command
  "$program" $words <"$here/both" >>"$here/both" 2>"$here/err"
  [ $? = 2 ] && [ "$(cat "$here/err")" = 'tagstream: the input is also the output: standard input' ]
  verdict "$words: standard input that is also the output" $?
done
"$program" filter --hide t </dev/null >/dev/null 2>"$here/err"
verdict 'both may be /dev/null' $?
for file in /dev/stdout /proc/self/fd/1; do
  [ -e "$file" ] || continue
  "$program" filter --hide t --sections "$file" "$here/file" 2>"$here/err" | cat >"$here/out"
  [ "${PIPESTATUS[0]}" = 2 ] && [ ! -s "$here/out" ] && [ "$(cat "$here/err")" = \
    "tagstream: the text goes to standard output, which is this file: $file" ]
  verdict "sections: $file is standard output" $?
done
printf 'before' >"$here/output"
"$program" filter --hide t --sections "$here/output" "$here/file" >>"$here/output" 2>"$here/err"
[ $? = 2 ] && [ "$(cat "$here/output")" = before ]; verdict 'sections: the file that is standard output' $?
"$program" filter --hide t --sections /dev/null "$here/file" >/dev/null 2>"$here/err"
verdict 'sections: both may be /dev/null' $?

# --- the manual ---------------------------------------------------------------------------------

for command in $commands; do
  run "$command" --help
  [ "$code" = 0 ] && ! grep -qE '^.{80}' "$here/out"; verdict "$command --help: less than 80 columns" $?
done
run help --man
verdict 'help --man: exit 0' "$code"
cp "$here/out" "$here/tagstream.1"
run help --markdown
cp "$here/out" "$here/cli.md"
missing=''
for command in $commands; do
  grep -qE "^\.SS \"tagstream $command " "$here/tagstream.1" || missing+=" man:$command"
  grep -qx "## $command" "$here/cli.md" || missing+=" markdown:$command"
  for option in $(options_of "$command"); do
    grep -qF -- "\\fB${option//-/\\-}\\fR" "$here/tagstream.1" || missing+=" man:$option"
    grep -qE -- "^\| \`${option}[ \`,]" "$here/cli.md" || missing+=" markdown:$option"
  done
done
[ -z "$missing" ]; verdict "the manual has all commands and options$missing" $?
if command -v groff >/dev/null 2>&1; then
  groff -man -Tutf8 -ww -rLL=78n "$here/tagstream.1" >"$here/page" 2>"$here/warnings"
  [ ! -s "$here/warnings" ]; verdict "the page: no warnings $(head -c 200 "$here/warnings")" $?
  sed 's/\x1b\[[0-9;]*m//g' "$here/page" >"$here/plain"
  grep -qF -- "\$ echo 'So <think>2 + 2</think>four.' | tagstream filter --hide think" "$here/plain"
  verdict 'the page: an example is as it is typed' $?
  grep -qF 'shown as \x1b' "$here/plain"; verdict 'the page: backslashes are there' $?
else
  echo "skip  the page: there is no groff(1) here"
fi
refuse 'one form of the manual' 2 'tagstream: only one of them at a time: --man and --markdown' \
  help --man --markdown

# --- completions --------------------------------------------------------------------------------

refuse 'completions of no shell' 2 'tagstream: no shell: give SHELL, bash or zsh or fish' completions
refuse 'completions of another shell' 2 "tagstream: give bash|zsh|fish, not 'tcsh': SHELL" completions tcsh
run completions bash
cp "$here/out" "$here/tagstream.bash"
bash -n "$here/tagstream.bash"; verdict 'bash: it is a script' $?
# What bash offers after these words; the last one is being written.
complete_bash() {
  bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _tagstream; printf "%s\n" "${COMPREPLY[@]}"' bash "$here/tagstream.bash" "$@" | tr '\n' ' '
}
completes() {  # what is offered, words...
  local want=$1
  shift
  [ "$(complete_bash "$@")" = "$want " ]; verdict "bash: $* gives $want" $?
}
completes filter tagstream 'fi'
completes extract tagstream e
completes "$(echo "--help --version $commands")" tagstream ''
completes '--hide --hide-between' tagstream filter --hi
completes '--nesting' tagstream filter a.txt --ne
completes 'balanced first_close' tagstream filter --nesting ''
completes balanced tagstream filter --nesting = b
completes hermes tagstream read --dialect herm
completes auto tagstream read --dialect au
completes '' tagstream read --reasoning-of au
completes 'bash zsh fish' tagstream completions ''
completes parse tagstream help pa
completes jamba tagstream dialects jam
completes '' tagstream filter --hide ''
(cd "$here" && touch 'a file.txt' && completes 'a file.txt' tagstream filter 'a ' &&
  completes tools.json tagstream tools --tools tools.j && completes tools.json tagstream tools --schema tools.j)
missing=''
for command in $commands; do
  offered=" $(complete_bash tagstream "$command" -)"
  for option in $(options_of "$command"); do [[ $offered == *" $option "* ]] || missing+=" $option"; done
done
[ -z "$missing" ]; verdict "bash: all options are offered$missing" $?

# Shells that are not here see at least that all words are in their scripts.
for shell in zsh fish; do
  run completions "$shell"
  cp "$here/out" "$here/completions.$shell"
  missing=''
  for command in $commands; do
    grep -qE "(^ +'$command:|-a $command -d )" "$here/completions.$shell" || missing+=" $command"
    for option in $(options_of "$command"); do
      grep -qE -- "('\*$option\[| -l ${option#--} | -s ${option#-} )" "$here/completions.$shell" || missing+=" $option"
    done
  done
  [ -z "$missing" ]; verdict "$shell: all commands and options$missing" $?
  if command -v "$shell" >/dev/null 2>&1; then
    "$shell" -n "$here/completions.$shell"; verdict "$shell: it is a script" $?
  else
    echo "skip  $shell: it is not here, so its script is only looked at"
  fi
done
[ $(($(sed "s/'\\\\''//g" "$here/completions.zsh" | tr -cd "'" | wc -c) % 2)) = 0 ]; verdict 'zsh: quotes are closed' $?
! grep -vE '^(# .*|complete -c tagstream .*)$' "$here/completions.fish"; verdict 'fish: nothing but completions' $?

sum_up
