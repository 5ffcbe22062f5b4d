#!/usr/bin/env bash
# Checks the sentences of documents and comments with vale, by the rules in vale/plain, and the
# words of all files with codespell. words.txt has the misspellings that tests need.
# usage: prose.sh [FILE...]   all files if none is named
#
# Vale is built with Go (1.25 or newer) and a C compiler into build/vale, unless it is there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
version=v3.22.0
vale=$PWD/build/vale/$version/vale

if [[ ! -x $vale ]]; then
  PATH=$PATH:/usr/local/go/bin  # where Go's own archive puts it
  command -v go >/dev/null || { echo "prose: there is no Go to build vale with"; exit 1; }
  # Its grammars of programming languages are C, which compiles in half the time unoptimized.
  GOTOOLCHAIN=local GOBIN=${vale%/*} CGO_ENABLED=1 CGO_CFLAGS='-O0 -w' \
    go install -ldflags='-s -w' "github.com/vale-cli/vale/v3/cmd/vale@$version"
fi

# The files of the project; without git all that are there.
sources() {
  git ls-files "$@" 2>/dev/null ||
    find "${@:-.}" -type f -print -o -name build -prune | sed 's,^\./,,'
}
mapfile -t files < <(sources "$@" | grep -vE '^tests/golden/|/(LICENSE|streams/)|^build/')

# Vale reads copies, with the same lines. There a comment after code is an item of a list, so that
# comments of several fields are not one sentence; an example, indented in its comment, is left
# out, as is what a program wrote. The name of a script ends in .r, whose comments vale reads with
# the grammar of Bash, and that of a stub in .py.
rm -rf build/vale/copies
written='/^<!-- ([Gg]enerated|[Mm]ade|the table begins)/,/^<!-- ([Ee]nd|the table ends)/ s!.*!!'
c='s!^( *//)/? {3,}.*!\1!; s!^( *//)/!\1!; s!([^ /].* //)/?<? !\1 - !; s!([;,] +/\*) !\1 - !'
script='s!^( *#) {3,}.*!\1!; s!([^ #].*  #) !\1 - !'
for file in "${files[@]}"; do
  [[ ! -L $file ]] || continue
  name=$file
  case $file in
    *.md) edit=$written ;;
    *.hpp | *.cpp | *.h | *.c | *.go) edit=$c ;;
    *.py) edit=$script ;;
    *.pyi) edit=$script name=$file.py ;;
    *.sh | run | test | .ci/run | scripts/format) edit=$script name=$file.r ;;
    *) continue ;;
  esac
  mkdir -p "build/vale/copies/$(dirname "$file")"
  sed -E "$edit" "$file" >"build/vale/copies/$name"
done

found=$(cd build/vale/copies && "$vale" --config ../../../tests/style/vale/.vale.ini \
  --output line --no-exit . |
  sed -E 's,^(\./)?([^:]*):([0-9]+):[0-9]+:,\2:\3: ,; s,(\.r|(\.pyi)\.py):,\2:,')
misspelt=$(printf '%s\0' "${files[@]}" | xargs -0 codespell --ignore-words tests/style/words.txt \
  --skip '*.svg,*.sse,*.json,tests/cli/show/*' || true)
found+=${found:+${misspelt:+$'\n'}}$misspelt
[[ -z $found ]] || printf '%s\n' "$found"
echo "prose: $(find build/vale/copies -type f | wc -l) files, $(grep -c . <<<"$found") complaints"
[[ -z $found ]]
