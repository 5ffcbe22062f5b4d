"""Streams of any kind: `for event in read(stream, dialect="qwen3")`, and `async for`."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol, cast

from tagstream._core import Event, Parser, ParseRules
from tagstream._streams import Drained, DrainedLater
from tagstream._types import LimitError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from tagstream._options import ParseOptions

    _Text = str | bytes | bytearray | memoryview[int]


class _EventReader(Protocol):
    def feed(self, chunk: Any, /) -> list[Event]: ...
    def finish(self) -> list[Event]: ...
    def reset(self) -> None: ...


def _field(thing: Any, name: str) -> Any:
    if isinstance(thing, Mapping):
        return cast("Mapping[str, Any]", thing).get(name)
    return getattr(thing, name, None)


def text_of(chunk: Any) -> _Text:
    """The text of a chunk: `str` and bytes are text; of a chunk of the OpenAI SDK it is that of the
    first choice, of its other events and those of the Anthropic SDK that of a text delta. Other
    chunks have none."""
    if isinstance(chunk, (str, bytes, bytearray, memoryview)):
        return cast("_Text", chunk)
    choices = _field(chunk, "choices")
    if choices is not None:
        first = next((one for one in choices if not _field(one, "index")), None)
        text = _field(_field(first, "delta"), "content")
        if text is None:
            text = _field(first, "text")  # completions
    elif _field(chunk, "type") == "content_block_delta":
        text = _field(_field(chunk, "delta"), "text")
    elif _field(chunk, "type") in ("response.output_text.delta", "content.delta"):
        text = _field(chunk, "delta")  # responses; chat.completions.stream()
    elif _field(chunk, "type") is not None:
        text = None
    else:
        raise TypeError(
            "a stream gives str, bytes, or chunks of the OpenAI or Anthropic SDK, not "
            + type(chunk).__name__
        )
    return text if isinstance(text, (str, bytes)) else ""


class _ChunkReader:
    """Feeds the text of chunks. What comes behind an exception is a text of its own."""

    def __init__(self, reader: _EventReader) -> None:
        self._reader = reader
        self._is_new = False

    def fed(self, chunk: Any) -> list[Event]:
        text = text_of(chunk)
        if not len(text):
            return []
        if self._is_new:
            self._is_new = False
            self._reader.reset()
        return self._reader.feed(text)

    def finished(self) -> list[Event]:
        return self._reader.finish()

    def held(self) -> list[Event]:
        try:
            events = self._reader.finish()
        except LimitError:  # it has stopped before the stream broke: nothing is held
            return []
        self._is_new = True
        return events


class Events:
    """The events of a stream, for `for` or `async for`, whichever the stream is for.

    If the stream breaks, what is held comes out, and then its exception. A loop that is left, or
    cancelled, can be taken up again by another: nothing is lost. If the stream goes on behind its
    exception, what comes then is read as a text of its own.
    """

    def __init__(self, stream: Iterable[Any] | AsyncIterable[Any], reader: _EventReader) -> None:
        self._stream = stream
        self._chunk = _ChunkReader(reader)
        # These do not know this object: who lets go of it closes the stream.
        self._begun: Iterator[Event] | None = None
        self._begun_later: AsyncIterator[Event] | None = None

    def __iter__(self) -> Iterator[Event]:
        if not isinstance(self._stream, Iterable):
            raise TypeError("this stream is for `async for`")
        if self._begun is None:
            chunk = self._chunk
            self._begun = Drained(self._stream, chunk.fed, chunk.finished, chunk.held)
        return self._begun

    def __aiter__(self) -> AsyncIterator[Event]:
        if not isinstance(self._stream, AsyncIterable):
            raise TypeError("this stream is for `for`")
        if self._begun_later is None:
            chunk = self._chunk
            self._begun_later = DrainedLater(self._stream, chunk.fed, chunk.finished, chunk.held)
        return self._begun_later


def read(
    stream: Iterable[Any] | AsyncIterable[Any],
    reader: _EventReader | ParseRules | None = None,
    /,
    **options: Unpack[ParseOptions],
) -> Events:
    """Reads a stream of `str`, of bytes, or of the chunks of the OpenAI or Anthropic SDK.

    Options are those of a `Parser`; a reader or its rules may stand in their place.
    """
    if reader is None:
        reader = Parser(**options)
    elif options:
        raise TypeError("a reader and rules have their options already")
    elif isinstance(reader, ParseRules):
        reader = Parser(reader)
    return Events(stream, reader)
