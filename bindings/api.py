"""The generators of the bindings share this: bindings/api.json, and files that are written or only
checked. tests/expand/api_json.cpp says what the JSON has."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
API: dict[str, Any] = json.loads((ROOT / "bindings/api.json").read_text(encoding="utf-8"))


def camel(word: str, capitals: dict[str, str] | None = None) -> str:
    """`tool_call` becomes `ToolCall`. `capitals` are parts that are spelt otherwise."""
    return "".join((capitals or {}).get(part, part.capitalize()) for part in word.split("_"))


def formatted(source: str, *command: str) -> str:
    """The source as a formatter writes it."""
    path = os.environ.get("PATH", "")
    # Where the archives of Go and Rust put their programs.
    path += f":/usr/local/go/bin:{Path.home()}/.cargo/bin"
    run = subprocess.run(command, input=source, text=True, check=True, capture_output=True,
                         env={**os.environ, "PATH": path})
    return run.stdout


def put(usage: str, files: dict[Path, str]) -> int:
    """Writes the files. With --check nothing is written: 1 if one would change."""
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(usage)
    is_check = sys.argv[1:] == ["--check"]
    result = 0
    for path, text in files.items():
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        name = path.relative_to(ROOT)
        if is_check:
            print(f"{name} is not what bindings/api.json says: run {Path(sys.argv[0]).name} in "
                  f"{Path(sys.argv[0]).resolve().parent.relative_to(ROOT)}")
            result = 1
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"written: {name}")
    return result
