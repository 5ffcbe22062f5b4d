"""How streams end in the OpenAI SDK, whichever generation is there, and several at once."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import openai
import pytest
import test_streams
from clients import REQUEST, Adapter, Answer, http_module, joined, of_message
from test_adapters import expected
from upstream import (
    ANSWERS,
    TOOLS,
    LocalServer,
    Says,
    Upstream,
    events_of_response,
    response_of,
)

import tagstream.openai as to

HELD = Says(("a <tool_call>{", ""), breaks_after=3)


def made(upstream: Upstream, is_async: bool, *, is_read: bool = True) -> Any:
    """A client of the SDK, with the HTTP module's own transport or around it."""
    module = http_module()
    if is_read:
        http = Adapter().http(upstream, is_async, {"dialect": "qwen3"})
    else:
        make = module.AsyncClient if is_async else module.Client
        http = make(transport=upstream.transport(module, is_async))
    sdk: Any = openai.AsyncOpenAI if is_async else openai.OpenAI
    return sdk(base_url=upstream.base_url, api_key="k", http_client=http, max_retries=0)


def read(client: Any, seen: list[dict[str, Any]], **more: Any) -> None:
    with client as it:
        for chunk in it.chat.completions.create(**{**REQUEST, "stream": True, **more}):
            seen.append(chunk.model_dump(exclude_unset=True))


async def read_async(client: Any, seen: list[dict[str, Any]]) -> None:
    async with client as it:
        async for chunk in await it.chat.completions.create(**REQUEST, stream=True):
            seen.append(chunk.model_dump(exclude_unset=True))


def ending(upstream: Upstream, is_async: bool, *, is_read: bool) -> tuple[Answer, Exception]:
    seen: list[dict[str, Any]] = []
    client = made(upstream, is_async, is_read=is_read)
    with pytest.raises(Exception) as caught:  # noqa: PT011  # the SDKs and modules have their own
        asyncio.run(read_async(client, seen)) if is_async else read(client, seen)
    return joined(seen), caught.value


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("where", ["mock", "local"])
def test_if_the_server_breaks_off_what_is_held_comes_out_then_the_same_exception(
    where: str, is_async: bool
) -> None:
    upstream = LocalServer(HELD) if where == "local" else Upstream(HELD)
    upstream.error = http_module().ReadError
    with upstream:
        bare, wanted = ending(upstream, is_async, is_read=False)
        answer, error = ending(upstream, is_async, is_read=True)
    assert answer == bare == Answer("a <tool_call>{", "", (), None)
    assert (type(error), str(error)) == (type(wanted), str(wanted))


class SaysError:
    """A server that reports an error in its stream."""

    breaks_after = None
    delay = 0.0

    def __init__(self, error: dict[str, Any]) -> None:
        self._error = error

    def arriving(self) -> list[bytes]:
        return [*HELD.events()[:3], f"data: {json.dumps(self._error)}\n\n".encode()]


@pytest.mark.parametrize("is_async", [False, True])
def test_the_servers_error_comes_behind_what_is_held(is_async: bool) -> None:
    says: Any = SaysError({"error": {"message": "no", "code": 502}})
    bare, wanted = ending(Upstream(lambda _: says), is_async, is_read=False)
    answer, error = ending(Upstream(lambda _: says), is_async, is_read=True)
    assert isinstance(error, openai.APIError)
    assert answer == bare == Answer("a <tool_call>{", "", (), None)
    assert (type(error), str(error)) == (type(wanted), str(wanted))


def test_what_is_refused_raises_with_a_sentence() -> None:
    with made(Upstream(HELD), False) as client:
        named = {"type": "function", "function": {"name": "nobody"}}
        with pytest.raises(openai.BadRequestError, match="nobody"):
            client.chat.completions.create(**REQUEST, tools=TOOLS, tool_choice=named)


def says(request: dict[str, Any]) -> Says:
    return Says((ANSWERS[request["messages"][0]["content"]],), 2, delay=0.0005)


def test_threads_that_share_a_client_do_not_mix() -> None:
    names = ["parallel", "reasoning", "quoted", "second_thoughts"] * 4
    begin = threading.Barrier(8)

    def one(client: Any, name: str) -> Answer:
        messages = [{"role": "user", "content": name}]
        begin.wait(20)
        create = client.chat.completions.create
        chunks = create(model="m", messages=messages, tools=TOOLS, stream=True)
        return joined([chunk.model_dump(exclude_unset=True) for chunk in chunks]).without_layout()

    with LocalServer(says) as server, made(server, False) as client, ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda name: one(client, name), names))
    assert answers == [expected(ANSWERS[name]) for name in names]


@pytest.mark.parametrize("is_async", [False, True])
def test_who_leaves_early_leaks_no_connection(is_async: bool) -> None:
    async def leave_async(client: Any) -> None:
        async with client as it:
            stream = await it.chat.completions.create(**REQUEST, stream=True)
            await anext(stream.__aiter__())
            await stream.close()
            assert connections(it) == []

    def leave(client: Any) -> None:
        with client as it:
            stream = it.chat.completions.create(**REQUEST, stream=True)
            next(iter(stream))
            stream.close()
            assert connections(it) == []

    def connections(client: Any) -> list[Any]:
        return list(client._client._transport._inner._pool.connections)

    with LocalServer(Says(("word " * 2000,), 5, delay=0.002)) as server:
        client = made(server, is_async)
        asyncio.run(leave_async(client)) if is_async else leave(client)
        assert server.gone.wait(10)


@pytest.mark.parametrize("is_async", [False, True])
def test_connections_are_used_again_as_without_the_transport(is_async: bool) -> None:
    async def ask_async(client: Any) -> None:
        async with client as it:
            for _ in range(3):
                stream = await it.chat.completions.create(**REQUEST, stream=True)
                assert [chunk async for chunk in stream]

    def ask(client: Any) -> None:
        with client as it:
            for _ in range(3):
                assert list(it.chat.completions.create(**REQUEST, stream=True))

    made_by: list[int] = []
    for is_read in (False, True):
        with LocalServer(Says((ANSWERS["parallel"],), 3)) as server:
            client = made(server, is_async, is_read=is_read)
            asyncio.run(ask_async(client)) if is_async else ask(client)
            made_by.append(server.connections)
    assert made_by[0] == made_by[1]


@pytest.mark.parametrize("is_async", [False, True])
def test_who_leaves_rewritten_chunks_and_closes_their_stream_leaks_no_connection(
    is_async: bool,
) -> None:
    async def leave_async(client: Any) -> None:
        async with client as it:
            stream = await it.chat.completions.create(**REQUEST, stream=True)
            async for _ in to.rewrite(stream, dialect="qwen3"):
                break
            await stream.close()
            assert connections(it) == []

    def leave(client: Any) -> None:
        with client as it:
            stream = it.chat.completions.create(**REQUEST, stream=True)
            for _ in to.rewrite(stream, dialect="qwen3"):
                break
            stream.close()
            assert connections(it) == []

    def connections(client: Any) -> list[Any]:
        return list(client._client._transport._pool.connections)

    with LocalServer(Says(("word " * 2000,), 5, delay=0.002)) as server:
        client = made(server, is_async, is_read=False)
        asyncio.run(leave_async(client)) if is_async else leave(client)
        assert server.gone.wait(10)


@pytest.mark.parametrize("stream", [False, True])
def test_two_choices_of_an_answer_do_not_mix(stream: bool) -> None:
    names = ("parallel", "second_thoughts")
    upstream = Upstream(Says(tuple(ANSWERS[name] for name in names), 3))
    with made(upstream, False) as client:
        given = client.chat.completions.create(**REQUEST, tools=TOOLS, n=2, stream=stream)
        if stream:
            chunks = [chunk.model_dump(exclude_unset=True) for chunk in given]
            seen = [joined(chunks, index) for index in range(2)]
        else:
            seen = [of_message(choice.model_dump()) for choice in given.choices]
    assert [one.without_layout() for one in seen] == [expected(ANSWERS[name]) for name in names]


def test_streams_of_an_asynchronous_client_do_not_mix() -> None:
    names = ["parallel", "reasoning", "quoted", "second_thoughts"] * 2

    async def one(client: Any, name: str) -> Answer:
        messages = [{"role": "user", "content": name}]
        create = client.chat.completions.create
        stream = await create(model="m", messages=messages, tools=TOOLS, stream=True)
        chunks = [chunk.model_dump(exclude_unset=True) async for chunk in stream]
        return joined(chunks).without_layout()

    async def all_of_them(server: Upstream) -> list[Answer]:
        async with made(server, True) as client:
            return await asyncio.gather(*(one(client, name) for name in names))

    with LocalServer(says) as server:
        answers = asyncio.run(all_of_them(server))
    assert answers == [expected(ANSWERS[name]) for name in names]


def test_the_sdk_reads_a_response() -> None:
    text = ANSWERS["parallel"]

    module = http_module()

    def handler(request: Any) -> Any:
        is_stream = json.loads(request.content).get("stream")
        whole = json.dumps(response_of(text)).encode()
        return module.Response(200, content=events_of_response(list(text)) if is_stream else whole)

    http = module.Client(transport=to.transport(module.MockTransport(handler), dialect="qwen3"))
    with openai.OpenAI(base_url="http://u/v1", api_key="k", http_client=http) as client:
        whole = client.responses.create(model="m", input="?")
        with client.responses.stream(model="m", input="?") as stream:
            for _ in stream:
                pass
            streamed = stream.get_final_response()
    for response in (whole, streamed):
        kinds = [item.type for item in response.output]
        assert kinds == ["reasoning", "message", "function_call", "function_call"]
        assert response.output_text.strip() == "Both:"


def test_half_a_sign_passes_in_the_chunks_of_the_sdk() -> None:
    upstream = Upstream(Says(("a \ud83d<think>b", "\ude00")))
    with made(upstream, False, is_read=False) as client:
        stream = client.chat.completions.create(**REQUEST, stream=True, n=2)
        seen = [chunk.model_dump() for chunk in to.rewrite(stream, dialect="qwen3")]
    choices = [choice for chunk in seen for choice in chunk["choices"]]
    text = "".join(choice["delta"]["content"] or "" for choice in choices if not choice["index"])
    assert text.startswith("a \ud83d")


REPLAYED = [
    path
    for path in test_streams.MADE
    if not path.name.startswith("vllm_completions") and b'"error"' not in path.read_bytes()
]


@pytest.mark.parametrize("path", REPLAYED, ids=lambda path: path.stem)
def test_what_a_server_sends_slowly_is_read_as_at_once(path: Path) -> None:
    dialect = test_streams.dialect_of(path)
    body = path.read_bytes()
    replay: Any = test_streams.Replay(body)
    seen: list[dict[str, Any]] = []
    with LocalServer(lambda _: replay) as server:
        http = Adapter().http(server, False, {"dialect": dialect})
        with openai.OpenAI(base_url=server.base_url, api_key="k", http_client=http) as client:
            for chunk in client.chat.completions.create(**REQUEST, stream=True):
                seen.append(chunk.model_dump(exclude_unset=True))
                replay.has_come.set()
    at_once = test_streams.chunks_of(b"".join(to.rewrite([body], dialect=dialect)))
    for index in {choice["index"] for choice in test_streams.choices_of(at_once)}:
        assert test_streams.said(seen, index) == test_streams.said(at_once, index)
