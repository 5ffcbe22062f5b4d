"""Adapters of `clients` that run inside of another program: LiteLLM's proxy, and verl."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import itertools
import json
import os
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from clients import ALL, REQUEST, Adapter, Answer, events_of, joined, of_message
from upstream import TOOLS, LocalServer, Upstream

IN_REASONING = "<|im_start|>assistant\n<think>\n"


@contextlib.contextmanager
def proxy_of(config: dict[str, Any]) -> Iterator[Any]:
    """An HTTP client of LiteLLM's proxy, which runs in a thread of this process."""
    httpx: Any = importlib.import_module("httpx")
    uvicorn: Any = importlib.import_module("uvicorn")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "config.yaml"
        path.write_text(json.dumps(config))  # which is YAML, too
        os.environ.update(LITELLM_LOCAL_MODEL_COST_MAP="True", CONFIG_FILE_PATH=str(path))
        app: Any = importlib.import_module("litellm.proxy.proxy_server").app
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
        thread = threading.Thread(target=server.run)
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive()
                time.sleep(0.05)
            port = server.servers[0].sockets[0].getsockname()[1]
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
                yield client
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ResourceWarning)  # LiteLLM keeps its sessions open
                server.should_exit = True
                thread.join(30)
                importlib.import_module("litellm").in_memory_llm_clients_cache.flush_cache()
                gc.collect()


def proxy_config(models: list[dict[str, Any]], callbacks: list[str]) -> dict[str, Any]:
    return {
        "model_list": models,
        "litellm_settings": {"callbacks": callbacks},
        "general_settings": {"dangerously_permit_weak_or_unset_master_key": True},
    }


def of_proxy(answer: Any, stream: bool) -> Answer:
    if not stream:
        return of_message(answer.json()["choices"][0])
    chunks = events_of(answer.text)
    for chunk in chunks:
        for choice in chunk["choices"]:
            for call in choice["delta"].get("tool_calls", ()):
                if "id" not in call:
                    call.pop("type", None)  # the proxy repeats it
    return joined(chunks)


class LiteLlm(Adapter):
    """The proxy with the callback: it makes its own connections, so there is no mock."""

    needs = ("litellm",)
    reads = ("reasoning_content",)
    takes = frozenset({"in_reasoning", "incremental", "tool_choice", "stream", "break"})

    def __init__(self) -> None:
        self._stack = contextlib.ExitStack()
        config = proxy_config([], ["tagstream.litellm.callback"])
        self._proxy: Any = self._stack.enter_context(proxy_of(config))
        self._numbers = itertools.count()

    def close(self) -> None:
        self._stack.close()

    def ask(self, upstream: Upstream, stream: bool, **options: Any) -> Answer:
        if options.pop("prompt_tail", None) is not None:
            options["start_in_reasoning"] = True
        with upstream.by_http() as server:
            return self._ask(server, stream, options)

    def _ask(self, server: LocalServer, stream: bool, options: dict[str, Any]) -> Answer:
        name = f"m{next(self._numbers)}"
        there = {"model": "hosted_vllm/m", "api_base": server.base_url, "api_key": "k"}
        types = importlib.import_module("litellm.types.router")
        deployment = types.Deployment(
            model_name=name,
            litellm_params=types.LiteLLM_Params(**there, max_retries=0),
            model_info=types.ModelInfo(id=name, tagstream=options),
        )
        proxy_server: Any = importlib.import_module("litellm.proxy.proxy_server")
        proxy_server.llm_router.add_deployment(deployment)
        body = {**REQUEST, "model": name, "tools": TOOLS, "stream": stream}
        answer = self._proxy.post("/v1/chat/completions", json=body)
        if answer.status_code == 400:
            raise ValueError(answer.json()["error"]["message"])
        assert answer.status_code == 200, answer.text
        assert '"error"' not in answer.text, answer.text
        return of_proxy(answer, stream)


class Tokenizer:
    """A token is a code point; two more are special."""

    eos_token_id = 0x110000
    pad_token_id = 0x110001
    unk_token_id = 0x110002

    def ids(self, text: str) -> list[int]:
        return [*map(ord, text), self.eos_token_id, self.pad_token_id, self.pad_token_id]

    def decode(self, ids: list[int], *, skip_special_tokens: bool) -> str:
        assert not skip_special_tokens
        return "".join(map(chr, ids))

    def convert_tokens_to_ids(self, token: str) -> int:
        return {"<tool_call|>": 7, "<|im_end|>": 8}.get(token, self.unk_token_id)


VERL = "verl.experimental.agent_loop.tool_parser"


class FunctionCall(NamedTuple):
    name: str
    arguments: str
    tool_call_id: str | None = None


class Tool(NamedTuple):
    schema: dict[str, Any]

    def model_dump(self, *, exclude_none: bool) -> dict[str, Any]:
        assert exclude_none
        return self.schema


def _shape() -> ModuleType:
    """A module like verl's."""

    class ToolParser:
        registry: dict[str, Any] = {}  # noqa: RUF012

        def __init__(self, tokenizer: Any) -> None:
            self.tokenizer = tokenizer

        @classmethod
        def get_tool_parser(cls, name: str, tokenizer: Any) -> Any:
            if name not in cls.registry:
                raise ValueError(f"Unknown tool parser: {name}")
            return cls.registry[name](tokenizer)

        @classmethod
        def register(cls, name: str) -> Any:
            return lambda subclass: cls.registry.setdefault(name, subclass)

    module = ModuleType(VERL)
    vars(module).update(FunctionCall=FunctionCall, ToolParser=ToolParser)
    return module


class Verl(Adapter):
    """verl's own modules around its parsers. Its packages, which want engines and GPUs when they
    are imported, are replaced by empty ones."""

    needs: tuple[str, ...] = ("verl", "ray", "regex")
    reads = ()
    reads_finish = False
    takes = frozenset({"in_reasoning"})

    def __init__(self) -> None:
        self._before = {name: sys.modules.pop(name) for name in self._modules()}
        self._put_modules()
        self.tagstream: Any = importlib.import_module("tagstream.verl")
        self.module: Any = sys.modules[VERL]

    def _modules(self) -> list[str]:
        mine = ("verl", "tagstream.verl")
        return [name for name in sys.modules if name in mine or name.startswith("verl.")]

    def _put_modules(self) -> None:
        spec = find_spec("verl")
        assert spec is not None
        assert spec.submodule_search_locations is not None
        root = Path(spec.submodule_search_locations[0])
        for name in ("", ".utils", ".tools", ".experimental", ".experimental.agent_loop"):
            package = ModuleType("verl" + name)
            package.__path__ = [str(root.joinpath(*name.split(".")))]
            sys.modules[package.__name__] = package

    def close(self) -> None:
        for name in self._modules():
            del sys.modules[name]
        sys.modules.update(self._before)

    def tools(self) -> list[Any]:
        schemas: Any = importlib.import_module("verl.tools.schemas")
        return [schemas.OpenAIFunctionToolSchema(**tool) for tool in TOOLS]

    def parser(self, family: str) -> Any:
        return self.module.ToolParser.get_tool_parser(f"tagstream_{family}", Tokenizer())

    def read(self, parser: Any, text: str, tools: Any = None) -> tuple[str, list[Any]]:
        ids = Tokenizer().ids(text)
        given = (ids,) if tools is None else (ids, tools)
        content, calls = asyncio.run(parser.extract_tool_calls(*given))
        return content, calls

    def ask(self, upstream: Upstream, stream: bool, **options: Any) -> Answer:
        assert not stream
        family = options.pop("dialect")
        if options.pop("prompt_tail", None) == IN_REASONING:
            family += "_in_reasoning"
        assert not options
        parser = self.parser(family)
        (text,) = upstream.says({}).texts
        content, calls = self.read(parser, text, self.tools())
        return Answer(content, "", tuple((one.name, one.arguments) for one in calls), None)


class VerlShape(Verl):
    """The same beside a module of its shape."""

    needs = ()

    def _put_modules(self) -> None:
        parts = VERL.split(".")
        for end in range(1, len(parts)):
            package = ".".join(parts[:end])
            sys.modules[package] = ModuleType(package)
        sys.modules[VERL] = _shape()

    def tools(self) -> list[Any]:
        return [Tool(tool) for tool in TOOLS]


ALL.update({"litellm": LiteLlm, "verl": Verl, "verl-shape": VerlShape})
