"""The time that tagstream.openai adds to a delta, beside the SDK's own, in one run.

usage: adapter.py [SDK]   SDK: openai (default), or none where it is not there

The server is a mock transport, so nothing waits; each delta is an event of four characters in a
chunk of its own. All are measured in turns, round after round; a figure is the median of the
rounds, and what is added the median of what each round has added. The goal: at most 20 µs for a
delta, beside the HTTP client.
"""

from __future__ import annotations

import importlib
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import tagstream.openai as to

ROUNDS = 9
DIALECT = "qwen3"


def event(content: str | None, finish: str | None = None) -> bytes:
    delta = {} if content is None else {"content": content}
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    chunk = {
        "id": "chatcmpl-0123456789abcdef0123456789abcdef",
        "object": "chat.completion.chunk",
        "created": 1795400000,
        "model": "Qwen/Qwen3-8B",
        "choices": [choice],
    }
    return f"data: {json.dumps(chunk)}\n\n".encode()


def events_of(text: str, size: int = 4) -> list[bytes]:
    pieces = [event(text[at : at + size]) for at in range(0, len(text), size)]
    return [*pieces, event(None, "stop"), b"data: [DONE]\n\n"]


def seconds(work: Callable[[], Any]) -> float:
    begin = time.thread_time()  # others may use the machine
    work()
    return time.thread_time() - begin


TEXTS = {
    "text": "It rains in Oslo, and <b> is less than c. " * 100,
    "reasoning": "<think>" + "So it may rain, then. " * 180 + "</think>It does.",
    "a call": '<tool_call>\n{"name": "write", "arguments": {"text": "'
    + "rain and <b> " * 320
    + '"}}\n</tool_call>',
}


def drained(stream: Iterable[Any]) -> None:
    for _ in stream:
        pass


def client(module: Any, events: list[bytes], wrap: Callable[[Any], Any]) -> Any:
    def chunks() -> Iterator[bytes]:
        yield from events

    def handler(_: Any) -> Any:
        headers = {"content-type": "text/event-stream"}
        return module.Response(200, headers=headers, content=chunks())

    return module.Client(transport=wrap(module.MockTransport(handler)))


def by_http(http: Any) -> None:
    body = {"model": "m", "messages": [], "stream": True}
    with http.stream("POST", "http://u/v1/chat/completions", json=body) as answer:
        drained(answer.iter_bytes())


def by_sdk(openai: Any, http: Any) -> Callable[[], None]:
    sdk = openai.OpenAI(base_url="http://u/v1", api_key="k", http_client=http)
    return lambda: drained(sdk.chat.completions.create(model="m", messages=[], stream=True))


def same(inner: Any) -> Any:
    return inner


def with_tagstream(inner: Any) -> Any:
    return to.transport(inner, dialect=DIALECT)


class Rounds:
    """Several pieces of work, measured in turns."""

    def __init__(self, works: dict[str, Callable[[], Any]], deltas: int) -> None:
        for work in works.values():
            work()
        self._times: dict[str, list[float]] = {what: [] for what in works}
        for _ in range(ROUNDS):
            for what, work in works.items():
                self._times[what].append(1e6 * seconds(work) / deltas)

    def rows(self) -> None:
        for what, times in self._times.items():
            print(f"| {what} | {statistics.median(times):.2f} |")

    def added(self, what: str, to_what: str) -> float:
        """Says it, and gives the median."""
        more, less = self._times[what], self._times[to_what]
        differences = [one - other for one, other in zip(more, less, strict=True)]
        ratios = [one / other for one, other in zip(more, less, strict=True)]
        added = statistics.median(differences)
        print(f"| added to {to_what} | {added:.2f} |")
        print(f"| times {to_what} | {statistics.median(ratios):.2f} |")
        return added


def compare(module: Any, openai: Any) -> float:
    """Gives the most that is added to the HTTP client."""
    most = 0.0
    for name, text in TEXTS.items():
        events = events_of(text)
        deltas = len(events) - 2
        print(f"\n**{name}, {deltas} deltas**\n\n| | µs for a delta |\n|---|--:|")

        def fed(events: list[bytes] = events) -> None:
            rewriter = to.Rewriter(dialect=DIALECT)
            for one in events:
                rewriter.feed(one)

        works: dict[str, Callable[[], Any]] = {
            "the rewriter alone": fed,
            "the HTTP client": lambda e=events: by_http(client(module, e, same)),
            "HTTP, tagstream": lambda e=events: by_http(client(module, e, with_tagstream)),
        }
        if openai is not None:
            works["the OpenAI SDK"] = by_sdk(openai, client(module, events, same))
            works["SDK, tagstream"] = by_sdk(openai, client(module, events, with_tagstream))
        rounds = Rounds(works, deltas)
        rounds.rows()
        most = max(most, rounds.added("HTTP, tagstream", "the HTTP client"))
        if openai is not None:
            rounds.added("SDK, tagstream", "the OpenAI SDK")
    return most


def grow(module: Any) -> None:
    print("\n| one argument, 4 bytes a delta | ms | for a KiB |\n|---|--:|--:|")
    for kib in (16, 64, 256):
        text = TEXTS["a call"].replace("rain and <b> " * 320, "x" * (kib << 10))
        events = events_of(text)
        taken = min(
            seconds(lambda e=events: by_http(client(module, e, with_tagstream))) for _ in range(3)
        )
        print(f"| {kib} KiB | {1e3 * taken:.0f} | {1e3 * taken / kib:.2f} |")


def main() -> None:
    openai: Any = None if sys.argv[1:] == ["none"] else importlib.import_module("openai")
    names = ("httpx2", "httpx") if openai and int(openai.VERSION.split(".")[0]) >= 3 else ("httpx",)
    module: Any = importlib.import_module(names[0])
    version = f"openai {openai.VERSION}, " if openai else ""
    print(f"{version}{module.__name__} {module.__version__}, Python {sys.version.split()[0]}")
    most = compare(module, openai)
    grow(module)
    print(f"\nadded at most: {most:.2f} µs (goal: 20)")


if __name__ == "__main__":
    main()
