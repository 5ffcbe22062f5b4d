"""What every adapter must do: one suite, for all whose packages are there.

TAGSTREAM_CLIENTS names those that must be.
"""

from __future__ import annotations

import json
import os
from typing import Any

import clients
import frameworks  # noqa: F401  # adds its adapters
import pytest
from clients import Adapter, Answer
from upstream import ANSWERS, TOOLS, Says, Upstream, serving

import tagstream as ts

THERE = [name for name, adapter in clients.ALL.items() if adapter.is_there()]


@pytest.fixture(params=THERE)
def adapter(request: pytest.FixtureRequest) -> Adapter:
    return clients.ALL[request.param]()


@pytest.fixture(params=[False, True], ids=["mock", "local"])
def is_local(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def expected(text: str, finish: str = "stop", **options: Any) -> Answer:
    """What the library reads in it."""
    prompt = options.pop("prompt_tail", None)
    options = {"dialect": "qwen3", "schemas": TOOLS, "only_offered": True, **options}
    parser = ts.Parser(**options)
    if prompt is not None:
        parser.prime(prompt)
    message = ts.Message()
    message.add(parser.feed(text) + parser.finish())
    calls = tuple((call.tool, call.arguments) for call in message.calls)
    is_called = finish == "stop" and bool(calls)
    return Answer(
        message.content, message.reasoning, calls, "tool_calls" if is_called else finish
    ).without_layout()


def as_seen(answer: Answer, adapter: Adapter, field: str = "reasoning_content") -> Answer:
    if field not in adapter.reads:
        answer = answer._replace(reasoning="")
    if not adapter.reads_finish:
        answer = answer._replace(finish=None)
    return with_plain_arguments(answer)


def with_plain_arguments(answer: Answer) -> Answer:
    """Some clients give the value that the arguments are."""
    calls = tuple((name, json.dumps(json.loads(text))) for name, text in answer.calls)
    return answer._replace(calls=calls)


def ask(adapter: Adapter, says: Says, stream: bool, is_local: bool, **options: Any) -> Answer:
    with serving(says, is_local=is_local) as server:
        answer = adapter.ask(server, stream, **{"dialect": "qwen3", **options})
    return with_plain_arguments(answer.without_layout())


def test_all_that_must_be_there_are() -> None:
    wanted = os.environ.get("TAGSTREAM_CLIENTS", "rewrite").split()
    assert set(wanted) <= set(THERE)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7])
@pytest.mark.parametrize("name", ANSWERS)
def test_a_stream_says_what_parse_reads(adapter: Adapter, name: str, size: int) -> None:
    text = ANSWERS[name]
    seen = ask(adapter, Says((text,), size), True, False)
    assert seen == as_seen(expected(text), adapter)


@pytest.mark.parametrize("name", ANSWERS)
def test_a_whole_answer_says_the_same(adapter: Adapter, name: str, is_local: bool) -> None:
    text = ANSWERS[name]
    assert ask(adapter, Says((text,)), False, is_local) == as_seen(expected(text), adapter)


def test_a_server_says_the_same_as_a_mock(adapter: Adapter) -> None:
    text = ANSWERS["parallel"]
    assert ask(adapter, Says((text,), 5), True, True) == as_seen(expected(text), adapter)


@pytest.mark.parametrize("stream", [False, True])
def test_an_answer_that_is_cut_off_stays_so(adapter: Adapter, stream: bool) -> None:
    for name in ("cut_call", "call"):
        text = ANSWERS[name]
        want = as_seen(expected(text, "length"), adapter)
        assert ask(adapter, Says((text,), 4, "length"), stream, False) == want


@pytest.mark.parametrize("stream", [False, True])
def test_the_prompt_may_have_opened_the_reasoning(adapter: Adapter, stream: bool) -> None:
    tail = "<|im_start|>assistant\n<think>\n"
    want = as_seen(expected("a < b</think>c", prompt_tail=tail), adapter)
    assert want.content == "c"
    assert ask(adapter, Says(("a < b</think>c",), 2), stream, False, prompt_tail=tail) == want


@pytest.mark.parametrize("stream", [False, True])
def test_calls_in_pieces_join_to_the_same(adapter: Adapter, stream: bool) -> None:
    text = ANSWERS["parallel"]
    seen = ask(adapter, Says((text,), 3), stream, False, incremental=True)
    assert seen == as_seen(expected(text), adapter)


def test_an_offered_tool_is_called_with_the_types_of_its_schema(adapter: Adapter) -> None:
    text = "<tool_call><function=f><parameter=x>7</parameter></function></tool_call>"
    seen = ask(adapter, Says((text,), 4), True, False, dialect="qwen3_coder")
    assert seen.calls == (("f", '{"x": 7}'),)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("field", ["reasoning_content", "reasoning", "both"])
def test_reasoning_is_read_once_in_the_fields_that_the_documents_name(
    adapter: Adapter, field: str, stream: bool
) -> None:
    text = ANSWERS["second_thoughts"]
    seen = ask(adapter, Says((text,), 2), stream, False, reasoning_field=field)
    assert seen == as_seen(expected(text), adapter, field)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("choice", ["none", "required", "f"])
def test_a_tool_choice_is_that_of_the_options(adapter: Adapter, choice: str, stream: bool) -> None:
    if adapter.chooses:
        choice = adapter.chooses
    options: dict[str, Any] = {"tool_choice": choice}
    if choice == "f":
        options = {"tool_choice": "named", "tool_name": "f"}
    text = {"required": '[{"name": "f", "parameters": {"x": 1}}]', "f": '{"x": 1}'}
    said = text.get(choice, ANSWERS["call"])
    want = as_seen(expected(said, **options), adapter)
    assert bool(want.calls) == (choice != "none")
    assert ask(adapter, Says((said,), 3), stream, False, **options) == want


def test_hostile_text_never_raises(adapter: Adapter) -> None:
    for text in ("<think>" * 500, "<tool_call>" * 500, chr(0) + "</think>" * 9, "{" * 5000):
        want = as_seen(expected(text), adapter)
        assert ask(adapter, Says((text,), 50), True, False) == want


def test_wrong_options_raise_before_anything_is_asked(adapter: Adapter) -> None:
    upstream = Upstream(Says(("a",)))
    with pytest.raises(ValueError, match="qwen33"):
        adapter.ask(upstream, True, dialect="qwen33")
    is_behind = isinstance(adapter, (clients.Rewrite, clients.OpenAiRewrite))
    assert is_behind or upstream.requests == []
