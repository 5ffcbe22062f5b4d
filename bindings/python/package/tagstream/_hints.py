"""Names of others, and what has them here: a wrong name is answered with the right one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

#: Of the package.
MODULE = {
    "parse": "read(text, …) reads a whole text, stream(chunks, …) its chunks",
    "parse_stream": "stream(chunks, …) reads chunks",
    "parser": "Reader(…) reads step by step, read(text, …) a whole text",
    "reasoning": "read(text, …).reasoning",
    "content": "read(text, …).content, or filter(text, …)",
    "strip": "filter(text, hide=…) takes elements out",
    "hide": "filter(text, hide=…) takes elements out",
    "tool_calls": "read(text, …).tool_calls",
    "tools": "read(text, …).tool_calls",
    "calls": "read(text, …).tool_calls",
    "thoughts": "read(text, …).thoughts",
    "tags": "extract(text) gives all tags",
    "find": "inner(text, name) is the content of the first element of that name",
    "models": "dialects() names all families, guess(model=…) that of a model",
    "families": "dialects() names all families",
    "show": "it is a command of the program: tagstream show",
    "client": "openai.client(…) makes a client",
}

_CALL = {
    "function": "`name` and `arguments` are fields of the call; message.to_openai() has the shape "
    "of OpenAI",
    "tool": "`name`",
    "tool_name": "`name`",
    "parameters": "`args` is a dict, `arguments` the same as JSON",
    "params": "`args` is a dict, `arguments` the same as JSON",
    "kwargs": "`args` is a dict, `arguments` the same as JSON",
    "input": "`args` is a dict, `arguments` the same as JSON",
    "tool_call_id": "`id`",
    "call_id": "`id`",
    "text": "`raw` is the body as written",
    "model_dump": "to_dict()",
    "to_json": "json.dumps(call.to_dict())",
}
_TEXT = {"text": "`content`", "inner": "`content`", "tag": "`name`", "attrs": "`attributes`"}

_OF_MESSAGE = {
    name: f"`message` has `{name}`"
    for name in ("content", "reasoning", "tool_calls", "tool_call_errors", "thoughts", "sections")
}

_FEEDS = {
    **dict.fromkeys(("add", "push", "read", "send", "write"), "`feed`"),
    **dict.fromkeys(("close", "end", "flush"), "`finish`"),
}

#: Of the classes.
CLASSES: dict[str, dict[str, str]] = {
    "ToolCall": _CALL,
    "ToolCallError": {"message": "`text`", "error": "`code` and `text`", "reason": "`text`"},
    "Thought": {"type": "`thought_type`", "content": "`text`", "kind": "`thought_type`"},
    "Section": _TEXT,
    "Tag": {**_TEXT, "closed": "`is_closed`", "get": "`attributes`.get(…), or `attribute`"},
    "Notice": {"message": "`text`", "kind": "`code`", "type": "`code`"},
    "Message": {
        "text": "`content`",
        "reasoning_content": "`reasoning`; to_openai() has the shape of OpenAI",
        "thinking": "`reasoning`",
        "errors": "`tool_call_errors`, and `notices`",
        "calls": "`tool_calls`",
        "tools": "`tool_calls`",
        "role": "to_openai() has the shape of OpenAI",
        "function_call": "`tool_calls`",
        "model_dump": "to_dict(), to_json(), to_openai()",
        "warnings": "`notices`",
        "choices": "`content`, `reasoning` and `tool_calls` are its fields",
        "message": "`content`, `reasoning` and `tool_calls` are its fields",
    },
    "Event": {
        "type": "`kind`",
        "content": "`text`, where `kind` is content",
        "delta": "`text`",
        "data": "`text`",
        "tool_call": "`name`, `args` and `id` are fields of the event",
        "function": "`name`, `args` and `id` are fields of the event",
        "message": "stream(…).message, Reader.message",
    },
    "Reader": {
        **_OF_MESSAGE,
        **_FEEDS,
        "events": "`feed` and `finish` return them",
    },
    "Rules": {
        "read": "read(text, rules)",
        "feed": "Reader(rules)",
        "reader": "Reader(rules)",
        "stream": "stream(chunks, rules)",
    },
    "ExtractStream": {**_FEEDS, "tags": "`feed` and `finish` return them"},
    "Snapshots": dict.fromkeys(("add", "push", "read", "update"), "`feed`"),
    "PartialArgs": {"feed": "`add`", "update": "`add`", "args": "`add` returns them"},
    "Column": {
        **{
            name: f"a field of all rows: [row[{name!r}] for row in column]"
            for name in ("content", "reasoning", "tool_calls")
        },
        "to_list": "to_pylist()",
        "tolist": "to_pylist()",
        "to_pandas": "pandas.Series(column)",
        "to_numpy": "numpy.array(column)",
        "to_arrow": "pyarrow.array(column)",
        "to_polars": "polars.Series(column)",
    },
    "Events": {**_OF_MESSAGE, "events": "`for event in stream`", "close": "leave the loop"},
    "Tree": {"content": "`tree[0].content`", "root": "`tree[0]`", "children": "`tree[0].children`"},
}


#: The text of objects of other packages: a field that shows what they are, and where it is.
_TEXTS = (
    ("choices", "choices[0].message.content"),  # OpenAI's chat completion
    ("output_text", "output_text"),  # its response
    ("iter_bytes", "text"),  # an HTTP response
)


def no_text(thing: Any) -> str:
    """The sentence about an object in the place of a whole text; empty if it is no stream
    either."""
    if hasattr(thing, "__arrow_c_stream__"):
        return "read takes one text; tagstream.columns.read(column, …) reads each row of a column"
    if not hasattr(thing, "__next__") and not hasattr(thing, "__anext__"):
        for name, where in _TEXTS:
            if hasattr(thing, name):
                return f"read takes a text: .{where} of this {type(thing).__name__}"
        content = getattr(thing, "content", None)
        if isinstance(content, str):
            return f"read takes a text: .content of this {type(thing).__name__}"
    if hasattr(thing, "__iter__") or hasattr(thing, "__aiter__"):
        return (
            "read takes a whole text; of a stream the events come with tagstream.stream(chunks, …)"
        )
    return ""


def no_column(thing: Any) -> str:
    """The sentence about an object that is no column."""
    if isinstance(thing, (str, bytes)):
        return "one text is no column: tagstream.read(text, …) reads it"
    if hasattr(thing, "collect_schema"):  # of polars
        return f"a {type(thing).__name__} has no rows yet: collect() makes them"
    return (
        "no column: it has neither __arrow_c_stream__ nor __arrow_c_array__; pyarrow.array(…) and "
        "polars.Series(…) make one of a list"
    )


def nearest(name: str, names: Iterable[str]) -> str:
    """The words that lead from a wrong name; empty if none is near."""
    found = difflib.get_close_matches(name, list(names), 1, 0.7)
    return f"; did you mean `{found[0]}`?" if found else ""


def no_such(what: str, name: str, hints: Mapping[str, str], names: Iterable[str]) -> AttributeError:
    """The exception about a name that is not there."""
    hint = hints.get(name.lower())
    words = f": {hint}" if hint else nearest(name, (one for one in names if one[0] != "_"))
    # Without its fields Python adds no guess of its own to the sentence.
    return AttributeError(f"{what} has no `{name}`{words}", name=None, obj=None)


def lead(*classes: type) -> None:
    """Makes wrong names and keys of these classes lead to the right ones."""
    for cls in classes:
        _lead(cls, CLASSES.get(cls.__name__, {}))


def _lead(cls: Any, hints: Mapping[str, str]) -> None:
    def __getattr__(self: Any, name: str) -> NoReturn:  # noqa: N807
        if name.startswith("_"):  # asked for by Python and by tools, not by people
            raise AttributeError(name)
        raise no_such(_a(cls), name, hints, dir(cls))

    cls.__getattr__ = __getattr__
    if tuple not in cls.__mro__:

        def __getitem__(self: Any, key: object) -> NoReturn:  # noqa: N807
            raise _no_key(cls, key)

        if not hasattr(cls, "__iter__"):
            cls.__getitem__ = __getitem__
            cls.__iter__ = None  # it is no sequence
        return

    plain: Any = tuple

    def __getitem_of_tuple__(self: Any, key: Any) -> Any:  # noqa: N807
        if isinstance(key, str):
            raise _no_key(cls, key)
        return plain.__getitem__(self, key)

    cls.__getitem__ = __getitem_of_tuple__


def _a(cls: type) -> str:
    return f"{'an' if cls.__name__[0] in 'AEIOU' else 'a'} {cls.__name__}"


def _no_key(cls: type, key: object) -> TypeError:
    hint = CLASSES.get(cls.__name__, {}).get(str(key))
    if not hint:
        hint = f"write .{key}" if hasattr(cls, str(key)) else "dir() lists them"
    return TypeError(f"{_a(cls)} has fields and no keys: {hint}")
