#!/usr/bin/env python3
"""Makes docs/rules.md from the cases that are rules: a heading of a golden case, or of a comment
above a test, below which three lines stand:

    ## A marker counts before a tag of the same bytes

    Rule: Markers.
    Source: ours: the rule that names the exact bytes is the narrower one.
    Code: `lex/lexer.cpp: Lexer::take_match`.

The heading is the rule. `Rule` is its topic. `Source` is what asks for it; the page has the first
words of it, and nothing if they are `ours`. `Code` is the place that decides.

usage: rules.py [--check]   with --check nothing is written, and the page must be as it would be
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/rules.md"
MOST_WORDS = 9000
TOPICS = (
    "Tags",
    "Attributes",
    "Markers",
    "Hidden, unwrapped and recorded elements",
    "Markdown code",
    "Where a call begins, and what names it",
    "JSON bodies",
    "JSON with slips",
    "Bodies that break",
    "Python-like bodies",
    "Calls of elements",
    "Values of elements",
    "Typed values",
    "Bodies of text",
    "Names before the arguments",
    "Ids",
    "What may be called",
    "Calls without a marker",
    "Wrappers around calls",
    "Calls in pieces",
    "The end of the input inside a call",
    "Reasoning",
    "Calls in open reasoning",
    "Message headers",
    "The prompt, and dialect auto",
    "Rules of your own",
    "Thoughts",
    "Sections and messages",
    "Limits",
    "Events and bytes",
)
HEAD = """<!-- Made by scripts/rules.py; do not edit. -->

# The rules of reading

Each rule is a case. The sentence leads to it: an example, with all that comes out of it, which a
test checks. What a sentence leaves out, such as an exception, stands there, too, and the place in
the code that decides.

In brackets stands what asks for the rule: a chat template, recorded answers, another project's
reader or report, a public specification, or a law of [architecture.md](architecture.md). A rule
without brackets defines an option, an event or a limit of this library, or is a choice, of which
the case has the reason. Recorded answers are some 120,000 answers of many models, which are not
shipped.

A *call* is a tool call, and a *wrapper* stands around calls. An *opener* is a tag or a marker that
opens something, and a *closer* one that closes it. *Markup* is taken out of the text. *Elements*
are parameters that have tags or markers of their own. Options have the names of
[options.md](options.md). The pages for users say the same in one piece: [grammar.md](grammar.md),
[filter.md](filter.md), [tools.md](tools.md), [thoughts.md](thoughts.md), [read.md](read.md),
[dialects.md](dialects.md).

To add a rule, [write its case](../tests/golden/README.md#a-rule).
"""


class Rule(NamedTuple):
    """A rule, and the file, from the root, that has its case."""

    file: str
    line: int
    sentence: str
    fields: dict[str, str]

    def place(self) -> str:
        return f"{self.file}:{self.line}"

    def link(self) -> str:
        path = f"../{self.file}"
        if not self.file.endswith(".md"):
            return path
        anchor = re.sub(r"[^\w -]", "", self.sentence.lower()).replace(" ", "-")  # as GitHub's
        return f"{path}#{anchor}"

    def source(self) -> str:
        """The first words of the source; empty if it is `ours`."""
        text = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", self.fields.get("Source", ""))
        text = re.sub(r" \([^()]*\)", "", text)
        text = re.split(r"; |: |\. |, (?:for )?(?:where|which|whose) ", text)[0]
        return "" if text == "ours" else text


def lines_of(file: Path) -> str:
    """The text of a file, in which comments of C++ are as lines of Markdown."""
    text = file.read_text()
    return text if file.suffix == ".md" else re.sub(r"^//(?: |$)", "", text, flags=re.MULTILINE)


def rules_of(file: Path) -> list[Rule]:
    """The rules of a file: headings after which the paragraph begins with `Rule:`."""
    text = lines_of(file)
    found = []
    for match in re.finditer(r"^## (.*)\n\n(Rule: (?:.+\n)+)", text, re.MULTILINE):
        parts = re.split(r"^(Rule|Source|Code): ", match[2], flags=re.MULTILINE)[1:]
        values = [" ".join(part.split()) for part in parts[1::2]]
        line = text.count("\n", 0, match.start()) + 1
        fields = {
            name: value.removesuffix(".") for name, value in zip(parts[::2], values, strict=True)
        }
        found.append(Rule(str(file.relative_to(ROOT)), line, match[1], fields))
    return found


def all_files() -> list[Path]:
    """Cases that hold for all formats come first, those of a family after them."""
    tests = ROOT / "tests"
    folders = ("", "tools", "thoughts", "extract", "formats", "auto", "dialects", "advice", "wire")
    patterns = [f"golden/{folder}/*.md" for folder in folders]
    patterns += ["law/*.cpp", "unit/*.cpp", "wire/*.cpp"]
    files = [file for pattern in patterns for file in sorted(tests.glob(pattern))]
    return [file for file in files if file.name != "README.md"]


def all_rules() -> list[Rule]:
    return [rule for file in all_files() for rule in rules_of(file)]


def page(rules: list[Rule]) -> str:
    text = HEAD
    for topic in TOPICS:
        text += f"\n## {topic}\n\n"
        for rule in rules:
            if rule.fields.get("Rule") == topic:
                source = rule.source()
                text += f"- [{rule.sentence}]({rule.link()})" + f" ({source})" * bool(source) + "\n"
    return text


@cache
def text_of(path: str) -> str:
    file = ROOT / path
    return file.read_text() if file.exists() else ""


def wrong_place(place: str) -> str | None:
    """The mistake in `path: name`, a place in the code; None if there is none."""
    path, _, name = place.partition(": ")
    text = text_of(f"src/{path}") or text_of(f"kit/{path}")
    if not text or not name:
        return f"no such file, or no name in it: {place}"
    missing = [word for word in name.split("::") if word not in text]
    return f"{path} has no {missing[0]}" if missing else None


def mistakes(rules: list[Rule]) -> list[str]:
    """A sentence for each mistake in the cases."""
    found = []
    for file in all_files():
        lines = len(re.findall(r"^Rule: ", lines_of(file), re.MULTILINE))
        if lines != len(rules_of(file)):
            found.append(f"{file.relative_to(ROOT)}: a line `Rule:` that follows no heading")
    seen: dict[str, Rule] = {}
    for rule in rules:
        if list(rule.fields) != ["Rule", "Source", "Code"]:
            found.append(f"{rule.place()}: the lines of a rule are Rule, Source and Code")
            continue
        if rule.fields["Rule"] not in TOPICS:
            found.append(f"{rule.place()}: no such topic: {rule.fields['Rule']}")
        places = re.findall(r"`([^`]+)`", rule.fields["Code"])
        wrong = ["no place"] if not places else filter(None, map(wrong_place, places))
        found += [f"{rule.place()}: {what}" for what in wrong]
        other = seen.setdefault(rule.sentence, rule)
        if other is not rule:
            found.append(f"{rule.place()}: the same sentence as {other.place()}")
    words = len(page(rules).split())
    if words > MOST_WORDS:
        found.append(f"docs/rules.md: {words} words, at most {MOST_WORDS}")
    return found


def main() -> int:
    rules = all_rules()
    wrong = mistakes(rules)
    made = page(rules)
    if "--check" not in sys.argv:
        PAGE.write_text(made)
    elif PAGE.read_text() != made:
        wrong.append("docs/rules.md is out of date: run scripts/rules.py")
    for sentence in wrong:
        print(sentence)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
