"""The results of clients for an answer: one adapter for each, all with the same shape."""

from __future__ import annotations

import asyncio
import importlib
import json
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from typing import Any, NamedTuple, cast

from upstream import TOOLS, Upstream

import tagstream.openai as to


class Answer(NamedTuple):
    content: str
    reasoning: str
    calls: tuple[tuple[str, str], ...]  #: names and arguments, in order
    finish: str | None

    def without_layout(self) -> Answer:
        """Blanks beside calls are content in a stream, and null in an answer that comes whole."""
        is_layout = bool(self.calls) and not self.content.strip()
        return self._replace(content="" if is_layout else self.content)


def joined(chunks: Iterable[Mapping[str, Any]], index: int = 0) -> Answer:
    """The deltas of a choice, joined as clients do. Checks what they rely on."""
    content = reasoning = ""
    calls: list[dict[str, str]] = []
    finish = None
    for chunk in chunks:
        for choice in chunk["choices"]:
            if choice["index"] != index:
                continue
            assert finish is None, "nothing follows the chunk that ends a choice"
            delta = choice.get("delta", choice)
            content += delta.get("content") or choice.get("text") or ""
            reasoning += delta.get("reasoning_content") or ""
            for call in delta.get("tool_calls") or ():
                if call["index"] == len(calls):
                    assert call["type"] == "function"
                    assert call["id"]
                    calls.append({"id": call["id"], "name": call["function"]["name"], "of": ""})
                else:
                    assert call["index"] == len(calls) - 1
                    assert set(call) == {"index", "function"}
                    assert set(call["function"]) == {"arguments"}
                calls[-1]["of"] += call["function"]["arguments"]
            finish = choice.get("finish_reason")
    assert len({call["id"] for call in calls}) == len(calls)
    return Answer(content, reasoning, tuple((one["name"], one["of"]) for one in calls), finish)


def of_message(choice: Mapping[str, Any]) -> Answer:
    message = choice.get("message", choice)
    calls = message.get("tool_calls") or ()
    assert all(call["id"] and call["type"] == "function" for call in calls)
    return Answer(
        message.get("content") or choice.get("text") or "",
        message.get("reasoning_content") or "",
        tuple((one["function"]["name"], one["function"]["arguments"]) for one in calls),
        choice["finish_reason"],
    )


class Model:
    """An object that is read like a model of pydantic, as the SDK's are."""

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    @property
    def model_fields_set(self) -> set[str]:
        return set(self.__dict__)

    def model_copy(self, *, update: dict[str, Any]) -> Model:
        return Model(**{**self.__dict__, **update})

    @classmethod
    def model_construct(cls, **values: Any) -> Model:
        return cls(**values)


def plain(thing: Any) -> Any:
    """The same as JSON would have it."""
    if isinstance(thing, Model):
        return plain(thing.__dict__)
    if isinstance(thing, list):
        return [plain(one) for one in thing]
    if isinstance(thing, dict):
        return {key: plain(value) for key, value in cast("dict[str, Any]", thing).items()}
    return thing


def modelled(thing: Any) -> Any:
    """The same of models."""
    if isinstance(thing, list):
        return [modelled(one) for one in thing]
    if isinstance(thing, dict):
        fields = cast("dict[str, Any]", thing).items()
        return Model(**{key: modelled(value) for key, value in fields})
    return thing


def http_module() -> Any:
    """The interface of the OpenAI SDK."""
    bases = importlib.import_module("openai").DefaultHttpxClient.__mro__
    names = [base.__module__.partition(".")[0] for base in bases]
    return importlib.import_module(next(one for one in names if one.startswith("httpx")))


class Adapter:
    """A way from a server to who asked it."""

    needs: tuple[str, ...] = ()  # modules
    reads: tuple[str, ...] = ("reasoning_content", "both")  # where it looks for reasoning
    reads_finish = True
    chooses = ""  # the tool choice that it asks for itself
    takes: frozenset[str] = frozenset(  # what it can be asked for
        {"stream", "break", "in_reasoning", "incremental", "reasoning_field", "tool_choice"}
    )
    is_behind = False  # it reads what has come already

    @classmethod
    def is_there(cls) -> bool:
        return all(find_spec(module) is not None for module in cls.needs)

    def http(self, upstream: Upstream, is_async: bool, options: dict[str, Any]) -> Any:
        make = to.async_client if is_async else to.client
        return make(inner=upstream.transport(http_module(), is_async), **options)

    def ask(self, upstream: Upstream, stream: bool, **options: Any) -> Answer:
        raise NotImplementedError

    def close(self) -> None:
        pass


REQUEST: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "?"}]}


class Rewrite(Adapter):
    """No HTTP: objects of JSON."""

    takes = Adapter.takes - {"break"}
    is_behind = True

    def ask(self, upstream: Upstream, stream: bool, **options: Any) -> Answer:
        says = upstream.says({})
        options["tools"] = TOOLS
        options["only_offered"] = True
        if not stream:
            return of_message(
                json.loads(to.rewrite_answer(says.whole(), **options)[0])["choices"][0]
            )
        chunks = [json.loads(event[6:]) for event in says.events()[:-1]]
        return joined(to.rewrite(chunks, **options))


class Http(Adapter):
    """A client of an HTTP module alone."""

    needs = ("httpx",)

    def ask(self, upstream: Upstream, stream: bool, **options: Any) -> Answer:
        import httpx

        inner = upstream.transport(httpx, False)
        body = {**REQUEST, "tools": TOOLS, "stream": stream}
        with httpx.Client(transport=to.transport(inner, **options)) as client:
            answer = client.post(upstream.base_url + "/chat/completions", json=body)
            if not stream:
                return of_message(answer.json()["choices"][0])
            return joined(events_of(answer.text))


class HttpAsync(Adapter):
    needs = ("httpx",)

    def ask(self, upstream: Upstream, stream: bool, **options: Any) -> Answer:
        return asyncio.run(self._ask(upstream, stream, options))

    async def _ask(self, upstream: Upstream, stream: bool, options: dict[str, Any]) -> Answer:
        import httpx

        inner = upstream.transport(httpx, True)
        body = {**REQUEST, "tools": TOOLS, "stream": stream}
        async with httpx.AsyncClient(transport=to.async_transport(inner, **options)) as client:
            answer = await client.post(upstream.base_url + "/chat/completions", json=body)
            if not stream:
                return of_message(answer.json()["choices"][0])
            return joined(events_of(answer.text))


def events_of(text: str) -> list[dict[str, Any]]:
    events = [event for event in text.split("\n\n") if event]
    assert events.pop() == "data: [DONE]"
    return [json.loads(event[6:]) for event in events]


class OpenAi(Adapter):
    needs = ("openai",)

    def ask(self, upstream: Upstream, stream: bool, **options: Any) -> Answer:
        import openai

        http = self.http(upstream, False, options)
        with openai.OpenAI(base_url=upstream.base_url, api_key="k", http_client=http) as client:
            create: Any = client.chat.completions.create
            answer = create(**REQUEST, tools=TOOLS, stream=stream)
            if not stream:
                return of_message(answer.choices[0].model_dump())
            return joined([chunk.model_dump(exclude_unset=True) for chunk in answer])


class OpenAiRewrite(OpenAi):
    """The chunks of the SDK, rewritten behind it."""

    is_behind = True

    def ask(self, upstream: Upstream, stream: bool, **options: Any) -> Answer:
        if not stream:
            return super().ask(upstream, stream, **options)
        import openai

        http = self.http(upstream, False, {"dialect": "none"})
        with openai.OpenAI(base_url=upstream.base_url, api_key="k", http_client=http) as client:
            create: Any = client.chat.completions.create
            answer = create(**REQUEST, tools=TOOLS, stream=True)
            chunks = list(to.rewrite(answer, tools=TOOLS, only_offered=True, **options))
            assert {type(chunk).__name__ for chunk in chunks} == {"ChatCompletionChunk"}
            return joined([chunk.model_dump(exclude_unset=True) for chunk in chunks])


class OpenAiAsync(Adapter):
    needs = ("openai",)

    def ask(self, upstream: Upstream, stream: bool, **options: Any) -> Answer:
        return asyncio.run(self._ask(upstream, stream, options))

    async def _ask(self, upstream: Upstream, stream: bool, options: dict[str, Any]) -> Answer:
        import openai

        http = self.http(upstream, True, options)
        there = {"base_url": upstream.base_url, "api_key": "k", "http_client": http}
        async with openai.AsyncOpenAI(**there) as client:
            create: Any = client.chat.completions.create
            answer = await create(**REQUEST, tools=TOOLS, stream=stream)
            if not stream:
                return of_message(answer.choices[0].model_dump())
            return joined([chunk.model_dump(exclude_unset=True) async for chunk in answer])


ALL: dict[str, type[Adapter]] = {
    "rewrite": Rewrite,
    "http": Http,
    "http-async": HttpAsync,
    "openai": OpenAi,
    "openai-async": OpenAiAsync,
    "openai-rewrite": OpenAiRewrite,
}
