"""Loops of agents end: the tool is run, and what it gave is in the next request, natively."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Callable
from typing import Any

import pytest
from upstream import LocalServer, Says, call

import tagstream.openai as to

pytestmark = pytest.mark.long

SAID: dict[str, Any] = {"dialect": "qwen3"}


def says(request: dict[str, Any]) -> Says:
    last = request["messages"][-1]
    if last["role"] == "tool":
        return Says((f"<think>So.</think>It is {last['content']}.",), 3)
    assert [tool["function"]["name"] for tool in request["tools"]] == ["f"]
    return Says(("<think>f may know.</think>" + call("f", '{"x": 6}'),), 3)


def _module(name: str) -> Any:
    return importlib.import_module(name)


def f(x: int) -> str:
    """Gives seven times x."""
    return str(7 * x)


async def pydantic_ai(server: LocalServer, stream: bool) -> str:
    async with to.async_client(**SAID) as http:
        provider = _module("pydantic_ai.providers.openai").OpenAIProvider(
            base_url=server.base_url, api_key="k", http_client=http
        )
        model = _module("pydantic_ai.models.openai").OpenAIChatModel("m", provider=provider)
        agent = _module("pydantic_ai").Agent(model, tools=[f])
        if not stream:
            return str((await agent.run("?")).output)
        async with agent.run_stream("?") as run:
            return str(await run.get_output())


async def openai_agents(server: LocalServer, stream: bool) -> str:
    agents = _module("agents")
    agents.set_tracing_disabled(True)
    async with to.async_client(**SAID) as http:
        client = _module("openai").AsyncOpenAI(
            base_url=server.base_url, api_key="k", http_client=http
        )
        model = agents.OpenAIChatCompletionsModel(model="m", openai_client=client)
        agent = agents.Agent(name="a", model=model, tools=[agents.function_tool(f)])
        if not stream:
            return str((await agents.Runner.run(agent, "?")).final_output)
        run = agents.Runner.run_streamed(agent, "?")
        async for _ in run.stream_events():
            pass
        return str(run.final_output)


async def haystack(server: LocalServer, stream: bool) -> str:
    httpx = _module("httpx")

    async def ignored(_: Any) -> None:
        pass

    generator = _module("haystack.components.generators.chat").OpenAIChatGenerator(
        model="m",
        api_base_url=server.base_url,
        api_key=_module("haystack.utils").Secret.from_token("k"),
        http_client_kwargs={"transport": to.async_transport(httpx.AsyncHTTPTransport(), **SAID)},
    )
    schema = {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}
    tool = _module("haystack.tools").Tool(name="f", description="", parameters=schema, function=f)
    agent = _module("haystack.components.agents").Agent(chat_generator=generator, tools=[tool])
    question = _module("haystack.dataclasses").ChatMessage.from_user("?")
    given = {"streaming_callback": ignored} if stream else {}
    try:
        return str((await agent.run_async([question], **given))["last_message"].text)
    finally:
        await generator.close_async()


LOOPS: dict[str, Callable[[LocalServer, bool], Any]] = {
    "pydantic-ai": pydantic_ai,
    "openai-agents": openai_agents,
    "haystack": haystack,
}


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_runs_the_tool_and_ends(name: str, stream: bool) -> None:
    with LocalServer(says) as server:
        assert asyncio.run(LOOPS[name](server, stream)) == "It is 42."
    first, second = server.requests
    assert len(first["messages"]) == 1
    assert bool(first.get("stream")) == stream
    asked, answered = second["messages"][1:]
    (made,) = asked["tool_calls"]
    assert made["function"]["name"] == "f"
    assert made["id"] == answered["tool_call_id"]
    assert "<think>" not in str(second["messages"])
