#!/usr/bin/env bash
# The programs that docs/c.md shows are those in examples/c, and print what it says.
#   docs.sh SOURCE PROGRAM...
set -euo pipefail
docs=$(realpath "$1/docs/c.md")
examples=$(realpath "$1/examples/c")
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for program; do ln -s "$(realpath "$program")" "$folder"; done
cd "$folder"

failures=0
complain() {
  echo "docs/c.md: $*"
  failures=$((failures + 1))
}

# Blocks one by one: block1, block2, …, each with its fence in the first line.
awk '/^```/ { is_block = !is_block; if (is_block) ++count; else next }
  is_block { print > ("block" count) }' "$docs"
programs=0 commands=0
for block in block*; do
  body=$(tail -n +2 "$block")
  if [[ $(head -1 "$block") == '```c' ]]; then
    programs=$((programs + 1))
    same=0
    for source in "$examples"/*.c; do
      [[ $body != "$(<"$source")" ]] || same=1
    done
    ((same)) || complain "no program in examples/c is this one: $(head -1 <<<"$body")"
  elif [[ $body == *'./'* ]]; then
    command=$(grep '^\$ .*\./' <<<"$body")
    want=$(sed "1,/^\\$ .*\.\//d" <<<"$body")
    got=$(eval "${command#'$ '}" 2>&1) || complain "fails: $command"
    [[ $got == "$want" ]] || complain "$command prints: $got"
    commands=$((commands + 1))
  fi
done
((programs == 2 && commands == 2)) || complain "$programs programs, $commands commands"
((failures == 0))
