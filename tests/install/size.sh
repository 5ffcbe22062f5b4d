#!/usr/bin/env bash
# Weighs stripped programs that are linked with the archive, in KB of 1,000 bytes, and looks in the
# linker's map for what they are to do without.
#   size.sh INCLUDE ARCHIVE COMPILER
set -euo pipefail
include=$(realpath "$1")
archive=$(realpath "$2")
compiler=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

failed=0
# weigh NAME MOST EXPRESSION
weigh() {
  printf '#include <%s>\n' iostream tagstream/tagstream.hpp >main.cpp
  printf 'int main() { %s }\n' "$3" >>main.cpp
  "$compiler" -std=c++20 -O2 -I "$include" main.cpp "$archive" -Wl,--gc-sections,-Map=map -s \
    -o main
  ./main >/dev/null
  local size=$(($(stat -c %s main) / 1000))
  echo "$1: $size KB of $2"
  ((size <= $2)) || failed=1
}
weigh read 900 'tagstream::Options options;
  options.hide = {"thinking"};
  const auto message = tagstream::read("a <thinking>b</thinking> c", options);
  if (message) std::cout << message->content;'
# Of the last one that was weighed: no options, no table of dialects, no bodies of calls.
has_only_trees() {
  local objects unwanted
  objects=$(grep -oE '^[^ ]*libtagstream\.a\([^)]+\)' map | sed 's/.*(//; s/)$//' | sort -u)
  grep -q '^scan\.' <<<"$objects" || { echo "size: the map names no objects"; failed=1; }
  unwanted=$(grep -E 'option|dialect|table|famil|body|schema|call|json|message|machine|reader' \
    <<<"$objects" || true)
  [[ -z $unwanted ]] || { echo "size: linked as well: $unwanted"; failed=1; }
}
weigh extract 150 'const auto tree = tagstream::extract("<a>b</a>");
  std::cout << tree.tags().size();'
has_only_trees
weigh inner 150 'std::cout << tagstream::inner("<a>b</a>", "a").value_or("");'
has_only_trees
has_only_trees
exit "$failed"
