# shellcheck shell=bash
# Sourced by the scripts here: runs the program in $TAGSTREAM and counts what holds.
set -u
export LC_ALL=C
program=$(realpath "${TAGSTREAM:?give the path of the program in TAGSTREAM}")
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
checks=0
failed=0

verdict() {  # name, 0 if it holds
  checks=$((checks + 1))
  if [ "$2" = 0 ]; then
    echo "ok    $1"
  else
    echo "FAIL  $1"
    failed=$((failed + 1))
  fi
}

# Runs the program with $input (escapes as of printf %b) on its standard input.
input=''
run() {
  printf '%b' "$input" | "$program" "$@" >"$here/out" 2>"$here/err"
  code=$?
}

# name, exit code, standard output (escapes as of printf %b), arguments...
expect() {
  local name=$1 want_code=$2 want=$3
  shift 3
  run "$@"
  printf '%b' "$want" >"$here/want"
  if [ "$code" = "$want_code" ] && cmp -s "$here/want" "$here/out"; then
    verdict "$name" 0
  else
    verdict "$name" 1
    echo "      arguments: $*"
    echo "      exit code: $code, wanted $want_code"
    echo "      output:    $(head -c 600 "$here/out" | tr '\0' '?')"
    echo "      error:     $(head -c 400 "$here/err")"
  fi
}

# The events of $here/out as they are compared: without markup, and text without its place. That the
# places are right, `tiles` checks.
plain_events() {
  sed -E '/^\{"kind":"markup",/d
    /^\{"kind":"(content|reasoning|section_delta)",/ s/,"start":[0-9]+,"end":[0-9]+\}$/}/' "$1"
}

# The lines of a file that are no text: calls, errors, notices, sections.
no_text_of() {
  grep -vE '^\{"kind":"(content|reasoning|markup|section_delta|tool_call_delta)",' "$1"
}

# The content of all events in a file, joined: its bytes may leave in several pieces.
content_of() {
  sed -nE 's/^\{"kind":"content","text":"(.*)","start":[0-9]+,"end":[0-9]+\}$/\1/p' "$1" | tr -d '\n'
}

# True if the places of the events in a file follow each other without a gap, from the first byte.
tiles() {
  sed -nE 's/^.*"start":([0-9]+),"end":([0-9]+)\}$/\1 \2/p' "$1" | awk -v at=0 '
    $1 == $2 { next }
    $1 != at { exit 1 }
    { at = $2 }'
}

# As expect, of events: those wanted are as plain_events gives them.
expect_events() {
  local name=$1 want_code=$2 want=$3
  shift 3
  run "$@"
  printf '%b' "$want" >"$here/want"
  plain_events "$here/out" >"$here/events"
  if [ "$code" = "$want_code" ] && cmp -s "$here/want" "$here/events" && tiles "$here/out"; then
    verdict "$name" 0
  else
    verdict "$name" 1
    echo "      arguments: $*"
    echo "      exit code: $code, wanted $want_code"
    echo "      output:    $(head -c 1200 "$here/out" | tr '\0' '?')"
    echo "      wanted:    $(head -c 1200 "$here/want" | tr '\0' '?')"
    echo "      error:     $(head -c 400 "$here/err")"
  fi
}

# name, a fixed string that stands in a line of the output
shows() {
  grep -qF -- "$2" "$here/out"; verdict "$1" $?
}

# name, exit code, exact line on standard error, arguments...
refuse() {
  local name=$1 want_code=$2 want=$3
  shift 3
  run "$@"
  if [ "$code" = "$want_code" ] && [ "$(cat "$here/err")" = "$want" ] && [ ! -s "$here/out" ]; then
    verdict "$name" 0
  else
    verdict "$name" 1
    echo "      exit code: $code, wanted $want_code; error: $(cat "$here/err")"
  fi
}

# command, most lines, options...: its help, which is in $here/help then. Each option in it exists,
# and those named here are in it.
check_help() {
  local command=$1 most=$2 option missing=''
  shift 2
  run help
  grep -qE "^  $command +[a-z]" "$here/out"; verdict "help: lists $command" $?
  run "$command" --help
  verdict "$command --help: exit 0" "$code"
  cp "$here/out" "$here/help"
  [ "$(wc -l <"$here/help")" -le "$most" ]; verdict "$command --help: $most lines at most" $?
  ! LC_ALL=C.UTF-8 grep -qE '^.{80}' "$here/help"
  verdict "$command --help: less than 80 columns" $?
  run help "$command"
  cmp -s "$here/help" "$here/out"; verdict "help $command is $command --help" $?
  while read -r option; do
    (cd "$here" && "$program" "$command" a "$option" x y z </dev/null >out 2>err)
    ! grep -q 'unknown option' "$here/err"; verdict "$command --help: $option exists" $?
  done < <(grep -oE '^  --?[a-z-]+' "$here/help")
  for option in --no-trim --no-parallel-tool-calls; do
    if ! grep -q '^  --trim ' "$here/help"; then continue; fi
    (cd "$here" && "$program" "$command" a "$option" x y z </dev/null >out 2>err)
    ! grep -q 'unknown option' "$here/err"; verdict "$command --help: $option exists" $?
  done
  for option in "$@"; do
    grep -qE "^  $option(,| |\$)" "$here/help" || missing="$missing $option"
  done
  [ -z "$missing" ]; verdict "$command --help: nothing is missing$missing" $?
}

# command, other, options...: its help, in $here/help, names the other command for the rest of its
# options, which lists these; it has them.
check_like() {
  local command=$1 other=$2 option missing=''
  shift 2
  grep -q "^It takes most options of $other, too: tagstream $other --help\$" "$here/help"
  verdict "$command --help: it names $other" $?
  run "$other" --help
  for option in "$@"; do
    grep -qE "^  $option( |\$)" "$here/out" || missing="$missing $option"
    (cd "$here" && "$program" "$command" a "$option" x y z </dev/null >said 2>err)
    ! grep -q 'unknown option' "$here/err" || missing="$missing $option"
    ! grep -qE "^  $option( |\$)" "$here/help" || missing="$missing $option"
  done
  [ -z "$missing" ]; verdict "$command: it has what only $other lists$missing" $?
}

# The example of the help in $here/help gives what it says there.
check_example() {
  local example answer
  example=$(sed -n "s/^  \$ echo '\(.*\)' | tagstream \(.*\)\$/\1|\2/p" "$here/help")
  answer=$(sed -n '/^  \$ /,/^exit/p' "$here/help" | sed '1d;$d; s/^  //')
  # shellcheck disable=SC2086  # the arguments are words
  [ -n "$answer" ] && [ "$(echo "${example%|*}" | "$program" ${example##*|})" = "$answer" ]
  verdict "${example##*|}: the example in the help gives what it says" $?
}

# file, text: true as soon as that is all that is in it; ten seconds are allowed
wait_for() {
  local tries=0
  while [ "$(cat "$1")" != "$2" ] && [ $tries -lt 100 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
  [ "$(cat "$1")" = "$2" ]
}

# a command line; what it shows, without the terminal's own line ends
on_terminal() {
  script -qec "$1" /dev/null </dev/null | tr -d '\r'
}

# The last line of all scripts.
sum_up() {
  echo "$checks checks, $failed failed"
  [ "$failed" = 0 ]
}
