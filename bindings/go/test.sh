#!/usr/bin/env bash
# Tests the Go module.
#
# usage: bindings/go/test.sh [--all]
#
# TAGSTREAM_BUILT names the folder of the preset dev, which has its golden cases as a file (target
# `goldens`). Without --all: with the library that was built there, and one golden case in
# TAGSTREAM_EVERY. With --all: as users get it, with the library from the two files; with the race
# detector, vet and staticcheck; a user's program in a folder outside; and a release.
#
# Both ways the same tests run without cgo, by the WebAssembly module, if the packages of the preset
# `wasm` are there. TAGSTREAM_GO_MODULE may name a module that is built already. Where Go or
# something else is missing, one line says so, and the tests are left out; with --all that is a
# failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
root=$(realpath ../..)
built=$(realpath "${TAGSTREAM_BUILT:-$root/build/dev}")
PATH=$PATH:/usr/local/go/bin  # where Go's own archive puts it
export GOTOOLCHAIN=local GOFLAGS=-buildvcs=false CGO_ENABLED=1
staticcheck=honnef.co/go/tools/cmd/staticcheck@v0.8.2

mode=quick
[[ ${1-} != --all ]] || mode=all

# leave_out WHY: says so in one line, and ends.
leave_out() {
  echo "Go: left out, $1"
  [[ $mode == quick ]]
  exit
}

command -v go >/dev/null || leave_out "there is no Go"
go list . >/dev/null 2>&1 || leave_out "$(go version) is older than go.mod asks for"

export TAGSTREAM_GOLDENS=$built/tests/goldens.json
[[ -f $TAGSTREAM_GOLDENS ]] || leave_out "$TAGSTREAM_GOLDENS is not built"

# with_built COMMAND...: with the library that was built, which no compiler has to compile again.
with_built() {
  local library=$built/bindings/c
  CGO_CFLAGS="-g -O2 -I$root/bindings/c" \
    CGO_LDFLAGS="-L$library -Wl,-rpath,$library" "$@"
}

work=$(mktemp -d)
mkdir "$work/both"
trap 'rm -rf "$work"' EXIT

# without_cgo COMMAND...: with the WebAssembly module, which stands in the folder wasm. Both modules
# of Go are one workspace, and a file that registers it lies beside the tests.
without_cgo() { CGO_ENABLED=0 GOWORK=$work/both/go.work "$@"; }
printf 'go 1.24.0\n\nuse (\n%s\n%s\n)\n' "$PWD" "$PWD/wasm" >"$work/both/go.work"
printf '{"Replace": {"%s": "%s"}}' "$PWD/register_test.go" "$PWD/wasm/testdata/register_test.go" \
  >"$work/overlay.json"

# test_without_cgo: builds the module and tests with it, or says why it does not.
test_without_cgo() {
  local module=${TAGSTREAM_GO_MODULE-} program
  local packages="apt install clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 \
libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32"
  if [[ -z $module ]]; then
    for program in clang++-19 wasm-ld-19 node cmake; do
      command -v "$program" >/dev/null || leave_out "without cgo: there is no $program: $packages"
    done
    [[ -d /usr/include/wasm32-wasi ]] || leave_out "without cgo: there is no wasi-libc: $packages"
    (cd "$root" && cmake --preset wasm && cmake --build --preset wasm --target go_wasm) \
      >"$work/log" 2>&1 || { cat "$work/log" && exit 1; }
    module=$root/build/wasm/bindings/go/tagstream.wasm
  fi
  [[ $module -ef wasm/tagstream.wasm ]] || cp "$module" wasm/tagstream.wasm
  (cd wasm && CGO_ENABLED=0 go mod download) 2>"$work/log" ||
    leave_out "without cgo: wazero can't be had: $(tail -n 1 "$work/log")"
  without_cgo go vet -overlay "$work/overlay.json" . ./wasm
  without_cgo go test -count=1 -overlay "$work/overlay.json" .
}

./generate.py --check
if [[ $mode == quick ]]; then
  with_built go vet -tags tagstream_system .
  with_built go test -count=1 -tags tagstream_system .
  test_without_cgo
  exit
fi

unformatted=$(gofmt -l .)
[[ -z $unformatted ]] || { echo "Go: gofmt would change $unformatted" && exit 1; }
"$root/scripts/two_files" internal/source
go vet ./...
go run "$staticcheck" ./...
(cd "$root/bench/peers/go" && with_built go vet -tags tagstream_system .)
go test -count=1 ./...
TAGSTREAM_EVERY=50 with_built go test -count=1 -race -tags tagstream_system .

test_without_cgo
(cd wasm && CGO_ENABLED=0 go run "$staticcheck" ./...)
CGO_ENABLED=0 go run "$staticcheck" ./...

# A user's program, also from a folder of copies, and without cgo, where an error says what is
# missing.
user=$work/user
mkdir "$user"
cp testdata/chat.go "$user/main.go"
sed -n '/^\/\/ Output:$/,$ s!^// !!p' testdata/chat.go | tail -n +2 >"$user/expected"
(
  cd "$user"
  go mod init example.com/user
  go mod edit -replace "tagstream.example/bindings/go=$root/bindings/go"
  go mod tidy
  go run . >printed
  diff expected printed >&2
  go mod vendor
  with_built go build -mod=vendor -tags tagstream_system -o user .
  ./user | diff expected - >&2
  rm -r vendor
  said=$(CGO_ENABLED=0 go run . 2>&1) || true
  grep -F 'import _ "tagstream.example/bindings/go/wasm"' <<<"$said" >&2
  sed -i 's,^import (,&\n\t_ "tagstream.example/bindings/go/wasm",' main.go
  go mod edit -replace "tagstream.example/bindings/go/wasm=$root/bindings/go/wasm"
  go mod tidy
  CGO_ENABLED=0 go run . >printed
  diff expected printed >&2
) 2>"$user/log" &  # in the background each failure ends it
wait "$!" || { cat "$user/log" && exit 1; }

# The tags of a release have all that a user needs: `go get` finds them in the repository.
git clone -q --no-hardlinks "$root" "$user/clone"
name=example.com/me/tagstream.git/bindings/go
got=$user/got
mkdir "$got"
sed "s,tagstream.example/bindings/go,$name," testdata/chat.go >"$got/main.go"
(
  cd "$user/clone"
  git config user.name tests && git config user.email tests@tagstream.example
  scripts/release_go "${name%/bindings/go}" "$root/bindings/go/wasm/tagstream.wasm"
  tag=$(git tag --list 'bindings/go/wasm/*' --sort=-creatordate | head -n 1)
  [[ $(git rev-parse "bindings/go/${tag##*/}") == $(git rev-parse "$tag") ]]
  cd "$got"
  export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="url.file://$user/clone.insteadOf" \
    GIT_CONFIG_VALUE_0="https://${name%.git/*}"
  export GOPRIVATE=example.com GOMODCACHE=$user/modules GOFLAGS="$GOFLAGS -modcacherw"
  go mod init example.com/user
  go get "$name@${tag##*/}"
  with_built go run -tags tagstream_system . | diff "$user/expected" - >&2
  sed -i "s,^import (,&\n\t_ \"$name/wasm\"," main.go
  go get "$name/wasm@${tag##*/}"
  CGO_ENABLED=0 go run . | diff "$user/expected" - >&2
) >"$user/log" 2>&1 &
wait "$!" || { cat "$user/log" && exit 1; }
echo "Go: all tests passed"
