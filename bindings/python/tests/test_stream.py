"""Streams of SDKs, read by `for` and `async for`."""

from __future__ import annotations

import array
import asyncio
import contextlib
import json
import pickle
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

import tagstream as ts
import tagstream.openai as to

PIECES = ["<think>h", "m</think>o", "k"]
WANT = ts.Reader(dialect="qwen3")
EVENTS = [event for piece in PIECES for event in WANT.feed(piece)] + WANT.finish()


async def later(pieces: list[Any]) -> AsyncIterator[Any]:
    for piece in pieces:
        await asyncio.sleep(0)
        yield piece


async def collected(stream: Any) -> list[ts.Event]:
    return [event async for event in ts.stream(stream, dialect="qwen3")]


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
    assert list(ts.stream(chunks, dialect="qwen3")) == EVENTS
    assert asyncio.run(collected(later(chunks))) == EVENTS


def test_a_reader_or_rules_may_be_given() -> None:
    rules = ts.Rules(dialect="qwen3")
    assert list(ts.stream(PIECES, rules)) == EVENTS
    assert list(ts.stream(PIECES, ts.Reader(rules))) == EVENTS
    hidden = list(ts.stream(PIECES, ts.Rules(hide="think")))
    assert hidden[-1].text == "k"
    with pytest.raises(TypeError, match="their options already"):
        ts.stream(PIECES, rules, dialect="qwen3")


def test_a_stream_has_the_message_so_far() -> None:
    events = ts.stream(PIECES, dialect="qwen3")
    next(iter(events))
    assert events.message.reasoning == "h"  # of the chunk that was read
    assert list(events) == EVENTS[1:]
    assert events.message == ts.read("".join(PIECES), dialect="qwen3")


def test_events_come_as_they_are_certain() -> None:
    fed: list[str] = []

    def stream() -> Iterator[str]:
        for piece in PIECES:
            fed.append(piece)
            yield piece

    events = iter(ts.stream(stream(), dialect="qwen3"))
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
        for event in ts.stream(stream(), dialect="qwen3"):
            seen.append(event.text)
    assert "".join(seen) == "a<thi"

    async def broken() -> AsyncIterator[str]:
        yield "a<thi"
        raise BrokenError

    async def run() -> None:
        async for event in ts.stream(broken(), dialect="qwen3"):
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
        list(ts.stream(stream(), ts.Reader(call="tool", max_held_bytes=10, on_limit="stop")))


def test_a_loop_may_be_taken_up_again() -> None:
    """Nothing of the chunk in which it was left is lost."""
    events = ts.stream(PIECES, dialect="qwen3")
    assert [next(iter(events)) for _ in EVENTS] == EVENTS
    assert list(events) == []

    async def run() -> list[ts.Event]:
        events = ts.stream(later(PIECES), dialect="qwen3")
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
            async for event in ts.stream(endless(), dialect="qwen3"):
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
        list(ts.stream(later([]), dialect="qwen3"))
    with pytest.raises(TypeError, match="write `for`"):
        asyncio.run(collected(["a"]))
    with pytest.raises(TypeError, match="not int"):
        list(ts.stream([1], dialect="qwen3"))


def test_a_limit_raises_after_its_events() -> None:
    reader = ts.Reader(call="tool", max_held_bytes=10, on_limit="stop")
    kinds = []
    with pytest.raises(ts.LimitError):
        for event in ts.stream(["<tool>" + "x" * 20, "more"], reader):
            kinds.append(event.kind)
    assert kinds[-1] == "stopped"


# ---- what a server has read itself ---------------------------------------------------------------

NATIVE: list[dict[str, Any]] = [
    {"reasoning_content": "hm"},
    {"content": "Let me see: <tool_ca"},
    {"content": "ll>x"},
    {"tool_calls": [{"index": 0, "id": "a", "type": "function",
                     "function": {"name": "f", "arguments": ""}}]},
    {"tool_calls": [{"index": 0, "function": {"arguments": '{"x": '}}]},
    {"tool_calls": [{"index": 0, "function": {"arguments": "1}"}}]},
]  # fmt: skip
CHUNKS: list[dict[str, Any]] = [
    {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in NATIVE
] + [{"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}]


def as_sse(chunks: list[dict[str, Any]]) -> bytes:
    return b"".join(f"data: {json.dumps(one)}\n\n".encode() for one in chunks) + b"data: [DONE]\n\n"


def as_ndjson(chunks: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in chunks)


def cut(text: bytes, size: int) -> list[bytes]:
    return [text[i : i + size] for i in range(0, len(text), size)]


def streams_of(chunks: list[dict[str, Any]], **options: Any) -> list[list[ts.Event]]:
    """Objects, and the same chunks as two servers stream them, cut."""
    options = {"dialect": "hermes", **options}
    seen = [list(ts.stream(chunks, **options))]
    for size in (1, 7, 10_000):
        seen.append(list(ts.stream(cut(as_sse(chunks), size), from_="sse", **options)))
        seen.append(list(ts.stream(cut(as_ndjson(chunks), size), from_="ndjson", **options)))
    return seen


def test_what_a_server_has_read_itself_is_native() -> None:
    first, *others = streams_of(CHUNKS)
    assert all(events == first for events in others)
    native = [event for event in first if event.is_native]
    assert [(e.kind, e.span.start == e.span.end) for e in native] == [
        ("reasoning", True), ("tool_call", True),
    ]  # fmt: skip
    assert native[0].text == "hm"
    assert (native[1].id, native[1].name, native[1].args) == ("a", "f", {"x": 1})
    assert native[1].to_dict()["is_native"] is True
    assert "is_native" not in first[1].to_dict()
    text = "".join(e.text for e in first if e.kind == "content")
    assert text == "Let me see: <tool_call>x"


def native_call(name: str, *arguments: str, **fields: str) -> list[Any]:
    """A call as servers stream it that give all calls the index 0."""
    functions: list[Any] = [{"name": name, "arguments": ""}]
    functions += [{"arguments": part} for part in arguments]
    calls = [{"index": 0, "function": function, **fields} for function in functions]
    return [{"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]} for call in calls]


@pytest.mark.parametrize("incremental", [False, True])
def test_calls_without_ids_under_one_index_are_two(incremental: bool) -> None:
    whole = {"index": 0, "id": "", "function": {"name": "h", "arguments": '{"b": 1}'}}
    again: Any = {"choices": [{"index": 0, "delta": {"tool_calls": [whole]}}]}
    chunks = [*native_call("f", '{"a": "}"', "}"), *native_call("g", "{}", id=""), again, again]
    for events in streams_of(chunks, incremental=incremental):
        calls = [event for event in events if event.kind == "tool_call"]
        assert [(e.index, e.id, e.name, e.args) for e in calls] == [
            (0, "call_0", "f", {"a": "}"}), (1, "call_1", "g", {}),
            (2, "call_2", "h", {"b": 1}), (3, "call_3", "h", {"b": 1}),
        ]  # fmt: skip


def test_a_name_in_each_part_of_a_call_is_one_name() -> None:
    part = {"name": "f", "arguments": '{"a":'}
    rest = {"name": "f", "arguments": "1}"}
    end = {"name": "f", "arguments": ""}
    calls = [{"index": 0, "function": function} for function in (part, rest, end)]
    chunks = [{"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]} for call in calls]
    for events in streams_of(chunks):
        assert [(e.name, e.args) for e in events if e.kind == "tool_call"] == [("f", {"a": 1})]


def test_native_calls_come_in_pieces_if_that_is_asked_for() -> None:
    first, *others = streams_of(CHUNKS, incremental=True)
    assert all(events == first for events in others)
    calls = [event for event in first if event.is_native and event.index is not None]
    assert [(e.kind, e.text, e.id) for e in calls] == [
        ("tool_call_start", "", "a"), ("tool_call_delta", '{"x": ', ""),
        ("tool_call_delta", "1}", ""), ("tool_call", "", "a"),
    ]  # fmt: skip
    assert calls[-1].has_started


def test_own_and_native_calls_count_together() -> None:
    own = {"choices": [{"index": 0, "delta": {"content": '<tool_call>{"name": "g"}</tool_call>'}}]}
    for events in streams_of([own, *CHUNKS]):
        calls = [event for event in events if event.kind == "tool_call"]
        assert [(e.index, e.id, e.name, e.is_native) for e in calls] == [
            (0, "call_0", "g", False), (1, "a", "f", True),
        ]  # fmt: skip


def test_a_native_stream_has_a_message() -> None:
    events = ts.stream(CHUNKS, dialect="hermes")
    list(events)
    message = events.message
    assert (message.reasoning, message.finish_reason) == ("hm", "tool_calls")
    assert [(call.id, call.name, call.arguments) for call in message.tool_calls] == [
        ("a", "f", '{"x": 1}')
    ]
    cut_off: Any = [*CHUNKS[:5], {"choices": [{"delta": {}, "finish_reason": "length"}]}]
    events = ts.stream(cut_off, dialect="hermes")
    list(events)
    assert events.message.finish_reason == "length"
    native, of_text = events.message.tool_call_errors
    assert (native.code, native.name, native.raw) == ("unclosed", "f", '{"x": ')
    assert (of_text.code, of_text.offset) == ("unclosed", 12)
    assert (native.is_native, of_text.is_native) == (True, False)


def test_the_reason_of_the_server_is_kept() -> None:
    refused: Any = [*CHUNKS[:3], {"choices": [{"delta": {}, "finish_reason": "content_filter"}]}]
    events = ts.stream(refused, dialect="hermes")
    list(events)
    assert events.message.finish_reason == "content_filter"
    assert events.message.to_anthropic()["stop_reason"] == "refusal"


def test_a_native_stream_of_anthropic() -> None:
    events: list[dict[str, Any]] = [
        {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking"}},
        {"type": "content_block_delta", "index": 0,
         "delta": {"type": "thinking_delta", "thinking": "hm"}},
        {"type": "content_block_start", "index": 1,
         "content_block": {"type": "tool_use", "id": "t", "name": "f", "input": {}}},
        {"type": "content_block_delta", "index": 1,
         "delta": {"type": "input_json_delta", "partial_json": '{"x": 1}'}},
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}},
        {"type": "message_stop"},
    ]  # fmt: skip
    for seen in streams_of(events):
        assert [(e.kind, e.text, e.name, e.id) for e in seen] == [
            ("reasoning", "hm", "", ""), ("tool_call", "", "f", "t"),
        ]  # fmt: skip


def test_a_native_stream_of_responses() -> None:
    item = {"type": "function_call", "call_id": "c", "name": "f", "arguments": ""}
    events: list[dict[str, Any]] = [
        {"type": "response.reasoning_text.delta", "delta": "hm"},
        {"type": "response.output_item.added", "output_index": 1, "item": item},
        {"type": "response.function_call_arguments.delta", "output_index": 1, "delta": "{}"},
        {"type": "response.completed", "response": {"status": "completed"}},
    ]
    for seen in streams_of(events):
        assert [(e.kind, e.text, e.name, e.id) for e in seen] == [
            ("reasoning", "hm", "", ""), ("tool_call", "", "f", "c"),
        ]  # fmt: skip


def test_a_server_that_fails_in_its_stream_raises_after_what_is_held() -> None:
    body = as_sse(CHUNKS[1:2])[:-14] + b'data: {"error": {"message": "out of memory"}}\n\n'
    seen = []
    with pytest.raises(ts.StreamError, match="out of memory"):
        for event in ts.stream([body], from_="sse", dialect="hermes"):
            seen.append(event.text)
    assert "".join(seen) == "Let me see: <tool_ca"


def message_after(stream: Any) -> ts.Message:
    """The message when the loop has ended, by an exception or without."""
    with contextlib.suppress(ts.StreamError, BrokenError):
        for _ in stream:
            pass
    return stream.message  # type: ignore[no-any-return]


def test_a_stream_that_breaks_off_has_no_finish_reason() -> None:
    without_end = as_sse(CHUNKS[:3]).removesuffix(b"data: [DONE]\n\n")
    failed = without_end + b'data: {"error": {"message": "out of memory"}}\n\n'

    def broken() -> Iterator[str]:
        yield "a"
        raise BrokenError

    for stream in (
        ts.stream([without_end], from_="sse", dialect="hermes"),
        ts.stream([failed], from_="sse", dialect="hermes"),
        ts.stream([as_ndjson(CHUNKS[:3])], from_="ndjson", dialect="hermes"),
        ts.stream(CHUNKS[:3], dialect="hermes"),
        ts.stream([b""], from_="sse", dialect="hermes"),
        ts.stream(broken(), dialect="hermes"),
    ):
        message = message_after(stream)
        assert message.finish_reason is None
        assert message.to_dict()["finish_reason"] is None
        assert message.to_anthropic()["stop_reason"] is None
        assert "finish_reason=None" in repr(message)
        assert pickle.loads(pickle.dumps(message)) == message


def test_a_stream_that_says_that_it_has_ended_has_a_finish_reason() -> None:
    done = as_sse(CHUNKS[:3])  # no reason, but `[DONE]`
    stopped: Any = [*CHUNKS[:3], {"choices": [{"delta": {}, "finish_reason": "stop"}]}]
    anthropic: list[dict[str, Any]] = [
        {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "a"}},
        {"type": "message_stop"},
    ]
    for stream in (
        ts.stream([done], from_="sse", dialect="hermes"),
        ts.stream(stopped, dialect="hermes"),
        ts.stream(anthropic, dialect="hermes"),
        ts.stream(["a"], dialect="hermes"),
        ts.stream([], dialect="hermes"),
        ts.stream([as_sse(stopped), b"data: {}"], from_="sse", dialect="hermes"),
    ):
        assert message_after(stream).finish_reason == "stop"


@pytest.mark.parametrize(
    ("from_", "chunks"),
    [
        ("sse", [b"plain text"]),
        ("ndjson", [b"plain text"]),
        ("sse", as_sse(CHUNKS).replace(b"\n\n", b"\n").splitlines()),
    ],
)
def test_a_stream_without_an_event_is_an_error(from_: Any, chunks: list[bytes]) -> None:
    with pytest.raises(ts.StreamError, match=r"no event of an answer .* without their ends"):
        list(ts.stream(chunks, from_=from_, dialect="hermes"))


def test_a_stream_that_was_cancelled_after_its_end_is_whole() -> None:
    async def chunks() -> AsyncIterator[bytes]:
        yield as_sse(CHUNKS)
        await asyncio.Event().wait()

    async def read() -> list[ts.Event]:
        stream = ts.stream(chunks(), from_="sse", dialect="hermes")
        events: list[ts.Event] = []

        async def loop() -> None:
            async for event in stream:
                events.append(event)

        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(loop(), 0.05)
        await loop()
        return events

    assert asyncio.run(read()) == streams_of(CHUNKS)[0]


def test_any_buffer_is_a_chunk() -> None:
    for make in (lambda piece: array.array("B", piece), pickle.PickleBuffer):
        chunks = [make(piece.encode()) for piece in PIECES]
        assert list(ts.stream(chunks, dialect="qwen3")) == EVENTS
    body: Any = array.array("B", as_sse(CHUNKS))
    assert list(ts.stream([body], from_="sse", dialect="hermes")) == streams_of(CHUNKS)[0]
    with pytest.raises(TypeError, match="a whole text and no chunks"):
        ts.stream(body, dialect="qwen3")


def test_what_is_no_stream_is_refused_at_the_call() -> None:
    wrong: Any = 5
    for function in (ts.stream, to.rewrite):
        with pytest.raises(TypeError, match="int is not iterable: a stream is one"):
            function(wrong, dialect="qwen3")
    with pytest.raises(TypeError, match="a whole answer and no chunks"):
        to.rewrite("text", dialect="qwen3")


def test_chunks_that_have_nothing_to_read_are_an_error() -> None:
    """Those of LangChain: their `type` is no event's."""
    chunk: Any = type("AIMessageChunk", (), {"type": "AIMessageChunk", "content": "x"})()
    stream = ts.stream([chunk, chunk], dialect="qwen3")
    with pytest.raises(ts.StreamError, match=r"\(chunk\.content for chunk in stream\)"):
        list(stream)
    assert stream.message.finish_reason is None
    assert not list(ts.stream([], dialect="qwen3"))


def test_a_broken_event_is_logged_and_passed_over(caplog: pytest.LogCaptureFixture) -> None:
    body = b"data: {oops\n\n" + as_sse(CHUNKS)
    assert list(ts.stream([body], from_="sse", dialect="hermes")) == streams_of(CHUNKS)[0]
    assert ["can't be read" in record.message for record in caplog.records] == [True]


def test_a_wrong_framing_is_refused_at_once() -> None:
    wrong: Any = {"from_": "sso"}
    said = "from_: `sso` is none of text, sse, ndjson; did you mean `sse`"
    with pytest.raises(ValueError, match=said):
        ts.stream([], dialect="qwen3", **wrong)


def test_of_several_choices_the_first_is_read() -> None:
    other = {"choices": [{"index": 1, "delta": {"content": "other", "reasoning": "other"}}]}
    mixed = [one for chunk in CHUNKS for one in (chunk, other)]
    want = streams_of(CHUNKS)[0]
    assert all(events == want for events in streams_of(mixed))


def test_a_stream_of_ollama() -> None:
    lines: list[dict[str, Any]] = [
        {"message": {"role": "assistant", "thinking": "hm"}, "done": False},
        {"message": {"role": "assistant", "content": "ok"}, "done": False},
        {"message": {"role": "assistant", "content": "", "tool_calls": [
            {"function": {"name": "f", "arguments": {"x": 1}}}]}, "done": False},
        {"message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop"},
    ]  # fmt: skip
    events = list(ts.stream(cut(as_ndjson(lines), 5), from_="ndjson", dialect="qwen3"))
    assert [(e.kind, e.text, e.name, e.is_native) for e in events] == [
        ("reasoning", "hm", "", True),
        ("content", "ok", "", False),
        ("tool_call", "", "f", True),
    ]


def test_a_native_stream_is_read_asynchronously() -> None:
    async def run() -> list[ts.Event]:
        body = later(cut(as_sse(CHUNKS), 9))
        return [event async for event in ts.stream(body, from_="sse", dialect="hermes")]

    assert asyncio.run(run()) == streams_of(CHUNKS)[0]
