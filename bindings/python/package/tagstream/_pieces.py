"""The parts of an SDK's chunks, in the words of the library's own reader of streams."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

#: Kind, number of the call, text, id and name.
Piece = tuple[str, int, Any, str, str]


def is_whole_text(thing: Any) -> bool:
    """Whether it is a text itself, and not pieces of one as an array of `str` is."""
    if isinstance(thing, str):
        return True
    try:
        return memoryview(thing).format in ("B", "b", "c")
    except TypeError:
        return False


def is_text(chunk: Any) -> bool:
    """Whether a reader can be fed with it: a `str`, or anything with a buffer."""
    if isinstance(chunk, (str, bytes)):
        return True
    try:
        memoryview(chunk)
    except TypeError:
        return False
    return True


def is_empty(text: Any) -> bool:
    """Whether this text has nothing in it."""
    return not text if isinstance(text, str) else memoryview(text).nbytes == 0


def _field(thing: Any, name: str) -> Any:
    if isinstance(thing, Mapping):
        return cast("Mapping[str, Any]", thing).get(name)
    return getattr(thing, name, None)


def _str(thing: Any, name: str) -> str:
    value = _field(thing, name)
    return value if isinstance(value, str) else ""


def _number(thing: Any, name: str, otherwise: int = 0) -> int:
    value = _field(thing, name)
    return value if isinstance(value, int) and value >= 0 else otherwise


def _piece(kind: str, text: Any = "", call: int = 0, id_: str = "", name: str = "") -> Piece:
    return (kind, call, text, id_, name)


def pieces_of(chunk: Any) -> Iterator[Piece]:
    """`str` and bytes are text. A chunk without a part that is read gives nothing."""
    if is_text(chunk):
        yield _piece("text", chunk)
    elif _field(chunk, "choices") is not None:
        yield from _of_choices(chunk)
    elif isinstance(kind := _field(chunk, "type"), str):
        yield from _of_event(kind, chunk)
    elif _field(chunk, "type") is None:
        raise TypeError(
            "a stream gives str, bytes, or chunks of the OpenAI or Anthropic SDK, not "
            + type(chunk).__name__
        )


# ---- chat completions, and completions


def _of_choices(chunk: Any, *, has_text: bool = True) -> Iterator[Piece]:
    first = next((one for one in _field(chunk, "choices") if not _field(one, "index")), None)
    said = _field(first, "delta") or _field(first, "message")
    if reasoning := _str(said, "reasoning_content") or _str(said, "reasoning"):
        yield _piece("reasoning", reasoning)
    text = _field(said, "content")
    if text is None:
        text = _field(first, "text")
    if has_text and isinstance(text, (str, bytes)):
        yield _piece("text", text)
    for place, call in enumerate(_field(said, "tool_calls") or ()):
        number = _number(call, "index", place)
        function = _field(call, "function")
        id_, name = _str(call, "id"), _str(function, "name")
        if id_ or name:
            yield _piece("tool_call_start", "", number, id_, name)
        if arguments := _str(function, "arguments"):
            yield _piece("tool_call_delta", arguments, number)
    if reason := _str(first, "finish_reason"):
        yield _piece("finish", reason)


# ---- events: of the helpers of chat completions, of responses, of Anthropic's messages

_DELTAS = {
    "content.delta": "text",
    "response.output_text.delta": "text",
    "response.reasoning_text.delta": "reasoning",
    "response.reasoning_summary_text.delta": "reasoning",
}
_REASONS = {"response.completed": "stop", "response.incomplete": "length"}


def _of_event(kind: str, event: Any) -> Iterator[Piece]:
    if kind in _DELTAS:
        yield _piece(_DELTAS[kind], _str(event, "delta"))
    elif kind == "chunk":  # its text comes as `content.delta` as well
        yield from _of_choices(_field(event, "chunk"), has_text=False)
    elif kind in _REASONS:
        yield _piece("finish", _REASONS[kind])
    elif kind == "response.output_item.added":
        item = _field(event, "item")
        if _field(item, "type") == "function_call":
            number = _number(event, "output_index")
            yield _piece("tool_call_start", "", number, _str(item, "call_id"), _str(item, "name"))
    elif kind == "response.function_call_arguments.delta":
        number = _number(event, "output_index")
        yield _piece("tool_call_delta", _str(event, "delta"), number)
    elif kind in ("content_block_start", "content_block_delta", "message_delta"):
        yield from _of_message(kind, event)
    elif kind == "message_stop":
        yield _piece("end")


def _of_message(kind: str, event: Any) -> Iterator[Piece]:
    number = _number(event, "index")
    if kind == "content_block_start":
        block = _field(event, "content_block")
        if _field(block, "type") == "tool_use":
            yield _piece("tool_call_start", "", number, _str(block, "id"), _str(block, "name"))
        elif _field(block, "type") == "text":
            yield _piece("text", _str(block, "text"))
        return
    delta = _field(event, "delta")
    yield _piece("text", _str(delta, "text"))
    if thinking := _str(delta, "thinking"):
        yield _piece("reasoning", thinking)
    if arguments := _str(delta, "partial_json"):
        yield _piece("tool_call_delta", arguments, number)
    if reason := _str(delta, "stop_reason"):
        yield _piece("finish", reason)
