"""Each block of Python in the documents runs as it is pasted into a fresh interpreter."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from upstream import LocalServer, Says

from tagstream import _core

ROOT = Path(__file__).resolve().parents[3]
PAGES = ["README.md", *(f"docs/{page.name}" for page in sorted((ROOT / "docs").glob("*.md")))]

#: What blocks need, beside what they import themselves.
NEEDS = {
    "tagstream.duckdb": ["duckdb", "pyarrow"],
    "tagstream.openai": ["httpx"],
    "tagstream.spark": ["pyspark"],
    "tagstream.verl": ["verl"],
    "dialect_from_template": ["jinja2"],
}
#: The blocks of options.md and own_formats.md stand beside the same in the shell and in C++.
GIVEN = """import pathlib
import tagstream
text = answer = '<think>hm</think>ok<tool_call>{"name": "f", "arguments": {}}</tool_call>'
"""
TEMPLATE = """{%- for message in messages %}<|im_start|>{{ message.role }}
{% if message.reasoning_content %}<think>{{ message.reasoning_content }}</think>
{%- endif %}{{ message.content or '' }}
{%- for call in message.tool_calls or [] %}
<tool_call>
{{ call.function | tojson }}
</tool_call>{% endfor %}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}"""
CALL = '<tool_call>{"name": "rain", "arguments": {}}</tool_call>'
ANSWER = f"<think>They ask.</think>Let me look.{CALL}"

#: A block, and what it prints, if a block without a language follows.
BLOCK = re.compile(r"^```python\n(.*?)^```$(?:\n\n```\n(.*?)^```$)?", re.DOTALL | re.MULTILINE)


def blocks() -> list[Any]:
    found = []
    for page in PAGES:
        for number, match in enumerate(BLOCK.finditer((ROOT / page).read_text()), 1):
            found.append(pytest.param(page, *match.groups(), id=f"{page}-{number}"))
    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: Any) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "chat_template.jinja").write_text(TEMPLATE)
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("page", "block", "prints"), blocks())
def test_a_block_runs_as_it_is_pasted(page: str, block: str, prints: str | None) -> None:
    modules = re.findall(r"^(?:import|from) (\w+)", block, re.MULTILINE)
    for word, needed in NEEDS.items():
        modules += needed if word in block else []
    for module in modules:
        pytest.importorskip(module)
    given = GIVEN if page in {"docs/options.md", "docs/own_formats.md"} else ""
    with LocalServer(Says((ANSWER,))) as server:
        code = given + re.sub(r"http://localhost:\d+/v1", server.base_url, block)
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr
    if prints is not None:
        assert done.stdout == prints


def test_the_page_of_the_package_runs_from_top_to_bottom(capsys: Any) -> None:
    page = (ROOT / "bindings/python/README.md").read_text()
    code = "".join(block for block, _ in BLOCK.findall(page))
    exec(compile(code, "bindings/python/README.md", "exec"), {})
    assert "Oslo" in capsys.readouterr().out


@pytest.mark.parametrize("kind", ["Options", "ExtractOptions"])
def test_the_page_of_options_has_each_option_its_words_and_its_default(kind: str) -> None:
    text = (ROOT / "docs/options.md").read_text()
    begin = text.index("## Options of `extract`")
    page = text[:begin] if kind == "Options" else text[begin:]
    rows: dict[str, str] = {}
    for line in page.splitlines():
        if line.startswith("| `"):
            first, second = line.split("|")[1:3]
            for name in re.findall(r"`(\w+)`", first):
                assert rows.setdefault(name, second) is second, name
    for name, type_, _, default, words in _core._option_infos()[kind]:
        said = re.findall(r"[\w.]+", rows.pop(name))
        if type_ == "choice":
            assert said == list(words), name
            assert said[0] == default, name
        elif type_ == "boolean":
            assert said == [default, {"true": "false", "false": "true"}[default]], name
        elif type_ in ("number", "size"):
            assert said[0] == default, name
    assert set(rows) <= {"auto", "settle", "end", "keep", "extract"}, kind
