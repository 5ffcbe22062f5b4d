"""tagstream.openai beside what every adapter does: requests, ends, options."""

from __future__ import annotations

import asyncio
import functools
import gzip
import json
import logging
from collections.abc import Iterator
from typing import Any

import clients
import httpx
import pytest
from clients import REQUEST, Model, events_of, joined, modelled, plain
from upstream import (
    ANSWERS,
    TOOLS,
    Broken,
    LocalServer,
    Says,
    Upstream,
    events_of_response,
    response_of,
)

import tagstream as ts
import tagstream.openai as to
from tagstream._request import Asked

CALL = ANSWERS["call"]
EXPECTED = (("f", '{"x": 1}'),)
PATH = "/chat/completions"


def client(says: Any, **options: Any) -> tuple[Any, Upstream]:
    upstream = Upstream(says)
    options = {"dialect": "qwen3", **options}
    inner = upstream.transport(httpx, False)
    return httpx.Client(transport=to.transport(inner, **options), base_url="http://u/v1"), upstream


def client_of(handler: Any) -> Any:
    inner = httpx.MockTransport(handler)
    return httpx.Client(transport=to.transport(inner, dialect="qwen3"), base_url="http://u/v1")


def post(http: Any, path: str = PATH, **body: Any) -> Any:
    return http.post(path, json={**REQUEST, **body})


def chunks(http: Any, path: str = PATH, **body: Any) -> list[dict[str, Any]]:
    return events_of(post(http, path, stream=True, **body).text)


# ---- the request ---------------------------------------------------------------------------------


@pytest.mark.parametrize("stream", [False, True])
def test_tools_that_are_not_offered_are_not_called(stream: bool) -> None:
    def seen(http: Any) -> clients.Answer:
        if stream:
            return joined(chunks(http, tools=[TOOLS[1]]))
        return clients.of_message(post(http, tools=[TOOLS[1]]).json()["choices"][0])

    assert seen(client(Says((CALL,)))[0]) == clients.Answer(CALL, "", (), "stop")
    assert seen(client(Says((CALL,)), only_offered=False)[0]).calls == EXPECTED


def test_without_tools_in_the_request_calls_are_read_all_the_same() -> None:
    http, _ = client(Says((CALL,)))
    assert joined(chunks(http)).calls == EXPECTED


def test_tool_choice_is_the_requests() -> None:
    http, _ = client(Says((CALL,)))
    assert joined(chunks(http, tools=TOOLS, tool_choice="none")).calls == ()
    assert joined(chunks(http, tools=TOOLS, tool_choice="auto")).calls == EXPECTED
    http, _ = client(Says(('[{"name": "f", "parameters": {"x": 1}}]',), 3))
    assert joined(chunks(http, tools=TOOLS, tool_choice="required")).calls == EXPECTED
    http, _ = client(Says(('{"x": 1}',), 3))
    named = {"type": "function", "function": {"name": "f"}}
    assert joined(chunks(http, tools=TOOLS, tool_choice=named)).calls == EXPECTED


def test_allowed_tools_are_those_that_are_offered() -> None:
    def allowed(name: str, mode: str) -> dict[str, Any]:
        tools = [{"type": "function", "function": {"name": name}}]
        return {"type": "allowed_tools", "allowed_tools": {"mode": mode, "tools": tools}}

    http, _ = client(Says((CALL,)))
    assert joined(chunks(http, tools=TOOLS, tool_choice=allowed("f", "auto"))).calls == EXPECTED
    assert joined(chunks(http, tools=TOOLS, tool_choice=allowed("g", "auto"))).calls == ()
    http, _ = client(Says(('[{"name": "f", "parameters": {"x": 1}}]',)))
    assert joined(chunks(http, tools=TOOLS, tool_choice=allowed("f", "required"))).calls == EXPECTED


@pytest.mark.parametrize("mode", ["auto", "required"])
def test_where_nothing_that_is_offered_is_allowed_nothing_is_called(mode: str) -> None:
    http, _ = client(Says((CALL,)))
    nobody = [{"type": "function", "function": {"name": "nobody"}}]
    for tools in ([], nobody):
        choice = {"type": "allowed_tools", "allowed_tools": {"mode": mode, "tools": tools}}
        assert joined(chunks(http, tools=TOOLS, tool_choice=choice)).calls == ()


def test_where_only_tools_without_a_schema_are_offered_nothing_is_called() -> None:
    http, _ = client(Says((CALL,)))
    tools = [{"type": "custom", "custom": {"name": "c"}}]
    assert joined(chunks(http, tools=tools)).calls == ()


def test_what_the_request_chooses_stands_in_the_place_of_an_option() -> None:
    http, _ = client(Says((CALL,)), tool_choice="f")
    assert joined(chunks(http, tools=TOOLS, tool_choice="none")).calls == ()
    assert joined(chunks(http, tools=TOOLS, tool_choice="required")).calls == EXPECTED


def test_parallel_calls_may_be_refused() -> None:
    http, _ = client(Says((ANSWERS["parallel"],)))
    seen = joined(chunks(http, tools=TOOLS, parallel_tool_calls=False))
    assert seen.calls == EXPECTED


def test_a_wrong_choice_is_refused_with_the_librarys_sentence() -> None:
    http, upstream = client(Says((CALL,)))
    named = {"type": "function", "function": {"name": "nobody"}}
    answer = post(http, tools=TOOLS, tool_choice=named)
    assert answer.status_code == 400
    assert "nobody" in answer.json()["error"]["message"]
    assert upstream.requests == []


FLAT_TOOLS = [{"type": "function", **tool["function"]} for tool in TOOLS]


def asked_for_response(body: bytes, path: str, method: str = "POST", **asked: Any) -> Any:
    inner = httpx.MockTransport(lambda request: httpx.Response(200, content=body))
    transport = to.transport(inner, dialect="qwen3")
    with httpx.Client(transport=transport, base_url="http://u/v1") as http:
        body_of_request = None if method == "GET" else {"model": "m", "input": "?", **asked}
        return http.request(method, path, json=body_of_request)


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/responses"), ("POST", "/responses/"), ("GET", "/responses/resp_1")],
)
def test_a_response_has_reasoning_and_calls_as_items(method: str, path: str) -> None:
    body = json.dumps(response_of(f"<think>Hm</think>Yes{CALL}")).encode()
    output = asked_for_response(body, path, method).json()["output"]
    assert [item["type"] for item in output] == ["reasoning", "message", "function_call"]
    assert output[0]["content"][0]["text"] == "Hm"
    assert output[1]["content"][0]["text"] == "Yes"
    assert (output[2]["name"], json.loads(output[2]["arguments"])) == ("f", {"x": 1})


def test_the_tools_of_a_response_are_those_of_its_request() -> None:
    body = json.dumps(response_of(CALL)).encode()
    named = {"type": "function", "name": "f"}
    for asked, kinds in (
        ({"tools": FLAT_TOOLS}, ["function_call"]),
        ({"tools": FLAT_TOOLS, "tool_choice": "none"}, ["message"]),
        ({"tools": FLAT_TOOLS, "tool_choice": named}, ["function_call"]),
        ({"tools": [{"type": "function", "name": "g"}]}, ["message"]),
    ):
        output = asked_for_response(body, "/responses", **asked).json()["output"]
        assert [item["type"] for item in output] == kinds, asked


def test_a_streamed_response_ends_with_the_output_of_its_events() -> None:
    body = events_of_response(["<think>H", "m</think>Ye", "s", *CALL])
    text = asked_for_response(body, "/responses", stream=True, tools=FLAT_TOOLS).text
    events = [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]
    done = [one["item"] for one in events if one["type"] == "response.output_item.done"]
    output = events[-1]["response"]["output"]
    assert [item["type"] for item in output] == ["reasoning", "message", "function_call"]
    assert sorted(map(json.dumps, done)) == sorted(map(json.dumps, output))
    assert [one["sequence_number"] for one in events] == list(range(len(events)))


def test_what_no_model_wrote_passes() -> None:
    body = json.dumps(response_of(CALL)).encode()
    for path in ("/responses/input_tokens", "/responses/resp_1/x", "/my_responses"):
        assert asked_for_response(body, path).content == body


def test_servers_are_told_to_keep_their_markers() -> None:
    named = {"type": "function", "function": {"name": "f"}}
    http, upstream = client(Says((CALL,), 4), server="vllm")
    assert joined(chunks(http, tools=TOOLS, tool_choice=named)).calls == EXPECTED
    assert upstream.requests[0]["tool_choice"] == "none"
    assert upstream.requests[0]["tools"] == TOOLS
    assert upstream.requests[0]["skip_special_tokens"] is False
    http, upstream = client(Says((CALL,)), server="sglang")
    post(http, skip_special_tokens=True)
    assert upstream.requests[0] == {**REQUEST, "skip_special_tokens": True}  # as it was asked
    http, upstream = client(Says((CALL,)))
    post(http, tools=TOOLS)
    assert upstream.requests[0] == {**REQUEST, "tools": TOOLS}


def test_a_request_that_is_changed_has_one_length() -> None:
    seen: list[Any] = []

    def handler(request: Any) -> Any:
        seen.append(request)
        return httpx.Response(200, json={})

    inner = httpx.MockTransport(handler)
    transport = to.transport(inner, dialect="qwen3", server="vllm")
    with httpx.Client(transport=transport, base_url="http://u/v1") as http:
        http.post(PATH, content=iter([json.dumps(REQUEST).encode()]))
    assert seen[0].headers["content-length"] == str(len(seen[0].content))
    assert "transfer-encoding" not in seen[0].headers


def test_what_would_lead_past_the_transport_is_refused() -> None:
    inner = httpx.MockTransport(lambda _: httpx.Response(200))
    for make in (to.client, to.async_client):
        for name in ("mounts", "transport"):
            with pytest.raises(ValueError, match=f"{name} is for the transport"):
                make(dialect="qwen3", client_options={name: None})
            past: Any = {name: None}
            with pytest.raises(ValueError, match=f"{name} is for the transport"):
                make(dialect="qwen3", **past)
        for name in ("proxy", "verify", "cert", "http2", "limits", "retries"):
            with pytest.raises(ValueError, match=f"{name} is for the transport"):
                make(dialect="qwen3", inner=inner, client_options={name: None})
            wrong: Any = {name: None}
            with pytest.raises(ValueError, match=f"{name} is for the transport"):
                make(dialect="qwen3", inner=inner, **wrong)


def test_options_of_the_http_module_have_their_names() -> None:
    with to.client(dialect="qwen3", client_options={"timeout": 7}) as http:
        assert http.timeout.read == 7
    with to.client(dialect="qwen3", timeout=3, headers={"x": "y"}, trust_env=False) as http:
        assert http.timeout.read == 3
        assert http.headers["x"] == "y"
        assert not http.trust_env
    limits = httpx.Limits(max_connections=7)
    with to.client(dialect="qwen3", limits=limits, verify=False, retries=2) as http:
        pool = http._transport._inner._pool
        assert (pool._max_connections, pool._retries) == (7, 2)
    with to.client(dialect="qwen3", client_options={"proxy": "http://127.0.0.1:9"}) as http:
        assert "Proxy" in type(http._transport._inner._pool).__name__
    with pytest.raises(TypeError, match=r"no option `timeoutt`; did you mean `timeout`\?"):
        to.client(dialect="qwen3", timeoutt=3)  # type: ignore[call-arg]


def test_wrong_options_raise_at_once() -> None:
    wrong: Any = "x"
    with pytest.raises(ValueError, match="qwen33"):
        to.transport(None, dialect="qwen33")
    with pytest.raises(ValueError, match="vllm"):
        to.transport(None, dialect="qwen3", server=wrong)
    with pytest.raises(ValueError, match="reasoning_field"):
        to.transport(None, dialect="qwen3", reasoning_field=wrong)
    with pytest.raises(TypeError, match="no option"):
        to.transport(None, **{"dialekt": wrong})


# ---- the answer ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 1, 3])
def test_choices_have_a_reader_each(size: int) -> None:
    texts = (ANSWERS["parallel"], ANSWERS["reasoning"], ANSWERS["call"])
    http, _ = client(Says(texts, size))
    streamed = chunks(http, tools=TOOLS, n=3)
    whole = post(http, tools=TOOLS, n=3).json()["choices"]
    ids: set[str] = set()
    for index, text in enumerate(texts):
        seen = joined(streamed, index).without_layout()
        assert seen == clients.of_message(whole[index]).without_layout()
        message = ts.read(text, dialect="qwen3")
        assert seen.reasoning == message.reasoning
        assert [one[0] for one in seen.calls] == [one.name for one in message.tool_calls]
        ids |= {one["id"] for one in whole[index]["message"]["tool_calls"]}
    assert len(ids) == 3
    assert streamed[-1]["usage"]["total_tokens"] == 3


@pytest.mark.parametrize("size", [0, 2])
def test_completions_have_reasoning_and_calls_beside_their_text(size: int) -> None:
    http, _ = client(Says((ANSWERS["parallel"],), size, is_completion=True))
    streamed = joined(chunks(http, "/completions"))
    assert streamed == clients.of_message(post(http, "/completions").json()["choices"][0])
    assert streamed.reasoning == "Hm."
    assert streamed.calls == (("f", '{"x": 1}'), ("g", "{}"))


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning", "both"])
def test_reasoning_stands_where_the_client_looks(field: Any) -> None:
    http, _ = client(Says((ANSWERS["reasoning"],), 2), reasoning_field=field)
    wanted = {"reasoning_content", "reasoning"} if field == "both" else {field}
    found: dict[str, str] = {}
    for chunk in chunks(http)[:-1]:
        for key in ("reasoning_content", "reasoning"):
            found[key] = found.get(key, "") + chunk["choices"][0]["delta"].get(key, "")
    assert {key for key, text in found.items() if text == "a < b"} == wanted
    message = post(http).json()["choices"][0]["message"]
    assert all(message[key] == "a < b" for key in wanted)


def test_broken_calls_are_content_and_are_told(caplog: pytest.LogCaptureFixture) -> None:
    told: list[to.ChoiceToolCallError] = []
    text = ANSWERS["broken"]
    http, _ = client(Says(("fine", text), 3), on_tool_call_error=told.append)
    with caplog.at_level(logging.WARNING, "tagstream"):
        assert joined(chunks(http), 1).content == text
        post(http)
    assert len(told) == len(caplog.records) == 2
    for one in told:
        assert (one.choice, one.code, one.raw) == (1, "invalid_json", "{oops}")
        assert text.encode()[one.offset :].startswith(b"oops")


@pytest.mark.parametrize("incremental", [False, True])
@pytest.mark.parametrize("how", ["stop", "length", "broken off", "whole", "whole, length"])
def test_a_call_that_is_cut_off_is_content_and_is_told(
    how: str, incremental: bool, caplog: pytest.LogCaptureFixture
) -> None:
    text = ANSWERS["cut_call"]
    told: list[to.ChoiceToolCallError] = []
    finish = "length" if how.endswith("length") else "stop"
    breaks_after = 2 if how == "broken off" else None
    says = Says((text,), finish=finish, breaks_after=breaks_after)
    http, upstream = client(says, incremental=incremental, on_tool_call_error=told.append)
    if how.startswith("whole"):
        answer = post(http, tools=TOOLS)
        assert clients.of_message(answer.json()["choices"][0]) == (text, "", (), finish)
    elif breaks_after is None:
        seen = joined(chunks(http, tools=TOOLS))
        assert (seen.content, seen.finish) == ("So " if incremental else text, finish)
    else:
        upstream.error = httpx.ReadError
        with pytest.raises(httpx.ReadError, match="gone"):
            chunks(http, tools=TOOLS)
    has_started = incremental and not how.startswith("whole")
    body = text[text.index("{" if has_started else "<") :]
    wanted = [(0, "unclosed", body, len(text), has_started)]
    assert [(one.choice, one.code, one.raw, one.offset, one.has_started) for one in told] == (
        wanted
    )
    assert [record.levelname for record in caplog.records] == ["WARNING"]


@pytest.mark.parametrize("text", [ANSWERS["cut_call"], CALL.replace("1}", "1, oops}")])
def test_an_answer_that_comes_whole_has_no_half_call_in_pieces_either(text: str) -> None:
    told: list[to.ChoiceToolCallError] = []
    http, _ = client(Says((text,)), incremental=True, on_tool_call_error=told.append)
    seen = clients.of_message(post(http, tools=TOOLS).json()["choices"][0])
    assert seen == clients.Answer(text, "", (), "stop")
    assert [one.has_started for one in told] == [False]


@pytest.mark.parametrize("stream", [False, True])
def test_the_bytes_of_a_call_that_may_not_be_are_told_alone(stream: bool) -> None:
    told: list[to.ChoiceToolCallError] = []
    http, _ = client(Says(("a " + CALL + " b",)), on_tool_call_error=told.append)
    if stream:
        seen = joined(chunks(http, tools=TOOLS, tool_choice="none"))
    else:
        answer = post(http, tools=TOOLS, tool_choice="none")
        seen = clients.of_message(answer.json()["choices"][0])
    assert seen == clients.Answer("a  b", "", (), "stop")
    assert [(one.code, one.name, one.raw) for one in told] == [
        ("not_allowed", "f", CALL.removeprefix("<tool_call>\n").removesuffix("\n</tool_call>"))
    ]


def test_a_callback_that_wants_to_be_awaited_is_refused() -> None:
    async def told(_: to.ChoiceToolCallError) -> None:
        pass

    class Told:
        async def __call__(self, _: to.ChoiceToolCallError) -> None:
            pass

    for wrong in (told, functools.partial(told), Told()):
        one: Any = wrong
        for make in (to.client, to.async_client):
            with pytest.raises(TypeError, match="on_tool_call_error is called, not awaited"):
                make(dialect="qwen3", on_tool_call_error=one)
        with pytest.raises(TypeError, match="on_tool_call_error is called, not awaited"):
            to.rewrite([], dialect="qwen3", on_tool_call_error=one)


def test_half_a_sign_passes_in_chunks_of_a_model_as_in_objects() -> None:
    def chunk(text: str) -> dict[str, Any]:
        return {"choices": [{"index": 0, "delta": {"content": text}}]}

    given = [chunk(text) for text in ("<think>a \ud83d", "\ude00</think>b \ud83d")]
    seen = list(to.rewrite(given, dialect="qwen3"))
    assert [one["choices"][0]["delta"] for one in seen] == [
        {"reasoning_content": "a \ud83d"},
        {"reasoning_content": "\ude00"},
        {"content": "b \ud83d"},
    ]
    assert plain(list(to.rewrite(modelled(given), dialect="qwen3"))) == seen


def test_a_chunk_that_is_none_is_refused_with_a_sentence() -> None:
    for wrong in (7, None, [1], "x".encode, object()):
        with pytest.raises(TypeError, match="chunks are bytes of events, objects of JSON, or"):
            list(to.rewrite([wrong], dialect="qwen3"))


def test_fields_of_any_kind_pass_in_objects() -> None:
    odd: list[Any] = [
        {"choices": None},
        {"choices": [None, {"index": -1, "delta": {"content": 2}}]},
        {"choices": [5]},
        {"choices": [{"index": "x", "delta": 3}]},
        {"choices": [{"delta": {"tool_calls": [None, {"index": 1.5, "id": 3}]}}], 5: 6},
        {"choices": [{"index": 1 << 70, "delta": {"content": "a"}, "finish_reason": ["x"]}]},
    ]
    assert list(to.rewrite(odd, dialect="qwen3")) == odd


@pytest.mark.parametrize("how", ["stream", "whole", "rewrite"])
def test_a_callback_that_raises_is_logged_and_the_answer_goes_on(
    how: str, caplog: pytest.LogCaptureFixture
) -> None:
    def raises(_: to.ChoiceToolCallError) -> None:
        raise Broken

    text = ANSWERS["broken"] + ANSWERS["call"]
    http, _ = client(Says((text,), 3), on_tool_call_error=raises)
    if how == "stream":
        seen = joined(chunks(http))
    elif how == "whole":
        seen = clients.of_message(post(http).json()["choices"][0])
    else:
        given = [json.loads(event[6:]) for event in Says((text,), 3).events()[:-1]]
        seen = joined(to.rewrite(given, dialect="qwen3", on_tool_call_error=raises))
    assert seen == clients.Answer(ANSWERS["broken"], "", EXPECTED, "tool_calls")
    assert [one.levelname for one in caplog.records] == ["WARNING", "ERROR"]
    assert caplog.records[1].exc_info is not None


def test_a_call_that_breaks_in_pieces_does_not_end_as_one() -> None:
    text = '<tool_call>\n{"name": "f", "arguments": {"x": 1, oops}}\n</tool_call>'
    told: list[to.ChoiceToolCallError] = []
    http, _ = client(Says((text,), 2), incremental=True, on_tool_call_error=told.append)
    seen = joined(chunks(http, tools=TOOLS))
    assert seen.finish == "stop"
    assert told[0].has_started
    with pytest.raises(ValueError, match=r"delimiter|Expecting"):
        json.loads(seen.calls[0][1])


def test_what_is_native_or_unknown_passes_byte_for_byte() -> None:
    body = (
        b': ping\n\ndata: {"choices":[{"index":0,"delta":{"reasoning_content":"r","x":1}}]}\n\n'
        b'data: {"error":{"message":"no"}}\n\nevent: z\ndata: not json\n\ndata: [DONE]\n\n'
    )

    def handler(_: Any) -> Any:
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, content=body)

    http = client_of(handler)
    assert post(http, stream=True).content == body
    assert http.get("/models").content == body
    assert http.post("/embeddings", json={}).content == body
    for request in (b"no json", b"[" * 100_000, b"[]"):
        assert http.post(PATH, content=request).content == body
    assert post(http, stream=True).headers["content-type"] == "text/event-stream"


def test_an_error_of_the_server_passes() -> None:
    body = Says((ANSWERS["reasoning"],)).whole()

    def handler(_: Any) -> Any:
        return httpx.Response(429, content=body, headers={"x-a": "b"})

    answer = post(client_of(handler))
    assert (answer.status_code, answer.headers["x-a"]) == (429, "b")
    assert answer.content == body


@pytest.mark.parametrize("value", ["Göteborg".encode(), "Göteborg".encode("latin-1")])
def test_headers_pass_as_bytes(value: bytes) -> None:
    def handler(_: Any) -> Any:
        headers = [(b"Content-Type", b"text/event-stream"), (b"X-Org", value)]
        return httpx.Response(200, headers=headers, content=b"".join(Says((CALL,)).events()))

    answer = post(client_of(handler), stream=True)
    assert dict(answer.headers.raw)[b"X-Org"] == value
    assert joined(events_of(answer.text)).calls == EXPECTED


def test_a_request_that_litellm_does_not_log_is_not_known_again() -> None:
    asked, request = Asked(), {"litellm_logging_obj": client_of}
    assert asked.of({}) == asked.of({"litellm_logging_obj": None}) == asked.of(request)
    assert not asked.note({}, "m", None)
    assert not asked.note({"litellm_logging_obj": None}, "m", None)
    assert asked.note(request, "m", None)
    assert asked.of(request) == ("m", None)


def test_an_answer_of_litellm_is_read_once() -> None:
    asked, request = Asked(), {"litellm_logging_obj": client_of}
    rules = ts.Rules(dialect="qwen3")
    assert asked.taken({}) == asked.taken(request) == ("", None)
    asked.note(request, "m", rules)
    assert asked.taken(request) == ("m", rules)
    assert asked.taken(request) == ("", None)
    model = Model(a=1)
    assert not asked.is_made(model)
    assert asked.is_made(asked.made(model))
    assert not asked.is_made(Model(a=1))


def test_what_a_server_packs_all_the_same_is_unpacked() -> None:
    def handler(request: Any) -> Any:
        assert request.headers["accept-encoding"] == "identity"
        packed = gzip.compress(b"".join(Says((CALL,)).events()))
        headers = {"content-type": "text/event-stream", "content-encoding": "gzip"}
        return httpx.Response(200, headers=headers, content=packed)

    answer = post(client_of(handler), stream=True)
    assert joined(events_of(answer.text)).calls == EXPECTED
    assert "content-length" not in answer.headers


# ---- ends ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_async", [False, True])
def test_if_the_server_breaks_off_what_is_held_comes_out_and_no_end_is_made_up(
    is_async: bool,
) -> None:
    upstream = Upstream(Says(("a <tool_call>{", ""), breaks_after=3))
    upstream.error = httpx.ReadError
    inner = upstream.transport(httpx, is_async)
    body = {**REQUEST, "stream": True}
    url = upstream.base_url + PATH
    seen: list[bytes] = []

    def read() -> None:
        http = httpx.Client(transport=to.transport(inner, dialect="qwen3"))
        with http.stream("POST", url, json=body) as answer:
            seen.extend(answer.iter_bytes())

    async def read_async() -> None:
        http = httpx.AsyncClient(transport=to.async_transport(inner, dialect="qwen3"))
        async with http.stream("POST", url, json=body) as answer:
            async for chunk in answer.aiter_bytes():
                seen.append(chunk)

    with pytest.raises(httpx.ReadError, match="gone"):
        asyncio.run(read_async()) if is_async else read()
    events = [json.loads(event[6:]) for event in b"".join(seen).decode().split("\n\n")[:-1]]
    assert joined(events).content == "a <tool_call>{"
    assert joined(events).finish is None


def test_what_is_held_comes_out_once_if_an_answer_that_broke_off_is_looped_over_again() -> None:
    def broken() -> Iterator[bytes]:
        yield b'{"choices": ['
        raise httpx.ReadError("gone")

    http = client_of(lambda _: httpx.Response(200, content=broken()))
    seen: list[bytes] = []
    with http.stream("POST", PATH, json=REQUEST) as answer:
        with pytest.raises(httpx.ReadError, match="gone"):
            for part in answer.stream:
                seen.append(part)
        seen.extend(answer.stream)
    assert b"".join(seen) == b'{"choices": ['


def test_what_is_held_comes_out_before_the_servers_error() -> None:
    held = {"choices": [{"index": 0, "delta": {"content": "a <tool_call>{"}}]}
    body = f"data: {json.dumps(held)}\n\ndata: {json.dumps({'error': {'message': 'no'}})}\n\n"

    def handler(_: Any) -> Any:
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, content=body)

    text = post(client_of(handler), stream=True).text
    events = [json.loads(event[6:]) for event in text.split("\n\n")[:-1]]
    assert events.pop() == {"error": {"message": "no"}}
    assert joined(events).content == "a <tool_call>{"


@pytest.mark.parametrize("how", ["leave", "close", "aclose", "cancel"])
def test_who_leaves_early_leaks_no_connection(how: str) -> None:
    with LocalServer(Says(("word " * 2000,), 5, delay=0.002)) as server:
        url = server.base_url + PATH
        body = {**REQUEST, "stream": True}
        if how == "cancel":
            asyncio.run(_cancelled(server, url, body))
        elif how == "aclose":
            asyncio.run(_closed(server, url, body))
        else:
            inner = httpx.HTTPTransport()
            with httpx.Client(transport=to.transport(inner, dialect="qwen3")) as http:
                answer = http.send(http.build_request("POST", url, json=body), stream=True)
                parts = answer.iter_bytes()
                next(parts)
                if how == "close":
                    answer.close()
                    assert _connections(inner) == []
            assert _connections(inner) == []
        assert server.gone.wait(10)


def _connections(inner: Any) -> list[Any]:
    return list(inner._pool.connections)


async def _closed(server: LocalServer, url: str, body: dict[str, Any]) -> None:
    inner = server.transport(httpx, True)
    async with httpx.AsyncClient(transport=to.async_transport(inner, dialect="qwen3")) as http:
        answer = await http.send(http.build_request("POST", url, json=body), stream=True)
        await anext(answer.aiter_bytes())
        await answer.aclose()
        assert _connections(inner) == []


async def _cancelled(server: LocalServer, url: str, body: dict[str, Any]) -> None:
    inner = server.transport(httpx, True)
    async with httpx.AsyncClient(transport=to.async_transport(inner, dialect="qwen3")) as http:

        async def read() -> None:
            async with http.stream("POST", url, json=body) as answer:
                async for _ in answer.aiter_bytes():
                    pass

        task = asyncio.create_task(read())
        while not server.requests:  # it is a thread's
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert _connections(inner) == []


def test_two_streams_at_once_do_not_mix() -> None:
    def says(request: dict[str, Any]) -> Says:
        return Says((ANSWERS[request["messages"][0]["content"]],), 2, delay=0.001)

    names = ["parallel", "reasoning", "quoted", "second_thoughts"] * 3

    async def one(http: Any, url: str, name: str) -> clients.Answer:
        messages = [{"role": "user", "content": name}]
        body = {**REQUEST, "messages": messages, "stream": True, "tools": TOOLS}
        answer = await http.post(url, json=body)
        return joined(events_of(answer.text))

    async def all_of_them(server: LocalServer) -> list[clients.Answer]:
        inner = server.transport(httpx, True)
        transport = to.async_transport(inner, dialect="qwen3")
        async with httpx.AsyncClient(transport=transport) as http:
            url = server.base_url + PATH
            return await asyncio.gather(*(one(http, url, name) for name in names))

    with LocalServer(says) as server:
        seen = asyncio.run(all_of_them(server))
    for name, answer in zip(names, seen, strict=True):
        events = [json.loads(event[6:]) for event in Says((ANSWERS[name],)).events()[:-1]]
        alone = to.rewrite(events, dialect="qwen3", tools=TOOLS, only_offered=True)
        assert answer == joined(alone)


# ---- chunks --------------------------------------------------------------------------------------


def test_chunks_that_do_not_change_are_the_same_objects() -> None:
    given = [json.loads(event[6:]) for event in Says(("rain",), 2).events()[:-1]]
    assert [*map(id, to.rewrite(given, dialect="qwen3"))] == [*map(id, given)]


@pytest.mark.parametrize("is_async", [False, True])
def test_a_loop_that_is_left_can_be_taken_up_again(is_async: bool) -> None:
    text = ANSWERS["parallel"]
    given = [json.loads(event[6:]) for event in Says((text,)).events()[:-1]]
    seen: list[dict[str, Any]] = []

    async def later() -> Any:
        for chunk in given:
            yield chunk

    async def read_async() -> None:
        stream = to.rewrite(later(), dialect="qwen3")
        while not seen or seen[-1]["choices"]:
            async for chunk in stream:
                seen.append(chunk)
                break

    def read() -> None:
        stream = to.rewrite(given, dialect="qwen3")
        for _ in given[:2] * len(text):
            for chunk in stream:
                seen.append(chunk)
                break

    asyncio.run(read_async()) if is_async else read()
    assert len(seen) > len(given)
    assert joined(seen) == joined(to.rewrite(given, dialect="qwen3"))


def test_chunks_may_be_bytes_cut_anywhere() -> None:
    body = b"".join(Says((ANSWERS["parallel"],), 3).events())
    cut = [body[at : at + 7] for at in range(0, len(body), 7)]
    whole = b"".join(to.rewrite(cut, dialect="qwen3", id_seed=1))
    assert whole == b"".join(to.rewrite([body], dialect="qwen3", id_seed=1))
    assert joined(events_of(whole.decode())).reasoning == "Hm."


@pytest.mark.parametrize("is_async", [False, True])
def test_chunks_that_break_off_give_what_is_held_and_their_exception(is_async: bool) -> None:
    def broken() -> Iterator[dict[str, Any]]:
        yield {"choices": [{"index": 0, "delta": {"content": "a <tool_c"}}]}
        raise Broken

    async def async_broken() -> Any:
        for chunk in broken():
            yield chunk

    seen: list[Any] = []

    async def read_async() -> None:
        async for chunk in to.rewrite(async_broken(), dialect="qwen3"):
            seen.append(chunk)

    def read() -> None:
        for chunk in to.rewrite(broken(), dialect="qwen3"):
            seen.append(chunk)

    with pytest.raises(Broken):
        asyncio.run(read_async()) if is_async else read()
    assert joined(seen).content == "a <tool_c"


def test_a_rewriter_begins_again_after_reset() -> None:
    rewriter = to.Rewriter(dialect="qwen3")
    rewriter.feed(b'data: {"choices":[{"index":0,"delta":{"content":"<think>a"}}]}\n\n')
    rewriter.reset()
    chunk = b'data: {"choices":[{"index":0,"delta":{"content":"b"}}]}\n\n'
    assert rewriter.feed(chunk) == chunk
    assert rewriter.finish() == b""


def test_hostile_text_never_raises() -> None:
    for text in ("<think>" * 5000, "<tool_call>" * 5000, chr(0) + chr(0xD800), "{" * 50000):
        http, _ = client(Says((text,), 50))
        assert post(http).status_code == 200
        assert joined(chunks(http)).finish == "stop"
