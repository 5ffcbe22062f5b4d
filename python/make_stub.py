"""Writes package/tagstream/_core.pyi from what the compiled part says of itself.

usage: make_stub.py [--check]

With --check nothing is written: it fails if the file is not what it would be.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

STUB = Path(__file__).parent / "package" / "tagstream" / "_core.pyi"


def made() -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "_core.pyi"
        stubgen = ["nanobind.stubgen", "-q", "-P", "-m", "tagstream._core", "-o", str(path)]
        subprocess.run([sys.executable, "-m", *stubgen], check=True, cwd=folder)
        # Type checkers want to know which names these are.
        text = path.read_text().replace("__match_args__: tuple = (", "__match_args__ = (")
        unhashable = "__hash__: ClassVar[None]  # type: ignore[assignment]"
        text = text.replace("__hash__: None = None", unhashable)
        text = text.replace("import Any", "import Any, ClassVar")
        path.write_text("# Written by make_stub.py.\n" + text)
        options = ["--config", str(Path(__file__).parent / "pyproject.toml")]
        for command in (["check", "-q", "--fix", "--select", "I"], ["format", "-q"]):
            subprocess.run(["ruff", *command, *options, str(path)], check=True)
        return path.read_text()


def main() -> int:
    if "--check" not in sys.argv:
        STUB.write_text(made())
    elif STUB.read_text() != made():
        print(f"{STUB.name} is out of date: run python make_stub.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
