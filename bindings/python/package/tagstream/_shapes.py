"""The types of columns, of which each engine makes its own.

A dict is a struct, a list has items of its only element, and a word is one of those below."""

# pyright: reportPrivateUsage=false
from __future__ import annotations

from tagstream import _core

TEXT, NUMBER, REAL, FLAG = "text", "number", "real", "flag"

MESSAGE, CALLS, TAGS = _core.shapes()
