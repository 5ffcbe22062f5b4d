#!/usr/bin/env bash
# Builds the documents as a site: docs/site.sh [FOLDER]. FOLDER is build/site if none is given; the
# site is FOLDER/html. Needs Python 3.11 with venv, Doxygen, what the preset `wasm` needs, and a
# network the first time. TAGSTREAM_PLAYGROUND may name a playground that is built already.
set -euo pipefail
root=$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")
folder=$(realpath -m "${1:-$root/build/site}")
mkdir -p "$folder"

python=$folder/python/bin/python
wanted=$root/docs/site/requirements
if ! cmp -s "$wanted" "$folder/python/requirements"; then
  python3 -m venv --clear "$folder/python"
  "$python" -m pip --quiet --disable-pip-version-check install -r "$wanted"
  cp "$wanted" "$folder/python/"
fi

cd "$root"
rm -rf "$folder/xml" "$folder/html"
{ cat docs/site/Doxyfile; echo "OUTPUT_DIRECTORY = \"$folder\""; } | doxygen - 2>&1 |
  awk '{ print } END { exit NR > 0 }' # a warning is a mistake in a comment
playground=${TAGSTREAM_PLAYGROUND-}
if [[ -z $playground ]]; then
  { cmake --preset wasm && cmake --build --preset wasm --target playground; } \
    >"$folder/playground.log" 2>&1 || { cat "$folder/playground.log"; exit 1; }
  playground=$root/build/wasm/apps/playground/playground.html
fi
"$python" docs/site/pages.py "$root" "$folder"
install -D -m 644 "$playground" "$folder/pages/playground/index.html"
cd "$folder"
"$python" -m zensical build --strict --clean
"$python" "$root/docs/site/links.py" html
