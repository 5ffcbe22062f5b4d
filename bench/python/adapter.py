"""What tagstream.openai adds to a delta, beside what the OpenAI SDK takes for it, in one run.

usage: adapter.py [SDK]   SDK: openai (default), or none where it is not there

The server is a mock transport, so nothing waits; each delta is an event of four characters in a
chunk of its own. The best of several tries each.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import tagstream.openai as to

TRIES = 7
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


def best(work: Callable[[], Any], tries: int = TRIES) -> float:
    times: list[float] = []
    for _ in range(tries):
        begin = time.thread_time()  # others may use the machine
        work()
        times.append(time.thread_time() - begin)
    return min(times)


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


def row(what: str, seconds: float, deltas: int) -> None:
    print(f"| {what} | {1e6 * seconds / deltas:.2f} |")


def compare(module: Any, openai: Any) -> None:
    for name, text in TEXTS.items():
        events = events_of(text)
        deltas = len(events) - 2
        print(f"\n**{name}, {deltas} deltas**\n\n| | µs for a delta |\n|---|--:|")

        def fed(events: list[bytes] = events) -> None:
            rewriter = to.Rewriter(dialect=DIALECT)
            for one in events:
                rewriter.feed(one)

        row("the rewriter alone", best(fed), deltas)
        plain = best(lambda e=events: by_http(client(module, e, same)))
        row("HTTP client, mock transport", plain, deltas)
        read = best(lambda e=events: by_http(client(module, e, with_tagstream)))
        row("… with tagstream", read, deltas)
        row("added", read - plain, deltas)
        if openai is None:
            continue
        plain = best(by_sdk(openai, client(module, events, same)))
        row("OpenAI SDK, mock transport", plain, deltas)
        read = best(by_sdk(openai, client(module, events, with_tagstream)))
        row("… with tagstream", read, deltas)


def grow(module: Any) -> None:
    print("\n| one argument, 4 bytes a delta | ms | for a KiB |\n|---|--:|--:|")
    for kib in (16, 64, 256):
        text = TEXTS["a call"].replace("rain and <b> " * 320, "x" * (kib << 10))
        events = events_of(text)
        seconds = best(lambda e=events: by_http(client(module, e, with_tagstream)), 3)
        print(f"| {kib} KiB | {1e3 * seconds:.0f} | {1e3 * seconds / kib:.2f} |")


def main() -> None:
    openai: Any = None if sys.argv[1:] == ["none"] else importlib.import_module("openai")
    names = ("httpx2", "httpx") if openai and int(openai.VERSION.split(".")[0]) >= 3 else ("httpx",)
    module: Any = importlib.import_module(names[0])
    version = f"openai {openai.VERSION}, " if openai else ""
    print(f"{version}{module.__name__} {module.__version__}, Python {sys.version.split()[0]}")
    compare(module, openai)
    grow(module)


if __name__ == "__main__":
    main()
