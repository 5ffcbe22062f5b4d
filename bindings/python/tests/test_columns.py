"""Columns over Arrow: what comes in, what comes out."""

from __future__ import annotations

import contextlib
import gc
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tagstream as ts

pa = pytest.importorskip("pyarrow")
from tagstream import columns  # noqa: E402
from tagstream.batches import Read  # noqa: E402

from test_lifetime import resident  # noqa: E402

TEXTS = [
    '<think>é</think>a<tool_call>{"name": "f", "arguments": {"x": 1}}</tool_call>',
    None,
    "",
    "4 < 5 <a b='c' d>日本<e/></a> end <tool_call>{1}</tool_call>",
    "x" * 5000,
]


def makers() -> dict[str, Callable[[list[str | None]], Any]]:
    pl = pytest.importorskip("polars")
    pd = pytest.importorskip("pandas")
    duckdb = pytest.importorskip("duckdb")

    def relation(texts: list[str | None]) -> Any:
        table = pa.table({"t": pa.array(texts, pa.string())})
        return duckdb.from_arrow(table)

    return {
        "string": lambda texts: pa.array(texts, pa.string()),
        "large": lambda texts: pa.array(texts, pa.large_string()),
        "views": lambda texts: pa.array(texts, pa.string_view()),
        "binary": lambda texts: pa.array([t and t.encode() for t in texts], pa.binary()),
        "slice": lambda texts: pa.array(["no", None, *texts, "no"])[2:-1],
        "structs": lambda texts: pa.array(
            [t and {"t": t} if t != "" else {"t": ""} for t in ["no", None, *texts, "no"]]
        )[2:-1],
        "dictionary": lambda texts: pa.array(["no", *texts]).dictionary_encode()[1:],
        "chunks of dictionaries": lambda texts: pa.chunked_array(
            [pa.array(texts[:2]).dictionary_encode(), pa.array(texts[2:]).dictionary_encode()]
        ),
        "chunks": lambda texts: pa.chunked_array(
            [texts[:2], texts[2:3], [], texts[3:]], pa.string()
        ),
        "table": lambda texts: pa.table({"t": pa.array(texts, pa.string())}),
        "pandas": lambda texts: pd.Series(texts, dtype="string[pyarrow]"),
        "pandas category": lambda texts: pd.Series(texts, dtype="category"),
        "polars": pl.Series,
        "polars category": lambda texts: pl.Series(texts, dtype=pl.Categorical),
        "polars structs": lambda texts: pl.DataFrame({"t": ["no", *texts]}).to_struct()[1:],
        "duckdb": relation,
    }


NAMES = [
    *"string large views binary slice structs dictionary chunks table pandas polars".split(),
    *["chunks of dictionaries", "pandas category", "polars category", "polars structs", "duckdb"],
]


def as_row(message: ts.Message) -> dict[str, Any]:
    """A message as a column has it: all that its JSON says."""
    span = ("start", "end")
    marks = ("is_closed", "is_repaired", "is_recovered")

    def some(part: Any, *names: str) -> dict[str, Any]:
        return {name: getattr(part, name) for name in names}

    return {
        "content": message.content,
        "reasoning": message.reasoning,
        "tool_calls": [
            some(one, "index", "id", "name", "arguments", "raw", *marks, *span)
            for one in message.tool_calls
        ],
        "tool_call_errors": [
            some(one, "code", "text", "name", "raw", "offset") for one in message.tool_call_errors
        ],
        "sections": [
            some(one, "name", "raw_tag", "content", "is_closed", "is_recorded", *span)
            | some(one, "is_implied_open", "is_truncated")
            | {"attributes": [a._asdict() for a in one.attributes]}
            for one in message.sections
        ],
        "thoughts": [
            some(one, "text", "thought_type", "confidence", "has_attributes", *span)
            | some(one, "is_closed", "is_truncated")
            for one in message.thoughts
        ],
        "notices": [some(one, "code", "text", "offset", "name") for one in message.notices],
        "finish_reason": message.finish_reason,
        "reasoning_closed": message.reasoning_closed is not False,
        "stopped": message.stopped and some(message.stopped, "code", "text", "offset", "name"),
    }


def rows(result: Any) -> list[Any]:
    array = pa.array(result)
    array.validate(full=True)
    listed: list[Any] = array.to_pylist()
    return listed


def parsed(text: str | bytes | None) -> dict[str, Any] | None:
    if text is None:
        return None
    text = text.encode() if isinstance(text, str) else text
    return as_row(ts.read(text, dialect="qwen3"))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("threads", [1, 3])
def test_any_column_gives_what_its_texts_give(name: str, threads: int) -> None:
    column = makers()[name](TEXTS)
    assert rows(columns.read(column, dialect="qwen3", threads=threads)) == [*map(parsed, TEXTS)]


def test_calls_and_text_are_those_of_read() -> None:
    column = pa.array(TEXTS)
    want = [row and row["tool_calls"] for row in rows(columns.read(column, dialect="qwen3"))]
    assert rows(columns.calls(column, dialect="qwen3")) == want
    assert want[0][0]["arguments"] == '{"x": 1}'
    want = [row and row["content"] for row in rows(columns.read(column, dialect="qwen3"))]
    assert rows(columns.text(column, dialect="qwen3", threads=2)) == want
    assert want[:3] == ["a", None, ""]


ODD = "<think>a</think>b<t thought_type='x' confidence='0.25'>c</t><r z>d</r><tool_call>{1}</tool_c"


@pytest.mark.parametrize(
    "options",
    [
        {"hide": "think", "record": ["r"], "thought": "t"},
        {"dialect": "qwen3", "unclosed_call": "error", "bad_calls": "hide"},
        {"dialect": "qwen3", "start_in_reasoning": True, "unclosed_reasoning": "content"},
        {"reasoning": "r", "start_in_reasoning": True},
        {"call": "tool_call", "max_held_bytes": 4, "on_limit": "stop"},
        {"dialect": "qwen3", "id_style": "mistral", "id_seed": 3},
    ],
)
def test_a_row_has_all_parts_of_a_message(options: Any) -> None:
    want = []
    for text in (ODD, *TEXTS):
        reader = ts.Reader(**options)
        with contextlib.suppress(ts.LimitError):
            reader.feed((text or "").encode())
            reader.finish()
        want.append(text if text is None else as_row(reader.message))
    assert rows(columns.read(pa.array([ODD, *TEXTS]), **options)) == want


def test_options_are_rules_a_name_an_object_or_words() -> None:
    column = pa.array(TEXTS)
    want = rows(columns.read(column, dialect="qwen3", bad_calls="hide"))
    rules = ts.Rules(dialect="qwen3", bad_calls="hide")
    text = '{"dialect": "qwen3", "bad_calls": "hide"}'
    for one in (rules, text, {"dialect": "qwen3", "bad_calls": "hide"}):
        assert rows(columns.read(column, one)) == want
    assert rows(columns.read(column, "qwen3", bad_calls="hide")) == want
    for wrong, why in (
        ('{"dialct": "x"}', r"did you mean `dialect`\?"),
        ("{", "the options are not a JSON object"),
        ("nobody", "there is no dialect `nobody`"),
        ('{"hide": "a",\n "hide": "b"}', "hide: given twice at line 2, column 2"),
    ):
        with pytest.raises(ValueError, match=why):
            columns.read(column, wrong)


def test_a_row_has_the_fields_of_json() -> None:
    text = "<t>a</t><r>b</r><tool>{'name': 'f'}</tool><tool>{1}</tool>"
    options: Any = {"thought": "t", "hide": "r", "call": "tool"}
    said = ts.read(text, **options).to_dict()
    row = rows(columns.read(pa.array([text]), **options))[0]
    for name in ("tool_calls", "tool_call_errors", "sections", "thoughts"):
        assert said[name][0].items() <= row[name][0].items()
    assert row["tool_calls"][0]["is_repaired"] is True
    tag = rows(columns.extract(pa.array(["é<a>b</a>"])))[0][0]
    assert (tag["raw_tag"], tag["content_start"], tag["content_end"]) == ("<a>", 5, 6)
    assert tag["is_self_closing"] is False


def test_inner_takes_its_options() -> None:
    column = pa.array(["<A>1</A>", "`<a>1</a>`<a>2</a>", "<a>3", None])
    assert rows(columns.inner(column, "a")) == [None, "2", None, None]
    assert rows(columns.inner(column, "a", ignore_case=True, threads=2))[0] == "1"
    assert rows(columns.inner(column, "a", markdown_code="off"))[1] == "1"
    assert rows(columns.inner(column, "a", markdown_code="off", last=True))[1] == "2"
    closed_last = columns.inner(column, "a", markdown_code="off", last_close="a")
    assert rows(closed_last)[1] == "1</a>`<a>2"
    with pytest.raises(ValueError, match="a tag name has no brackets; did you mean `a`"):
        columns.inner(column, "<a>")
    wrong: dict[str, Any] = {"hide": "b"}
    with pytest.raises(TypeError, match="there is no option `hide`"):
        columns.inner(column, "a", **wrong)


def test_what_is_given_wrongly_is_named() -> None:
    column = pa.array(["<a>1</a>"])
    assert rows(columns.inner(column, name="a")) == ["1"]
    wrong: Any = 5
    for function in (columns.read, columns.calls, columns.text):
        with pytest.raises(TypeError, match="5 is neither rules, the name of a dialect, JSON nor"):
            function(column, wrong)


def test_inner_extract() -> None:
    column = pa.array(TEXTS)
    hidden = rows(columns.read(column, hide=["a"], threads=2))
    assert hidden == [t if t is None else as_row(ts.read(t.encode(), hide="a")) for t in TEXTS]
    assert rows(columns.inner(column, "a")) == [None, None, None, "日本<e/>", None]
    tags = rows(columns.extract(column, names=["a", "e"]))
    assert [t and [(one["name"], one["depth"], one["parent"]) for one in t] for t in tags] == [
        [], None, [], [("a", 1, None), ("e", 2, 0)], [],
    ]  # fmt: skip
    assert tags[3][0]["attributes"] == [{"name": "b", "value": "c"}, {"name": "d", "value": None}]


@settings(max_examples=40)
@given(
    st.lists(
        st.none() | st.sampled_from(["<think>", "</think>", "<tool_call>", "é", "{"]) | st.text(),
        max_size=9,
    ),
    st.integers(1, 4),
)
def test_any_texts_on_any_threads(texts: list[str | None], threads: int) -> None:
    column = pa.array(texts, pa.string())
    assert rows(columns.read(column, dialect="qwen3", threads=threads)) == [*map(parsed, texts)]


@given(st.binary(max_size=30))
def test_bytes_that_are_no_text_come_out_as_text(text: bytes) -> None:
    (row,) = rows(columns.read(pa.array([text]), dialect="none"))
    assert row["content"] == text.decode("utf-8", "replace")


def test_a_limit_is_in_its_row_and_no_error() -> None:
    column = pa.array(["<tool>" + "x" * 50, "ok"])
    result = rows(columns.read(column, call="tool", max_held_bytes=10, on_limit="stop"))
    assert result[0]["stopped"]["code"] == "max_held_bytes"
    assert result[1]["stopped"] is None
    assert result[1]["content"] == "ok"


def test_columns_leave_nothing() -> None:
    texts = pa.array(TEXTS)
    some = (texts, texts.dictionary_encode(), pa.array([{"t": t} for t in TEXTS]))

    def work() -> None:
        for column in some:
            parsed = columns.read(column, dialect="qwen3", threads=2)
            parsed.__arrow_c_array__()  # nobody takes it
            parsed.__arrow_c_schema__()
            pa.array(columns.extract(column)).slice(1)
        with pytest.raises(TypeError):
            columns.inner(pa.array([1]), "a")

    for _ in range(50):
        work()
    gc.collect()
    blocks, bytes_before = sys.getallocatedblocks(), resident()
    for _ in range(500):
        work()
    gc.collect()
    assert sys.getallocatedblocks() - blocks < 500
    assert resident() - bytes_before < 1 << 20


def test_results_outlive_their_column() -> None:
    result = columns.read(pa.array(TEXTS * 100), dialect="qwen3")
    assert len(result) == 500
    first, second = pa.array(result), pa.array(result)
    del result
    assert first == second


def test_what_is_no_column_of_text_is_refused() -> None:
    two = pa.table({"a": ["x"], "b": ["y"]})
    for wrong in (pa.array([1]), ["a"], pa.array([1]).dictionary_encode(), two):
        with pytest.raises(TypeError):
            columns.read(wrong, dialect="qwen3")
    for number in (0, -1, 1 << 70, "x", None, True):
        threads: Any = number
        with pytest.raises(ValueError, match="threads: give a number of at least 1"):
            columns.read(pa.array(["a"]), dialect="qwen3", threads=threads)
    with pytest.raises(ValueError, match="nobody"):
        columns.read(pa.array(["a"]), dialect="nobody")


class Given:
    """An object that has been exported already."""

    def __init__(self, **exported: Any) -> None:
        for name, value in exported.items():
            setattr(self, name, lambda requested_schema=None, value=value: value)


@pytest.mark.parametrize(
    ("column", "words"),
    [
        (pa.array([1, 2]), "and this one has numbers"),
        (pa.array([1.5]), "and this one has numbers"),
        (pa.array([True]), "and this one has booleans"),
        (pa.array([["a"]]), "and this one has lists"),
        (pa.array([0], pa.timestamp("s")), "and this one has times"),
        (pa.table({"id": [1], "answer": ["a"]}), "choose one of its columns: id, answer"),
    ],
)
def test_what_a_column_has_instead_of_text_is_said(column: Any, words: str) -> None:
    with pytest.raises(TypeError, match=f"a column of text is needed.*{words}"):
        columns.read(column, dialect="qwen3")


def test_a_key_of_a_column_is_answered_with_what_to_write() -> None:
    column = columns.read(pa.array(["a"]), dialect="qwen3")
    with pytest.raises(TypeError, match="a column has rows, with numbers"):
        column["content"]  # type: ignore[call-overload]  # pyright: ignore


def test_a_capsule_is_read_once() -> None:
    array = pa.array(["<a>x</a>"])
    given = Given(__arrow_c_array__=array.__arrow_c_array__())
    assert len(columns.extract(given)) == 1
    with pytest.raises(ValueError, match="`arrow_array` was read before"):
        columns.extract(given)
    given = Given(__arrow_c_stream__=pa.chunked_array([array]).__arrow_c_stream__())
    assert len(columns.extract(given)) == 1
    with pytest.raises(ValueError, match="`arrow_array_stream` was read before"):
        columns.extract(given)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("offsets", [[0, 5, 2, 9], [3, 2, 9, 9], [0, -3, 2, 9]])
def test_offsets_that_go_back_are_refused(offsets: list[int], large: bool) -> None:
    kind = pa.int64() if large else pa.int32()
    buffers = [None, pa.array(offsets, kind).buffers()[1], pa.py_buffer(b"<a>x</a>0123")]
    array = pa.Array.from_buffers(pa.large_string() if large else pa.string(), 3, buffers)
    with pytest.raises(ValueError, match="not valid Arrow data: an offset is smaller"):
        columns.extract(array)


def test_a_view_or_an_index_out_of_its_bounds_is_refused() -> None:
    view = (20).to_bytes(4, "little") + b"abcd" + (7).to_bytes(4, "little") + bytes(4)
    buffers = [None, pa.py_buffer(view), pa.py_buffer(b"abcd" * 5)]
    array = pa.Array.from_buffers(pa.string_view(), 1, buffers)
    with pytest.raises(ValueError, match="a text lies outside of its buffers"):
        columns.text(array, dialect="hermes")
    words = pa.array(["a", "b"])
    wrong = pa.DictionaryArray.from_arrays(pa.array([0, 7]), words, safe=False)
    with pytest.raises(ValueError, match="a row's value is not in its dictionary"):
        columns.text(wrong, dialect="hermes")


def test_contents_stay_in_proportion_to_their_text() -> None:
    text = "<a>" * 20_000
    column = columns.extract(pa.array([text]))
    tags = pa.array(column)[0].as_py()
    assert len(tags) == 20_000
    assert [tag["content"] is None for tag in tags[14:18]] == [False, False, True, True]
    assert tags[19_000]["content_start"] == 57_003
    assert tags[19_000]["content_end"] == 60_000
    assert pa.array(column).nbytes < 64 * len(text)


@pytest.mark.parametrize(
    "text",
    [
        "<a>" * 5000, "<a></a>" * 5000, "<a/>" * 5000, "<a b c d e>" * 5000,
        "<a>" * 2000 + "</a>" * 2000, "<a " + "b " * 5000 + ">", "[" + "f()," * 5000 + "f()]",
        "<tool_call>" * 5000, "<tool_call>!</tool_call>" * 5000,
        '<tool_call>[{"name":"f"},' + '{"name":"f"},' * 5000 + "{}]</tool_call>",
    ],
)  # fmt: skip
def test_columns_stay_in_proportion_to_their_text(text: str) -> None:
    texts = pa.array([text])
    for column in (
        columns.extract(texts),
        columns.inner(texts, "a"),
        columns.read(texts, record="a"),
        columns.read(texts, thought="a"),
        columns.read(texts, dialect="hermes", incremental=True),
        columns.read(texts, dialect="pythonic"),
        columns.calls(texts, dialect="pythonic"),
    ):
        assert pa.array(column).nbytes < 64 * len(text)


def test_calls_in_pieces_have_the_ids_of_read() -> None:
    text = '[TOOL_CALLS] [{"name": "f", "arguments": {"a": 1}, "id": "abcdefghi"}]'
    for incremental, wanted in ((False, "abcdefghi"), (True, "call_0")):
        rules = ts.Rules(dialect="mistral", incremental=incremental)
        assert ts.read(text, rules).tool_calls[0].id == wanted
        assert pa.array(columns.calls(pa.array([text]), rules))[0].as_py()[0]["id"] == wanted
        reader = ts.Reader(rules)
        events = [event for c in text for event in reader.feed(c)] + reader.finish()
        assert {e.id for e in events if e.kind.startswith("tool_call") and e.id} == {wanted}
        assert reader.message.tool_calls[0].id == wanted


def test_rules_have_their_options_already() -> None:
    column = pa.array(["<a>x</a>"])
    odd: Any = {"no_such_option": 1}
    rules = ts.Rules(dialect="qwen3")
    reads: list[Callable[[], Any]] = [
        lambda: columns.read(column, rules, dialect="hermes"),
        lambda: columns.calls(column, rules, dialect="hermes"),
        lambda: columns.text(column, rules, **odd),
    ]
    for read in reads:
        with pytest.raises(TypeError, match="rules have their options already"):
            read()


def test_a_stream_may_be_made_by_threads_that_want_the_lock(tmp_path: Path) -> None:
    """Files that Python opens, on threads of Arrow: who waits for them must not hold the lock."""
    script = f"""
import os
import fsspec, pyarrow as pa, pyarrow.dataset, pyarrow.parquet
from pyarrow.fs import FSSpecHandler, PyFileSystem
import tagstream.columns as columns
for i in range(30):
    pa.parquet.write_table(pa.table({{"t": ["<a>1</a>"] * 100}}), f"{tmp_path}/{{i}}.parquet")
files = PyFileSystem(FSSpecHandler(fsspec.filesystem("file")))
dataset = pa.dataset.dataset("{tmp_path}", filesystem=files)
scanner = dataset.scanner(batch_readahead=1, fragment_readahead=1)
assert len(columns.inner(scanner.to_reader(), "a")) == 3000
os._exit(0)  # Arrow's threads may still close files, and Python ends under them
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_threads_that_can_not_be_had_are_done_without() -> None:
    script = """
import resource
import pyarrow as pa
import tagstream.columns as columns
column = pa.array(["<a>" * 1000] * 2000)
with open("/proc/self/statm") as file:
    size = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + (64 << 20),) * 2)
assert len(columns.calls(column, dialect="qwen3", threads=1000)) == 2000
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_what_can_be_read_once_goes_to_every_worker() -> None:
    one = Read("t", dialect="qwen3", drop=iter(["<|x|>"]))
    for _ in range(2):
        one = pickle.loads(pickle.dumps(one))
        (row,) = one(pa.table({"t": ["a<|x|>b"]})).column("message").to_pylist()
        assert row["content"] == "ab"


def test_empty_and_null_columns() -> None:
    assert rows(columns.read(pa.array([], pa.string()), dialect="qwen3", threads=4)) == []
    assert rows(columns.read(pa.nulls(3), dialect="qwen3", threads=2)) == [None] * 3


# ---- a column in Python --------------------------------------------------------------------------


CALL_TEXT = '<tool_call>{"name": "f", "arguments": {"x": 1}}</tool_call>'


def test_a_column_is_a_sequence() -> None:
    texts = [*TEXTS, CALL_TEXT, "<thinking confidence=0.25>t</thinking>", "<think>open"]
    column = columns.read(pa.array(texts), dialect="qwen3", thought="thinking", hide="a")
    arrow = pa.array(column).to_pylist()
    assert column.to_pylist() == list(column) == arrow
    assert [column[at] for at in range(-len(column), len(column))] == arrow * 2
    for cut in (slice(None), slice(1, 3), slice(None, None, -2), slice(9, 2), slice(-2, None)):
        assert column[cut] == arrow[cut]
    for wrong in (len(column), -len(column) - 1, 1 << 70):
        with pytest.raises(IndexError):
            column[wrong]
    word: Any = "content"
    with pytest.raises(TypeError):
        column[word]
    assert None in columns.text(pa.array(TEXTS), "none")
    for other in (columns.calls(pa.array(texts), "qwen3"), columns.extract(pa.array(texts))):
        assert other.to_pylist() == pa.array(other).to_pylist()
    assert columns.text(pa.array([], pa.string()), "none").to_pylist() == []


def test_a_column_shows_its_first_rows() -> None:
    column = columns.text(pa.array(["<think>a</think>It is 4.", None, "x"]), "qwen3")
    assert repr(column) == "<Column of 3 rows: 'It is 4.', None, 'x'>"
    assert repr(columns.text(pa.array(["a"]), "none")) == "<Column of 1 row: 'a'>"
    assert repr(columns.text(pa.array([], pa.string()), "none")) == "<Column of 0 rows>"
    many = repr(columns.text(pa.array(["x" * 1000] * 1000), "none"))
    assert many.startswith("<Column of 1000 rows: 'xxx")
    assert many.endswith("…, …>")
    assert len(many) < 500


def test_a_notebook_shows_the_first_rows_and_nothing_of_them_is_markup() -> None:
    column: Any = columns.text(pa.array(["<b>", None, *["x" * 10_000] * 30]), "none")
    shown = column._repr_html_()
    assert ">0</th>" in shown
    assert "&#x27;&lt;b&gt;&#x27;" in shown
    assert "<b>" not in shown
    assert "12 more</td>" in shown
    assert len(shown) < 60_000


def test_numpy_takes_a_row_for_an_object() -> None:
    np = pytest.importorskip("numpy")
    lists = np.asarray(columns.calls(pa.array([CALL_TEXT, CALL_TEXT]), "qwen3"))
    assert lists.shape == (2,)
    assert [call["name"] for call in lists[0]] == ["f"]
    texts = np.asarray(columns.text(pa.array(["a", "b"]), "none"), dtype=str)
    assert texts.tolist() == ["a", "b"]
    with pytest.raises(ValueError, match="always a copy"):
        np.array(columns.text(pa.array(["a"]), "none"), copy=False)


def test_pandas_takes_a_column_row_by_row() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"text": ["<think>a</think>b", CALL_TEXT, None]})
    frame["content"] = columns.text(frame["text"], "qwen3")
    assert frame["content"].tolist()[:2] == ["b", ""]
    assert frame["content"].isna().tolist() == [False, False, True]
    frame["calls"] = columns.calls(frame["text"], "qwen3")
    assert [call["name"] for call in frame["calls"][1]] == ["f"]
    assert pd.Series(columns.text(frame["text"], "qwen3")).tolist()[:2] == ["b", ""]
    assigned = frame.assign(message=columns.read(frame["text"], "qwen3"))
    assert assigned["message"][0]["reasoning"] == "a"


def test_polars_takes_it_by_arrow() -> None:
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"text": ["<think>a</think>b", None]})
    frame = frame.with_columns(content=pl.Series(columns.text(frame["text"], "qwen3")))
    assert frame["content"].to_list() == ["b", None]
    struct = pl.Series(columns.read(frame["text"], "qwen3"))
    assert struct.struct.field("reasoning").to_list() == ["a", None]


def test_rules_may_be_a_guess_and_a_list_is_answered() -> None:
    guess = ts.guess(model="Qwen3-8B")
    assert columns.text(pa.array(["<think>a</think>b"]), guess).to_pylist() == ["b"]
    with pytest.raises(TypeError, match=r"pyarrow.array\(…\) and polars.Series"):
        columns.text(["a"], "qwen3")


def test_a_wrong_name_of_a_column_leads_to_the_right_one() -> None:
    column: Any = columns.read(pa.array(["x"]), "none")
    with pytest.raises(AttributeError, match=r"^a Column has no `tolist`: to_pylist\(\)$"):
        column.tolist()
    with pytest.raises(AttributeError, match=r"a field of all rows: \[row\['content'\] for row"):
        column.content  # noqa: B018
    assert not hasattr(column, "__arrow_c_stream__")


@pytest.mark.parametrize(
    ("thing", "hint"),
    [
        ("a text", r"^one text is no column: tagstream\.read\(text, …\)"),
        (["a"], r"^no column: it has neither .* pyarrow\.array\(…\)"),
        (type("LazyFrame", (), {"collect_schema": 1})(), r"^a LazyFrame has no rows yet: collect"),
    ],
)
def test_what_is_no_column_says_what_makes_one(thing: Any, hint: str) -> None:
    with pytest.raises(TypeError, match=hint):
        columns.text(thing, "none")
