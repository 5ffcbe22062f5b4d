#!/usr/bin/env python3
"""Writes the pages of reference: the kinds, fields and codes of events and the parts of messages,
from bindings/api.json, into docs/events.md and the Python package, and where the fields of structs
of C are into tests/c/layout.c; docs/cli.md, the page for man(1) and the families in
docs/dialects.md, from what the program says of itself as JSON; and docs/rules.md, by rules.py.

usage: TAGSTREAM=path/to/tagstream reference.py [--check]
With --check nothing is written: it fails if a file would change. Either way it fails if a comment
of the public headers says something else of a kind or a code than bindings/api.json.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import rules

ROOT = Path(__file__).resolve().parents[1]


API: dict[str, Any] = json.loads((ROOT / "bindings/api.json").read_text())


class Word(NamedTuple):
    """One enumerator: its number, and its sentence."""

    name: str
    number: int
    sentence: str


def words_of(header: str, enum: str) -> list[Word]:
    text = (ROOT / "include/tagstream" / header).read_text()
    body = re.search(rf"enum class {enum} [^{{]*{{\n(.*?)\n}};", text, re.DOTALL)
    assert body, enum
    found: list[Word] = []
    before = ""
    # The formatter breaks a line after `=` if the sentence is long.
    lines = re.sub(r"^( +\w+ =)\n +", r"\1 ", body[1], flags=re.MULTILINE).splitlines()
    for line in map(str.strip, lines):
        if line.startswith("/// "):
            before += line[4:] + " "
        elif line.startswith("///< "):
            found[-1] = found[-1]._replace(sentence=f"{found[-1].sentence} {line[5:]}")
        elif match := re.fullmatch(r"(\w+) = (\d+),\s*(?:///< (.*))?", line):
            found.append(Word(match[1], int(match[2]), (before + (match[3] or "")).strip()))
            before = ""
    assert len(found) == len(re.findall(r"^ +\w+ =", body[1], re.MULTILINE)), enum
    return [word for word in found if word.sentence]


def cell(sentence: str) -> str:
    """A sentence, in which the pages of docs/ are links."""
    return re.sub(r"docs/([\w-]+\.md)(#[\w-]+)?", r"[\1](\1\2)", sentence)


def quoted(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def kinds_table() -> list[str]:
    return ["| number | kind | what it reports |", "|--:|---|---|"] + [
        f"| {kind['number']} | `{kind['name']}` | {cell(kind['sentence'])} |"
        for kind in API["kinds"]
    ]


def codes_table() -> list[str]:
    names = {"Error": "`Error`", "tree": "a tree"}
    return ["| code | of | meaning, and what to do |", "|---|---|---|"] + [
        f"| `{code['name']}` | {', '.join(names.get(one, f'`{one}`') for one in code['of'])} "
        f"| {cell(code['sentence'])} |"
        for code in API["codes"]
    ]


def fields_of(kind: dict[str, Any]) -> str:
    """The fields of a kind. The text explains `is_native`, which few streams have."""
    fields = [one for one in kind["fields"] if one["name"] != "is_native"]
    plain = [
        f"`{one['name']}`" + (" (of at most 256 bytes)" if one["shown"] == "if_short" else "")
        for one in fields
        if not one["shown"].startswith("if_recorded")
    ]
    recorded = [one["name"] for one in fields if one["shown"].startswith("if_recorded")]
    also = f"; of `record` also {quoted(recorded)}" if recorded else ""
    return ", ".join(plain) + also


def fields_of_kinds_table() -> list[str]:
    rows: dict[str, list[str]] = {}
    for kind in API["kinds"]:
        rows.setdefault(fields_of(kind), []).append(kind["name"])
    return ["| kind | fields in JSON |", "|---|---|"] + [
        f"| {quoted(names)} | {fields} |" for fields, names in rows.items()
    ]


def fields_table() -> list[str]:
    return [
        "| field | meaning |",
        "|---|---|",
        *(f"| `{one['name']}` | {cell(one['sentence'])} |" for one in API["fields"]),
        "| `start`, `end` | the bytes of the stream that it accounts for; `end` is one past the "
        "last |",
    ]


def fields_of_part(field: dict[str, Any]) -> str:
    """The fields that parts in a list have in JSON: "`code`, `text` of each. "."""
    part = next((one for one in API["parts"] if f"[{one['name']}]" == field["type"]), None)
    if part is None:
        return ""
    names = [one["name"] for one in part["fields"] if one["name"] != "is_native"]
    names = [name for one in names for name in (("start", "end") if one == "span" else (one,))]
    text = f"{quoted(names)} of each"
    if any(one["shown"] == "in_text" for one in part["fields"]):
        native = [one["name"] for one in part["fields"] if one["shown"] == "always"]
        return f"{text}; of one that a server has read {quoted(native)}, `is_native`. "
    may_be_native = any(one["name"] == "is_native" for one in part["fields"])
    return text + ("; `is_native` if a server has read it. " if may_be_native else ". ")


def message_table() -> list[str]:
    message = next(one for one in API["parts"] if one["name"] == "Message")
    return ["| field | what it holds |", "|---|---|"] + [
        f"| `{one['name']}` | {sentence_after(fields_of_part(one), cell(one['sentence']))} |"
        for one in message["fields"]
    ]


def sentence_after(text: str, sentence: str) -> str:
    return f"{text}{sentence[0].upper()}{sentence[1:]}" if text else sentence


TABLES = {
    "kinds": kinds_table,
    "fields of kinds": fields_of_kinds_table,
    "fields": fields_table,
    "codes": codes_table,
    "message": message_table,
}


def page(text: str) -> str:
    for name, table in TABLES.items():
        begin, end = f"<!-- made by scripts/reference.py: {name} -->\n", "\n<!-- end -->"
        head, rest = text.split(begin)
        text = head + begin + "\n".join(table()) + rest[rest.index(end) :]
    return text


def check_headers() -> bool:
    """Says where a comment of the public headers differs from bindings/api.json."""
    is_same = True
    for header, enum, of in (("event.hpp", "EventKind", "kinds"), ("code.hpp", "Code", "codes")):
        told = {one["name"]: (one["number"], one["sentence"]) for one in API[of]}
        for word in words_of(header, enum):
            if told.pop(word.name, None) != (word.number, word.sentence):
                print(f"include/tagstream/{header}: {word.name} is not as kit/describe says it")
                is_same = False
        for name in told:
            print(f"include/tagstream/{header} has no {name} with a sentence")
            is_same = False
    return is_same


def module(text: str) -> str:
    for enum, alias, of in (("EventKind", "KindWord", "kinds"), ("Code", "CodeWord", "codes")):
        lines = [
            line
            for word in API[of]
            for line in textwrap.wrap(
                f"* `{word['name']}`: {word['sentence']}",
                96,
                subsequent_indent="  ",
                break_on_hyphens=False,
            )
        ]
        listed = "".join(f"    {line}\n" for line in lines)
        names = [word["name"] for word in API[of]]
        members = "".join(f'    {name.upper()}: Final = "{name}"\n' for name in names)
        place = (
            rf'class {enum}:\n    """.*\n\n((?:    (?:\* |  ).*\n)*)    """\n\n'
            r'((?:    [A-Z_]+: Final = "\w+"\n)*)'
        )
        match = re.search(place, text)
        assert match, enum
        between = text[match.end(1) : match.start(2)]
        text = text[: match.start(1)] + listed + between + members + text[match.end(2) :]
        literals = "".join(f'    "{name}",\n' for name in names)
        text = re.sub(rf"(?<=\n{alias} = Literal\[\n)[^]]*", literals, text)
    return tuples(text)


PYTHON = {
    "string": "str",
    "boolean": "bool",
    "integer": "int",
    "number": "float",
    "code": "CodeWord",
    "span": "Span",
    "attributes": "Attributes",
}


def doc_string(name: str, sentence: str) -> str:
    """The argument of `_fields`, in lines of at most 100 columns."""
    sentence = (sentence[0].upper() + sentence[1:] + ".").replace("null", "None")
    head = f"    {name}="
    lines = textwrap.wrap(sentence, 96 - len(head), drop_whitespace=False, break_on_hyphens=False)
    words = "\n    ".join(json.dumps(line, ensure_ascii=False) for line in lines)
    return f"{head}{words},\n"


def tuples(text: str) -> str:
    """The fields of the parts in Python's package, with their types and sentences."""
    for part in API["parts"]:
        place = re.search(
            rf"@_fields\(\n((?:    .*\n)+)\)\nclass {part['name']}\(NamedTuple\):\n"
            r'    """[^"]*"""\n\n((?:    \w+: .*\n)+)',
            text,
        )
        if place is None or part["name"] == "Attribute":  # whose value is None if it has none
            continue
        said, fields = "", ""
        for one in part["fields"]:
            kind = PYTHON[one["type"]] + " | None" * one.get("may_be_null", False)
            said += doc_string(one["name"], one["sentence"])
            fields += f"    {one['name']}: {kind}"
            if one["name"] == "index":
                fields += "  # type: ignore[assignment]  # not the method of tuples"
            fields += "\n"
        between = text[place.end(1) : place.start(2)]
        text = text[: place.start(1)] + said + between + fields + text[place.end(2) :]
    return text


def layouts(text: str) -> str:
    """Where the fields of structs of C are, as compilers are asked to confirm."""
    mark = "/* Made by scripts/reference.py from bindings/api.json. */\n"
    made = ""
    for struct in API["structs"]:
        name = f"tagstream_{struct['name']}"
        made += f"\nSIZE({name}, {struct['size'][0]}, {struct['size'][1]});\n"
        for one in struct["fields"]:
            made += f"AT({name}, {one['name']}, {one['at'][0]}, {one['at'][1]});\n"
    return text[: text.index(mark)] + mark + made


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
        flags = ", ".join(filter(None, [one["flag"], one.get("also"), one.get("negation")]))
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
        both = [one[key] for key in ("flag", "also", "negation") if key in one]
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
        ".TP\n3\nsomething is broken, misplaced or never closes, with \\-\\-strict\n"
        ".TP\n4\na limit was reached, with \\-\\-on\\-limit stop\n"
        ".SH ENVIRONMENT\n"
        ".TP\nNO_COLOR\nif it is set and not empty, nothing is coloured by itself\n"
    )


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
    result = 0 if check_headers() else 1
    pages: list[tuple[str, Callable[[str], str]]] = [
        ("docs/cli.md", commands),
        ("packaging/tagstream.1", manual),
        ("docs/dialects.md", families),
        ("docs/events.md", page),
        ("docs/rules.md", lambda _: rules.page(rules.all_rules())),
        ("bindings/python/package/tagstream/_types.py", module),
        ("tests/c/layout.c", layouts),
    ]
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
