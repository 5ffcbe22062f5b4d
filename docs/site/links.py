"""Follows the links of a site that was built: links.py FOLDER. Says those that lead nowhere."""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit


class Page(HTMLParser):
    """The links of a page, and what links may lead to."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(file.read_text())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in {"href", "src"} and value:
                self.links.append(value)
            elif name in {"id", "name"} and value:
                self.anchors.add(value)


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    pages = {file: Page(file) for file in sorted(folder.rglob("*.html")) if file.name != "404.html"}
    count = 0
    problems = []
    for file, page in pages.items():
        for link in page.links:
            if urlsplit(link).scheme or link.startswith("//"):
                continue
            count += 1
            path, anchor = urldefrag(unquote(link))
            there = (folder / path[1:] if path.startswith("/") else file.parent / path).resolve()
            if not path:
                there = file
            if there.is_dir():
                there /= "index.html"
            wrong = f"{file.relative_to(folder)}: {link}"
            if not there.is_file():
                problems.append(f"{wrong}: there is no such page")
            elif anchor and there in pages and anchor not in pages[there].anchors:
                problems.append(f"{wrong}: there is no such heading")
    print(*problems, sep="\n")
    print(f"{len(pages)} pages, {count} links, {len(problems)} lead nowhere")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
