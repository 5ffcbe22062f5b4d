"""Anthropic's message events, rewritten, without the proxy that makes them."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterable
from typing import Any

import pytest
from upstream import ANSWERS, Broken

import tagstream.openai as to
from tagstream._messages import MessageEvents


def events(*data: dict[str, Any]) -> bytes:
    return b"".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n".encode() for one in data)


def block(index: int, start: dict[str, Any], *deltas: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"type": "content_block_start", "index": index, "content_block": start},
        *({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": index},
    ]


def text(index: int, said: str) -> list[dict[str, Any]]:
    return block(index, {"type": "text", "text": ""}, {"type": "text_delta", "text": said})


THOUGHT = {"type": "thinking", "thinking": "", "signature": ""}
NATIVE_CALL = {"type": "tool_use", "id": "t1", "name": "n", "input": {}}
BEGIN = {"type": "message_start", "message": {"id": "m1"}}
END = {"type": "message_stop"}


def end(reason: str) -> dict[str, Any]:
    return {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"x": 1}}


def rewritten(chunks: Iterable[Any], told: list[Any] | None = None) -> list[Any]:
    async def stream() -> Any:
        for chunk in chunks:
            yield chunk

    async def read() -> list[Any]:
        rewriter = to.Rewriter(dialect="qwen3", id_seed=1)
        report = (told if told is not None else []).append
        return [part async for part in MessageEvents(stream(), rewriter, report)]

    return asyncio.run(read())


def data_of(out: Iterable[bytes]) -> list[dict[str, Any]]:
    lines = [event.split(b"\n") for event in b"".join(out).split(b"\n\n")[:-1]]
    assert all(name == f"event: {json.loads(data[6:])['type']}".encode() for name, data in lines)
    return [json.loads(data[6:]) for _, data in lines]


def test_text_becomes_blocks_between_those_that_are_native() -> None:
    native = block(0, THOUGHT, {"type": "thinking_delta", "thinking": "n"})
    call = block(2, NATIVE_CALL, {"type": "input_json_delta", "partial_json": "{}"})
    body = [BEGIN, *native, *text(1, ANSWERS["call"] + "b"), *call, *text(3, "c"), end("tool_use")]
    seen = data_of(rewritten([events(*body, END)]))
    assert seen[0] == BEGIN
    assert seen[1:4] == native
    assert seen[-2:] == [end("tool_use"), END]
    made = seen[4]["content_block"]
    assert made == {"type": "tool_use", "id": made["id"], "name": "f", "input": {}}
    assert seen[4:-2] == [
        *block(1, made, {"type": "input_json_delta", "partial_json": '{"x": 1}'}),
        *text(2, "b"),
        *block(3, NATIVE_CALL, {"type": "input_json_delta", "partial_json": "{}"}),
        *text(4, "c"),
    ]


@pytest.mark.parametrize(("given", "shown"), [("end_turn", "tool_use"), ("max_tokens",) * 2])
def test_the_end_says_that_a_tool_is_called_unless_it_was_cut_off(given: str, shown: str) -> None:
    seen = data_of(rewritten([events(BEGIN, *text(0, ANSWERS["call"]), end(given), END)]))
    assert seen[-2] == end(shown)


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_where_the_bytes_are_cut_makes_no_difference(line_end: bytes) -> None:
    body = events(BEGIN, {"type": "ping"}, *text(0, ANSWERS["parallel"] + " é"), end("end_turn"))
    body = body.replace(b"\n", line_end)
    whole = b"".join(rewritten([body]))
    for at in range(len(body)):
        assert b"".join(rewritten([body[:at], body[at:]])) == whole
    assert b"".join(rewritten([body[at : at + 1] for at in range(len(body))])) == whole


def test_what_is_held_comes_out_before_an_error_and_where_the_stream_breaks() -> None:
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "no"}}
    held = text(0, "a <tool_call>{")
    seen = data_of(rewritten([events(BEGIN, *held, error)]))
    assert seen[-1] == error
    joined = "".join(one["delta"]["text"] for one in seen if one["type"] == "content_block_delta")
    assert joined == "a <tool_call>{"

    def broken() -> Iterable[bytes]:
        yield events(BEGIN, *held)
        raise Broken

    out: list[bytes] = []

    async def read() -> None:
        async def stream() -> Any:
            for chunk in broken():
                yield chunk

        rewriter = to.Rewriter(dialect="qwen3")
        async for part in MessageEvents(stream(), rewriter, lambda _: None):
            out.append(part)

    with pytest.raises(Broken):
        asyncio.run(read())
    assert b"".join(out).count(b"tool_call>{") == 1
    assert b"message_delta" not in b"".join(out)


def test_what_is_no_event_passes_and_what_is_no_call_is_told() -> None:
    told: list[Any] = []
    odd = b": ping\n\ndata: {oops\n\nevent: x\n\n"
    out = rewritten([odd, events(BEGIN, *text(0, ANSWERS["broken"])), b"rest"], told)
    assert b"".join(out).startswith(odd)
    assert b"".join(out).endswith(b"rest")
    assert [one.code for one in told] == ["invalid_json"]


def test_a_block_that_begins_with_text_says_it() -> None:
    start = {"type": "text", "text": "<think>a</think>b", "citations": []}
    seen = data_of(rewritten([events(BEGIN, *block(0, start), end("end_turn"), END)]))
    thought = block(0, THOUGHT, {"type": "thinking_delta", "thinking": "a"})
    said = block(1, {**start, "text": ""}, {"type": "text_delta", "text": "b"})
    assert seen == [BEGIN, *thought, *said, end("end_turn"), END]


def test_citations_stay_in_a_block_of_text() -> None:
    cited = {"type": "citations_delta", "citation": {"cited_text": "x"}}
    said = {"type": "text_delta", "text": "b"}
    start = {"type": "text", "text": ""}
    for deltas in ([said, cited], [cited, said], [cited]):
        body = [BEGIN, *block(0, start, *deltas), end("end_turn"), END]
        assert data_of(rewritten([events(*body)])) == body
    thought = {"type": "text_delta", "text": "<think>a</think>"}
    seen = data_of(rewritten([events(BEGIN, *block(0, start, thought, cited), end("end_turn"))]))
    assert seen[4:-1] == block(1, start, cited)


def test_what_is_native_comes_behind_the_text_before_it() -> None:
    call = block(1, NATIVE_CALL, {"type": "input_json_delta", "partial_json": "{}"})
    held = [BEGIN, *text(0, "a <tool_c"), *call, {"type": "odd", "x": 1}]
    seen = data_of(rewritten([events(*held, *text(2, "ats>"), end("tool_use"), END)]))
    said = [{"type": "text_delta", "text": part} for part in ("a ", "<tool_c")]
    assert seen == [
        BEGIN,
        *block(0, {"type": "text", "text": ""}, *said),
        *call,
        {"type": "odd", "x": 1},
        *text(2, "ats>"),
        end("tool_use"),
        END,
    ]
    seen = data_of(rewritten([events(*held, END)]))
    assert seen[-1] == END
    assert seen[:-2] == [BEGIN, *block(0, {"type": "text", "text": ""}, *said), *call]


def test_what_is_held_comes_out_before_the_message_stops() -> None:
    body = [BEGIN, *text(0, "a <tool_c"), END]
    seen = data_of(rewritten([events(*body)]))
    assert seen[-2:] == [{"type": "content_block_stop", "index": 0}, END]
    assert "".join(one["delta"]["text"] for one in seen if "delta" in one) == "a <tool_c"


def test_a_ping_waits_for_nothing() -> None:
    ping = events({"type": "ping"})
    held = events(BEGIN, *text(0, "<tool_c"))
    assert rewritten([held, ping, events(END)])[1] == ping


def test_no_call_has_the_id_of_a_native_one() -> None:
    ours = '<tool_call>{"name": "f", "id": "t1", "arguments": {}}</tool_call>'
    for body in (
        [*block(0, NATIVE_CALL), *text(1, ours)],
        [*text(0, ours), *block(1, NATIVE_CALL)],
    ):
        seen = data_of(rewritten([events(BEGIN, *body, end("end_turn"), END)]))
        ids = [one["content_block"]["id"] for one in seen if "content_block" in one]
        assert len(set(ids)) == 2
        assert "t1" in ids


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_what_is_no_object_passes(line_end: bytes) -> None:
    for data in (
        b"[]",
        b"17.5",
        b'"x"',
        b"null",
        b'{"type":["x"]}',
        b'{"type":"content_block_start"}',
    ):
        event = (b"data: " + data + b"\n\n").replace(b"\n", line_end)
        body = events(BEGIN, *text(0, "a <tool_c")) + event + events(END)
        seen = b"".join(rewritten([body]))
        plain = re.sub(rb', "index": \d', b"", seen).replace(b": ", b":")
        assert plain.index(b"tool_c") < plain.index(data) < plain.index(b"message_stop")


def test_chunks_may_be_strings_and_what_is_neither_passes() -> None:
    body = events(BEGIN, *text(0, ANSWERS["parallel"]), end("end_turn"), END)
    whole = b"".join(rewritten([body]))
    assert b"".join(rewritten([body.decode()])) == whole
    assert b"".join(rewritten([bytearray(body), memoryview(b"")])) == whole
    odd = {"type": "x"}
    assert rewritten([odd, None, body])[:2] == [odd, None]


def test_an_event_in_tiny_pieces_takes_linear_time() -> None:
    def seconds(size: int) -> float:
        body = events(*text(0, "x" * size))
        begin = time.process_time()
        rewritten(body[at : at + 4] for at in range(0, len(body), 4))
        return time.process_time() - begin

    seconds(1000)
    assert min(seconds(40_000) for _ in range(3)) < 12 * min(seconds(10_000) for _ in range(3))
