"""Formats of one's own, and the text of a dialect."""

from __future__ import annotations

from typing import Any

import pytest

import tagstream as ts
from tagstream import _core

OWN = """\
<why>REASONING</why>
@@call{"name": "NAME", "arguments": ARGUMENTS}@@end
"""
ANSWER = '<why>Rain?</why>Let me see.@@call{"name": "rain", "arguments": {"city": "Oslo"}}@@end'


@pytest.mark.parametrize("text", [OWN, "  ".join(OWN.splitlines())])
def test_an_own_format_is_read(text: str) -> None:
    message = ts.read(ANSWER, format=text)
    assert (message.reasoning, message.content) == ("Rain?", "Let me see.")
    assert [(call.name, call.args) for call in message.tool_calls] == [("rain", {"city": "Oslo"})]
    reader = ts.Reader(format=text)
    events = [event for piece in ANSWER for event in reader.feed(piece)] + reader.finish()
    assert [event.name for event in events if event.kind == "tool_call"] == ["rain"]


def test_a_format_goes_with_the_other_options() -> None:
    rules = ts.Rules(format=OWN, start_in_reasoning=True)
    assert ts.read("Rain?</why>So", rules).reasoning == "Rain?"
    body = b'{"choices": [{"message": {"role": "assistant", "content": "<why>a</why>b"}}]}'
    assert b'"reasoning_content":"a"' in _core.rewrite_answer(body, format=OWN)[0]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<why>REASONIG</why>", "line 1, column 6: no placeholder has this name: `REASONIG`; "
         r"did you mean `REASONING`\? \(`\\REASONIG` is the word itself\)"),
        ("<why>REASONING</why>\nhello", "line 2, column 1: "),
        ("<a>{\n\"name\": \"NAME\"}</a>", r"write both as one line, with \\n between"),
        ("- trim", r"there is no such option: `trim`; did you mean `trims`\?"),
    ],
)  # fmt: skip
def test_a_wrong_format_is_a_value_error(text: str, why: str) -> None:
    for make in (ts.Reader, ts.Rules):
        with pytest.raises(ValueError, match=why):
            make(format=text)


def test_one_family_at_a_time() -> None:
    with pytest.raises(ValueError, match="format"):
        ts.Reader(format=OWN, dialect="qwen3")
    wrong: Any = 1
    with pytest.raises(ValueError, match="is not a str"):
        ts.Reader(format=wrong)


def test_a_dialect_is_its_text() -> None:
    qwen = ts.dialect("qwen3-coder")
    assert isinstance(qwen, ts.Dialect)
    assert qwen.name == "qwen3_coder"
    assert "qwen3_xml" in qwen.aliases
    assert ts.dialect("Qwen3_XML") == qwen
    assert "<function=NAME>" in qwen.text
    assert any(s.startswith("chat template of Qwen3-Coder") for s in qwen.sources)
    assert any(s.startswith("answers") for s in qwen.evidence)
    assert not ts.dialect("exaone4").evidence
    assert "A value loses one line end on each side." in qwen.inferences
    with pytest.raises(ValueError, match="there is no dialect `qwen33`; did you mean `qwen3`"):
        ts.dialect("qwen33")


@pytest.mark.parametrize("name", ts.dialects())
def test_the_text_of_a_dialect_reads_as_the_dialect_does(name: str) -> None:
    row = ts.dialect(name)
    assert row.name == name
    assert not row.text.startswith("\n")
    if name == "none":
        return
    text = '<think>a</think>b<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>'
    assert ts.read(text, format=row.text) == ts.read(text, dialect=name)
