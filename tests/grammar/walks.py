"""Random walks through the grammars of all rows and some own formats, read back by the program.

usage: walks.py PROGRAM WALKS [ROW]...

llguidance says which bytes may come next. A walk takes some at random, and tries at every place
what could end a value early: the markers of the family, closing tags with blanks in them, quotes,
brackets. Each walk must be read as calls that fit the tools' schemas, and as nothing else.

Each walk, and texts a few bytes away from it, must be accepted by the GBNF grammar if and only if
llguidance accepts them by the Lark one. GBNF is read by gbnf.py: no small package has llama.cpp's
own reader.
"""

import json
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from gbnf import Gbnf
from jsonschema import Draft202012Validator
from llguidance import LLMatcher, LLTokenizer

TOOLS = json.loads((Path(__file__).parent / "tools.json").read_text())
LONGEST = 1200  # bytes after which a walk makes for its end
PLACEHOLDERS = re.compile(
    r"REASONING|CONTENT|ANSWER|CALL|NAME|ARGUMENTS|ID|INDEX|PARAMETER|KEY|VALUE|STRING|JSON"
    r"|PYTHON|TYPE|ROLE|HEADER|\.\.\.| \| "
)
HOSTILE = ["<b>x</b>", "</", "</ ", "<![CDATA[", "]]>", "```", '"', "\\", "'", "}", "]", ")", "{",
           "null", "é", "\n", "&lt;", "<", ">", "<br/>", "a < b"]
# Answers to write. Their arguments are in the order of the schemas: the grammars have no other, as
# all orders of n properties are n! alternatives.
CALLS = [
    [("book_table", {"place": 'Café "Ülo" <b>', "guests": 4, "area": "in",
                     "when": {"day": "Fri\nday", "hour": 19}, "dishes": ["a", "b"]})],
    [("book_table", {"place": "a", "guests": -1, "when": {"day": "b", "hour": 0}}),
     ("book", {"note": "x", "paid": True, "sum": 1.5, "guests": [{"name": "é"}, {"name": "y"}]})],
    [("book", {"sum": None})],
    [("run", {"command": "ls\n"})],
    [("run", {"command": "echo </parameter>"})],
    [("run", {"command": "echo </param> </think> <b>"})],
    [("run", {"command": "```\n[x](y) > </other> <now\n```"})],
    [("now", {})],
]
# Reasoning before them. `1 < 2` and the like are no tags.
REASONING = ["a", "So 1 < 2, a > b: <b>.\n\n[x]"]
# The texts that lead to an end, markers aside.
CLOSING = ['"', "}", "]", ")", "0", "true", "a"]
# Formats that no family has: what only they can say.
OWN = {
    "own_lines": "[\\CALL NAME]\\nPARAMETER...[/END]\nKEY: VALUE\\n",
    "own_code": "<|assistant|>NAME\\n```python\\ntool_call(KEY=PYTHON, ...)\\n```",
}
TOKENIZER = LLTokenizer("byte")


def closed(schema):
    """The schema as the grammars take it: no properties but those that are named."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {key: closed(value) for key, value in schema.items()}
    if "properties" in schema:
        schema.setdefault("additionalProperties", False)
    return schema


def parameters_of(tool):
    return tool["function"].get("parameters", {"type": "object", "maxProperties": 0})


VALIDATORS = {
    tool["function"]["name"]: Draft202012Validator(closed(parameters_of(tool))) for tool in TOOLS
}


KEYS = sorted({key for tool in TOOLS
               for key in parameters_of(tool).get("properties", {})} | {"day", "hour", "item"})


class Lark:
    """A grammar as llguidance compiles it."""

    def __init__(self, text):
        self.grammar = LLMatcher.grammar_from_lark(text)
        self.start()

    def start(self):
        matcher = LLMatcher(TOKENIZER, self.grammar)
        if matcher.is_error():
            raise ValueError(matcher.get_error())
        return matcher

    def accepts(self, text):
        matcher = self.start()
        data = list(text.encode())
        return matcher.try_consume_tokens(data) == len(data) and matcher.is_accepting()


class DeadEnd(Exception):
    """Nothing may come next, and the text is not whole."""


class Walk:
    """One walk: the bytes that were taken."""

    def __init__(self, matcher, rng, hostile, closing, longest):
        self.matcher, self.rng, self.hostile = matcher, rng, hostile
        self.closing = closing
        self.longest = longest
        self.data = bytearray()

    def take(self, data):
        if data:
            assert self.matcher.consume_tokens(list(data)), data
            self.data += data

    def try_text(self, text):
        """The longest beginning that may come."""
        data = text.encode()
        size = self.matcher.validate_tokens(list(data))
        while size and size < len(data) and data[size] & 0xC0 == 0x80:
            size -= 1  # whole characters
        self.take(data[:size])
        return size

    def step(self):
        matcher, rng = self.matcher, self.rng
        forced = matcher.compute_ff_bytes()
        if forced:
            self.take(forced)
            return
        is_late = len(self.data) > self.longest
        if is_late:
            closing = rng.choice([self.closing, CLOSING])
            for text in rng.sample(closing, len(closing)):
                if matcher.validate_tokens(list(text.encode())) == len(text.encode()):
                    self.take(text.encode())
                    return
        if rng.random() < 0.35 and self.try_text(rng.choice(self.hostile)):
            return
        bias = matcher.compute_logit_bias()
        allowed = [byte for byte in range(32, 127) if bias[byte]]
        allowed = allowed or [byte for byte in range(256) if bias[byte]]
        if not allowed:
            raise DeadEnd(self.data.decode(errors="replace"), matcher.get_error())
        self.take(bytes([rng.choice(allowed)]))

    def run(self):
        while not self.matcher.is_stopped() and len(self.data) < 64 * LONGEST:
            if self.matcher.is_accepting():
                if self.rng.random() < 0.5 or len(self.data) > self.longest:
                    return self.data.decode()
            self.step()
        return self.data.decode() if self.matcher.is_accepting() else None


def markers_of(text):
    """The words of a format between its placeholders."""
    words = set()
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("- ") or not line:
            continue
        for word in PLACEHOLDERS.split(line):
            word = word.replace("\\n", "\n").replace("\\s", " ")
            words |= {word, word.strip(), word.strip().replace("</", "</ ").replace(">", " >")}
            words |= set(re.findall(r"<[^<>]*>|\[[^\[\]]*\]", word))
    return sorted(word for word in words if word)


def named_tags_of(text):
    """The closing tags that have names of tools and keys in them."""
    names = [*VALIDATORS] * ("</NAME>" in text) + KEYS * ("VALUE</KEY>" in text)
    return [f"</{name}>" for name in names]


def changed(text, rng, hostile):
    """A text like it: some bytes more, or some less."""
    at = rng.randrange(len(text) + 1)
    if rng.random() < 0.4:
        return text[:at] + text[at + rng.randrange(1, 4) :]
    return text[:at] + rng.choice(hostile) + text[at:]


class Row:
    """Checks one row."""

    def __init__(self, program, name):
        self.program, self.name = program, name
        own = OWN.get(name)
        self.format = ["--format", own] if own else ["--dialect", name]
        self.row = ["--format", own] if own else [name]
        self.rng = random.Random(name)
        self.failures = []

    def run(self, *arguments, text=""):
        done = subprocess.run([self.program, *arguments], input=text.encode(), capture_output=True)
        if done.returncode:
            raise RuntimeError(f"{self.name}: {done.stderr.decode()}")
        return done.stdout.decode()

    def fail(self, why, text):
        self.failures.append(f"{self.name}: {why}: {text!r}")

    def written(self, tools):
        """Calls as the program writes them; what the family can't say is left out."""
        for calls in CALLS:
            for reasoning in ("", *REASONING):
                message = {"reasoning": reasoning,
                           "tool_calls": [{"name": name, "arguments": json.dumps(arguments)}
                                          for name, arguments in calls]}
                options = ["write", *self.format, "--tools-file", tools]
                done = subprocess.run([self.program, *options], input=json.dumps(message).encode(),
                                      capture_output=True)
                if done.returncode == 0:
                    yield done.stdout.decode()

    def check(self, walks, tools):
        grammar = ["dialects", *self.row, "--tools-file", tools, "--grammar"]
        lark = Lark(self.run(*grammar, "lark"))
        gbnf = Gbnf(self.run(*grammar, "gbnf"))
        family = json.loads(self.run("dialects", *self.row, "--json"))["text"]
        markers = markers_of(family)
        written = list(self.written(tools))
        if not written:
            self.fail("nothing can be written", "")
        for text in written:
            if not lark.accepts(text):
                self.fail("Lark refuses what is written", text)
            if not gbnf.accepts(text):
                self.fail("GBNF refuses what is written", text)
        named = named_tags_of(family)
        hostile = markers * 3 + named + [tag.replace("</", "<") for tag in named] + HOSTILE
        tags = [marker for marker in markers if re.fullmatch(r"</[^<>]+>", marker)]
        closing = named + tags if named else markers
        texts = []
        for number in range(walks):
            longest = self.rng.choice([0, 60, 200, LONGEST])
            try:
                text = Walk(lark.start(), self.rng, hostile, closing, longest).run()
            except DeadEnd as end:
                self.fail("a dead end", end)
                continue
            if text is None:
                self.fail("a walk has no end", number)
                continue
            texts.append(text)
        self.check_gbnf(texts[:20], lark, gbnf, hostile)
        self.read_back(texts, tools)
        return len(texts), len(written), self.failures

    def check_gbnf(self, texts, lark, gbnf, hostile):
        for text in texts:
            if len(text) > 400:
                continue
            if not gbnf.accepts(text):
                self.fail("GBNF refuses a walk", text)
            other = changed(text, self.rng, hostile)
            if gbnf.accepts(other) != lark.accepts(other):
                self.fail("GBNF and Lark differ", other)

    def read_back(self, texts, tools):
        lines = "".join(json.dumps({"text": text}) + "\n" for text in texts)
        options = [*self.format, "--tools-file", tools, "--from", "jsonl:/text"]
        messages = self.run("read", *options, text=lines).splitlines()
        if len(messages) != len(texts):
            self.fail("messages are missing", len(messages))
        for text, line in zip(texts, messages):
            why = self.wrong_in(text, json.loads(line))
            if why:
                self.fail(why, text)

    def wrong_in(self, text, message):
        """The differences from the text; empty if there are none."""
        calls = message.get("tool_calls", [])
        if not calls:
            return "no call"
        if message["content"].strip():
            return f"content {message['content']!r}"
        for call in calls:
            name = call["name"]
            if name not in VALIDATORS:
                return f"a call of {name}"
            arguments = json.loads(call["arguments"])
            for error in VALIDATORS[name].iter_errors(arguments):
                return f"{error.json_path}: {error.message[:200]}"
        return ""


def check(program, name, walks):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(TOOLS, file)
        file.flush()
        return Row(program, name).check(walks, file.name)


def main():
    program, walks = sys.argv[1], int(sys.argv[2])
    names = sys.argv[3:]
    if not names:
        listed = subprocess.run([program, "dialects", "--json"], capture_output=True, check=True)
        rows = json.loads(listed.stdout)["dialects"]
        names = [row["name"] for row in rows if "NAME" in row["text"]]
        names += OWN
    failures, count, written = [], 0, 0
    with ProcessPoolExecutor(2) as pool:
        jobs = [pool.submit(check, program, name, walks) for name in names]
        for job in jobs:
            done, said, wrong = job.result()
            count += done
            written += said
            failures += wrong
    for failure in failures[:60]:
        print(failure)
    print(f"{len(names)} rows, {count} walks, {written} written answers, {len(failures)} failures")
    return 1 if failures or count < walks * len(names) else 0


if __name__ == "__main__":
    sys.exit(main())
