"""Servers in raw mode, for tests: what they say, as a handler of a mock transport or by HTTP."""

from __future__ import annotations

import contextlib
import itertools
import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

TOOLS: list[dict[str, Any]] = [
    {
        "type": "function",
        "function": {
            "name": name,
            "description": name,
            "parameters": {"type": "object", "properties": {"x": {"type": "integer"}}},
        },
    }
    for name in ("f", "g", "s")
]
TOOLS[2]["function"]["parameters"]["properties"]["x"]["type"] = "string"


def call(name: str, arguments: str) -> str:
    return f'<tool_call>\n{{"name": "{name}", "arguments": {arguments}}}\n</tool_call>'


# The answers that a model may write, in the words of one family.
ANSWERS = {
    "text": "rain <3 & é 😀 <b>",
    "reasoning": "<think>a < b</think>\nSo.",
    "never_closed": "<think>no end <3",
    "empty_thought": "<think></think>a",
    "call": call("f", '{"x": 1}'),
    "no_arguments": call("g", "{}"),
    "without_arguments": '<tool_call>\n{"name": "g"}\n</tool_call>',
    "parallel": "<think>Hm.</think>Both: " + call("f", '{"x": 1}') + "\n" + call("g", "{}"),
    "text_call_text": "a " + call("f", '{"x": 1}') + " b",
    "second_thoughts": "<think>a</think>" + call("f", '{"x": 1}') + "<think>b</think>c",
    "in_thought": "<think>or " + call("f", '{"x": 1}') + " no</think>b",
    "quoted": call("s", '{"x": "</tool_call> é"}') + " `<tool_call>`",
    "broken": "a <tool_call>{oops}</tool_call> b",
    "unknown_tool": "a " + call("nobody", '{"x": 1}') + " b",
    "cut_marker": "So <tool_ca",
    "cut_call": 'So <tool_call>\n{"name": "f", "arguments": {"x',
}


# Short ones, to be cut at each place.
SHORT = [
    "a < b",
    "<think>a</think>b",
    "<think>a <",
    "<think></think>",
    "a</think>b",
    '<tool_call>{"name":"g"}</tool_call>',
    'é<tool_call>{"name":"g"}</tool_call>😀',
    '<think>é</think><tool_call>{"name":"g"}',
    "a <tool_call>{</tool_call>",
    "`<tool_call>` <think>",
]


class Says(NamedTuple):
    """The answer of a server to a request."""

    texts: tuple[str, ...]  #: one for each choice
    size: int = 0  #: characters in a chunk; 0: all
    finish: str = "stop"
    breaks_after: int | None = None  #: so many events, then nothing and no end
    is_completion: bool = False
    delay: float = 0.0  #: seconds before each event, if by HTTP
    network: int = 0  #: bytes that come at once; 0: an event
    first: int = 0  #: characters in the first chunk, if others

    def _chunk(self, index: int, text: str | None, finish: str | None) -> bytes:
        choice: dict[str, Any] = {"index": index, "logprobs": None, "finish_reason": finish}
        if self.is_completion:
            choice["text"] = text or ""
        else:
            choice["delta"] = {} if text is None else {"content": text}
        return self._event({"choices": [choice]})

    def _event(self, more: dict[str, Any]) -> bytes:
        kind = "text_completion" if self.is_completion else "chat.completion.chunk"
        chunk = {"id": "c1", "object": kind, "created": 1, "model": "m", **more}
        return f"data: {json.dumps(chunk)}\n\n".encode()

    def events(self) -> list[bytes]:
        """Choices come in turns."""
        events: list[bytes] = []
        if not self.is_completion:
            for index in range(len(self.texts)):
                role = {"index": index, "delta": {"role": "assistant", "content": ""}}
                events.append(self._event({"choices": [{**role, "finish_reason": None}]}))
        longest = max(map(len, self.texts))
        begins = [*range(self.first, longest, self.size or longest or 1), longest]
        for begin, end in itertools.pairwise([0, *begins] if self.first else begins):
            for index, text in enumerate(self.texts):
                if piece := text[begin:end]:
                    events.append(self._chunk(index, piece, None))
        events.extend(self._chunk(index, None, self.finish) for index in range(len(self.texts)))
        usage = {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}
        events.append(self._event({"choices": [], "usage": usage}))
        events.append(b"data: [DONE]\n\n")
        return events if self.breaks_after is None else events[: self.breaks_after]

    def arriving(self) -> list[bytes]:
        """The same, as the network cuts it."""
        body = b"".join(self.events())
        size = self.network
        return [body[at : at + size] for at in range(0, len(body), size)] if size else self.events()

    def whole(self) -> bytes:
        choices: list[dict[str, Any]] = []
        for index, text in enumerate(self.texts):
            choice: dict[str, Any] = {"index": index, "finish_reason": self.finish}
            if self.is_completion:
                choice["text"] = text
            else:
                message = {"role": "assistant", "content": text, "reasoning_content": None}
                choice["message"] = {**message, "tool_calls": []}
            choices.append(choice)
        kind = "text_completion" if self.is_completion else "chat.completion"
        usage = {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}
        answer = {"id": "c1", "object": kind, "created": 1, "model": "m", "choices": choices}
        return json.dumps({**answer, "usage": usage}).encode()


class Broken(Exception):  # noqa: N818  # it is raised where a connection ends
    """The connection of a mock transport is gone."""


class Upstream:
    """A server that says the same to each request, or what a function of the request says."""

    def __init__(self, says: Says | Callable[[dict[str, Any]], Says]) -> None:
        self._says = says
        self.requests: list[dict[str, Any]] = []
        self.base_url = "http://upstream/v1"
        self.error: type[Exception] = Broken

    def says(self, request: dict[str, Any]) -> Says:
        self.requests.append(request)
        return self._says(request) if callable(self._says) else self._says

    def by_http(self) -> contextlib.AbstractContextManager[LocalServer]:
        """A server that says the same, for who has no mock transport."""
        return LocalServer(self.says)

    def __enter__(self) -> Upstream:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def transport(self, module: Any, is_async: bool) -> Any:
        """A mock transport of that module, whose responses are streams."""

        def chunks(says: Says, body: list[bytes]) -> Iterator[bytes]:
            yield from body
            if says.breaks_after is not None:
                raise self.error("gone")

        async def async_chunks(says: Says, body: list[bytes]) -> Any:
            for chunk in chunks(says, body):
                yield chunk

        def handler(request: Any) -> Any:
            body = json.loads(request.content)
            says = self.says(body)
            is_stream = bool(body.get("stream"))
            kind = "text/event-stream; charset=utf-8" if is_stream else "application/json"
            parts = says.arriving() if is_stream else [says.whole()]
            content: Any = (async_chunks if is_async else chunks)(says, parts)
            return module.Response(200, headers={"content-type": kind}, content=content)

        return module.MockTransport(handler)


class LocalServer(Upstream):
    """The same by HTTP on this machine."""

    def __init__(self, says: Says | Callable[[dict[str, Any]], Says]) -> None:
        super().__init__(says)
        self.gone = threading.Event()  # a client has left before the end
        self.connections = 0  # that were made
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self) -> None:
                server.connections += 1
                super().setup()

            def handle(self) -> None:
                with contextlib.suppress(ConnectionError):  # who has what he wants may leave
                    super().handle()

            def do_POST(self) -> None:
                length = int(self.headers["content-length"])
                body = json.loads(self.rfile.read(length))
                try:
                    self._answer(body, server.says(body))
                except OSError:
                    server.gone.set()
                    self.close_connection = True

            def _answer(self, body: dict[str, Any], says: Says) -> None:
                is_stream = bool(body.get("stream"))
                parts = says.arriving() if is_stream else [says.whole()]
                kind = "text/event-stream" if is_stream else "application/json"
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                for part in parts:
                    time.sleep(says.delay)
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
                if says.breaks_after is None:
                    self.wfile.write(b"0\r\n\r\n")
                else:
                    self.close_connection = True

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.base_url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def by_http(self) -> contextlib.AbstractContextManager[LocalServer]:
        return contextlib.nullcontext(self)

    def transport(self, module: Any, is_async: bool) -> Any:
        return (module.AsyncHTTPTransport if is_async else module.HTTPTransport)()

    def __enter__(self) -> LocalServer:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextlib.contextmanager
def serving(says: Says | Callable[[dict[str, Any]], Says], *, is_local: bool) -> Iterator[Upstream]:
    if not is_local:
        yield Upstream(says)
        return
    with LocalServer(says) as server:
        yield server


def response_of(text: str) -> dict[str, Any]:
    """The answer of a server that reads nothing itself."""
    part = {"type": "output_text", "annotations": [], "text": text}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "content": [part]}
    return {"id": "resp_1", "object": "response", "status": "completed", "output": [message]}


def events_of_response(pieces: list[str]) -> bytes:
    at = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    whole = response_of("".join(pieces))
    message = whole["output"][0]
    part = message["content"][0]
    events: list[dict[str, Any]] = [
        {"type": "response.created", "response": {**whole, "output": []}},
        {"type": "response.output_item.added", **at, "item": {**message, "content": []}},
        {"type": "response.content_part.added", **at, "part": {**part, "text": ""}},
        *({"type": "response.output_text.delta", **at, "delta": piece} for piece in pieces),
        {"type": "response.output_text.done", **at, "text": part["text"]},
        {"type": "response.content_part.done", **at, "part": part},
        {"type": "response.output_item.done", **at, "item": message},
        {"type": "response.completed", "response": whole},
    ]
    numbered = ({**event, "sequence_number": at} for at, event in enumerate(events))
    lines = (f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in numbered)
    return "".join(lines).encode()
