"""The rewriting of a stream of chunks, one chunk after the other."""

from __future__ import annotations

import inspect
import logging
from collections import deque
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from tagstream._types import LimitError, StreamError

if TYPE_CHECKING:
    from tagstream._types import ChoiceToolCallError

OnToolCallError = Callable[["ChoiceToolCallError"], None]

_log = logging.getLogger("tagstream")

_INTERRUPTED = (
    "the stream ended when a loop over it was cancelled: the rest of the answer may be missing; to "
    "wait for a limited time use asyncio.wait, which cancels nothing"
)

_In = TypeVar("_In")
_Out = TypeVar("_Out")


def check_stream(stream: object) -> None:
    """:raises TypeError: it is none"""
    if inspect.isawaitable(stream):
        raise TypeError(f"{type(stream).__name__} is no stream yet: await it first")
    if not isinstance(stream, (Iterable, AsyncIterable)):
        name = type(stream).__name__
        if hasattr(stream, "iter_bytes"):  # of an HTTP client
            raise TypeError(f"a {name} is no stream itself: give its iter_bytes() or aiter_bytes()")
        raise TypeError(f"{name} is not iterable: a stream is one")


def checked(on_tool_call_error: OnToolCallError | None) -> OnToolCallError | None:
    """The listener for calls that fail. It is called, and its result is never awaited."""
    told: object = on_tool_call_error
    if inspect.iscoroutinefunction(told) or inspect.iscoroutinefunction(
        getattr(told, "__call__", None)  # noqa: B004  # an object whose call is one
    ):
        raise TypeError("on_tool_call_error is called, not awaited: give a function without async")
    return on_tool_call_error


def report(
    errors: Iterable[ChoiceToolCallError], on_tool_call_error: OnToolCallError | None
) -> None:
    """Logs them, and tells whoever wants to know. The listener's exceptions are
    logged: they do not end the answer."""
    for error in errors:
        _log.warning("choice %d: not a tool call: %s", error.choice, error.text)
        if on_tool_call_error is not None:
            try:
                on_tool_call_error(error)
            except Exception:
                _log.exception("on_tool_call_error")


class _Drained(Generic[_In, _Out]):
    """The result of `feed` for each chunk, and at the end of `finish`. If the stream breaks, the
    held text comes out (`held`, or else `finish`), and then the stream's exception.

    It is not a generator: one that is cancelled while it waits is over, and what is held were lost.
    Here another loop goes on where the stream stands. If the stream itself is over then, as a
    generator is, that loop raises `StreamError`, unless the end of the answer was read before
    (`has_ended`).
    """

    def __init__(
        self,
        feed: Callable[[_In], Iterable[_Out]],
        finish: Callable[[], Iterable[_Out]],
        held: Callable[[], Iterable[_Out]] | None,
        has_ended: Callable[[], bool] | None,
    ) -> None:
        self._feed = feed
        self._finish = finish
        self._held = held or finish
        self._has_ended = has_ended or (lambda: False)
        self._out: deque[_Out] = deque()
        self._error: Exception | None = None  # it comes after what is out
        self._is_finished = False  # nothing was fed since
        self._is_interrupted = False  # the last wait was cancelled
        self._is_over = False
        self._is_waiting = False

    def _begin_to_wait(self) -> bool:
        """Whether there is more to wait for. Raises what comes now, if that is an exception."""
        error, self._error = self._error, None
        if error is not None:
            try:
                raise error
            finally:
                del error  # it has this frame, and so would keep the stream
        if self._is_waiting:
            raise RuntimeError("another loop waits for this stream")
        self._is_waiting = not self._is_over
        return self._is_waiting

    def _took(self, chunk: _In) -> None:
        self._is_finished = self._is_interrupted = False
        try:
            self._out.extend(self._feed(chunk))
        except StreamError as error:
            self._broke(error)
        except LimitError as error:  # nothing is held: it comes after what was read before it
            self._error = error

    def _ended(self) -> None:
        self._is_over = True
        if self._is_interrupted and not self._has_ended():
            self._broke(StreamError(_INTERRUPTED))
            return
        try:
            self._let_out(self._finish)
        except StreamError as error:
            self._is_finished = False
            self._broke(error)

    def _broke(self, error: Exception) -> None:
        self._is_interrupted = False
        self._let_out(self._held)
        self._error = error

    def _let_out(self, held: Callable[[], Iterable[_Out]]) -> None:
        """The held text comes out once, though a stream may break before it ends."""
        if not self._is_finished:
            self._is_finished = True
            self._out.extend(held())


class Drained(_Drained[_In, _Out], Iterator[_Out]):
    def __init__(
        self,
        stream: Iterable[_In],
        feed: Callable[[_In], Iterable[_Out]],
        finish: Callable[[], Iterable[_Out]],
        held: Callable[[], Iterable[_Out]] | None = None,
        has_ended: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__(feed, finish, held, has_ended)
        self._stream = stream  # it may close when nobody has it
        self._chunks = iter(stream)

    def __next__(self) -> _Out:
        while not self._out:
            if not self._begin_to_wait():
                raise StopIteration
            try:
                chunk = next(self._chunks)
            except StopIteration:
                self._ended()
            except Exception as error:
                self._broke(error)
            except BaseException:  # cancelled, or Ctrl+C
                self._is_interrupted = True
                raise
            else:
                self._took(chunk)
            finally:
                self._is_waiting = False
        return self._out.popleft()


class DrainedLater(_Drained[_In, _Out], AsyncIterator[_Out]):
    """The same, asynchronous."""

    def __init__(
        self,
        stream: AsyncIterable[_In],
        feed: Callable[[_In], Iterable[_Out]],
        finish: Callable[[], Iterable[_Out]],
        held: Callable[[], Iterable[_Out]] | None = None,
        has_ended: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__(feed, finish, held, has_ended)
        self._stream = stream
        self._chunks = stream.__aiter__()

    async def __anext__(self) -> _Out:
        while not self._out:
            if not self._begin_to_wait():
                raise StopAsyncIteration
            try:
                chunk = await self._chunks.__anext__()
            except StopAsyncIteration:
                self._ended()
            except Exception as error:
                self._broke(error)
            except BaseException:  # cancelled, or Ctrl+C
                self._is_interrupted = True
                raise
            else:
                self._took(chunk)
            finally:
                self._is_waiting = False
        return self._out.popleft()
