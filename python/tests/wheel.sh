#!/usr/bin/env bash
# Builds the source archive, a wheel of it, and tries that one wheel in an empty environment of each
# Python that there is.
#
# usage: wheel.sh FOLDER   what is made goes there
set -euo pipefail
folder=$(realpath -m "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/.."

rm -rf "$folder"
mkdir -p "$folder"
python3 -m venv "$folder/build"
"$folder/build/bin/pip" install -q -r requirements/build.txt
PYTHONPATH=backend "$folder/build/bin/python" -c "
import tagstream_build
tagstream_build.build_sdist('$folder')" >"$folder/sdist.log"
"$folder/build/bin/pip" wheel -q --no-deps --no-build-isolation -w "$folder" \
  "$folder"/tagstream-*.tar.gz

# Prints a Python of that version, if there is one.
python_of() {
  local python
  for python in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/bin/python3; do
    if "$python" -c '' 2>/dev/null; then
      echo "$python"
      return
    fi
  done
}

tried=0
for version in 3.10 3.11 3.12 3.13 3.14; do
  python=$(python_of "$version")
  [[ -n $python ]] || continue
  "$python" -m venv "$folder/$version"
  "$folder/$version/bin/pip" install -q "$folder"/tagstream-*.whl -r requirements/test.txt
  echo "Python $version:"
  "$folder/$version/bin/pytest" tests/test_api.py tests/test_text.py tests/test_read.py
  tried=$((tried + 1))
done
((tried > 0))
