"""What a call into the Python package costs, and what others take for the same texts.

usage: compare.py [--quick]

All rows are measured in one run, each the best of some tries. It prints the Markdown tables of
docs/bench.md. What is not installed has no row (python/requirements/bench.txt).
"""

from __future__ import annotations

import importlib
import json
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


def best(work: Callable[[], Any], tries: int = 15, seconds: float = 0.3) -> float:
    """Seconds for one run: the best of some tries, each long enough to be measured."""
    if QUICK:
        tries, seconds = 1, 0.01
    begin = time.perf_counter()
    work()
    once = max(time.perf_counter() - begin, 1e-9)
    count = max(1, int(seconds / tries / once))
    least = once
    for _ in range(tries):
        begin = time.perf_counter()
        for _ in range(count):
            work()
        least = min(least, (time.perf_counter() - begin) / count)
    return least


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
    reasoning = ts.Parser(dialect="qwen3")
    reasoning.feed("<think>")
    call = ts.Parser(dialect="qwen3", incremental=True)
    call.feed('<tool_call>{"name": "f", "arguments": {"a": "')
    accented = ts.Parser(dialect="qwen3")
    return [
        ("an empty nanobind call", each(lambda piece: nothing(piece, piece), "abcd")),
        ("Filter, text", each(ts.Filter([ts.hide("think")]).feed, "abcd")),
        ("Parser, text", each(ts.Parser(dialect="qwen3").feed, "abcd")),
        ("Parser, text that is not ASCII", each(accented.feed, "abcé")),
        ("Parser, bytes", each(ts.Parser(dialect="qwen3").feed, b"abcd")),  # type: ignore[arg-type]
        ("Parser, reasoning", each(reasoning.feed, "abcd")),
        ("Parser, in a string of a call, incremental", each(call.feed, "abcd")),
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


def calls() -> list[Row]:
    rules = ts.ParseRules(dialect="qwen3")
    pattern = re.compile(r"<tool_call>(.*?)</tool_call>", re.DOTALL)

    def with_re(load: Callable[[str], Any]) -> Callable[[], Any]:
        return lambda: [load(body) for body in pattern.findall(ANSWER)]

    rows: list[Row] = [
        ("`parse`: reasoning, content, calls", best(lambda: ts.parse(ANSWER, rules).calls)),
        ("`re` and `json.loads`: calls alone", best(with_re(json.loads))),
    ]
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
        parser = ts.Parser(dialect="qwen3", incremental=True)
        for piece in pieces:
            parser.feed(piece)
        parser.finish()

    def cumulative(load: Callable[[str], Any]) -> Callable[[], None]:
        def work() -> None:
            text = ""
            for piece in bare:
                text += piece
                load(text)

        return work

    rows: list[Row] = [("`Parser`, incremental", best(mine))]
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
    rules = ts.ParseRules(dialect="qwen3")
    texts = [ANSWER * 2000, ANSWER * 2000]

    def together() -> None:
        others = [threading.Thread(target=ts.parse, args=(text, rules)) for text in texts]
        for other in others:
            other.start()
        for other in others:
            other.join()

    one_by_one = best(lambda: [ts.parse(text, rules) for text in texts])
    return [("one after the other", one_by_one * 1e6), ("on two threads", best(together) * 1e6)]


def columns() -> tuple[list[Row], int]:
    pa = module("pyarrow")
    if not pa or not module("duckdb"):
        return [], 0
    duckdb = module("duckdb")
    its = module("tagstream.columns")
    column = pa.array([ANSWER, PROSE * 30] * (100 if QUICK else 20_000))
    connection = duckdb.connect(config={"threads": 2})
    module("tagstream.duckdb").register(connection)
    connection.register("answers", pa.table({"text": column}))

    def sql(calls: str, tool: str) -> Callable[[], Any]:
        query = (
            f"SELECT {tool}, count(*) FROM (SELECT unnest({calls}) AS c FROM answers) GROUP BY ALL"
        )
        return lambda: connection.execute(query).fetchall()

    found = "regexp_extract_all(text, '(?s)<tool_call>.*?</tool_call>')"
    name = """regexp_extract(c, '"name"\\s*:\\s*"([^"]*)"', 1)"""
    rows: list[Row] = [
        ("`columns.parse`, one thread", best(lambda: its.parse(column, dialect="qwen3"))),
        ("`columns.parse`, two", best(lambda: its.parse(column, dialect="qwen3", threads=2))),
        ("`columns.calls`, two", best(lambda: its.calls(column, dialect="qwen3", threads=2))),
        ("`columns.extract`, two", best(lambda: its.extract(column, threads=2))),
        ("DuckDB: calls per tool, `ts_calls`", best(sql("ts_calls(text, 'qwen3')", "c.tool"))),
        ("DuckDB: the same, `regexp_extract_all`", best(sql(found, name))),
    ]
    return rows, column.nbytes


def main() -> None:
    print_table("One feed of four characters", "ns", feeds())
    print_table(f"Tags of a text of {len(TAGGED):,} characters", "", tags(), len(TAGGED))
    print_table(f"Calls of an answer of {len(ANSWER):,} characters", "", calls(), len(ANSWER))
    print_table("A call of 4,000 characters in pieces of four", "us", streams())
    print_table("Two answers of 2 MB", "us", threads())
    rows, size = columns()
    if rows:
        print_table(f"A column of {size / 1e6:,.0f} MB", "", rows, size)


if __name__ == "__main__":
    main()
