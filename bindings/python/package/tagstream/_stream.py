"""Streams of any kind: `for event in stream(chunks, dialect="qwen3")`, and `async for`."""

# pyright: reportPrivateUsage=false
from __future__ import annotations

import logging
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal

from tagstream._core import Event, Message, Reader, Rules, _WireReader, _with_options
from tagstream._pieces import Piece, is_empty, is_text, is_whole_text, pieces_of
from tagstream._streams import Drained, DrainedLater, check_stream
from tagstream._types import LimitError, StreamError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from tagstream._options import Options

From = Literal["text", "sse", "ndjson"]

_log = logging.getLogger("tagstream")


class _ChunkReader:
    """Feeds the texts of chunks. The text after an exception is one of its own. An answer in events
    or in chunks of an SDK has broken off if none of them says that it has ended."""

    def __init__(self, reader: Reader, from_: From) -> None:
        self.reader = reader
        self._from = from_
        self._wire = self._new_wire()
        self._is_new = False
        self._has_bytes = False  # for the wire reader
        self._has_objects = False
        self._has_event = False
        self._has_ended = False

    def _new_wire(self) -> _WireReader | None:
        return None if self._from == "text" else _WireReader(self._from)

    def fed(self, chunk: Any) -> Iterator[Event]:
        is_plain = is_text(chunk)
        if self._wire is not None and is_plain:
            self._has_bytes = self._has_bytes or not is_empty(chunk)
            yield from self._read(self._wire.feed(chunk))
        else:
            self._has_objects = self._has_objects or not is_plain
            yield from self._read(pieces_of(chunk))

    def finished(self) -> Iterator[Event]:
        if self._wire is not None:
            yield from self._read(self._wire.finish())
            if self._has_bytes and not self._has_event:
                raise StreamError(
                    f'no event of an answer in this stream (from_="{self._from}"): it has broken '
                    "off, or is none, or its lines came without their ends (iter_bytes and "
                    "aiter_bytes keep them)"
                )
        if self._has_objects and not self._has_event:
            raise StreamError(
                "no chunk of this stream has a part that is read: give the texts alone, such as "
                "(chunk.content for chunk in stream)"
            )
        yield from self.reader.finish()
        if self._wire is not None or self._has_objects:
            self._note_end()

    def has_ended(self) -> bool:
        return self._has_ended

    def _note_end(self) -> None:
        if not self._has_ended:
            self.reader._break_off()

    def held(self) -> list[Event]:
        try:
            events = self.reader.finish()
        except LimitError:  # it has stopped before the stream broke: nothing is held
            return []
        self._note_end()
        self._is_new = True
        return events

    def _read(self, pieces: Iterable[Piece]) -> Iterator[Event]:
        for kind, call, text, id_, name in pieces:
            self._has_event = self._has_event or kind != "broken"
            if kind == "text" and is_empty(text):
                continue
            if kind == "end":
                self._has_ended = True
                continue
            if self._is_new:
                self._is_new = self._has_ended = False
                self.reader.reset()
                self._wire = self._new_wire()
            if kind == "text":
                yield from self.reader.feed(text)
            elif kind == "error":
                raise StreamError(text)
            elif kind == "broken":
                _log.warning("an event of the stream can't be read: %s", text)
            else:
                self._has_ended = self._has_ended or kind == "finish"
                yield from self.reader._native(kind, call, text, id_, name)


class Events:
    """The events of a stream, for `for` or `async for`, whichever the stream is for.

    If the stream breaks, what is held comes out, and then its exception. If the stream goes on
    after its exception, what comes then is read as a text of its own. A loop that is left can be
    taken up again by another; so can one that is cancelled, but a generator ends then, and the
    other loop raises `StreamError`.
    """

    def __init__(
        self, chunks: Iterable[Any] | AsyncIterable[Any], reader: Reader, from_: From
    ) -> None:
        self._chunks = chunks
        self._chunk = _ChunkReader(reader, from_)
        # These do not know this object: the stream closes with the last reference to it.
        self._begun: Iterator[Event] | None = None
        self._begun_later: AsyncIterator[Event] | None = None

    @property
    def message(self) -> Message:
        """The message so far: a copy."""
        return self._chunk.reader.message

    def __repr__(self) -> str:
        return f"<Events of a stream, by {self._chunk.reader.rules!r}>"

    def __iter__(self) -> Iterator[Event]:
        if not isinstance(self._chunks, Iterable):
            raise TypeError("`for` can't read this stream: write `async for`")
        if self._begun is None:
            chunk = self._chunk
            self._begun = Drained(
                self._chunks, chunk.fed, chunk.finished, chunk.held, chunk.has_ended
            )
        return self._begun

    def __aiter__(self) -> AsyncIterator[Event]:
        if not isinstance(self._chunks, AsyncIterable):
            raise TypeError("`async for` can't read this stream: write `for`")
        if self._begun_later is None:
            chunk = self._chunk
            self._begun_later = DrainedLater(
                self._chunks, chunk.fed, chunk.finished, chunk.held, chunk.has_ended
            )
        return self._begun_later


def stream(
    chunks: Iterable[Any] | AsyncIterable[Any],
    reader: Reader | Rules | None = None,
    /,
    *,
    from_: From = "text",
    **options: Unpack[Options],
) -> Events:
    if is_whole_text(chunks):
        raise TypeError("a whole text and no chunks: tagstream.read(text, …) reads it")
    check_stream(chunks)
    if "from" in options:  # it can't be written as a keyword
        raise TypeError("there is no option `from`; did you mean `from_`?")
    if from_ != "text":
        _WireReader(from_)  # what is wrong is said now
    if reader is None:
        reader = Reader(**options)
    elif not isinstance(reader, Reader):
        reader = Reader(reader, **options)  # says what is wrong with anything but rules
    elif options:
        raise TypeError("a reader has its options already")
    return Events(chunks, reader, from_)


stream.__doc__ = _with_options(
    """Reads a stream, and gives its events: for `for` or `async for`, whichever it is for.

Chunks are `str`, bytes, or what the SDKs of OpenAI and Anthropic give. With `from_` `"sse"` or
`"ndjson"` they are what a server streams, as it comes over the network; of several choices the
first is read. What a server has read itself comes as events with `is_native` and an empty span.
Rules, or a reader, may stand in the place of options."""
)
