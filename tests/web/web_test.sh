#!/usr/bin/env bash
# The JavaScript package as a user gets it, from `npm pack`: its types, its size, runtimes, bundlers
# and clients.
#   web_test.sh FOLDER
# FOLDER gets the packages. Needs Node.js 20, npm, /usr/bin/chromium, or the browser that CHROMIUM
# names, and what the preset `wasm` needs. TAGSTREAM_MODULE may name a module that is built already,
# and TAGSTREAM_GOLDENS the file of golden cases.
set -euo pipefail
source=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
root=$(realpath "$source/../..")
module=${TAGSTREAM_MODULE-}
if [[ -z $module ]]; then
  module=$root/build/wasm/bindings/js/tagstream.wasm
  (cd "$root" && cmake --preset wasm && cmake --build --preset wasm --target tagstream_wasm) \
    >"$root/build/web.log" 2>&1 || { cat "$root/build/web.log"; exit 1; }
fi
module=$(realpath "$module")
export TAGSTREAM_GOLDENS=${TAGSTREAM_GOLDENS-$root/build/dev/tests/goldens.json}
export TAGSTREAM_EVERY=${TAGSTREAM_EVERY-50}
if [[ ! -f $TAGSTREAM_GOLDENS ]]; then
  (cd "$root" && cmake --preset dev && cmake --build --preset dev --target goldens) \
    >"$root/build/web.log" 2>&1 || { cat "$root/build/web.log"; exit 1; }
fi
mkdir -p "$1"
cd "$1"
"$root/bindings/js/build.sh" "$module" package
(cd package && npm pack --silent --pack-destination ..) >packed
tarball=$(tail -n 1 packed)
cp -r "$source"/*.mjs "$source"/*.ts "$source/next" "$root"/bindings/js/tests/{golden,random}*.mjs .
if ! cmp -s "$source/package.json" wanted.json || [[ ! -d node_modules/openai ]]; then
  cp "$source/package.json" package.json
  npm install --no-audit --no-fund --loglevel error
  cp "$source/package.json" wanted.json
fi
rm -rf node_modules/tagstream
npm install --no-save --no-audit --no-fund --loglevel error "./$tarball"
node web.mjs "$tarball"
