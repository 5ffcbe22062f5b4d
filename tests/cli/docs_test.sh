#!/usr/bin/env bash
# Checks that what the program can write of docs/ itself is as it writes it.
# usage: TAGSTREAM=path/to/tagstream docs_test.sh [--update]
# shellcheck disable=SC2154  # checks.sh sets here and program
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
docs=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../docs")

"$program" help --markdown >"$here/cli.md"
# The part of dialects.md between the marks is the program's; the rest is written by hand.
"$program" dialects --markdown >"$here/table"
first=$(head -1 "$here/table")
last=$(tail -1 "$here/table")
[ "$(grep -cxF -e "$first" -e "$last" "$docs/dialects.md")" = 2 ]; verdict 'dialects.md: two marks' $?
awk -v first="$first" -v last="$last" -v table="$here/table" '
  $0 == first { while ((getline line < table) > 0) print line; skips = 1 }
  !skips { print }
  $0 == last { skips = 0 }' "$docs/dialects.md" >"$here/dialects.md"
for file in cli.md dialects.md; do
  [ "${1-}" != --update ] || cp "$here/$file" "$docs/$file"
  diff -u "$docs/$file" "$here/$file"; verdict "$file is as the program writes it" $?
done

# Each family has a row in evidence.md.
while read -r name; do
  grep -q "^| \`$name\` |" "$docs/evidence.md"; verdict "evidence.md: $name" $?
done < <("$program" dialects | awk 'NR > 1 && $1 != "none" && $1 != "auto" { print $1 }')

# The commands of these pages print what stands below them, if anything does, but for what is left
# out with `…`. A file that a block shows with `cat` is there.
cat >"$here/tokenizer_config.json" <<'END'
{"response_template": {"start_anchor": "<|im_start|>assistant\n", "fields": {
  "thinking": {"open": "<think>", "close": "</think>"}, "content": {"close": "<|im_end|>"},
  "tool_calls": {"open": "<tool_call>", "close": "</tool_call>", "content": "json"}}}}
END
tagstream() { "$program" "$@"; }
command='' want=''
check_command() {
  case $command in
    'cat '*) printf '%s' "$want" >"$here/${command#cat }" ;;
    'tagstream '* | *'| tagstream '*)
      [[ -z $want || $want == *…* ]] || {
        [ "$(cd "$here" && eval "$command" 2>&1)" = "${want%$'\n'}" ]; verdict "docs: $command" $?
      } ;;
  esac
  command='' want=''
}

# Each command of the README runs as it is pasted, the ones before it in the same folder.
mkdir "$here/pasted"
while IFS= read -r line; do
  (cd "$here/pasted" && eval "$line") >"$here/out" 2>"$here/err"; verdict "README: $line" $?
done < <(sed -nE '/^```/,/^```/ { s/ +# .*$//; /…/d; s/^\$ ((tagstream|echo|printf) .*)$/\1/p; }' "$docs/../README.md")
[ -s "$here/pasted/answer.txt" ] && [ -s "$here/pasted/answers.jsonl" ]
verdict 'README: its commands make the files that they read' $?

is_block=no
while IFS= read -r line; do
  case $is_block$line in
    no'```'*) is_block=yes ;;
    yes'```'*) check_command; is_block=no ;;
    yes'$ '*) check_command; command=${line#'$ '} ;;
    yes*) want+=$line$'\n' ;;
  esac
done < <(cd "$docs" && sed '/^~~~/,/^~~~/d' ../README.md own-formats.md which-family.md defaults.md \
  dialects.md events.md extract.md filter.md options.md read.md show.md thoughts.md tools.md traces.md write.md)

sum_up
