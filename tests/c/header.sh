#!/usr/bin/env bash
# Compiles the header alone as C and C++, with each compiler that is there, and the layout for each
# target that clang knows.
#   header.sh FOLDER LAYOUT.C
set -euo pipefail
# Each field has its place in the layout.
fields=$(awk '/^typedef struct [a-z_]+ \{/ { type = $3; next }
  /^}/ { type = "" }
  type != "" && match($0, /[a-z_]+(\[[0-9]+\])?;/) {
    field = substr($0, RSTART, RLENGTH)
    sub(/[[;].*/, "", field)
    print "AT(" type ", " field ","
  }' "$1/tagstream.h")
[[ $(wc -l <<<"$fields") -gt 60 ]] || { echo "header: few fields are found: $fields"; exit 1; }
while IFS= read -r field; do
  grep -qF "$field" "$2" || { echo "header: layout.c has no $field"; exit 1; }
done <<<"$fields"

warnings=(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -fsyntax-only -I "$1")
done=0

try() { # COMPILER ARGUMENT...
  command -v "$1" >/dev/null || return 0
  local compiler=$1
  shift
  "$compiler" "${warnings[@]}" "$@" || { echo "header: $compiler $*"; exit 1; }
  done=$((done + 1))
}
for compiler in gcc clang-14 clang; do
  for standard in c99 c11 c17; do
    try "$compiler" -std=$standard -Wstrict-prototypes -include tagstream.h -x c /dev/null
  done
  try "$compiler" -std=c11 "$2"
done
for compiler in g++ clang++-14 clang++; do
  for standard in c++11 c++17 c++20; do
    try "$compiler" -std=$standard -include tagstream.h -x c++ /dev/null
  done
done
# The header includes only what they bring themselves.
try gcc -std=c11 -ffreestanding -m32 "$2"
for target in i686-linux-gnu arm-linux-gnueabihf aarch64-linux-gnu s390x-linux-gnu wasm32-wasi \
  riscv64-linux-gnu x86_64-pc-windows-msvc i686-pc-windows-gnu x86_64-apple-darwin; do
  try clang-14 -std=c11 -ffreestanding --target=$target "$2"
done
((done > 5)) || { echo "header: only $done compilers and targets were tried"; exit 1; }
echo "header: $done compilers and targets"
