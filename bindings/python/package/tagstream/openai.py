"""Native reasoning and tool calls for any OpenAI client, whatever its server leaves in the text.

client = OpenAI(base_url=..., http_client=tagstream.openai.client(dialect="qwen3"))

The HTTP module of the client, httpx or httpx2, is used as it is found: neither is needed here.
"""

from __future__ import annotations

import importlib
import json
import logging
import re
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from tagstream._chunks import Chunks, rewrite
from tagstream._core import Rewriter, Rules, rewrite_answer
from tagstream._hints import nearest
from tagstream._options import ClientOptions, RewriteOptions
from tagstream._request import Server, asked_rules, checked_server, raw_mode
from tagstream._streams import Drained, DrainedLater, OnToolCallError, checked, report
from tagstream._types import ChoiceToolCallError

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

__all__ = [
    "ChoiceToolCallError",
    "Chunks",
    "ClientOptions",
    "RewriteOptions",
    "Rewriter",
    "async_client",
    "async_transport",
    "client",
    "rewrite",
    "rewrite_answer",
    "transport",
]


def __dir__() -> list[str]:
    return __all__


_log = logging.getLogger("tagstream")

# Paths that answer with what a model wrote: a response that is made, fetched or cancelled.
_RESPONSES = re.compile(r"/responses(/(?!input_tokens$)[^/]+(/cancel)?)?$")


class _Body:
    """The part of a response that is sent on. If the response breaks, what is held goes out first.

    A second loop over it goes on where the first was left: that is how SDKs read what follows the
    end of a stream, without which its connection can't be used again.
    """

    def __init__(self, response: Any, reader: _Answer) -> None:
        self._response = response
        self._reader = reader
        self._chunks: Any = None

    def __iter__(self) -> Iterator[bytes]:
        if self._chunks is None:
            reader = self._reader
            self._chunks = Drained(self._response.iter_bytes(), reader.fed, reader.finished)
        return cast("Iterator[bytes]", self._chunks)

    def __aiter__(self) -> AsyncIterator[bytes]:
        if self._chunks is None:
            reader = self._reader
            self._chunks = DrainedLater(self._response.aiter_bytes(), reader.fed, reader.finished)
        return cast("AsyncIterator[bytes]", self._chunks)

    def close(self) -> None:
        self._response.close()

    async def aclose(self) -> None:
        await self._response.aclose()


class _Answer:
    """Reads an answer. Its beginning tells whether it is a stream of events or one object: not
    every server names it so, or sends what it was asked for."""

    def __init__(self, adapter: _Adapter, rules: Rules) -> None:
        self._adapter = adapter
        self._rules = rules
        self._parts: list[bytes] = []  # as long as it may be one object
        self._is_object = False
        self._rewriter: Rewriter | None = None

    def fed(self, chunk: bytes) -> tuple[bytes]:
        return (self._feed(chunk),)

    def finished(self) -> tuple[bytes]:
        return (self._finish(),)

    def _feed(self, chunk: bytes) -> bytes:
        if self._rewriter is None:
            self._parts.append(chunk)
            begin = b"" if self._is_object else chunk.lstrip(b"\xef\xbb\xbf \t\r\n")
            self._is_object = self._is_object or begin.startswith(b"{")
            if self._is_object or not begin:
                return b""
            self._rewriter = Rewriter(self._rules, **self._adapter.written)
            chunk = b"".join(self._parts)
        return self._reported(self._rewriter.feed(chunk))

    def _finish(self) -> bytes:
        if self._rewriter is not None:
            return self._reported(self._rewriter.finish())
        whole = b"".join(self._parts)
        body, errors = rewrite_answer(whole, self._rules, **self._adapter.written)
        self._adapter.report(errors)
        return body

    def _reported(self, out: bytes) -> bytes:
        if self._rewriter is not None:
            self._adapter.report(self._rewriter.tool_call_errors)
        return out


class _Plan(NamedTuple):
    """The steps for a request."""

    request: Any
    rules: Rules | None = None  # None: the answer passes as it is
    unpacks: frozenset[str] = frozenset()  # what the client's HTTP module does
    refusal: str | None = None  # the request is not sent


class _Adapter:
    """The work of transports of both kinds on requests and responses."""

    def __init__(
        self,
        inner: Any,
        server: Server | None,
        on_tool_call_error: OnToolCallError | None,
        options: RewriteOptions,
    ) -> None:
        self._inner = inner
        self._server: Server | None = checked_server(server)
        self._on_tool_call_error = checked(on_tool_call_error)
        self.written: RewriteOptions = {}
        self._options: RewriteOptions = {}
        for name, value in options.items():
            is_written = name in ("reasoning_field", "max_event_bytes")
            cast("dict[str, Any]", self.written if is_written else self._options)[name] = value
        Rewriter(**options)  # what is wrong is said now

    def report(self, errors: tuple[ChoiceToolCallError, ...]) -> None:
        report(errors, self._on_tool_call_error)

    def plan(self, request: Any, content: bytes) -> _Plan:
        """For a request to one of the paths that `is_met` names."""
        path = _path(request)
        is_response = _RESPONSES.search(path) is not None
        try:
            body: Any = json.loads(content) if content or not is_response else {}
        except (ValueError, RecursionError):
            return _Plan(request)
        if not isinstance(body, dict):
            return _Plan(request)
        body = cast("dict[str, Any]", body)
        if body.get("echo") and not is_response and not path.endswith("/chat/completions"):
            return _Plan(request)  # it begins with the prompt, whose examples are not calls
        try:
            rules = asked_rules(self._options, body)
        except ValueError as error:
            return _Plan(request, refusal=str(error))
        unpacks = _codings(request.headers.get("accept-encoding", ""))
        request.headers["accept-encoding"] = "identity"
        if self._server is not None and content:
            request = _with_body(request, raw_mode(body, self._server))
        return _Plan(request, rules, unpacks | {"identity", "gzip", "deflate"})

    def rewritten(self, plan: _Plan, response: Any, stream_class: str) -> Any:
        if plan.rules is None or response.status_code != 200:
            return response
        packed = _codings(response.headers.get("content-encoding", "")) - plan.unpacks
        if packed:
            _log.warning("the answer is packed by %s: it passes unread", min(packed))
            return response
        reader = _Answer(self, plan.rules)
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


def _path(request: Any) -> str:
    return str(request.url.path).rstrip("/")


def _is_met(request: Any) -> bool:
    path = _path(request)
    if request.method == "POST" and path.endswith("/completions"):
        return True
    return request.method in ("GET", "POST") and _RESPONSES.search(path) is not None


def _codings(header: str) -> frozenset[str]:
    """The words of such a header, without their weights."""
    words = (one.partition(";")[0].strip().lower() for one in header.split(","))
    return frozenset(filter(None, words))


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
        try:
            return self.rewritten(plan, response, "SyncByteStream")
        except BaseException:
            response.close()
            raise

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
        try:
            return self.rewritten(plan, response, "AsyncByteStream")
        except BaseException:
            await response.aclose()
            raise

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
    on_tool_call_error: OnToolCallError | None = None,
    **options: Unpack[RewriteOptions],
) -> Any:
    """A transport around `inner`, one of httpx or httpx2, for a client of that module.

    Options are those of a `Reader`, and of what is written. The tools and the tool choice are
    those of each request.

    :param server: whose raw mode the transport asks for; others need nothing in the request
    :param on_tool_call_error: told of each call that is not one; its text is content
    """
    return _Transport(inner, server, on_tool_call_error, options)


def async_transport(
    inner: Any,
    *,
    server: Server | None = None,
    on_tool_call_error: OnToolCallError | None = None,
    **options: Unpack[RewriteOptions],
) -> Any:
    """The same for asynchronous clients."""
    return _AsyncTransport(inner, server, on_tool_call_error, options)


class _Kind(NamedTuple):
    """The parts of a client of one kind, in the SDK and in the HTTP modules."""

    of_sdk: str
    name: str
    inner: str
    wrap: Callable[..., Any]

    def client_class(self) -> Any:
        """The client that the installed SDK makes itself, or that of one of the HTTP modules."""
        for module, name in (("openai", self.of_sdk), ("httpx2", self.name), ("httpx", self.name)):
            try:
                return getattr(importlib.import_module(module), name)
            except ImportError:
                continue
        raise ImportError("a client needs the openai package, httpx2 or httpx: none is there")


_SYNC = _Kind("DefaultHttpxClient", "Client", "HTTPTransport", transport)
_ASYNC = _Kind("DefaultAsyncHttpxClient", "AsyncClient", "AsyncHTTPTransport", async_transport)

# Arguments of clients and of transports. A client that is given a transport ignores the latter.
_OF_CLIENTS = frozenset(
    "auth cookies default_encoding event_hooks follow_redirects headers max_redirects params "
    "timeout trust_env".split()
)
_OF_TRANSPORTS = frozenset("cert http1 http2 limits local_address proxy retries uds verify".split())
# Of the SDK's own client, which this one is given to.
_OF_SDK = frozenset("api_key default_headers default_query max_retries organization".split())
# They lead past the transport.
_PAST = frozenset(("mounts", "transport"))


def _made(
    kind: _Kind,
    *,
    base_url: str = "",
    inner: Any = None,
    client_options: Mapping[str, Any] | None = None,
    **options: Any,
) -> Any:
    for name in options.keys() - ClientOptions.__annotations__.keys() - _PAST:
        more = nearest(name, ClientOptions.__annotations__) or "; help(tagstream.Rules) lists all"
        if name in _OF_SDK:
            more = ": it is one of OpenAI(…), which takes the client as `http_client`"
        raise TypeError(f"there is no option `{name}`{more}")
    given = {"base_url": base_url, **(client_options or {})}
    given |= {name: options.pop(name) for name in [*options] if name in _OF_CLIENTS}
    named = {name: options.pop(name) for name in [*options] if name in _OF_TRANSPORTS | _PAST}
    named |= {name: given.pop(name) for name in [*given] if name in _OF_TRANSPORTS | _PAST}
    if wrong := named.keys() & (_PAST if inner is None else _PAST | _OF_TRANSPORTS):
        raise ValueError(f"{min(wrong)} is for the transport, which is `inner`")
    client_class = kind.client_class()
    if inner is None:
        bases = (base.__module__.partition(".")[0] for base in client_class.__mro__)
        module = sys.modules[next(base for base in bases if base in ("httpx", "httpx2"))]
        # As many as the SDK has.
        limits = module.Limits(max_connections=1000, max_keepalive_connections=100)
        of_both = {name: given[name] for name in ("trust_env",) if name in given}
        inner = getattr(module, kind.inner)(**{"limits": limits, **of_both, **named})
    return client_class(transport=kind.wrap(inner, **options), **given)


def client(**options: Unpack[ClientOptions]) -> Any:
    """A client of the HTTP module that the installed OpenAI SDK uses, for its `http_client`.

    Options are those of `transport`, and these:

    :param base_url: for use without an SDK
    :param inner: a transport of that module, where the usual one does not do
    :param client_options: what else the client is made with

    Those of that module have their own names: `timeout`, `headers`, `proxy`, `verify`, …
    """
    return _made(_SYNC, **options)


def async_client(**options: Unpack[ClientOptions]) -> Any:
    """The same, asynchronous."""
    return _made(_ASYNC, **options)
