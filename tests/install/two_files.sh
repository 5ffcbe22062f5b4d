#!/usr/bin/env bash
# Builds a user's programs, in C and in C++, with the files that scripts/two_files writes.
#   two_files.sh SOURCE FOLDER VERSION C_COMPILER COMPILER
set -euo pipefail
source=$1
folder=$2
rm -rf "$folder"
"$source/scripts/two_files" "$folder"
consumers=$source/tests/install
cd "$folder"

# The pasted code compiles without a warning.
"$5" -std=c++20 -O0 -Wall -Wextra -Werror -c tagstream.cpp
"$4" -std=c11 -I . -c "$consumers/c_consumer/main.c" -o in_c.o
"$5" in_c.o tagstream.o -o in_c
./in_c "$3"
sed 's,<tagstream/tagstream.hpp>,"tagstream.hpp",' "$consumers/consumer/main.cpp" >in_cpp.cpp
"$5" -std=c++20 in_cpp.cpp tagstream.o -o in_cpp
./in_cpp "$3"

# In parts, it is the same library.
"$source/scripts/two_files" --parts 3 .
[[ $(echo tagstream*.cpp) == "tagstream_1.cpp tagstream_2.cpp tagstream_3.cpp" ]]
for part in 1 2 3; do
  "$5" -std=c++20 -O0 -Wall -Wextra -Werror -c "tagstream_$part.cpp" &
  jobs[part]=$!
done
for part in 1 2 3; do wait "${jobs[part]}"; done
"$5" -std=c++20 in_cpp.cpp tagstream_?.o -o in_parts
./in_parts "$3"
