"""OpenAI's SDK with the HTTP client of tagstream, and the program, before a real llama-server.

The model is a toy, and a grammar that is one literal makes it write a text byte by byte. So the
words are chosen, while chunks, ends and answers that are cut off are the server's own.

TAGSTREAM names the program, LLAMA_SERVER the server, LLAMA_MODEL the model, and LLAMA_TEMPLATE its
chat template: see llama.sh.
"""

# ruff: noqa: RUF001  # markers of DeepSeek have such characters

from __future__ import annotations

import json
import os
import re
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from clients import Answer, joined, of_message
from openai import OpenAI

import tagstream.openai

# The end token of the model. `--special` shows it, and it is none of any family's.
END = "</s>"
# Seconds after which a server, or one of its answers, counts as hung.
HANGS_AFTER = 120

TOOLS: list[dict[str, Any]] = [
    {
        "type": "function",
        "function": {
            "name": "rain",
            "parameters": {
                "type": "object",
                "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
            },
        },
    }
]
ARGUMENTS = '{"city": "Åre", "days": 2}'
CALL = ("rain", ARGUMENTS)


class Case(NamedTuple):
    """An answer of the model, and what a client is to get."""

    dialect: str
    text: str
    expected: Answer
    starts_in_reasoning: bool = False
    opener: str = ""  #: of its only call, where an answer that is cut off is tried

    def options(self) -> dict[str, Any]:
        return {"dialect": self.dialect, "start_in_reasoning": self.starts_in_reasoning}


def qwen3_call(arguments: str = ARGUMENTS) -> str:
    return f'<tool_call>\n{{"name": "rain", "arguments": {arguments}}}\n</tool_call>'


CASES = {
    "qwen3": Case(
        "qwen3",
        f"<think>They want rain, 1 < 2.</think>Let me look, é 😀.{qwen3_call()}",
        Answer("Let me look, é 😀.", "They want rain, 1 < 2.", (CALL,), "tool_calls"),
        opener="<tool_call>",
    ),
    "qwen3_without_opener": Case(
        "qwen3",
        f"They want rain.</think>Let me look.{qwen3_call()}",
        Answer("Let me look.", "They want rain.", (CALL,), "tool_calls"),
        starts_in_reasoning=True,
        opener="<tool_call>",
    ),
    "qwen3_two_calls": Case(
        "qwen3",
        f"<think>Both.</think>{qwen3_call()}{qwen3_call('{}')}",
        Answer("", "Both.", (CALL, ("rain", "{}")), "tool_calls"),
    ),
    "qwen3_tag_too_many": Case(  # see docs/servers.md: users report it
        "qwen3",
        f"<think>They want rain.</think>Let me look.{qwen3_call()}</tool_call>",
        Answer("Let me look.</tool_call>", "They want rain.", (CALL,), "tool_calls"),
    ),
    "qwen3_without_call": Case(
        "qwen3",
        "<think>No tool.</think>It rains: `<b>` & 5 > 4.",
        Answer("It rains: `<b>` & 5 > 4.", "No tool.", (), "stop"),
    ),
    "qwen3_coder": Case(
        "qwen3_coder",
        "<think>They want rain.</think>Let me look.<tool_call>\n<function=rain>\n"
        "<parameter=city>\nÅre\n</parameter>\n<parameter=days>\n2\n</parameter>\n"
        "</function>\n</tool_call>",
        Answer("Let me look.", "They want rain.", (CALL,), "tool_calls"),
        opener="<function=rain>",
    ),
    "glm45": Case(
        "glm45",
        "<think>They want rain.</think>Let me look.<tool_call>rain\n<arg_key>city</arg_key>\n"
        "<arg_value>Åre</arg_value>\n<arg_key>days</arg_key>\n<arg_value>2</arg_value>\n"
        "</tool_call>",
        Answer("Let me look.", "They want rain.", (CALL,), "tool_calls"),
        opener="<tool_call>",
    ),
    "deepseek_v3": Case(
        "deepseek_v3",
        "<think>They want rain.</think>Let me look.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>"
        f"function<｜tool▁sep｜>rain\n```json\n{ARGUMENTS}\n```<｜tool▁call▁end｜>"
        "<｜tool▁calls▁end｜>",
        Answer("Let me look.", "They want rain.", (CALL,), "tool_calls"),
        opener="<｜tool▁call▁begin｜>",
    ),
}
each_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
each_way = pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])


class Server:
    """A llama-server that leaves the text as the model wrote it."""

    def __init__(self, log: Path) -> None:
        self._log = log
        command = [os.environ["LLAMA_SERVER"], "-m", os.environ["LLAMA_MODEL"]]
        # With this template it would read reasoning and calls itself.
        command += ["--jinja", "--chat-template-file", os.environ["LLAMA_TEMPLATE"]]
        command += ["--skip-chat-parsing", "--special"]
        command += ["--host", "127.0.0.1", "--port", "0"]
        command += ["--parallel", "1", "--threads", "1", "--no-warmup"]
        with log.open("wb") as file:
            self._process = subprocess.Popen(command, stdout=file, stderr=file)
        self._no_proxy = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def start(self) -> None:
        """Waits until it listens: the port is one that was free."""
        for _ in range(HANGS_AFTER * 10):
            said = self._log.read_text(errors="replace")
            if found := re.search(r"listening on (http://127\.0\.0\.1:\d+)\s", said):
                self.base_url = f"{found[1]}/v1"
                return
            if self._process.poll() is not None:
                break
            time.sleep(0.1)
        pytest.fail(f"llama-server does not start:\n{self._log.read_text(errors='replace')}")

    def stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def raw(self, text: str, *, stream: bool, **more: Any) -> bytes:
        """The body of its answer, as it came."""
        body = json.dumps({**asked_for(text), **more, "stream": stream}).encode()
        request = urllib.request.Request(
            f"{self.base_url}/chat/completions", body, {"Content-Type": "application/json"}
        )
        with self._no_proxy.open(request, timeout=HANGS_AFTER) as answer:
            return bytes(answer.read())

    def ask(self, case: Case, *, stream: bool, **more: Any) -> tuple[Answer, list[Any]]:
        """The message in OpenAI's SDK, and the calls that failed."""
        errors: list[Any] = []
        http = tagstream.openai.client(
            **case.options(), tools=TOOLS, drop=END, on_tool_call_error=errors.append
        )
        with OpenAI(
            base_url=self.base_url,
            api_key="none",
            http_client=http,
            max_retries=0,
            timeout=HANGS_AFTER,
        ) as client:
            request = asked_for(case.text)
            grammar = {"grammar": request.pop("grammar")}
            create: Any = client.chat.completions.create
            answer = create(**request, **more, stream=stream, extra_body=grammar)
            if stream:
                chunks = [chunk.model_dump(exclude_unset=True) for chunk in answer]
                return plain(joined(chunks)), errors
            return plain(of_message(answer.choices[0].model_dump())), errors


def asked_for(text: str) -> dict[str, Any]:
    """A request that this text answers. The server refuses a grammar beside tools."""
    literal = json.dumps(text, ensure_ascii=False)  # a literal of GBNF, too
    messages = [{"role": "user", "content": "Does it rain?"}]
    return {"model": "toy", "messages": messages, "grammar": f"root ::= {literal}"}


def plain(answer: Answer) -> Answer:
    """Arguments without their layout."""
    calls = [(name, json.dumps(json.loads(of), ensure_ascii=False)) for name, of in answer.calls]
    return answer._replace(calls=tuple(calls)).without_layout()


def read(text: bytes, case: Case, *options: str) -> dict[str, Any]:
    """The program's report."""
    command = [os.environ["TAGSTREAM"], "read", "--json", "--dialect", case.dialect, "--drop", END]
    command += ["--tools", json.dumps(TOOLS), *options]
    if case.starts_in_reasoning:
        command.append("--start-in-reasoning")
    message = subprocess.run(command, input=text, stdout=subprocess.PIPE, check=True).stdout
    return dict(json.loads(message))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("llama") / "log")
    try:
        server.start()
        yield server
    finally:
        server.stop()


def content_of(body: bytes, *, stream: bool) -> str:
    """The text in it. There must be nothing else that a model wrote."""
    if stream:
        events = [event for event in body.decode().split("\n\n") if event]
        assert events.pop() == "data: [DONE]"
        deltas = [
            choice["delta"]
            for event in events
            for choice in json.loads(event.removeprefix("data: "))["choices"]
        ]
    else:
        deltas = [json.loads(body)["choices"][0]["message"]]
    assert {key for delta in deltas for key in delta} <= {"role", "content"}
    return "".join(delta.get("content") or "" for delta in deltas)


def answer_of(message: dict[str, Any]) -> Answer:
    calls = tuple((one["name"], one["arguments"]) for one in message.get("tool_calls", ()))
    answer = Answer(
        message["content"], message.get("reasoning", ""), calls, message["finish_reason"]
    )
    return plain(answer)


@each_way
@each_case
def test_server_leaves_the_text(server: Server, case: Case, stream: bool) -> None:
    """Else the tests below would show what the server read."""
    body = server.raw(case.text, stream=stream)
    assert content_of(body, stream=stream) == case.text + END


@each_way
@each_case
def test_sdk(server: Server, case: Case, stream: bool) -> None:
    answer, errors = server.ask(case, stream=stream)
    assert answer == case.expected
    assert not errors


@each_case
def test_recorded(server: Server, case: Case) -> None:
    """The program reads in a recorded stream what the SDK gets of the whole answer."""
    recorded = server.raw(case.text, stream=True)
    message = read(recorded, case, "--from", "sse")
    whole, _ = server.ask(case, stream=False)
    assert answer_of(message) == whole
    assert "tool_call_errors" not in message


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.opener])
def test_cut(server: Server, name: str) -> None:
    """An answer that `max_tokens` cuts off before the arguments are whole makes no call."""
    case = CASES[name]
    data = case.text.encode()
    last = case.text.rindex("2") + 1  # the value that comes last
    for size in range(3, len(case.text[:last].encode()) + 1, 7):
        cut = data[:size].decode(errors="ignore")  # a character is not halved
        answer, errors = server.ask(case, stream=False, max_tokens=size)
        assert answer.finish == "length"
        assert answer.calls == ()
        # Nothing is lost: a half marker stays where it stands, and what was a call is content.
        assert answer.reasoning in cut
        assert "</think>" not in cut or answer.reasoning == case.expected.reasoning
        assert cut.endswith(answer.content.removeprefix(case.expected.content))
        assert [one.code for one in errors] == ["unclosed"] * (case.opener in cut)

        streamed, told = server.ask(case, stream=True, max_tokens=size)
        assert streamed == answer
        assert [one.code for one in told] == [one.code for one in errors]
        recorded = server.raw(case.text, stream=True, max_tokens=size)
        assert answer_of(read(recorded, case, "--from", "sse")) == answer
