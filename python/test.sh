#!/usr/bin/env bash
# Builds the Python package in an environment of its own under build/python, and tests it.
#
# usage: python/test.sh [--all]
#
# Without --all: the tests that need nothing but pytest and hypothesis. With it: all of them, the
# checkers of types and style, and the wheel in each Python that there is. Where Python or a network
# is missing, one line says so, and the tests are left out; with --all that is a failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
folder=$(realpath -m ../build/python)

mode=quick
[[ ${1-} != --all ]] || mode=all

# leave_out WHY: says so in one line, and ends.
leave_out() {
  echo "Python: left out, $1"
  [[ $mode == quick ]]
  exit
}

requirements=(-r requirements/build.txt -r requirements/test.txt)
[[ $mode == quick ]] || requirements=(-r requirements/check.txt -r requirements/cluster.txt
  -r requirements/bench.txt)

python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null ||
  leave_out "there is no Python 3.10 or later"
python=$folder/$mode/bin/python
stamp=$folder/$mode/requirements
wanted=$(cat requirements/*.txt)
if [[ ! -f $stamp || $(<"$stamp") != "$wanted" ]]; then
  rm -rf "${folder:?}/$mode"
  mkdir -p "$folder"
  python3 -m venv "$folder/$mode" >"$folder/log" 2>&1 || leave_out "python3 -m venv does not work"
  "$python" -m pip install -q --disable-pip-version-check "${requirements[@]}" \
    >>"$folder/log" 2>&1 || leave_out "its packages can't be had (build/python/log says why)"
  echo "$wanted" >"$stamp"
fi

# What the quick tests are built with is not fast, but soon there.
options=(-C "build-dir=$folder/build-$mode")
[[ $mode == all ]] || options+=(-C cmake.define.CMAKE_CXX_FLAGS_RELEASE=-O1)
if ! "$python" -m pip install -q --disable-pip-version-check --no-build-isolation --no-deps \
  --force-reinstall "${options[@]}" . >"$folder/log" 2>&1; then
  cat "$folder/log"
  exit 1
fi

if [[ $mode == quick ]]; then
  "$python" -m pytest -m "not long"
  echo "Python: left out here are the tests of Arrow, SQL, Spark, Ray and SDKs, and of a million" \
    "feeds; python/test.sh --all runs them"
  exit
fi
export PATH=$folder/$mode/bin:$PATH
ruff check . ../bench/python
ruff format --check . ../bench/python
mypy package/tagstream tests make_stub.py
pyright package/tagstream
(cd "$folder" && python -m mypy.stubtest tagstream --mypy-config-file "$OLDPWD/tests/stubtest.ini" \
  --allowlist "$OLDPWD/tests/stubtest_allowed.txt")
python make_stub.py --check
python -m pytest
bash tests/wheel.sh "$folder/wheel"
