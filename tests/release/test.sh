#!/usr/bin/env bash
# Checks what a release needs, without building anything: the versions, the workflows, and the list
# of files, of which those are made that take no compiler.
#
# usage: test.sh FOLDER   what is needed goes there; Go, Python and a network, the first time
set -euo pipefail
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
mkdir -p "$1"
folder=$(realpath "$1")
actionlint=v1.7.12

cd "$root"
bash tests/release/version_test.sh "$root" "$folder/version"

# ---- The workflows

if [[ ! -x $folder/actionlint-$actionlint ]]; then
  PATH=$PATH:/usr/local/go/bin  # where Go's own archive puts it
  GOTOOLCHAIN=local GOBIN=$folder \
    go install "github.com/rhysd/actionlint/cmd/actionlint@$actionlint"
  mv "$folder/actionlint" "$folder/actionlint-$actionlint"
fi
python=$folder/python/bin/python
if ! "$python" -c 'import yaml, cibuildwheel' 2>/dev/null; then
  python3 -m venv --clear "$folder/python"
  "$python" -m pip install -q --disable-pip-version-check \
    "$(grep '^pyyaml==' bindings/python/requirements/release.txt)" \
    -r bindings/python/requirements/wheels.txt
fi
"$folder/actionlint-$actionlint" .github/workflows/*.yml
"$python" tests/release/workflows.py "$root"

# The job `wheels` builds and tries five Pythons on seven platforms.
for platform in linux:x86_64,aarch64 macos:x86_64,arm64 windows:AMD64; do
  "$python" -m cibuildwheel --print-build-identifiers --platform "${platform%:*}" \
    --archs "${platform#*:}" bindings/python
done >"$folder/identifiers"
[[ $(sort -u "$folder/identifiers" | grep -cE '^cp31[0-4]-(many|musl|mac|win)') == 35 ]] ||
  { cat "$folder/identifiers" && exit 1; }

# complains_about EDIT WORDS: a workflow that sed has changed so is not accepted.
complains_about() {
  rm -rf "$folder/copy"
  mkdir -p "$folder/copy"
  cp -r --parents .github .ci test run scripts bindings/{js,rust}/*.sh bindings/rust/Cargo.toml \
    bindings/python bindings/go/go.mod "$folder/copy"
  sed -i "$1" "$folder"/copy/.github/workflows/*.yml
  if "$python" tests/release/workflows.py "$folder/copy" >"$folder/said"; then
    echo "release: nothing is said about workflows after: $1"
    exit 1
  fi
  grep -q "$2" "$folder/said" || { cat "$folder/said" && exit 1; }
}
complains_about 's,scripts/release ,scripts/releases ,' 'scripts/releases: there is no such file'
complains_about 's,@3d3c42e5[0-9a-f]*,@v7,' 'not pinned'
complains_about 's,\${{ github.token }},${{ secrets.KEY }},' 'takes a secret'
complains_about '/environment: npm/d' 'no environment'
rm -rf "$folder/copy"

# ---- The files

scripts/release --list >"$folder/listed"
sed -n 's/^| `\([^`]*\)` .*/\1/p' packaging/README.md | diff - "$folder/listed" ||
  { echo "release: packaging/README.md has other files than scripts/release --list" && exit 1; }
# refuses WORDS ARGUMENT...: scripts/release ends with a message that has the words.
refuses() {
  if scripts/release "${@:2}" >"$folder/said" 2>&1; then
    echo "release: nothing is said about: ${*:2}"
    exit 1
  fi
  grep -q -e "$1" "$folder/said" || { cat "$folder/said" && exit 1; }
}
refuses "no part 'ruby'" ruby
refuses "--to needs a value" js --to
if ! git rev-parse HEAD >/dev/null 2>&1; then
  echo "release: left out here are the files: they are made from a commit"
  exit
fi
address=https://example.com/me/tagstream
# In the place of the WebAssembly module, which takes a compiler.
printf '\0asm' >"$folder/module.wasm"
export TAGSTREAM_GO_MODULE=$folder/module.wasm
for time in first second; do
  scripts/release --to "$folder/$time" --work "$folder/work" --repository "$address" --no-try \
    source two_files go >"$folder/said"
done
diff -r "$folder/first" "$folder/second" ||
  { echo "release: made twice, files differ" && exit 1; }
grep -q '^left out: deb: not asked for$' "$folder/said"
# A folder with files of somebody else stays as it is.
mkdir -p "$folder/other"
echo mine >"$folder/other/letter"
refuses 'name another folder' --to "$folder/other" --work "$folder/work" --no-try source
[[ $(<"$folder/other/letter") == mine ]]

version=$(scripts/version)
cd "$folder/first"
sha256sum --quiet --check SHA256SUMS
[[ $(wc -l <SHA256SUMS) == 3 ]]

# inside ARCHIVE NAME...: files that an archive must have.
inside() {
  local name
  tar -tzf "$1" >"$folder/names"
  for name in "${@:2}"; do
    grep -qx "[^/]*/$name" "$folder/names" || { echo "release: $1 has no $name" && exit 1; }
  done
}
inside "tagstream-source-$version.tar.gz" CMakeLists.txt LICENSE README.md bindings/python/LICENSE
inside "tagstream-two-files-$version.tar.gz" tagstream.hpp tagstream.h tagstream.cpp LICENSE
inside "tagstream-go-$version.tar.gz" go.mod internal/source/tagstream.cpp wasm/go.mod \
  wasm/tagstream.wasm
tar -xOzf "tagstream-go-$version.tar.gz" "tagstream-go-$version/go.mod" |
  grep -qx 'module example.com/me/tagstream/bindings/go'
links=$(tar -xOzf "tagstream-source-$version.tar.gz" --wildcards '*/package/package.json' \
  '*/Cargo.toml' '*/vcpkg.json' '*/conanfile.py' '*/python/pyproject.toml' '*/CMakeLists.txt' |
  grep -cF "$address")
[[ $links == 12 ]] || { echo "release: $links links are in the sources, not 12" && exit 1; }
echo "release: the files are the same when they are made again"
