"""Arguments of calls that are still open, as objects."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tagstream._core import Event

_PLAIN = re.compile(r'[^"\\]*')
_BETWEEN = re.compile(r"[\s,:]*")
_SCALAR = re.compile(r"[^\s,\]}]*")
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def _unescaped(text: str, at: int) -> tuple[str, int]:
    r"""The character of the escape at `at`, and one past it; -1: more may follow. `\ud83d`
    and `\ude00` are one character."""
    if len(text) < at + 2:
        return "", -1
    if text[at + 1] != "u":
        return _ESCAPES.get(text[at + 1], text[at + 1]), at + 2
    if len(text) < at + 6:
        return "", -1
    end = at + 6
    if text[at + 2] in "dD" and text[at + 3] in "89abAB":
        if text[end : end + 2] in ("", "\\"):
            return "", -1
        if text.startswith("\\u", end):
            if len(text) < end + 6:
                return "", -1
            if text[end + 2] in "dD" and text[end + 3] in "cdefCDEF":
                end += 6
    return json.loads(f'"{text[at:end]}"'), end


def _scalar(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:  # an integer that is too long for Python
        return None


class _Growing:
    """One JSON object, which the library has checked, in pieces. Each character is read once, but
    for those of an escape or a number that is cut."""

    def __init__(self) -> None:
        self.value: dict[str, Any] = {}
        self._open: list[Any] = []  # dicts and lists
        self._key: str | None = None  # of the next value, in a dict
        self._is_key = False  # the open string is one
        self._in_string = False
        self._held = ""

    def feed(self, piece: str) -> None:
        is_plain = self._in_string and not self._is_key and not self._held
        if is_plain and '"' not in piece and "\\" not in piece:
            return self._grow(piece)
        text = self._held + piece
        self._held = ""
        at = 0
        while at >= 0:
            at = self._string(text, at) if self._in_string else self._next(text, at)
        return None

    def _hold(self, text: str, at: int) -> int:
        self._held = text[at:]
        return -1

    def _string(self, text: str, at: int) -> int:
        end = self._end_of(_PLAIN, text, at)
        self._grow(text[at:end])
        if end == len(text):
            return -1
        if text[end] == '"':
            self._in_string = False
            if not self._is_key:
                self._key = None
            return end + 1
        character, after = _unescaped(text, end)
        if after < 0:
            return self._hold(text, end)
        self._grow(character)
        return after

    def _grow(self, more: str) -> None:
        if self._is_key:
            self._key = (self._key or "") + more
            return
        holder: Any = self._open[-1]
        place = self._key if self._key is not None else -1
        # With one reference left Python lengthens the text where it is, and does not copy it.
        text: str = holder[place]
        holder[place] = None
        text += more
        holder[place] = text

    def _next(self, text: str, at: int) -> int:
        at = self._end_of(_BETWEEN, text, at)
        if at == len(text):
            return -1
        sign = text[at]
        if sign in "}]":
            self._open.pop()
            self._key = None
        elif sign == '"':
            self._in_string = True
            self._is_key = isinstance(self._open[-1], dict) and self._key is None
            if self._is_key:
                self._key = ""
            else:
                self._place("")
        elif sign in "{[":
            self._begin({} if sign == "{" else [])
        else:
            end = self._end_of(_SCALAR, text, at)
            if end == len(text):
                return self._hold(text, at)
            self._place(_scalar(text[at:end]))
            self._key = None
            return end
        return at + 1

    def _begin(self, value: Any) -> None:
        if self._open:
            self._place(value)
        else:
            value = self.value
        self._open.append(value)
        self._key = None

    def _place(self, value: Any) -> None:
        holder = self._open[-1]
        if isinstance(holder, dict):
            holder[self._key] = value
        else:
            holder.append(value)

    @staticmethod
    def _end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
        found = pattern.match(text, at)
        return found.end() if found else at


class PartialArgs:
    """The arguments of calls that are still open, as objects that grow (`incremental`).

    A string is there as far as it has come, a number or a word when it has ended. The time is in
    proportion to the arguments, however many pieces there are.
    """

    def __init__(self) -> None:
        self._calls: dict[int | None, _Growing] = {}

    def __repr__(self) -> str:
        arguments = {index: growing.value for index, growing in self._calls.items()}
        return f"PartialArgs({arguments})"

    def add(self, event: Event, /) -> dict[str, Any] | None:
        """The arguments so far of the event's call: for each of its pieces the same dict, longer.
        None for an event of no call."""
        kind = event.kind
        if kind == "tool_call_delta":
            growing = self._calls.get(event.index) or self._begun(event)
            growing.feed(event.text)
            return growing.value
        if kind == "tool_call_start":
            return self._begun(event).value
        if kind == "tool_call":
            self._calls.pop(event.index, None)
            return event.args
        if kind == "tool_call_error":
            return self._calls.pop(event.index, _Growing()).value
        return None

    def _begun(self, event: Event) -> _Growing:
        growing = self._calls[event.index] = _Growing()
        return growing
