#!/usr/bin/env bash
# Builds the library for a target with pointers of 32 bits, from the files that scripts/two_files
# writes, calls every function there, and reads what this machine reads: all that comes out is the
# same, to the byte.
#   cross.sh SOURCE FOLDER DIGEST C_COMPILER COMPILER
set -euo pipefail
source=$1
folder=$2
rm -rf "$folder"
"$source/scripts/two_files" "$folder"
programs=$source/tests/c/programs
cd "$folder"
"$5" -m32 -std=c++20 -O1 -c tagstream.cpp
for program in every_function digest; do
  "$4" -m32 -std=c11 -I . -c "$programs/$program.c"
  "$5" -m32 "$program.o" tagstream.o -o "$program"
done
./every_function
here=$("$3" "$source"/tests/golden/dialects/*.md)
there=$(./digest "$source"/tests/golden/dialects/*.md)
echo "cross: $here here, $there there"
[[ $here == "$there" ]]
