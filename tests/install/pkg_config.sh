#!/usr/bin/env bash
# Builds the user's program by hand, as pkg-config says. Works in its folder.
#   pkg_config.sh LIBDIR VERSION COMPILER [FLAG...]
set -euo pipefail
export PKG_CONFIG_LIBDIR=$1/pkgconfig  # nothing else is looked at
version=$2
shift 2

found=$(pkg-config --modversion tagstream)
[[ $found == "$version" ]] || { echo "tagstream.pc says version $found, not $version"; exit 1; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for options in "--cflags --libs" "--cflags --libs --static"; do
  # shellcheck disable=SC2086  # they are several
  read -ra flags < <(pkg-config $options tagstream)
  "$@" main.cpp "${flags[@]}" -o "$folder/consumer"
  "$folder/consumer" "$version"
done
