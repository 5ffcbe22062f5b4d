#!/usr/bin/env bash
# older_cpp.sh COMPILER INCLUDE: each header says first that C++17 is too old.
set -euo pipefail
count=0
for header in "$2"/tagstream/*.hpp; do
  errors=$("$1" -std=c++17 -fsyntax-only "-I$2" -include "$header" -x c++ /dev/null 2>&1 || true)
  first=$(grep -m 1 'error:' <<<"$errors" || true)
  [[ $first == *'tagstream needs C++20: compile with -std=c++20 or later'* ]] ||
    { echo "$header says first: $first"; exit 1; }
  count=$((count + 1))
done
((count > 15)) || { echo "older_cpp: only $count headers"; exit 1; }
