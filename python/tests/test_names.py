"""What the library has, the package has, by the same names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tagstream as ts
from tagstream import _core, _options

INCLUDE = Path(__file__).resolve().parents[2] / "include" / "tagstream"


@pytest.mark.parametrize("name", _core._words())
def test_enums_have_the_words_of_the_library(name: str) -> None:
    assert [member.value for member in getattr(ts, name)] == _core._words()[name]


OPTIONS = {
    "filter.hpp": "FilterOptions",
    "tool.hpp": "ToolOptions",
    "parse.hpp": "ParseOptions",
    "thought.hpp": "ThoughtOptions",
    "extract.hpp": "ExtractOptions",
    "tokenizer.hpp": "TokenizerOptions",
    "limits.hpp": "Limits",
}


@pytest.mark.parametrize("header", OPTIONS)
def test_options_are_the_fields_of_the_library(header: str) -> None:
    name = OPTIONS[header]
    struct = re.search(rf"struct {name} {{(.*?)^}};", (INCLUDE / header).read_text(), re.S | re.M)
    assert struct is not None
    fields = re.findall(r"^  [\w:<>, ]+? (\w+)(?: = [^;]*|\{[^;]*\});", struct[1], re.M)
    wanted = {field for field in fields if field != "none"} - {"limits", "rules"}
    its = set(getattr(_options, name).__annotations__)
    assert wanted
    assert its - set(_options.Limits.__annotations__) == wanted or its == wanted
