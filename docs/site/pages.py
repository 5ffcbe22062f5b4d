"""Writes the pages of the site as its generator takes them.

Usage: pages.py ROOT FOLDER: docs/, README.md and what they link to go to FOLDER/pages, and the
navigation to FOLDER/zensical.toml. Links that lead to a file of the source get a page that shows it.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import python_names

FENCE = re.compile(r"^ *(`{3,}|~{3,})")
LINK = re.compile(r"(\]\()([^)\s]+)(\))")
NAMED = re.compile(r"\[([\w-]+\.md)\]\(([^)\s#]+)\)")
LANGUAGES = {".cpp": "cpp", ".hpp": "cpp", ".c": "c", ".h": "c", ".py": "python", ".sh": "bash"}


class Site:
    """Where each file of the source stands on the site."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = root
        self.pages = folder / "pages"
        self.waiting: list[tuple[str, str]] = []  # a file of the source, its page
        self.places: dict[str, str] = {}
        self.place("README.md", "index.md")
        for page in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"):
            self.place(page, page)
        self.places["apps/playground"] = "playground/index.html"  # docs/site.sh puts it there
        for page in sorted((root / "docs").rglob("*.md")):
            source = page.relative_to(root).as_posix()
            self.place(source, source.removeprefix("docs/").replace("README.md", "index.md"))

    def place(self, source: str, page: str) -> str:
        self.places[source] = page
        self.waiting.append((source, page))
        return page

    def target(self, source: str, page: str, link: str) -> str:
        """A link of `source`, as it is on `page`."""
        if re.match(r"[a-z]+:|#", link):
            return link
        path, _, anchor = link.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(source), path))
        if path.startswith("docs/pictures/"):
            there = path.removeprefix("docs/")
        elif path in self.places:
            there = self.places[path]
        elif (self.root / path / "README.md").exists():
            readme = f"{path}/README.md"
            there = self.places.get(readme) or self.place(readme, f"source/{readme}")
        else:
            # Folders that are hidden have no pages.
            there = self.place(path, f"source/{path.rstrip('/').lstrip('.')}.md")
        there = os.path.relpath(there, os.path.dirname(page) or ".")
        return there + (f"#{anchor}" if anchor else "")

    def titled(self, source: str, link: re.Match[str]) -> str:
        """A link that is named like the file, with the title of its page."""
        path = os.path.normpath(os.path.join(os.path.dirname(source), link[2]))
        if os.path.basename(path) != link[1] or path not in self.places:
            return link[0]
        first = (self.root / path).read_text().lstrip("<!- \n").split("# ", 1)[1].split("\n")[0]
        return f"[{first}]({link[2]})"

    def write_all(self) -> None:
        while self.waiting:
            source, page = self.waiting.pop(0)
            path = self.root / source
            if source.endswith(".md"):
                text = self.converted(source, page, path.read_text())
            elif path.is_dir():
                text = f"# `{source}`\n\n" + "".join(
                    f"- `{file.name}`\n" for file in sorted(path.iterdir()))
            else:
                language = LANGUAGES.get(path.suffix, "text")
                text = f"# `{source}`\n\n```` {language}\n{path.read_text()}````\n"
            self.write(page, text)

    def write(self, page: str, text: str) -> None:
        file = self.pages / page
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(with_headers(text.split("\n"))))

    def converted(self, source: str, page: str, text: str) -> str:
        """The Markdown of GitHub as that of the generator, which wants another indentation in lists,
        and knows neither GitHub's anchors nor Markdown in `<details>`."""
        lines = []
        fence = ""
        anchors: dict[str, int] = {}
        for line in text.split("\n"):
            mark = FENCE.match(line)
            if fence:
                if mark and mark[1].startswith(fence) and line.strip() == mark[1]:
                    fence = ""
            elif mark:
                fence = mark[1]
                line = titled_fence(line, fence)
            elif line.startswith("<details>"):
                line = "<details markdown>"
            else:
                line = self.converted_line(source, page, line, anchors)
            if lines and re.match(r" {2,3}\S", line) and in_list(lines):
                line = " " * (4 - (len(line) - len(line.lstrip()))) + line
            lines.append(line)
        return "\n".join(lines)

    def converted_line(self, source: str, page: str, line: str, anchors: dict[str, int]) -> str:
        codes: list[str] = []

        def keep(match: re.Match[str]) -> str:
            code = match[0].replace("\\|", "&#124;") if line.lstrip().startswith("|") else match[0]
            if "&#124;" in code:
                inner = match[0].strip("`").replace("&", "&amp;").replace("<", "&lt;")
                code = f"<code>{inner.replace(chr(92) + '|', '&#124;')}</code>"
            codes.append(code)
            return f"\0{len(codes) - 1}\0"

        bare = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", keep, line)
        bare = NAMED.sub(lambda m: self.titled(source, m), bare)
        bare = LINK.sub(lambda m: m[1] + self.target(source, page, m[2]) + m[3], bare)
        line = re.sub(r"\0(\d+)\0", lambda m: codes[int(m[1])], bare)
        if heading := re.match(r"#{1,6} +(.*)", line):
            anchor = anchor_of(heading[1])
            count = anchors[anchor] = anchors.get(anchor, -1) + 1
            line += f" {{#{anchor}{f'-{count}' if count else ''}}}"
        return line


def titled_fence(line: str, fence: str) -> str:
    """The generator knows one word after a fence. Of a golden case the options become a title."""
    word, _, options = line.strip().removeprefix(fence).partition(" ")
    if not options:
        return line
    title = f"{word} {options}".replace('"', "'")
    return f'{line[: line.index(fence)]}{fence}text title="{title}"'


def with_headers(lines: list[str]) -> list[str]:
    """Each column of a table gets a header, if only one that is heard."""
    for i, line in enumerate(lines[1:]):
        if re.fullmatch(r"\|[-:| ]+\|", line) and "-" in line and "|" in lines[i]:
            cells = re.split(r"(?<!\\)\|", lines[i])
            for column, cell in enumerate(cells[1:-1], 1):
                if not cell.strip():
                    word = "name" if column == 1 else "meaning"
                    cells[column] = f' <span class="heard">{word}</span> '
            lines[i] = "|".join(cells)
    return lines


def anchor_of(heading: str) -> str:
    """As GitHub makes it."""
    heading = re.sub(r"\]\([^)]*\)", "", heading.lower())
    return re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")


def in_list(lines: list[str]) -> bool:
    """Whether the last lines belong to an item of a list."""
    for line in reversed(lines):
        if re.match(r" *([-*]|\d+\.) ", line):
            return True
        if line and not line.startswith(" "):
            return False
    return False


def navigation(template: str, lists: dict[str, list[tuple[str, str]]]) -> str:
    for title, pages in lists.items():
        empty = f'{{ "{title}" = [] }}'
        assert empty in template, title
        entries = ", ".join(f'{{ "{name}" = "{page}" }}' for name, page in pages)
        template = template.replace(empty, f'{{ "{title}" = [{entries}] }}')
    return template


def site_links(text: str) -> str:
    """The links of llms.txt to pages of docs/, as links to the site: docs/read.md is read/ there."""
    text = text.replace("(README.md)", "(.)").replace("decisions/README.md", "decisions.md")
    return re.sub(r"\(docs/([\w-]+)\.md\)", r"(\1/)", text)


def main() -> None:
    root, folder = Path(sys.argv[1]), Path(sys.argv[2])
    shutil.rmtree(folder / "pages", ignore_errors=True)
    site = Site(root, folder)
    shutil.copytree(root / "docs/pictures", site.pages / "pictures")
    for file in ("site.css", "site.js"):
        shutil.copy(root / "docs/site" / file, site.pages)
    site.write_all()
    map_for_machines = (root / "llms.txt").read_text(encoding="utf-8")
    (site.pages / "llms.txt").write_text(site_links(map_for_machines), encoding="utf-8")

    import cpp_headers

    lists = {"C++ headers": cpp_headers.write(folder / "xml", root, site),
             "Python names": python_names.write(root, site)}
    decisions = sorted((root / "docs/decisions").glob("*.md"))
    titles = {page: page.read_text().split("\n", 1)[0].removeprefix("# ") for page in decisions}
    lists["Why it is so"] = [("Decisions", "decisions/index.md")] + [
        (titles[page], f"decisions/{page.name}") for page in decisions if page.name != "README.md"]
    template = (root / "docs/site/zensical.toml").read_text()
    for page in sorted((root / "docs").glob("*.md")):
        if f'"{page.name}"' not in template:
            sys.exit(f"docs/site/zensical.toml: no line for {page.name}")
    (folder / "zensical.toml").write_text(navigation(template, lists))


if __name__ == "__main__":
    main()
