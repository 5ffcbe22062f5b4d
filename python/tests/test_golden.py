"""Every golden case of the C++ suite through Python: str and bytes, whole and cut."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tagstream as ts

import golden
from golden import Block, Case, Words
from printed import event_lines, tag_dict, thought_lines, token_line

Text = str | bytes


def common(words: Words) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for name in ("ignore-case", "markdown-code"):
        if words.flag(name):
            options[name.replace("-", "_")] = True
    for name in ("max-tag-bytes", "max-held-bytes", "max-section-bytes", "max-attributes"):
        for value in words.take(name):
            options[name.replace("-", "_")] = golden.size(value)
    for value in words.take("on-limit"):
        options["on_limit"] = value
    return options


def add(options: dict[str, Any], words: Words, names: str, flags: str = "") -> None:
    """Options whose words are the library's names."""
    for name in names.split():
        for value in words.take(name):
            options[name.replace("-", "_")] = value
    for name in flags.split():
        if words.flag(name):
            options[name.replace("-", "_")] = True


def schemas(options: dict[str, Any], words: Words, case: Case) -> None:
    for name in words.take("tools") + words.take("schema"):
        beside = case.path.parent / name
        path = beside if beside.exists() else case.path.parent / "schemas" / name
        options["schemas"] = path.read_bytes()


def finished(words: Words) -> bool:
    """Also takes what only the C++ tests do with a case."""
    words.take("never")
    words.flag("prefixes")
    return not words.flag("no-finish")


def make_filter(words: Words, case: Case) -> ts.Filter:
    options = common(words)
    add(options, words, "nesting on-unclosed start-inside", "leading-only")
    rules = [ts.hide(name) for name in words.take("hide")]
    rules += [ts.hide_between(*pair) for pair in words.take("hide-between")]
    rules += [ts.unwrap(name) for name in words.take("unwrap")]
    rules += [ts.record(name) for name in words.take("record")]
    return ts.Filter(rules, **options)


def make_tools(words: Words, case: Case) -> ts.ToolReader:
    options = common(words)
    add(options, words, "nesting bad-calls", "strict-json incremental")
    for value in words.take("on-unclosed"):
        options["on_unclosed_call"] = value
    schemas(options, words, case)
    body = words.last("body", "auto")
    rules = [ts.call(name, body=body) for name in words.take("tag")]
    rules += [ts.call_between(open, close, body=body) for open, close in words.take("tag-between")]
    rules = rules or [ts.call("tool", body=body)]
    rules += [ts.hide(name) for name in words.take("hide")]
    rules += [ts.unwrap(name) for name in words.take("unwrap")]
    rules += [ts.record(name) for name in words.take("record")]
    return ts.ToolReader(rules, **options)


def make_parser(words: Words, case: Case) -> ts.Parser:
    options = common(words)
    add(
        options,
        words,
        "dialect reasoning tool-format calls-in-reasoning reasoning-again unclosed-reasoning "
        "bad-calls",
        "start-in-reasoning no-reasoning no-parallel only-offered trim strict-json incremental",
    )
    if not options.keys() & {"dialect", "reasoning", "tool_format"}:
        own = case.path.with_suffix(".format")
        if own.exists():
            options["format"] = own.read_text()
        else:
            options["dialect"] = case.path.stem
    for value in words.take("on-unclosed"):
        options["on_unclosed_call"] = value
    for value in words.take("tool-choice"):
        is_word = value in ("auto", "none", "required")
        options["tool_choice"] = value if is_word else "named"
        if not is_word:
            options["tool_name"] = value
    schemas(options, words, case)
    options["drop"] = words.take("drop")
    tail = words.last("prompt-tail")
    parser = ts.Parser(**options)
    if tail is not None:
        parser.prime(tail)
    return parser


def run(reader: Any, pieces: list[Text], is_finished: bool) -> list[Any]:
    events: list[Any] = []
    try:
        for piece in pieces:
            events += reader.feed(piece)
        if is_finished:
            events += reader.finish()
    except ts.LimitError:
        assert events[-1].kind == ts.EventKind.STOPPED
    return events


def read_events(block: Block, case: Case, pieces: list[Text]) -> list[Any]:
    words = Words(block.words)
    is_finished = finished(words)
    makers: dict[str, Callable[[Words, Case], ts.Reader]] = {
        "filter": make_filter,
        "tools": make_tools,
        "parse": make_parser,
        "message": make_parser,
    }
    events = run(makers[block.reader](words, case), pieces, is_finished)
    assert not words.lists, "unknown words"
    assert not words.flags, "unknown words"
    if block.reader == "message":
        message = ts.Message()
        message.add(events)
        shaped = message.to_openai()
        return [
            {
                "content": shaped["content"],
                "reasoning_content": message.reasoning,
                "tool_calls": shaped.get("tool_calls", []),
            }
        ]
    return event_lines(events, is_parser=block.reader == "parse")


def as_bytes(text: Text) -> bytes:
    return text.encode() if isinstance(text, str) else text


def with_all_inside(tags: list[ts.Tag]) -> Iterator[ts.Tag]:
    for tag in tags:
        yield tag
        yield from with_all_inside(tag.children)


def read_thoughts(block: Block, case: Case, pieces: list[Text]) -> list[Any]:
    words = Words(block.words)
    options = common(words)
    add(options, words, "nesting", "live")
    tags = words.take("tag")
    if tags:
        options["names"] = tags
    ids = (words.last("task-id", ""), words.last("context-id", ""))
    is_finished = finished(words)
    reader = ts.ThoughtReader(**options)
    most = words.last("max-snapshot-bytes")
    if not words.flag("snapshots"):
        return thought_lines(run(reader, pieces, is_finished), ids)
    snapshots = ts.Snapshots(**({"max_snapshot_bytes": golden.size(most)} if most else {}))
    joined = pieces[0][:0].join(pieces)  # type: ignore[arg-type]
    lines: list[Any] = []
    events: list[ts.ThoughtEvent] = []
    for line in joined.splitlines() if isinstance(joined, str) else joined.split(b"\n"):
        try:
            value = json.loads(line)
        except ValueError:
            value = None
        if not isinstance(value, str):
            error = "not a JSON string"
        else:
            snapshot: Any = value if isinstance(joined, str) else value.encode()
            try:
                events += reader.feed(snapshots.feed(snapshot))
                continue
            except ts.SnapshotError as mismatch:
                error = f"error snapshot-mismatch {len(as_bytes(snapshot[: mismatch.offset]))}"
            except ts.LimitError as limit:
                error = f"error limit-exceeded {limit.offset}"
        lines += [*thought_lines(events, ids), error]
        events = []
    if is_finished:
        events += reader.finish()
    return lines + thought_lines(events, ids)


def read_tree(block: Block, case: Case, pieces: list[Text]) -> list[Any]:
    words = Words(block.words)
    options = common(words)
    add(options, words, "unclosed")
    if words.lists.get("max-depth"):
        options["max_depth"] = int(words.last("max-depth"))
    options["names"] = words.take("name")
    options["last_close"] = words.take("last-close")
    is_flat, has_content = words.flag("flat"), words.flag("content")
    has_diagnostics = words.flag("diagnostics")
    extractor = ts.Extractor(**options)
    is_finished = finished(words)
    found: list[ts.Diagnostic] = []
    if is_finished and (len(pieces) == 1 or is_flat):
        tree = extractor.extract(pieces[0][:0].join(pieces))  # type: ignore[arg-type]
        tags = [tree[i] for i in range(len(tree))] if is_flat else tree.tags
        found = tree.diagnostics
    else:
        tags = []
        for piece in pieces:
            tags += extractor.feed(piece)
            found += extractor.diagnostics
        if is_finished:
            tags += extractor.finish()
            found += extractor.diagnostics
        tags = list(with_all_inside(tags)) if is_flat else tags
    lines = [tag_dict(tag, is_flat, has_content) for tag in tags]
    if has_diagnostics:
        lines.append({"diagnostics": [one._asdict() for one in found]})
    return lines


def read_inner(block: Block, case: Case, pieces: list[Text]) -> list[Any]:
    text = pieces[0][:0].join(pieces)  # type: ignore[arg-type]
    return [ts.inner(text, block.words[0], ignore_case="--ignore-case" in block.words)]


def read_tokens(block: Block, case: Case, pieces: list[Text]) -> list[Any]:
    words = Words(block.words)
    options = common(words)
    options["names"], options["markers"] = words.take("name"), words.take("marker")
    options["markers_only"] = words.flag("markers-only")
    tokens = run(ts.Tokenizer(**options), pieces, True)
    return token_line(tokens)


def read_attributes(block: Block, case: Case, pieces: list[Text]) -> list[Any]:
    tokens = run(ts.Tokenizer(), pieces, False)
    tags = [token for token in tokens if token.kind != ts.TokenKind.TEXT]
    if not tags:
        return ["no tag"]
    return [
        (one.name or '""') + ("" if one.value is None else f"\t{one.value}")
        for one in tags[0].attributes
    ]


READERS: dict[str, Callable[[Block, Case, list[Text]], list[Any]]] = {
    "filter": read_events,
    "tools": read_events,
    "parse": read_events,
    "message": read_events,
    "thoughts": read_thoughts,
    "extract": read_tree,
    "inner": read_inner,
    "tokens": read_tokens,
    "attributes": read_attributes,
}

_OFFSETS = {"startIndex", "endIndex", "contentStart", "contentEnd", "offset"}


def without_messages(value: Any) -> Any:
    """A notice and an error are compared without their wording."""
    if isinstance(value, dict) and value.get("kind") in ("notice", "tool-error"):
        return {key: one for key, one in value.items() if key != "message"}
    return value


def in_code_points(value: Any, text: bytes) -> Any:
    if isinstance(value, list):
        return [in_code_points(one, text) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key: len([byte for byte in text[:one] if byte & 0xC0 != 0x80])
        if key in _OFFSETS
        else in_code_points(one, text)
        for key, one in value.items()
    }


def expected(block: Block, case: Case, is_str: bool) -> list[Any]:
    if block.reader == "attributes":
        return list(block.lines)
    lines: list[Any] = []
    for line in block.lines:
        if block.reader == "tokens":
            kind, begin, end, *name = line.split(" ")
            value: Any = {"kind": kind, "startIndex": int(begin), "endIndex": int(end)}
            value["name"] = name[0] if name else ""
        else:
            is_json = not line.startswith(("error ", "not "))
            value = without_messages(json.loads(line)) if is_json else line
        lines.append(in_code_points(value, case.input) if is_str else value)
    return lines


def cuttings(text: Text) -> Iterator[tuple[str, list[Text]]]:
    yield "whole", [text]
    yield "in pieces of 1", [text[i : i + 1] for i in range(len(text))] or [text]
    yield "in pieces of 3", [text[i : i + 3] for i in range(0, len(text), 3)] or [text]


def as_utf8(value: Any) -> Any:
    """What JSON says of a text that is not UTF-8."""
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    if isinstance(value, list):
        return [as_utf8(one) for one in value]
    if isinstance(value, dict):
        return {key: as_utf8(one) for key, one in value.items()}
    return value


def texts(case: Case) -> Iterator[Text]:
    yield case.input
    try:
        yield case.input.decode()
    except UnicodeDecodeError:
        return  # no str is this text: there is only the bytes


def check(case: Case, block: Block) -> None:
    may_stop = "--on-limit" in block.words
    for text in texts(case):
        want = expected(block, case, isinstance(text, str))
        for name, pieces in cuttings(text):
            # Where a reader stops with an error depends on what it had been handed by then.
            # Indices count from the first tag of a feed.
            if (may_stop or {"--flat", "--no-finish"} <= {*block.words}) and name != "whole":
                continue
            got = [
                without_messages(as_utf8(one)) for one in READERS[block.reader](block, case, pieces)
            ]
            assert got == want, f"{case.place(block)}, {type(text).__name__} {name}"


@pytest.mark.parametrize("path", golden.files(), ids=lambda p: str(p.relative_to(golden.ROOT)))
def test_golden(path: Path) -> None:
    cases = golden.read_cases(path)
    assert cases
    for case in cases:
        assert case.blocks, case.heading
        for block in case.blocks:
            check(case, block)


def test_all_cases_are_there() -> None:
    assert sum(len(golden.read_cases(path)) for path in golden.files()) > 3000
