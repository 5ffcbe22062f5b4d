"""The callback, in LiteLLM's own proxy, between clients and a local server."""

from __future__ import annotations

import asyncio
import importlib
import json
import re
from collections.abc import Iterator
from typing import Any

import hosts
import pytest
from clients import REQUEST, Answer, events_of
from test_adapters import expected, with_plain_arguments
from upstream import ANSWERS, TOOLS, LocalServer, Says

pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("default"),  # the proxy's own
]


EXPECTED = (("f", '{"x": 1}'),)

# Options that can't be, and what is said of them.
WRONG: list[tuple[Any, str]] = [
    ({"dialect": "qwen33"}, "qwen33"),
    ({"dialekt": "qwen3"}, "there is no option `dialekt`; did you mean `dialect`?"),
    ({"dialect": "qwen3", "server": "vlmm"}, "server: 'vlmm' is neither vllm nor sglang"),
    ({"dialect": "qwen3", "server": ["vllm"]}, "is neither vllm nor sglang"),
    ("qwen3", "tagstream: 'qwen3' is not an object with options"),
]


def said(request: dict[str, Any]) -> Says:
    """The prompt says which answer, and how it is cut."""
    if "prompt" in request:
        text = request["prompt"] if request.get("echo") else ANSWERS["call"]
        return Says((text,), 3, is_completion=True)
    name, size, finish = request["messages"][-1]["content"].split()
    if name == "long":
        return Says(("word " * 2000,), int(size), delay=0.002)
    return Says((ANSWERS.get(name, name),), int(size), finish)


@pytest.fixture(scope="module")
def upstream() -> Iterator[LocalServer]:
    with LocalServer(said) as server:
        yield server


@pytest.fixture(scope="module")
def proxy(upstream: LocalServer) -> Iterator[Any]:
    """A client of the proxy."""
    infos: dict[str, dict[str, Any]] = {
        "read": {"tagstream": {"dialect": "qwen3"}},
        "vllm": {"tagstream": {"dialect": "qwen3", "server": "vllm"}},
        "free": {"tagstream": {"dialect": "qwen3", "only_offered": False}},
        "opened": {"tagstream": {"dialect": "qwen3", "start_in_reasoning": True}},
        "plain": {},
    }
    infos |= {f"wrong{at}": {"tagstream": options} for at, (options, _) in enumerate(WRONG)}
    there = {"model": "hosted_vllm/m", "api_base": upstream.base_url, "api_key": "k"}
    models = [
        {"model_name": name, "litellm_params": there, "model_info": info}
        for name, info in infos.items()
    ]
    # LiteLLM asks it for chat completions, whatever it is asked for.
    bridged = {**there, "model": "deepseek/m"}
    models.append({"model_name": "bridged", "litellm_params": bridged, "model_info": infos["vllm"]})
    with hosts.proxy_of(hosts.proxy_config(models, ["tagstream.litellm.callback"])) as client:
        yield client


def ask(proxy: Any, model: str, text: str, stream: bool) -> Any:
    messages = [{"role": "user", "content": text}]
    body = {**REQUEST, "model": model, "messages": messages, "tools": TOOLS, "stream": stream}
    answer = proxy.post("/v1/chat/completions", json=body)
    assert answer.status_code == 200, answer.text
    return answer


def seen(answer: Any, stream: bool) -> Answer:
    return with_plain_arguments(hosts.of_proxy(answer, stream).without_layout())


REASONS = {"end_turn": "stop", "tool_use": "tool_calls", "max_tokens": "length"}


def ask_messages(proxy: Any, model: str, text: str, stream: bool, **more: Any) -> Answer:
    """The same as a client of Anthropic's API."""
    tools = [
        {"name": tool["function"]["name"], "input_schema": tool["function"]["parameters"]}
        for tool in TOOLS
    ]
    body = {"model": model, "max_tokens": 9, "messages": [{"role": "user", "content": text}]}
    answer = proxy.post("/v1/messages", json={**body, "tools": tools, "stream": stream, **more})
    assert answer.status_code == 200, answer.text
    message = of_message_events(answer.text) if stream else answer.json()
    blocks: list[dict[str, Any]] = message["content"]
    calls = [block for block in blocks if block["type"] == "tool_use"]
    assert len({call["id"] for call in calls}) == len(calls)

    def text_of(kind: str) -> str:
        return "".join(block[kind] for block in blocks if block["type"] == kind)

    return Answer(
        text_of("text"),
        text_of("thinking"),
        tuple((call["name"], json.dumps(call["input"])) for call in calls),
        REASONS[message["stop_reason"]],
    ).without_layout()


def of_message_events(text: str) -> dict[str, Any]:
    """Put together as Anthropic's client does. Checks what it relies on."""
    message: dict[str, Any] = {}
    blocks: list[dict[str, Any]] = []
    is_open = False
    for event in text.split("\n\n")[:-1]:
        name, _, line = event.partition("\n")
        data = json.loads(line.removeprefix("data: "))
        assert name == f"event: {data['type']}"
        match data:
            case {"type": "message_start"}:
                assert not message
                message = {**data["message"], "content": blocks}
            case {"type": "content_block_start", "index": index, "content_block": block}:
                assert not is_open
                assert index == len(blocks)
                is_open = True
                blocks.append({**block, "json": ""})
            case {"type": "content_block_delta", "index": index, "delta": delta}:
                assert is_open
                assert index == len(blocks) - 1
                kind, block = delta["type"].removesuffix("_delta"), blocks[-1]
                key = {"input_json": "json"}.get(kind, kind)
                assert block["type"] == ("tool_use" if key == "json" else kind)
                block[key] += delta["partial_json" if key == "json" else key]
            case {"type": "content_block_stop", "index": index}:
                assert is_open
                assert index == len(blocks) - 1
                is_open = False
                if blocks[-1]["type"] == "tool_use":
                    blocks[-1]["input"] = json.loads(blocks[-1]["json"])
            case {"type": "message_delta", "delta": delta}:
                assert not is_open
                message |= {key: value for key, value in delta.items() if value}
            case _:
                assert data["type"] in ("message_stop", "ping")
    return message


@pytest.mark.parametrize("model", ["read", "vllm"])
@pytest.mark.parametrize("size", [0, 1, 3, 7])
@pytest.mark.parametrize("name", ANSWERS)
def test_messages_that_stream_say_what_parse_reads(
    proxy: Any, name: str, size: int, model: str
) -> None:
    said = ask_messages(proxy, model, f"{name} {size} stop", True)
    assert said == with_plain_arguments(expected(ANSWERS[name]))


@pytest.mark.parametrize("model", ["read", "vllm"])
@pytest.mark.parametrize("name", ANSWERS)
def test_a_whole_message_says_the_same(proxy: Any, name: str, model: str) -> None:
    said = ask_messages(proxy, model, f"{name} 0 stop", False)
    assert said == with_plain_arguments(expected(ANSWERS[name]))


@pytest.mark.parametrize("stream", [False, True])
def test_messages_choose_tools_and_are_cut_off_as_chat_is(proxy: Any, stream: bool) -> None:
    cut = ask_messages(proxy, "read", "cut_call 3 length", stream)
    assert cut == expected(ANSWERS["cut_call"], "length")
    for model in ("read", "vllm"):
        choice = {"type": "tool", "name": "f"}
        said = ask_messages(proxy, model, '{"x":1} 3 stop', stream, tool_choice=choice)
        assert said.calls == EXPECTED
        said = ask_messages(proxy, model, "call 3 stop", stream, tool_choice={"type": "none"})
        assert said == Answer("", "", (), "stop")


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("name", ["parallel", "quoted", "cut_marker"])
def test_messages_of_a_model_without_a_dialect_pass(proxy: Any, name: str, stream: bool) -> None:
    said = ask_messages(proxy, "plain", f"{name} 3 stop", stream)
    assert said == Answer(ANSWERS[name], "", (), "stop")


@pytest.mark.parametrize("stream", [False, True])
def test_a_choice_that_is_not_offered_is_refused(
    proxy: Any, upstream: LocalServer, stream: bool
) -> None:
    upstream.requests.clear()
    body = {**REQUEST, "model": "read", "tools": TOOLS, "stream": stream}
    choice = {"type": "function", "function": {"name": "nobody"}}
    answer = proxy.post("/v1/chat/completions", json={**body, "tool_choice": choice})
    assert answer.status_code == 400
    assert "nobody" in answer.json()["error"]["message"]
    assert upstream.requests == []


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("name", ANSWERS)
def test_a_deployment_with_a_server_says_what_parse_reads(
    proxy: Any, name: str, stream: bool
) -> None:
    answer = ask(proxy, "vllm", f"{name} 3 stop", stream)  # others: test_adapters.py
    assert seen(answer, stream) == with_plain_arguments(expected(ANSWERS[name]))


@pytest.mark.parametrize("stream", [False, True])
def test_any_tool_may_be_called_if_the_model_says_so(proxy: Any, stream: bool) -> None:
    said = seen(ask(proxy, "free", "unknown_tool 3 stop", stream), stream)
    assert said.calls == (("nobody", '{"x": 1}'),)


@pytest.mark.parametrize("stream", [False, True])
def test_an_answer_that_is_cut_off_stays_so(proxy: Any, stream: bool) -> None:
    answer = ask(proxy, "read", "cut_call 3 length", stream)
    assert seen(answer, stream) == expected(ANSWERS["cut_call"], "length")


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("name", ANSWERS)
def test_a_model_without_a_dialect_passes_as_it_is(proxy: Any, name: str, stream: bool) -> None:
    answer = ask(proxy, "plain", f"{name} 3 stop", stream)
    assert seen(answer, stream) == Answer(ANSWERS[name], "", (), "stop")


@pytest.mark.parametrize("stream", [False, True])
def test_without_a_dialect_bytes_are_those_of_a_proxy_without_the_callback(
    proxy: Any, stream: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def body(name: str) -> bytes:
        answer = ask(proxy, "plain", f"{name} 3 stop", stream).content
        return re.sub(rb'"created":[0-9]+', b"", answer)

    litellm: Any = importlib.import_module("litellm")
    callback: Any = importlib.import_module("tagstream.litellm").callback
    assert callback in litellm.callbacks
    read = [body(name) for name in ANSWERS]
    others = [one for one in litellm.callbacks if one is not callback]
    monkeypatch.setattr(litellm, "callbacks", others)
    assert read == [body(name) for name in ANSWERS]


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("how", [ask, ask_messages])
def test_a_callback_that_is_there_twice_reads_once(
    proxy: Any, how: Any, stream: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    litellm: Any = importlib.import_module("litellm")
    callback: Any = importlib.import_module("tagstream.litellm").callback
    monkeypatch.setattr(litellm, "callbacks", [*litellm.callbacks, callback])
    said = how(proxy, "opened", "a</think>c 2 stop", stream)
    said = said if how is ask_messages else seen(said, stream)
    assert said == Answer("c", "a", (), "stop")


@pytest.mark.parametrize("path", ["/v1/chat/completions", "/v1/messages"])
@pytest.mark.parametrize("model", ["read", "plain"])
def test_who_leaves_early_leaves_the_server_too(
    proxy: Any, upstream: LocalServer, model: str, path: str
) -> None:
    upstream.gone.clear()
    body = {"model": model, "max_tokens": 9, "stream": True}
    messages = [{"role": "user", "content": "long 5 stop"}]
    with proxy.stream("POST", path, json={**body, "messages": messages}) as answer:
        next(answer.iter_bytes())
    assert upstream.gone.wait(10)


@pytest.mark.parametrize("at", range(len(WRONG)))
def test_options_that_can_not_be_are_refused_with_a_sentence(
    proxy: Any, upstream: LocalServer, at: int
) -> None:
    upstream.requests.clear()
    answer = proxy.post("/v1/chat/completions", json={**REQUEST, "model": f"wrong{at}"})
    assert answer.status_code == 400
    assert WRONG[at][1] in answer.json()["error"]["message"]
    assert upstream.requests == []


def test_the_server_is_told_to_keep_its_markers(proxy: Any, upstream: LocalServer) -> None:
    upstream.requests.clear()
    ask(proxy, "vllm", "call 0 stop", True)
    ask(proxy, "read", "call 0 stop", True)
    told, untold = upstream.requests
    assert (told["skip_special_tokens"], told["tool_choice"]) == (False, "none")
    assert "skip_special_tokens" not in untold
    assert "tool_choice" not in untold


@pytest.mark.parametrize("name", ["broken", "cut_call"])
def test_broken_calls_are_counted_and_logged(
    proxy: Any, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    errors: Any = importlib.import_module("tagstream.litellm").tool_call_errors
    errors.clear()
    asked = 0
    for stream in (True, False):
        for how in (ask, ask_messages):
            how(proxy, "read", f"{name} 3 stop", stream)
            asked += 1
            assert errors == {"read": asked}
            logged = [record for record in caplog.records if record.name == "tagstream"]
            assert [record.levelname for record in logged] == ["WARNING"] * asked


@pytest.mark.parametrize("stream", [False, True])
def test_completions_are_read_but_not_a_prompt_that_they_echo(proxy: Any, stream: bool) -> None:
    def text_of(prompt: str, **more: Any) -> tuple[str, bool]:
        body = {"model": "read", "prompt": prompt, "stream": stream, **more}
        answer = proxy.post("/v1/completions", json=body)
        assert answer.status_code == 200, answer.text
        given = events_of(answer.text) if stream else [answer.json()]
        choices = [choice for one in given for choice in one["choices"]]
        has_calls = any(choice.get("tool_calls") for choice in choices)
        return "".join(choice.get("text") or "" for choice in choices), has_calls

    assert text_of("?") == ("", True)
    example = "Say " + ANSWERS["call"] + "!"
    assert text_of(example, echo=True) == (example, False)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("model", ["read", "vllm", "bridged"])
def test_the_responses_api_is_refused_with_a_sentence(
    proxy: Any, upstream: LocalServer, model: str, stream: bool
) -> None:
    upstream.requests.clear()
    body = {"model": model, "input": "call 3 stop", "stream": stream}
    answer = proxy.post("/v1/responses", json=body)
    assert answer.status_code == 400
    assert "does not read the Responses API" in answer.json()["error"]["message"]
    assert upstream.requests == []


def test_two_streams_at_once_do_not_mix(proxy: Any) -> None:
    names = ["parallel", "reasoning", "quoted", "second_thoughts"] * 2

    async def one(name: str) -> Answer:
        return seen(await asyncio.to_thread(ask, proxy, "read", f"{name} 1 stop", True), True)

    async def all_of_them() -> list[Answer]:
        return await asyncio.gather(*map(one, names))

    answers = asyncio.run(all_of_them())
    assert answers == [with_plain_arguments(expected(ANSWERS[name])) for name in names]
