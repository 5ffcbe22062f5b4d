#!/usr/bin/env bash
# The page of `tagstream show --html` and the playground in Debian's Chromium.
#   browser_test.sh FOLDER PROGRAM
# FOLDER gets the packages and the pages. Needs Node.js 18, npm and /usr/bin/chromium, or the
# browser that CHROMIUM names; and what the preset `wasm` needs. TAGSTREAM_PLAYGROUND may name a
# playground that is built already.
set -euo pipefail
source=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
root=$(realpath "$source/../..")
program=$(realpath "$2")
playground=${TAGSTREAM_PLAYGROUND-}
if [[ -z $playground ]]; then
  playground=$root/build/wasm/apps/playground/playground.html
  (cd "$root" && cmake --preset wasm && cmake --build --preset wasm --target playground) \
    >"$root/build/playground.log" 2>&1 || { cat "$root/build/playground.log"; exit 1; }
fi
playground=$(realpath "$playground")
mkdir -p "$1"
cd "$1"
cp "$source/package.json" "$source"/*.mjs .
[[ -d node_modules/playwright-core && -d node_modules/axe-core ]] ||
  npm install --no-audit --no-fund --loglevel error
result=0
node browser.mjs "$program" "$root/examples/transcript.txt" "$PWD" || result=1
node playground.mjs "$program" "$playground" "$PWD" || result=1
exit $result
