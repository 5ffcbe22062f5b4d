#!/usr/bin/env bash
# Checks what neither the compiler nor clang-tidy checks. Argument: the project's folder.
set -euo pipefail
export LC_ALL=C.UTF-8  # columns are characters
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}"

failures=0
complain() {
  echo "$*"
  failures=$((failures + 1))
}

# Complains about each line that grep prints: `grep -n` arguments follow the sentence.
forbid() {
  local sentence=$1 line
  shift
  while IFS= read -r line; do
    complain "${line:0:160}: $sentence"
  done < <(grep -anH "$@" /dev/null || true)
}

folders=()
for folder in include src kit wire apps tests bench examples scripts cmake bindings; do
  [[ ! -d $folder ]] || folders+=("$folder")
done
mapfile -t library < <(find include src kit wire bindings/c -name '*.hpp' -o -name '*.cpp' | sort)
mapfile -t code < <(find "${folders[@]}" -type f \( -name '*.hpp' -o -name '*.cpp' \
  -o -name '*.h' -o -name '*.c' -o -name '*.sh' -o -name '*.cmake' -o -name CMakeLists.txt \
  -o -name '*.py' -o -path 'scripts/*' \) |
  grep -vE '^bindings/(go/internal/source/tagstream\.|python/build/)' | sort)  # made by scripts
code+=(CMakeLists.txt run test .ci/run)

forbid "the library must not include this" \
  -E '^[[:space:]]*#[[:space:]]*include[[:space:]]*<(iostream|regex|locale|functional)>' \
  "${library[@]}"
forbid "a tab" -P '\t' "${code[@]}"
# Tests of the command line quote whole lines of output; a row says one thing on one line.
mapfile -t narrow < <(printf '%s\n' "${code[@]}" |
  grep -vE '^tests/cli/|^kit/dialects/[a-z]+_rows\.hpp$')
forbid "longer than 100 columns" -E '^.{101,}' "${narrow[@]}"
forbid "blanks at the end of the line" -E ' $' "${code[@]}"

for header in include/tagstream/*.hpp; do
  grep -q '^#pragma once$' "$header" || complain "$header: no #pragma once"
  name=$(basename "$header" .hpp)
  [[ $name == tagstream || -f tests/unit/${name}_test.cpp ]] ||
    complain "$header: tests/unit/${name}_test.cpp is missing"
  # The umbrella, the installed list and the folder must tell the same story.
  [[ $name == tagstream ]] || grep -q "\"tagstream/$name.hpp\"" include/tagstream/tagstream.hpp ||
    complain "$header: not in include/tagstream/tagstream.hpp"
  grep -q "include/tagstream/$name.hpp" CMakeLists.txt ||
    complain "$header: not in CMakeLists.txt"
done

for header in wire/include/tagstream/wire/*.hpp; do
  name=$(basename "$header" .hpp)
  [[ -f tests/wire/${name}_test.cpp ]] || complain "$header: tests/wire/${name}_test.cpp is missing"
  grep -q "include/tagstream/wire/$name.hpp" wire/CMakeLists.txt ||
    complain "$header: not in wire/CMakeLists.txt"
done
# It is built on what the library gives to everyone, and on its writer of JSON,
# its UTF-8 and its sort.
forbid "wire must not include what is private to the library" \
  -P '^#include "(?!base/(utf8|sort)\.)(base|body|dialects|formats|frame|grammar|guess)/'\
'|^#include "(?!json/json_writer)(json|lex|machine|options|print|readers|scan|tree|write)/' \
  wire/src/*.?pp wire/include/tagstream/wire/*.hpp

# The floors: a folder of src/ or kit/ includes itself and what its line names, never upward, and
# src/ never includes kit/. "public" are the data headers that stand at the bottom and include only
# each other; the readers' headers belong to kit/ and the umbrella.
declare -A floors=(
  [public]="public"
  [reader_headers]="public reader_headers"
  [scan]="immintrin.h arm_neon.h wasm_simd128.h"
  [base]="public"
  [json]="public base scan"
  [formats]="public"
  [lex]="public base scan formats"
  [body]="public base scan json lex formats"
  [frame]="public base lex body formats"
  [machine]="public base scan json lex body frame formats"
  [dialects]="public base lex formats body"
  [tree]="public base scan lex"
  [write]="public base json dialects formats"
  [schema]="public body"
  [grammar]="public base json body dialects formats write schema"
  [guess]="public base dialects reader_headers"
  [options]="public base json lex body machine formats dialects write grammar guess schema"
  [readers]="public base scan json lex machine dialects tree write grammar options describe"
  [describe]="public reader_headers"
  [print]="public base scan json dialects describe reader_headers"
)
floors[options]+=" reader_headers"
floors[readers]+=" reader_headers"
public=" attribute code diagnostic dialect error event guess json_tree lifetime limits options"
public+=" policy tree version "
# floor_of PATH, below src/, kit/ or include/
floor_of() {
  local name=${1#tagstream/}
  if [[ $1 != tagstream/* ]]; then
    echo "${1%%/*}"
  elif [[ $public == *" ${name%.hpp} "* ]]; then
    echo public
  else
    echo reader_headers
  fi
}
while IFS=: read -r file include; do
  floor=$(floor_of "${file#*/}")
  target=$(floor_of "$include")
  [[ $target == "$floor" || " ${floors[$floor]-} " == *" $target "* ]] ||
    complain "$file: $floor must not include $include"
done < <(grep -roE '^[[:space:]]*#[[:space:]]*include[[:space:]]*("[^"]+"|<[^>]*[/.][^>]*>)' \
  src kit include | sed -E 's/:[^"<]*["<]/:/; s/[">]$//')

# The rest of the frame is private to the frame.
forbid "the machine may ask the frame only through its reader" \
  -P '^#include "frame/(?!call_(reader|policy)\.hpp)' src/machine/*.?pp

# Each block of C++ in these pages is a stretch of an example, which is compiled and run, or of one
# that is only compiled. How far lines are indented does not count.
declare -A examples=()
for example in examples/*.cpp; do
  examples[$example]=$'\n'$(sed 's/^ *//' "$example")$'\n'
done
is_an_example() {
  local example
  for example in "${examples[@]}"; do
    [[ $example != *$'\n'"$1"* ]] || return 0
  done
  return 1
}
for page in README.md docs/*.md docs/decisions/*.md; do
  [[ -f $page ]] || continue
  while IFS= read -r line; do
    case $line in
      '```cpp') block='' ;;
      '```') is_an_example "$block" || complain "$page: no example has these lines: $block" ;;
      *) block+=$line$'\n' ;;
    esac
  done < <(sed -n '/^```cpp$/,/^```$/{s/^ *//;p}' "$page")
done

# Names of files and of parts of the page are in snake_case.
while IFS= read -r line; do
  complain "$line: a name with a hyphen"
done < <(find apps bench bindings/c docs examples include kit src tests wire \
  -name __pycache__ -prune -o -name '[!.]*-*' -print
  grep -noHE 'id ?= ?"[^"]*-[^"]*"' apps/show/page/page.{html,js})

# Names of our own are in snake_case in JavaScript, too; those of browsers and packages are theirs.
while IFS= read -r line; do
  complain "$line: a name in camelCase"
done < <(find apps bench docs tests -regex '.*\.m?js' -print0 |
  xargs -0 grep -nE '\b(const|let|var|function) [a-z]+[A-Z]' | cut -d: -f1,2)

# Relative links in Markdown files lead somewhere, and rows of tables have their cells.
mapfile -t pages < <(find . -path ./build -prune -o -path ./.git -prune -o -name '*.md' -print |
  sed 's,^\./,,' | grep -v '^tests/golden/.*/' | sort)
while IFS= read -r line; do
  complain "$line"
done < <(
  awk -f tests/style/links.awk "${pages[@]}" llms.txt
  awk -f tests/style/tables.awk "${pages[@]}" llms.txt
)

# Each family says what asks for it.
while IFS= read -r line; do
  complain "$line: no source"
done < <(awk '/^Row\(R"\(/ { name = ""; has = 0; next }
  name == "" { name = $0 }
  /^  - source: / { has = 1 }
  /^\)"\)/ && !has && name !~ /^none,/ { print FILENAME ": " name }' kit/dialects/*_rows.hpp)

# Pages call the scripts by their name alone.
while IFS= read -r script; do
  [[ $(head -c 2 "$script") != '#!' ]] || complain "$script: cannot be executed"
done < <(find scripts -maxdepth 1 -type f ! -executable)

# Systems and archives without symbolic links have all files; each package has its own licence.
while IFS= read -r link; do
  complain "$link: a symbolic link"
done < <(git ls-files --stage 2>/dev/null | sed -n 's/^120000 .*\t//p' || true)
for licence in bindings/python/LICENSE bindings/rust/tagstream{,-sys}/LICENSE; do
  cmp -s LICENSE "$licence" || complain "$licence: not the file LICENSE"
done

# Documents are written by hand in 21,200 words at most, beside code, tables and generated pages.
mapfile -t by_hand < <(printf '%s\n' "${pages[@]}" | grep -E '^(README|docs/.*)\.md$' |
  grep -vE '^docs/(cli|dialects|evidence|options|parser_names|rules|which_family)\.md$')
words=$(awk 'FNR == 1 { fence = 0 } /^ *(```|~~~)/ { fence = !fence; next }
  !fence && !/^ *\|/ { words += NF } END { print words }' "${by_hand[@]}")
((words <= 21200)) || complain "docs: $words words, at most 21200: cut what stands twice"

# The figures in stability.md.
check_figure() {  # what, how many there are
  grep -qxF "| $1 | $2 |" docs/stability.md || complain "docs/stability.md: there are $2 $1"
}
# Each preset has its line in CONTRIBUTING.md.
while read -r name; do
  grep -qE "^cmake --workflow --preset $name( |$)" CONTRIBUTING.md ||
    complain "CONTRIBUTING.md: no line for the preset $name"
done < <(sed -nE '/"workflowPresets"/,$ s/^ {6}"name": "([a-z-]+)",$/\1/p' CMakePresets.json)

check_figure 'public types of `include/tagstream`' \
  "$(cat include/tagstream/*.hpp | grep -cE '^(struct|class|enum class) [^;]*\{$')"
check_figure 'options that [cli.md](cli.md) lists' \
  "$(grep -oE '^\| `--?[A-Za-z][a-z-]*' docs/cli.md | sort -u | wc -l)"

# Each rule of reading has a topic, a source and a place in the code; docs/rules.md is made of them.
wrong=$(python3 scripts/rules.py --check) || complain "${wrong:-scripts/rules.py has failed}"
mapfile -t cited < <(git grep -lIE '\bR[0-9]{1,3}\b' 2>/dev/null | grep -v '^docs/pictures/')
forbid "a rule has no number: say what it says" -P '(?<![-\w]|DeepSeek )\bR[0-9]{1,3}\b(?!-)' \
  "${cited[@]}"

echo "style: ${#code[@]} files, $failures complaints"
((failures == 0))
