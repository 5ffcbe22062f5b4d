"""A stream of Anthropic's message events, rewritten: what LiteLLM's proxy makes of chunks."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterable, AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any, cast

from tagstream._streams import OnBrokenCall, drained_later, report

if TYPE_CHECKING:
    from tagstream._core import Rewriter

_END = re.compile(rb"\r?\n\r?\n")
_DATA = re.compile(rb"^data: ?(.*?)\r?$", re.MULTILINE)
_REASONS = {"end_turn": "stop", "max_tokens": "length"}


def _event(data: dict[str, Any]) -> bytes:
    return f"event: {data['type']}\ndata: {json.dumps(data)}\n\n".encode()


class MessageEvents:
    """For `async for`: the text of text blocks becomes blocks of text, thinking and tool use.

    All else passes, blocks with the numbers that they have then. If the stream breaks, what is held
    comes out, and then its exception.
    """

    def __init__(
        self,
        stream: AsyncIterable[bytes],
        rewriter: Rewriter,
        on_broken_call: OnBrokenCall | None = None,
    ) -> None:
        self._stream = stream
        self._rewriter = rewriter
        self._on_broken_call = on_broken_call
        self._rest = b""  # the begin of an event
        self._count = 0  # of blocks that were begun
        self._open = ""  # the type of the block that is, if it is made here
        self._is_text = False  # what the server has open
        self._reason: str | None = None

    def __aiter__(self) -> AsyncIterator[bytes]:
        return drained_later(self._stream, self._fed, self._finished)

    def _fed(self, chunk: bytes) -> list[bytes]:
        self._rest += chunk
        out: list[bytes] = []
        while end := _END.search(self._rest):
            event, self._rest = self._rest[: end.end()], self._rest[end.end() :]
            out += self._rewritten(event)
        return out

    def _finished(self) -> list[bytes]:
        rest, self._rest = self._rest, b""
        return [*self._written(self._rewriter.finish()), *filter(None, [rest])]

    def _rewritten(self, event: bytes) -> Iterator[bytes]:
        found = _DATA.search(event)
        try:
            data: Any = json.loads(found[1]) if found else {}
        except ValueError:
            data = {}
        kind = data.get("type", "")
        if kind == "content_block_start":
            self._is_text = data["content_block"]["type"] == "text"
            if not self._is_text:
                yield from self._close()
                self._count += 1
        if kind.startswith("content_block"):
            if not self._is_text:
                yield _event({**data, "index": self._count - 1})
            elif kind == "content_block_delta":
                yield from self._said({"content": data["delta"].get("text", "")}, None)
        elif kind == "message_delta":
            yield from self._ended(data)
        else:
            if kind == "error":
                yield from self._written(self._rewriter.finish())
            yield event

    def _ended(self, data: dict[str, Any]) -> Iterator[bytes]:
        reason = data["delta"].get("stop_reason")
        if reason:
            yield from self._said({}, _REASONS.get(reason, reason))
            yield from self._close()
        if reason == "end_turn" and self._reason == "tool_calls":
            data = {**data, "delta": {**data["delta"], "stop_reason": "tool_use"}}
        yield _event(data)

    def _said(self, delta: dict[str, Any], reason: str | None) -> Iterator[bytes]:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        chunk = f"data: {json.dumps({'choices': [choice]})}\n\n"
        yield from self._written(self._rewriter.feed(chunk))

    def _written(self, chunks: bytes) -> Iterator[bytes]:
        report(self._rewriter.broken_calls, self._on_broken_call)
        for found in _DATA.finditer(chunks):
            choice = cast("dict[str, Any]", json.loads(found[1]))["choices"][0]
            delta = choice["delta"]
            self._reason = choice.get("finish_reason")
            if thinking := delta.get("reasoning_content"):
                yield from self._begun({"type": "thinking", "thinking": "", "signature": ""})
                yield self._delta({"type": "thinking_delta", "thinking": thinking})
            if text := delta.get("content"):
                yield from self._begun({"type": "text", "text": ""})
                yield self._delta({"type": "text_delta", "text": text})
            for call in delta.get("tool_calls", ()):
                if "id" in call:
                    block: dict[str, Any] = {"type": "tool_use", "id": call["id"], "input": {}}
                    yield from self._close()
                    yield from self._begun({**block, "name": call["function"]["name"]})
                if arguments := call["function"]["arguments"]:
                    yield self._delta({"type": "input_json_delta", "partial_json": arguments})

    def _begun(self, block: dict[str, Any]) -> Iterator[bytes]:
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
