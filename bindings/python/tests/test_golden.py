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
from printed import event_lines, tag_dict, without_sentences

Text = str | bytes

_BY_A_DIALECT = {"dialect", "model", "format", "reasoning_of", "calls_of"}


def words_of(block: Block, case: Case) -> Words:
    """In folders of dialects and formats the file's name says how to read; tools are in a file,
    or in the words themselves."""
    words = Words(block.words, "Options")
    options = words.options
    if not options.keys() & _BY_A_DIALECT:
        own = case.path.with_suffix(".format")
        if own.exists():
            options["format"] = own.read_text()
        elif case.path.parent.name in ("dialects", "auto"):
            options["dialect"] = case.path.stem
    if "tools" in options and not options["tools"].startswith("["):
        beside = case.path.parent / options["tools"]
        path = beside if beside.exists() else case.path.parent / "schemas" / options["tools"]
        if not path.exists():
            path = golden.ROOT / "dialects" / "schemas" / options["tools"]
        options["tools"] = path.read_bytes()
    return words


def run(reader: ts.Reader, pieces: list[Text], is_finished: bool) -> list[ts.Event]:
    events: list[ts.Event] = []
    try:
        for piece in pieces:
            events += reader.feed(piece)
        if is_finished:
            events += reader.finish()
    except ts.LimitError:
        assert events[-1].kind == ts.EventKind.STOPPED
    return events


def read_events(block: Block, case: Case, pieces: list[Text]) -> list[Any]:
    words = words_of(block, case)
    if "snapshots" in words.flags:
        return read_snapshots(words, pieces)
    reader = ts.Reader(**words.options)
    return event_lines(run(reader, pieces, "no-finish" not in words.flags))


def as_bytes(text: Text) -> bytes:
    return text.encode() if isinstance(text, str) else text


def read_snapshots(words: Words, pieces: list[Text]) -> list[Any]:
    """Each line of the input is a snapshot, as a JSON string."""
    most: Any = words.values.get("max-snapshot-bytes")
    snapshots = ts.Snapshots(**({"max_snapshot_bytes": int(most)} if most else {}))
    reader = ts.Reader(**words.options)
    joined = pieces[0][:0].join(pieces)  # type: ignore[arg-type]
    lines: list[Any] = []
    events: list[ts.Event] = []
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
                error = f"error snapshot_mismatch {len(as_bytes(snapshot[: mismatch.offset]))}"
            except ts.LimitError as limit:
                error = f"error limit_exceeded {limit.offset}"
        lines += [*event_lines(events), error]
        events = []
    if "no-finish" not in words.flags:
        events += reader.finish()
    return lines + event_lines(events)


def read_message(block: Block, case: Case, pieces: list[Text]) -> list[Any]:
    words = words_of(block, case)
    reader = ts.Reader(**words.options)
    run(reader, pieces, True)
    if len(pieces) == 1 and reader.error is None:
        assert ts.read(pieces[0], **words.options) == reader.message
    return [reader.message.to_dict()]


def with_all_inside(tags: list[ts.Tag]) -> Iterator[ts.Tag]:
    for tag in tags:
        yield tag
        yield from with_all_inside(tag.children)


def read_tree(block: Block, case: Case, pieces: list[Text]) -> list[Any]:
    words = Words(block.words, "ExtractOptions")
    options = words.options
    is_flat, has_content = "flat" in words.flags, "content" in words.flags
    is_finished = "no-finish" not in words.flags
    found: list[ts.Diagnostic] = []
    tags: list[ts.Tag] = []
    if is_finished and (len(pieces) == 1 or is_flat):
        tree = ts.extract(pieces[0][:0].join(pieces), **options)  # type: ignore[arg-type]
        tags = [tree[i] for i in range(len(tree))] if is_flat else tree.tags
        found = tree.diagnostics
    else:
        stream = ts.ExtractStream(**options)
        for piece in pieces:
            tags += stream.feed(piece)
            found += stream.diagnostics
        if is_finished:
            tags += stream.finish()
            found += stream.diagnostics
        tags = list(with_all_inside(tags)) if is_flat else tags
    lines = [tag_dict(tag, is_flat, has_content) for tag in tags]
    if "json" in words.flags:
        lines.append({"diagnostics": [one._asdict() for one in found]})
    return lines


def read_inner(block: Block, case: Case, pieces: list[Text]) -> list[Any]:
    """The content; the program says where it is, too."""
    text = pieces[0][:0].join(pieces)  # type: ignore[arg-type]
    words = Words(block.words, "ExtractOptions")
    return [ts.inner(text, words.plain[0], **words.options)]


def read_advice(block: Block, case: Case, pieces: list[Text]) -> list[Any]:
    """Each advice, whose options are used as they are."""
    text = pieces[0][:0].join(pieces)  # type: ignore[arg-type]
    options = words_of(block, case).options
    lines: list[Any] = []
    for advice in ts.advise(text, **options):
        changed = {**options, **advice.options}
        message = ts.read(text, **changed)
        assert not {"tool_call", "reasoning"} & {*advice.finds} or (
            message.tool_calls or message.reasoning
        )
        lines.append(advice._asdict() | {"finds": [*advice.finds]})
    return lines


READERS: dict[str, Callable[[Block, Case, list[Text]], list[Any]]] = {
    "read": read_events,
    "message": read_message,
    "extract": read_tree,
    "inner": read_inner,
    "advise": read_advice,
}
#: What the module does not have.
NOT_IN_PYTHON = {"tokens", "attributes"}

_OFFSETS = {"start", "end", "content_start", "content_end", "offset"}


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
    lines: list[Any] = []
    for line in block.lines:
        value = line if line.startswith(("error ", "not ")) else without_sentences(json.loads(line))
        if block.reader == "inner" and isinstance(value, dict):
            value = value["content"]
        if is_str and "--snapshots" not in block.words:
            value = in_code_points(value, case.input)
        lines.append(value)
    return lines


def cuttings(text: Text) -> Iterator[tuple[str, list[Text]]]:
    yield "whole", [text]
    yield "in pieces of 1", [text[i : i + 1] for i in range(len(text))] or [text]
    yield "in pieces of 3", [text[i : i + 3] for i in range(0, len(text), 3)] or [text]


def as_utf8(value: Any) -> Any:
    """The text as JSON has it, where it is not UTF-8."""
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    if isinstance(value, list):
        return [as_utf8(one) for one in value]
    if isinstance(value, dict):
        return {key: as_utf8(one) for key, one in value.items()}
    return value


def texts(case: Case, block: Block) -> Iterator[Text]:
    yield case.input
    try:
        text = case.input.decode()
    except UnicodeDecodeError:
        return  # no str is this text: there is only the bytes
    if "--snapshots" not in block.words or text.isascii():
        yield text


def check(case: Case, block: Block) -> None:
    may_stop = "--on-limit" in block.words
    for text in texts(case, block):
        want = expected(block, case, isinstance(text, str))
        for name, pieces in cuttings(text):
            # Where a reader stops at a limit depends on what it had been handed by then.
            # Indices count from the first tag of a feed.
            if (may_stop or {"--flat", "--no-finish"} <= {*block.words}) and name != "whole":
                continue
            got = [
                without_sentences(as_utf8(one))
                for one in READERS[block.reader](block, case, pieces)
            ]
            assert got == want, f"{case.place(block)}, {type(text).__name__} {name}"


@pytest.mark.parametrize("path", golden.files(), ids=lambda p: str(p.relative_to(golden.ROOT)))
def test_golden(path: Path) -> None:
    cases = golden.read_cases(path)
    assert cases
    for case in cases:
        assert case.blocks, case.heading
        for block in case.blocks:
            if block.reader not in NOT_IN_PYTHON:
                check(case, block)


def test_all_cases_are_there() -> None:
    assert sum(len(golden.read_cases(path)) for path in golden.files()) > 3000
