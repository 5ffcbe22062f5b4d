#!/usr/bin/env bash
# check.sh COMPILER INCLUDE SOURCE WORD [FLAG]...: SOURCE compiles. With -DBAD there is an error
# with WORD for each of its lines that end with `// bad`, between that line and the next of them.
set -euo pipefail
compiler=$1 include=$2 source=$3 word=$4
flags=(-std=c++20 -fsyntax-only "-I$include" "${@:5}")
[[ $("$compiler" --version) != *clang* ]] || flags+=(-ferror-limit=0)  # by itself it stops at 20

"$compiler" "${flags[@]}" "$source"
errors=$("$compiler" "${flags[@]}" -DBAD "$source" 2>&1 || true)
# The lines of the errors, in order.
refused=$(sed -nE "s|^[^ ]*/${source##*/}:([0-9]+):.* error: .*$word.*|\1|p" <<<"$errors")
mapfile -t cases < <(grep -nE '// bad$' "$source" | cut -d : -f 1)
((${#cases[@]} > 0)) || { echo "$source has no line with // bad" >&2; exit 1; }
for i in "${!cases[@]}"; do
  awk -v from="${cases[i]}" -v to="${cases[i + 1]:-1000000}" \
    '$1 >= from && $1 < to { found = 1 } END { exit !found }' <<<"$refused" ||
    { echo "$errors"; echo "$source:${cases[i]}: no error with \`$word\`" >&2; exit 1; }
done
echo "${#cases[@]} refused"
