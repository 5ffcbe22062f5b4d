"""Random walks through the grammars of all rows and some own formats, read back by the program.

The tools are those of tools.json, and random ones: their names, keys and constants are made of the
family's markers, of other tools' names and of odd signs. Tools that a family can't say are refused
or left out; the grammar must have no empty rule, and must not be long.

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


class Tools:
    """The tools of a grammar, and what they take."""

    def __init__(self, tools, more_keys=()):
        self.json = json.dumps(tools)
        self.validators = {
            tool["function"]["name"]: Draft202012Validator(closed(parameters_of(tool)))
            for tool in tools
        }
        self.keys = sorted({key for tool in tools
                            for key in parameters_of(tool).get("properties", {})} | set(more_keys))


FIXED = Tools(TOOLS, ("day", "hour", "item"))


def random_tools(rng, markers):
    """Tools with names, keys and constants that may end something early."""
    words = sorted(set(markers) | {word.strip("</>[] \n") for word in markers} - {""})
    names = ["f", "search"]

    def text():
        return "".join(rng.choice(words + HOSTILE + names) for _ in range(rng.randrange(3)))

    def name():
        one = rng.choice(["a", "b", "path", "index", "name", "x.y", rng.choice(names)])
        if rng.random() < 0.25:
            one = rng.choice([rng.choice(words), text(), chr(rng.randrange(32, 128))])
        names.append(one)
        return one

    def value():
        return rng.choice([5, 1.5, True, None, "5", "", text(), text(), [1, text()]])

    def schema(depth):
        kind = rng.randrange(5 + 3 * (depth > 0))
        if kind == 0:
            return {"const": value()}
        if kind == 1:
            return {"enum": [value() for _ in range(rng.randrange(1, 4))]}
        if kind == 2:
            return {"type": "string", "enum": ["red", text()]}
        if kind == 5:
            return {"anyOf": [schema(depth - 1) for _ in range(rng.randrange(1, 4))]}
        if kind == 6:
            return {"type": "array", "items": schema(depth - 1), "maxItems": 3}
        if kind == 7:
            return parameters(depth - 1)
        return {"type": rng.choice(["string", "integer", "number", "boolean", "null"])}

    def parameters(depth):
        properties = {name(): schema(depth) for _ in range(rng.randrange(4))}
        required = [key for key in properties if rng.random() < 0.5]
        return {"type": "object", "properties": properties, "required": required}

    own = {name() if rng.random() < 0.3 else f"f{i}" for i in range(rng.randrange(1, 4))}
    return [{"function": {"name": one, "parameters": parameters(2)}} for one in sorted(own)]


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


def named_tags_of(text, tools):
    """The closing tags that have names of tools and keys in them."""
    names = [*tools.validators] * ("</NAME>" in text) + tools.keys * ("VALUE</KEY>" in text)
    return [f"</{name}>" for name in names]


def changed(text, rng, hostile):
    """A text like it: some bytes more, or some less."""
    at = rng.randrange(len(text) + 1)
    if rng.random() < 0.4:
        return text[:at] + text[at + rng.randrange(1, 4) :]
    return text[:at] + rng.choice(hostile) + text[at:]


def has_lines(calls):
    """True if a text among the arguments has more than one line."""
    values = [value for _, arguments in calls for value in arguments.values()]
    return any("\n" in value for value in values if isinstance(value, str))


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
            if self.name == "composer" and has_lines(calls):
                continue  # there the grammar has values of one line: docs/constrain.md
            for reasoning in ("", *REASONING):
                message = {"reasoning": reasoning,
                           "tool_calls": [{"name": name, "arguments": json.dumps(arguments)}
                                          for name, arguments in calls]}
                options = ["write", *self.format, "--tools-file", tools]
                done = subprocess.run([self.program, *options], input=json.dumps(message).encode(),
                                      capture_output=True)
                if done.returncode == 0:
                    yield done.stdout.decode()

    def check(self, walks):
        family = json.loads(self.run("dialects", *self.row, "--json"))["text"]
        markers = markers_of(family)
        count, written = self.check_tools(walks, FIXED, family, markers)
        for _ in range(walks // 20):
            tools = Tools(random_tools(self.rng, markers))
            count += self.check_tools(10, tools, family, markers)[0]
        return count, written, self.failures

    def check_tools(self, walks, tools, family, markers):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(tools.json)
            file.flush()
            return self.walk(walks, tools, file.name, family, markers)

    def made(self, language, tools, file):
        """The grammar, and what it says on standard error; None if it is refused."""
        options = ["dialects", *self.row, "--tools-file", file, "--grammar", language]
        done = subprocess.run([self.program, *options], capture_output=True)
        text, notes = done.stdout.decode(), done.stderr.decode()
        if done.returncode:
            if tools is FIXED or not notes:
                self.fail("no grammar", tools.json + notes)
            return None, notes
        sign = ": " if language == "lark" else " ::= "
        if any(line.endswith(sign) for line in text.splitlines()):
            self.fail("an empty rule", tools.json + text)
        if len(text) > 200 * len(tools.json) + 20_000:
            self.fail(f"{len(text)} bytes of {language}", tools.json)
        return text, notes

    def walk(self, walks, tools, file, family, markers):
        lark_text, notes = self.made("lark", tools, file)
        gbnf_text, _ = self.made("gbnf", tools, file)
        if lark_text is None or gbnf_text is None:
            return 0, 0
        lark = Lark(lark_text)
        gbnf = Gbnf(gbnf_text)
        written = list(self.written(file)) if tools is FIXED else []
        if tools is FIXED and not written:
            self.fail("nothing can be written", "")
        for text in written:
            if not lark.accepts(text):
                self.fail("Lark refuses what is written", text)
            if not gbnf.accepts(text):
                self.fail("GBNF refuses what is written", text)
        named = named_tags_of(family, tools)
        hostile = markers * 3 + named + [tag.replace("</", "<") for tag in named] + HOSTILE
        tags = [marker for marker in markers if re.fullmatch(r"</[^<>]+>", marker)]
        closing = named + tags if named else markers
        texts = []
        for number in range(walks):
            longest = self.rng.choice([0, 60, 200, LONGEST])
            try:
                text = Walk(lark.start(), self.rng, hostile, closing, longest).run()
            except DeadEnd as end:
                self.fail(f"a dead end with {tools.json}", end)
                continue
            if text is None:
                self.fail(f"a walk has no end with {tools.json}", number)
                continue
            texts.append(text)
        self.check_gbnf(texts[:20], lark, gbnf, hostile)
        self.read_back(texts, tools, file, "not constrained" not in notes)
        return len(texts), len(written)

    def check_gbnf(self, texts, lark, gbnf, hostile):
        for text in texts:
            if len(text) > 400:
                continue
            if not gbnf.accepts(text):
                self.fail("GBNF refuses a walk", text)
            other = changed(text, self.rng, hostile)
            if gbnf.accepts(other) != lark.accepts(other):
                self.fail("GBNF and Lark differ", other)

    def read_back(self, texts, tools, file, is_constrained):
        lines = "".join(json.dumps({"text": text}) + "\n" for text in texts)
        options = [*self.format, "--tools-file", file, "--from", "jsonl:/text"]
        messages = self.run("read", *options, text=lines).splitlines()
        if len(messages) != len(texts):
            self.fail("messages are missing", len(messages))
        for text, line in zip(texts, messages):
            why = self.wrong_in(json.loads(line), tools, is_constrained)
            if why:
                self.fail(why, text if tools is FIXED else tools.json + text)

    @staticmethod
    def wrong_in(message, tools, is_constrained):
        """The differences from the text; empty if there are none."""
        calls = message.get("tool_calls", [])
        if not calls:
            return "no call"
        if message["content"].strip():
            return f"content {message['content']!r}"
        for call in calls:
            name = call["name"]
            if name not in tools.validators:
                return f"a call of {name}"
            arguments = json.loads(call["arguments"])
            if not is_constrained:
                continue
            for error in tools.validators[name].iter_errors(arguments):
                return f"{error.json_path}: {error.message[:200]}"
        return ""


def check(program, name, walks):
    return Row(program, name).check(walks)


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
