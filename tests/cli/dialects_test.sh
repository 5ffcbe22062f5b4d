#!/usr/bin/env bash
# Checks `tagstream dialects` from outside.
# usage: TAGSTREAM=path/to/tagstream dialects_test.sh
# shellcheck disable=SC2034,SC2154  # checks.sh uses input, and sets code, here and program
# shellcheck source=checks.sh disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"

# --- help ---------------------------------------------------------------------------------------

check_help dialects 24 --json --markdown
answer=$(sed -n '/^  \$ tagstream dialects deepseek_r1$/,/^exit/p' "$here/help" | sed '1d;$d; s/^  //')
[ -n "$answer" ] && [ "$("$program" dialects deepseek_r1)" = "$answer" ]
verdict '--help: the example gives what it says' $?
for option in --json --markdown; do
  run dialects "$option"
  verdict "$option: exit 0" "$code"
done

# --- for people ---------------------------------------------------------------------------------

run dialects
verdict 'exit 0' "$code"
cp "$here/out" "$here/table"
[ "$(head -1 "$here/table" | tr -s ' ')" = 'NAME STARTS REASONING CALLS ALIASES' ]; verdict 'the columns' $?
line() { grep "^$1 " "$here/table" | tr -s ' '; }
[ "$(line hermes)" = 'hermes text <think>…</think> <tool_call>…</tool_call> qwen qwen25 nemotron_json trinity bielik kolibri1 nanbeige nanbeige4 reka_edge smollm3' ]
verdict 'hermes' $?
[ "$(line think_forced)" = 'think_forced inside <think>…</think> - qwen3_thinking holo2' ]
verdict 'no calls' $?
[ "$(line jamba)" = 'jamba text - <tool_calls>…</tool_calls>' ]; verdict 'no reasoning' $?
[ "$(line mistral)" = 'mistral text [THINK]…[/THINK] [TOOL_CALLS]… magistral ministral devstral' ]; verdict 'no closer' $?
[ "$(line harmony)" = 'harmony header <|channel|>analysis<|message|>…<|end|> to=NAME<|message|>…<|call|> gpt_oss openai openai_gptoss' ]
verdict 'headers' $?
[ "$(line muse_glimmer)" = 'muse_glimmer header <|start|>assistant to=self<|message|>…<|eom|> <atem:invoke>…</atem:invoke> muse' ]
verdict 'a recipient that reasons' $?
[ "$(line cwm)" = 'cwm text <think>…</think> <tool:…</tool>' ]; verdict 'a name after the opener' $?
line kimi_k2 | grep -q '^kimi_k2 prompt '; verdict 'reasoning that the prompt opens' $?
# shellcheck disable=SC1003  # a backslash
line gemma4 | grep -qF '<|channel>thought\n…<channel|>'; verdict 'a line end in a marker is shown' $?
[ "$(line none)" = 'none text - - identity minimax_append_think minimax_m2_append_think' ]; verdict 'none' $?
[ "$(tail -1 "$here/table" | tr -s ' ')" = 'auto text by markers of their own by markers of their own' ]
verdict 'auto, after the rows' $?
tail -n +2 "$here/table" | cut -d' ' -f1 | grep -vx auto >"$here/names"
sort -c "$here/names"; verdict 'sorted by name' $?
[ -z "$(sort "$here/names" | uniq -d)" ]; verdict 'each name once' $?
[ "$(wc -l <"$here/names")" -ge 60 ]; verdict 'all of them' $?
! grep -q ' $' "$here/table"; verdict 'no blanks at ends' $?
# Each column begins where its heading does. `｜` is two columns wide, every other character one.
LC_ALL=C.UTF-8 sed 's/｜/--/g; s/[^ -~]/-/g' "$here/table" >"$here/ascii"
for heading in STARTS REASONING CALLS; do
  awk -v heading="$heading" 'NR == 1 { at = index($0, heading) }
    substr($0, at - 2, 2) != "  " || substr($0, at, 1) == " " { wrong = 1 }
    END { exit wrong }' "$here/ascii"
  verdict "$heading: in a column" $?
done

# --- one row ------------------------------------------------------------------------------------

expect 'one row' 0 'hermes\n- Also called qwen, qwen25, nemotron_json, trinity, bielik, kolibri1, nanbeige, nanbeige4, reka_edge, smollm3.\n- Reasoning: from <think> to </think>.\n- Calls: from <tool_call> to </tool_call>; body json.\n- Calls: from <function_call> to </function_call>; body json.\n- A call in open reasoning: settle; one without end: text.\n- Dropped: <|im_end|>, <|endoftext|>.\n\n<tool_call>{"name":"weather","arguments":{"city":"Oslo"}}</tool_call>\n\n<function_call>{"name":"weather","arguments":{"city":"Oslo"}}</function_call>\n' dialects hermes
cp "$here/out" "$here/hermes"
run dialects Nemotron-JSON
cmp -s "$here/hermes" "$here/out"; verdict 'one row: by an alias, in any case' $?
run dialects auto
[ "$code" = 0 ] && [ "$(head -1 "$here/out")" = auto ] && grep -qF docs/own-formats.md "$here/out"; verdict auto $?
refuse 'auto is no row' 2 "tagstream: unknown name 'auto' ('tagstream dialects' lists them): NAME" dialects auto --json
run dialects hermes --json
grep -qE '^\{"name":"hermes",.*\}$' "$here/out" && [ "$(wc -l <"$here/out")" = 1 ]; verdict 'one row: json' $?
run dialects hermes --markdown
"$program" dialects --markdown | sed -n '/^### hermes$/,/^### /p' | sed '$d' | sed '$d' | cmp -s - "$here/out"
verdict 'one row: markdown' $?
input=''
while read -r name; do
  expect "--dialect $name" 0 '{"content":"","reasoning_content":"","tool_calls":[],"finish_reason":"stop"}\n' \
    parse --json --dialect "$name"
done <"$here/names"

# --- for programs -------------------------------------------------------------------------------

run dialects --json
[ "$(head -1 "$here/out")" = '[' ] && [ "$(tail -1 "$here/out")" = ']' ]; verdict 'json: an array' $?
sed '1d;$d; s/,$//' "$here/out" >"$here/rows"
sed -E 's/^\{"name":"([a-z0-9_]+)",.*\}$/\1/' "$here/rows" | cmp -s - "$here/names"
verdict 'json: the rows of the table' $?
row() { grep "^{\"name\":\"$1\"," "$here/rows"; }
[ "$(row hunyuan_a13b)" = '{"name":"hunyuan_a13b","aliases":[],"reasoning":{"open":["<think>"],"close":["</think>"],"endsBefore":[],"unwrap":["answer"],"drop":[],"startsInside":false,"trims":false,"header":null},"tools":{"calls":[{"open":["<tool_calls>"],"close":["</tool_calls>"],"body":"json","name":null,"shape":null,"pythonic":null,"argument":"text","isLeading":false,"followsName":false,"isLiteral":false,"shared":0}],"wrapOpen":[],"wrapClose":[],"separator":"","callsInReasoning":"keep","onUnclosed":"text","header":null},"drop":["<|eos|>","<|endoftext|>","<｜hy_eos:opensource｜>","<｜hy_eos｜>"],"turn":["<|extra_0|>"],"writesCalls":true,"opensInPrompt":false}' ]
verdict 'json: hunyuan_a13b' $?
[ "$(row muse_glimmer)" = '{"name":"muse_glimmer","aliases":["muse"],"reasoning":{"open":[],"close":[],"endsBefore":[],"unwrap":[],"drop":[],"startsInside":false,"trims":false,"header":{"start":"<|start|>","channel":"","constrain":"","message":"<|message|>","close":["<|eom|>","<|eot|>"],"endsBefore":[],"reasoningChannel":"","textChannels":[],"reasoningRecipient":"self","startsInside":true}},"tools":{"calls":[{"open":["<atem:invoke>"],"close":["</atem:invoke>"],"body":"xml","name":null,"shape":{"functions":[],"parameters":[{"open":"<atem:parameter>","close":"</atem:parameter>"}],"keys":[],"values":[],"type":null,"prefix":"","nameAttribute":"name","keyAttribute":"name","stringAttribute":"","typeAttribute":"","nameIsValue":false,"tagIsKey":false,"trimsLineEnds":false,"nameFirst":false,"separators":[],"headEnd":"","isOneCall":true,"takesCdata":false,"openersEndValues":false,"firstKeyCounts":false,"sample":" name=\"%n\">\n<atem:parameter name=\"in\">%a</atem:parameter>\n"},"pythonic":null,"argument":"text","isLeading":false,"followsName":false,"isLiteral":false,"shared":0}],"wrapOpen":["<atem:function_calls>"],"wrapClose":["</atem:function_calls>"],"separator":"","callsInReasoning":"settle","onUnclosed":"text","header":null},"drop":["<|endoftext|>"],"turn":["<|start|>assistant"],"writesCalls":true,"opensInPrompt":false}' ]
verdict 'json: muse_glimmer' $?
row mistral | grep -qF '"body":"name_then_json","name":{"before":"","kind":"","idMark":"[CALL_ID]","separator":"[ARGS]","then":[],"prefix":"","needsSeparator":false,"isId":false,"idFirst":false}'
verdict 'json: what stands before the arguments' $?
row apertus | grep -qF '"body":"json_by_name","name":null'; verdict 'json: json_by_name' $?
row gigachat3 | grep -qF '"reasoning":null'; verdict 'json: no reasoning' $?
row none | grep -qF '{"name":"none","aliases":["identity","minimax_append_think","minimax_m2_append_think"],"reasoning":null,"tools":null,"drop":[],"turn":[],"writesCalls":false,"opensInPrompt":false}'
verdict 'json: none' $?

input=''
for alias in $(sed -E 's/^.*"aliases":\[([^]]*)\].*$/\1/' "$here/rows" | tr -d '"' | tr ',' ' '); do
  expect "--dialect $alias" 0 '{"content":"","reasoning_content":"","tool_calls":[],"finish_reason":"stop"}\n' \
    parse --json --dialect "$alias"
done

# --- the manual ---------------------------------------------------------------------------------

run dialects --markdown
cp "$here/out" "$here/manual"
# shellcheck disable=SC2016  # backticks are text
[ "$(head -1 "$here/manual")" = '<!-- Generated by `tagstream dialects --markdown`; do not edit. -->' ]
verdict 'markdown: says where it is from' $?
sed -n 's/^### //p' "$here/manual" | grep -xFf "$here/names" | cmp -s - "$here/names"
verdict 'markdown: a section for each' $?
[ "$(sed -n '/^## The table$/,/^## Each/p' "$here/manual" | sed -nE 's/^\| \[([a-z0-9_]+)\].*/\1/p')" = "$(cat "$here/names")" ]
verdict 'markdown: the table' $?
# A bar that does not end a cell has a backslash before it.
[ "$(sed -n '/^## The table$/,/^## Each/p' "$here/manual" | grep '^| \[' | sed 's/\\|//g' | tr -cd '|\n' | sort -u)" = '||||||' ]
verdict 'markdown: each row of the table has five cells' $?
# A fence is closed by as many backticks as have opened it: a sample may hold shorter ones.
sed -nE 's/^(`{3,}).*/\1/p' "$here/manual" |
  awk 'open == "" { open = $0; next } $0 == open { open = "" } END { exit open != "" }'
verdict 'markdown: fences are closed' $?
! grep -q ' $' "$here/manual"; verdict 'markdown: no blanks at ends' $?

# --- what is refused ----------------------------------------------------------------------------

refuse 'a row that is not there' 2 \
  "tagstream: unknown name 'hermess', perhaps hermes ('tagstream dialects' lists them): NAME" dialects hermess
refuse 'two rows' 2 'tagstream: one NAME at a time, this is one too many: y' dialects hermes y
refuse 'unknown option' 2 'tagstream: unknown option: --yaml' dialects --yaml
refuse 'both forms' 2 'tagstream: only one of them at a time: --json and --markdown' \
  dialects --json --markdown
refuse 'a value for a switch' 2 'tagstream: takes no value: --json' dialects --json=1
if [ -e /dev/full ]; then
  "$program" dialects >/dev/full 2>"$here/err"
  [ $? = 2 ] && [ "$(wc -l <"$here/err")" = 1 ]; verdict 'a full disk' $?
fi
"$program" dialects --markdown 2>"$here/err" | head -c 1 >/dev/null
[ "${PIPESTATUS[0]}" = 0 ] && [ ! -s "$here/err" ]; verdict 'a closed pipe' $?

sum_up
