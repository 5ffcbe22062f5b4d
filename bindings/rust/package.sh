#!/usr/bin/env bash
# Makes the crates as `cargo package` does, from a copy of the sources with the library in it.
#
# usage: bindings/rust/package.sh FOLDER
#
# FOLDER gets tagstream-sys-VERSION.crate and tagstream-VERSION.crate, and each of them unpacked. To
# publish them: cargo publish --workspace --exclude tagstream-tests, in FOLDER/source.
set -euo pipefail
(($# == 1)) || { sed -n 's/^# //p' "$0" | sed -n 3p; exit 1; }
folder=$(realpath -m "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"

rm -rf "$folder"
mkdir -p "$folder/source"
git ls-files -z --cached --others --exclude-standard . 2>/dev/null |
  xargs -0 -r cp -L --parents -t "$folder/source"
../../scripts/two_files "$folder/source/tagstream-sys/vendor"
cd "$folder/source"
# The build is tried by those who use the crates.
CARGO_TARGET_DIR=$folder/target cargo package -q --no-verify --allow-dirty --workspace \
  --exclude tagstream-tests
mv "$folder"/target/package/*.crate "$folder"
rm -rf "$folder/target"
for crate in "$folder"/*.crate; do tar -xzf "$crate" -C "$folder"; done
