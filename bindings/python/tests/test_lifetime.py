"""Memory and threads: nothing leaks, nothing dangles, one reader belongs to one thread."""

from __future__ import annotations

import contextlib
import copy
import gc
import pickle
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import tagstream as ts

TEXT = (
    "<think>They want rain.</think>Let me see: 4 < 5.\n"
    '<tool_call>{"name": "rain", "arguments": {"city": "Oslo"}}</tool_call>\n'
)


def resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def feed_many(count: int) -> None:
    pieces = [TEXT[i : i + 4] for i in range(0, len(TEXT), 4)]
    reader = ts.Reader(dialect="qwen3", incremental=True)
    feed = reader.feed
    for i in range(count // len(pieces)):
        for piece in pieces:
            feed(piece)
        if i % 100 == 0:
            repr(feed("<a>"))
        reader.finish()
        reader.reset()  # until then it has the message so far


def check_flat(count: int) -> None:
    feed_many(count // 10)
    gc.collect()
    before, blocks = resident(), sys.getallocatedblocks()
    feed_many(count)
    gc.collect()
    assert sys.getallocatedblocks() - blocks < 1000
    assert resident() - before < 1 << 20


def test_feeds_leave_nothing() -> None:
    check_flat(100_000)


@pytest.mark.long
def test_a_million_feeds_leave_nothing() -> None:
    check_flat(1_000_000)


def refused() -> None:
    wrong: Any = {"dialect": "\ud800", "tools": [object()], "trim": "no", "odd": 1}
    for name, value in wrong.items():
        with contextlib.suppress(ValueError, TypeError):
            ts.Reader(**{"dialect": "qwen3", name: value})
    with contextlib.suppress(ts.LimitError):
        ts.read("<tool>" + "x" * 20, call="tool", max_held_bytes=10, on_limit="stop")
    with contextlib.suppress(TypeError):
        ts.Message().add(wrong)


def told() -> None:
    for event in ts.Reader(dialect="qwen3", incremental=True).feed(TEXT):
        assert pickle.loads(pickle.dumps(event)) == event
        repr((event, event.span, event.kind, event.attributes, event.args, event.to_dict()))
    message = ts.read(TEXT, dialect="qwen3")
    assert copy.copy(message) == message
    repr((message.to_openai(), message.to_anthropic(), message.to_dict(), message))
    repr(ts.read(TEXT, thought="think").thoughts)
    repr((message.tool_calls[0].args, pickle.loads(pickle.dumps(ts.Rules(dialect="qwen3")))))


def found() -> None:
    tree = ts.extract(TEXT)
    repr((tree, tree.diagnostics, tree.find_all("think"), tree.tags[0].children))
    repr([ts.Snapshots().feed(TEXT), ts.inner(TEXT, "think")])
    repr([*ts.ExtractStream().feed(TEXT)])
    next(iter(ts.stream([TEXT], dialect="qwen3")))
    body = b'data: {"choices": [{"delta": {"reasoning": "a", "content": "b"}}]}\n\n'
    events = ts.stream([body], from_="sse", dialect="qwen3")
    repr((list(events), events.message))


@pytest.mark.parametrize("work", [refused, told, found])
def test_nothing_else_leaves_anything(work: Callable[[], None]) -> None:
    for _ in range(100):
        work()
    gc.collect()
    before, blocks = resident(), sys.getallocatedblocks()
    for _ in range(1000):
        work()
    gc.collect()
    assert sys.getallocatedblocks() - blocks < 500
    assert resident() - before < 1 << 20


def test_references_are_given_back() -> None:
    text = "x" * 100 + "<a>1</a>"
    count = sys.getrefcount(text)
    tree = ts.extract(text)
    tag = tree.tags[0]
    assert sys.getrefcount(text) == count + 1  # the tree views it
    del tree
    assert tag.content == "1"
    assert sys.getrefcount(text) == count + 1
    del tag
    assert sys.getrefcount(text) == count
    ts.Reader(hide="a").feed(text)
    ts.read(text, dialect="qwen3")
    assert sys.getrefcount(text) == count


def test_events_outlive_their_reader() -> None:
    chunk = bytearray(b"<t a=1>some text</t>")
    reader = ts.Reader(hide="t")
    events = reader.feed(chunk)
    chunk[:] = b"#" * len(chunk)
    reader.feed(b"#" * 1000)
    del reader
    gc.collect()
    assert [event.text for event in events] == ["", "some text", ""]
    assert events[-1].raw_tag == "<t a=1>"


def test_two_threads_read_two_texts() -> None:
    text = TEXT * 200
    want = ts.read(text, dialect="qwen3")
    got: list[Any] = []
    threads = [
        threading.Thread(target=lambda: got.append(ts.read(text, dialect="qwen3")))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == [want] * 4


@pytest.mark.parametrize(
    "make", [lambda: ts.Reader(dialect="qwen3"), ts.Snapshots, ts.ExtractStream]
)
def test_a_reader_that_is_busy_says_so(make: Callable[[], Any]) -> None:
    """A long feed lets other threads run; none of them may use the same reader."""
    reader = make()
    text = "x<y " * (1 << 18)
    is_seen = threading.Event()

    def feed() -> None:
        while not is_seen.is_set():
            with contextlib.suppress(RuntimeError):  # it may be this thread that comes second
                reader.feed(text)

    thread = threading.Thread(target=feed)
    thread.start()
    end = time.monotonic() + 60
    try:
        with pytest.raises(RuntimeError, match="a reader belongs to one thread at a time"):
            while time.monotonic() < end:
                assert reader.stats.limit_hits == 0
    finally:
        is_seen.set()
        thread.join()


def test_the_end_of_the_program_is_silent() -> None:
    """nanobind complains of what has leaked."""
    script = """
import tagstream as ts
reader = ts.Reader(dialect="qwen3", incremental=True)
events = reader.feed('<tool_call>{"name": "f", "arguments": {"a": "b')
tag = ts.extract("<a><b>1</b></a>").tags[0].children[0]
message = ts.read("x", dialect="qwen3")
stream = ts.ExtractStream()
stream.feed("<a>1</a>")
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert (run.stdout, run.stderr) == (b"", b"")


def test_the_end_is_silent_if_a_daemon_still_holds_a_reader() -> None:
    script = """
import threading, time
import tagstream as ts
begun = threading.Event()
def work():
    reader = ts.Reader(ts.Rules(dialect="qwen3"))
    events = reader.feed("<think>a</think>b")
    begun.set()
    time.sleep(1000)
threading.Thread(target=work, daemon=True).start()
begun.wait()
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert (run.stdout, run.stderr) == (b"", b"")


def test_the_end_is_silent_if_the_collector_was_told_to_keep_all() -> None:
    """As servers do before they fork, and LiteLLM's proxy when it has started."""
    script = """
import gc
import tagstream as ts
class Server:
    pass
server = Server()
server.itself, server.rules = server, ts.Rules(hide="a")
gc.freeze()
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert (run.stdout, run.stderr) == (b"", b"")
