#!/usr/bin/env bash
# Builds the library for another target, from the files that scripts/two_files writes, calls every
# function there, and reads what this machine reads: all that comes out is the same, to the byte.
# Then runs the unit tests there.
#   cross.sh SOURCE FOLDER DIGEST TARGET [alone]    alone: without the unit tests
#   TARGET: aarch64, armhf, i686, s390x, windows, libcxx
set -euo pipefail
source=$1
folder=$2
digest=$3
target=$4
flags=(-static)
runner=()
case $target in
  i686) prefix=i686-linux-gnu- ;;
  s390x)  # big endian
    prefix=s390x-linux-gnu-
    runner=(qemu-s390x)
    ;;
  aarch64)  # NEON
    prefix=aarch64-linux-gnu-
    runner=(qemu-aarch64)
    ;;
  armhf)
    prefix=arm-linux-gnueabihf-
    flags+=(-Wno-psabi)
    runner=(qemu-arm)
    ;;
  windows)
    prefix=x86_64-w64-mingw32-
    runner=(wine)
    export WINEDEBUG=-all WINEPREFIX=$folder/wine
    ;;
  libcxx)
    prefix=
    flags=(-stdlib=libc++)
    ;;
  *)
    echo "cross: there is no target $target"
    exit 1
    ;;
esac
c=${prefix}gcc
cpp=${prefix}g++
[[ $target != libcxx ]] || { c=clang-19 cpp=clang++-19; }
[[ $target != windows ]] || cpp+=-posix  # gcc's own threads, which std::mutex needs
ccache=()
! command -v ccache >/dev/null || ccache=(ccache)

mkdir -p "$folder"
"$source/scripts/two_files" "$folder"
cd "$folder"
compile() { # OBJECT SOURCE FLAG...
  echo "${@:2:1}"
  "${ccache[@]}" "$cpp" "${flags[@]}" -std=c++20 -O1 "${@:3}" -c "$2" -o "$1"
}
compile tagstream.o tagstream.cpp
for program in every_function digest; do
  "$c" -std=c11 -I . -c "$source/tests/c/programs/$program.c"
  "$cpp" "${flags[@]}" "$program.o" tagstream.o -o "$program.exe"
done
"${runner[@]}" ./every_function.exe
here=$("$digest" 200 "$source"/tests/golden/dialects/*.md)
there=$("${runner[@]}" ./digest.exe 200 "$source"/tests/golden/dialects/*.md | tr -d '\r')
echo "cross: $target: $here here, $there there"
[[ $here == "$there" ]]
(($# == 4)) || exit 0

tests=$source/tests
gtest=/usr/src/googletest/googletest
compile gtest.o "$gtest/src/gtest-all.cc" -I "$gtest" -I "$gtest/include" -w
compile main.o "$gtest/src/gtest_main.cc" -I "$gtest/include" -w
mkdir -p unit json
ln -sfn /usr/include/nlohmann json/nlohmann
objects=(gtest.o main.o tagstream.o)
includes=(-O0 -I "$source/include" -I "$source/src" -I "$source/kit" -I "$tests" -I "$gtest/include"
  -isystem "$folder/json" -D "TAGSTREAM_GOLDEN_DIR=\"$tests/golden\"")
for file in "$tests"/unit/*.cpp "$tests"/support/*.cpp; do
  object=unit/$(basename "$file" .cpp).o
  compile "$object" "$file" "${includes[@]}"
  objects+=("$object")
done
"$cpp" "${flags[@]}" "${objects[@]}" -o unit_tests.exe
"${runner[@]}" ./unit_tests.exe --gtest_brief=1
