#!/usr/bin/env bash
# Builds the user's program by hand, as pkg-config says. Works in its folder.
#   pkg_config.sh LIBDIR VERSION COMPILER [FLAG...]
set -euo pipefail
libdir=$1
export PKG_CONFIG_LIBDIR=$libdir/pkgconfig  # nothing else is looked at
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
read -ra flags < <(pkg-config --cflags --libs --static tagstream_wire)
"$@" wire.cpp "${flags[@]}" -o "$folder/consumer"
"$folder/consumer"
