"""Functions for DuckDB, vectorised over Arrow.

tagstream.duckdb.register(connection)
connection.sql("SELECT c.name, count(*) FROM 'answers.parquet', "
               "unnest(ts_calls(text, 'qwen3')) AS t(c) GROUP BY ALL")

ts_read(text, options)      a struct with the fields of a message
ts_calls(text, options)     its calls alone
ts_text(text, options)      its content alone
ts_extract(text, options)   a list of all tags
ts_inner(text, options)     the content of the first element of a name, or NULL

Options are the name of a dialect, or a JSON object: `'{"hide": ["thinking"]}'`. Where there is no
dialect of that name the result is NULL, and the log "tagstream" says so once. Those of ts_extract
and ts_inner are the name of a tag, or a JSON object: `'{"names": "b", "ignore_case": true}'`; of
ts_extract also `'{}'`: all tags.
"""

# pyright: basic, reportAttributeAccessIssue=false
from __future__ import annotations

import contextlib
import functools
import logging
from collections.abc import Callable
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from tagstream import _shapes, columns
from tagstream._core import Rules
from tagstream._rules import object_of, rules_of
from tagstream._types import OptionError

__all__ = ["register"]


def __dir__() -> list[str]:
    return __all__


_WORDS = {
    _shapes.TEXT: "VARCHAR",
    _shapes.NUMBER: "BIGINT",
    _shapes.REAL: "DOUBLE",
    _shapes.FLAG: "BOOLEAN",
}


def _type_of(shape: Any) -> str:
    if isinstance(shape, dict):
        fields = ", ".join(f'"{name}" {_type_of(one)}' for name, one in shape.items())
        return f"STRUCT({fields})"
    return _type_of(shape[0]) + "[]" if isinstance(shape, list) else _WORDS[shape]


_log = logging.getLogger("tagstream")


def _rules_or_none(options: str) -> Rules | None:
    """None if there is no such dialect: a column of families may hold any name."""
    try:
        return rules_of(options, {})
    except OptionError as error:
        if error.option != "dialect":
            raise
        _log.warning("%s: the result is NULL", error)
        return None


_rules = functools.lru_cache(maxsize=256)(_rules_or_none)

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


def _by_rules(read: Callable[[Any, Rules], Any]) -> _Read:
    def read_by(text: Any, options: str) -> Any:
        rules = _rules(options)
        if rules is None:
            return read(pa.nulls(len(text), pa.string()), Rules(dialect="none"))
        return read(text, rules)

    return read_by


def _of_tags(options: str) -> dict[str, Any]:
    return object_of(options) if options.lstrip().startswith("{") else {"names": options}


def _extracted(text: Any, options: str) -> Any:
    return columns.extract(text, **_of_tags(options))


def _inner(text: Any, options: str) -> Any:
    given = _of_tags(options)
    name = given.pop("names", None)
    if not isinstance(name, str):
        raise ValueError("names: ts_inner takes the name of one tag")
    return columns.inner(text, name, **given)


def _two(read: _Read) -> Callable[[Any, Any], Any]:
    return lambda text, words: _by_word(read, text, words)


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Gives the connection these functions. They keep nothing between rows, and NULL is NULL.
    It may be called again."""
    functions: list[tuple[str, Callable[..., Any], str]] = [
        ("ts_read", _two(_by_rules(columns.read)), _type_of(_shapes.MESSAGE)),
        ("ts_calls", _two(_by_rules(columns.calls)), _type_of(_shapes.CALLS)),
        ("ts_text", _two(_by_rules(columns.text)), "VARCHAR"),
        ("ts_extract", _two(_extracted), _type_of(_shapes.TAGS)),
        ("ts_inner", _two(_inner), "VARCHAR"),
    ]
    shape: dict[str, Any] = {"type": "arrow", "null_handling": "special"}
    for name, function, result in functions:
        with contextlib.suppress(duckdb.InvalidInputException):  # it has none of that name
            connection.remove_function(name)
        with contextlib.suppress(duckdb.CatalogException):  # another connection has made it
            parameters: Any = ["VARCHAR"] * 2
            connection.create_function(name, function, parameters, result, **shape)
