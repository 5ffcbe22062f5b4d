"""Makes a page of each public header of C++ and C, from what Doxygen has read."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pages import Site

Element = ElementTree.Element
#: Members that need no words of their own.
SPECIAL = re.compile(r"~|operator(=|==|\*|->|bool| bool)?$|operator<=>")


def escaped(text: str) -> str:
    text = re.sub(r"([\\*_<>|\[\]`])", r"\\\1", text.replace("&", "&amp;"))
    return text.replace("\\<", "&lt;").replace("\\>", "&gt;")


def plain(element: Element) -> str:
    return "".join(element.itertext())


class Words:
    """A description as Markdown. Words such as docs/options.md become links."""

    def __init__(self, site: Site, page: str) -> None:
        self.site = site
        self.page = page
        self.links = re.compile(r"docs/[\w/-]+\.md(#[\w-]+)?")

    def linked(self, text: str) -> str:
        def link(match: re.Match[str]) -> str:
            target = self.site.target("README.md", self.page, match[0])
            return f"[{escaped(match[0])}]({target})"

        parts, end = [], 0
        for match in self.links.finditer(text):
            parts += [escaped(text[end : match.start()]), link(match)]
            end = match.end()
        return "".join(parts) + escaped(text[end:])

    def inline(self, element: Element) -> str:
        out = self.linked(element.text or "")
        for child in element:
            if child.tag == "computeroutput":
                mark = "``" if "`" in plain(child) else "`"
                out += f"{mark}{plain(child)}{mark}"
            elif child.tag not in {"parameterlist", "simplesect", "itemizedlist", "verbatim",
                                   "programlisting"}:
                out += self.inline(child)
            out += self.linked(child.tail or "")
        return out

    def paragraphs(self, *descriptions: Element | None) -> list[str]:
        found: list[str] = []
        facts: list[str] = []
        for description in descriptions:
            for para in description.findall("para") if description is not None else []:
                found.append(self.inline(para).strip())
                for block in para.iter():
                    if block.tag == "itemizedlist":
                        found.append("\n".join(f"- {self.inline(item.find('para')).strip()}"
                                               for item in block.findall("listitem")))
                    elif block.tag in {"verbatim", "programlisting"}:
                        found.append(f"```cpp\n{plain(block).strip()}\n```")
                    elif block.tag == "parameteritem":
                        names = ", ".join(f"`{plain(name)}`" for name in
                                          block.findall(".//parametername"))
                        facts.append(f"- {names}: {self.facts_of(block, 'parameterdescription')}")
                    elif block.tag == "simplesect":
                        title = plain(block.find("title")) if block.find("title") is not None else \
                            {"return": "Returns", "note": "Note", "pre": "Precondition"}.get(
                                block.get("kind", ""), block.get("kind", "").capitalize())
                        facts.append(f"- {title}: {self.facts_of(block)}")
        return [one for one in found if one] + (["\n".join(facts)] if facts else [])

    def facts_of(self, block: Element, part: str = "") -> str:
        paras = block.findall(f"{part}/para" if part else "para")
        return " ".join(self.inline(para).strip() for para in paras)

    def of(self, element: Element) -> list[str]:
        return self.paragraphs(element.find("briefdescription"), element.find("detaileddescription"))

    def in_a_cell(self, element: Element) -> str:
        return " ".join(self.of(element)).replace("\n", " ")


def line_of(element: Element) -> int:
    return int(element.find("location").get("line"))


def tidy(code: str) -> str:
    code = re.sub(r"\btagstream::(wire::)?", "", code)
    code = re.sub(r"< (?=[\w:])", "<", re.sub(r"(?<=[\w*&>]) >", ">", code))
    code = re.sub(r" (&&|[&*])(?: (?=\w)|(?=\w))", r"\1 ", code)
    return re.sub(r"=(delete|default)$", r" = \1", code)


def declaration(member: Element, owner: str) -> str:
    if member.get("kind") == "define":
        value = member.find("initializer")
        return f"#define {member.findtext('name')} {plain(value) if value is not None else ''}"
    code = (member.findtext("definition") or "") + (member.findtext("argsstring") or "")
    template = member.find("templateparamlist")
    if template is not None:
        names = ", ".join(" ".join(filter(None, [plain(one.find("type")), one.findtext("declname")]))
                          for one in template.findall("param"))
        code = f"template <{names}>\n{code}"
    code = tidy(code)
    if owner:
        code = code.replace(f"{owner}::", "")
    if member.get("explicit") == "yes" and not code.startswith("explicit"):
        code = f"explicit {code}"
    return code + ";"


class Header:
    """The page of one header."""

    def __init__(self, path: str, file: Path, words: Words) -> None:
        self.path = path
        self.lines = file.read_text().split("\n")
        self.words = words
        self.missing: list[str] = []

    def note(self, element: Element, owner: str = "") -> list[str]:
        """The comment's lines; an element that should have a comment and has none is noted."""
        said = self.words.of(element)
        name = element.findtext("name") or element.findtext("compoundname") or ""
        if not said and not self.is_special(element, name, owner):
            self.missing.append(f"{owner}::{name}" if owner else name)
        return said

    @staticmethod
    def is_special(element: Element, name: str, owner: str) -> bool:
        """Destructors, moves and the like, and what is reserved or deleted."""
        types = [plain(one) for one in element.findall("param/type")]
        is_copy = name == owner and (not types or owner in types[0])
        arguments = element.findtext("argsstring") or ""
        return bool(SPECIAL.match(name) or is_copy or name == "reserved"
                    or arguments.endswith("=delete"))

    def text(self, compounds: list[Element], members: list[Element]) -> str:
        parts = [f"# `{self.path}`"]
        for group in self.grouped(sorted([*compounds, *members], key=line_of)):
            if group[0].tag == "compounddef":
                parts += self.compound(group[0])
            else:
                parts += self.member(group, "", 2)
        return "\n\n".join(parts) + "\n"

    def grouped(self, items: list[Element]) -> list[list[Element]]:
        """A function without a comment goes with the one that stands directly before it."""
        groups: list[list[Element]] = []
        for item in items:
            before = groups[-1][-1] if groups else None
            if (before is not None and item.get("kind") == before.get("kind") == "function"
                    and not self.words.of(item) and not self.blank_between(before, item)):
                groups[-1].append(item)
            else:
                groups.append([item])
        return groups

    def blank_between(self, first: Element, second: Element) -> bool:
        return any(not line.strip() for line in self.lines[line_of(first) : line_of(second) - 1])

    def compound(self, item: Element) -> list[str]:
        name = (item.findtext("compoundname") or "").replace("tagstream::", "").replace("wire::", "")
        short = name.rpartition("::")[2]
        parts = [f"## `{item.get('kind')} {name}`", *self.note(item)]
        members = sorted((one for one in item.iter("memberdef") if one.get("prot") == "public"),
                         key=line_of)
        fields = [one for one in members if one.get("kind") == "variable"]
        if fields:
            parts.append(self.fields(fields))
        shown = [one for one in members if one.get("kind") not in {"variable", "friend"}
                 and not self.is_special(one, one.findtext("name") or "", short)]
        for group in self.grouped(shown):
            if "For the library itself" in plain(group[0].find("briefdescription")):
                continue
            parts += self.member(group, short, 3)
        return parts

    def fields(self, fields: list[Element]) -> str:
        rows = ["| field | type | default | |", "|---|---|---|---|"]
        for field in fields:
            initial = (field.find("initializer") is not None and
                       re.sub(r"^=|^\{\}$", "", plain(field.find("initializer"))).strip()) or ""
            array = field.findtext("argsstring") or ""
            cells = [f"`{field.findtext('name')}`", f"`{tidy(plain(field.find('type')))}{array}`",
                     initial and f"`{initial}`", self.words.in_a_cell(field)]
            if field.findtext("name") != "reserved":
                rows.append("| " + " | ".join(cell.replace("\n", " ") for cell in cells) + " |")
        return "\n".join(rows)

    def member(self, group: list[Element], owner: str, level: int) -> list[str]:
        member = group[0]
        name = member.findtext("name") or ""
        kind = member.get("kind")
        if kind == "typedef" and name in plain(member.find("type")):
            return []
        said = self.note(member, owner)
        head = f"{'#' * level} `{'enum ' if kind == 'enum' else ''}{name}`"
        if kind == "enum":
            rows = ["| value | number | |", "|---|--:|---|"]
            for value in member.findall("enumvalue"):
                number = plain(value.find("initializer")) if value.find("initializer") is not None \
                    else ""
                rows.append(f"| `{value.findtext('name')}` | {number.lstrip('= ')} "
                            f"| {self.words.in_a_cell(value)} |")
            return [head, *said, "\n".join(rows)]
        code = "\n".join(declaration(one, owner) for one in group)
        return [head, f"```cpp\n{code}\n```", *said]


def write(xml: Path, root: Path, site: Site) -> list[tuple[str, str]]:
    """Writes the pages; gives their titles and names. Ends the program if a comment is missing."""
    compounds: dict[str, list[Any]] = {}
    members: dict[str, list[Any]] = {}
    for file in sorted(xml.glob("*.xml")):
        for item in ElementTree.parse(file).getroot().findall("compounddef"):
            if item.get("kind") in {"class", "struct"} and item.get("prot") == "public":
                compounds.setdefault(item.find("location").get("file"), []).append(item)
            elif item.get("kind") in {"namespace", "file"}:
                for member in item.iter("memberdef"):
                    members.setdefault(member.find("location").get("file"), []).append(member)
    entries, missing = [], []
    for file in sorted({*compounds, *members}):
        short = re.sub(r".*(include/tagstream/|bindings/c/)", "", file)
        name = short if file.endswith("tagstream.h") else f"tagstream/{short}"
        page = f"api/{short.replace('/', '_').rpartition('.')[0]}.md"
        if name == "tagstream.h":
            page = "api/c.md"
        header = Header(name, root / file, Words(site, page))
        seen = {one.get("id"): one for one in members.get(file, [])}
        # Macros that only mark a declaration, and include guards, are for the compiler.
        shown = [one for one in seen.values()
                 if one.get("kind") != "define" or header.words.of(one)]
        site.write(page, header.text(compounds.get(file, []), shown))
        missing += [f"{file}: no comment: {one}" for one in header.missing]
        entries.append((short, page))
    if missing:
        sys.exit("\n".join(missing))
    return entries
