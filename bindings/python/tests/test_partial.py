"""Arguments of calls that are still open."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tagstream as ts

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=9,
)
CALL = '<tool_call>{"name": "f", "arguments": %s}</tool_call>'
HARD = (
    '{"a": "x\\ud83d\\ude00y\\ud83dz\\\\", "b": [1, -2.5e3, true, null, [], {}, "é\\n"], '
    '"c": {"d": {"e": "\\"}"}}, "": "", "a": "again"}'
)


def is_begun(part: Any, whole: Any) -> bool:
    """Whether `part` may become `whole`."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and is_begun(value, whole[key]) for key, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) <= len(whole) and all(map(is_begun, part, whole))
    if isinstance(part, str) and isinstance(whole, str):
        return whole.startswith(part)
    return type(part) is type(whole) and part == whole


def grown(arguments: str, size: int) -> list[Any]:
    """The arguments after each piece, and at last the whole."""
    text = CALL % arguments
    partial = ts.PartialArgs()
    seen = []
    for event in ts.stream(
        [text[at : at + size] for at in range(0, len(text), size)],
        dialect="hermes",
        incremental=True,
    ):
        args = partial.add(event)
        if args is not None:
            seen.append(json.loads(json.dumps(args)))
    return seen


def test_the_repr_has_the_arguments_of_open_calls() -> None:
    partial = ts.PartialArgs()
    assert repr(partial) == "PartialArgs({})"
    reader = ts.Reader(dialect="hermes", incremental=True)
    whole = CALL % '{"city": "Oslo"}'
    for event in reader.feed(whole[:-17]):
        partial.add(event)
    assert repr(partial).startswith("PartialArgs({0: {'city': 'Os")
    for event in reader.feed(whole[-17:]):
        partial.add(event)
    assert repr(partial) == "PartialArgs({})"


@given(st.dictionaries(st.text(), JSON, max_size=4), st.booleans(), st.integers(1, 9))
def test_what_grows_becomes_the_whole(whole: Any, ascii_only: bool, size: int) -> None:
    arguments = json.dumps(whole, ensure_ascii=ascii_only)
    try:
        arguments.encode()
    except UnicodeEncodeError:
        return
    seen = grown(arguments, size)
    assert seen[-1] == whole
    assert all(map(is_begun, seen, seen[1:]))


def test_the_last_piece_has_all_of_it_at_every_cut() -> None:
    from tagstream._partial import _Growing

    for first in range(len(HARD) + 1):
        for second in range(first, len(HARD) + 1, 7):
            growing = _Growing()
            for piece in (HARD[:first], HARD[first:second], HARD[second:]):
                growing.feed(piece)
            assert growing.value == json.loads(HARD)
            assert [*growing.value] == [*json.loads(HARD)]


def test_a_text_is_there_as_far_as_it_has_come() -> None:
    seen = grown('{"city": "Oslo", "days": 12}', 1)
    texts = [args["city"] for args in seen if "city" in args]
    assert texts[:5] == ["", "O", "Os", "Osl", "Oslo"]
    assert {args.get("days") for args in seen} == {None, 12}
    partial = ts.PartialArgs()
    reader = ts.Reader(dialect="hermes", incremental=True)
    got = [partial.add(event) for event in reader.feed(CALL[: CALL.index("%")] + '{"a": [1, "x')]
    assert got[-1] == {"a": [1, "x"]}
    more = [partial.add(event) for event in reader.feed("y")]
    assert more[-1] is got[-1]
    assert got[-1] == {"a": [1, "xy"]}


def test_calls_are_told_apart_and_other_events_are_none() -> None:
    text = "a" + CALL % '{"x": 1}' + CALL % '{"y": 2}'
    partial = ts.PartialArgs()
    got = [
        (event.kind, partial.add(event))
        for event in ts.stream([*text], dialect="hermes", incremental=True)
    ]
    assert got[0] == ("content", None)
    assert [args for kind, args in got if kind == "tool_call"] == [{"x": 1}, {"y": 2}]
    starts = [args for kind, args in got if kind == "tool_call_start"]
    assert starts == [{"x": 1}, {"y": 2}]  # they have grown meanwhile
    assert starts[0] is not starts[1]


def test_a_call_that_breaks_has_what_came_of_it() -> None:
    partial = ts.PartialArgs()
    text = '<tool_call>{"name": "f", "arguments": {"x": "ab'
    got = [partial.add(one) for one in ts.stream([text], dialect="hermes", incremental=True)]
    assert got[-1] == {"x": "ab"}


@pytest.mark.long
@pytest.mark.parametrize("sign", ["x", "é", "😀"])
def test_a_long_text_is_not_copied_for_each_piece(sign: str) -> None:
    """It would be 250 GB."""
    partial = ts.PartialArgs()
    reader = ts.Reader(dialect="hermes", incremental=True)
    sizes = [0]
    pieces = [CALL[: CALL.index("%")] + '{"text": "', *[sign * 2] * (1 << 19)]
    for event in ts.stream(pieces, reader):
        args = partial.add(event)
        if args is not None and "text" in args:
            sizes.append(len(args["text"]))
    assert max(sizes) == 1 << 20
