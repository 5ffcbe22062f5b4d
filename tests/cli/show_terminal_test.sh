#!/usr/bin/env bash
# Checks `tagstream show` on a terminal, which may change its size.
# usage: TAGSTREAM=path/to/tagstream show_terminal_test.sh
# shellcheck disable=SC2154  # checks.sh sets here and program
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
unset COLUMNS NO_COLOR

folder=$(dirname "$(realpath "${BASH_SOURCE[0]}")")/show
export NO_COLOR=1

if command -v script >/dev/null; then
  printf '<think>a</think>b' >"$here/answer"
  shown=$'reasoning\n│ a\n\nb'
  for command in "read --dialect qwen3" "show --dialect qwen3"; do
    on_terminal "'$program' $command '$here/answer'" >"$here/out"
    [ "$(cat "$here/out")" = "$shown" ]; verdict "$command" $?
  done
  printf '<tool_call>{bad}</tool_call>' >"$here/broken"
  on_terminal "'$program' show --dialect qwen3 '$here/broken'" >"$here/shown"
  on_terminal "'$program' read --dialect qwen3 '$here/broken'" >"$here/out"
  cmp "$here/shown" "$here/out" && [ "$(grep -c bad "$here/out")" = 1 ]; verdict 'a broken call is shown once' $?
  on_terminal "'$program' read --dialect qwen3 --events '$here/answer'" >"$here/out"
  grep -q '^{"kind":"reasoning"' "$here/out"; verdict "read --events" $?
  on_terminal "'$program' read --call tool '$here/answer'" >"$here/out"
  grep -qx '<think>a</think>b' "$here/out"; verdict "read --call tool" $?
  on_terminal "stty cols 40; '$program' show --dialect qwen3 --color always '$here/answer'" >"$here/out"
  grep -q $'\x1b\[1;36mreasoning' "$here/out"; verdict "colours" $?
fi

# sizes, and what follows: what stands on a terminal that has these sizes one after the other
holds() {
  python3 "$folder/terminal.py" "$@" >"$here/out"
}

# The stretch that is open is drawn again and again; at the end the rows are those of a file.
for width in 60 120; do
  COLUMNS=$width "$program" show --raw --dialect qwen3 "$folder/answer.txt" >"$here/want"
  holds "${width}x40" "$program" show --raw --dialect qwen3 "$folder/answer.txt"
  cmp -s "$here/want" "$here/out"; verdict "raw, $width columns" $?
done

# So do terminals of other sizes, and those that change theirs: each word stands there twice, in the
# stream and in its output.
python3 -c '
words = iter(f"w{i:03}" for i in range(1000))
some = lambda count: " ".join(next(words) for _ in range(count))
print(f"<think>{some(150)}\n{some(20)}</think>\n\n{some(200)}\n")
print(f"<tool_call>\n{{\"name\": \"f\", \"arguments\": {{\"a\": \"{some(5)}\"}}}}\n</tool_call>\n{some(99)}")
' >"$here/words"
for way in '' --reflow; do
  for sizes in 120x20 120x9 120x24,60x24,130x20,70x22,100x30 60x24,40x24,90x22,120x40 15x20,10x20,18x20 \
    19x24,30x24,16x24 130x24,70x24,71x24; do
    # shellcheck disable=SC2086  # it may be none
    holds $way --feed "$sizes" "$program" show --raw --dialect qwen3 <"$here/words"
    python3 -c '
import collections, re, sys
count = collections.Counter(re.findall(r"w\d+", open(sys.argv[1], encoding="utf-8").read()))
wrong = [f"w{i:03}" for i in range(474) if count[f"w{i:03}"] != 2]
sys.exit(" ".join(wrong) or None)
' "$here/out"; verdict "raw, ${way:-rows stay}, $sizes" $?
  done
done

if command -v script >/dev/null; then
  on_terminal "TERM=dumb '$program' show --raw --dialect qwen3 '$folder/answer.txt'" >"$here/drawn"
  ! grep -q $'\x1b' "$here/drawn"; verdict "raw on a terminal that knows nothing" $?
  { printf 'word %.0s' {1..3600}; echo last; } >"$here/answer"
  command="stty cols 120 rows 10; '$program' show --raw --dialect qwen3"
  on_terminal "$command --no-finish --chunk-size 17000 '$here/answer'" >"$here/out"
  seen=$(tr -d '\r' <"$here/out" | grep -m 1 -n $'\x1b\\[[0-9]*A' | cut -d : -f 1)
  seen=$(head -n "$seen" "$here/out" | grep -c 'word word .*┊ word word')
  [ "$seen" -ge 8 ]
  verdict "raw, the ends of both panes where a line is long" $?
  command="stty cols 120 rows 10; timeout --foreground -s INT 1 '$program' show --raw --pace 50"
  on_terminal "$command --dialect qwen3 '$here/answer'" >"$here/out"
  grep -q word "$here/out" && ! grep -q last "$here/out"; verdict "raw, interrupted" $?

  # $here/out becomes what stands on the terminal of a command line, in which @ is the program, that
  # is ended by a signal. Takes its text so far, as Python says it, and a name for that.
  is_ended() {
    local name=$1 command=$2 signal code
    for signal in INT:130 TERM:143; do
      code=${signal#*:}
      signal="timeout --preserve-status --foreground -s ${signal%:*} 1 '$program'"
      on_terminal "${command//@/$signal}; echo code \$?" >"$here/out"
      [ "$(tail -1 "$here/out")" = "code $code" ]; verdict "$name, code $code" $?
      python3 -c "text = open('$here/out', encoding='utf-8').read()
$4"; verdict "$3" $?
    done
  }
  # Whatever ends it, the rows are the last thing that is drawn, and the terminal wraps again.
  is_ended "raw, ended" \
    "stty cols 120 rows 10; @ show --raw --pace 5000 --dialect qwen3 '$here/answer'" \
    "and the terminal is as it was" '
drawn, rest = text.rsplit("\x1b[A", 1)
assert "\x1b" not in rest and "┊ word wor" in rest, rest
assert drawn.rindex("\x1b[?7h") > drawn.rindex("\x1b[?7l")'
  is_ended "colours, ended" \
    "(printf '<think>a word and'; sleep 3) | (unset NO_COLOR; @ show --dialect qwen3)" \
    "and none is left" '
assert "\x1b[2ma word" in text, text
assert text.rindex("\x1b[0m") > text.rindex("\x1b[2m"), text'

  # As quick as a terminal is: not each of 37,500 pieces is drawn.
  python3 -c 'print(30000 * "some words ")' >"$here/long"
  for command in "'$program' show --raw '$here/long' | wc -c" "'$program' show --raw '$here/long'"; do
    begin=$(date +%s%N)
    on_terminal "stty cols 120 rows 40; $command" >"$here/out"
    [ $((($(date +%s%N) - begin) / 1000000)) -lt 3000 ]; verdict "raw, 300 KB: ${command##*/long\'}" $?
  done
  [ "$(grep -c $'\x1b\\[?7l' "$here/out")" -lt 1000 ]; verdict "raw, what nobody sees is not drawn" $?

  # A message does not go on with the line of the text.
  printf 'data: {"choices":[{"delta":{"content":"%s"}}]}\n\n' 'Hello wor' >"$here/sse"
  printf 'data: {oops\n\ndata: {"choices":[{"delta":{"content":"%s"}}]}\n\n' 'ld' >>"$here/sse"
  for command in "show --dialect qwen3" "filter --hide x"; do
    on_terminal "'$program' $command --from sse --chunk-size 40 '$here/sse'" >"$here/out"
    [ "$(head -3 "$here/out")" = $'Hello wor\ntagstream: the payload is not JSON: byte 55\nld' ]
    verdict "$command: messages have lines of their own" $?
  done
  on_terminal "'$program' show --raw --dialect qwen3 --from sse --chunk-size 40 '$here/sse'" >"$here/out"
  grep -qx 'tagstream: the payload is not JSON: byte 55' "$here/out"; verdict "so they have beside the stream" $?

  # Who has given no file is told what is read.
  for command in show "filter --hide think"; do
    { printf 'a</think>b\n'; sleep 0.5; printf '\004'; } |
      script -qec "'$program' $command" /dev/null | tr -d '\r' >"$here/out"
    grep -qx 'tagstream: reads what is typed or pasted here, until Ctrl-D (or name a FILE)' "$here/out"
    verdict "$command alone on a terminal" $?
    [ "$(grep -cx 'a</think>b' "$here/out")" = 2 ]; verdict "and what is typed is read" $?
  done
  "$program" show <"$here/out" 2>"$here/err" >/dev/null
  [ ! -s "$here/err" ]; verdict "not where a file is read" $?
fi

sum_up
