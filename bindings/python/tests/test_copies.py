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


CONTENT = ts.Reader(hide="t").feed("a")[0]


def pickled(value: Any, protocol: int = pickle.DEFAULT_PROTOCOL) -> Any:
    return pickle.loads(pickle.dumps(value, protocol))


def public(value: Any) -> dict[str, Any]:
    """All that it says."""
    names = [name for name in dir(type(value)) if not name.startswith(("_", "add", "to_", "set_"))]
    return {name: getattr(value, name) for name in names if name not in ("attribute", "finish")}


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
        ts.Reader(dialect="qwen3", incremental=True),
        ts.Reader(call="tool_call", hide=[("<think a=", ">")], bad_calls="hide"),
        ts.Reader(record="think"),
        ts.Reader(hide="other", start_inside="other"),
        ts.Reader(thought="think", incremental=True),
    )
    seen: set[str] = set()
    events = [event for reader in readers for event in read(reader, [text])]
    events += read(ts.Reader(thought="t"), ['<t thought_type="é" confidence="0.9">x</t>'])
    for event in events:
        back = pickled(event)
        assert type(back) is ts.Event
        assert public(back) == public(event)
        assert back.to_json() == event.to_json()
        usual = public(CONTENT)
        seen |= {name for name, value in public(event).items() if value != usual[name]}
    never = {"is_native", "is_truncated", "is_repaired", "is_recovered"}  # is in this text
    assert seen >= public(CONTENT).keys() - never


@pytest.mark.parametrize("text", [TEXT, BYTES_TEXT])
@pytest.mark.parametrize("copied", [pickled, copy.copy, copy.deepcopy])
def test_a_message_is_copied(text: str | bytes, copied: Callable[[ts.Message], Any]) -> None:
    message = ts.read(text, dialect="qwen3")
    message.add(ts.Reader(hide="a", thought="t").feed("<a b=c>1</a><t>2</t>"))
    back = copied(message)
    assert back == message
    assert public(back) == public(message)
    back.set_cut_off()
    assert back.finish_reason == "length"
    assert message.finish_reason != "length"


def test_a_message_that_came_back_knows_the_ids_it_has_given() -> None:
    reader = ts.Reader(call="t")
    message = ts.Message()
    message.add(reader.feed('<t>{"name":"f","id":"a"}</t>'))
    back = pickled(message)
    more = reader.feed('<t>{"name":"f","id":"a"}</t>')
    message.add(more)
    back.add(more)
    assert back == message
    assert [call.id for call in back.tool_calls] == ["a", "call_1_2"]


def test_what_can_not_be_changed_is_its_own_copy() -> None:
    event = ts.Reader(call="t").feed('<t>{"name":"f"}</t>')[0]
    tree = ts.extract("<a>1</a>")
    for value in (event, tree, tree[0], ts.Rules(hide="a")):
        assert copy.copy(value) is value
        assert copy.deepcopy([value])[0] is value


@given(st.integers(2, 5))
def test_rules_are_pickled_by_their_options(protocol: int) -> None:
    given: dict[str, Any] = {
        "dialect": "qwen3", "hide": ["a", ("[", "]"), ("x...", "y")], "drop": "<|é\n|>",
        "tools": [{"name": "f"}], "prompt_tail": b"\xff", "max_held_bytes": None,
        "incremental": True, "bad_calls": "hide", "id_seed": 7,
    }  # fmt: skip
    rules = ts.Rules(**given)
    back = pickled(rules, protocol)
    assert back == rules
    assert repr(back) == repr(rules)
    assert back.explain() == rules.explain()
    assert read(ts.Reader(back), [TEXT]) == read(ts.Reader(rules), [TEXT])


def test_errors_are_pickled() -> None:
    with pytest.raises(ts.LimitError) as caught:
        ts.read("a<t>" + "x" * 99, call="t", max_held_bytes=10, on_limit="stop")
    back = pickled(caught.value)
    assert (back.message, back.offset) == (caught.value.message, caught.value.offset)
    assert back.message_so_far == caught.value.message_so_far


@pytest.mark.parametrize(
    "make", [lambda: ts.Reader(dialect="qwen3"), ts.ExtractStream, ts.Snapshots]
)
def test_readers_stay_where_they_are(make: Callable[[], Any]) -> None:
    for way in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="cannot pickle"):
            way(make())


def test_values_stay_as_they_are() -> None:
    event = ts.Reader(hide="t").feed("x")[0]
    other: Any = ts.Reader(hide="t").feed("y")[0]
    with pytest.warns(RuntimeWarning, match="already-initialized"), pytest.raises(TypeError):
        event.__setstate__(other.__getstate__())
    assert event.text == "x"
