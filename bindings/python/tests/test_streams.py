"""Streams as servers send them: the rewriter makes of them what `parse` reads in their text.

TAGSTREAM_STREAMS may name a folder of recorded ones.
"""

from __future__ import annotations

import copy
import itertools
import json
import os
import threading
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from clients import modelled, plain
from upstream import LocalServer

import tagstream as ts
import tagstream.openai as to

MADE = sorted((Path(__file__).parent / "streams").glob("*.sse"))
Calls = list[tuple[str, str]]


def dialect_of(path: Path) -> str:
    family = path.name.split(".")[1]
    return family if family in ts.dialects() else family.rpartition("_")[0]


def chunks_of(body: bytes) -> list[dict[str, Any]]:
    lines = body.replace(b"\r\n", b"\n").split(b"\n")
    data = [line[5:].strip() for line in lines if line.startswith(b"data:")]
    return [json.loads(one) for one in data if one != b"[DONE]"]


def choices_of(chunks: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [choice for chunk in chunks for choice in chunk.get("choices") or ()]


def said(chunks: Iterable[Mapping[str, Any]], index: int) -> tuple[str, str, Calls]:
    """The content, the reasoning and the calls of a choice. Recorded calls need not be whole."""
    content = reasoning = ""
    calls: dict[int, tuple[str, str]] = {}
    for choice in choices_of(chunks):
        if choice.get("index", 0) != index:
            continue
        delta = choice.get("delta") or choice
        content += delta.get("content") or choice.get("text") or ""
        reasoning += delta.get("reasoning_content") or delta.get("reasoning") or ""
        for call in delta.get("tool_calls") or ():
            name, arguments = calls.get(call["index"], ("", ""))
            function = call["function"]
            name += function.get("name") or ""
            calls[call["index"]] = (name, arguments + (function.get("arguments") or ""))
    return content, reasoning, [calls[at] for at in sorted(calls)]


def check(body: bytes, dialect: str) -> None:
    """Native parts stay, and those that `parse` reads in the text come with them."""
    given = chunks_of(body)
    broken_at = next((at for at, one in enumerate(given) if "error" in one), len(given))
    seen = chunks_of(b"".join(to.rewrite([body], dialect=dialect)))
    assert len(seen) >= len([one for one in given if not choices_of([one])])
    for index in {choice.get("index", 0) for choice in choices_of(given)}:
        text, thought, native = said(given[:broken_at], index)
        message = ts.read(text, dialect=dialect)
        content, reasoning, calls = said(seen, index)
        assert content == message.content
        ours = [(call.name, call.arguments) for call in message.tool_calls]
        assert [one for one in calls if one in ours] == ours
        assert sorted(calls) == sorted(native + ours)
        if thought and message.reasoning:
            assert sorted(reasoning) == sorted(thought + message.reasoning)
        else:
            assert reasoning == thought + message.reasoning


@pytest.mark.parametrize("path", MADE, ids=lambda path: path.stem)
def test_a_stream_holds_something_and_says_what_parse_reads(path: Path) -> None:
    body = path.read_bytes()
    check(body, dialect_of(path))
    text, _, _ = said(chunks_of(body), 0)
    message = ts.read(text, dialect=dialect_of(path))
    assert message.tool_calls or message.reasoning or message.tool_call_errors or message.notices
    for dialect in ts.dialects():
        check(body, dialect)


# An event with an id of its own says more than its chunk.
WITHOUT_IDS = [path for path in MADE if b"\nid:" not in path.read_bytes()]


@pytest.mark.parametrize("path", WITHOUT_IDS, ids=lambda path: path.stem)
def test_objects_become_what_bytes_become(path: Path) -> None:
    body = path.read_bytes()
    given = chunks_of(body)
    for dialect in (dialect_of(path), "auto"):
        options: Any = {"dialect": dialect, "id_seed": 1}
        wanted = chunks_of(b"".join(to.rewrite([body], **options)))
        before = copy.deepcopy(given)
        assert list(to.rewrite(given, **options)) == wanted
        assert given == before  # what changes is copied
        assert plain(list(to.rewrite(modelled(given), **options))) == wanted


@pytest.mark.long
@pytest.mark.parametrize("path", MADE, ids=lambda path: path.stem)
def test_where_the_bytes_are_cut_makes_no_difference(path: Path) -> None:
    body = path.read_bytes()
    rewriter = to.Rewriter(dialect=dialect_of(path), id_seed=1)

    def rewritten(*parts: bytes) -> bytes:
        rewriter.reset()
        return b"".join([*map(rewriter.feed, parts), rewriter.finish()])

    whole = rewritten(body)
    for at in range(len(body)):
        assert rewritten(body[:at], body[at:]) == whole
    assert rewritten(*(body[at : at + 1] for at in range(len(body)))) == whole


@pytest.mark.parametrize("path", MADE, ids=lambda path: path.stem)
def test_where_the_text_is_cut_makes_no_difference(path: Path) -> None:
    text, _, _ = said(chunks_of(path.read_bytes()), 0)
    message = ts.read(text, dialect=dialect_of(path))
    calls = [(call.name, call.arguments) for call in message.tool_calls]

    def rewritten(parts: Iterable[str]) -> tuple[str, str, Calls]:
        chunks = [{"choices": [{"index": 0, "delta": {"content": part}}]} for part in parts]
        end = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
        return said(to.rewrite([*chunks, end], dialect=dialect_of(path)), 0)

    ends = range(len(text))
    for parts in itertools.chain([text], ([text[:at], text[at:]] for at in ends)):
        assert rewritten(parts) == (message.content, message.reasoning, calls)


class Replay:
    """A server that sends a stream again: piece by piece, as a network cuts it, with pauses. The
    last piece waits until something of the first ones has come through."""

    breaks_after = None

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.delay = 0.001
        self.has_come = threading.Event()

    def arriving(self) -> Iterator[bytes]:
        size = len(self.body) // 20 + 1
        pieces = [self.body[at : at + size] for at in range(0, len(self.body), size)]
        yield from pieces[:-1]
        assert self.has_come.wait(20)
        yield pieces[-1]


@pytest.mark.parametrize("path", MADE, ids=lambda path: path.stem)
def test_a_server_that_sends_it_slowly_is_read_while_it_sends(path: Path) -> None:
    pytest.importorskip("httpx")
    body = path.read_bytes()
    replay: Any = Replay(body)
    seen = b""
    with LocalServer(lambda _: replay) as server:
        http = to.client(dialect=dialect_of(path), base_url=server.base_url)
        asked = {"model": "m", "stream": True}
        with http, http.stream("POST", "/chat/completions", json=asked) as answer:
            for chunk in answer.iter_bytes():
                seen += chunk
                replay.has_come.set()
    assert seen.count(b"[DONE]") == 1
    at_once = chunks_of(b"".join(to.rewrite([body], dialect=dialect_of(path))))
    for index in {choice["index"] for choice in choices_of(at_once)}:
        assert said(chunks_of(seen), index) == said(at_once, index)


def recorded(path: Path) -> bytes:
    """A stream of events; of a file of lines each is one."""
    body = path.read_bytes()
    if path.suffix == ".sse":
        return body
    return b"".join(b"data: %s\n\n" % line for line in body.splitlines() if line)


def test_recorded_streams_say_what_parse_reads_and_those_of_others_pass() -> None:
    folder = os.environ.get("TAGSTREAM_STREAMS")
    paths = sorted(Path(folder).glob("*.*")) if folder else MADE
    read: list[str] = []
    passed: list[str] = []
    for path in paths:
        body = recorded(path)
        is_read = any(one.get("choices") for one in chunks_of(body))
        for dialect in ts.dialects():
            if is_read:
                check(body, dialect)
            else:
                assert b"".join(to.rewrite([body], dialect=dialect)) == body
        (read if is_read else passed).append(path.name)
    print(f"{len(read)} streams are read as parse does, in {len(ts.dialects())} dialects")
    print(f"{len(passed)} of other APIs pass byte for byte")
    assert len(read) >= len(MADE)
