#!/usr/bin/env bash
# The clients of OpenAI, Anthropic and Vercel read what the program and the proxy send.
#   sdk_test.sh FOLDER PROGRAM PROXY
# FOLDER gets the packages. Needs Node.js 20 and npm.
set -euo pipefail
source=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
program=$(realpath "$2")
proxy=$(realpath "$3")
mkdir -p "$1"
cd "$1"
cp "$source/package.json" "$source"/*.mjs .
[[ -d node_modules/openai && -d node_modules/ai ]] ||
  npm install --no-audit --no-fund --loglevel error
node sdk.mjs "$program" "$proxy"
