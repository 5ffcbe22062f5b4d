"""What the documents show runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
STREAM = ["<think>hm</think>ok", '<tool_call>{"name": "f", "arguments": {}}</tool_call>']

#: What the examples don't make themselves.
NAMES: dict[str, Any] = {
    "stream": STREAM,
    "chunks": STREAM,
    "answer": "".join(STREAM),
    "run": print,
}
PRINTED = {
    "bindings/python/README.md": None,
    "docs/python.md": "okf {}\n",
}


@pytest.mark.parametrize("name", PRINTED)
def test_the_first_example_runs(name: str, capsys: Any) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / name).read_text(), re.DOTALL | re.M)
    exec(compile(blocks[0], name, "exec"), dict(NAMES))
    want, printed = PRINTED[name], capsys.readouterr().out
    assert printed == want if want is not None else "Oslo" in printed


def test_each_block_of_the_readme_runs_as_it_is_pasted(capsys: Any) -> None:
    readme = (ROOT / "README.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", readme, re.DOTALL | re.M)
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})
    assert capsys.readouterr().out == "Rain? See:  rain\n"
