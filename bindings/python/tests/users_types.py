# pyright: strict, reportUnnecessaryTypeIgnoreComment=true
"""What checkers of types know of a user's program: test.sh gives it to mypy and pyright, in a
folder of its own, beside the installed package. Where a line ignores an error, both find one."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import Unpack, assert_never, assert_type

import tagstream as ts


def read(text: str, **options: Unpack[ts.Options]) -> ts.Message:
    return ts.read(text, **options)


def options_are_checked() -> None:
    read("x", dialect="qwen3", hide=["a", ["<<", ">>"]], max_held_bytes="64K", trim=None)
    ts.Rules(dialect=ts.guess("x"), tools=[{"name": "rain"}])
    read("x", dialct="qwen3")  # type: ignore[call-arg]
    ts.read("x", nesting="inwards")  # type: ignore[arg-type]
    ts.extract("x", dialect="qwen3")  # type: ignore[call-arg]
    ts.inner("x", "a", max_depth=1)  # type: ignore[call-arg]


def kind_is_narrowed(event: ts.Event) -> int:
    """Each kind is known by its word and by its constant, and none is left. A branch that a
    checker took for unreachable would have no types."""
    if event.kind == "content":
        assert_type(event.kind, Literal["content"])
        return len(assert_type(event.text, str))
    if event.kind == ts.EventKind.NOTICE:
        return len(assert_type(event.kind, Literal["notice"]))
    if event.kind == "section_start" or event.kind == "section_end":  # noqa: PLR1714
        return len(assert_type(event.attributes["path"], str))
    if event.kind == "contents":  # type: ignore[comparison-overlap]
        return -1
    match event.kind:
        case "reasoning" | "markup":
            return len(assert_type(event.kind, Literal["reasoning", "markup"]))
        case ts.EventKind.SECTION_DELTA:
            return 1
        case "tool_call_start" | "tool_call_delta":
            return assert_type(event.index, int | None) or 2
        case ts.EventKind.TOOL_CALL | ts.EventKind.TOOL_CALL_ERROR:
            return len(assert_type(event.name, str))
        case "thought" | "thought_delta":
            return 4
        case ts.EventKind.STOPPED:
            return 5
        case _:
            assert_never(event.kind)


def codes_are_narrowed(error: ts.ToolCallError, event: ts.Event) -> str:
    match error.code:
        case "unclosed":
            return assert_type(error.code, Literal["unclosed"])
        case ts.Code.INVALID_JSON:
            return assert_type(error.code, Literal["invalid_json"])
        case _:
            pass
    if event.code == "unknown_tool":
        return assert_type(event.code, Literal["unknown_tool"])
    return ""


def words_have_a_type(event: ts.Event) -> dict[ts.KindWord, ts.CodeWord | None]:
    return {event.kind: event.code}


def kinds_match(event: ts.Event) -> str:
    match event:
        case ts.Event(kind="content", text=text):
            return assert_type(text, str)
        case ts.Event("tool_call", name=name, args=args):
            assert_type(args, dict[str, Any])
            return name
        case _:
            return ""


def fields_are_known() -> None:
    message = ts.read("x", dialect="qwen3")
    assert_type(message.content, str)
    assert_type(message.finish_reason, str | None)
    assert_type(message.tool_calls[0].args, dict[str, Any])
    assert_type(message.tool_call_errors[0].code, ts.CodeWord)
    assert_type(message.sections[0].attributes.get("a", 1), str | int)
    assert_type(ts.extract("<a/>")[0].attributes[0], ts.Attribute)
    assert_type([*ts.Reader(hide="a").feed("x")], list[ts.Event])
    assert_type(ts.PartialArgs().add(ts.Reader(hide="a").feed("x")[0]), dict[str, Any] | None)
    print(message["content"])  # type: ignore[index]
    print(message.errors)  # type: ignore[attr-defined]
    ts.parse("x")  # type: ignore[attr-defined]
    ts.Event()  # type: ignore[call-arg]
    assert_type(message.tool_calls[0].to_dict(), dict[str, Any])


async def streams_are_both() -> None:
    stream = ts.stream(["x"], dialect="qwen3")
    for event in stream:
        assert_type(event, ts.Event)
    async for event in stream:
        assert_type(event, ts.Event)
    assert_type(stream.message, ts.Message)


def parts_are_typed() -> None:
    assert_type(ts.columns.text(["x"], "qwen3"), ts.columns.Column)
    ts.openai.client(dialect="qwen3", timeout=3)
    ts.openai.client(dialct="qwen3")  # type: ignore[call-arg]
