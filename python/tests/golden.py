"""The golden files of the C++ suite: tests/golden/README.md says how they are written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2] / "tests" / "golden"

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
                cases[-1].blocks.append(Block(reader, _split(rest), shown, begin))
    return cases


#: What servers stream is not read in Python.
NOT_IN_PYTHON = {"wire"}


def files() -> list[Path]:
    return sorted(
        path
        for path in ROOT.rglob("*.md")
        if path.name != "README.md" and path.parent.name not in NOT_IN_PYTHON
    )


_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def size(word: str) -> int:
    unit = _UNITS.get(word[-1].upper(), 1)
    return int(word.rstrip("KkMmGg")) * unit


# What takes no value, and what takes one or two.
_FLAGS = set(
    """
    ignore-case markdown-code no-finish leading-only strict-json incremental start-in-reasoning
    no-reasoning no-parallel only-offered snapshots live flat content diagnostics prefixes
    markers-only trim
    """.split()
)
_PAIRS = {"hide-between", "tag-between"}


@dataclass
class Words:
    """The words of a block: those that may come often as lists, and the rest."""

    lists: dict[str, list[Any]] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    plain: list[str] = field(default_factory=list)

    def __init__(self, words: list[str]) -> None:
        self.lists, self.flags, self.plain = {}, set(), []
        rest = iter(words)
        for word in rest:
            if not word.startswith("--"):
                self.plain.append(word)
                continue
            name, equals, value = word[2:].partition("=")
            if name in _FLAGS:
                self.flags.add(name)
            elif name in _PAIRS:
                self.lists.setdefault(name, []).append((next(rest), next(rest)))
            else:
                self.lists.setdefault(name, []).append(value if equals else next(rest))

    def take(self, name: str) -> list[Any]:
        return self.lists.pop(name, [])

    def last(self, name: str, default: Any = None) -> Any:
        values = self.take(name)
        return values[-1] if values else default

    def flag(self, name: str) -> bool:
        is_set = name in self.flags
        self.flags.discard(name)
        return is_set
