"""Input and output: any text, cut anywhere, as str and as bytes."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import tagstream as ts
from tagstream import EventKind

# Words that mean something to a reader, and anything else; lone surrogates too.
_WORDS = [
    "<think>", "</think>", "<tool_call>", "</tool_call>", '{"name": "f", "arguments": {"a": "ö"}}',
    "<a b='c'>", "</a>", "<", ">", "\n", "é", "日本", "\U0001f600", "\ud800", "\udcff", "x",
]  # fmt: skip
TEXTS = st.lists(
    st.one_of(st.sampled_from(_WORDS), st.text(st.characters(codec=None), max_size=4)), max_size=12
).map("".join)
BYTES = st.one_of(st.binary(max_size=40), TEXTS.map(lambda t: t.encode("utf-8", "surrogatepass")))

Reader = Any
MAKERS: list[Callable[[], Reader]] = [
    lambda: ts.Reader(hide="think", record="a"),
    lambda: ts.Reader(call="tool_call", hide="think", incremental=True),
    lambda: ts.Reader(dialect="qwen3"),
    lambda: ts.Reader(dialect="qwen3", incremental=True, bad_calls="hide"),
    lambda: ts.Reader(thought="think", incremental=True),
]


def cut(text: Any, places: list[int]) -> list[Any]:
    ends = sorted({place % (len(text) + 1) for place in places} | {0, len(text)})
    pieces: list[Any] = [text[a:b] for a, b in itertools.pairwise(ends)]
    return pieces or [text]


def read(reader: Reader, pieces: list[Any]) -> list[Any]:
    events: list[Any] = []
    for piece in pieces:
        events += reader.feed(piece)
    return events + list(reader.finish())


_DELTAS = ("content", "reasoning", "section_delta", "tool_call_delta", "thought_delta")


def joined(events: list[Any]) -> list[Any]:
    """Neighbouring deltas are one."""
    out: list[Any] = []
    for event in events:
        is_delta = event.kind in _DELTAS
        if is_delta and out and isinstance(out[-1], tuple) and out[-1][0] == event.kind:
            last = out[-1]
            out[-1] = (last[0], last[1] + event.text, last[2], event.span.end)
        elif is_delta:
            out.append((event.kind, event.text, event.span.start, event.span.end))
        else:
            out.append(event)
    return out


@given(TEXTS, st.lists(st.integers(0, 200), max_size=6), st.sampled_from(MAKERS))
def test_any_text_cut_anywhere_gives_the_same(
    text: str, places: list[int], make: Callable[[], Reader]
) -> None:
    assert joined(read(make(), cut(text, places))) == joined(read(make(), [text]))


@given(BYTES, st.lists(st.integers(0, 200), max_size=6), st.sampled_from(MAKERS))
def test_any_bytes_cut_anywhere_give_the_same(
    text: bytes, places: list[int], make: Callable[[], Reader]
) -> None:
    assert joined(read(make(), cut(text, places))) == joined(read(make(), [text]))


@given(TEXTS, st.lists(st.integers(0, 200), max_size=4))
def test_spans_tile_a_str_in_code_points(text: str, places: list[int]) -> None:
    events = read(ts.Reader(dialect="qwen3"), cut(text, places))
    at = 0
    for event in events:
        if event.span.start == event.span.end:
            continue  # it only quotes
        assert event.span.start == at
        if event.kind in (EventKind.CONTENT, EventKind.REASONING, EventKind.MARKUP):
            assert event.text == text[event.span.start : event.span.end]
        at = event.span.end
    assert at == len(text)


@given(BYTES)
def test_spans_tile_bytes(text: bytes) -> None:
    at = 0
    for event in read(ts.Reader(dialect="qwen3"), [text]):
        if event.span.start == event.span.end:
            continue
        assert event.span.start == at
        if event.kind in (EventKind.CONTENT, EventKind.REASONING, EventKind.MARKUP):
            part = text[event.span.start : event.span.end]
            assert event.text.encode("utf-8", "surrogateescape") == part
        at = event.span.end
    assert at == len(text)


@given(st.text(), st.lists(st.integers(0, 400), max_size=30))
def test_deltas_of_bytes_are_whole_code_points(text: str, places: list[int]) -> None:
    events = read(ts.Reader(dialect="qwen3"), cut(text.encode(), places))
    for event in events:
        event.text.encode()  # no surrogates


@given(TEXTS, TEXTS)
def test_whole_texts_do_not_raise(text: str, name: str) -> None:
    ts.read(text, dialect="hermes").to_anthropic()
    ts.read(text, hide="a", call="tool", thought="thinking").to_json()
    with contextlib.suppress(ValueError):  # most texts are no name of a tag
        ts.inner(text, name)
    tree = ts.extract(text)
    for i in range(len(tree)):
        tag = tree[i]
        assert text[tag.content_start : tag.content_end] == tag.content
        assert text[tag.start :].startswith(tag.raw_tag)
    repr(tree)


@given(TEXTS, st.lists(st.integers(0, 200), max_size=6))
def test_a_stream_of_tags_gives_those_of_the_whole(text: str, places: list[int]) -> None:
    stream = ts.ExtractStream()
    tags = [tag for piece in cut(text, places) for tag in stream.feed(piece)]
    assert tags + stream.finish() == ts.extract(text).tags


@given(TEXTS | BYTES)
@example(b"\xed\xa0\x80")
def test_a_message_is_the_same_from_events_and_from_the_whole(text: str | bytes) -> None:
    reader = ts.Reader(dialect="qwen3")
    message = ts.Message()
    message.add(read(reader, [text]))
    message.finish()
    whole = ts.read(text, dialect="qwen3")
    assert reader.message == whole
    assert message == whole


def test_lone_surrogates_survive() -> None:
    events = ts.Reader(hide="t").feed("a\ud800b<t>\udfff</t>")
    assert [e.text for e in events] == ["a\ud800b", "", "\udfff", ""]
    assert [e.span for e in events] == [(0, 3), (3, 6), (6, 7), (7, 11)]


def test_offsets_count_what_is_fed() -> None:
    text = "é<t>日本</t>!"
    for given_text, spans in ((text, [(0, 1), (10, 11)]), (text.encode(), [(0, 2), (15, 16)])):
        events = ts.Reader(hide="t").feed(given_text)
        assert [e.span for e in events if e.kind == EventKind.CONTENT] == spans


def test_long_texts_count_too() -> None:
    text = "ab日é" * 5000 + "<t>x</t>" + "\U0001f600" * 3000 + "<t>y</t>"
    tags = ts.extract(text).tags
    assert [tag.start for tag in tags] == [20000, 20000 + 8 + 3000]
    reader = ts.Reader(hide="t")
    events = reader.feed(text)
    assert [e.start for e in events if e.kind == EventKind.SECTION_START] == [20000, 23008]
    assert [e.offset for e in events if e.kind == EventKind.SECTION_END] == [20000, 23008]


@pytest.mark.parametrize("make", [bytes, bytearray, memoryview])
def test_anything_with_a_buffer_is_bytes(make: Callable[[bytes], Any]) -> None:
    assert ts.Reader(hide="t").feed(make(b"abc"))[0].text == "abc"


def test_what_is_no_text_is_refused() -> None:
    for wrong in (None, 3, ["a"]):
        with pytest.raises(TypeError):
            ts.Reader(hide="t").feed(wrong)  # type: ignore[arg-type]


def test_one_stream_is_str_or_bytes() -> None:
    reader = ts.Reader(hide="t")
    reader.feed("a")
    with pytest.raises(TypeError, match="str and bytes in one stream"):
        reader.feed(b"a")
    reader.reset()
    assert reader.feed(b"a")[0].text == "a"


_TAKES: list[Callable[[Any], Any]] = [
    lambda text: ts.read(text, dialect="qwen3"),
    ts.extract,
    lambda text: ts.inner(text, "a"),
    lambda text: ts.Reader(dialect="qwen3").feed(text),
    lambda text: ts.Reader(dialect="qwen3").prime(text),
]


@pytest.mark.parametrize("take", _TAKES)
def test_what_is_no_text_is_named(take: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError, match="and not NoneType"):
        take(None)
