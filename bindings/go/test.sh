#!/usr/bin/env bash
# Tests the Go module.
#
# usage: bindings/go/test.sh [--all]
#
# TAGSTREAM_BUILT names the folder of the preset dev, which has its golden cases as a file (target
# `goldens`). Without --all: with the library that was built there, and one golden case in
# TAGSTREAM_EVERY. With --all: as users get it, with the library from the two files; with the race
# detector, vet and staticcheck; a user's program in a folder outside; and a release. Where Go is
# missing, one line says so, and the tests are left out; with --all that is a failure.
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

./generate.py --check
if [[ $mode == quick ]]; then
  with_built go vet -tags tagstream_system .
  with_built go test -count=1 -tags tagstream_system .
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

# Without cgo the only error says what is needed.
said=$(CGO_ENABLED=0 go build . 2>&1) && { echo "Go: it was built without cgo" && exit 1; }
grep -q needs_cgo <<<"$said"
[[ $(wc -l <<<"$said") == 2 ]]

# A user's program, also from a folder of copies.
user=$(mktemp -d)
trap 'rm -rf "$user"' EXIT
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
) 2>"$user/log" || { cat "$user/log" && exit 1; }

# The tag of a release has all that a user needs, under the name of its repository.
git clone -q --no-hardlinks "$root" "$user/clone"
(
  cd "$user/clone"
  git config user.name tests && git config user.email tests@tagstream.example
  scripts/release_go example.com/me/tagstream
  git checkout -q "$(git tag --list 'bindings/go/*' --sort=-creatordate | head -n 1)"
  [[ -f bindings/go/internal/source/tagstream.cpp ]]
  cd bindings/go
  [[ $(go list .) == example.com/me/tagstream/bindings/go ]]
  with_built go vet -tags tagstream_system ./...
)
echo "Go: all tests passed"
