"""Whole columns of texts, over Arrow's C data interface.

A column is anything with `__arrow_c_stream__` or `__arrow_c_array__` (pyarrow, pandas, polars,
DuckDB); so is what comes out: `pyarrow.array(result)`, `polars.Series(result)`. A null stays null.
Offsets count bytes of UTF-8. The interpreter's lock is free meanwhile.
"""

# pyright: reportPrivateUsage=false
from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tagstream import _core
from tagstream._core import Column

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from tagstream._core import Rule
    from tagstream._options import ExtractOptions, FilterOptions, ParseOptions, ToolOptions

__all__ = ["Column", "calls", "extract", "filter", "inner", "parse", "tools"]


def _both() -> TypeError:
    return TypeError("rules have their options already")


def parse(
    column: Any,
    rules: _core.ParseRules | None = None,
    /,
    *,
    threads: int = 1,
    **options: Unpack[ParseOptions],
) -> Column:
    """Structs of content, reasoning, calls, sections and notes; see `tagstream.parse`."""
    if rules is None:
        rules = _core.ParseRules(**options)
    elif options:
        raise _both()
    return _core._parse_column(column, rules, threads)


def calls(
    column: Any,
    rules: _core.ParseRules | None = None,
    /,
    *,
    threads: int = 1,
    **options: Unpack[ParseOptions],
) -> Column:
    """Lists of the calls alone: what `parse` has under `calls`, faster."""
    if rules is None:
        rules = _core.ParseRules(**options)
    elif options:
        raise _both()
    return _core._calls_column(column, rules, threads)


def tools(
    column: Any,
    rules: _core.ToolRules | Iterable[Rule] | None = None,
    /,
    *,
    threads: int = 1,
    **options: Unpack[ToolOptions],
) -> Column:
    """Structs as those of `parse`; see `tagstream.tools_all`."""
    if rules is None:
        rules = _core.ToolRules(**options)
    elif not isinstance(rules, _core.ToolRules):
        rules = _core.ToolRules(rules, **options)
    elif options:
        raise _both()
    return _core._tools_column(column, rules, threads)


def filter(
    column: Any,
    rules: _core.FilterRules | Iterable[Rule],
    /,
    *,
    threads: int = 1,
    **options: Unpack[FilterOptions],
) -> Column:
    """Structs as those of `parse`; see `tagstream.filter_all`."""
    if not isinstance(rules, _core.FilterRules):
        rules = _core.FilterRules(rules, **options)
    elif options:
        raise _both()
    return _core._filter_column(column, rules, threads)


def extract(column: Any, /, *, threads: int = 1, **options: Unpack[ExtractOptions]) -> Column:
    """Lists of tags, all depths, in order of opening; `parent` is a place in that list."""
    return _core._extract_column(column, threads, **options)


def inner(column: Any, name: str, /, *, threads: int = 1) -> Column:
    """The content of the first element of that name, or null; see `tagstream.inner`."""
    return _core._inner_column(column, name, threads)
