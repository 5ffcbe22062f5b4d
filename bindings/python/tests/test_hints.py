"""The first tries of a newcomer work, or the message has the right name."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import tagstream as ts

CALL = '<tool_call>{"name": "rain", "arguments": {"city": "Oslo"}}</tool_call>'
TEXT = f'<think>hm</think>Hi <file path="a b" open>x</file>{CALL}<tool_call>{{1}}</tool_call>'


@pytest.fixture(scope="module")
def message() -> Any:
    thought = '<thinking thought_type="plan">t</thinking>'
    return ts.read(TEXT + thought + "<file>", dialect="qwen3", hide="file", thought="thinking")


def python(*lines: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


# ---- parts of the package ------------------------------------------------------------------------


def test_parts_are_loaded_when_they_are_named() -> None:
    said = python(
        "import sys, tagstream",
        "assert 'tagstream.openai' not in sys.modules",
        "print(tagstream.openai.client, tagstream.columns.read)",
        "from tagstream import openai",
        "assert openai is tagstream.openai",
    )
    assert said.startswith("<function client")
    assert "Error" not in said


def test_a_part_whose_package_is_missing_says_so() -> None:
    said = python("import sys", "sys.modules['duckdb'] = None", "import tagstream.duckdb")
    assert "import of duckdb halted" in said
    said = python("import sys, tagstream", "sys.modules['duckdb'] = None", "tagstream.duckdb")
    assert "import of duckdb halted" in said


def test_what_dir_names_is_there() -> None:
    names = dir(ts)
    assert {"read", "openai", "columns", "__version__"} <= {*names}
    assert all(getattr(ts, name) is not None for name in names)
    assert not [name for name in names if name[0] == "_" and name[:2] != "__"]


@pytest.mark.parametrize("path", [*Path(ts.__file__).parent.glob("[a-z]*.py")])
def test_every_part_says_what_it_offers(path: Path) -> None:
    """Those too that need packages which are not here."""
    begun = [line.split()[:2] for line in path.read_text().splitlines()]
    assert ["__all__", "="] in begun
    assert ["def", "__dir__()"] in begun


@pytest.mark.parametrize("part", [ts.columns, ts.openai])
def test_a_part_offers_what_it_has_for_users(part: Any) -> None:
    assert dir(part) == sorted(part.__all__)
    assert all(getattr(part, name) is not None for name in dir(part))


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("parse", "read(text, …) reads a whole text"),
        ("tool_calls", "read(text, …).tool_calls"),
        ("Raeder", "did you mean `Reader`?"),
        ("guess_modle", "did you mean `guess_model`?"),
        ("columnz", "did you mean `columns`?"),
    ],
)
def test_a_wrong_name_leads_to_the_right_one(name: str, hint: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(ts, name)
    assert str(caught.value).startswith(f"tagstream has no `{name}`")
    assert hint in str(caught.value)
    assert "Did you mean" not in "".join(traceback.format_exception(caught.value))
    assert not hasattr(ts, name)


def test_a_name_that_is_near_nothing_is_only_said() -> None:
    with pytest.raises(AttributeError) as caught:
        ts.zzzzzz  # type: ignore[attr-defined]  # noqa: B018
    assert str(caught.value) == "tagstream has no `zzzzzz`"
    with pytest.raises(ImportError, match="cannot import name"):
        from tagstream import zzzzzz  # type: ignore[attr-defined]  # noqa: F401


# ---- fields --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "name", "hint"),
    [
        ("", "reasoning_content", "`reasoning`"),
        ("", "errors", "`tool_call_errors`"),
        ("", "text", "`content`"),
        ("", "tool_cals", "did you mean `tool_calls`?"),
        ("tool_calls", "function", "`name` and `arguments`"),
        ("tool_calls", "input", "`args`"),
        ("tool_calls", "model_dump", "to_dict()"),
        ("tool_calls", "argumentz", "did you mean `arguments`?"),
        ("tool_call_errors", "message", "`text`"),
        ("thoughts", "type", "`thought_type`"),
        ("sections", "text", "`content`"),
        ("notices", "message", "`text`"),
    ],
)
def test_a_wrong_field_leads_to_the_right_one(
    message: Any, part: str, name: str, hint: str
) -> None:
    one = getattr(message, part)[0] if part else message
    with pytest.raises(AttributeError) as caught:
        getattr(one, name)
    assert f"{type(one).__name__} has no `{name}`" in str(caught.value)
    assert hint in str(caught.value)
    assert "Did you mean" not in "".join(traceback.format_exception(caught.value))
    with pytest.raises(TypeError, match="has fields and no keys"):
        one[name]


@pytest.mark.parametrize(
    ("name", "hint"), [("type", "`kind`"), ("content", "`text`"), ("kimd", "did you mean `kind`?")]
)
def test_an_event_leads_too(name: str, hint: str) -> None:
    (event,) = ts.Reader(hide="a").feed("x")
    with pytest.raises(AttributeError, match="an Event has no") as caught:
        getattr(event, name)
    assert hint in str(caught.value)
    with pytest.raises(TypeError, match=r"an Event has fields and no keys: write \.text"):
        event["text"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("make", "name", "hint"),
    [
        (lambda: ts.Reader(hide="a"), "close", "a Reader has no `close`: `finish`"),
        (lambda: ts.Reader(hide="a"), "content", "`message` has `content`"),
        (
            lambda: ts.stream([], hide="a"),
            "tool_calls",
            "an Events has no `tool_calls`: `message` has",
        ),
        (lambda: ts.Rules(hide="a"), "optionz", "did you mean `options`?"),
        (lambda: ts.extract("<a/>"), "root", "a Tree has no `root`: `tree[0]`"),
        (lambda: ts.Reader(hide="a"), "add", "a Reader has no `add`: `feed`"),
        (lambda: ts.Rules(hide="a"), "read", "a Rules has no `read`: read(text, rules)"),
        (ts.ExtractStream, "close", "an ExtractStream has no `close`: `finish`"),
        (ts.Snapshots, "update", "a Snapshots has no `update`: `feed`"),
        (ts.PartialArgs, "feed", "a PartialArgs has no `feed`: `add`"),
        (lambda: ts.extract("<a/>")[0], "get", "a Tag has no `get`: `attributes`.get(…)"),
        (lambda: ts.extract("<a b=c/>")[0].attributes, "b", 'attributes["b"]'),
        (lambda: ts.read("x", hide="a"), "choices", "a Message has no `choices`: `content`"),
    ],
)
def test_other_things_lead_too(make: Callable[[], Any], name: str, hint: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(make(), name)
    assert hint in str(caught.value)


class Whole:
    """An answer that came whole: an object of an SDK can be iterated, over its fields."""

    def __init__(self, **fields: Any) -> None:
        vars(self).update(fields)

    def __iter__(self) -> Any:
        return iter(vars(self).items())


@pytest.mark.parametrize(
    ("thing", "hint"),
    [
        (Whole(choices=[]), r"text: \.choices\[0\]\.message\.content of this Whole$"),
        (Whole(output_text="x"), r"text: \.output_text of this Whole$"),
        (Whole(content="x"), r"text: \.content of this Whole$"),
        (Whole(iter_bytes=print), r"text: \.text of this Whole$"),
        (Whole(__arrow_c_stream__=print), r"tagstream\.columns\.read\(column, …\)"),
        (Whole(content=[]), r"tagstream\.stream\(chunks, …\)"),
        (iter(["x"]), r"tagstream\.stream\(chunks, …\)"),
        (float("nan"), "and not float"),
    ],
)
def test_what_is_no_text_leads_to_one(thing: Any, hint: str) -> None:
    for function in (ts.read, ts.filter):
        with pytest.raises(TypeError, match=hint):
            function(thing, dialect="qwen3")


def test_an_http_response_leads_to_its_stream() -> None:
    response: Any = type("Response", (), {"iter_bytes": print})()
    with pytest.raises(TypeError, match=r"a Response is no stream itself: give its iter_bytes\(\)"):
        ts.stream(response, dialect="qwen3", from_="sse")


def test_a_long_value_is_not_repeated() -> None:
    wrong: Any = [["x" * 100]]
    with pytest.raises(ts.OptionError, match=r"^dialect: a value of type list is not a str$"):
        ts.read("x", dialect=wrong)
    with pytest.raises(ts.OptionError, match=r"^dialect: \[1\] is not a str$"):
        ts.read("x", dialect=[1])  # type: ignore[arg-type]
    column: Any = Whole(__arrow_c_stream__=print)
    with pytest.raises(ts.OptionError, match=r"^dialect: one value for all rows, and no column"):
        ts.read("x", dialect=column)


def test_an_option_of_the_sdk_leads_to_it() -> None:
    wrong: Any = {"api_key": "k"}
    with pytest.raises(TypeError, match=r"no option `api_key`: it is one of OpenAI\(…\)"):
        ts.openai.client(dialect="qwen3", **wrong)


def test_a_tree_is_not_asked_by_name() -> None:
    tree = ts.extract("<a/><b/>")
    with pytest.raises(
        TypeError, match=r"a Tree has places and no names: find\('b'\) is the first"
    ):
        tree["b"]  # type: ignore[index]
    assert [tree[-1].name, tree[0].name] == ["b", "a"]
    with pytest.raises(IndexError):
        tree[2]
    with pytest.raises(TypeError, match="float"):
        tree[1.0]  # type: ignore[index]


def test_a_stream_that_is_not_awaited_says_so() -> None:
    async def made() -> list[str]:
        return []

    coroutine: Any = made()
    with pytest.raises(TypeError, match="coroutine is no stream yet: await it first"):
        ts.stream(coroutine, dialect="qwen3")
    coroutine.close()


def test_nothing_is_said_at_the_end() -> None:
    """A class that a hint keeps would be one for nanobind."""
    assert not python(
        "import tagstream as ts",
        "r = ts.Reader(hide='a')",
        "e = r.feed('<a b=c>')[0]",
        "m = r.message, ts.extract('<a/>')[0]",
        "try: e.type",
        "except AttributeError as error: kept = error",
        "try: m[0]['x']",
        "except TypeError as error: kept = kept, error",
    )


def test_hints_name_what_is_there() -> None:
    from tagstream import _hints

    words = {name for hint in _hints.MODULE.values() for name in hint.split("(")[:1]}
    for name in words:
        if " " not in name:
            assert hasattr(ts, name.split(".")[0]), name
    for cls, hints in _hints.CLASSES.items():
        for wrong, hint in hints.items():
            owner = getattr(ts.columns if cls == "Column" else ts, cls)
            assert not hasattr(owner, wrong)
            fields = [one for one in hint.split("`")[1::2] if one.isidentifier()]
            named = {*dir(owner), *dir(ts.Message)}
            assert named.issuperset(fields), (cls, wrong)


def test_a_key_is_answered_with_the_field(message: Any) -> None:
    with pytest.raises(TypeError, match=r"a ToolCall has fields and no keys: write \.name"):
        message.tool_calls[0]["name"]
    with pytest.raises(TypeError, match=r"a Message has fields and no keys: write \.content"):
        message["content"]
    with pytest.raises(TypeError, match="not iterable"):
        iter(message)
    with pytest.raises(TypeError, match="a Tag has fields"):
        ts.extract("<a/>")[0]["name"]  # type: ignore[index]
    index, *_ = call = message.tool_calls[0]
    assert call[0] == call.index == index == 0
    assert call[-1] == call.span
    assert call[:2] == (0, call.id)


# ---- attributes ----------------------------------------------------------------------------------


def everything_with_attributes() -> list[Any]:
    text = '<file path="a b" open path="c">x</file>'
    start = ts.Reader(hide="file").feed(text)[0]
    return [start, ts.read(text, hide="file").sections[0], ts.extract(text)[0]]


@pytest.mark.parametrize("at", range(3))
def test_attributes_have_keys(at: int) -> None:
    attributes = everything_with_attributes()[at].attributes
    assert attributes["path"] == "a b"
    assert attributes["open"] == attributes.get("open") == ""
    assert (attributes.get("x"), attributes.get("x", 1)) == (None, 1)
    assert "path" in attributes
    assert "x" not in attributes
    with pytest.raises(KeyError, match="no attribute `x`: there are path, open, path"):
        attributes["x"]
    # They are a tuple still.
    assert attributes == (("path", "a b"), ("open", None), ("path", "c"))
    assert attributes[0] == attributes[:1][0] == ts.Attribute("path", "a b")
    assert attributes[0] in attributes
    assert dict(attributes) == {"path": "c", "open": None}
    assert pickle.loads(pickle.dumps(attributes)) == attributes
    assert json.loads(json.dumps(attributes))[1] == ["open", None]


# ---- what things say of themselves ---------------------------------------------------------------


def test_a_message_shows_what_its_fields_are(message: Any) -> None:
    shown = repr(message)
    assert shown.startswith("Message(content='Hi ")
    assert "tool_calls=(ToolCall(index=0, id='call_0', name='rain'" in shown
    assert "sections=(Section(name='file'" in shown
    assert "attributes=(Attribute(name='path', value='a b')" in shown
    assert repr(ts.read("x", dialect="none")) == "Message(content='x', finish_reason='stop')"
    assert "reasoning_closed=False" in repr(ts.read("<think>x", dialect="qwen3"))
    start = ts.Reader(hide="a").feed("<a b=c>")[0]
    assert "attributes=(Attribute(name='b', value='c'),)" in repr(start)


def test_what_nobody_makes_says_what_makes_it() -> None:
    kind: Any = ts.Event
    for arguments in ((), ("content", "x")):
        with pytest.raises(TypeError, match=r"^events are made by what reads: Reader\(…\).feed"):
            kind(*arguments)
    with pytest.raises(TypeError, match="events are made by what reads"):
        kind(kind="content")


def test_a_part_of_a_message_is_a_dict_for_json(message: Any) -> None:
    whole = message.to_dict()
    for part in ("tool_calls", "tool_call_errors", "thoughts", "notices"):
        for one, its in zip(getattr(message, part), whole[part], strict=True):
            assert its.items() <= json.loads(json.dumps(one.to_dict())).items()
    section = message.sections[0].to_dict()
    assert section["attributes"] == [
        {"name": "path", "value": "a b"},
        {"name": "open", "value": None},
    ]
    assert (section["start"], section["end"]) == message.sections[0].span
    assert "span" not in section
    assert json.loads(json.dumps(section)) == section
    assert {type(one) for one in (whole, section)} == {dict}


HOSTILE = "</td><script>alert(1)</script>&\"'\ud800\0"


def test_a_notebook_shows_a_table_and_nothing_of_it_is_markup() -> None:
    text = f"<think>{HOSTILE}</think>{HOSTILE}<file>{HOSTILE}</file><t>{HOSTILE}</t>" + CALL
    text += "<tool_call>{<b>}</tool_call>" + CALL.replace("Oslo", "<i>").replace("rain", "<u>")
    message: Any = ts.read(text + "<file>", dialect="qwen3", hide="file", thought="t")
    shown = message._repr_html_()
    assert re.sub(r"</?(table|tr|th|td)( style=\"[^\"]*\")?>", "", shown).count("<") == 0
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&#x27;?" in shown
    for word in ("content", "reasoning", "tool call", "error", "section", "thought", "notice"):
        assert f">{word}</th>" in shown
    assert "&lt;u&gt; {&quot;city&quot;: &quot;&lt;i&gt;&quot;}" in shown
    assert shown.encode()


def test_a_notebook_shows_little_of_much() -> None:
    message: Any = ts.read("x" * 10_000 + CALL * 100, dialect="qwen3")
    shown = message._repr_html_()
    assert len(shown) < 12_000
    assert "81 more</td>" in shown
    assert shown.endswith(">tool_calls</td></tr></table>")


def test_readers_and_streams_say_by_what_they_read() -> None:
    assert repr(ts.Reader(dialect="qwen3")) == "<Reader by Rules(dialect='qwen3')>"
    events = ts.stream([], dialect="qwen3")
    assert repr(events) == "<Events of a stream, by Rules(dialect='qwen3')>"


# ---- the program's commands ----------------------------------------------------------------------


def test_filter_gives_the_content() -> None:
    text = "<think>a</think>b<x>c</x>"
    assert ts.filter(text, dialect="qwen3", hide="x") == "b"
    assert ts.filter(text.encode(), ts.Rules(dialect="qwen3")) == "b<x>c</x>"
    with pytest.raises(TypeError, match="rules have their options already"):
        ts.filter(text, ts.Rules(dialect="qwen3"), hide="x")
    with pytest.raises(TypeError, match="stream"):
        ts.filter([text], dialect="qwen3")  # type: ignore[arg-type]


def test_guess_takes_what_the_program_takes() -> None:
    answer = "<think>a</think>" + CALL
    assert ts.guess(answer) == ts.guess_answer(answer)
    assert ts.guess(model="Qwen/Qwen3-8B") == ts.guess_model("Qwen/Qwen3-8B")
    assert ts.guess(template="[TOOL_CALLS]") == ts.guess_template("[TOOL_CALLS]")
    for given in ({}, {"model": "a", "template": "b"}):
        with pytest.raises(TypeError, match="give one thing to guess by"):
            ts.guess(**given)


def test_a_guess_is_a_dialect() -> None:
    guess = ts.guess(model="Qwen/Qwen3-8B")
    by_guess = ts.Rules(dialect=guess)
    assert by_guess == ts.Rules(dialect="qwen3")
    assert by_guess.options == {"dialect": "qwen3"}
    assert ts.read(TEXT, dialect=guess) == ts.read(TEXT, dialect="qwen3")
    assert ts.stream([], dialect=guess).message.content == ""
    opened = ts.Guess(("qwen3",), False, (), starts_in_reasoning=True)
    assert ts.read("a</think>b", dialect=opened).reasoning == "a"
    assert ts.Rules(dialect=opened, start_in_reasoning=False).options == {
        "dialect": "qwen3",
        "start_in_reasoning": False,
    }
    assert "start_in_reasoning" not in ts.Rules(dialect=opened, prompt_tail="<think>").options
    with pytest.raises(ts.OptionError, match="dialect: the guess has found no dialect"):
        ts.read("x", dialect=ts.guess(model="nobody-knows-it"))


def test_a_value_without_its_name_is_in_the_message() -> None:
    wrong: Any = "hermes"
    with pytest.raises(TypeError, match="give dialect='hermes' or the like, or rules"):
        ts.read("x", wrong)
    with pytest.raises(TypeError, match="give names='hermes' or the like"):
        ts.extract("x", wrong)  # type: ignore[call-arg]


# ---- options -------------------------------------------------------------------------------------


def test_an_option_error_has_the_option() -> None:
    wrong: Any = "nobody"
    for options in ({"dialect": wrong}, {"nesting": wrong}, {"tools": object()}, {"hide": 1}):
        given: Any = {"call": "a", **options} if "dialect" not in options else options
        with pytest.raises(ts.OptionError) as caught:
            ts.Rules(**given)
        assert caught.value.option == next(iter(options))
        assert str(caught.value).startswith(f"{caught.value.option}: ")
        assert isinstance(caught.value, ValueError)
        again = pickle.loads(pickle.dumps(caught.value))
        assert (str(again), again.option) == (str(caught.value), caught.value.option)
    with pytest.raises(ts.OptionError) as caught:
        ts.extract("x", names=1)  # type: ignore[arg-type]
    assert caught.value.option == "names"
    with pytest.raises(ts.OptionError) as caught:
        ts.Rules(dialect="qwen3", model="Qwen3-8B")
    assert caught.value.option == ""


def test_an_unknown_option_is_named_too() -> None:
    with pytest.raises(TypeError) as caught:
        ts.read("x", dialct="qwen3")  # type: ignore[call-arg]
    assert caught.value.option == "dialct"  # type: ignore[attr-defined]


def test_options_are_a_type() -> None:
    def read(text: str, **options: Any) -> ts.Message:
        given: ts.Options = {"dialect": "qwen3", **options}  # type: ignore[typeddict-item]
        return ts.read(text, **given)

    assert read("<think>a</think>b").content == "b"
    for options in (ts.Options, ts.ExtractOptions, ts.InnerOptions, ts.openai.ClientOptions):
        hints = get_type_hints(options)
        assert hints
        assert not options.__required_keys__
    assert "dialect" in get_type_hints(ts.openai.ClientOptions)
