#!/usr/bin/env bash
# Makes all that a release publishes, tries it, and makes it again: the bytes are the same.
#
# usage: rehearsal.sh FOLDER [PART...]   FOLDER/dist gets the files; parts: scripts/release --help
set -euo pipefail
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
mkdir -p "$1"
folder=$(realpath "$1")
cd "$root"
scripts/release --work "$folder/work" --to "$folder/dist" --must "${@:2}"
# No object file of the first time is taken.
CCACHE_RECACHE=1 scripts/release --work "$folder/work" --to "$folder/again" --must --no-try \
  "${@:2}" >/dev/null
diff -r "$folder/dist" "$folder/again"
echo "rehearsal: made again, the bytes are the same"
