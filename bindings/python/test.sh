#!/usr/bin/env bash
# Builds the Python package in an environment of its own under build/python, and tests it.
#
# usage: bindings/python/test.sh [--all]
#
# Without --all: the tests that need nothing but pytest, hypothesis and httpx. With it: all of them,
# the checkers of types and style, the clients of three generations of the OpenAI SDK, and the wheel
# in each Python that there is: one wheel, built once, and as many jobs beside each other as there
# are cores. Where Python or a network is missing, one line says so, and the tests are left out;
# with --all that is a failure. If TAGSTREAM_BUILT names the folder of the preset dev, the quick
# tests take the library that was built there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
root=$(realpath -m ../../build/python)
mkdir -p "$root/logs"
log=$root/log
TIMEFORMAT='%1R s, of CPU %1U + %1S s'

mode=quick
[[ ${1-} != --all ]] || mode=all

# leave_out WHY: says so in one line, and ends.
leave_out() {
  echo "Python: left out, $1"
  [[ $mode == quick ]]
  exit
}

# install PYTHON ARGUMENT...: packages, by uv where it can be had: it takes a third of pip's time.
install() {
  if [[ -x $root/uv/bin/uv ]] && "$root/uv/bin/uv" pip install -q --python "$@"; then
    return
  fi
  "$1" -m ensurepip >/dev/null && "$1" -m pip install -q --disable-pip-version-check "${@:2}"
}

# environment NAME FILE...: one with what these files of requirements/ name, unless it is there.
environment() {
  local folder=$root/$1 wanted file
  local -a files=()
  for file in "${@:2}"; do files+=(-r "requirements/$file.txt"); done
  wanted=$(cat requirements/*.txt)
  if [[ ! -f $folder/requirements || $(<"$folder/requirements") != "$wanted" ]]; then
    rm -rf "$folder"
    python3 -m venv --without-pip "$folder" && install "$folder/bin/python" "${files[@]}" &&
      echo "$wanted" >"$folder/requirements"
  fi
}

# use_wheel PYTHON FOLDER: installs the wheel that is there.
use_wheel() {
  install "$1" --no-deps --force-reinstall "$2"/tagstream-*.whl
}

python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null ||
  leave_out "there is no Python 3.10 or later"
if [[ ! -x $root/uv/bin/uv ]]; then
  python3 -m venv "$root/uv" >"$log" 2>&1 || leave_out "python3 -m venv does not work"
  "$root/uv/bin/pip" install -q -r requirements/uv.txt >"$log" 2>&1 || true
fi

if [[ $mode == quick ]]; then
  environment quick build test >"$log" 2>&1 ||
    leave_out "its packages can't be had (build/python/log says why)"
  if ! bash tests/wheel.sh "$root/quick/bin/python" "$root/wheel-quick" --quick >"$log" 2>&1; then
    cat "$log"
    exit 1
  fi
  use_wheel "$root/quick/bin/python" "$root/wheel-quick"
  "$root/quick/bin/python" -m pytest -m "not long"
  echo "Python: left out here are the tests of Arrow, SQL, Spark, Ray and SDKs, of frameworks," \
    "and of a million feeds; bindings/python/test.sh --all runs them"
  exit
fi

failed=0

# timed NAME COMMAND...: runs it, and says how long it took; if it fails, what it said.
timed() {
  local name=$1 result=ok
  local out=$root/logs/$name
  shift
  { time "$@" >"$out" 2>&1; } 2>"$out.time" || result=FAILED
  printf '%-12s %-6s %s\n' "$name" "$result" "$(tail -n 1 "$out.time")"
  [[ $result == FAILED ]] || return 0
  cat "$out"
  return 1
}

# job NAME COMMAND...: runs it beside others.
job() {
  while (($(jobs -rp | wc -l) >= $(nproc))); do
    wait -n || failed=1
  done
  timed "$@" &
}

finish_jobs() {
  local process
  for process in $(jobs -p); do
    wait "$process" || failed=1
  done
  ((failed == 0)) || exit 1
}

# python_of VERSION: prints such a Python, if there is one.
python_of() {
  local python
  for python in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/bin/python3; do
    if "$python" -c '' 2>/dev/null; then
      echo "$python"
      return
    fi
  done
}

# in_empty VERSION PYTHON: the wheel, in an environment that has nothing but it and pytest.
in_empty() {
  "$2" -m venv --clear --without-pip "$root/$1"
  install "$root/$1/bin/python" "$root"/wheel/tagstream-*.whl -r requirements/test.txt
  "$root/$1/bin/python" -m pytest tests/test_api.py tests/test_copies.py tests/test_guess.py \
    tests/test_left.py tests/test_stream.py tests/test_text.py
}

# checks: of style and types.
checks() {
  local -a paths=(. ../../bench/python ../../bench/peers ../../tests/servers)
  ruff check "${paths[@]}"
  ruff format --check "${paths[@]}"
  mypy package/tagstream tests ../../tests/servers make_stub.py
  pyright package/tagstream
  python make_stub.py --check
  # As users have it: the installed package, and no configuration.
  rm -rf "$root/user"
  mkdir "$root/user"
  cp tests/users_types.py "$root/user"
  (cd "$root/user" && mypy --strict users_types.py && pyright users_types.py)
  cd "$root"
  python -m mypy.stubtest tagstream --mypy-config-file "$OLDPWD/tests/stubtest.ini" \
    --allowlist "$OLDPWD/tests/stubtest_allowed.txt"
}

# all_packages: verl comes without what it needs, engines for GPUs: one of its modules is used.
all_packages() {
  environment all build check cluster clients bench &&
    install "$root/all/bin/python" --no-deps -r requirements/verl.txt
}

# The packages come over the network while the wheel is built.
timed tools environment build build
timed packages all_packages &
timed before environment before build before test &
timed first environment first build first test &
timed proxy environment proxy build litellm test &
timed wheel bash tests/wheel.sh "$root/build/bin/python" "$root/wheel" || failed=1
finish_jobs
all=$root/all/bin/python
before=$root/before/bin/python
first=$root/first/bin/python
proxy=$root/proxy/bin/python
use_wheel "$all" "$root/wheel"
use_wheel "$before" "$root/wheel"
use_wheel "$first" "$root/wheel"
use_wheel "$proxy" "$root/wheel"

export PATH=$root/all/bin:$PATH
export -f checks in_empty install
export root
job cluster env TAGSTREAM_HAS_ALL=1 "$all" -m pytest tests/test_cluster.py
job litellm "$proxy" -m pytest tests/test_litellm.py
job clients-proxy env TAGSTREAM_CLIENTS=litellm "$proxy" -m pytest tests/test_adapters.py
job checks bash -ec checks
job tests env TAGSTREAM_HAS_ALL=1 "$all" -m pytest --ignore=tests/test_cluster.py \
  --ignore=tests/test_adapters.py --ignore=tests/test_litellm.py
job clients env TAGSTREAM_CLIENTS="openai openai-async openai-rewrite langchain pydantic-ai \
  openai-agents smolagents haystack haystack-async verl" "$all" -m pytest tests/test_adapters.py
job clients-before env TAGSTREAM_CLIENTS="openai openai-async openai-rewrite llama-index" \
  "$before" -m pytest tests/test_adapters.py tests/test_sdk.py
job clients-first env TAGSTREAM_CLIENTS="openai openai-async openai-rewrite" \
  "$first" -m pytest tests/test_adapters.py tests/test_sdk.py
tried=0
for version in 3.10 3.11 3.12 3.13 3.14; do
  python=$(python_of "$version")
  [[ -n $python ]] || continue
  job "Python-$version" bash -ec 'in_empty "$@"' in_empty "$version" "$python"
  tried=$((tried + 1))
done
((tried > 0)) || failed=1
finish_jobs
