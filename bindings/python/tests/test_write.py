"""Messages as a model family writes them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import tagstream as ts

ROOT = Path(__file__).resolve().parents[3]
ARGUMENTS = {"city": "Zürich", "days": 3, "where": {"a": [1.5, None, True]}}
CALL = {"id": "x", "name": "weather", "arguments": ARGUMENTS}
MESSAGE: dict[str, Any] = {"reasoning": "Hm.", "content": "Let me look.", "tool_calls": [CALL]}
SCHEMAS = [
    {
        "name": "weather",
        "parameters": {
            "type": "object",
            "properties": {
                "city": {"type": "string"},
                "days": {"type": "integer"},
                "where": {"type": "object"},
            },
        },
    }
]


@pytest.mark.parametrize("dialect", ["hermes", "mistral", "glm45", "lfm2", "kimi_k2", "harmony"])
def test_what_is_written_is_read(dialect: str) -> None:
    text = ts.write(MESSAGE, dialect=dialect, tools=SCHEMAS)
    message = ts.read(text, dialect=dialect, tools=SCHEMAS)
    assert (message.reasoning, message.content) == ("Hm.", "Let me look.")
    assert [call.name for call in message.tool_calls] == ["weather"]
    assert json.loads(message.tool_calls[0].arguments) == ARGUMENTS
    assert ts.write(message, dialect=dialect, tools=SCHEMAS) == text
    assert ts.write(message.to_openai(), ts.Rules(dialect=dialect, tools=SCHEMAS)) == text


def test_a_message_is_an_object_of_ours_a_dict_or_json() -> None:
    text = "<think>Hm.</think>Hé."
    message = ts.read(text, dialect="qwen3")
    assert ts.write(message, dialect="qwen3") == text
    assert ts.write({"reasoning_content": "Hm.", "content": "Hé."}, dialect="qwen3") == text
    assert ts.write('{"reasoning": "Hm.", "content": "Hé."}', dialect="qwen3") == text


def test_a_format_of_ones_own() -> None:
    call = '<tool>{"name": "NAME", "arguments": ARGUMENTS}</tool>'
    message = {"tool_calls": [{"function": {"name": "f", "arguments": '{"a":1}'}}]}
    assert ts.write(message, format=call) == '<tool>{"name": "f", "arguments": {"a": 1}}</tool>'


@pytest.mark.parametrize(
    ("message", "options", "sentence"),
    [
        ({"content": "a </think>"}, {"dialect": "qwen3"}, "the content holds `</think>`"),
        (MESSAGE, {"dialect": "glm45"}, "without a schema of the tool"),
        ({"content": 1}, {"dialect": "qwen3"}, "expected a string"),
        ("{", {"dialect": "qwen3"}, "not JSON"),
        ({}, {"dialect": "auto"}, "auto reads many formats"),
        ({}, {}, "nothing to write by: give a dialect, a model or a format"),
        ({}, {"dialect": None, "format": "", "tools": []}, "nothing to write by"),
        ({"content": "x"}, {"hide": "a"}, "nothing to write by: give a dialect, a model"),
    ],
)
def test_what_cannot_be_written(message: Any, options: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        ts.write(message, **options)


def test_what_is_no_message() -> None:
    with pytest.raises(TypeError):
        ts.write(object(), dialect="qwen3")  # type: ignore[arg-type]


def test_the_manual_shows_what_is_written(capsys: Any) -> None:
    text = (ROOT / "docs/write.md").read_text()
    (block,) = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    code, shown = block.split("# ", 1)
    exec(compile(code, "docs/write.md", "exec"), {})
    assert capsys.readouterr().out == shown
