#!/usr/bin/env bash
# The page of `tagstream show --html` in Debian's Chromium.
#   browser_test.sh FOLDER PROGRAM
# FOLDER gets the packages and the pages. Needs Node.js 18, npm and /usr/bin/chromium, or the
# browser that CHROMIUM names.
set -euo pipefail
source=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
program=$(realpath "$2")
mkdir -p "$1"
cd "$1"
cp "$source/package.json" "$source"/*.mjs .
[[ -d node_modules/playwright-core && -d node_modules/axe-core ]] ||
  npm install --no-audit --no-fund --loglevel error
node browser.mjs "$program" "$source/../../examples/transcript.txt" "$PWD"
