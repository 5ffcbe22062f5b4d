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

# What all scripts end with.
sum_up() {
  echo "$checks checks, $failed failed"
  [ "$failed" = 0 ]
}
