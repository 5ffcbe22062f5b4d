#!/usr/bin/env bash
# Checks that what the program can write of docs/ itself is as it writes it.
# usage: TAGSTREAM=path/to/tagstream docs_test.sh [--update]
# shellcheck disable=SC2154  # checks.sh sets here and program
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
docs=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../docs")

# The commands, the families, and the kinds and codes of events.
[ "${1-}" != --update ] || TAGSTREAM=$program python3 "$docs/../scripts/reference.py"
TAGSTREAM=$program python3 "$docs/../scripts/reference.py" --check
verdict 'pages of reference are as the program and the headers say' $?

# The names of parsers and models, and what each becomes. A name that is not known has a reason.
names=$(dirname "${BASH_SOURCE[0]}")/parser_names.txt
becomes() {
  local kind=$1 name=$2 why=$3 row sure=''
  if [ "$kind" = model ]; then
    row=$("$program" guess --model "$name" 2>/dev/null | head -1)
    sure=${row#*:}
    row=${row%%:*}
  else
    row=$("$program" dialects "$name" 2>/dev/null | sed -nE '1s/[,:].*//p')
  fi
  [ -z "$row" ] || [ -z "$why" ] || echo "$name" >>"$here/needless"
  [ -n "$row" ] || [ -n "$why" ] || echo "$name" >>"$here/unexplained"
  [ -n "$row" ] && echo "\`$row\`${sure:+,$sure}" || echo "not known: $why"
}
: >"$here/needless"
: >"$here/unexplained"
head=''
while read -r kind name why; do
  case $kind in
    '##' | '') ;;
    '#') printf '\n## %s\n\n' "$name${why:+ $why}"; head=yes ;;
    model)
      [ -z "$head" ] || printf '| model | dialect |\n|---|---|\n'
      printf '| `%s` | %s |\n' "$name" "$(becomes "$kind" "$name" "$why")"; head='' ;;
    *)
      [ -z "$head" ] || printf '| parser | reads | dialect |\n|---|---|---|\n'
      printf '| `%s` | %s | %s |\n' "$name" "${kind/both/calls, reasoning}" "$(becomes "$kind" "$name" "$why")"; head='' ;;
  esac
done <"$names" >"$here/parser_table"
[ ! -s "$here/needless" ]; verdict "parser_names.txt: no reason where a name is known: $(head -1 "$here/needless")" $?
[ ! -s "$here/unexplained" ]; verdict "parser_names.txt: each name is known or has a reason: $(head -1 "$here/unexplained")" $?
[ "$(grep -c '^| `' "$here/parser_table")" -ge 230 ]; verdict 'parser_names.txt: all names are read' $?
awk -v table="$here/parser_table" '
  /^<!-- the names end -->$/ { skips = 0; print "" }
  !skips { print }
  /^<!-- the names begin/ { while ((getline line < table) > 0) print line; skips = 1 }
  ' "$docs/parser_names.md" >"$here/parser_names.md"
[ "${1-}" != --update ] || cp "$here/parser_names.md" "$docs/parser_names.md"
diff -u "$docs/parser_names.md" "$here/parser_names.md"; verdict 'parser_names.md is as the program says' $?

# The evidence of each family is what evidence.md has rows of.
while IFS=$'\t' read -r name kinds; do
  in_page=$(awk -F ' *[|] *' -v name="\`$name\`" '/^<!-- the table begins/ { in_table = 1 }
    in_table && $2 == name { print $3 }' "$docs/evidence.md" | sort -u | paste -sd ,)
  [ "$in_page" = "$kinds" ]; verdict "evidence.md: $name: $kinds" $?
done < <("$program" dialects --json | python3 -c '
import json, sys
for row in json.load(sys.stdin)["dialects"]:
    evidence = {"recorded answers" if one.startswith("answers") else one for one in row["evidence"]}
    if row["name"] != "none":
        print(row["name"], ",".join(sorted(evidence) or ["nothing yet"]), sep="\t")')

# Each default that defaults.md and options.md name is that of the program.
cell() { sed -nE "s/^\\| \`$1\` \\| ([^|]*) \\|.*/\\1/p" "$docs/$2" | head -1 | tr -d '`' | sed 's/,.*//'; }
named=0
while IFS=$'\t' read -r name value; do
  [ "$(cell "$name" defaults.md)" = "${value/not given/none}" ]; verdict "defaults.md: $name is $value" $?
  [ "$value" = 'not given' ] || [ "$(cell "$name" options.md)" = "$value" ]; verdict "options.md: $name is $value" $?
  named=$((named + 1))
done < <("$program" read --hide x --explain | sed -nE 's/^([a-z_]+): (.*) \(the default\).*/\1\t\2/p')
[ "$named" -ge 27 ]; verdict "defaults.md: $named options have a default" $?
for word in end keep extract; do  # the families that read so; all others settle
  of_word=$("$program" dialects | awk 'NR > 1 { print $1 }' | while read -r name; do
    "$program" read --dialect "$name" --explain |
      grep -q "^calls_in_reasoning: auto (the default): $word," && echo "$name"
  done)
  in_page=$(sed -nE "s/^\| \`$word\` \| (\`.*)\|$/\1/p" "$docs/defaults.md" | grep -oE '`[a-z0-9_]+`' | tr -d '`')
  [ -n "$of_word" ] && [ "$in_page" = "$of_word" ]; verdict "defaults.md: the families whose calls_in_reasoning is $word" $?
done

# The families in the README, by the best evidence that evidence.md has for each, and the calls that
# were counted there.
awk -F ' *[|] *' '
  BEGIN {
    size = split("recorded answers|rendered by its template|another parser'"'"'s tests|nothing yet", kinds, "|")
    for (i = 1; i <= size; ++i) rank[kinds[i]] = i
  }
  function number(text) { gsub(",", "", text); return text ~ /^[0-9]+$/ ? text : 0 }
  function grouped(value) { return value < 1000 ? value : int(value / 1000) sprintf(",%03d", value % 1000) }
  /^<!-- the table begins/ { in_table = 1 }
  in_table && /^\| `/ && $3 in rank {
    if (!($2 in best)) names[++families] = $2
    if (!($2 in best) || rank[$3] < best[$2]) best[$2] = rank[$3]
    if (rank[$3] == 1) { calls += number($5); right += number($6) }
  }
  END {
    for (j = 1; j <= families; ++j) {
      i = best[names[j]]
      ++count[i]
      row[i] = row[i] (row[i] == "" ? "" : ", ") names[j]
    }
    printf "%d families: %d were tried on recorded answers of a model, where %s of %s calls came out right;\n", \
      families, count[1], grouped(right), grouped(calls)
    printf "%d on texts of their template or of another parser'"'"'s tests; %d on nothing yet ([the counts](docs/evidence.md)).\n\n", \
      count[2] + count[3], count[4]
    print "<details>\n<summary>All families, by the best evidence for each</summary>\n"
    print "| best evidence | | families |\n|---|--:|---|"
    for (i = 1; i <= size; ++i) print "| " kinds[i] " | " count[i] " | " row[i] " |"
    print "\n</details>"
  }' "$docs/evidence.md" >"$here/families"
awk -v table="$here/families" '
  /^<!-- the families end -->$/ { skips = 0 }
  !skips { print }
  /^<!-- the families begin/ { while ((getline line < table) > 0) print line; skips = 1 }
  ' "$docs/../README.md" >"$here/README.md"
[ "${1-}" != --update ] || cp "$here/README.md" "$docs/../README.md"
diff -u "$docs/../README.md" "$here/README.md"; verdict 'README.md: the families' $?
grep -q "reads $(awk '/^[0-9]+ families:/ { print $1 }' "$here/families") families" "$docs/../llms.txt"
verdict 'llms.txt: the number of families' $?
[ "$(wc -l <"$docs/../README.md")" -le 180 ]; verdict 'README.md: at most 180 lines' $?

# The moving picture of the README.
python3 "$docs/../scripts/moving_picture.py" "$program" >"$here/run.svg"
[ "${1-}" != --update ] || cp "$here/run.svg" "$docs/pictures/run.svg"
cmp "$docs/pictures/run.svg" "$here/run.svg"; verdict 'run.svg is as the program shows it' $?

# The commands of these pages print what stands below them, if anything does, but for what is left
# out with `…`. A file that a block shows with `cat`, or writes with `>`, is there.
cat >"$here/tokenizer_config.json" <<'END'
{"response_template": {"start_anchor": "<|im_start|>assistant\n", "fields": {
  "thinking": {"open": "<think>", "close": "</think>"}, "content": {"close": "<|im_end|>"},
  "tool_calls": {"open": "<tool_call>", "close": "</tool_call>", "content": "json"}}}}
END
tagstream() { "$program" "$@"; }
# is_as TEXT WANTED: `…` in WANTED stands for any text.
is_as() {
  local text=$1 rest=$2 part
  [[ $rest == *…* ]] || { [[ $text == "$rest" ]]; return; }
  part=${rest%%…*}
  [[ $text == "$part"* ]] || return 1
  text=${text#"$part"}
  rest=${rest#*…}
  while [[ $rest == *…* ]]; do
    part=${rest%%…*}
    [[ $text == *"$part"* ]] || return 1
    text=${text#*"$part"}
    rest=${rest#*…}
  done
  [[ $text == *"$rest" ]]
}
command='' want=''
check_command() {
  case $command in
    'cat '*) printf '%s' "$want" >"$here/${command#cat }" ;;
    'tagstream '* | *'| tagstream '*)
      [[ -z $want ]] || {
        is_as "$(cd "$here" && eval "$command" 2>&1)" "${want%$'\n'}"; verdict "docs: $command" $?
      } ;;
    'printf '*' >'*) (cd "$here" && eval "$command"); verdict "docs: $command" $? ;;
  esac
  command='' want=''
}

# Each command of the README runs as it is pasted, the ones before it in the same folder.
mkdir "$here/pasted"
while IFS= read -r line; do
  (cd "$here/pasted" && eval "$line") >"$here/out" 2>"$here/err"; verdict "README: $line" $?
done < <(sed -nE '/^```/,/^```/ { s/ +# .*$//; /…/d; s/^\$ ((tagstream|echo|printf) .*)$/\1/p; }' "$docs/../README.md")
[ -s "$here/pasted/answer.txt" ]; verdict 'README: its commands make the file that they read' $?

# Commands that stand without output, in these pages, run and end with 0; `curl …` is a sketch.
mkdir "$here/shown"
printf '<think>Rain?</think>See: <tool_call>{"name": "rain", "arguments": {}}</tool_call>' >"$here/shown/answer.txt"
printf '{"message":{"content":"<think>Rain?</think>It rains."},"done":true}\n' >"$here/shown/ollama.txt"
printf '{"id":1,"text":"<think>Rain?</think>It rains."}\n' >"$here/shown/answers.jsonl.zst"  # known by its bytes
printf '[{"name":"rain","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}]' >"$here/shown/tools.json"
ran=0
while IFS= read -r line; do
  (cd "$here/shown" && eval "$line") >"$here/out" 2>&1; verdict "docs: $line" $?
  ran=$((ran + 1))
done < <(cd "$docs" && sed -nE '/^```/,/^```/ { /curl/d; s/^(\$ )?(tagstream .*)$/\2/p; }' constrain.md dialects.md options.md wire.md |
  sed -E 's/ +# .*$//' | grep -E 'answer|ollama|tools\.json')
[ "$ran" -ge 10 ]; verdict 'docs: commands without output are found' $?

is_block=no
while IFS= read -r line; do
  case $is_block$line in
    no'```'*) is_block=yes ;;
    yes'```'*) check_command; is_block=no ;;
    yes'$ '*) check_command; command=${line#'$ '} ;;
    yes*) want+=$line$'\n' ;;
  esac
done < <(cd "$docs" && sed '/^~~~/,/^~~~/d' ../README.md constrain.md recipes.md own_formats.md parser_names.md which_family.md defaults.md \
  dialects.md events.md extract.md filter.md options.md read.md show.md thoughts.md tools.md traces.md tutorial.md wire.md write.md)

sum_up
