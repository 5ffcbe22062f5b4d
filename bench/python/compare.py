"""The cost of a call into the Python package, and the time of others for the same texts.

usage: compare.py [--quick]

All rows are measured in one run, each the best of some tries. It prints the Markdown tables of
docs/bench.md. What is not installed has no row (bindings/python/requirements/bench.txt).
"""

from __future__ import annotations

import importlib
import json
import os
import re
import sys
import threading
import time
import warnings
from collections.abc import Callable
from typing import Any

import tagstream as ts

warnings.filterwarnings("ignore")
QUICK = "--quick" in sys.argv

PROSE = "It rains in Oslo, and 4 < 5 is still true; see the table below for all the details.\n"
ARGUMENTS = {"city": "Oslo", "days": 3, "note": "wind " * 20, "list": list(range(20))}
BODY = json.dumps({"name": "weather", "arguments": ARGUMENTS})
CALL = f"<tool_call>{BODY}</tool_call>"
ANSWER = f"<think>{PROSE * 3}</think>{PROSE * 3}{CALL}"
TAGGED = "".join(
    f"<file name='a{i}.py'>{PROSE * 2}<line>{i}</line></file>\n{PROSE}" for i in range(200)
)

Row = tuple[str, float]


def best(
    work: Callable[[], Any],
    tries: int = 15,
    seconds: float = 0.3,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """Seconds for one run: the best of some tries, each long enough to be measured."""
    if QUICK:
        tries, seconds = 1, 0.01
    begin = clock()
    work()
    once = max(clock() - begin, 1e-9)
    count = max(1, int(seconds / tries / once))
    least = once
    for _ in range(tries):
        begin = clock()
        for _ in range(count):
            work()
        least = min(least, (clock() - begin) / count)
    return least


def best_cpu(work: Callable[[], Any]) -> float:
    """The same in CPU time of all threads: what else runs does not count."""
    return best(work, 5, clock=time.process_time)


def module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def print_table(title: str, unit: str, rows: list[Row], size: int = 0) -> None:
    print(f"\n{title}\n")
    if size:
        print("| | MB/s | x tagstream |\n|---|--:|--:|")
        for name, seconds in rows:
            print(f"| {name} | {size / seconds / 1e6:,.1f} | {rows[0][1] / seconds:.3f} |")
        return
    print(f"| | {unit} |\n|---|--:|")
    for name, value in rows:
        print(f"| {name} | {value:,.0f} |")


def feeds() -> list[Row]:
    """Nanoseconds of one feed of four characters."""

    def each(feed: Callable[[str], Any], piece: str) -> float:
        count = 3000

        def work() -> None:
            for _ in range(count):
                feed(piece)

        return best(work, 200) / count * 1e9

    nothing = ts._core._nothing
    reasoning = ts.Reader(dialect="qwen3")
    reasoning.feed("<think>")
    call = ts.Reader(dialect="qwen3", incremental=True)
    call.feed('<tool_call>{"name": "f", "arguments": {"a": "')
    accented = ts.Reader(dialect="qwen3")
    return [
        ("an empty nanobind call", each(lambda piece: nothing(piece, piece), "abcd")),
        ("Reader that hides, text", each(ts.Reader(hide=["think"]).feed, "abcd")),
        ("Reader, text", each(ts.Reader(dialect="qwen3").feed, "abcd")),
        ("Reader, text that is not ASCII", each(accented.feed, "abcé")),
        ("Reader, bytes", each(ts.Reader(dialect="qwen3").feed, b"abcd")),  # type: ignore[arg-type]
        ("Reader, reasoning", each(reasoning.feed, "abcd")),
        ("Reader, in a string of a call, incremental", each(call.feed, "abcd")),
    ]


def tags() -> list[Row]:
    text = TAGGED
    names = ["file", "line"]
    pattern = re.compile(r"<(file|line)\b([^>]*)>(.*?)</\1>", re.DOTALL)
    rows: list[Row] = [
        ("`extract`, and each name and content read", best(lambda: [
            (t.name, t.content) for t in ts.extract(text, names=names).tags])),
        ("`extract` alone", best(lambda: ts.extract(text, names=names))),
        ("`re.findall`, nothing nested", best(lambda: pattern.findall(text))),
    ]  # fmt: skip
    if html := module("lxml.html"):
        rows.append(("lxml.html", best(lambda: html.fromstring(text).xpath("//file"))))
    if soup := module("bs4"):
        rows.append(
            ("BeautifulSoup, html.parser", best(lambda: soup.BeautifulSoup(text, "html.parser")))
        )
    if langchain := module("langchain_core.output_parsers"):
        whole = f"<all>{text.replace(' < ', ' &lt; ')}</all>"
        parser = langchain.XMLOutputParser()
        rows.append(("LangChain, XMLOutputParser", best(lambda: parser.parse(whole))))
    return rows


SMALL = {
    "text": "It rains.",
    "reasoning": "<think>So?</think>It does.",
    "a call": "<think>So?</think><tool_call>\n"
    '{"name": "rain", "arguments": {"city": "Oslo"}}\n</tool_call>',
}


def small() -> list[Row]:
    """Answers of less than 100 characters. The options are compiled once, and kept."""
    rules = ts.Rules(dialect="qwen3")
    rows: list[Row] = []
    for name, text in SMALL.items():
        rows += [
            (f"`read(text, dialect=…)`: {name}", best(lambda t=text: ts.read(t, dialect="qwen3"))),
            (f"`read(text, rules)`: {name}", best(lambda t=text: ts.read(t, rules))),
        ]
    text = SMALL["a call"]
    pattern = r"<tool_call>(.*?)</tool_call>"

    def with_re(load: Callable[[str], Any]) -> Callable[[], Any]:
        return lambda: [load(body) for body in re.findall(pattern, text, re.DOTALL)]

    rows.append(("`re` and `json.loads`: the call alone", best(with_re(json.loads))))
    for name, package, function in (
        ("pydantic-core, from_json", "pydantic_core", "from_json"),
        ("partial-json-parser", "partial_json_parser", "loads"),
        ("json-repair", "json_repair", "loads"),
    ):
        if loads := module(package):
            rows.append((f"`re` and {name}", best(with_re(getattr(loads, function)))))
    return [(name, seconds * 1e9) for name, seconds in rows]


def calls() -> list[Row]:
    rules = ts.Rules(dialect="qwen3")
    pattern = re.compile(r"<tool_call>(.*?)</tool_call>", re.DOTALL)

    def with_re(load: Callable[[str], Any]) -> Callable[[], Any]:
        return lambda: [load(body) for body in pattern.findall(ANSWER)]

    rows: list[Row] = [
        ("`read`: reasoning, content, calls", best(lambda: ts.read(ANSWER, rules).tool_calls)),
        ("`re` and `json.loads`: calls alone", best(with_re(json.loads))),
    ]
    if pydantic := module("pydantic_core"):
        rows.append(("`re` and pydantic-core, from_json", best(with_re(pydantic.from_json))))
    if partial := module("partial_json_parser"):
        rows.append(("`re` and partial-json-parser", best(with_re(partial.loads))))
    if repair := module("json_repair"):
        rows.append(("`re` and json-repair", best(with_re(repair.loads))))
    if langchain := module("langchain_core.output_parsers"):
        rows.append(("`re` and LangChain's JsonOutputParser", best(
            with_re(langchain.JsonOutputParser().parse))))  # fmt: skip
    if llama := module("llama_index.core.output_parsers.utils"):
        rows.append(("LlamaIndex, parse_json_markdown", best(
            with_re(llama.parse_json_markdown))))  # fmt: skip
    return rows


def streams() -> list[Row]:
    """A call that comes in pieces of four characters, its arguments known after each."""
    body = json.dumps({"name": "weather", "arguments": {**ARGUMENTS, "text": PROSE * 40}})
    text = f"<tool_call>{body}</tool_call>"
    pieces = [text[i : i + 4] for i in range(0, len(text), 4)]
    bare = [body[i : i + 4] for i in range(0, len(body), 4)]

    def mine() -> None:
        parser = ts.Reader(dialect="qwen3", incremental=True)
        for piece in pieces:
            parser.feed(piece)
        parser.finish()

    def growing() -> None:
        parser = ts.Reader(dialect="qwen3", incremental=True)
        args = ts.PartialArgs()
        for piece in pieces:
            for event in parser.feed(piece):
                args.add(event)

    def cumulative(load: Callable[[str], Any]) -> Callable[[], None]:
        def work() -> None:
            text = ""
            for piece in bare:
                text += piece
                load(text)

        return work

    rows: list[Row] = [
        ("`Reader`, incremental", best(mine)),
        ("the same with `PartialArgs`", best(growing)),
    ]
    if pydantic := module("pydantic_core"):

        def trailing(text: str) -> Any:
            return pydantic.from_json(text, allow_partial="trailing-strings")

        rows.append(("pydantic-core, from_json after each piece", best(cumulative(trailing), 1)))
    if partial := module("partial_json_parser"):
        rows.append(("partial-json-parser, after each piece", best(cumulative(partial.loads), 1)))
    if repair := module("json_repair"):
        rows.append(("json-repair, after each piece", best(cumulative(repair.loads), 1)))
    if langchain := module("langchain_core.output_parsers"):
        parser = langchain.JsonOutputParser()
        rows.append(
            ("LangChain, JsonOutputParser.transform", best(lambda: [*parser.transform(bare)], 1))
        )
    return [(name, seconds * 1e6) for name, seconds in rows]


def threads() -> list[Row]:
    rules = ts.Rules(dialect="qwen3")
    texts = [ANSWER * 2000, ANSWER * 2000]

    def together() -> None:
        others = [threading.Thread(target=ts.read, args=(text, rules)) for text in texts]
        for other in others:
            other.start()
        for other in others:
            other.join()

    one_by_one = best(lambda: [ts.read(text, rules) for text in texts])
    return [("one after the other", one_by_one * 1e6), ("on two threads", best(together) * 1e6)]


# The same questions to `ts_calls` and to DuckDB's own functions, as fast as they were found to be
# (a group in the expression, or regexp_replace for the reasoning, would take twice the time).
EXPRESSION = "'(?s)<tool_call>.*?</tool_call>'"
FOUND = f"(SELECT unnest(regexp_extract_all({{text}}, {EXPRESSION})) AS c FROM answers)"
ANSWERED = "split_part(text, '</think>', -1)"
MINE = "(SELECT unnest(ts_calls(text, 'qwen3')) AS c FROM answers)"
NAME = """regexp_extract(c, '"name"\\s*:\\s*"([^"]*)"', 1)"""


def sizes(text: str) -> str:
    calls = f"(SELECT c[12:-13] AS c FROM {FOUND.format(text=text)})"  # what is between the tags
    name, arguments = "c->>'name'", "(c->'arguments')::VARCHAR"
    return f"SELECT sum(len({name})), sum(len({arguments})) FROM {calls} WHERE json_valid(c)"


QUERIES = {
    "calls per tool, `ts_calls`": f"SELECT c.name, count(*) FROM {MINE} GROUP BY ALL",
    "the same, `regexp_extract_all`": f"SELECT {NAME}, count(*) FROM {FOUND.format(text='text')} "
    "GROUP BY ALL",
    "tool and arguments of each call, `ts_calls`": "SELECT sum(len(c.name)), "
    f"sum(len(c.arguments)) FROM {MINE}",
    "the same, `regexp_extract_all` and JSON": sizes("text"),
    "the same, but none in reasoning, `split_part` before": sizes(ANSWERED),
}


def by_polars(column: Any, its: Any) -> list[Row]:
    """The first and the third question to polars, by `columns.calls` and by its own functions."""
    pl = module("polars")
    if not pl:
        return []
    texts = pl.Series(column)
    expression = r"(?s)<tool_call>.*?</tool_call>"

    def calls() -> Any:
        return pl.Series(its.calls(column, dialect="qwen3")).explode().struct

    def found() -> Any:
        return texts.str.extract_all(expression).explode()

    def members() -> Any:
        bodies = found().str.slice(11).str.head(-12).to_frame("c")
        name, arguments = (
            pl.col("c").str.json_path_match(f"$.{key}").str.len_bytes().sum().alias(key)
            for key in ("name", "arguments")
        )
        return bodies.select(name, arguments)

    def lengths() -> Any:
        struct = calls()
        return [struct.field(name).str.len_bytes().sum() for name in ("name", "arguments")]

    return [
        ("polars: calls per tool, `columns.calls`",
         best_cpu(lambda: calls().field("name").value_counts())),
        ("polars: the same, `str.extract_all`",
         best_cpu(lambda: found().str.extract(r'"name"\s*:\s*"([^"]*)"').value_counts())),
        ("polars: tool and arguments of each call, `columns.calls`", best_cpu(lengths)),
        ("polars: the same, `str.extract_all` and `str.json_path_match`", best_cpu(members)),
    ]  # fmt: skip


def columns(texts: list[str]) -> tuple[list[Row], int]:
    pa = module("pyarrow")
    duckdb = module("duckdb")
    if not pa or not duckdb:
        return [], 0
    its = module("tagstream.columns")
    column = pa.array(texts)
    connection = duckdb.connect(config={"threads": 2})
    module("tagstream.duckdb").register(connection)
    connection.register("answers", pa.table({"text": column}))

    def sql(query: str) -> Callable[[], Any]:
        return lambda: connection.execute(query).fetchall()

    rows: list[Row] = [
        ("`columns.read`", best_cpu(lambda: its.read(column, dialect="qwen3"))),
        ("`columns.calls`", best_cpu(lambda: its.calls(column, dialect="qwen3"))),
        ("`columns.extract`", best_cpu(lambda: its.extract(column))),
        *((f"DuckDB: {name}", best_cpu(sql(query))) for name, query in QUERIES.items()),
        *by_polars(column, its),
    ]
    return rows, column.nbytes


def recorded() -> list[str]:
    """The texts of TAGSTREAM_ANSWERS, JSON lines with `text`, some times over."""
    path = os.environ.get("TAGSTREAM_ANSWERS")
    if not path:
        return []
    with open(path) as file:
        return [json.loads(line)["text"] for line in file] * (1 if QUICK else 40)


def main() -> None:
    print_table("One feed of four characters", "ns", feeds())
    print_table("A small answer", "ns", small())
    print_table(f"Tags of a text of {len(TAGGED):,} characters", "", tags(), len(TAGGED))
    print_table(f"Calls of an answer of {len(ANSWER):,} characters", "", calls(), len(ANSWER))
    print_table("A call of 4,000 characters in pieces of four", "us", streams())
    print_table("Two answers of 2 MB", "us", threads())
    made_up = [ANSWER, PROSE * 30] * (100 if QUICK else 10_000)
    for name, texts in (("made up", made_up), ("recorded", recorded())):
        rows, size = columns(texts)
        if size:
            title = f"A column of {size / 1e6:,.0f} MB, {name}, by CPU time"
            print_table(title, "", rows, size)


if __name__ == "__main__":
    main()
