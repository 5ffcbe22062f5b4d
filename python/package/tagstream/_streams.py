"""What a stream of chunks becomes, one chunk after the other."""

from __future__ import annotations

import inspect
import logging
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from tagstream._types import BrokenCall

OnBrokenCall = Callable[["BrokenCall"], None]

_log = logging.getLogger("tagstream")

_In = TypeVar("_In")
_Out = TypeVar("_Out")


def checked(on_broken_call: OnBrokenCall | None) -> OnBrokenCall | None:
    """What is told of broken calls. It is called, and what it gives is never awaited."""
    told: object = on_broken_call
    if inspect.iscoroutinefunction(told) or inspect.iscoroutinefunction(
        getattr(told, "__call__", None)  # noqa: B004  # an object whose call is one
    ):
        raise TypeError("on_broken_call is called, not awaited: give a function without async")
    return on_broken_call


def report(calls: Iterable[BrokenCall], on_broken_call: OnBrokenCall | None) -> None:
    """Logs them, and tells whoever wants to know. What that raises is logged: an answer does not
    end for it."""
    for call in calls:
        _log.warning("choice %d: not a tool call: %s", call.choice, call.message)
        if on_broken_call is not None:
            try:
                on_broken_call(call)
            except Exception:
                _log.exception("on_broken_call")


def drained(
    stream: Iterable[_In],
    feed: Callable[[_In], Iterable[_Out]],
    finish: Callable[[], Iterable[_Out]],
    held: Callable[[], Iterable[_Out]] | None = None,
) -> Iterator[_Out]:
    """What `feed` makes of each chunk, and at the end `finish`. If the stream breaks, what is held
    comes out (`held`, or else `finish`), and then its exception."""
    chunks = iter(stream)
    while True:
        try:
            chunk = next(chunks)
        except StopIteration:
            break
        except Exception:
            yield from (held or finish)()
            raise
        yield from feed(chunk)
    yield from finish()


async def drained_later(
    stream: AsyncIterable[_In],
    feed: Callable[[_In], Iterable[_Out]],
    finish: Callable[[], Iterable[_Out]],
    held: Callable[[], Iterable[_Out]] | None = None,
) -> AsyncIterator[_Out]:
    """The same, asynchronous."""
    chunks = stream.__aiter__()
    while True:
        try:
            chunk = await chunks.__anext__()
        except StopAsyncIteration:
            break
        except Exception:
            for one in (held or finish)():
                yield one
            raise
        for one in feed(chunk):
            yield one
    for one in finish():
        yield one
