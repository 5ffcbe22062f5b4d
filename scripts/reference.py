#!/usr/bin/env python3
"""Writes the kinds and codes of events from the comments of the public headers, into docs/events.md
and into the doc strings of the Python package.

usage: reference.py [--check]   with --check nothing is written: it fails if a file would change
"""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]


class Word(NamedTuple):
    """One enumerator: its number, the group that it stands in, and its sentence."""

    name: str
    number: int
    group: str
    sentence: str


def words_of(header: str, enum: str) -> list[Word]:
    text = (ROOT / "include/tagstream" / header).read_text()
    body = re.search(rf"enum class {enum} [^{{]*{{\n(.*?)\n}};", text, re.DOTALL)
    assert body, enum
    found: list[Word] = []
    group, before = "", ""
    for line in map(str.strip, body[1].splitlines()):
        if line.startswith("/// "):
            before += line[4:] + " "
        elif line.startswith("///< "):
            found[-1] = found[-1]._replace(sentence=f"{found[-1].sentence} {line[5:]}")
        elif line.startswith("// "):
            group = line[3:]
        elif match := re.fullmatch(r"(\w+) = (\d+),\s*(?:///< (.*))?", line):
            found.append(Word(match[1], int(match[2]), group, (before + (match[3] or "")).strip()))
            before = ""
    return [word for word in found if word.sentence]


def cell(sentence: str) -> str:
    """A sentence, in which the pages of docs/ are links."""
    return re.sub(r"docs/([\w-]+\.md)(#[\w-]+)?", r"[\1](\1\2)", sentence)


def table(kind: str) -> list[str]:
    if kind == "kinds":
        return ["| number | kind | what it reports |", "|--:|---|---|"] + [
            f"| {word.number} | `{word.name}` | {cell(word.sentence)} |"
            for word in words_of("event.hpp", "EventKind")
        ]
    names = {"Error": "`Error`", "diagnostic": "a tree"}
    return ["| code | of | meaning, and what to do |", "|---|---|---|"] + [
        f"| `{word.name}` | "
        f"{', '.join(names.get(one, f'`{one}`') for one in word.group.split(', '))} "
        f"| {cell(word.sentence)} |"
        for word in words_of("code.hpp", "Code")
    ]


def page(text: str) -> str:
    for kind in ("kinds", "codes"):
        begin, end = f"<!-- made by scripts/reference.py: {kind} -->\n", "\n<!-- end -->"
        head, rest = text.split(begin)
        text = head + begin + "\n".join(table(kind)) + rest[rest.index(end) :]
    return text


def module(text: str) -> str:
    for header, enum in (("event.hpp", "EventKind"), ("code.hpp", "Code")):
        lines = [
            line
            for word in words_of(header, enum)
            for line in textwrap.wrap(
                f"* `{word.name}`: {word.sentence}",
                96,
                subsequent_indent="  ",
                break_on_hyphens=False,
            )
        ]
        listed = "".join(f"    {line}\n" for line in lines)
        place = rf'class {enum}\(StrEnum\):\n    """.*\n\n((?:    (?:\* |  ).*\n)*)    """\n'
        match = re.search(place, text)
        assert match, enum
        text = text[: match.start(1)] + listed + text[match.end(1) :]
    return text


def main() -> int:
    result = 0
    for name, made in (
        ("docs/events.md", page),
        ("bindings/python/package/tagstream/_types.py", module),
    ):
        file = ROOT / name
        before = file.read_text()
        after = made(before)
        if before == after:
            continue
        if "--check" in sys.argv:
            print(f"{name} is out of date: run scripts/reference.py")
            result = 1
        else:
            file.write_text(after)
    return result


if __name__ == "__main__":
    sys.exit(main())
