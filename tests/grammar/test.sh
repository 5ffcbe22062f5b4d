#!/usr/bin/env bash
# Random walks through the grammars of all rows, in an environment of its own with llguidance.
#
# usage: test.sh FOLDER PROGRAM WALKS: as many walks a row; FOLDER keeps the environment.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$1
program=$(realpath "$2")

wanted=$(<"$here/requirements.txt")
if [[ ! -f $folder/requirements || $(<"$folder/requirements") != "$wanted" ]]; then
  rm -rf "$folder"
  python3 -m venv "$folder"
  "$folder/bin/python" -m pip install -q --disable-pip-version-check -r "$here/requirements.txt"
  echo "$wanted" >"$folder/requirements"
fi
exec "$folder/bin/python" "$here/walks.py" "$program" "$3"
