#!/usr/bin/env bash
# Compiles the two files and users' programs for systems that are not here, by `zig c++` of PyPI,
# and runs those that run here: with musl, and with a glibc as old as 2.28.
#   zig.sh SOURCE FOLDER VERSION
set -euo pipefail
source=$1
version=$3
mkdir -p "$2"
folder=$(realpath "$2")
python=$folder/python/bin/python
if ! "$python" -c 'import ziglang' 2>/dev/null; then
  python3 -m venv --clear "$folder/python"
  "$python" -m pip install -q --disable-pip-version-check ziglang==0.17.1
fi
"$source/scripts/two_files" "$folder"
cd "$folder"
consumers=$source/tests/install
sed 's,<tagstream/tagstream.hpp>,"tagstream.hpp",' "$consumers/consumer/main.cpp" >in_cpp.cpp
cp "$consumers/c_consumer/main.c" in_c.c

for target in {x86_64,aarch64}-{linux-musl,linux-gnu.2.28,macos} x86_64-windows-gnu; do
  cxx=("$python" -m ziglang c++ -target "$target" -std=c++20 -O0 -Wall -Wextra -Werror)
  "${cxx[@]}" -c tagstream.cpp -o tagstream.o
  "$python" -m ziglang cc -target "$target" -I . -c in_c.c -o in_c.o
  "${cxx[@]}" -c in_cpp.cpp -o in_cpp.o
  for user in in_c in_cpp; do
    "${cxx[@]}" "$user.o" tagstream.o -o "$user"
    [[ $target != "$(uname -m)"-linux-* ]] || "./$user" "$version"
  done
  echo "zig: $target"
done
