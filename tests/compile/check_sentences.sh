#!/usr/bin/env bash
# check_sentences.sh COMPILER SOURCE INCLUDE...: SOURCE compiles, and with BAD=N it does not, for
# each line `BAD == N  // sentence` in it, and the compiler shows that sentence.
set -euo pipefail
compiler=$1 source=$2
shift 2
flags=(-std=c++20 -fsyntax-only "${@/#/-I}")

"$compiler" "${flags[@]}" -DBAD=0 "$source"
count=0
while IFS=$'\t' read -r bad sentence; do
  count=$((count + 1))
  if message=$("$compiler" "${flags[@]}" "-DBAD=$bad" "$source" 2>&1); then
    echo "$source compiles with BAD=$bad" >&2
    exit 1
  fi
  message=${message//\\\'/\'}  # gcc shows the sentence as it is in source code
  if [[ $message != *"$sentence"* ]]; then
    echo "$source fails with BAD=$bad, but not because $sentence:" >&2
    echo "$message" >&2
    exit 1
  fi
  echo "BAD=$bad is refused: $sentence"
done < <(sed -nE 's|^#.* BAD == ([0-9]+) +// (.+)$|\1\t\2|p' "$source")
((count > 0))
