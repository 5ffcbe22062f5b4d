"""Streams of others: `for` and `async for`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

import tagstream as ts

PIECES = ["<think>h", "m</think>o", "k"]
WANT = ts.Parser(dialect="qwen3")
EVENTS = [event for piece in PIECES for event in WANT.feed(piece)] + WANT.finish()


async def later(pieces: list[Any]) -> AsyncIterator[Any]:
    for piece in pieces:
        await asyncio.sleep(0)
        yield piece


async def collected(stream: Any) -> list[ts.Event]:
    return [event async for event in ts.read(stream, dialect="qwen3")]


def openai_chunks() -> list[Any]:
    chat = pytest.importorskip("openai.types.chat")
    frames: list[dict[str, Any]] = [
        {"index": 0, "delta": {"role": "assistant", "content": piece}} for piece in PIECES
    ]
    frames += [{"index": 1, "delta": {"content": "the other choice"}}, {"index": 0, "delta": {}}]
    head = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    chunks = [{**head, "choices": [{**f, "finish_reason": None}]} for f in frames]
    chunks.append({**head, "choices": []})
    return [chat.ChatCompletionChunk.model_validate(chunk) for chunk in chunks]


def anthropic_events() -> list[Any]:
    types = pytest.importorskip("anthropic.types")
    deltas = [
        types.RawContentBlockDeltaEvent.model_validate(
            {
                "type": "content_block_delta",
                "index": 0,
                "delta": {"type": "text_delta", "text": one},
            }
        )
        for one in PIECES
    ]
    stop = types.RawMessageStopEvent.model_validate({"type": "message_stop"})
    return [*deltas, stop]


def openai_responses() -> list[Any]:
    types = pytest.importorskip("openai.types.responses")
    head = {"item_id": "i", "output_index": 0, "content_index": 0, "sequence_number": 1}
    deltas = [
        types.ResponseTextDeltaEvent.model_validate(
            {**head, "type": "response.output_text.delta", "delta": piece, "logprobs": []}
        )
        for piece in PIECES
    ]
    whole = {**head, "type": "response.output_text.done", "text": "".join(PIECES), "logprobs": []}
    return [*deltas, types.ResponseTextDoneEvent.model_validate(whole)]


def openai_stream_events() -> list[Any]:
    """Those of `chat.completions.stream()`."""
    chat = pytest.importorskip("openai.lib.streaming.chat")
    return [
        chat.ContentDeltaEvent(type="content.delta", delta=piece, snapshot="all", parsed=None)
        for piece in PIECES
    ]


STREAMS: dict[str, Callable[[], list[Any]]] = {
    "str": lambda: PIECES,
    "bytes": lambda: [piece.encode() for piece in PIECES],
    "buffers": lambda: [
        bytearray(PIECES[0].encode()),
        *(memoryview(p.encode()) for p in PIECES[1:]),
    ],
    "openai": openai_chunks,
    "openai responses": openai_responses,
    "openai stream()": openai_stream_events,
    "anthropic": anthropic_events,
    "dicts": lambda: [{"choices": [{"index": 0, "delta": {"content": p}}]} for p in PIECES],
    "completions": lambda: [{"choices": [{"index": 0, "text": p}]} for p in PIECES],
}


@pytest.mark.parametrize("name", STREAMS)
def test_any_stream_is_read(name: str) -> None:
    chunks = STREAMS[name]()
    assert list(ts.read(chunks, dialect="qwen3")) == EVENTS
    assert asyncio.run(collected(later(chunks))) == EVENTS


def test_a_reader_or_rules_may_be_given() -> None:
    rules = ts.ParseRules(dialect="qwen3")
    assert list(ts.read(PIECES, rules)) == EVENTS
    assert list(ts.read(PIECES, ts.Parser(rules))) == EVENTS
    hidden = list(ts.read(PIECES, ts.Filter([ts.hide("think")])))
    assert hidden[-1].text == "k"
    with pytest.raises(TypeError, match="their options already"):
        ts.read(PIECES, rules, dialect="qwen3")


def test_events_come_as_they_are_certain() -> None:
    fed: list[str] = []

    def stream() -> Iterator[str]:
        for piece in PIECES:
            fed.append(piece)
            yield piece

    events = iter(ts.read(stream(), dialect="qwen3"))
    next(events)
    assert fed == PIECES[:1]


class BrokenError(Exception):
    pass


def test_what_is_held_comes_before_the_exception_of_the_stream() -> None:
    def stream() -> Iterator[str]:
        yield "a<thi"
        raise BrokenError

    seen = []
    with pytest.raises(BrokenError):
        for event in ts.read(stream(), dialect="qwen3"):
            seen.append(event.text)
    assert "".join(seen) == "a<thi"

    async def broken() -> AsyncIterator[str]:
        yield "a<thi"
        raise BrokenError

    async def run() -> None:
        async for event in ts.read(broken(), dialect="qwen3"):
            seen.append(event.text)

    seen.clear()
    with pytest.raises(BrokenError):
        asyncio.run(run())
    assert "".join(seen) == "a<thi"


def test_the_exception_of_a_stream_is_not_hidden_by_a_limit() -> None:
    def stream() -> Iterator[str]:
        yield "<tool>" + "x" * 20
        raise BrokenError

    with pytest.raises(BrokenError):
        list(ts.read(stream(), ts.ToolReader(max_held_bytes=10, on_limit="error")))


def test_a_loop_may_be_taken_up_again() -> None:
    """Nothing of the chunk in which it was left is lost."""
    events = ts.read(PIECES, dialect="qwen3")
    assert [next(iter(events)) for _ in EVENTS] == EVENTS
    assert list(events) == []

    async def run() -> list[ts.Event]:
        events = ts.read(later(PIECES), dialect="qwen3")
        seen = []
        for _ in EVENTS:
            async for event in events:
                seen.append(event)
                break
        assert [event async for event in events] == []
        return seen

    assert asyncio.run(run()) == EVENTS


def test_a_task_that_is_cancelled_ends() -> None:
    async def endless() -> AsyncIterator[str]:
        yield "a<thi"
        await asyncio.Event().wait()

    async def run() -> list[str]:
        seen: list[str] = []

        async def work() -> None:
            async for event in ts.read(endless(), dialect="qwen3"):
                seen.append(event.text)

        task = asyncio.create_task(work())
        while not seen:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return seen

    assert asyncio.run(run()) == ["a"]


def test_the_wrong_loop_and_the_wrong_chunks_are_refused() -> None:
    with pytest.raises(TypeError, match="async for"):
        list(ts.read(later([]), dialect="qwen3"))
    with pytest.raises(TypeError, match="for `for`"):
        asyncio.run(collected(["a"]))
    with pytest.raises(TypeError, match="not int"):
        list(ts.read([1], dialect="qwen3"))


def test_a_limit_raises_after_its_events() -> None:
    reader = ts.ToolReader(max_held_bytes=10, on_limit="error")
    kinds = []
    with pytest.raises(ts.LimitError):
        for event in ts.read(["<tool>" + "x" * 20, "more"], reader):
            kinds.append(event.kind)
    assert kinds[-1] == "stopped"
