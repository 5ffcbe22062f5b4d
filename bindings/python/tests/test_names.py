"""The package has all that the library has, by the same names."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import tagstream as ts
from tagstream import _core, _options

INCLUDE = Path(__file__).resolve().parents[3] / "include" / "tagstream"


@pytest.mark.parametrize("name", _core._words())
def test_constants_have_the_words_of_the_library(name: str) -> None:
    """No code is None."""
    wanted = _core._words()[name]
    if name == "Code":
        assert wanted.pop(0) == "none"
    its = {key: word for key, word in vars(getattr(ts, name)).items() if key.isupper()}
    assert its == {word.upper(): word for word in wanted}
    assert [*its.values()] == wanted
    (its_type,) = (one for one, of in TYPES_OF_WORDS.items() if of == name)
    assert [*get_args(getattr(ts, its_type))] == wanted


STRUCTS = {"Options": "options.hpp", "ExtractOptions": "extract.hpp"}
# The library has one struct of options for trees and for `inner`, Python a type for each.
TYPES = {"Options": ("Options",), "ExtractOptions": ("ExtractOptions", "InnerOptions")}


def options_in(name: str) -> set[str]:
    return {one for each in TYPES[name] for one in getattr(_options, each).__annotations__}


def fields_of(header: str, struct: str) -> set[str]:
    text = (INCLUDE / header).read_text()
    found = re.search(rf"(?:struct|class) {struct}(?: : \w+)? {{(.*?)^}};", text, re.S | re.M)
    assert found is not None
    return {*re.findall(r"^  [\w:<>, ]+? (\w+)(?: : 1)?(?: = [^;]*|\{[^;]*\});", found[1], re.M)}


@pytest.mark.parametrize("name", STRUCTS)
def test_options_are_the_fields_of_the_library(name: str) -> None:
    limits = fields_of("limits.hpp", "Limits") - {"none"}
    wanted = fields_of(STRUCTS[name], name) - {"limits"}
    its = options_in(name)
    assert wanted
    assert its - limits == wanted
    if name == "Options":
        assert limits < its


@pytest.mark.parametrize("name", STRUCTS)
def test_options_have_the_words_of_the_library(name: str) -> None:
    """Each is taken with each of its words, and none is left out."""
    infos = _core._option_infos()[name]
    assert {info[0] for info in infos} == options_in(name)
    for option, kind, sentence, default, values in infos:
        assert sentence
        assert not sentence.endswith(".")
        assert (default in values) == (kind == "choice")
        assert not values or kind in ("choice", "json")
        for value in values:
            given: Any = {option: value}
            if name == "Options":
                # `never` is refused where calls have no wrapper.
                is_wrapped = given == {"bare_calls": "never"}
                given |= {"dialect": "deepseek_v3"} if is_wrapped else {"call": "b"}
                assert ts.Rules(hide="a", **given).options[option] == value
            else:
                assert len(ts.extract("<a></a>", **given)) == 1


EVENT_OF_PYTHON = {"raw_tag", "raw", "args", "start", "end", "is_native", "to_json", "to_dict"}


def test_an_event_has_the_fields_of_the_library() -> None:
    fields = fields_of("event.hpp", "Event") | fields_of("event.hpp", "EventFlags")
    fields -= {"has_index", "is_section", "ignore_case", "all", "bits", "turned"}
    fields |= {"span", "text", "name", "raw", "id", "thought_type", "arguments"}
    fields |= {"attributes", "attribute"}
    public = {name for name in dir(ts.Event) if not name.startswith("_")}
    assert public - EVENT_OF_PYTHON == fields - EVENT_OF_PYTHON


def test_a_message_has_the_fields_of_the_library() -> None:
    struct = re.search(r"struct Message {(.*?)^ private:", (INCLUDE / "message.hpp").read_text(),
                       re.S | re.M)  # fmt: skip
    assert struct is not None
    fields = re.findall(r"^  [\w:<>, ]+ (\w+)(?: = [^;(]*)?;", struct[1], re.M)
    assert {"content", "tool_calls", "stopped"} < set(fields)
    assert set(fields) < set(dir(ts.Message))


@pytest.mark.parametrize(
    ("function", "struct"),
    [
        (ts.Rules, "Options"),
        (ts.read, "Options"),
        (ts.stream, "Options"),
        (ts.extract, "ExtractOptions"),
    ],
)
def test_docstrings_name_all_options(function: Any, struct: str) -> None:
    for option, _, sentence, _, _ in _core._option_infos()[struct]:
        assert f"* `{option}`" in function.__doc__
        assert sentence in function.__doc__


def test_nothing_is_left_of_other_words() -> None:
    text = "".join(path.read_text() for path in Path(ts.__file__).parent.glob("*.py"))
    for old in ("ToolReader", "ParseRules", "FilterRules", "filter_all", "schemas", "no_parallel"):
        assert old not in text
    assert get_type_hints(ts.ToolCall)["name"] is str


@pytest.mark.parametrize(
    "name", [name for name in ts.__all__ if inspect.isbuiltin(getattr(ts, name))]
)
def test_a_function_has_the_signature_of_its_stub(name: str) -> None:
    function = getattr(ts, name)
    stub = getattr(_core, name).__nb_signature__[0][0]
    names = re.findall(r"(?:\(|, )(\w+|/|\*\*\w+)(?=[:,)])", stub[: stub.index(" ->")])
    parameters = inspect.signature(function).parameters
    assert [one.lstrip("*") for one in names if one != "/"] == [*parameters]
    positional = [n for n, p in parameters.items() if p.kind is p.POSITIONAL_ONLY]
    assert len(positional) == (names.index("/") if "/" in names else 0)
    assert function.__doc__ == getattr(_core, name).__nb_signature__[0][1]


def test_every_function_has_a_signature() -> None:
    functions = [getattr(ts, name) for name in ts.__all__ if name[0].islower()]
    assert len([one for one in functions if inspect.isbuiltin(one)]) == 10
    assert all(inspect.signature(one) is not None for one in functions)
    assert str(inspect.signature(ts.read)) == "(text, rules=Ellipsis, /, **options)"


def test_every_class_that_is_made_has_a_signature() -> None:
    wanted = {
        ts.Rules: "(**options)",
        ts.ExtractStream: "(**options)",
        ts.Reader: "(rules=Ellipsis, /, **options)",
        ts.Snapshots: "(*, max_snapshot_bytes=67108864)",
        ts.Message: "()",
    }
    assert {one: str(inspect.signature(one)) for one in wanted} == wanted


METHODS = [
    (cls, name)
    for cls in map(vars(ts).get, ts.__all__)
    if inspect.isclass(cls) and cls.__module__ == "tagstream._core"
    for name, value in vars(cls).items()
    if name[0] != "_" and callable(value)
]


@pytest.mark.parametrize(("cls", "name"), METHODS)
def test_every_method_has_a_signature(cls: Any, name: str) -> None:
    parameters = [*inspect.signature(getattr(cls, name)).parameters.values()]
    assert [one.kind for one in parameters] == [parameters[0].POSITIONAL_ONLY] * len(parameters)
    (nanobinds,) = [one for one in cls._of_nanobind if one.__name__ == name]
    assert parameters[0].name == "self"
    for signature, _, _ in nanobinds.__nb_signature__:
        assert signature.removeprefix("def ") in (getattr(cls, name).__doc__ or "")
    assert len(parameters) == 1 + (": " in nanobinds.__nb_signature__[0][0])


def test_a_signature_is_that_of_the_stub() -> None:
    assert len(METHODS) > 20
    assert str(inspect.signature(ts.Reader.feed)) == "(self, chunk, /)"
    assert str(inspect.signature(ts.Reader(hide="a").feed)) == "(chunk, /)"
    assert str(inspect.signature(ts.Message.to_json)) == "(self, /)"
    assert "feed(self, text: str, /) -> str" in (ts.Snapshots.feed.__doc__ or "")


def test_an_attribute_is_found_by_its_name() -> None:
    text = "<a b='1' c d='2' d='3'>x</a>"
    reader = ts.Reader(hide=["a"])
    start = next(one for one in reader.feed(text) if one.kind == "section_start")
    for one in (start, ts.read(text, hide=["a"]).sections[0], ts.extract(text)[0]):
        assert [one.attribute(name) for name in "bcde"] == ["1", "", "2", None]


TYPES_OF_WORDS = {"KindWord": "EventKind", "CodeWord": "Code"}  # types, beside their constants


@pytest.mark.parametrize("name", ts.__all__)
def test_help_says_something_of_each_name_and_field(name: str) -> None:
    thing = getattr(ts, TYPES_OF_WORDS.get(name, name))
    assert thing.__doc__
    for field, value in vars(thing).items() if inspect.isclass(thing) else ():
        if not field.startswith("_") and hasattr(value, "__get__"):
            assert value.__doc__, field
            assert "Alias for field number" not in value.__doc__, field
