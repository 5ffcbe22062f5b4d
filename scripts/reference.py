#!/usr/bin/env python3
"""Writes the pages of reference: the kinds and codes of events, from the comments of the public
headers, into docs/events.md and the doc strings of the Python package; docs/cli.md, the page for
man(1) and the families in docs/dialects.md, from what the program says of itself as JSON; the index
of docs/rules.md, and the line of each golden case that says which rules it shows, from the entries
of docs/rules.md.

usage: TAGSTREAM=path/to/tagstream reference.py [--check]
With --check nothing is written: it fails if a file would change.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

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
    # The formatter breaks a line after `=` if the sentence is long.
    lines = re.sub(r"^( +\w+ =)\n +", r"\1 ", body[1], flags=re.MULTILINE).splitlines()
    for line in map(str.strip, lines):
        if line.startswith("/// "):
            before += line[4:] + " "
        elif line.startswith("///< "):
            found[-1] = found[-1]._replace(sentence=f"{found[-1].sentence} {line[5:]}")
        elif line.startswith("// "):
            group = line[3:]
        elif match := re.fullmatch(r"(\w+) = (\d+),\s*(?:///< (.*))?", line):
            found.append(Word(match[1], int(match[2]), group, (before + (match[3] or "")).strip()))
            before = ""
    assert len(found) == len(re.findall(r"^ +\w+ =", body[1], re.MULTILINE)), enum
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


def said_by_program(*words: str) -> Any:
    program = os.environ["TAGSTREAM"]
    return json.loads(subprocess.run([program, *words], check=True, capture_output=True).stdout)


def escaped(text: str) -> str:
    """Text in a cell of a table."""
    return text.replace("|", "\\|").replace("<", "&lt;")


def options_of(thing: dict[str, Any]) -> str:
    text, group = "", ""
    for one in thing["options"]:
        if one["group"] != group:
            group = one["group"]
            text += f"\n| {escaped(group)} | |\n|---|---|\n"
        flags = ", ".join(filter(None, [one["flag"], one.get("negation")]))
        words = " ".join(filter(None, [flags, one.get("value")]))
        text += f"| `{words.replace('|', chr(92) + '|')}` | {escaped(one['sentence'])} |\n"
    return text


def commands(_: str) -> str:
    said = said_by_program("help", "--json")
    inputs = said["inputs"]
    text = (
        "<!-- Made by scripts/reference.py; do not edit. -->\n\n# The program\n\n"
        "What each command is for; `tagstream COMMAND --help` says the same in a terminal, and\n"
        "`man tagstream` once it is installed. Of an option given twice the last one counts,\n"
        "unless it takes a list.\n\n| command | |\n|---|---|\n"
    )
    for one in said["commands"]:
        text += f"| [{one['name']}](#{one['name']}) | {escaped(one['summary'])} |\n"
    text += "| [inputs](#inputs) | what else can be read: streams, records, many files |\n"
    for one in said["commands"]:
        call = f"tagstream {one['name']} {one['synopsis']}"
        text += f"\n## {one['name']}\n\n```\n{call}\n```\n\n{one['about']}{options_of(one)}"
        others = [f"- {escaped(line)}\n" for line in one["others"].splitlines()]
        text += "".join(["\n", *others]) if others else ""
        text += f"\n```\n{one['example']}```\n\n```\n{one['ending']}```\n"
    return (
        f"{text}\n## inputs\n\n"
        "Commands that read take these, too.\n\n| format | |\n|---|---|\n"
        + "".join(f"| `{one['format']}` | {one['sentence']} |\n" for one in inputs["formats"])
        + f"{options_of(inputs)}\n{inputs['about']}\n```\n{inputs['example']}```\n"
    )


TROFF = {"\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti"}


def troff(text: str) -> str:
    """Text in which nothing means anything to troff, which reads bytes."""
    lines = []
    for line in text.splitlines():
        guard = "\\&" if line.startswith((".", "'")) else ""
        plain = "".join(TROFF.get(sign, sign) for sign in line)
        lines.append(guard + re.sub(r"[^\x00-\x7f]", lambda one: f"\\[u{ord(one[0]):04X}]", plain))
    return "\n".join(lines)


def entries_of(thing: dict[str, Any]) -> str:
    text, group = "", ""
    for one in thing["options"]:
        if one["group"] != group and thing.get("name"):
            text += f".PP\n{troff(one['group'])}:\n"
        group = one["group"]
        both = [one[key] for key in ("flag", "negation") if key in one]
        flags = ", ".join(f"\\fB{troff(flag)}\\fR" for flag in both)
        value = f" \\fI{troff(one['value'])}\\fR" if "value" in one else ""
        text += f".TP\n{flags}{value}\n{troff(one['sentence'])}\n"
    return text


def example(text: str) -> str:
    return f".PP\n.EX\n{troff(text)}\n.EE\n" if text else ""


def manual(_: str) -> str:
    said = said_by_program("help", "--json")
    inputs = said["inputs"]
    formats = (
        f".TP\n\\fB{troff(one['format'])}\\fR\n{troff(one['sentence'])}\n"
        for one in inputs["formats"]
    )
    version = subprocess.run(
        [os.environ["TAGSTREAM"], "--version"], check=True, capture_output=True, text=True
    ).stdout.strip()
    text = (
        f'.TH TAGSTREAM 1 "" "{troff(version)}" "User Commands"\n'
        ".SH NAME\ntagstream \\- read the structure in what language models write\n"
        ".SH SYNOPSIS\n.B tagstream\n.I COMMAND\n.RI [ OPTION ]...\n.RI [ FILE ]...\n"
        ".SH DESCRIPTION\n"
        "tagstream reads the structure in what language models write, as it streams.\n"
        ".PP\nFILE is read as it comes; without FILE, or with \\-, standard input.\n"
        ".SH COMMANDS\n"
    )
    for one in said["commands"]:
        text += f'.SS "tagstream {troff(one["name"])} {troff(one["synopsis"])}"\n'
        text += f"{troff(one['about'])}\n{entries_of(one)}{example(one['others'])}"
        text += example(one["example"]) + example(one["ending"])
    return (
        f"{text}.SS Inputs\nCommands that read take these, too.\n"
        f"{''.join(formats)}{entries_of(inputs)}.PP\n{troff(inputs['about'])}\n"
        f"{example(inputs['example'])}"
        ".SH EXIT STATUS\n"
        ".TP\n0\ndone\n"
        ".TP\n1\nnothing found (inner; others with \\-e)\n"
        ".TP\n2\nbad arguments, unusable input or unwritable output; one line says what\n"
        ".TP\n3\nsomething is broken or never closes, with \\-\\-strict\n"
        ".TP\n4\na limit was reached, with \\-\\-on\\-limit stop\n"
        ".SH ENVIRONMENT\n"
        ".TP\nNO_COLOR\nif it is set and not empty, nothing is coloured by itself\n"
    )


def entries(text: str, field: str) -> Iterator[tuple[str, list[str]]]:
    """The number of each rule, and what stands in backticks under `field`."""
    head = text.split("\n## Index\n")[0]
    for rule in re.split(r"^(?=\*\*R\d+\.\*\*)", head, flags=re.MULTILINE)[1:]:
        lines = re.search(rf"^- {field}: (.*?)(?=^- |^$|\Z)", rule, re.DOTALL | re.MULTILINE)
        words = re.findall(r"`([^`]+)`", lines[1]) if lines else []
        yield rule[2 : rule.index(".")], words


def listed(numbers: list[str]) -> str:
    return ", ".join(sorted(numbers, key=lambda number: int(number[1:])))


def shown() -> dict[str, dict[str, list[str]]]:
    """The rules that each case of a file shows, by the file's name and the case's heading."""
    files: dict[str, dict[str, list[str]]] = {}
    for number, cases in entries((ROOT / "docs/rules.md").read_text(), "shown by"):
        for case in cases:
            name, _, heading = case.partition(": ")
            files.setdefault(name, {}).setdefault(heading, []).append(number)
    return files


def golden(rules_of: dict[str, list[str]]) -> Callable[[str], str]:
    """Below the heading of each golden case a line says which rules it shows."""

    def made(text: str) -> str:
        text = re.sub(r"^Shows R\d+(, R\d+)*\.\n\n", "", text, flags=re.MULTILINE)

        def with_rules(heading: re.Match[str]) -> str:
            numbers = rules_of.get(heading[1])
            return heading[0] + (f"Shows {listed(numbers)}.\n\n" if numbers else "")

        return re.sub(r"^## (.*)\n\n", with_rules, text, flags=re.MULTILINE)

    return made


def rules(text: str) -> str:
    """The rules of reading, and after them which rules each file decides and shows."""
    head = text.split("\n## Index\n")[0]
    made = f"{head}\n## Index\n\nMade by scripts/reference.py from the entries above.\n"
    for field, title in (("code", "decided in"), ("shown by", "shown by")):
        numbers: dict[str, list[str]] = {}
        for number, words in entries(text, field):
            for file in dict.fromkeys(word.split(":")[0] for word in words):
                numbers.setdefault(file, []).append(number)
        made += f"\n| {title} | rules |\n|---|---|\n"
        for file in sorted(numbers):
            made += f"| `{file}` | {listed(numbers[file])} |\n"
    return made


def families(text: str) -> str:
    begin, end = "<!-- made by scripts/reference.py -->\n", "<!-- end -->\n"
    head, rest = text.split(begin)
    rows = said_by_program("dialects", "--json")["dialects"]
    made = "\n## The names\n\n| dialect | aliases |\n|---|---|\n"
    for row in rows:
        aliases = ", ".join(f"`{one}`" for one in row["aliases"])
        made += f"| [{row['name']}](#{row['name']}) | {aliases} |\n"
    made += (
        "\n## Each dialect\n\nThe text of each is a format as [own_formats.md](own_formats.md) "
        "explains it; below it stands what\nfollows from the text.\n"
    )
    for row in rows:
        notes = row["inferences"]
        tried = any(one.startswith("answers") for one in row["evidence"])
        made += f"\n### {row['name']}\n\n"
        if row["aliases"]:
            made += f"Also {', '.join(f'`{one}`' for one in row['aliases'])}.\n\n"
        made += f"~~~\n{textwrap.dedent(row['text']).strip()}\n~~~\n"
        if row["text"] and not tried:
            made += "\nNot tried on answers of a model yet.\n"
        made += "".join(["\n", *(f"- {note}\n" for note in notes)]) if notes else ""
    return f"{head}{begin}{made}\n{end}{rest[rest.index(end) + len(end) :]}"


def main() -> int:
    result = 0
    pages: list[tuple[str, Callable[[str], str]]] = [
        ("docs/cli.md", commands),
        ("packaging/tagstream.1", manual),
        ("docs/dialects.md", families),
        ("docs/events.md", page),
        ("docs/rules.md", rules),
        ("bindings/python/package/tagstream/_types.py", module),
    ]
    cases = shown()
    goldens = ROOT / "tests/golden"
    for file in sorted(goldens.rglob("*.md")):
        name = str(file.relative_to(goldens))
        pages.append((f"tests/golden/{name}", golden(cases.get(name, {}))))
    for name, made in pages:
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
