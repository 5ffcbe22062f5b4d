"""Functions for DuckDB, vectorised over Arrow.

tagstream.duckdb.register(connection)
connection.sql("SELECT c.name, count(*) FROM 'answers.parquet', "
               "unnest(ts_calls(text, 'qwen3')) AS t(c) GROUP BY ALL")

ts_read(text, options)      a struct with the fields of a message
ts_calls(text, options)     its calls alone
ts_text(text, options)      its content alone
ts_extract(text, options)   a list of all tags
ts_inner(text, name)        the content of the first element of that name, or NULL

Options are the name of a dialect, or a JSON object: `'{"hide": ["thinking"]}'`. Those of ts_extract
are a JSON object (`'{}'`: all tags), or the name of the only tag.
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

from tagstream import columns
from tagstream._rules import object_of, rules_of

__all__ = ["register"]

_ATTRIBUTES = 'STRUCT("name" VARCHAR, "value" VARCHAR)[]'
_CALLS = (
    'STRUCT("id" VARCHAR, "name" VARCHAR, "arguments" VARCHAR, "raw" VARCHAR, '
    '"is_closed" BOOLEAN)[]'
)
_ERRORS = 'STRUCT("code" VARCHAR, "text" VARCHAR, "name" VARCHAR, "raw" VARCHAR, "offset" BIGINT)[]'
_SECTIONS = (
    f'STRUCT("name" VARCHAR, "content" VARCHAR, "attributes" {_ATTRIBUTES}, "is_closed" BOOLEAN)[]'
)
_THOUGHTS = (
    'STRUCT("text" VARCHAR, "thought_type" VARCHAR, "confidence" DOUBLE, "is_closed" BOOLEAN)[]'
)
_NOTICE = 'STRUCT("code" VARCHAR, "text" VARCHAR, "offset" BIGINT)'
_MESSAGE = (
    f'STRUCT("content" VARCHAR, "reasoning" VARCHAR, "tool_calls" {_CALLS}, '
    f'"tool_call_errors" {_ERRORS}, "sections" {_SECTIONS}, "thoughts" {_THOUGHTS}, '
    f'"notices" {_NOTICE}[], "finish_reason" VARCHAR, "reasoning_closed" BOOLEAN, '
    f'"stopped" {_NOTICE})'
)
_TAGS = (
    f'STRUCT("name" VARCHAR, "attributes" {_ATTRIBUTES}, "content" VARCHAR, "depth" BIGINT, '
    '"parent" BIGINT, "start" BIGINT, "end" BIGINT, "is_closed" BOOLEAN)[]'
)

_rules = functools.lru_cache(maxsize=64)(lambda options: rules_of(options, {}))

_Read = Callable[[Any, str], Any]


def _by_word(read: _Read, text: Any, words: Any) -> Any:
    """`read(rows, word)` for the rows of each word; it is the same for all of them but in odd
    queries. Where the word is null, the result is null."""
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


def _read(text: Any, options: str) -> Any:
    return columns.read(text, _rules(options))


def _calls(text: Any, options: str) -> Any:
    return columns.calls(text, _rules(options))


def _text(text: Any, options: str) -> Any:
    return columns.text(text, _rules(options))


def _extracted(text: Any, options: str) -> Any:
    given: dict[str, Any] = (
        object_of(options) if options.lstrip().startswith("{") else {"names": options}
    )
    return columns.extract(text, **given)


def _inner(text: Any, name: str) -> Any:
    return columns.inner(text, name)


def _two(read: _Read) -> Callable[[Any, Any], Any]:
    return lambda text, words: _by_word(read, text, words)


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Gives the connection these functions. They keep nothing between rows, and NULL is NULL.
    It may be called again."""
    functions: list[tuple[str, Callable[..., Any], str]] = [
        ("ts_read", _two(_read), _MESSAGE),
        ("ts_calls", _two(_calls), _CALLS),
        ("ts_text", _two(_text), "VARCHAR"),
        ("ts_extract", _two(_extracted), _TAGS),
        ("ts_inner", _two(_inner), "VARCHAR"),
    ]
    shape: dict[str, Any] = {"type": "arrow", "null_handling": "special"}
    for name, function, result in functions:
        with contextlib.suppress(duckdb.InvalidInputException):  # it has none of that name
            connection.remove_function(name)
        with contextlib.suppress(duckdb.CatalogException):  # another connection has made it
            parameters: Any = ["VARCHAR"] * 2
            connection.create_function(name, function, parameters, result, **shape)
