"""Measures how many bytes each command writes for each byte that it reads, on hostile shapes.

usage: amplification.py PROGRAM

Bounded memory is worth little if the output is not: each error, object or chunk costs something,
and a text may ask for many of them. A line for each command and shape that writes more than `most`.
"""

import json
import os
import subprocess
import sys
import tempfile

program = os.path.realpath(sys.argv[1])
most = 64  # bytes for each byte
# Three forms print more for the shortest input that asks for it (docs/architecture.md, L6). An open
# element of three bytes is an object with ten fields, a diagnostic and its content. A call of four
# bytes is three events, as a server of Anthropic would send, or as `incremental` gives.
most_of_envelopes = 100
fixed = 4096  # that any output may have
size = 60000

LONG = "A" * 12000


def times(unit, begin="", end=""):
    return begin + unit * ((size - len(begin)) // len(unit)) + end


SHAPES = {
    "a list of calls under a long name": f'<tool name="{LONG}">[' + times('{"name":"x"},') + '{"name":"x"}]</tool>',
    "a list of calls with a long id": f'<tool id="{LONG}">[' + times('{"name":"x","arguments":{}},') + "{}]</tool>",
    "a list of nothing": "<tool>[" + times("5,") + "5]</tool>",
    "a list of objects": "<tool>[" + times("{},") + "{}]</tool>",
    "calls with long keys": '<tool>{"' + LONG + '":' + times("1") + "}</tool>",
    "broken calls": times("<tool>{</tool>"),
    "empty calls": times("<tool></tool>"),
    "calls": times('<tool>{"name":"f","arguments":{}}</tool>'),
    "openers of calls": times("<tool>"),
    "closers of calls": times("</tool>"),
    "nested elements": times("<a>"),
    "nested and closed elements": "<a>" * 8000 + "</a>" * 8000,
    "empty elements": times("<a/>"),
    "elements": times("<a>b</a>"),
    "an element with many attributes": "<a " + times("b ") + ">x</a>",
    "elements with attributes": times('<a b="c">d</a>'),
    "elements under a long name": times(f"<{LONG}>"),
    "elements in an element with attributes": f'<a b="{LONG}">' + times("x<a/>"),
    "closers": times("</a>"),
    "thoughts": times("<think>a</think>b"),
    "empty thoughts": times("<think></think>"),
    "openers of thoughts": times("<think>"),
    "a long type of thoughts": times(f'<think type="{LONG}">a</think>'),
    "sections": times("<b>a</b>c"),
    "openers of sections": times("<b>"),
    "quotes": times('"\\'),
    "zeros": times("\0"),
    "line ends": times("\n"),
    "broken UTF-8": b"\xff" * size,
    "calls of elements": times("<tool><invoke name=\"f\"><parameter name=\"a\">1</parameter></invoke></tool>"),
    "a call of many parameters": "<tool><invoke name=\"f\">" + times("<parameter name=\"a\">1</parameter>") + "</invoke></tool>",
    "calls that are code": "[" + times("f(),") + "f()]",
    "signs of fences": times("```\n"),
    "backticks": times("` "),
}
READ = ["--call", "tool", "--reasoning", "think", "--record", "b"]
TOOLS = ["--tools", '[{"name":"f"},{"name":"g"}]', "--only-offered"]
COMMANDS = [
    ["read", *READ], ["read", *READ, "--json"], ["read", *READ, "--text"], ["filter", *READ], ["read", *READ, *TOOLS],
    ["read", *READ, "--incremental"], ["read", "--call", "tool", "--thought", "think", "--unwrap", "a"],
    ["read", "--call", "tool", "--thought", "think", "--json"], ["read", *READ, "--chunk-size", "1"],
    ["read", *READ, "--to", "openai"], ["read", *READ, "--to", "anthropic"], ["read", *READ, "--to", "openai", "--json"],
    ["read", *READ, "--to", "anthropic", "--json"], ["read", "--thought", "think", "--to", "thought_stream"],
    ["read", "--dialect", "qwen3", "--json"], ["read", "--dialect", "auto", "--json"],
    *[["read", "--dialect", "pythonic", *form.split()]
      for form in ("", "--json", "--incremental", "--to openai", "--to openai --incremental", "--to anthropic",
                   "--to anthropic --incremental", "--to openai --json", "--to anthropic --json")],
    ["show", *READ], ["extract"], ["extract", "--json"], ["extract", "--events"], ["extract", "--flat"],
    ["extract", "--pretty"], ["inner", "a"], ["inner", "b", "--json"],
]
WRITE = [["write", "--dialect", dialect] for dialect in ("qwen3", "hermes", "glm45", "kimi_k2", "llama3_json")]
MESSAGES = {
    "a long text": {"content": "x" * size},
    "many calls": {"tool_calls": [{"name": "f", "arguments": {}}] * 1500},
    "many arguments": {"tool_calls": [{"name": "f", "arguments": {f"k{i}": 1 for i in range(5000)}}]},
    "a long name": {"tool_calls": [{"name": "f" * size, "arguments": {}}] * 3},
}


def bound(words):
    has_events = "--incremental" in words or "anthropic" in words
    has_large_envelope = words[0] == "extract" or (has_events and "--json" not in words)
    return most_of_envelopes if has_large_envelope else most


def measure(words, text):
    done = subprocess.run([program, *words], input=text, capture_output=True, timeout=300, env={"COLUMNS": "80"})
    return len(done.stdout) + len(done.stderr)


def main():
    failed = 0
    cases = [(words, name, text if isinstance(text, bytes) else text.encode())
             for words in COMMANDS for name, text in SHAPES.items()]
    cases += [(words, name, json.dumps(message).encode()) for words in WRITE for name, message in MESSAGES.items()]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for words, name, text in cases:
            written = measure(words, text)
            if written <= bound(words) * len(text) + fixed:
                continue
            failed += 1
            print(f"FAIL  {' '.join(words)}: {name}: {written / len(text):.0f} bytes for each")
    print(f"{len(cases)} cases, {failed} failed")
    sys.exit(failed > 0)


main()
