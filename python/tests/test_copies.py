"""Values that are copied and pickled: they go to other processes as they are."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tagstream as ts

from test_text import BYTES, MAKERS, TEXTS, read

CALL = '<tool_call>{"name": "rain", "arguments": {"city": "Oslo"}}</tool_call>'
TEXT = f"<think a=1>hm \ud800</think>é ok{CALL}<tool_call>{{1}}</tool_call>{CALL[:-20]}"
BYTES_TEXT = TEXT.encode("utf-8", "surrogatepass") + b"\xff\xed\xa0\x80"


def pickled(value: Any, protocol: int = pickle.DEFAULT_PROTOCOL) -> Any:
    return pickle.loads(pickle.dumps(value, protocol))


def public(value: Any) -> dict[str, Any]:
    """All that it says."""
    names = [name for name in dir(type(value)) if not name.startswith(("_", "add", "to_"))]
    return {name: getattr(value, name) for name in names if name != "attribute"}


@given(TEXTS | BYTES, st.sampled_from(MAKERS), st.integers(2, 5))
def test_events_come_back_as_they_were(
    text: str | bytes, make: Callable[[], Any], protocol: int
) -> None:
    events = read(make(), [text])
    back = pickled(events, protocol)
    assert back == events
    assert [*map(repr, back)] == [*map(repr, events)]
    assert [*map(hash, back)] == [*map(hash, events)]


@pytest.mark.parametrize("text", [TEXT, BYTES_TEXT])
def test_all_that_an_event_says_comes_back(text: str | bytes) -> None:
    readers = (
        ts.Parser(dialect="qwen3", incremental=True),
        ts.ToolReader([ts.call("tool_call"), ts.hide_between("<think a=", ">")]),
        ts.Filter([ts.record("think")]),
        ts.Filter([ts.hide("other")], start_inside="other"),
        ts.ThoughtReader(names=["think"], live=True),
    )
    seen: set[str] = set()
    for event in (event for reader in readers for event in read(reader, [text])):
        for value in (event, getattr(event, "element", None)):
            if value is None:
                continue
            back = pickled(value)
            assert type(back) is type(value)
            assert public(back) == public(value)
            seen |= public(value).keys()
    assert {"text", "span", "arguments", "message", "confidence", "attributes"} <= seen


@pytest.mark.parametrize("text", [TEXT, BYTES_TEXT])
@pytest.mark.parametrize("copied", [pickled, copy.copy, copy.deepcopy])
def test_a_message_is_copied(text: str | bytes, copied: Callable[[ts.Message], Any]) -> None:
    message = ts.parse(text, dialect="qwen3")
    message.add(ts.Filter([ts.hide("a")]).feed("<a b=c>1</a>"))
    back = copied(message)
    assert back == message
    assert public(back) == public(message)
    back.is_cut_off = True
    assert not message.is_cut_off


def test_a_message_that_came_back_knows_the_ids_it_has_given() -> None:
    reader = ts.ToolReader([ts.call("t")])
    message = ts.Message()
    message.add(reader.feed('<t>{"name":"f","id":"a"}</t>'))
    back = pickled(message)
    more = reader.feed('<t>{"name":"f","id":"a"}</t>')
    message.add(more)
    back.add(more)
    assert back == message
    assert [call.id for call in back.calls] == ["a", "call_1_2"]


def test_what_can_not_be_changed_is_its_own_copy() -> None:
    event = ts.ToolReader([ts.call("t")]).feed('<t>{"name":"f"}</t>')[0]
    tree = ts.extract("<a>1</a>")
    thought = ts.ThoughtReader().feed("x")[0]
    for value in (event, event.call, tree, tree[0], thought, ts.hide("a")):
        assert copy.copy(value) is value
        assert copy.deepcopy([value])[0] is value


def test_rules_are_pickled_one_by_one() -> None:
    rules = [ts.hide("a"), ts.call_between("<", ">", body="json"), ts.record_between("[", "]")]
    assert pickled(rules) == rules
    assert [*map(repr, pickled(rules))] == [*map(repr, rules)]


@pytest.mark.parametrize(
    "make", [lambda: ts.Parser(dialect="qwen3"), ts.Tokenizer, ts.Extractor, ts.Snapshots]
)
def test_readers_stay_where_they_are(make: Callable[[], Any]) -> None:
    for way in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="cannot pickle"):
            way(make())


def test_values_stay_as_they_are() -> None:
    event = ts.Filter([ts.hide("t")]).feed("x")[0]
    other: Any = ts.Filter([ts.hide("t")]).feed("y")[0]
    with pytest.warns(RuntimeWarning, match="already-initialized"), pytest.raises(TypeError):
        event.__setstate__(other.__getstate__())
    assert event.text == "x"
