"""The shapes that Python sees: events, options, errors, messages, trees."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import tagstream as ts
from tagstream import CallErrorCode, EventKind

CALL = '<tool_call>{"name": "rain", "arguments": {"city": "Oslo"}}</tool_call>'


def test_events_match() -> None:
    seen = []
    for event in ts.Parser(dialect="qwen3").feed(f"<think>hm</think>ok{CALL}"):
        match event:
            case ts.Event(EventKind.CONTENT | EventKind.REASONING, text):
                seen.append(text)
            case ts.Event(call=ts.Call("rain", arguments)):
                seen.append(arguments)
            case ts.Event(EventKind.MARKUP):
                seen.append("")
    assert seen == ["", "hm", "", "ok", '{"city": "Oslo"}']


def test_events_compare_hash_and_print() -> None:
    one, other = (ts.Filter([ts.hide("t")]).feed("<t a=1>x</t>y") for _ in range(2))
    assert one == other
    assert [hash(a) for a in one] == [hash(b) for b in other]
    assert one[0] != one[1]
    assert one[0] != "a"
    assert ts.Filter([ts.hide("t")]).feed(b"<t a=1>x</t>y") == one
    element = one[0].element
    assert element is not None
    assert element == other[0].element
    assert hash(element) == hash(other[0].element)
    assert element.attributes == (ts.Attribute("a", "1"),)
    assert repr(one[-1]) == "Event(kind='content-delta', text='y', span=(12, 13))"
    assert repr(one[0]).startswith("Event(kind='section-start', text='', span=(0, 7), element=El")
    assert repr(ts.Parser(dialect="hermes").feed(CALL)[0]) == (
        'Event(kind=\'tool-call\', text=\'{"name": "rain", "arguments": {"city": "Oslo"}}\', '
        "span=(0, 70), element=Call(tool='rain', arguments='{\"city\": \"Oslo\"}', id='', index=0, "
        "span=(0, 70)), is_closed=True)"
    )


def test_what_is_of_another_kind_is_not_equal() -> None:
    text = '<think>a</think><tool_call>{"name": "f", "arguments": {}}</tool_call>'
    events = ts.Parser(dialect="qwen3").feed(text)
    sections = ts.Filter([ts.hide("t")]).feed("<t>a</t>")
    values: list[Any] = [events[0], events[-1].call, sections[0].element, ts.hide("t")]
    values += [ts.parse("x", dialect="qwen3"), ts.extract("<a/>")[0]]
    values += ts.ThoughtReader().feed("x")
    for value in values:
        assert value is not None
        for other in (None, 1, "x"):
            assert value != other
            assert not value == other  # noqa: SIM201
            assert other not in [value]


def test_a_call_is_more_than_its_element() -> None:
    text = '<t>{"name": "f"}</t>'
    call = ts.ToolReader([ts.call("t")]).feed(text)[0].call
    element = ts.Filter([ts.hide("t")]).feed(text)[0].element
    assert call is not None
    assert element is not None
    assert (call.start, call.raw_tag) == (element.start, element.raw_tag)
    assert call != element
    assert element != call
    assert len({call, element}) == 2


def test_sizes_may_be_numbers_of_others() -> None:
    class Ten:
        def __index__(self) -> int:
            return 10

    size: Any = Ten()
    reader = ts.ToolReader(max_held_bytes=size, on_limit="error")
    assert reader.feed("<tool>" + "x" * 20)[-1].kind == EventKind.STOPPED
    assert ts.Snapshots(max_snapshot_bytes=None).feed("x") == "x"


def test_a_message_is_made_of_events() -> None:
    not_events: list[Any] = [ts.ThoughtReader().feed("x"), [1], [None]]
    for wrong in not_events:
        with pytest.raises(TypeError, match="made of events"):
            ts.Message().add(wrong)


def test_everything_is_frozen() -> None:
    event = ts.Parser(dialect="hermes").feed(CALL)[0]
    tag = ts.extract("<a>x</a>").tags[0]
    for thing, name in (
        (event, "text"),
        (event.call, "tool"),
        (event.element, "name"),
        (tag, "name"),
    ):
        with pytest.raises(AttributeError):
            setattr(thing, name, "x")
        with pytest.raises(AttributeError):
            thing.something = 1  # type: ignore[union-attr]


def test_kinds_are_strings() -> None:
    event = ts.Filter([ts.hide("t")]).feed("x")[0]
    assert event.kind == "content-delta"
    assert f"{event.kind} {event.kind!s}" == "content-delta content-delta"
    assert json.dumps({"kind": event.kind}) == '{"kind": "content-delta"}'
    assert event.kind is EventKind.CONTENT


def test_a_call_error_says_why() -> None:
    event = ts.Parser(dialect="hermes").feed("<tool_call>{1}</tool_call>")[-1]
    assert event.kind == EventKind.CALL_ERROR
    assert event.call is not None
    assert event.call.error is CallErrorCode.INVALID_JSON
    assert event.call.message
    assert event.call.offset == 12


ODD: Any = {"nesting": "odd"}
NO_NUMBER: Any = {"max_tag_bytes": "x"}


def option(name: str, value: Any) -> Any:
    """An option that has not the type it should have."""
    return {name: value}


DEEP: Any = []
for _ in range(100_000):
    DEEP = [DEEP]
SENTENCES: list[tuple[Callable[[], Any], str]] = [
    (lambda: ts.Parser(dialect="nobody"), "there is no dialect 'nobody'"),
    (ts.Parser, "neither a dialect nor a reasoning or tool format is named"),
    (lambda: ts.Filter([ts.hide("a b")]), "'a b'"),
    (lambda: ts.Filter([ts.hide("a"), ts.hide("a")]), "'a'"),
    (lambda: ts.Extractor(max_depth=0), "max_depth must be at least 1"),
    (lambda: ts.Filter([ts.hide("a")], **ODD), "give balanced|first_close, not 'odd'"),
    (lambda: ts.Filter([ts.hide("a")], max_tag_bytes=-1), "max_tag_bytes: give a number"),
    (lambda: ts.Filter([ts.hide("a")], **NO_NUMBER), "max_tag_bytes: give a number"),
    (lambda: ts.Extractor(names="abc"), "names: give a list"),
    (lambda: ts.Parser(dialect="qwen3", schemas="{"), ":"),
    (lambda: ts.Parser(dialect="qwen3", tool_choice="named"), "tool"),
    (
        lambda: ts.Parser(
            dialect="qwen3", schemas=[{"name": "g"}], tool_choice="named", tool_name="f"
        ),
        "the tool 'f' is chosen, but not offered",
    ),
    (lambda: ts.ThoughtReader(names=[]), "name"),
    (lambda: ts.call("a", body="odd"), "body: give auto|json|"),
    (lambda: ts.hide(option("name", None)["name"]), "a name or marker: give a str"),
    (lambda: ts.Parser(dialect="a\0b\ud800"), "there is no dialect 'a\0b\ud800'"),
    (lambda: ts.Filter([ts.hide("a")], **option("nesting", "\ud800")), "not '\ud800'"),
    (
        lambda: ts.Parser(dialect="qwen3", **option("incremental", "false")),
        "incremental: give True or",
    ),
    (lambda: ts.Parser(dialect="qwen3", **option("trim", None)), "trim: give True or False"),
    (lambda: ts.Parser(dialect="qwen3", schemas=[object()]), "schemas: give JSON"),
    (lambda: ts.Parser(dialect="qwen3", schemas=DEEP), "schemas: give JSON"),
    (lambda: ts.Snapshots(max_snapshot_bytes=-1), "max_snapshot_bytes: give a number"),
]


@pytest.mark.parametrize(
    ("make", "sentence"), SENTENCES, ids=lambda x: x if isinstance(x, str) else ""
)
def test_wrong_options_are_value_errors(make: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        make()
    assert sentence in str(caught.value)


def test_unknown_options_are_type_errors() -> None:
    with pytest.raises(TypeError, match="there is no option 'odd'"):
        ts.Parser(dialect="qwen3", odd=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="there is no option '\ud800'"):
        ts.Parser(**option("\ud800", 1))
    with pytest.raises(TypeError):
        ts.Parser(ts.ParseRules(dialect="qwen3"), dialect="qwen3")


@pytest.mark.parametrize("raised", [KeyError, TypeError, KeyboardInterrupt])
def test_what_a_caller_s_own_code_raises_is_no_wrong_option(raised: type[BaseException]) -> None:
    """A list that is made while it is read, and what says itself which number it is."""

    class Odd:
        def __index__(self) -> int:
            raise KeyboardInterrupt

    def rules() -> Iterator[ts.Rule]:
        yield ts.hide("a")
        raise raised

    with pytest.raises(raised):
        ts.Filter(rules())
    with pytest.raises(KeyboardInterrupt):
        ts.Filter([ts.hide("a")], **option("max_tag_bytes", Odd()))


def test_rules_are_shared() -> None:
    rules = ts.ParseRules(dialect="qwen3")
    assert [ts.Parser(rules).feed("x") for _ in range(2)] == [
        ts.Parser(dialect="qwen3").feed("x")
    ] * 2
    assert ts.parse("x", rules).content == "x"
    assert ts.filter_all("<a>x</a>y", ts.FilterRules([ts.hide("a")])).content == "y"


def test_schemas_are_json_or_what_json_is_read_as() -> None:
    tools = [{"type": "function", "function": {"name": "f", "parameters": {
        "type": "object", "properties": {"n": {"type": "integer"}}}}}]  # fmt: skip
    text = "<tool_call>\n<function=f>\n<parameter=n>\n7\n</parameter>\n</function>\n</tool_call>"
    for schemas in (tools, json.dumps(tools), json.dumps(tools).encode()):
        message = ts.parse(text, dialect="qwen3_coder", schemas=schemas)
        assert message.calls[0].arguments == '{"n":7}'
    assert ts.parse(text, dialect="qwen3_coder").calls[0].arguments == '{"n":"7"}'


def test_a_limit_is_an_event_and_then_an_error() -> None:
    reader = ts.ToolReader(max_held_bytes=10, on_limit="error")
    assert reader.error is None
    events = reader.feed("é<tool>" + "x" * 20)
    assert events[-1].kind == EventKind.STOPPED
    assert isinstance(reader.error, ts.LimitError)
    for later in (lambda: reader.feed("x"), reader.finish):
        with pytest.raises(ts.LimitError) as caught:
            later()
        assert caught.value.message == str(caught.value)
        assert caught.value.offset == 1
    reader.reset()
    assert reader.feed("x")[0].text == "x"
    with pytest.raises(ts.LimitError):
        ts.tools_all("<tool>" + "x" * 20, max_held_bytes=10, on_limit="error")


def test_finish_ends_a_stream() -> None:
    reader = ts.Filter([ts.hide("t")])
    reader.feed("<t")
    assert [e.text for e in reader.finish()] == ["<t"]
    assert reader.finish() == []
    with pytest.raises(ValueError, match="feed after finish"):
        reader.feed("x")


def test_prime_says_where_the_answer_begins() -> None:
    parser = ts.Parser(dialect="qwen3")
    assert parser.prime("<|im_start|>assistant\n<think>\n")
    assert parser.feed("hm</think>")[0].kind == EventKind.REASONING
    with pytest.raises(ValueError, match="prime after feed"):
        parser.prime("x")


def test_a_message_in_the_shapes_of_others() -> None:
    message = ts.parse(f"<think>hm</think>\n{CALL}", dialect="qwen3")
    call = {"name": "rain", "arguments": '{"city": "Oslo"}'}
    assert message.to_openai() == {
        "role": "assistant",
        "content": None,
        "reasoning_content": "hm",
        "tool_calls": [{"id": "call_0", "type": "function", "function": call}],
    }
    assert message.to_anthropic() == {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "hm", "signature": ""},
            {"type": "tool_use", "id": "call_0", "name": "rain", "input": {"city": "Oslo"}},
        ],
        "stop_reason": "tool_use",
    }
    assert message.finish_reason == "tool_calls"
    message.is_cut_off = True
    assert message.finish_reason is ts.FinishReason.LENGTH
    assert ts.parse("hi", dialect="qwen3").to_anthropic()["content"] == [
        {"type": "text", "text": "hi"}
    ]


def test_no_arguments_are_too_deep_or_too_long_for_a_message() -> None:
    for value in ("[" * 100_000 + "]" * 100_000, "1" * 10_000):
        body = json.dumps({"name": "f"})[:-1] + f', "arguments": {{"a": {value}}}}}'
        message = ts.parse(f"<tool_call>{body}</tool_call>", dialect="hermes")
        assert len(message.calls) == 1
        assert message.to_anthropic()["content"][0]["type"] == "tool_use"


def test_raw_bodies_become_objects_for_others() -> None:
    """As tagstream_wire has them."""
    for body, its in (('é "x"', {"content": 'é "x"'}), ("", {})):
        message = ts.tools_all(f"<t name='f'>{body}</t>", [ts.call("t", body="raw")])
        arguments = message.to_openai()["tool_calls"][0]["function"]["arguments"]
        assert json.loads(arguments) == its
        assert message.to_anthropic()["content"][0]["input"] == its


def test_numbers_too_big_for_python_stay_as_they_are_written() -> None:
    message = ts.tools_all('<tool>{"name":"f","arguments":{"a":1e999,"b":1.5}}</tool>')
    assert message.to_anthropic()["content"][0]["input"] == {"arguments": '{"a":1e999,"b":1.5}'}


def test_ids_differ() -> None:
    ids = ts.CallIds()
    text = '<tool>{"name":"f","id":"a"}</tool>' * 2
    calls = [e.call for e in ts.ToolReader().feed(text) if e.call is not None]
    assert [ids.id(call) for call in calls] == ["a", "call_1_2"]


def test_a_tree_keeps_its_text() -> None:
    tag = ts.extract("é" * 100 + "<a b=c><d>x</d></a>").tags[0].children[0]
    stream = ts.Extractor()
    other = stream.feed("<e>" + "z" * 1000 + "</e>")[0]
    stream.feed("<e>" + "y" * 1000 + "</e>")
    del stream
    gc.collect()
    assert (tag.name, tag.content, tag.start_index) == ("d", "x", 107)
    assert other.content == "z" * 1000
    parent = tag.parent
    assert parent is not None
    assert parent.attribute("b") == "c"
    assert parent.attribute("x") is None


def test_a_tree_is_found_in() -> None:
    tree = ts.extract("<a><b/></a><b>1</b></c>")
    assert len(tree) == 3
    assert tree.find("b") == tree[1] == tree[-2]
    assert [tag.depth for tag in tree.find_all("b")] == [2, 1]
    assert tree.find("c") is None
    with pytest.raises(IndexError):
        tree[3]
    assert [one.kind for one in tree.diagnostics] == ["stray-close"]
    match tree.tags[1]:
        case ts.Tag("b", content):
            assert content == "1"


def test_inner() -> None:
    assert ts.inner("x<a>1<a>2</a></a>", "a") == "1<a>2</a>"
    assert ts.inner("<A>1</A>", "a") is None
    assert ts.inner("<A>1</A>", "a", ignore_case=True) == "1"


def test_sections_of_a_message() -> None:
    message = ts.filter_all("é<t a=1>x</t>y", [ts.hide("t")])
    assert message.content == "éy"
    assert [(s.tag_name, s.content, s.span, s.attributes) for s in message.sections] == [
        ("t", "x", (1, 13), (ts.Attribute("a", "1"),))
    ]


def test_dialects_are_named() -> None:
    assert "qwen3" in ts.dialects()
    assert list(ts.dialects()) == sorted(ts.dialects())


def test_the_words_of_kinds_are_the_program_s() -> None:
    kinds = {e.kind for e in ts.ToolReader(incremental=True).feed('a<tool>{"name":"f"}</tool>')}
    assert kinds == {"content-delta", "tool-call-start", "tool-call-delta", "tool-call"}


INNER = """
import sys
sys.path[:] = {path}
try:
    import tagstream
    print(tagstream.parse("<think>used</think>", dialect="qwen3").reasoning)
except ImportError as error:
    print("refused" if "subinterpreters" in str(error) else error)
"""
OUTER = """
import sys
import tagstream
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
other = interpreters.create()
interpreters.run_string(other, sys.argv[1].format(path=sys.path))
interpreters.destroy(other)
print(tagstream.parse("<think>still used</think>", dialect="qwen3").reasoning)
"""


if sys.version_info >= (3, 12):  # since then they may have a lock of their own

    def test_an_interpreter_with_a_lock_of_its_own_refuses_the_import() -> None:
        command = [sys.executable, "-c", OUTER, INNER]
        run = subprocess.run(command, capture_output=True, check=True)
        assert run.stdout == b"refused\nstill used\n"
