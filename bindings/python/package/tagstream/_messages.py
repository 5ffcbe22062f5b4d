"""A stream of Anthropic's message events, rewritten: what LiteLLM's proxy makes of chunks."""

# pyright: reportPrivateUsage=false
from __future__ import annotations

import json
import re
from collections.abc import AsyncIterable, AsyncIterator, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from tagstream._chunks import is_new
from tagstream._streams import DrainedLater, OnToolCallError, report

if TYPE_CHECKING:
    from tagstream._core import Rewriter

_END = re.compile(rb"\r?\n\r?\n")
_TAIL = len(b"\r\n\r")  # of an end that is not whole
_DATA = re.compile(rb"^data: ?(.*?)\r?$", re.MULTILINE)
_REASONS = {"end_turn": "stop", "max_tokens": "length"}


def _event(data: Mapping[str, Any]) -> bytes:
    return f"event: {data['type']}\ndata: {json.dumps(data)}\n\n".encode()


def _object(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _data(event: bytes) -> dict[str, Any]:
    """The object of an event; an empty one if its data is not an object."""
    found = _DATA.search(event)
    try:
        return _object(json.loads(found[1])) if found else {}
    except (ValueError, RecursionError):
        return {}


def _type_of(data: dict[str, Any]) -> Any:
    return _object(data.get("delta")).get("type")


class MessageEvents:
    """For `async for`: the text of text blocks becomes blocks of text, thinking and tool use.

    All else passes, in the order in which it came, and blocks with the numbers that they have then.
    If the stream breaks, what is held comes out, and then its exception. A chunk that is
    neither bytes nor a string passes as it is.

    Other events go through the rewriter as chunks that it does not know, so that each comes out
    after the text that it followed.
    """

    def __init__(
        self,
        stream: AsyncIterable[Any],
        rewriter: Rewriter,
        on_tool_call_error: OnToolCallError | None = None,
    ) -> None:
        self._stream = stream
        self._rewriter = rewriter
        self._on_tool_call_error = on_tool_call_error
        self._rest = bytearray()  # the begin of an event
        self._is_text = False  # what the server has open
        self._text: dict[str, Any] = {"type": "text", "text": ""}  # how its blocks of text begin
        self._count = 0  # of blocks that were begun
        self._open = ""  # the type of the block that is, if it is made here
        self._is_native = False  # the block that is comes from the server
        self._id = ""  # of the native call that begins
        self._reason: str | None = None

    def __aiter__(self) -> AsyncIterator[Any]:
        return DrainedLater(self._stream, self._fed, self._finished)

    def _fed(self, chunk: Any) -> Iterator[Any]:
        if isinstance(chunk, str):
            chunk = chunk.encode()
        if not isinstance(chunk, (bytes, bytearray, memoryview)):
            yield chunk
            return
        searched = max(0, len(self._rest) - _TAIL)
        self._rest += chunk
        begin = 0
        while end := _END.search(self._rest, searched):
            event = bytes(self._rest[begin : end.end()])
            begin = searched = end.end()
            yield from self._read(event)
        del self._rest[:begin]

    def _finished(self) -> Iterator[bytes]:
        yield from self._written(self._rewriter._finish_chunks())
        if self._rest:
            yield bytes(self._rest)
            self._rest.clear()

    # ---- what came

    def _read(self, event: bytes) -> Iterator[bytes]:
        data = _data(event)
        kind = data.get("type")
        if kind == "ping":  # it keeps a connection alive
            yield event
        elif kind == "content_block_start":
            yield from self._read_start(event, data)
        elif kind == "content_block_stop" and self._is_text:
            self._is_text = False
        elif kind == "content_block_delta" and self._is_text and _type_of(data) == "text_delta":
            yield from self._said({"content": _object(data["delta"]).get("text")})
        else:
            reason = _object(data.get("delta")).get("stop_reason")
            if reason or kind == "message_stop":
                yield from self._said({}, _REASONS.get(str(reason), str(reason or "stop")))
            yield from self._waited(event, data)

    def _read_start(self, event: bytes, data: dict[str, Any]) -> Iterator[bytes]:
        block = _object(data.get("content_block"))
        self._is_text = block.get("type") == "text"
        if self._is_text:
            self._text = {**block, "text": ""}
            yield from self._said({"content": block.get("text")})
            return
        if "id" in block:  # no call of ours may have it
            yield from self._said({"tool_calls": [{"id": block["id"]}]})
        yield from self._waited(event, data)

    def _said(self, delta: dict[str, Any], reason: str | None = None) -> Iterator[bytes]:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        yield from self._written(self._rewriter._feed_chunk({"choices": [choice]}))

    def _waited(self, event: bytes, data: dict[str, Any]) -> Iterator[bytes]:
        chunk = {"type": data.get("type"), "event": event, "data": data}
        yield from self._written(self._rewriter._feed_chunk(chunk))

    # ---- the output

    def _written(self, chunks: list[Any]) -> Iterator[bytes]:
        report(self._rewriter.tool_call_errors, self._on_tool_call_error)
        for one in chunks:
            chunk: dict[str, Any] = one[1] if is_new(one) else one
            if "event" in chunk:
                yield from self._passed(chunk["event"], chunk["data"])
                continue
            choice = chunk["choices"][0]
            self._reason = choice["finish_reason"] or self._reason
            yield from self._blocks(choice["delta"])

    def _passed(self, event: bytes, data: dict[str, Any]) -> Iterator[bytes]:
        kind = str(data.get("type", ""))
        if kind == "content_block_start":
            yield from self._close()
            self._is_native = True
            self._count += 1
            block = _object(data.get("content_block"))
            if "id" in block:
                data = {**data, "content_block": {**block, "id": self._id}}
        elif kind == "content_block_delta" and not self._is_native:
            yield from self._begun(self._text)  # of citations, say
        elif kind in ("message_delta", "message_stop"):
            yield from self._close()
        if kind.startswith("content_block"):
            self._is_native = self._is_native and kind != "content_block_stop"
            yield _event({**data, "index": self._count - 1})
        elif (
            self._reason == "tool_calls"
            and _object(data.get("delta")).get("stop_reason") == "end_turn"
        ):
            yield _event({**data, "delta": {**data["delta"], "stop_reason": "tool_use"}})
        else:
            yield event

    def _blocks(self, delta: dict[str, Any]) -> Iterator[bytes]:
        if thinking := delta.get("reasoning_content"):
            yield from self._begun({"type": "thinking", "thinking": "", "signature": ""})
            yield self._delta({"type": "thinking_delta", "thinking": thinking})
        if text := delta.get("content"):
            yield from self._begun(self._text)
            yield self._delta({"type": "text_delta", "text": text})
        for call in delta.get("tool_calls", ()):
            if "function" not in call:
                self._id = call["id"]
                continue
            if "id" in call:
                block: dict[str, Any] = {"type": "tool_use", "id": call["id"], "input": {}}
                yield from self._close()
                yield from self._begun({**block, "name": call["function"]["name"]})
            if arguments := call["function"]["arguments"]:
                yield self._delta({"type": "input_json_delta", "partial_json": arguments})

    def _begun(self, block: Mapping[str, Any]) -> Iterator[bytes]:
        if self._open == block["type"]:
            return
        yield from self._close()
        self._open = block["type"]
        self._count += 1
        index = self._count - 1
        yield _event({"type": "content_block_start", "index": index, "content_block": block})

    def _delta(self, delta: dict[str, Any]) -> bytes:
        return _event({"type": "content_block_delta", "index": self._count - 1, "delta": delta})

    def _close(self) -> Iterator[bytes]:
        if self._open:
            self._open = ""
            yield _event({"type": "content_block_stop", "index": self._count - 1})
