#!/usr/bin/env bash
# The Python package and the program before a real llama-server.
#   llama.sh FOLDER PROGRAM BUILT
# FOLDER keeps the server, built from source (fifteen minutes of a processor), and an environment of
# Python. BUILT is the folder of a preset: the Python package gets the library that is there.
# Needs Python 3.11 and a network.
set -euo pipefail
folder=$(realpath -m "$1")
program=$(realpath "$2")
built=$(realpath "$3")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source scripts/setup.sh

# The version of llama-cpp-python, whose source archive holds llama.cpp.
version=0.3.36
llama=$folder/llama-$version
server=$llama/build/bin/llama-server
environment=$folder/environment
python=$environment/bin/python

need_packages g++ cmake ninja-build python3-dev python3-venv
mkdir -p "$folder"

install() {
  "$python" -m pip install -q --disable-pip-version-check "$@"
}

files=(bindings/python/requirements/{build,test}.txt tests/servers/requirements.txt)
wanted=$(cat "${files[@]}")
if [[ ! -f $environment/requirements || $(<"$environment/requirements") != "$wanted" ]]; then
  rm -rf "$environment"
  python3 -m venv "$environment"
  install "${files[@]/#/-r}"
  echo "$wanted" >"$environment/requirements"
fi

# Nothing builds the package: pip asks what would build it for the version alone.
if [[ ! -d $llama/source ]]; then
  rm -rf "$llama"
  mkdir -p "$llama/archive"
  "$python" -m pip download -q --disable-pip-version-check --no-deps --no-binary :all: \
    --no-build-isolation -d "$llama/archive" "llama-cpp-python==$version"
  tar -xf "$llama"/archive/*.tar.gz -C "$llama/archive" --strip-components=1
  mv "$llama/archive/vendor/llama.cpp" "$llama/source"
  rm -rf "$llama/archive"
fi
if [[ ! -x $server ]]; then
  quietly cmake --fresh -G Ninja -S "$llama/source" -B "$llama/build" \
    -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DLLAMA_CURL=OFF -DLLAMA_OPENSSL=OFF \
    -DLLAMA_USE_PREBUILT_UI=OFF -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF
  quietly cmake --build "$llama/build" --target llama-server
fi

TAGSTREAM_BUILT=$built quietly bash bindings/python/tests/wheel.sh "$python" "$folder/wheel" --quick
install --no-deps --force-reinstall "$folder"/wheel/tagstream-*.whl

export TAGSTREAM=$program LLAMA_SERVER=$server LLAMA_MODEL=$folder/toy.gguf
export LLAMA_TEMPLATE=$llama/source/models/templates/Qwen-Qwen3-0.6B.jinja
export PYTHONPATH=bindings/python/tests PYTHONDONTWRITEBYTECODE=1
"$python" tests/servers/make_model.py "$LLAMA_MODEL"
"$python" -m pytest -c bindings/python/pyproject.toml tests/servers/llama_test.py
