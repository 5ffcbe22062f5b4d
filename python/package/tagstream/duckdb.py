"""Functions for DuckDB, vectorised over Arrow.

tagstream.duckdb.register(connection)
connection.sql("SELECT c.tool, count(*) FROM 'answers.parquet', "
               "unnest(ts_calls(text, 'qwen3')) AS t(c) GROUP BY ALL")

ts_parse(text, dialect)     a struct: content, reasoning, calls, sections, notes
ts_calls(text, dialect)     its calls alone
ts_filter(text, name)       the text without the elements of that name
ts_extract(text)            a list of all tags
ts_inner(text, name)        the content of the first element of that name, or NULL
"""

# pyright: basic, reportAttributeAccessIssue=false
from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from tagstream import _core, columns

__all__ = ["register"]

_ATTRIBUTES = 'STRUCT("name" VARCHAR, "value" VARCHAR)[]'
_CALLS = (
    'STRUCT("id" VARCHAR, "tool" VARCHAR, "arguments" VARCHAR, "content" VARCHAR, '
    '"is_closed" BOOLEAN)[]'
)
_SECTIONS = (
    f'STRUCT("tag_name" VARCHAR, "content" VARCHAR, "attributes" {_ATTRIBUTES}, '
    '"is_closed" BOOLEAN)[]'
)
_NOTES = 'STRUCT("code" VARCHAR, "message" VARCHAR, "content" VARCHAR, "offset" BIGINT)[]'
_MESSAGE = (
    f'STRUCT("content" VARCHAR, "reasoning" VARCHAR, "calls" {_CALLS}, "sections" {_SECTIONS}, '
    f'"notes" {_NOTES})'
)
_TAGS = (
    f'STRUCT("name" VARCHAR, "attributes" {_ATTRIBUTES}, "content" VARCHAR, "depth" BIGINT, '
    '"parent" BIGINT, "start_index" BIGINT, "end_index" BIGINT, "is_closed" BOOLEAN)[]'
)


@functools.lru_cache(maxsize=64)
def _dialect(name: str) -> _core.ParseRules:
    return _core.ParseRules(dialect=name)


@functools.lru_cache(maxsize=64)
def _hidden(name: str) -> _core.FilterRules:
    return _core.FilterRules([_core.hide(name)])


_Read = Callable[[Any, str], Any]


def _by_word(read: _Read, text: Any, words: Any) -> Any:
    """`read(rows, word)` for the rows of each word; it is the same for all of them but in odd
    queries. Where the word is null, so is what comes out."""
    if words.null_count > 0:
        text = pc.if_else(pc.is_valid(words), text, None)
        words = pc.fill_null(words, "none")
    known = words.unique().to_pylist()
    if len(known) == 1:
        return pa.array(read(text, known[0]))
    places = [pc.indices_nonzero(pc.equal(words, word)) for word in known]
    parts = [
        pa.array(read(text.take(rows), word)) for rows, word in zip(places, known, strict=True)
    ]
    return pa.concat_arrays(parts).take(pc.sort_indices(pa.concat_arrays(places)))


def _parsed(text: Any, dialect: str) -> Any:
    return columns.parse(text, _dialect(dialect))


def _called(text: Any, dialect: str) -> Any:
    return columns.calls(text, _dialect(dialect))


def _filtered(text: Any, name: str) -> Any:
    struct = pa.array(columns.filter(text, _hidden(name)))
    return pc.struct_field(struct, "content")


def _inner(text: Any, name: str) -> Any:
    return columns.inner(text, name)


def _two(read: _Read) -> Callable[[Any, Any], Any]:
    return lambda text, words: _by_word(read, text, words)


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Gives the connection these functions. They keep nothing between rows, and NULL is NULL.
    It may be called again."""
    functions: list[tuple[str, Callable[..., Any], int, str]] = [
        ("ts_parse", _two(_parsed), 2, _MESSAGE),
        ("ts_calls", _two(_called), 2, _CALLS),
        ("ts_filter", _two(_filtered), 2, "VARCHAR"),
        ("ts_inner", _two(_inner), 2, "VARCHAR"),
        ("ts_extract", lambda text: pa.array(columns.extract(text)), 1, _TAGS),
    ]
    shape: dict[str, Any] = {"type": "arrow", "null_handling": "special"}
    for name, function, count, result in functions:
        with contextlib.suppress(duckdb.InvalidInputException):  # it has none of that name
            connection.remove_function(name)
        with contextlib.suppress(duckdb.CatalogException):  # another connection has made it
            parameters: Any = ["VARCHAR"] * count
            connection.create_function(name, function, parameters, result, **shape)
