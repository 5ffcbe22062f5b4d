"""The transport before servers that misbehave."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import subprocess
import sys
import time
from typing import Any

import clients
import httpx
import pytest
from clients import REQUEST, Answer, events_of, joined
from upstream import ANSWERS, Says, call

import tagstream.openai as to

CALL = ANSWERS["call"]
EXPECTED = Answer("", "", (("f", '{"x": 1}'),), "tool_calls")
STREAM = b"".join(Says((CALL,), 3).events())
WHOLE = Says((CALL,)).whole()


def answered(body: Any, path: str = "/chat/completions", **more: Any) -> Any:
    """The answer that a client gets from a server that says this with these headers."""

    def handler(_: Any) -> Any:
        return httpx.Response(200, headers=more.pop("headers", {}), content=body)

    transport = to.transport(httpx.MockTransport(handler), dialect="qwen3")
    with httpx.Client(transport=transport, base_url="http://u/v1") as http:
        return http.post(path, json={**REQUEST, **more})


KINDS = ["text/event-stream", "application/json", "text/plain; charset=utf-8", ""]


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_what_comes_is_read_whatever_it_is_called(kind: str, stream: bool) -> None:
    headers = {"content-type": kind} if kind else {}
    for begin in (b"", b"\xef\xbb\xbf", b"\r\n", b": ping\n\n"):
        text = answered(begin + STREAM, headers=dict(headers), stream=stream).content
        assert text.startswith(begin)
        assert joined(events_of(text[len(begin) :].decode())) == EXPECTED
    for begin in (b"", b" \r\n\t", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"):
        whole = WHOLE.replace(b"{", b'{"nan": [NaN, -Infinity], ', 1)
        answer = answered(begin + whole, headers=dict(headers), stream=stream)
        assert answer.content.startswith(begin + b'{"nan": [NaN, -Infinity], ')
        assert clients.of_message(answer.json()["choices"][0]) == EXPECTED
    for other in (b"", b"\n", b"<html>", b"[1]", b'{"a": ', b"null", b"\xff"):
        assert answered(other, headers=dict(headers), stream=stream).content == other


@pytest.mark.parametrize("kind", KINDS[:2])
def test_a_stream_is_read_while_it_comes_whatever_it_is_called(kind: str) -> None:
    sent: list[bytes] = []

    def body() -> Any:
        for event in Says(("word " * 9,), 5).events():
            sent.append(event)
            yield event

    def handler(_: Any) -> Any:
        return httpx.Response(200, headers={"content-type": kind}, content=body())

    transport = to.transport(httpx.MockTransport(handler), dialect="qwen3")
    with httpx.Client(transport=transport, base_url="http://u/v1") as http:
        asked = {**REQUEST, "stream": True}
        with http.stream("POST", "/chat/completions", json=asked) as answer:
            for count, _ in enumerate(answer.iter_bytes(), 1):
                assert len(sent) == count
    assert len(sent) > 9


@pytest.mark.parametrize("path", ["/chat/completions/", "/completions/"])
def test_a_path_may_end_with_a_slash(path: str) -> None:
    assert joined(events_of(answered(STREAM, path, stream=True).text)) == EXPECTED


@pytest.mark.parametrize("stream", [False, True])
def test_a_completion_that_begins_with_its_prompt_passes(stream: bool) -> None:
    says = Says((f"Use {CALL}!",), 3, is_completion=True)
    body = b"".join(says.events()) if stream else says.whole()
    assert answered(body, "/completions", echo=True, stream=stream).content == body
    assert answered(body, "/completions", echo=False, stream=stream).content != body
    assert answered(STREAM, echo=True, stream=True).content != STREAM


def test_what_can_not_be_unpacked_passes_with_its_header(caplog: pytest.LogCaptureFixture) -> None:
    packed = b"\x8b\x01\x80data: x\n\n"  # no client here reads it
    for coding in ("br", "x-odd", "gzip, x-odd"):
        body = packed if coding != "gzip, x-odd" else gzip.compress(packed)
        headers = {"content-encoding": coding, "content-length": str(len(body))}
        with caplog.at_level(logging.WARNING, "tagstream"):
            answer = answered(body, headers=headers, stream=True)
        assert answer.content == packed
        assert dict(answer.headers) == headers
    assert [one.args for one in caplog.records] == [("br",), ("x-odd",), ("x-odd",)]


def test_what_the_client_says_that_it_unpacks_is_read() -> None:
    def handler(request: Any) -> Any:
        assert request.headers["accept-encoding"] == "identity"
        headers = {"content-encoding": "x-own"}
        return httpx.Response(200, headers=headers, content=STREAM)

    transport = to.transport(httpx.MockTransport(handler), dialect="qwen3")
    with httpx.Client(transport=transport, headers={"accept-encoding": "gzip, X-Own;q=1"}) as http:
        answer = http.post("http://u/chat/completions", json={**REQUEST, "stream": True})
    assert joined(events_of(answer.text)) == EXPECTED


class Odd:
    """A response that breaks whoever looks at it."""

    status_code = 200

    def __init__(self) -> None:
        self.is_closed = False

    @property
    def headers(self) -> Any:
        raise KeyError("odd")

    def close(self) -> None:
        self.is_closed = True

    async def aclose(self) -> None:
        self.is_closed = True


@pytest.mark.parametrize("is_async", [False, True])
def test_a_response_that_can_not_be_rewritten_is_closed(is_async: bool) -> None:
    odd = Odd()

    class Inner(httpx.BaseTransport, httpx.AsyncBaseTransport):
        def handle_request(self, _: Any) -> Any:
            return odd

        async def handle_async_request(self, _: Any) -> Any:
            return odd

    request = httpx.Request("POST", "http://u/chat/completions", json=REQUEST)

    async def ask() -> None:
        await to.async_transport(Inner(), dialect="qwen3").handle_async_request(request)

    with pytest.raises(KeyError):
        if is_async:
            asyncio.run(ask())
        else:
            to.transport(Inner(), dialect="qwen3").handle_request(request)
    assert odd.is_closed


def test_no_http_module_is_imported_before_it_is_needed() -> None:
    code = (
        "import sys, tagstream.openai as to\n"
        "list(to.rewrite([], dialect='qwen3')); to.transport(None, dialect='qwen3')\n"
        "found = {'openai', 'httpx', 'httpx2'} & sys.modules.keys()\n"
        "assert not found, found\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_client_is_of_the_module_that_the_sdk_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    with to.client(dialect="qwen3") as http:
        there = "openai" in sys.modules
        assert type(http).__module__.partition(".")[0] in (
            ("openai",) if there else ("httpx", "httpx2")
        )
    monkeypatch.setitem(sys.modules, "openai", None)  # which is not to be had
    monkeypatch.setitem(sys.modules, "httpx2", None)
    with to.client(dialect="qwen3", base_url="http://u/v1") as http:
        assert type(http) is httpx.Client
        assert str(http.base_url) == "http://u/v1/"
    assert type(to.async_client(dialect="qwen3")) is httpx.AsyncClient
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(ImportError, match="openai package, httpx2 or httpx"):
        to.client(dialect="qwen3")


def test_a_request_that_need_not_change_is_sent_as_it_came() -> None:
    body = json.dumps({**REQUEST, "seed": 1.0, "z": [1, {"a": 1e3}]}, indent=1).encode()
    seen: list[bytes] = []

    def handler(request: Any) -> Any:
        seen.append(request.content)
        return httpx.Response(200, content=WHOLE)

    transport = to.transport(httpx.MockTransport(handler), dialect="qwen3")
    with httpx.Client(transport=transport) as http:
        http.post("http://u/chat/completions", content=body)
    assert seen == [body]


@pytest.mark.long
@pytest.mark.parametrize("incremental", [False, True])
def test_a_long_argument_in_tiny_deltas_takes_linear_time(incremental: bool) -> None:
    def seconds(size: int) -> float:
        text = call("s", f'{{"x": "{"x" * size}"}}')
        events = Says((text,), 4).events()
        begin = time.thread_time()
        out = b"".join(to.rewrite(events, dialect="qwen3", incremental=incremental))
        taken = time.thread_time() - begin
        assert joined(events_of(out.decode())).calls == (("s", f'{{"x": "{"x" * size}"}}'),)
        return taken

    seconds(1 << 12)
    assert min(seconds(1 << 16) for _ in range(3)) < 12 * min(seconds(1 << 14) for _ in range(3))
