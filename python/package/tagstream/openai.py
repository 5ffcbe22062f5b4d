"""Native reasoning and tool calls for any OpenAI client, whatever its server leaves in the text.

client = OpenAI(base_url=..., http_client=tagstream.openai.client(dialect="qwen3"))

The HTTP module of the client, httpx or httpx2, is used as it is found: neither is needed here.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from tagstream._chunks import Chunks, rewrite
from tagstream._core import ParseRules, Rewriter, rewrite_answer
from tagstream._request import Server, asked_rules, raw_mode
from tagstream._streams import OnBrokenCall, drained, drained_later, report
from tagstream._types import BrokenCall

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from tagstream._options import RewriteOptions

__all__ = [
    "BrokenCall",
    "Chunks",
    "Rewriter",
    "async_client",
    "async_transport",
    "client",
    "rewrite",
    "rewrite_answer",
    "transport",
]

_READ = ("/chat/completions", "/completions")
_REFUSED = (
    "tagstream does not read the Responses API: use chat completions, or a client without "
    "tagstream's transport"
)


class _Reader(Protocol):
    def feed(self, chunk: bytes, /) -> bytes: ...
    def finish(self) -> bytes: ...


class _Body:
    """What is sent on of a response. If that breaks, what is held goes out first."""

    def __init__(self, response: Any, reader: _Reader) -> None:
        self._response = response
        self._reader = reader

    def _fed(self, chunk: bytes) -> tuple[bytes]:
        return (self._reader.feed(chunk),)

    def _finished(self) -> tuple[bytes]:
        return (self._reader.finish(),)

    def __iter__(self) -> Iterator[bytes]:
        return drained(self._response.iter_bytes(), self._fed, self._finished)

    def __aiter__(self) -> AsyncIterator[bytes]:
        return drained_later(self._response.aiter_bytes(), self._fed, self._finished)

    def close(self) -> None:
        self._response.close()

    async def aclose(self) -> None:
        await self._response.aclose()


class _Whole:
    """Reads an answer that comes as one object."""

    def __init__(self, adapter: _Adapter, rules: ParseRules) -> None:
        self._adapter = adapter
        self._rules = rules
        self._parts: list[bytes] = []

    def feed(self, chunk: bytes) -> bytes:
        self._parts.append(chunk)
        return b""

    def finish(self) -> bytes:
        body, broken = rewrite_answer(b"".join(self._parts), self._rules, **self._adapter.written)
        self._adapter.report(broken)
        return body


class _Events:
    """Reads a stream of events."""

    def __init__(self, adapter: _Adapter, rules: ParseRules) -> None:
        self._adapter = adapter
        self._rewriter = Rewriter(rules, **adapter.written)

    def feed(self, chunk: bytes) -> bytes:
        out = self._rewriter.feed(chunk)
        self._adapter.report(self._rewriter.broken_calls)
        return out

    def finish(self) -> bytes:
        out = self._rewriter.finish()
        self._adapter.report(self._rewriter.broken_calls)
        return out


class _Plan(NamedTuple):
    """What is to be done for a request."""

    request: Any
    rules: ParseRules | None = None  # None: the answer passes as it is
    is_stream: bool = False
    refusal: str | None = None  # the request is not sent


class _Adapter:
    """What transports of both kinds do with requests and responses."""

    def __init__(
        self,
        inner: Any,
        server: Server | None,
        on_broken_call: OnBrokenCall | None,
        options: RewriteOptions,
    ) -> None:
        if server not in (None, "vllm", "sglang"):
            raise ValueError(f"server: give vllm|sglang, or nothing for others, not {server!r}")
        self._inner = inner
        self._server: Server | None = server
        self._on_broken_call = on_broken_call
        self.written: RewriteOptions = {}
        self._options: RewriteOptions = {}
        for name, value in options.items():
            is_written = name in ("reasoning_field", "prompt_tail", "id_seed", "max_event_bytes")
            cast("dict[str, Any]", self.written if is_written else self._options)[name] = value
        Rewriter(**options)  # what is wrong is said now

    def report(self, calls: tuple[BrokenCall, ...]) -> None:
        report(calls, self._on_broken_call)

    def plan(self, request: Any, content: bytes) -> _Plan:
        """For a request to one of the paths that `is_met` names."""
        if request.url.path.endswith("/responses"):
            return _Plan(request, refusal=_REFUSED)
        try:
            body: Any = json.loads(content)
        except (ValueError, RecursionError):
            return _Plan(request)
        if not isinstance(body, dict):
            return _Plan(request)
        body = cast("dict[str, Any]", body)
        try:
            rules = asked_rules(self._options, body)
        except ValueError as error:
            return _Plan(request, refusal=str(error))
        request.headers["accept-encoding"] = "identity"
        if self._server is not None:
            request = _with_body(request, raw_mode(body, self._server))
        return _Plan(request, rules, is_stream=bool(body.get("stream")))

    def rewritten(self, plan: _Plan, response: Any, stream_class: str) -> Any:
        kind = str(response.headers.get("content-type", ""))
        if plan.rules is None or response.status_code != 200:
            return response
        is_stream = "event-stream" in kind or (plan.is_stream and "json" not in kind)
        reader = (_Events if is_stream else _Whole)(self, plan.rules)
        module = _module_of(plan.request)
        # The client looks whether it is one of its own streams.
        body_class: Any = type("Body", (_Body, getattr(module, stream_class)), {})
        dropped = (b"content-length", b"content-encoding")
        return module.Response(
            response.status_code,
            headers=[one for one in response.headers.raw if one[0].lower() not in dropped],
            stream=body_class(response, reader),
            extensions=response.extensions,
        )


def _is_met(request: Any) -> bool:
    path: str = request.url.path
    return bool(request.method == "POST" and path.endswith((*_READ, "/responses")))


def _module_of(request: Any) -> Any:
    return sys.modules[type(request).__module__.partition(".")[0]]


def _with_body(request: Any, body: Mapping[str, Any]) -> Any:
    headers = request.headers.copy()
    for name in ("content-length", "transfer-encoding"):
        headers.pop(name, None)
    return type(request)(
        request.method,
        request.url,
        headers=headers,
        content=json.dumps(body).encode(),
        extensions=request.extensions,
    )


def _refusal(plan: _Plan) -> Any:
    # An exception would be taken for a broken connection, and the request be sent again.
    error = {"message": plan.refusal, "type": "invalid_request_error", "param": None, "code": None}
    return _module_of(plan.request).Response(400, json={"error": error})


class _Transport(_Adapter):
    def handle_request(self, request: Any) -> Any:
        if not _is_met(request):
            return self._inner.handle_request(request)
        plan = self.plan(request, request.read())
        if plan.refusal is not None:
            return _refusal(plan)
        response = self._inner.handle_request(plan.request)
        return self.rewritten(plan, response, "SyncByteStream")

    def close(self) -> None:
        self._inner.close()

    def __enter__(self) -> Self:
        self._inner.__enter__()
        return self

    def __exit__(self, *exception: Any) -> None:
        self._inner.__exit__(*exception)


class _AsyncTransport(_Adapter):
    async def handle_async_request(self, request: Any) -> Any:
        if not _is_met(request):
            return await self._inner.handle_async_request(request)
        plan = self.plan(request, await request.aread())
        if plan.refusal is not None:
            return _refusal(plan)
        response = await self._inner.handle_async_request(plan.request)
        return self.rewritten(plan, response, "AsyncByteStream")

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def __aenter__(self) -> Self:
        await self._inner.__aenter__()
        return self

    async def __aexit__(self, *exception: Any) -> None:
        await self._inner.__aexit__(*exception)


def transport(
    inner: Any,
    *,
    server: Server | None = None,
    on_broken_call: OnBrokenCall | None = None,
    **options: Unpack[RewriteOptions],
) -> Any:
    """A transport around `inner`, one of httpx or httpx2, for a client of that module.

    Options are those of a `Parser`, and of what is written. Schemas, the names that are offered
    and the tool choice are those of each request.

    :param server: whose raw mode the transport asks for; others need nothing in the request
    :param on_broken_call: told of each call that is not one; its text is content
    """
    return _Transport(inner, server, on_broken_call, options)


def async_transport(
    inner: Any,
    *,
    server: Server | None = None,
    on_broken_call: OnBrokenCall | None = None,
    **options: Unpack[RewriteOptions],
) -> Any:
    """The same for asynchronous clients."""
    return _AsyncTransport(inner, server, on_broken_call, options)


def _client_class(name: str, of_sdk: str) -> Any:
    """What the installed SDK makes for itself, or the client of one of the HTTP modules."""
    for module, attribute in (("openai", of_sdk), ("httpx2", name), ("httpx", name)):
        try:
            return getattr(importlib.import_module(module), attribute)
        except ImportError:
            continue
    raise ImportError("a client needs the openai package, httpx2 or httpx: none of them is there")


# What a client with a transport does not look at, or what leads past it.
_OF_TRANSPORTS = {"cert", "http1", "http2", "limits", "mounts", "proxy", "transport", "verify"}


def _made_client(
    names: tuple[str, str, str], wrap: Callable[[Any], Any], inner: Any, options: dict[str, Any]
) -> Any:
    if wrong := _OF_TRANSPORTS & options.keys():
        raise ValueError(f"client_options: {min(wrong)} is for the transport, which is `inner`")
    client_class = _client_class(names[0], names[1])
    if inner is None:
        bases = (base.__module__.partition(".")[0] for base in client_class.__mro__)
        module = sys.modules[next(base for base in bases if base in ("httpx", "httpx2"))]
        # As many as the SDK has.
        limits = module.Limits(max_connections=1000, max_keepalive_connections=100)
        inner = getattr(module, names[2])(limits=limits)
    return client_class(transport=wrap(inner), **options)


def client(
    *,
    base_url: str = "",
    inner: Any = None,
    client_options: Mapping[str, Any] | None = None,
    server: Server | None = None,
    on_broken_call: OnBrokenCall | None = None,
    **options: Unpack[RewriteOptions],
) -> Any:
    """A client of the HTTP module that the installed OpenAI SDK uses, for its `http_client`.

    :param inner: a transport of that module, where the usual one does not do: for a proxy, or
                  certificates of one's own
    :param client_options: what else the client is made with
    """
    return _made_client(
        ("Client", "DefaultHttpxClient", "HTTPTransport"),
        lambda it: _Transport(it, server, on_broken_call, options),
        inner,
        {"base_url": base_url, **(client_options or {})},
    )


def async_client(
    *,
    base_url: str = "",
    inner: Any = None,
    client_options: Mapping[str, Any] | None = None,
    server: Server | None = None,
    on_broken_call: OnBrokenCall | None = None,
    **options: Unpack[RewriteOptions],
) -> Any:
    """The same, asynchronous."""
    return _made_client(
        ("AsyncClient", "DefaultAsyncHttpxClient", "AsyncHTTPTransport"),
        lambda it: _AsyncTransport(it, server, on_broken_call, options),
        inner,
        {"base_url": base_url, **(client_options or {})},
    )
