"""The golden files of the C++ suite: tests/golden/README.md says how they are written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tagstream import _core

ROOT = Path(__file__).resolve().parents[3] / "tests" / "golden"

_ESCAPES = {"n": b"\n", "r": b"\r", "t": b"\t", "0": b"\0", "\\": b"\\"}


@dataclass
class Block:
    reader: str
    words: list[str]
    lines: list[str]
    line: int


@dataclass
class Case:
    path: Path
    heading: str
    input: bytes = b""
    blocks: list[Block] = field(default_factory=list)

    def place(self, block: Block) -> str:
        return f"{self.path.relative_to(ROOT)}:{block.line}: {self.heading}"


def _unescape(body: bytes) -> bytes:
    def one(match: re.Match[bytes]) -> bytes:
        name = match[1].decode()
        return bytes([int(name[1:], 16)]) if name[0] == "x" else _ESCAPES[name]

    return re.sub(rb"\\(x[0-9A-Fa-f]{2}|.)", one, body.replace(b"\n", b""), flags=re.DOTALL)


def _split(line: str) -> list[str]:
    words: list[str] = []
    for match in re.finditer(r'(?:[^ "]|"(?:[^"\\]|\\.)*")+', line):
        quoted = re.sub(
            r'"((?:[^"\\]|\\.)*)"',
            lambda part: re.sub(
                r"\\(.)", lambda c: "\n" if c[1] == "n" else c[1], part[1], flags=re.DOTALL
            ),
            match[0],
        )
        words.append(quoted)
    return words


def read_cases(path: Path) -> list[Case]:
    cases: list[Case] = []
    lines = path.read_bytes().split(b"\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.startswith(b"## "):
            cases.append(Case(path, line[3:].decode()))
        elif line.startswith(b"```"):
            fence = re.match(rb"`+", line)
            assert fence is not None
            info = line[fence.end() :].decode()
            begin = at
            while lines[at] != fence[0]:
                at += 1
            body = lines[begin:at]
            at += 1
            reader, _, rest = info.partition(" ")
            if reader == "in":
                text = b"\n".join(body)
                cases[-1].input = _unescape(text) if rest == "escaped" else text
            else:
                shown = [one.decode() for one in body]
                parts = {reader: shown}
                if reader == "read+message":  # the last line is the message
                    parts = {"read": shown[:-1], "message": shown[-1:]}
                cases[-1].blocks += [
                    Block(one, _split(rest), lines, begin) for one, lines in parts.items()
                ]
    return cases


#: What servers stream is not read in Python as these files have it.
NOT_IN_PYTHON = {"wire"}
#: README.md has no cases, and those of every_family.md are expanded in C++ alone.
NOT_CASES = {"README.md", "every_family.md"}


def files() -> list[Path]:
    return sorted(
        path
        for path in ROOT.rglob("*.md")
        if path.name not in NOT_CASES and path.parent.name not in NOT_IN_PYTHON
    )


# ---- the words of a block --------------------------------------------------------------------

#: Words that only the tests and the program know: flags, and options with a value.
_FLAGS = {"no-finish", "prefixes", "snapshots", "json", "flat", "content"}
_VALUES = {"never", "task-id", "context-id", "max-snapshot-bytes", "to"}


@dataclass
class Words:
    """Options by the library's names, and what is not an option."""

    options: dict[str, Any]
    flags: set[str]
    values: dict[str, str]
    plain: list[str]

    def __init__(self, words: list[str], struct: str) -> None:
        self.options, self.flags, self.values, self.plain = {}, set(), {}, []
        kinds = {info[0]: info[1] for info in _core._option_infos()[struct]}
        rest = iter(words)
        for word in rest:
            if not word.startswith("--"):
                self.plain.append(word)
                continue
            long, equals, value = word[2:].partition("=")
            name = long.removesuffix("-file").replace("-", "_")
            if long in _FLAGS:
                self.flags.add(long)
            elif kinds.get(name) == "boolean":
                self.options[name] = True
            elif kinds.get(name.removeprefix("no_")) == "boolean":
                self.options[name.removeprefix("no_")] = False
            elif long in _VALUES:
                self.values[long] = value if equals else next(rest)
            else:
                assert name in kinds, f"unknown word {word}"
                text = value if equals else next(rest)
                if kinds[name] in ("list", "rules"):
                    self.options.setdefault(name, []).append(text)
                else:
                    self.options[name] = text
