"""Follows the links of a site that was built. Says those that lead nowhere.

usage: links.py FOLDER [--external]   with --external also the links to other sites, over the network
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import unquote, urldefrag, urlsplit
from urllib.request import Request, urlopen


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


def problem_of(link: str) -> str | None:
    """The reason why a link to another site leads nowhere; None if it leads somewhere."""
    request = Request(link, headers={"User-Agent": "Mozilla/5.0 (links.py)"})
    try:
        with urlopen(request, timeout=20):
            return None
    except HTTPError as error:
        # These say that there is something, but not for a program, or not now.
        return None if error.code in {401, 403, 429} else f"{link}: {error.code} {error.reason}"
    except (OSError, HTTPException) as error:
        return f"{link}: {error}"


def external(pages: dict[Path, Page]) -> list[str]:
    """Follows each link to another site once. Links to the reader's own machine are left out."""
    links = sorted({urldefrag(link)[0] for page in pages.values() for link in page.links
                    if urlsplit(link).scheme in {"http", "https"}
                    and urlsplit(link).hostname not in {"localhost", "127.0.0.1"}})
    with ThreadPoolExecutor(4) as pool:
        problems = [one for one in pool.map(problem_of, links) if one]
    print(f"{len(links)} links to other sites, {len(problems)} lead nowhere")
    return problems


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
    print(f"{len(pages)} pages, {count} links, {len(problems)} lead nowhere")
    if "--external" in sys.argv:
        problems += external(pages)
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
