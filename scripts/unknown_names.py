#!/usr/bin/env python3
"""Lists the names of parsers that other projects have, and tagstream has not.

FOLDER is a checkout or an unpacked package of vLLM (or a project made from it), SGLang, dynamo or
Ollama, or a folder with several of them. Nothing is downloaded, and nothing in FOLDER is run: the
names are found in the text of the files that register them. Run it when a new version of one of
them is out.

Of each name it says whether a model of that name would be known. A name that stands for no format
(`auto`, a plugin) stays in the list.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

#: Which files name parsers, and what stands around a name.
REGISTRIES = (
    ("tool_parsers/__init__.py", r'^    "([\w.-]+)": \('),
    ("reasoning/__init__.py", r'^    "([\w.-]+)": \('),
    ("function_call_parser.py", r'^        "([\w.-]+)": \w+Detector'),
    ("reasoning_parser.py", r'^        "([\w.-]+)": \w+Detector'),
    ("tool_calling/parsers.rs", r'map\.insert\(\s*"([\w.-]+)"'),
    ("reasoning/mod.rs", r'map\.insert\(\s*"([\w.-]+)"'),
    ("model/parsers/parsers.go", r'case ((?:"[\w.-]+"(?:, )?)+):'),
)


def names_in(folder: Path) -> Iterator[tuple[str, Path]]:
    """Each name of a parser, and the file that has it."""
    for ending, pattern in REGISTRIES:
        for file in sorted(folder.rglob(Path(ending).name)):
            if not file.as_posix().endswith("/" + ending):
                continue
            text = file.read_text(encoding="utf-8", errors="replace")
            for found in re.findall(pattern, text, re.MULTILINE):
                for name in re.findall(r"[\w.-]+", found):
                    yield name, file


def succeeds(command: list[str]) -> str | None:
    """The first line that the command prints; None if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.split("\n", 1)[0] if done.returncode == 0 else None


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", metavar="FOLDER", nargs="+", type=Path)
    parser.add_argument("--tagstream", default="tagstream", metavar="PATH", help="the program")
    arguments = parser.parse_args()
    places: dict[str, list[str]] = {}
    for folder in arguments.folder:
        for name, file in names_in(folder):
            places.setdefault(name, []).append(str(file.relative_to(folder)))
    if not places:
        print("no file here registers parsers", file=sys.stderr)
        return 2
    unknown = 0
    for name, files in sorted(places.items()):
        if succeeds([arguments.tagstream, "dialects", name]) is not None:
            continue
        unknown += 1
        model = succeeds([arguments.tagstream, "guess", "--model", name])
        hint = f" (as a model {model})" if model else ""
        print(f"{name}: {', '.join(sorted(set(files)))}{hint}")
    print(f"{len(places)} names, {unknown} not known", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
