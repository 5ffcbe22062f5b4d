"""The example openai_proxy before a server that answers in chunks, as llama-server does.

proxy_test.py PROXY
"""

import contextlib
import http.client
import json
import socket
import subprocess
import sys
import threading
import time

TEXT = 'Hm.</think>So: <tool_call>{"name": "rain", "arguments": {"city": "Oslo"}}</tool_call>'


def chunk(delta: dict, reason: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    data = {"id": "1", "object": "chat.completion.chunk", "choices": [choice]}
    return b"data: " + json.dumps(data).encode() + b"\n\n"


def read_request(client: socket.socket) -> None:
    """The whole body: to close before would throw away what the proxy has not read."""
    with client.makefile("rb") as request:
        size = 0
        while (line := request.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                size = int(line.split(b":")[1])
        request.read(size)


def serve(door: socket.socket) -> None:
    """Answers each request with the same stream, in chunks that end anywhere."""
    stream = chunk({"role": "assistant", "content": "<think>"})
    stream += b"".join(chunk({"content": TEXT[i : i + 5]}) for i in range(0, len(TEXT), 5))
    stream += chunk({}, "stop") + b"data: [DONE]\n\n"
    while True:
        client, _ = door.accept()
        with client, contextlib.suppress(OSError):  # who only looks whether it is there has left
            read_request(client)
            client.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n")
            client.sendall(b"Transfer-Encoding: chunked\r\n\r\n")
            for i in range(0, len(stream), 77):
                piece = stream[i : i + 77]
                client.sendall(b"%X\r\n%s\r\n" % (len(piece), piece))
            client.sendall(b"0\r\n\r\n")


def main() -> None:
    door = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=serve, args=(door,), daemon=True).start()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    proxy = subprocess.Popen([sys.argv[1], str(port), str(door.getsockname()[1]), "qwen3"])
    try:
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("POST", "/v1/chat/completions", "{}")
        answer = connection.getresponse().read().decode()
    finally:
        proxy.kill()
    events = [line[6:] for line in answer.splitlines() if line.startswith("data: ")]
    assert events[-1] == "[DONE]", answer
    deltas = [choice["delta"] for e in events[:-1] for choice in json.loads(e)["choices"]]
    assert "".join(d.get("reasoning_content") or "" for d in deltas) == "Hm.", answer
    assert "".join(d.get("content") or "" for d in deltas).strip() == "So:", answer
    calls = [call["function"] for d in deltas for call in d.get("tool_calls") or []]
    assert calls[0]["name"] == "rain", answer
    assert json.loads("".join(c.get("arguments") or "" for c in calls)) == {"city": "Oslo"}, answer


main()
