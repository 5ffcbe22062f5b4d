#!/usr/bin/env bash
# Builds the source archive and from it a wheel, with the packages of requirements/build.txt.
#
# usage: wheel.sh PYTHON FOLDER [--quick]   what is made goes to FOLDER
#
# With --quick a wheel is made of this copy, from what was built before: not fast, but soon there.
# If TAGSTREAM_BUILT names the folder of the preset dev, with the library in it that is there.
set -euo pipefail
python=$1
folder=$(realpath -m "$2")
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# backend HOOK FOLDER SETTINGS: one of PEP 517.
backend() {
  "$python" -c "
import sys
from scikit_build_core import build
getattr(build, sys.argv[1])(sys.argv[2], {
    'build-dir': sys.argv[2] + '/build', 'cmake.define.TAGSTREAM_PRECOMPILE': 'ON'} | $3)" "$1" "$2"
}

rm -f "$folder"/tagstream-*
mkdir -p "$folder"
if [[ ${3-} == --quick ]]; then
  optimized=-O1
  [[ -z ${TAGSTREAM_BUILT-} ]] || optimized=-O0 # the library is built
  backend build_wheel "$folder" "{'cmake.define.CMAKE_CXX_FLAGS_RELEASE': '$optimized',
    'cmake.define.TAGSTREAM_BUILT': '${TAGSTREAM_BUILT-}'}"
  exit
fi
backend build_sdist "$folder" "{}"
rm -rf "$folder/source" "$folder/build"
mkdir "$folder/source"
tar -xf "$folder"/tagstream-*.tar.gz -C "$folder/source" --strip-components=1
cd "$folder/source"
# -O1: as the released one but for its speed, which the benchmarks measure.
backend build_wheel "$folder" "{'cmake.define.CMAKE_CXX_FLAGS_RELEASE': '-O1'}"
