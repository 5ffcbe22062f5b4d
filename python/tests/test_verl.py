"""The parsers for verl, beside a module of its shape: the package itself needs engines and GPUs."""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from upstream import ANSWERS, TOOLS

NAME = "verl.experimental.agent_loop.tool_parser"


class FunctionCall(NamedTuple):
    name: str
    arguments: str
    tool_call_id: str | None = None


class ToolParser:
    registry: dict[str, type[ToolParser]] = {}  # noqa: RUF012

    def __init__(self, tokenizer: Any) -> None:
        self.tokenizer = tokenizer

    @classmethod
    def register(cls, name: str) -> Any:
        return lambda subclass: cls.registry.setdefault(name, subclass)


class Tokenizer:
    """A token is a code point; two more are special."""

    eos_token_id = 0x110000
    pad_token_id = 0x110001
    unk_token_id = 0x110002

    def ids(self, text: str) -> list[int]:
        return [*map(ord, text), self.eos_token_id, self.pad_token_id, self.pad_token_id]

    def decode(self, ids: list[int], *, skip_special_tokens: bool) -> str:
        assert not skip_special_tokens
        return "".join(map(chr, ids))

    def convert_tokens_to_ids(self, token: str) -> int:
        return {"<tool_call|>": 7, "<|im_end|>": 8}.get(token, self.unk_token_id)


class Tool(NamedTuple):
    schema: dict[str, Any]

    def model_dump(self, *, exclude_none: bool) -> dict[str, Any]:
        assert exclude_none
        return self.schema


@pytest.fixture
def verl(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """tagstream.verl, freshly imported."""
    parts = NAME.split(".")
    for end in range(1, len(parts) + 1):
        monkeypatch.setitem(sys.modules, ".".join(parts[:end]), ModuleType(parts[end - 1]))
    vars(sys.modules[NAME]).update(FunctionCall=FunctionCall, ToolParser=ToolParser)
    monkeypatch.setattr(ToolParser, "registry", {})
    sys.modules.pop("tagstream.verl", None)
    yield importlib.import_module("tagstream.verl")
    sys.modules.pop("tagstream.verl", None)


def read(family: str, text: str, tools: Any = None) -> tuple[str, list[FunctionCall]]:
    parser: Any = ToolParser.registry[f"tagstream_{family}"](Tokenizer())
    given = (Tokenizer().ids(text),) if tools is None else (Tokenizer().ids(text), tools)
    content, calls = asyncio.run(parser.extract_tool_calls(*given))
    return content, calls


def test_calls_come_in_order_and_are_counted(verl: Any) -> None:
    content, calls = read("qwen3", ANSWERS["parallel"], [Tool(tool) for tool in TOOLS])
    assert calls == [FunctionCall("f", '{"x": 1}'), FunctionCall("g", "{}")]
    assert content.strip() == "Both:"
    assert verl.counts == {"answers": 1, "calls": 2}


def test_no_call_in_a_thought_is_made(verl: Any) -> None:
    assert read("qwen3", ANSWERS["in_thought"]) == ("b", [])
    text = ANSWERS["in_thought"].removeprefix("<think>")  # the prompt has opened it
    assert read("qwen3_in_reasoning", text) == ("b", [])
    assert verl.counts["calls"] == 0
    assert verl.counts["answers"] == 2


def test_a_broken_call_stays_in_the_content_and_counts(verl: Any) -> None:
    assert read("qwen3", ANSWERS["broken"]) == (ANSWERS["broken"], [])
    assert verl.counts == {"answers": 1, "calls": 0, "invalid-json": 1}


def test_a_tool_that_is_not_offered_is_not_called(verl: Any) -> None:
    tools = [Tool(tool) for tool in TOOLS]
    assert read("qwen3", ANSWERS["unknown_tool"], tools)[1] == []
    assert verl.counts["unknown-tool"] == 1
    assert len(read("qwen3", ANSWERS["unknown_tool"])[1]) == 1


def test_where_no_tool_is_offered_none_is_called(verl: Any) -> None:
    assert read("qwen3", ANSWERS["text_call_text"], []) == ("a  b", [])
    assert verl.counts == {"answers": 1, "calls": 0, "not-allowed": 1}


def test_schemas_give_types(verl: Any) -> None:
    text = "<tool_call><function=f><parameter=x>7</parameter></function></tool_call>"
    tools = [Tool(tool) for tool in TOOLS]
    assert read("qwen3_coder", text, tools)[1] == [FunctionCall("f", '{"x":7}')]
    assert verl.counts["calls"] == 1


def test_a_call_that_is_cut_off_counts(verl: Any) -> None:
    assert read("qwen3", ANSWERS["cut_call"]) == (ANSWERS["cut_call"], [])
    assert verl.counts == {"answers": 1, "calls": 0, "unclosed-call": 1}


def test_a_call_has_the_id_that_the_model_gave_it(verl: Any) -> None:
    text = (
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>"
        '{"x": 1}<|tool_call_end|><|tool_calls_section_end|>'
    )
    assert read("kimi_k2", text)[1] == [FunctionCall("f", '{"x": 1}', "functions.f:0")]
    assert read("qwen3", ANSWERS["call"])[1] == [FunctionCall("f", '{"x": 1}', None)]
    assert verl.counts["calls"] == 2


def test_it_stops_where_the_model_would_not(verl: Any) -> None:
    def stops(family: str) -> list[int]:
        parser: Any = ToolParser.registry[f"tagstream_{family}"](Tokenizer())
        return list(parser.stop_token_ids)

    assert verl.counts == {}
    assert stops("gemma4") == [7]
    assert stops("kimi_k2") == stops("kimi_k2_in_reasoning") == [8]
    assert stops("glm45") == []  # of this tokenizer it is no token
    assert stops("qwen3") == []  # other calls may follow
