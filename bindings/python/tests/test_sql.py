"""DuckDB's functions."""

from __future__ import annotations

from typing import Any

import pytest

duckdb = pytest.importorskip("duckdb")
pa = pytest.importorskip("pyarrow")
import tagstream.duckdb  # noqa: E402
from tagstream import columns  # noqa: E402

CALL = '<tool_call>{"name": "%s", "arguments": {"x": 1}}</tool_call>'


@pytest.fixture
def connection() -> Any:
    connection = duckdb.connect()
    tagstream.duckdb.register(connection)
    return connection


def test_calls_are_counted(connection: Any) -> None:
    texts = [CALL % "grep", "no call", None, CALL % "ls" + CALL % "grep"] * 3000
    connection.register("answers", pa.table({"text": texts}))
    rows = connection.execute(
        "SELECT c.name, count(*) FROM (SELECT unnest(ts_calls(text, 'qwen3')) AS c FROM answers) "
        "GROUP BY ALL ORDER BY ALL"
    ).fetchall()
    assert rows == [("grep", 6000), ("ls", 3000)]


def test_what_each_gives(connection: Any) -> None:
    row = connection.execute(
        "SELECT ts_read('<think>a</think>b', 'qwen3').reasoning, "
        """ts_text('<a>x</a>y', '{"hide": "a"}'), """
        "ts_inner('<a>x</a>', 'a'), ts_inner('x', 'a'), ts_extract('<a>x</a>', '{}')[1].content, "
        """ts_extract('<a><b>x</b></a>', 'b')[1].name, """
        """ts_extract('<a><b>x</b></a>', '{"max_depth": 1}')[1]."end" """
    ).fetchone()
    assert row == ("a", "y", "x", None, "x", "b", 15)


def test_words_may_differ_from_row_to_row(connection: Any) -> None:
    rows = connection.execute(
        "SELECT ts_inner(t, n), ts_text(t, d), ts_read(t, d).reasoning FROM (VALUES "
        "('<a>x</a>', 'a', 'none'), ('<think>y</think>', 'think', 'qwen3'), "
        "('q', NULL, NULL), (NULL, 'a', 'qwen3')) v(t, n, d)"
    ).fetchall()
    assert rows == [("x", "<a>x</a>", ""), ("y", "", "y"), (None, None, None), (None, None, None)]


def test_inner_takes_options(connection: Any) -> None:
    query = """SELECT ts_inner('<A>x</A>', '{"names": "a", "ignore_case": true}')"""
    assert connection.execute(query).fetchone() == ("x",)
    with pytest.raises(duckdb.Error, match="ts_inner takes the name of one tag"):
        connection.execute("SELECT ts_inner('<a>x</a>', '{}')").fetchall()
    with pytest.raises(duckdb.Error, match="a tag name has no brackets"):
        connection.execute("SELECT ts_inner('<a>x</a>', '<a>')").fetchall()


def test_functions_are_registered_again(connection: Any) -> None:
    tagstream.duckdb.register(connection)
    tagstream.duckdb.register(connection.cursor())
    assert connection.execute("SELECT ts_inner('<a>x</a>', 'a')").fetchone() == ("x",)


def test_null_is_null(connection: Any) -> None:
    row = connection.execute(
        "SELECT ts_read(NULL, 'qwen3'), ts_calls(NULL, 'qwen3'), ts_text(NULL, 'qwen3'), "
        "ts_extract(NULL, '{}'), ts_inner(NULL, 'a'), ts_read('x', NULL), ts_extract('x', NULL)"
    ).fetchone()
    assert row == (None,) * 7


def test_an_unknown_family_is_null_and_is_said_once(connection: Any, caplog: Any) -> None:
    families = ["qwen3", "gpt-4o", "hermes", '{"dialect": "gpt-4o"}'] * 2
    texts = ["<think>a</think>" + CALL % "f"] * 8
    connection.register("answers", pa.table({"text": texts, "family": families}))
    rows = connection.execute(
        "SELECT ts_text(text, family), ts_read(text, family).reasoning, "
        "len(ts_calls(text, family)) FROM answers"
    ).fetchall()
    none = (None,) * 3
    assert rows == [("", "a", 1), none] * 4
    said = [one.getMessage() for one in caplog.records]
    assert said == ["dialect: there is no dialect `gpt-4o`: the result is NULL"] * 2
    with pytest.raises(duckdb.Error, match="nesting: `x` is none of"):
        connection.execute("""SELECT ts_read('x', '{"nesting": "x"}')""").fetchall()


def test_rows_are_those_of_columns(connection: Any) -> None:
    texts = ["<think>h</think>" + CALL % "f", None, "<tool_call>{1}</tool_call>", "日本 <"]
    connection.register("answers", pa.table({"text": texts}))
    rows = connection.execute("SELECT ts_read(text, 'qwen3') FROM answers").fetchall()
    want = pa.array(columns.read(pa.array(texts), dialect="qwen3")).to_pylist()
    assert [row for (row,) in rows] == want
