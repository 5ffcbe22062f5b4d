#!/usr/bin/env bash
# Compares what the header declares, what the library shows, and what a program calls. All that a
# version with the same TAGSTREAM_ABI_VERSION has declared is still there.
#   symbols.sh HEADER LIBRARY PROGRAM
#
# Additions are recorded by
#   awk -f tests/c/declarations.awk bindings/c/tagstream.h | LC_ALL=C sort >tests/c/abi_0.txt
set -euo pipefail
export LC_ALL=C
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Its functions, those that are inline aside.
functions() { # PATTERN...
  sed 's,/\*.*\*/,,' "$1" | grep -oE '\btagstream_[a-z_]+ ?\(' | tr -d ' (' | sort -u
}
grep -oE 'inline [^(]*\(' "$1" | grep -oE 'tagstream_[a-z_]+\(' | tr -d '(' | sort >"$folder/inline"
functions "$1" | comm -23 - "$folder/inline" >"$folder/declared"
nm -D --defined-only "$2" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' |
  sort >"$folder/shown"
functions "$1" >"$folder/all"
functions "$3" >"$folder/called"

count=$(wc -l <"$folder/declared")
((count > 70)) || { echo "symbols: only $count functions are declared"; exit 1; }
diff "$folder/declared" "$folder/shown" ||
  { echo "symbols: the header (<) and the library (>) differ"; exit 1; }
# Each of them is noexcept (C8).
noexcept=$(tr '\n' ' ' <"$1" | sed 's,/\*[^*]*\*\+\([^/*][^*]*\*\+\)*/,,g' | tr ';' '\n' |
  grep -c 'TAGSTREAM_API [^#{]*) *TAGSTREAM_NOEXCEPT$' || true)
((noexcept == count)) || { echo "symbols: $noexcept of $count functions are noexcept"; exit 1; }
missing=$(comm -23 "$folder/all" "$folder/called")
[[ -z $missing ]] || { echo "symbols: never called: $missing"; exit 1; }
here=$(dirname "${BASH_SOURCE[0]}")
abi=$(awk '/#define TAGSTREAM_ABI_VERSION/ { print $3 }' "$1")
# Programs ask the loader for that version.
soname=$(objdump -p "$2" | awk '$1 == "SONAME" { print $2 }')
[[ $soname == "libtagstream_c.so.$abi" ]] || { echo "symbols: $soname is not of $abi"; exit 1; }
awk -f "$here/declarations.awk" "$1" | sort >"$folder/declarations"
gone=$(comm -23 "$here/abi_$abi.txt" "$folder/declarations")
[[ -z $gone ]] || { echo "symbols: no longer declared: $gone"; exit 1; }
new=$(comm -13 "$here/abi_$abi.txt" "$folder/declarations")
[[ -z $new ]] || { echo "symbols: not recorded in abi_$abi.txt: $new"; exit 1; }
echo "symbols: $count functions"
