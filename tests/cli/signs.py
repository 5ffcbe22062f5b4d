"""Runs each command on a terminal, on texts that hold each sign which must not reach one.

usage: signs.py PROGRAM

A sign must not reach a terminal if it drives it, if it is not seen, or if it turns the direction of
what is written. A line for each command says whether one has.
"""

import json
import os
import pty
import re
import subprocess
import sys
import tempfile
import tty

program = os.path.realpath(sys.argv[1])


def each(*ranges):
    return [chr(code) for first, last in ranges for code in range(first, last + 1)]


SIGNS = each((0x01, 0x08), (0x0B, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C),
             (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200B),
             (0x200E, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164),
             (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFB),
             (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0001, 0xE0001), (0xE0020, 0xE0020),
             (0xE0100, 0xE0101))
BROKEN = [b"\x80", b"\x9b", b"\xc0\xaf", b"\xff", b"\xed\xa0\x80"]

# Each sign stands between letters.
SIGN_TEXT = "".join(f"a{sign}b" for sign in SIGNS)
LINE = SIGN_TEXT.encode() + b"".join(b"a" + one + b"b" for one in BROKEN) + b"\r"
NAME = "".join(f"a{sign}b" for sign in SIGNS if sign not in "\x0b\x0c\r\x1c\x1d\x1e\x1f\x85")

STRING = json.dumps(SIGN_TEXT, ensure_ascii=False)
CALL = '<tool_call>{"name":%s,"arguments":{%s:%s}}</tool_call>' % (STRING, STRING, STRING)
BAD_CALL = '<tool_call>{"name":"f","arguments":{%s ?' % STRING
FREE = SIGN_TEXT.replace("\r", "").encode() + b"".join(b"a" + one + b"b" for one in BROKEN)

ANSWER = b"<think>" + LINE + b"</think>" + LINE + CALL.encode() + BAD_CALL.encode() + b"</tool_call>" + LINE
TAGS = b'<a k="' + FREE + b'" path="' + FREE[:200] + b'">' + LINE + b"<b>" + LINE + b"</b></a><a>" + LINE
RECORD = json.dumps({"text": "<think>" + SIGN_TEXT + "</think>" + SIGN_TEXT + CALL + "<a>" + SIGN_TEXT + "</a>",
                     "id": SIGN_TEXT, SIGN_TEXT: 1}, ensure_ascii=False).encode() + b"\n"
BAD_RECORD = json.dumps({SIGN_TEXT: SIGN_TEXT}, ensure_ascii=False).encode() + b"\n"
DELTA = {"role": "assistant", "content": "<think>x</think>" + SIGN_TEXT, "reasoning_content": SIGN_TEXT,
         "tool_calls": [{"index": 0, "id": SIGN_TEXT, "function": {"name": SIGN_TEXT, "arguments": STRING}}]}


def sse(*payloads):
    return b"".join(b"data: " + json.dumps(one, ensure_ascii=False).encode() + b"\n\n" for one in payloads)


STREAM = sse({"choices": [{"index": 0, "delta": DELTA}]}, {"choices": [{"index": 1, "delta": DELTA}]},
             {"choices": [{"index": 0, "delta": {}, "finish_reason": SIGN_TEXT}]},
             {"error": {"message": SIGN_TEXT}})
MESSAGE = json.dumps({"reasoning": "r", "content": SIGN_TEXT}, ensure_ascii=False).encode()
TEMPLATE = ("{{'<think>" + SIGN_TEXT + "'}}").encode()

READ = ["--dialect", "qwen3"]
TOOLS = ["--tools", '[{"name":"f"}]']
JSONL = ["--from", "jsonl:/text", "--keep", "id"]
COMMANDS = [
    (ANSWER, ["read", *READ]), (ANSWER, ["read", *READ, "--text"]), (ANSWER, ["read", *READ, "--json"]),
    (ANSWER, ["read", *READ, "--events"]), (ANSWER, ["read", *READ, "--to", "openai"]),
    (ANSWER, ["read", *READ, "--to", "anthropic"]), (ANSWER, ["read", *READ, "--to", "openai", "--json"]),
    (ANSWER, ["read", *READ, "--to", "anthropic", "--json"]), (ANSWER, ["read", *READ, *TOOLS]),
    (ANSWER, ["read", "--thought", "think", "--to", "thought_stream"]),
    (ANSWER, ["read", "--record", "think", "--sections", "/dev/tty"]),
    (ANSWER, ["filter", *READ]), (ANSWER, ["filter", *READ, *TOOLS, "--strict"]), (ANSWER, ["filter", "--hide", "think"]),
    (ANSWER, ["filter", *READ, "--chunk-size", "1"]), (ANSWER, ["filter", "--hide", "x"]),
    (ANSWER, ["show", *READ]), (ANSWER, ["show", *READ, "--chunk-size", "1"]), (ANSWER, ["show", *READ, "--raw"]),
    (ANSWER, ["show"]), (ANSWER, ["guess"]), (ANSWER, ["guess", "--json"]),
    (TAGS, ["extract"]), (TAGS, ["extract", "--events"]), (TAGS, ["extract", "--flat", "--content"]),
    (TAGS, ["extract", "--pretty"]), (TAGS, ["extract", "--strict", "--names", "a"]),
    (TAGS, ["extract", "--write-to", ".", "--path-from", "path"]), (TAGS, ["inner", "a"]),
    (TAGS, ["inner", "b", "--json"]), (TAGS, ["read", "--record", "a"]), (TAGS, ["show", "--record", "a"]),
    (TAGS, ["read", "--record", "a", "--json"]), (TAGS, ["filter", "--unwrap", "a"]),
    *((RECORD, [command, *rest, *JSONL]) for command, *rest in
      (("read", *READ), ("filter", *READ), ("filter", *READ, "-j", "2"), ("extract",), ("inner", "a"),
       ("read", *READ, "--text"), ("show", *READ))),
    (RECORD, ["filter", *READ]), (BAD_RECORD, ["filter", *READ, *JSONL]), (BAD_RECORD + RECORD, ["read", *READ, *JSONL]),
    *((STREAM, [*words, "--from", "sse"]) for words in
      (["read", *READ], ["read", *READ, "--json"], ["filter", *READ], ["show", *READ], ["inner", "think"],
       ["read", *READ, "--to", "openai"], ["read", *READ, "--to", "anthropic"], ["extract"],
       ["read", *READ, "--text"], ["filter", *READ, "--api", "anthropic"])),
    (MESSAGE, ["write", *READ]), (MESSAGE, ["write", "--format", "<" + NAME]), (TEMPLATE, ["guess", "--template", "-"]),
    (ANSWER, ["read", "--hide", NAME, "--explain"]), (ANSWER, ["filter", "--drop", SIGN_TEXT, "--explain"]),
    (ANSWER, ["filter", "--hide", NAME]), (ANSWER, ["read", "--dialect", NAME]), (ANSWER, ["read", "--model", NAME]),
    (ANSWER, ["guess", "--model", NAME]), (ANSWER, ["read", NAME]), (ANSWER, ["inner", NAME]), (ANSWER, [NAME]),
    (ANSWER, ["read", "--" + NAME]), (ANSWER, ["help", NAME]), (ANSWER, ["dialects", NAME]), (ANSWER, ["completions", NAME]),
    (ANSWER, ["dialects", "--format", "<" + NAME]), (ANSWER, ["read", "--tools", NAME]), (ANSWER, ["read", "--from", NAME]),
    (ANSWER, ["read", *READ, "--tools", json.dumps([{"name": NAME}]), "--explain"]),
    (ANSWER, ["read", "--options", "bad"]), (ANSWER, ["filter", *READ, "named", "named"]), (ANSWER, ["write", *READ, "bad"]),
    (ANSWER, ["filter", *READ, NAME[:60], "named"]), (ANSWER, ["show", *READ, NAME[60:120], "named"]),
    (ANSWER, ["dialects", "--import", "bad"]), (ANSWER, ["read", "--format", NAME]),
    (ANSWER, ["read", *READ, NAME[:60], "-l"]), (ANSWER, ["guess", NAME[:60], "named"]),
]

CONTROL = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")


def on_terminal(text, words, folder):
    """The bytes that the program writes to a terminal, which has its output and its errors."""
    parent, child = pty.openpty()
    tty.setraw(child)  # the terminal changes nothing
    begin = {"NO_COLOR": "1", "COLUMNS": "80", "PATH": "/bin:/usr/bin", "TERM": "xterm"}
    process = subprocess.Popen([program, *words], stdin=subprocess.PIPE, stdout=child, stderr=child, cwd=folder,
                               env=begin, start_new_session=True,
                               preexec_fn=lambda: __import__("fcntl").ioctl(1, __import__("termios").TIOCSCTTY, 0))
    os.close(child)
    read = b""
    if os.fork() == 0:
        try:
            process.stdin.write(text)
            process.stdin.close()
        except OSError:
            pass
        os._exit(0)
    try:
        process.stdin.close()
    except OSError:
        pass
    while True:
        try:
            piece = os.read(parent, 65536)
        except OSError:
            break
        if not piece:
            break
        read += piece
    os.close(parent)
    process.wait()
    os.wait()
    return read


def passed(out, words):
    """The signs in the output."""
    if "--raw" in words:
        out = CONTROL.sub(b"", out).replace(b"\r", b"")
    out = out.replace(b"\r\n", b"\n")
    try:
        text = out.decode()
    except UnicodeDecodeError as error:
        return [repr(out[error.start:error.start + 3])]
    return sorted({f"U+{ord(sign):04X}" for sign in SIGNS if sign in text})


failed = 0
with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "bad"), "wb") as file:
        file.write(b'{"' + LINE.replace(b'"', b"") + b'":1}')
    for name in ("named", NAME[:60], NAME[60:120]):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(ANSWER)
    for text, words in COMMANDS:
        shown = " ".join(word if word.isascii() and word.isprintable() else "SIGNS" for word in words)
        out = on_terminal(text, words, folder)
        signs = passed(out, words)
        if not out:
            signs = ["nothing is written"]
        failed += bool(signs)
        print(f"FAIL  {shown}: {' '.join(signs)}" if signs else f"ok    {shown}")
sys.exit(failed > 0)
