"""Whole columns of texts, over Arrow's C data interface.

A column is anything with `__arrow_c_stream__` or `__arrow_c_array__` (pyarrow, pandas, polars,
DuckDB), like the result: `pyarrow.array(result)`, `polars.Series(result)`. A null stays null.
Offsets count bytes of UTF-8. The interpreter's lock is free meanwhile.

How a text is read is said by options, or by one argument without a name: rules, a dialect's name,
a JSON object, or a dict.
"""

# pyright: reportPrivateUsage=false
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagstream import _core
from tagstream._core import Column
from tagstream._rules import Given, rules_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from tagstream._options import ExtractOptions, InnerOptions, Options

__all__ = ["Column", "calls", "extract", "inner", "read", "text"]


def __dir__() -> list[str]:
    return __all__


def read(
    column: Any, rules: Given | None = None, /, *, threads: int = 1, **options: Unpack[Options]
) -> Column:
    """Structs with the fields of a message; see `tagstream.read`."""
    return _core._read_column(column, rules_of(rules, options), threads)


def calls(
    column: Any, rules: Given | None = None, /, *, threads: int = 1, **options: Unpack[Options]
) -> Column:
    """Lists of the calls alone: what `read` has under `tool_calls`, faster."""
    return _core._calls_column(column, rules_of(rules, options), threads)


def text(
    column: Any, rules: Given | None = None, /, *, threads: int = 1, **options: Unpack[Options]
) -> Column:
    """The content alone: what `read` has under `content`."""
    return _core._text_column(column, rules_of(rules, options), threads)


def extract(column: Any, /, *, threads: int = 1, **options: Unpack[ExtractOptions]) -> Column:
    """Lists of tags, all depths, in order of opening; `parent` is a place in that list. The content
    of tags deeper than 16 is null: `content_start` and `content_end` say where it is."""
    return _core._extract_column(column, threads, **options)


def inner(
    column: Any, /, name: str, *, threads: int = 1, **options: Unpack[InnerOptions]
) -> Column:
    """The content of the first element of that name, or null; see `tagstream.inner`."""
    return _core._inner_column(column, name, threads, **options)
