"""Loops over a stream that are left, cancelled or broken by an exception, and taken up again."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import tagstream as ts
import tagstream.openai as to

CUT = object()  # here a stream is cancelled while it waits, or raises


def chunk(text: str) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"content": text}}]}


def said(chunks: list[Any]) -> str:
    """The text of chunks or events: reasoning in brackets."""
    out: list[str] = []
    for one in chunks:
        if isinstance(one, ts.Event):
            if one.kind == ts.EventKind.REASONING:
                out.append(f"[{one.text}]")
            elif one.kind == ts.EventKind.CONTENT:
                out.append(one.text)
            continue
        for choice in one["choices"]:
            thought = choice["delta"].get("reasoning_content")
            out.append(f"[{thought}]" if thought else "")
            out.append(choice["delta"].get("content") or "")
    return "".join(out).replace("][", "")


def rewritten(stream: Any) -> Any:
    return to.rewrite(stream, dialect="qwen3")


def read(stream: Any) -> Any:
    return ts.stream(stream, dialect="qwen3")


KINDS: dict[str, Any] = {"rewrite": rewritten, "read": read}
every_kind = pytest.mark.parametrize("kind", KINDS)


class BrokenError(Exception):
    pass


class Stream:
    """It can go on behind an exception, and when whoever waits for it is cancelled."""

    def __init__(self, parts: list[Any], error: BaseException | None = None) -> None:
        self._parts = iter(parts)
        self._error = error

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        part = next(self._parts)
        if part is not CUT:
            return chunk(part)
        assert self._error
        raise self._error


class LaterStream(Stream):
    __iter__ = None  # type: ignore[assignment]  # it is for `async for`

    def __aiter__(self) -> Any:
        return self

    async def __anext__(self) -> Any:
        try:
            return next(self)
        except StopIteration:
            raise StopAsyncIteration from None
        except asyncio.CancelledError:  # it is to be one
            return await asyncio.Event().wait()


def loops(stream: Any, count: int, *, is_async: bool = False) -> tuple[list[Any], list[Any]]:
    """The texts that this many loops over the stream give, and how each ended."""
    seen: list[Any] = []
    ends: list[Any] = []

    async def loop() -> None:
        async for one in stream:
            seen.append(one)

    async def loop_all() -> None:
        for _ in range(count):
            try:
                await asyncio.wait_for(loop(), 0.02)
                ends.append(None)
            except BaseException as error:
                ends.append(error)

    if is_async:
        asyncio.run(loop_all())
        return seen, ends
    for _ in range(count):
        try:
            for one in stream:
                seen.append(one)
            ends.append(None)
        except BaseException as error:
            ends.append(error)
    return seen, ends


@every_kind
@pytest.mark.parametrize(
    ("parts", "wanted"),
    [
        (["<thi", CUT], "<thi"),
        (["<thi", CUT, "nk>x"], "[x]"),
        (["<think>x", CUT, "y</th", CUT, "ink>b<tool_c", CUT], "[xy]b<tool_c"),
        ([CUT, "<thi"], "<thi"),
    ],
)
def test_a_loop_whose_time_is_up_goes_on_where_the_stream_stands(
    kind: str, parts: list[Any], wanted: str
) -> None:
    stream = KINDS[kind](LaterStream([*parts, ""], asyncio.CancelledError()))
    seen, ends = loops(stream, parts.count(CUT) + 2, is_async=True)
    assert said(seen) == wanted
    assert [type(end) for end in ends[:-2]] == [asyncio.TimeoutError] * parts.count(CUT)
    assert ends[-2:] == [None, None]


@every_kind
def test_a_generator_that_was_cancelled_does_not_look_whole(kind: str) -> None:
    async def generator() -> Any:
        yield chunk("a <thi")
        await asyncio.Event().wait()

    seen, ends = loops(KINDS[kind](generator()), 3, is_async=True)
    assert said(seen) == "a <thi"
    assert [type(end) for end in ends[1:]] == [ts.StreamError, type(None)]
    assert "may be missing" in str(ends[1])


@every_kind
def test_a_generator_that_was_interrupted_does_not_look_whole(kind: str) -> None:
    def generator() -> Iterator[Any]:
        yield chunk("a <thi")
        raise KeyboardInterrupt

    seen, ends = loops(KINDS[kind](generator()), 3)
    assert said(seen) == "a <thi"
    assert [type(end) for end in ends] == [KeyboardInterrupt, ts.StreamError, type(None)]


@every_kind
def test_an_interrupt_changes_nothing(kind: str) -> None:
    error = KeyboardInterrupt()
    seen, ends = loops(KINDS[kind](Stream(["<thi", CUT, "nk>x</think>b"], error)), 3)
    assert said(seen) == "[x]b"
    assert ends == [error, None, None]


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize(
    ("kind", "parts", "wanted"),
    [
        ("rewrite", ["a <thi", CUT, "nk>x</think>b <t"], "a <think>x</think>b <t"),
        ("read", ["a <thi", CUT, "<think>x</think>b <t"], "a <thi[x]b <t"),
        ("rewrite", ["a <thi", CUT, CUT, CUT], "a <thi"),
        ("read", ["a <thi", CUT, CUT, CUT], "a <thi"),
        ("rewrite", ["<think>a", CUT, "", CUT, "b"], "[a]b"),
        ("read", ["<think>a", CUT, "", CUT, "b"], "[a]b"),
        ("rewrite", [CUT], ""),
        ("read", [CUT, "a <"], "a <"),
    ],
)
def test_what_is_held_comes_once_before_an_exception_and_the_loop_can_go_on(
    kind: str, parts: list[Any], wanted: str, is_async: bool
) -> None:
    error = BrokenError()
    make = LaterStream if is_async else Stream
    breaks = parts.count(CUT)
    seen, ends = loops(KINDS[kind](make(parts, error)), breaks + 2, is_async=is_async)
    assert said(seen) == wanted
    assert ends == [error] * breaks + [None, None]
    held, _ = loops(KINDS[kind](make(parts, error)), 1, is_async=is_async)
    assert said(held) == said(KINDS[kind]([chunk(one) for one in parts[: parts.index(CUT)]]))


def test_a_call_that_is_cut_off_by_an_exception_is_told_once() -> None:
    told: list[to.ChoiceToolCallError] = []
    cut = '<tool_call>\n{"name": "f"'
    parts: list[Any] = [cut, CUT, "b", CUT]
    stream = to.rewrite(
        Stream(parts, BrokenError()), dialect="qwen3", on_tool_call_error=told.append
    )
    seen, _ = loops(stream, 4)
    assert said(seen) == cut + "b"
    assert len(told) == 1


@every_kind
def test_a_loop_that_is_left_before_the_exception_has_it_later(kind: str) -> None:
    error = BrokenError()
    stream = KINDS[kind](Stream(["a <thi", CUT, " b"], error))
    seen: list[Any] = []
    for _ in range(2):
        for one in stream:
            seen.append(one)
            break
    assert said(seen) == "a <thi"
    more, ends = loops(stream, 2)
    assert ends == [error, None]
    assert said(more) == " b"


def test_a_reader_that_has_stopped_does_not_begin_again() -> None:
    reader = ts.Reader(call="tool", max_held_bytes=10, on_limit="stop")
    error = BrokenError()
    _, ends = loops(ts.stream(Stream(["<tool>" + "x" * 20, CUT, "more"], error), reader), 3)
    assert ends[0] is error
    assert [type(end) for end in ends[1:]] == [ts.LimitError, ts.LimitError]


def test_a_wrong_chunk_raises_and_the_loop_can_go_on() -> None:
    given: list[Any] = ["<thi", 1, "nk>x"]
    seen, ends = loops(read(given), 3)
    assert said(seen) == "[x]"
    assert [type(end) for end in ends] == [TypeError, type(None), type(None)]


@every_kind
def test_two_loops_at_once_are_refused(kind: str) -> None:
    async def run() -> str:
        arrived = asyncio.Event()

        async def later() -> Any:
            yield chunk("<thi")
            await arrived.wait()
            yield chunk("nk>x")

        stream = KINDS[kind](later())
        first = asyncio.create_task(collected(stream))
        await asyncio.sleep(0.01)
        with pytest.raises(RuntimeError, match="another loop waits"):
            await collected(stream)
        arrived.set()
        return said(await first)

    async def collected(stream: Any) -> list[Any]:
        return [one async for one in stream]

    assert asyncio.run(run()) == "[x]"


@every_kind
@pytest.mark.parametrize("has_raised", [False, True])
def test_who_lets_go_of_a_loop_closes_its_stream(kind: str, has_raised: bool) -> None:
    closed: list[int] = []

    class Closing(Stream):
        def __next__(self) -> Any:
            if has_raised:
                raise BrokenError
            return super().__next__()

        def __del__(self) -> None:
            closed.append(1)

    def leave(make: Callable[[Any], Any]) -> None:
        with contextlib.suppress(BrokenError):
            for _ in make(Closing(["a ", "b "])):
                break

    gc.collect()
    gc.disable()
    try:
        leave(KINDS[kind])
        assert closed == [1]
    finally:
        gc.enable()


def test_bytes_of_events_are_gone_on_with_too() -> None:
    body = f"data: {json.dumps(chunk('<think>x'))}\n\n".encode()
    parts: list[Any] = [body[:20], body[20:]]

    class Bytes(Stream):
        def __next__(self) -> Any:
            if len(parts) == 1 and self._error:
                self._error = None
                raise KeyboardInterrupt
            if not parts:
                raise StopIteration
            return parts.pop(0)

    seen, ends = loops(rewritten(Bytes([], KeyboardInterrupt())), 2)
    assert b"reasoning_content" in b"".join(seen)
    assert isinstance(ends[0], KeyboardInterrupt)
    assert ends[1] is None
