#!/usr/bin/env bash
# check.sh COMPILER INCLUDE SOURCE COUNT WORD [FLAG]...: SOURCE compiles, and with BAD=1 to COUNT it
# does not, each time because of what WORD says.
set -euo pipefail
compiler=$1 include=$2 source=$3 count=$4 word=$5
flags=(-std=c++20 -fsyntax-only "-I$include" "${@:6}")

"$compiler" "${flags[@]}" -DBAD=0 "$source"
for ((bad = 1; bad <= count; ++bad)); do
  if message=$("$compiler" "${flags[@]}" "-DBAD=$bad" "$source" 2>&1); then
    echo "$source compiles with BAD=$bad" >&2
    exit 1
  fi
  if [[ $message != *"$word"* ]]; then
    echo "$source fails with BAD=$bad for another reason:" >&2
    echo "$message" >&2
    exit 1
  fi
  echo "BAD=$bad is refused"
done
