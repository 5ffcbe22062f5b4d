# Sourced by ./run, ./test and .ci/run: installs what is missing and prepares a build folder.
# shellcheck shell=bash

# shellcheck disable=SC2034  # used by those that source this
build_packages=(g++ cmake ninja-build libfmt-dev nlohmann-json3-dev libgtest-dev
  libbenchmark-dev libsimdjson-dev zlib1g-dev libzstd-dev pkg-config)

# Prints those of the Debian packages that aren't installed.
missing_packages() {
  local package status
  for package in "$@"; do
    status=$(dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | head -n 1) || true
    [[ $status == installed ]] || echo "$package"
  done
}

# Installs the Debian packages that are missing: as root, else with sudo. Not on Debian, it does
# nothing, and cmake says what it can't find.
need_packages() {
  command -v dpkg-query >/dev/null || return 0
  local -a missing as_root=()
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]} > 0)) || return 0
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null || ! { sudo -n true 2>/dev/null || [[ -t 0 ]]; }; then
      echo "Some packages are missing. Install them with:" >&2
      echo "  sudo apt-get install ${missing[*]}" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  echo "Installing ${missing[*]} ..." >&2
  local -a apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
    apt-get -q -o DPkg::Lock::Timeout=300)
  local log
  log=$(mktemp)
  "${apt[@]}" update >"$log" 2>&1 </dev/null || true  # one dead source need not matter
  if ! "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >>"$log" 2>&1 </dev/null
  then
    cat "$log" >&2
    rm -f "$log"
    echo "Installing failed. By hand: sudo apt-get install ${missing[*]}" >&2
    exit 1
  fi
  rm -f "$log"
}

# Removes a build folder that was made for another copy of the source: cmake refuses to use it.
drop_foreign_build() {
  local cache=build/$1/CMakeCache.txt source
  [[ -f $cache ]] || return 0
  source=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$cache")
  [[ $source -ef . ]] || rm -rf "build/$1"
}

# Runs a command and shows what it says only if it fails.
quietly() {
  local log
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}
