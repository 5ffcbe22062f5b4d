#!/usr/bin/env bash
# Puts the package together: its files, the module, and the module as text for bundlers.
#
# usage: bindings/js/build.sh MODULE FOLDER
set -euo pipefail
module=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
cd "$(dirname "${BASH_SOURCE[0]}")"

rm -rf "${folder:?}"/*
cp package/* ../../LICENSE README.md "$folder"
cp "$module" "$folder/tagstream.wasm"
node - "$folder" <<'JS'
const { readFileSync, writeFileSync } = require("node:fs");
const folder = process.argv[2];
const text = readFileSync(`${folder}/tagstream.wasm`).toString("base64");
writeFileSync(
  `${folder}/module.inline.js`,
  `const text =\n  "${text}";\n
let made;

export function load() {
  made ??= new WebAssembly.Module(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
  return made;
}
`,
);
JS
