#!/usr/bin/env python3
"""A small HTTP server that streams, and the program reading from it while it does.

usage: stream_server.py path/to/tagstream
Prints a line for each check: "ok NAME" or "FAIL NAME".
"""
import http.client
import http.server
import json
import queue
import subprocess
import sys
import threading
import time
import zlib

PROGRAM = sys.argv[1]
PATIENCE = 20  # seconds


def event(text, reason=None):
    delta = {"index": 0, "delta": {"content": text}, "finish_reason": reason}
    payload = json.dumps({"choices": [delta]}, ensure_ascii=False)
    return f"data: {payload}\n\n".encode()


DONE = b"data: [DONE]\n\n"


class Handler(http.server.BaseHTTPRequestHandler):
    """Sends what the test puts into the queue, chunk by chunk; None is the end."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        while (piece := self.server.pieces.get(timeout=PATIENCE)) is not None:
            if piece == "break off":
                self.close_connection = True
                return
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *_):
        pass


class Reader:
    """The program, with the body of a response as its standard input."""

    def __init__(self, server, *arguments):
        self.pieces = server.pieces = queue.Queue()
        self.output = b""
        self.process = subprocess.Popen(
            [PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self.threads = [
            threading.Thread(target=self.pump, args=(server.server_port,), daemon=True),
            threading.Thread(target=self.collect, daemon=True),
        ]
        for thread in self.threads:
            thread.start()

    def pump(self, port):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        connection.request("GET", "/")
        response = connection.getresponse()
        try:
            while piece := response.read1(65536):
                self.process.stdin.write(piece)
        except http.client.IncompleteRead:
            pass
        self.process.stdin.close()
        connection.close()

    def collect(self):
        while piece := self.process.stdout.read(65536):
            self.output += piece

    def shows(self, text):
        """Waits until that is all of the output."""
        end = time.monotonic() + PATIENCE
        while self.output != text and time.monotonic() < end:
            time.sleep(0.01)
        return self.output == text

    def send(self, *pieces):
        for piece in pieces:
            self.pieces.put(piece)

    def end(self):
        self.pieces.put(None)
        return self.wait()

    def wait(self):
        for thread in self.threads:
            thread.join(PATIENCE)
        self.process.wait(PATIENCE)
        return self.output


def check(name, holds):
    print("ok" if holds else "FAIL", name, flush=True)


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    hide = ["filter", "--hide", "think", "--from"]

    reader = Reader(server, *hide, "sse")
    reader.send(event("a"))
    check("text comes out while the stream is open", reader.shows(b"a"))
    reader.send(event(" <thi"), b": a comment\n\n", event("nk>b</think>c"))
    check("what was held comes out with its end", reader.shows(b"a c"))
    reader.send(event("d", "stop"), DONE)
    check("the rest", reader.end() == b"a cd")

    reader = Reader(server, *hide, "sse")
    text = event("\u00e9<think>\U0001f600</think>\u20ac", "stop").replace(b"\n", b"\r\n")
    reader.send(*[text[i : i + 1] for i in range(len(text))])
    check("a byte at a time, lines with CRLF", reader.end() == "\u00e9\u20ac".encode())

    reader = Reader(server, *hide, "ndjson")
    reader.send(b'{"response":"a","done":false}\n{"respon')
    holds = reader.shows(b"a")
    reader.send(b'se":"b","done":true}\n')
    check("lines", reader.end() == b"ab" and holds)

    packer = zlib.compressobj(wbits=31)
    reader = Reader(server, *hide, "sse")
    reader.send(packer.compress(event("a")) + packer.flush(zlib.Z_SYNC_FLUSH))
    holds = reader.shows(b"a")
    reader.send(packer.compress(event("b")) + packer.flush())
    check("a packed stream, as it comes", reader.end() == b"ab" and holds)

    chunks = ["read", "--dialect", "hermes", "--from", "sse", "--to", "openai"]
    reader = Reader(server, *chunks)
    reader.send(event("<think>a</think>b"), "break off")
    output = reader.wait()
    check("a server that breaks off", b"broken off" in output and b"DONE" not in output)

    reader = Reader(server, *chunks)
    reader.send(event('<think>a</think>b<tool_call>{"name":"f"}</tool_call>', "stop"), DONE)
    output = reader.end()
    reader = Reader(server, "read", "--dialect", "hermes", "--from", "sse", "--json")
    reader.send(*[output[i : i + 100] for i in range(0, len(output), 100)])
    message = json.loads(reader.end())
    call = message["tool_calls"][0]
    check(
        "what is written is read again",
        (message["content"], message["reasoning"]) == ("b", "a")
        and (call["name"], call["arguments"]) == ("f", "{}"),
    )


main()
