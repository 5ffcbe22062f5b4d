#!/usr/bin/env bash
# Compares the interface with the record that abidw has made, as debug information describes it:
# functions with their arguments, structs with the places of their fields, on x86-64. Needs gcc and
# abigail-tools. With --update it is recorded anew, which is right if something was only added.
#   abi.sh [--update]
set -euo pipefail
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
headers=$here/../../bindings/c
header=$headers/tagstream.h
recorded=$here/abi_$(awk '/#define TAGSTREAM_ABI_VERSION/ { print $3 }' "$header").abi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$header" "$folder"
cd "$folder"

# A library of the same functions that do nothing: c.symbols compares the names with the real one.
{
  echo '#include "tagstream.h"'
  awk -f "$here/declarations.awk" "$header" | grep -E '^[^:]* \*?tagstream_[a-z_]+\(.*\)$' |
    sed 's/$/ { __builtin_trap(); }/'
} >stub.c
gcc -std=c11 -g -fno-eliminate-unused-debug-types -shared -fPIC stub.c -o libtagstream_c.so
abidw --no-corpus-path --no-comp-dir-path --no-show-locs --headers-dir . libtagstream_c.so >now.abi
if [[ ${1:-} == --update ]]; then
  cp now.abi "$recorded"
  exit
fi
abidiff --harmless "$recorded" now.abi ||
  { echo "abi: is this only added? Then record it: tests/c/abi.sh --update"; exit 1; }
echo "abi: $(grep -c '<elf-symbol ' now.abi) functions"
