#!/usr/bin/env bash
# Builds the site of the documents, and looks at it in Debian's Chromium.
#   site_test.sh FOLDER
# FOLDER gets the site and the packages. Needs what docs/site.sh needs, and Node.js 18, npm and
# /usr/bin/chromium, or the browser that CHROMIUM names.
set -euo pipefail
source=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
mkdir -p "$1"
cd "$1"
"$source/../../docs/site.sh" "$PWD"
cp "$source/package.json" "$source"/*.mjs .
[[ -d node_modules/playwright-core && -d node_modules/axe-core ]] ||
  npm install --no-audit --no-fund --loglevel error
node site.mjs html
