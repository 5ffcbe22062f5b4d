"""The duties of every adapter: one suite, for all whose packages are there.

TAGSTREAM_CLIENTS names those that must be.
"""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import clients
import frameworks  # noqa: F401  # adds its adapters
import hosts
import pytest
from clients import Adapter, Answer
from upstream import ANSWERS, SHORT, TOOLS, Says, Upstream, serving

import tagstream as ts

THERE = [name for name, adapter in clients.ALL.items() if adapter.is_there()]

# LiteLLM's proxy and what it imports warn of many things.
MARKS = {"litellm": [pytest.mark.filterwarnings("default")]}


def _named(name: str, *more: Any) -> Any:
    return pytest.param(
        name, *more, marks=MARKS.get(name, []), id="-".join(map(str, [name, *more]))
    )


def every(*takes: str) -> pytest.MarkDecorator:
    """For each adapter that can do these things."""
    names = [_named(name) for name in THERE if clients.ALL[name].takes.issuperset(takes)]
    return pytest.mark.parametrize("adapter", names, indirect=True)


def each_way(*takes: str) -> pytest.MarkDecorator:
    """The same, with an answer that comes whole, and with one that is streamed if it can be."""
    ways = [
        _named(name, stream)
        for name in THERE
        if clients.ALL[name].takes.issuperset(takes)
        for stream in (False, True)
        if not stream or "stream" in clients.ALL[name].takes
    ]
    return pytest.mark.parametrize(("adapter", "stream"), ways, indirect=["adapter"])


@pytest.fixture(scope="module")
def adapter(request: pytest.FixtureRequest) -> Iterator[Adapter]:
    made = clients.ALL[request.param]()
    yield made
    made.close()


@pytest.fixture(params=[False, True], ids=["mock", "local"])
def is_local(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def expected(text: str, finish: str = "stop", **options: Any) -> Answer:
    """The message that the library reads."""
    options = {"dialect": "qwen3", "tools": TOOLS, "only_offered": True, **options}
    message = ts.read(text, **options)
    calls = tuple((call.name, call.arguments) for call in message.tool_calls)
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
    wanted = os.environ.get("TAGSTREAM_CLIENTS", "rewrite verl-shape").split()
    assert set(wanted) <= set(THERE)


@every("stream")
@pytest.mark.parametrize("size", [0, 1, 2, 3, 7])
@pytest.mark.parametrize("name", ANSWERS)
def test_a_stream_says_what_parse_reads(adapter: Adapter, name: str, size: int) -> None:
    text = ANSWERS[name]
    seen = ask(adapter, Says((text,), size), True, False)
    assert seen == as_seen(expected(text), adapter)


@every("stream")
@pytest.mark.parametrize("text", SHORT)
def test_it_does_not_matter_where_an_answer_is_cut(adapter: Adapter, text: str) -> None:
    want = as_seen(expected(text), adapter)
    for first in range(1, len(text)):
        assert ask(adapter, Says((text,), len(text), first=first), True, False) == want


@every("stream")
@pytest.mark.parametrize("network", [1, 2, 3, 7])
def test_nor_where_the_network_cuts_its_bytes(adapter: Adapter, network: int) -> None:
    for name in ("text", "parallel"):
        says = Says((ANSWERS[name],), 9, network=network)
        assert ask(adapter, says, True, False) == as_seen(expected(ANSWERS[name]), adapter)


@every()
@pytest.mark.parametrize("name", ANSWERS)
def test_a_whole_answer_says_the_same(adapter: Adapter, name: str, is_local: bool) -> None:
    text = ANSWERS[name]
    assert ask(adapter, Says((text,)), False, is_local) == as_seen(expected(text), adapter)


@every("stream")
def test_a_server_says_the_same_as_a_mock(adapter: Adapter) -> None:
    text = ANSWERS["parallel"]
    assert ask(adapter, Says((text,), 5), True, True) == as_seen(expected(text), adapter)


@each_way()
def test_an_answer_that_is_cut_off_stays_so(adapter: Adapter, stream: bool) -> None:
    for name in ("cut_call", "call"):
        text = ANSWERS[name]
        want = as_seen(expected(text, "length"), adapter)
        assert ask(adapter, Says((text,), 4, "length"), stream, False) == want


@each_way()
def test_a_call_without_arguments_has_an_empty_object(adapter: Adapter, stream: bool) -> None:
    seen = ask(adapter, Says((ANSWERS["without_arguments"],), 3), stream, False)
    assert seen.calls == (("g", "{}"),)


@each_way("in_reasoning")
def test_the_prompt_may_have_opened_the_reasoning(adapter: Adapter, stream: bool) -> None:
    tail = hosts.IN_REASONING
    want = as_seen(expected("a < b</think>c", prompt_tail=tail), adapter)
    assert want.content == "c"
    assert ask(adapter, Says(("a < b</think>c",), 2), stream, False, prompt_tail=tail) == want


@each_way("incremental")
def test_calls_in_pieces_join_to_the_same(adapter: Adapter, stream: bool) -> None:
    text = ANSWERS["parallel"]
    seen = ask(adapter, Says((text,), 3), stream, False, incremental=True)
    assert seen == as_seen(expected(text), adapter)


@each_way()
def test_an_offered_tool_is_called_with_the_types_of_its_schema(
    adapter: Adapter, stream: bool
) -> None:
    text = "<tool_call><function=f><parameter=x>7</parameter></function></tool_call>"
    seen = ask(adapter, Says((text,), 4), stream, False, dialect="qwen3_coder")
    assert seen.calls == (("f", '{"x": 7}'),)


@each_way("reasoning_field")
@pytest.mark.parametrize("field", ["reasoning_content", "reasoning", "both"])
def test_reasoning_is_read_once_in_the_fields_that_the_documents_name(
    adapter: Adapter, field: str, stream: bool
) -> None:
    text = ANSWERS["second_thoughts"]
    seen = ask(adapter, Says((text,), 2), stream, False, reasoning_field=field)
    assert seen == as_seen(expected(text), adapter, field)


@each_way("tool_choice")
@pytest.mark.parametrize("choice", ["none", "required", "f"])
def test_a_tool_choice_is_that_of_the_options(adapter: Adapter, choice: str, stream: bool) -> None:
    if adapter.chooses:
        choice = adapter.chooses
    options: dict[str, Any] = {"tool_choice": choice}
    text = {"required": '[{"name": "f", "parameters": {"x": 1}}]', "f": '{"x": 1}'}
    said = text.get(choice, ANSWERS["call"])
    want = as_seen(expected(said, **options), adapter)
    assert bool(want.calls) == (choice != "none")
    assert ask(adapter, Says((said,), 3), stream, False, **options) == want


@every("break")
@pytest.mark.parametrize("name", ["text", "call"])
def test_a_server_that_breaks_off_is_no_answer(adapter: Adapter, name: str, is_local: bool) -> None:
    says = Says((ANSWERS[name],), 4, breaks_after=5)
    with pytest.raises(Exception, match=r"."):  # each has its own
        ask(adapter, says, True, is_local)


@each_way()
def test_answers_at_once_do_not_mix(adapter: Adapter, stream: bool) -> None:
    names = ["parallel", "quoted", "text_call_text", "in_thought", "call"]
    asked = list(itertools.product(names, ("qwen3", "mistral")))  # the latter reads nothing here

    def one(name: str, dialect: str) -> Answer:
        says = Says((ANSWERS[name],), 2, delay=0.0005)
        return ask(adapter, says, stream, True, dialect=dialect)

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(one, *zip(*asked, strict=True)))
    for (name, dialect), answer in zip(asked, answers, strict=True):
        assert answer == as_seen(expected(ANSWERS[name], dialect=dialect), adapter)


@each_way()
def test_hostile_text_never_raises(adapter: Adapter, stream: bool) -> None:
    for text in ("<think>" * 500, "<tool_call>" * 500, chr(0) + "</think>" * 9, "{" * 5000):
        want = as_seen(expected(text), adapter)
        assert ask(adapter, Says((text,), 50), stream, False) == want


@each_way()
def test_wrong_options_raise_before_anything_is_asked(adapter: Adapter, stream: bool) -> None:
    upstream = Upstream(Says(("a",)))
    with pytest.raises(ValueError, match="qwen33"):
        adapter.ask(upstream, stream, dialect="qwen33")
    assert adapter.is_behind or upstream.requests == []
