#!/usr/bin/env bash
# Builds the user's program in C by hand, as pkg-config says: with the shared library, and with
# the static one. Works in its folder.
#   c_pkg_config.sh LIBDIR VERSION COMPILER
set -euo pipefail
export PKG_CONFIG_LIBDIR=$1/pkgconfig  # nothing else is looked at
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

read -ra flags < <(pkg-config --cflags --libs tagstream_c)
"$3" -std=c11 main.c "${flags[@]}" -o "$folder/consumer"
LD_LIBRARY_PATH=$1 "$folder/consumer" "$2"

read -ra flags < <(pkg-config --cflags --libs --static tagstream_c)
"$3" -std=c11 -static main.c "${flags[@]}" -o "$folder/consumer"
"$folder/consumer" "$2"
