"""The parsers for verl: with its own modules, if they are there, and beside one of their shape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import clients
import hosts
import pytest
from upstream import ANSWERS

Call = tuple[str, str, str | None]
KINDS = [name for name in ("verl-shape", "verl") if clients.ALL[name].is_there()]
Host = hosts.Verl


@pytest.fixture(params=KINDS)
def verl(request: pytest.FixtureRequest) -> Iterator[Host]:
    """tagstream.verl, freshly imported."""
    host: Any = clients.ALL[request.param]()
    yield host
    host.close()


def read(host: Host, family: str, text: str, tools: Any = None) -> tuple[str, list[Call]]:
    content, calls = host.read(host.parser(family), text, tools)
    return content, [(one.name, one.arguments, one.tool_call_id) for one in calls]


def test_calls_come_in_order_and_are_counted(verl: Host) -> None:
    content, calls = read(verl, "qwen3", ANSWERS["parallel"], verl.tools())
    assert calls == [("f", '{"x": 1}', None), ("g", "{}", None)]
    assert content.strip() == "Both:"
    assert verl.tagstream.counts == {"answers": 1, "calls": 2}


def test_no_call_in_a_thought_is_made(verl: Host) -> None:
    assert read(verl, "qwen3", ANSWERS["in_thought"]) == ("b", [])
    text = ANSWERS["in_thought"].removeprefix("<think>")  # the prompt has opened it
    assert read(verl, "qwen3_in_reasoning", text) == ("b", [])
    assert verl.tagstream.counts["calls"] == 0
    assert verl.tagstream.counts["answers"] == 2


def test_a_broken_call_stays_in_the_content_and_counts(verl: Host) -> None:
    assert read(verl, "qwen3", ANSWERS["broken"]) == (ANSWERS["broken"], [])
    assert verl.tagstream.counts == {"answers": 1, "calls": 0, "invalid_json": 1}


def test_a_tool_that_is_not_offered_is_not_called(verl: Host) -> None:
    tools = verl.tools()
    assert read(verl, "qwen3", ANSWERS["unknown_tool"], tools)[1] == []
    assert verl.tagstream.counts["unknown_tool"] == 1
    assert len(read(verl, "qwen3", ANSWERS["unknown_tool"])[1]) == 1


def test_where_no_tool_is_offered_none_is_called(verl: Host) -> None:
    assert read(verl, "qwen3", ANSWERS["text_call_text"], []) == ("a  b", [])
    assert verl.tagstream.counts == {"answers": 1, "calls": 0, "not_allowed": 1}


def test_schemas_give_types(verl: Host) -> None:
    text = "<tool_call><function=f><parameter=x>7</parameter></function></tool_call>"
    tools = verl.tools()
    assert read(verl, "qwen3_coder", text, tools)[1] == [("f", '{"x":7}', None)]
    assert verl.tagstream.counts["calls"] == 1


def test_a_call_that_is_cut_off_counts(verl: Host) -> None:
    assert read(verl, "qwen3", ANSWERS["cut_call"]) == (ANSWERS["cut_call"], [])
    assert verl.tagstream.counts == {"answers": 1, "calls": 0, "unclosed": 1}


def test_a_call_has_the_id_that_the_model_gave_it(verl: Host) -> None:
    text = (
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>"
        '{"x": 1}<|tool_call_end|><|tool_calls_section_end|>'
    )
    assert read(verl, "kimi_k2", text)[1] == [("f", '{"x": 1}', "functions.f:0")]
    assert read(verl, "qwen3", ANSWERS["call"])[1] == [("f", '{"x": 1}', None)]
    assert verl.tagstream.counts["calls"] == 2


def test_it_stops_where_the_model_would_not(verl: Host) -> None:
    def stops(family: str) -> list[int]:
        return list(verl.parser(family).stop_token_ids)

    assert verl.tagstream.counts == {}
    assert stops("gemma4") == [7]
    assert stops("kimi_k2") == stops("kimi_k2_in_reasoning") == [8]
    assert stops("glm45") == []  # of this tokenizer it is not a token
    assert stops("qwen3") == []  # other calls may follow
