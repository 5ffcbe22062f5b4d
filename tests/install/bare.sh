#!/usr/bin/env bash
# Builds and installs the library the way the README says, where there is a compiler, make and
# CMake and nothing else: no other program is on the path, and no package is found.
#   bare.sh SOURCE FOLDER COMPILER CMAKE
set -euo pipefail
source=$1
folder=$2
rm -rf "$folder"
mkdir -p "$folder/tools"
ln -s "$3" "$folder/tools/c++"
ln -s "$4" "$folder/tools/cmake"
for tool in make sh uname as ld ar ranlib; do
  ln -s "$(command -v "$tool")" "$folder/tools/$tool"
done

bare() {
  env -i PATH="$folder/tools" HOME="$folder" "$@"
}
# -O0: it shall build, how fast the library gets does not matter here.
bare cmake -S "$source" -B "$folder/build" -DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF \
  -DCMAKE_CXX_FLAGS_RELEASE=-O0 -DTAGSTREAM_PRECOMPILE=ON | tee "$folder/log"
bare cmake --build "$folder/build"
bare cmake --install "$folder/build" --prefix "$folder/prefix"

# has WHAT PATTERN: the installed files must have one whose path ends so.
has() {
  find "$folder/prefix" -path "*/$2" | grep -q . || { echo "bare: $1 is missing"; exit 1; }
}
has "the library" 'lib*/libtagstream.a'
has "a header" include/tagstream/tagstream.hpp
has "tagstream_wire" 'lib*/libtagstream_wire.a'
has "the package" cmake/tagstream/tagstreamConfig.cmake
has "tagstream.pc" pkgconfig/tagstream.pc
has "the licence" LICENSE
grep -q 'The program is left out: it needs fmt' "$folder/log" ||
  { echo "bare: nothing says that the program is left out"; exit 1; }
grep -q '^CMAKE_BUILD_TYPE:STRING=Release$' "$folder/build/CMakeCache.txt" ||
  { echo "bare: not a release build"; exit 1; }

# Who asks for a component that was left out is told so.
find "$folder/prefix" -name 'tagstreamWireTargets*.cmake' -delete
mkdir "$folder/user"
printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(user LANGUAGES CXX)' \
  'find_package(tagstream REQUIRED COMPONENTS c wire)' >"$folder/user/CMakeLists.txt"
if bare cmake -S "$folder/user" -B "$folder/user/build" -DCMAKE_PREFIX_PATH="$folder/prefix" \
  >"$folder/log" 2>&1; then
  echo "bare: the component wire is found"
  exit 1
fi
sentence='component wire: it was left out when tagstream was built (TAGSTREAM_WIRE)'
log=$(tr -s ' \n' ' ' <"$folder/log")  # CMake breaks lines
[[ $log == *"$sentence"* ]] || { echo "$log"; exit 1; }
[[ $log != *'component c:'* ]] || { echo "bare: the component c is missing"; exit 1; }
