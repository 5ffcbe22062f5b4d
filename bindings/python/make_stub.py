"""Writes package/tagstream/_core.pyi from what the compiled part says of itself, and
_options.py from bindings/api.json.

usage: make_stub.py [--check]

With --check nothing is written: it fails if a file is not what it would be.
"""

import json
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

PACKAGE = Path(__file__).parent / "package" / "tagstream"
STUB = PACKAGE / "_core.pyi"
OPTIONS = PACKAGE / "_options.py"
API = json.loads((Path(__file__).parents[1] / "api.json").read_text())

_OPTIONS_BEGIN = '''# Written by make_stub.py.
"""The options, by the library's names. None is the default, and of a limit none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypedDict

from tagstream._types import ChoiceToolCallError, Guess

Tools = str | bytes | Mapping[str, Any] | Sequence[Any]
ToolChoice = str | Mapping[str, Any]
Texts = str | Iterable[str]
#: Tags, and pairs of markers: `"<a>…</a>"`, or both in a list of two.
Marks = str | Iterable[str | Sequence[str]]
Size = int | str
'''
_OPTIONS_END = '''

class RewriteOptions(Options, total=False):
    """Those of a reader, and of what is written."""

    #: where clients look for reasoning
    reasoning_field: Literal["reasoning_content", "reasoning", "both"]
    #: a longer event passes unread
    max_event_bytes: Size | None


class ClientOptions(RewriteOptions, total=False):
    """Of a client of `tagstream.openai`."""

    base_url: str
    inner: Any
    client_options: Mapping[str, Any] | None
    #: of the client, as its HTTP module has them
    auth: Any
    cookies: Any
    default_encoding: Any
    event_hooks: Any
    follow_redirects: bool
    headers: Any
    max_redirects: int
    params: Any
    timeout: Any
    trust_env: bool
    #: of its transport, unless there is an `inner`
    cert: Any
    http1: bool
    http2: bool
    limits: Any
    local_address: str
    proxy: Any
    retries: int
    uds: str
    verify: Any
    server: Literal["vllm", "sglang"] | None
    on_tool_call_error: Callable[[ChoiceToolCallError], None] | None
'''
_WORDS = {
    "Options": "Of a reader.",
    "_ElementOptions": "Of elements.",
    "InnerOptions": "Of the content of one element.",
    "ExtractOptions": "Of a tree.",
}
# These lead from a wrong name to the right one: checkers are to refuse the wrong name.
_PATTERNS = r"""tagstream._core.\w+.__getattr__:

tagstream._core.(Event|ExtractStream|Message|Reader|Rules|Snapshots|Tag).__(getitem|iter)__:

"""
# Nanobind's own methods know the types.
_STUBGEN = """
import sys
from nanobind.stubgen import main
from tagstream import _core
for one in [*vars(_core).values()]:
    if isinstance(one, type):
        _core._unsign_methods(one)
main(sys.argv[1:])
"""
_OF_TREES = ("names", "max_depth")  # `inner` does not have them
_OF_INNER = ("last",)  # `extract` does not have it
_TYPES = {
    "json": "Tools",
    "bytes": "str | bytes",
    "list": "Texts",
    "rules": "Marks",
    "text": "str",
    "boolean": "bool",
    "number": "int",
    "size": "Size",
}


def _type_of(kind: str, values: list[str]) -> str:
    if kind == "choice":
        return "Literal[" + ", ".join(f'"{value}"' for value in values) + "]"
    return "ToolChoice" if kind == "json" and values else _TYPES[kind]


def options() -> str:
    text = _OPTIONS_BEGIN
    elements = API["extract_options"]
    of_inner = [one for one in elements if one["name"] in _OF_INNER]
    of_trees = [one for one in elements if one["name"] in _OF_TREES]
    of_both = [one for one in elements if one["name"] not in (*_OF_INNER, *_OF_TREES)]
    for struct, base, infos in (
        ("Options", "TypedDict", API["options"]),
        ("_ElementOptions", "TypedDict", of_both),
        ("InnerOptions", "_ElementOptions", of_inner),
        ("ExtractOptions", "_ElementOptions", of_trees),
    ):
        text += f'\n\nclass {struct}({base}, total=False):\n    """{_WORDS[struct]}"""\n\n'
        for one in infos:
            usual = f" [{one['default']}]" if one["default"] else ""
            lines = textwrap.wrap(one["sentence"] + usual, 93)
            text += "".join(f"    #: {line}\n" for line in lines)
            its_type = _type_of(one["type"], one["values"])
            also = " | Guess" if (struct, one["name"]) == ("Options", "dialect") else ""
            text += f"    {one['name']}: {its_type}{also} | None\n"
    return formatted(text + _OPTIONS_END, "options.py")


def formatted(text: str, name: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_text(text)
        config = ["--config", str(Path(__file__).parent / "pyproject.toml")]
        for command in (["check", "-q", "--fix", "--select", "I"], ["format", "-q"]):
            subprocess.run(["ruff", *command, *config, str(path)], check=True)
        return path.read_text()


def stub() -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "_core.pyi"
        patterns = Path(folder) / "patterns"
        patterns.write_text(_PATTERNS)
        stubgen = ["-q", "-P", "-p", str(patterns), "-m", "tagstream._core", "-o", str(path)]
        subprocess.run([sys.executable, "-c", _STUBGEN, *stubgen], check=True, cwd=folder)
        # Type checkers want to know which names these are.
        text = path.read_text().replace("__match_args__: tuple = (", "__match_args__ = (")
        unhashable = "__hash__: ClassVar[None]  # type: ignore[assignment]"
        text = text.replace("__hash__: None = None", unhashable)
        text = text.replace("import Any", "import Any, ClassVar")
        text = text.replace("@typing.overload", "@overload")
        return formatted("# Written by make_stub.py.\n" + text, "_core.pyi")


def main() -> int:
    result = 0
    for path, make in ((OPTIONS, options), (STUB, stub)):
        made = make()
        if "--check" not in sys.argv:
            path.write_text(made)
        elif path.read_text() != made:
            print(f"{path.name} is out of date: run python make_stub.py")
            result = 1
    return result


if __name__ == "__main__":
    sys.exit(main())
