#!/usr/bin/env bash
# Checks ./run: what it makes of its arguments.
# usage: TAGSTREAM=path/to/tagstream run_test.sh
# shellcheck disable=SC2154  # checks.sh sets here and program
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
unset COLUMNS NO_COLOR

# The script with a program that has been built already, and that says how it was called.
mkdir -p "$here/source/scripts" "$here/source/examples" "$here/source/build/release/apps/cli"
cp "$(dirname "${BASH_SOURCE[0]}")/../../run" "$here/source"
echo 'build_packages=(); need_packages() { :; }; drop_foreign_build() { :; }; quietly() { :; }' \
  >"$here/source/scripts/setup.sh"
printf '#!/bin/sh\necho "$@"\nexec "%s" "$@"\n' "$program" \
  >"$here/source/build/release/apps/cli/tagstream"
chmod +x "$here/source/build/release/apps/cli/tagstream"
echo 'a </think> b' >"$here/my answer"
echo '<thinking>a</thinking>' >"$here/source/examples/transcript.txt"
# name, a line that is printed (escapes as of printf %b), a folder, arguments...
replays() {
  local name=$1 want
  want=$(printf '%b' "$2")
  cd "$3" || return
  shift 3
  "$here/source/run" "$@" >"$here/out" 2>&1
  grep -qxF -- "$want" "$here/out"; verdict "$name" $?
  cd - >/dev/null || return
}
built=build/release/apps/cli/tagstream
ours='--raw --chunk-size 5 --pace'
tags='--call tool --hide thinking --hide result --unwrap answer'
replays "an option before the file" "show $ours 4 --dialect qwen3 my answer" \
  "$here" --dialect qwen3 'my answer'
shows "and what to try" "  $here/source/$built show --html page.html --dialect qwen3 my\\ answer"
replays "after it" "show $ours 0 my answer --dialect qwen3" "$here" --fast 'my answer' --dialect qwen3
replays "the transcript" "  $built show $tags examples/transcript.txt" "$here/source"
replays "the transcript, from elsewhere" \
  "show $ours 4 $tags $here/source/examples/transcript.txt" "$here"
# The printed command can be typed: without --raw and --pace, which a page does not have.
replays "raw is not said to a page" "  $here/source/$built show --html page.html my\\\\ answer" \
  "$here" --raw --pace 1 --pace=2 'my answer'
shows "nor is it elsewhere" "  $here/source/$built show my\\ answer"
replays "a page" 'show --html p.html my answer' "$here" --html p.html 'my answer'
[ -s "$here/p.html" ]; verdict "it is written" $?
shows "and what to try is no page of it" "  $here/source/$built show my\\ answer"
rm "$here/p.html"
echo 'a </think> b' >"$here/--raw.txt"
replays "a page, in one word" 'show --html=p.html -- --raw.txt' "$here" --html=p.html -- --raw.txt
replays "a file that looks like an option" "  $here/source/$built show -- --raw.txt" \
  "$here" -- --raw.txt
cp "$here/my answer" "$here/other"
replays "several files" "  $here/source/$built show my\\\\ answer other" "$here" 'my answer' other
! grep -q 'page.html' "$here/out"; verdict "of which there is no page" $?
# name, exit code, arguments...
ends() {
  local name=$1 want=$2
  shift 2
  (cd "$here" && ./source/run --fast "$@") >"$here/out" 2>&1
  [ $? = "$want" ]; verdict "$name" $?
}
ends "a problem, with --strict" 3 --strict --dialect qwen3 'my answer'
shows "what to try is said of it, too" 'Now you.'
ends "a file that is not there" 2 nothing
! grep -q 'Now you' "$here/out"; verdict "of that it is not" $?
replays "help" '  ./run [OPTION]... FILE    an answer of your own; options are those of `tagstream show`' \
  "$here" --help
! grep -q 'Now you' "$here/out"; verdict "help alone" $?

sum_up
