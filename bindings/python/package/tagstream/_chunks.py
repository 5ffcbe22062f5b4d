"""Streams of chunks, as an SDK gives them, rewritten."""

# pyright: reportPrivateUsage=false
from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from tagstream._core import Rewriter, Rules
from tagstream._pieces import is_text, is_whole_text
from tagstream._streams import (
    Drained,
    DrainedLater,
    OnToolCallError,
    check_stream,
    checked,
    report,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from tagstream._options import RewriteOptions


def payload_of(chunk: Any, *, exclude_unset: bool = True) -> str:
    """JSON of an object, or of a model. Half a sign, which UTF-8 does not have, is escaped: the
    models' own writer refuses it."""
    if isinstance(chunk, Mapping):
        return json.dumps(chunk)
    try:
        return str(chunk.model_dump_json(exclude_unset=exclude_unset))
    except ValueError:
        return json.dumps(chunk.model_dump(exclude_unset=exclude_unset), default=str)


def _own_construct(model: Any) -> Any:
    """The function with which pydantic makes an instance; None for a class that only looks like a
    model, and with an older pydantic."""
    base = getattr(sys.modules.get("pydantic"), "BaseModel", None)
    is_model = isinstance(base, type) and issubclass(model, base)
    return getattr(base, "model_construct", None) if is_model else None


def _model(model: Any, values: dict[str, Any]) -> Any:
    """One of these values, as they are: pydantic's own way takes a tenth of the SDK's, which looks
    into each value."""
    construct = _own_construct(model)
    return construct.__func__(model, **values) if construct else model.model_construct(**values)


def _like(chunk: Any, values: dict[str, Any]) -> Any:
    """A chunk of the same kind, which has one choice."""
    if isinstance(chunk, Mapping):
        return values
    kind = cast("Any", type(chunk))
    choice: Any = values["choices"][0]
    if not isinstance(choice, dict) or "delta" not in choice or not _own_construct(kind):
        return kind.model_construct(**values)
    return _with_delta(chunk, values, cast("dict[str, Any]", choice))


def _with_delta(chunk: Any, values: dict[str, Any], choice: dict[str, Any]) -> Any:
    like: Any = chunk.choices[0]
    delta_kind = cast("Any", type(like.delta))
    delta: Any = choice["delta"]
    if "tool_calls" in delta:  # the SDK builds what is in them
        delta = delta_kind.model_construct(**delta)
    else:
        delta = _model(delta_kind, delta)
    choices = [_model(type(like), {**choice, "delta": delta})]
    return _model(type(chunk), {**values, "choices": choices})


def like_model(thing: Any, values: dict[str, Any]) -> Any:
    """The same for models of LiteLLM, which keep more beside their values."""
    made = type(thing)(**values)
    made._hidden_params = thing._hidden_params
    return made


def is_new(chunk: object) -> bool:
    """The rewriter gives chunks; of a new one, another that it is like, and its values."""
    return type(chunk) is tuple


class _ChunkRewriter:
    """The rewriting of chunks, one by one. Those of an SDK are read and changed as objects."""

    def __init__(
        self,
        rewriter: Rewriter,
        on_tool_call_error: OnToolCallError | None,
        make: Callable[[Any, dict[str, Any]], Any],
    ) -> None:
        self._rewriter = rewriter
        self._on_tool_call_error = checked(on_tool_call_error)
        self._make = make
        self._has_objects = False

    def fed(self, chunk: Any) -> list[Any]:
        if is_text(chunk):
            return self._of_text(self._rewriter.feed(chunk))
        self._has_objects = True
        return self._of_objects(self._rewriter._feed_chunk(chunk))

    def finished(self) -> list[Any]:
        held = self._of_text(self._rewriter.finish())
        if self._has_objects:
            held += self._of_objects(self._rewriter._finish_chunks())
        return held

    def _of_text(self, out: bytes) -> list[Any]:
        report(self._rewriter.tool_call_errors, self._on_tool_call_error)
        return [out] if out else []

    def _of_objects(self, out: list[Any]) -> list[Any]:
        report(self._rewriter.tool_call_errors, self._on_tool_call_error)
        return [self._make(*one) if is_new(one) else one for one in out]


class Chunks:
    """A stream of chunks, for `for` or `async for`, whichever the stream is for.

    A chunk that holds nothing to read is passed on as the same object. If the stream breaks,
    what is held comes out, and then its exception; what comes behind that passes as it came. A loop
    that is left can be taken up again by another; so can one that is cancelled, but a generator
    ends then, and the other loop raises `StreamError`.
    """

    def __init__(
        self,
        stream: Iterable[Any] | AsyncIterable[Any],
        rewriter: Rewriter,
        on_tool_call_error: OnToolCallError | None = None,
        make: Callable[[Any, dict[str, Any]], Any] = _like,
    ) -> None:
        self._stream = stream
        self._chunk = _ChunkRewriter(rewriter, on_tool_call_error, make)
        # These do not know this object: the stream closes with the last reference to it.
        self._begun: Iterator[Any] | None = None
        self._begun_later: AsyncIterator[Any] | None = None

    def __iter__(self) -> Iterator[Any]:
        if not isinstance(self._stream, Iterable):
            raise TypeError("`for` can't read this stream: write `async for`")
        if self._begun is None:
            self._begun = Drained(self._stream, self._chunk.fed, self._chunk.finished)
        return self._begun

    def __aiter__(self) -> AsyncIterator[Any]:
        if not isinstance(self._stream, AsyncIterable):
            raise TypeError("`async for` can't read this stream: write `for`")
        if self._begun_later is None:
            self._begun_later = DrainedLater(self._stream, self._chunk.fed, self._chunk.finished)
        return self._begun_later


def rewrite(
    chunks: Iterable[Any] | AsyncIterable[Any],
    rules: Rules | None = None,
    /,
    *,
    on_tool_call_error: OnToolCallError | None = None,
    **options: Unpack[RewriteOptions],
) -> Chunks:
    """Rewrites a stream of chunks: those of the OpenAI SDK, objects of JSON, or bytes of events.

    Options are those of a `Reader`, and `reasoning_field`; rules may stand in the place of the
    former.
    """
    if is_whole_text(chunks):
        raise TypeError("a whole answer and no chunks: tagstream.openai.rewrite_answer takes it")
    check_stream(chunks)
    rewriter = Rewriter(**options) if rules is None else Rewriter(rules, **options)
    return Chunks(chunks, rewriter, on_tool_call_error)
