#!/usr/bin/env bash
# Puts the JavaScript package together in build/js/tagstream, and tests it in Node.js, without npm.
#
# usage: bindings/js/test.sh [--must]
#
# Needs Node.js 18.18 or later, the packages of the preset `wasm`, and build/dev, from which it
# takes the golden cases. Where something is missing, one line says so and the tests are left out;
# with --must that is a failure. TAGSTREAM_EVERY=N tries one in N random texts. TAGSTREAM_MODULE may
# name a module that is built already, and TAGSTREAM_GOLDENS the file of cases.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
root=$(realpath ../..)
goldens=${TAGSTREAM_GOLDENS:-$root/build/dev/tests/goldens.json}
package=$root/build/js/tagstream

# leave_out WHY: says so in one line, and ends.
leave_out() {
  echo "JavaScript: left out, $1"
  [[ $mode == may ]]
  exit
}

mode=may
[[ ${1-} != --must ]] || mode=must

is_new='const [a, b] = process.versions.node.split("."); process.exit(a * 100 + +b < 1818 ? 1 : 0)'
node -e "$is_new" \
  2>/dev/null || leave_out "there is no Node.js 18.18 or later"
packages="apt install clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 \
libclang-rt-19-dev-wasm32"
module=${TAGSTREAM_MODULE-}
if [[ -z $module ]]; then
  for program in clang++-19 wasm-ld-19; do
    command -v "$program" >/dev/null || leave_out "there is no $program: $packages"
  done
  [[ -d /usr/include/wasm32-wasi ]] || leave_out "there is no wasi-libc: $packages"
  (cd "$root" && cmake --preset wasm && cmake --build --preset wasm) >"$root/build/wasm.log" 2>&1 ||
    { cat "$root/build/wasm.log"; exit 1; }
  module=$root/build/wasm/bindings/js/tagstream.wasm
fi
if [[ -z ${TAGSTREAM_GOLDENS-} ]]; then
  cmake --build "$root/build/dev" --target goldens >/dev/null
fi

./build.sh "$module" "$package"
node generate.mjs --check
# The tests import the package by its name.
mkdir -p "$root/build/js/tests/node_modules"
ln -sfn "$package" "$root/build/js/tests/node_modules/tagstream"
export TAGSTREAM_GOLDENS=$goldens
cd "$root/build/js/tests"
rm -f ./*.mjs
for file in "$root"/bindings/js/tests/*.mjs; do
  [[ $file == */module.mjs ]] || cp "$file" .
done
TAGSTREAM_ROOT=$root node --test ./*.test.mjs
