"""Adapters of `clients` that frameworks stand behind. The parts they hide are left out."""

from __future__ import annotations

import asyncio
import importlib
import json
import os
from typing import Any

from clients import ALL, Adapter, Answer
from upstream import TOOLS, Upstream

import tagstream.openai as to

os.environ.setdefault("HAYSTACK_TELEMETRY_ENABLED", "False")


def _module(name: str) -> Any:
    """Frameworks are not there where types are checked."""
    return importlib.import_module(name)


class LangChain(Adapter):
    needs = ("langchain_openai",)
    reads = ()

    def _model(self, upstream: Upstream, **clients: Any) -> Any:
        model = _module("langchain_openai").ChatOpenAI(
            model="m", base_url=upstream.base_url, api_key="k", **clients
        )
        return model.bind_tools(TOOLS)

    def ask(self, upstream: Upstream, stream: bool, **options: Any) -> Answer:
        with self.http(upstream, False, options) as http:
            model = self._model(upstream, http_client=http)
            return self._answer(self._joined(model.stream("?")) if stream else model.invoke("?"))

    def _joined(self, chunks: Any) -> Any:
        whole = None
        for chunk in chunks:
            whole = chunk if whole is None else whole + chunk
        return whole

    def _answer(self, message: Any) -> Answer:
        assert not message.invalid_tool_calls
        calls = tuple((call["name"], json.dumps(call["args"])) for call in message.tool_calls)
        assert all(call["id"] for call in message.tool_calls)
        return Answer(message.content, "", calls, message.response_metadata["finish_reason"])


class LangChainAsync(LangChain):
    def ask(self, upstream: Upstream, stream: bool, **options: Any) -> Answer:
        return asyncio.run(self._ask(upstream, stream, options))

    async def _ask(self, upstream: Upstream, stream: bool, options: dict[str, Any]) -> Answer:
        async with self.http(upstream, True, options) as http:
            model = self._model(upstream, http_async_client=http)
            if not stream:
                return self._answer(await model.ainvoke("?"))
            return self._answer(self._joined([chunk async for chunk in model.astream("?")]))


class LlamaIndex(Adapter):
    needs = ("llama_index.llms.openai_like",)
    reads = ("reasoning_content", "reasoning", "both")

    @classmethod
    def is_there(cls) -> bool:
        try:
            return super().is_there()
        except ModuleNotFoundError:
            return False

    def ask(self, upstream: Upstream, stream: bool, **options: Any) -> Answer:
        with self.http(upstream, False, options) as http:
            return self._ask(upstream, stream, http)

    def _ask(self, upstream: Upstream, stream: bool, http: Any) -> Answer:
        types = _module("llama_index.core.llms")
        llm = _module("llama_index.llms.openai_like").OpenAILike(
            model="m",
            api_base=upstream.base_url,
            api_key="k",
            is_chat_model=True,
            is_function_calling_model=True,
            http_client=http,
        )
        messages = [types.ChatMessage(role="user", content="?")]
        if stream:
            *_, answer = llm.stream_chat(messages, tools=TOOLS)
        else:
            answer = llm.chat(messages, tools=TOOLS)
        blocks: list[Any] = answer.message.blocks
        thoughts = [block.content for block in blocks if block.block_type == "thinking"]
        calls = [block for block in blocks if block.block_type == "tool_call"]
        assert all(call.tool_call_id for call in calls)
        return Answer(
            answer.message.content or "",
            "".join(thoughts),
            tuple((call.tool_name, _text(call.tool_kwargs)) for call in calls),
            None,
        )

    reads_finish = False


def _text(arguments: Any) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments)


class _InLoop(Adapter):
    """Asks in an event loop of its own, in which the HTTP client is closed, too."""

    def ask(self, upstream: Upstream, stream: bool, **options: Any) -> Answer:
        return asyncio.run(self._opened(upstream, stream, options))

    async def _opened(self, upstream: Upstream, stream: bool, options: dict[str, Any]) -> Answer:
        async with self.http(upstream, True, options) as http:
            return await self._ask(upstream, stream, http)

    async def _ask(self, upstream: Upstream, stream: bool, http: Any) -> Answer:
        raise NotImplementedError


class PydanticAi(_InLoop):
    needs = ("pydantic_ai",)
    reads = ("reasoning_content", "reasoning", "both")

    async def _ask(self, upstream: Upstream, stream: bool, http: Any) -> Answer:
        direct = _module("pydantic_ai.direct")
        messages = _module("pydantic_ai.messages")
        models = _module("pydantic_ai.models")
        provider = _module("pydantic_ai.providers.openai").OpenAIProvider(
            base_url=upstream.base_url, api_key="k", http_client=http
        )
        profile = {"thinking_tags": ("<\0", "\0>")}  # by itself it takes <think> out of text
        model = _module("pydantic_ai.models.openai").OpenAIChatModel(
            "m", provider=provider, profile=profile
        )
        tools = [
            _module("pydantic_ai.tools").ToolDefinition(
                name=tool["function"]["name"],
                parameters_json_schema=tool["function"]["parameters"],
            )
            for tool in TOOLS
        ]
        asked = (model, [messages.ModelRequest.user_text_prompt("?")])
        parameters = models.ModelRequestParameters(function_tools=tools)
        if stream:
            request = direct.model_request_stream(*asked, model_request_parameters=parameters)
            async with request as events:
                async for _ in events:
                    pass
                answer = events.get()
        else:
            answer = await direct.model_request(*asked, model_request_parameters=parameters)
        of = {
            kind: [part for part in answer.parts if part.part_kind == kind]
            for kind in ("text", "thinking", "tool-call")
        }
        assert all(call.tool_call_id for call in of["tool-call"])
        return Answer(
            "".join(part.content for part in of["text"]),
            "".join(part.content for part in of["thinking"]),
            tuple((part.tool_name, _text(part.args)) for part in of["tool-call"]),
            {"tool_call": "tool_calls"}.get(answer.finish_reason, answer.finish_reason),
        )


class Agents(_InLoop):
    needs = ("agents",)
    reads_finish = False

    async def _ask(self, upstream: Upstream, stream: bool, http: Any) -> Answer:
        agents = _module("agents")
        client = _module("openai").AsyncOpenAI(
            base_url=upstream.base_url, api_key="k", http_client=http
        )
        model = agents.OpenAIChatCompletionsModel(model="m", openai_client=client)

        async def run(*_: Any) -> str:
            return "done"

        tools = [
            agents.FunctionTool(
                name=tool["function"]["name"],
                description="",
                params_json_schema=tool["function"]["parameters"],
                on_invoke_tool=run,
                strict_json_schema=False,
            )
            for tool in TOOLS
        ]
        asked: dict[str, Any] = {
            "system_instructions": None,
            "input": "?",
            "model_settings": agents.ModelSettings(),
            "tools": tools,
            "output_schema": None,
            "handoffs": [],
            "tracing": agents.ModelTracing.DISABLED,
            "previous_response_id": None,
            "conversation_id": None,
            "prompt": None,
        }
        if stream:
            last: Any = None
            async for event in model.stream_response(**asked):
                last = event
            output = last.response.output
        else:
            output = (await model.get_response(**asked)).output
        content = reasoning = ""
        calls: list[tuple[str, str]] = []
        for item in output:
            if item.type == "message":
                content += "".join(part.text for part in item.content)
            elif item.type == "reasoning":
                reasoning += "".join(part.text for part in item.summary)
            else:
                assert item.call_id
                calls.append((item.name, item.arguments))
        return Answer(content, reasoning, tuple(calls), None)


class SmolAgents(Adapter):
    needs = ("smolagents", "openai")
    chooses = "required"
    reads = ()
    reads_finish = False

    def _tools(self) -> list[Any]:
        made: list[Any] = []
        for tool in TOOLS:
            function = tool["function"]
            shapes = function["parameters"]["properties"]
            fields: dict[str, Any] = {
                "name": function["name"],
                "description": function["description"],
                "inputs": {name: {**shape, "description": ""} for name, shape in shapes.items()},
                "output_type": "string",
                "forward": lambda self, **_: "done",
                "skip_forward_signature_validation": True,
            }
            made.append(type("Tool", (_module("smolagents").Tool,), fields)())
        return made

    def ask(self, upstream: Upstream, stream: bool, **options: Any) -> Answer:
        smolagents = _module("smolagents")
        with self.http(upstream, False, options) as http:
            model = smolagents.OpenAIModel(
                "m", upstream.base_url, "k", client_kwargs={"http_client": http}
            )
            asked: dict[str, Any] = {
                "messages": [{"role": "user", "content": "?"}],
                "tools_to_call_from": self._tools(),
            }
            if stream:
                deltas = list(model.generate_stream(**asked))
                message = _module("smolagents.models").agglomerate_stream_deltas(deltas)
            else:
                message = model.generate(**asked)
        calls = message.tool_calls or []
        assert all(call.id for call in calls)
        names = tuple((call.function.name, call.function.arguments) for call in calls)
        return Answer(message.content or "", "", names, None)


class Haystack(Adapter):
    """It makes its clients itself: of httpx, with whichever OpenAI SDK."""

    needs = ("haystack", "httpx")
    reads = ()

    def _given(self, upstream: Upstream, transport: Any) -> dict[str, Any]:
        tools = [
            _module("haystack.tools").Tool(function=lambda **_: "done", **tool["function"])
            for tool in TOOLS
        ]
        return {
            "model": "m",
            "api_base_url": upstream.base_url,
            "api_key": _module("haystack.utils").Secret.from_token("k"),
            "http_client_kwargs": {"transport": transport},
            "tools": tools,
        }

    def _generator(self, given: dict[str, Any]) -> Any:
        return _module("haystack.components.generators.chat").OpenAIChatGenerator(**given)

    def ask(self, upstream: Upstream, stream: bool, **options: Any) -> Answer:
        inner = upstream.transport(_module("httpx"), False)
        generator = self._generator(self._given(upstream, to.transport(inner, **options)))
        callback = _ignored if stream else None
        try:
            return self._answer(generator.run(_question(), streaming_callback=callback))
        finally:
            generator.close()

    def _answer(self, said: dict[str, Any]) -> Answer:
        (reply,) = said["replies"]
        assert all(call.id for call in reply.tool_calls)
        calls = tuple((call.tool_name, json.dumps(call.arguments)) for call in reply.tool_calls)
        return Answer(reply.text or "", "", calls, reply.meta["finish_reason"])


class HaystackAsync(Haystack):
    def ask(self, upstream: Upstream, stream: bool, **options: Any) -> Answer:
        return asyncio.run(self._ask(upstream, stream, options))

    async def _ask(self, upstream: Upstream, stream: bool, options: dict[str, Any]) -> Answer:
        async def ignored(_: Any) -> None:
            pass

        inner = upstream.transport(_module("httpx"), True)
        generator = self._generator(self._given(upstream, to.async_transport(inner, **options)))
        callback = ignored if stream else None
        try:
            return self._answer(await generator.run_async(_question(), streaming_callback=callback))
        finally:
            await generator.close_async()


def _question() -> list[Any]:
    return [_module("haystack.dataclasses").ChatMessage.from_user("?")]


def _ignored(_: Any) -> None:
    pass


ALL.update(
    {
        "langchain": LangChain,
        "langchain-async": LangChainAsync,
        "llama-index": LlamaIndex,
        "pydantic-ai": PydanticAi,
        "openai-agents": Agents,
        "smolagents": SmolAgents,
        "haystack": Haystack,
        "haystack-async": HaystackAsync,
    }
)
