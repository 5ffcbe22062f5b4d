"""Spark, Ray, DuckDB, Python and the program give the same rows; a lost worker changes nothing."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tagstream as ts

pa = pytest.importorskip("pyarrow")
from test_columns import as_row as whole  # noqa: E402

# The engines warn of their own ways.
pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("default")]

CALL = '<tool_call>{"name": "%s", "arguments": {"x": "日本"}}</tool_call>'
MADE = [
    "<think>hm</think>ok" + CALL % "f",
    None,
    "",
    "4 < 5 <tool_call>{1}</tool_call>",
    "<think>never closed" + CALL % "g",
    "cut off <tool_call>{",
    "a\0b\r\n<tool_call>" * 20,
    "x" * 100_000,
]


def answers() -> list[str | None]:
    """Recorded answers, if TAGSTREAM_ANSWERS names such a file, and some that were made up."""
    path = os.environ.get("TAGSTREAM_ANSWERS")
    lines = Path(path).read_text().splitlines() if path else []
    return [json.loads(line)["text"] for line in lines] + MADE * 40


def as_row(text: str | None) -> dict[str, Any] | None:
    """The whole message as Python has it, with offsets in bytes, as columns have them."""
    return None if text is None else whole(ts.read(text.encode(), dialect="qwen3"))


def shape(row: Any) -> dict[str, Any] | None:
    """The same for a row of an engine; Spark has its own class of rows."""
    as_dict = getattr(row, "asDict", None)
    found: dict[str, Any] | None = row if as_dict is None else as_dict(recursive=True)
    return found


def test_the_module_needs_no_session() -> None:
    pytest.importorskip("pyspark")
    check = (
        "import tagstream.spark, tagstream.batches as b; "
        "from pyspark.sql.pandas.types import to_arrow_type as t; "
        "assert t(tagstream.spark.MESSAGE) == b.MESSAGE, t(tagstream.spark.MESSAGE)"
    )
    subprocess.run([sys.executable, "-c", check], check=True)


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        sql.SparkSession.builder.master("local[2,4]")  # each task may fail four times
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "50")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def numbered(spark: Any, texts: list[str | None]) -> Any:
    return spark.createDataFrame([*enumerate(texts)], "id int, text string").repartition(5)


def in_order(frame: Any) -> list[Any]:
    rows = sorted(frame.collect(), key=lambda row: row["id"])
    return [shape(row["message"]) for row in rows]


def test_spark_gives_what_python_gives(spark: Any) -> None:
    from tagstream.spark import read

    texts = answers()
    found = read(numbered(spark, texts), "text", dialect="qwen3")
    assert in_order(found) == [as_row(text) for text in texts]
    counts = found.selectExpr("explode(message.tool_calls) AS c").groupBy("c.name").count()
    assert {row["name"]: row["count"] for row in counts.collect()}["f"] >= 40


def test_a_worker_that_dies_changes_nothing(spark: Any, tmp_path: Path) -> None:
    from tagstream.spark import read

    texts = answers()
    found = read(numbered(spark, texts), "text", dialect="qwen3")
    marker = str(tmp_path / "has_died")

    def die_once(batches: Iterator[Any]) -> Iterator[Any]:
        for count, batch in enumerate(batches):
            if count == 1:
                try:
                    os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
                    os.kill(os.getpid(), 9)
                except FileExistsError:
                    pass
            yield batch

    assert in_order(found.mapInArrow(die_once, found.schema)) == [as_row(t) for t in texts]
    assert Path(marker).exists()


def test_a_wrong_option_is_said_before_anything_runs(spark: Any) -> None:
    from tagstream.spark import read

    frame = numbered(spark, ["x"])
    with pytest.raises(ValueError, match="nobody"):
        read(frame, "text", dialect="nobody")
    with pytest.raises(ValueError, match="there is no column `nothing`"):
        read(frame, "nothing", dialect="qwen3")
    with pytest.raises(ValueError, match="there is a column `id` already"):
        read(frame, "text", into="id", dialect="qwen3")


@pytest.fixture
def ray() -> Iterator[Any]:
    engine: Any = pytest.importorskip("ray")
    for tries_left in (2, 1, 0):
        try:
            engine.init(
                num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False
            )
            break
        except Exception:  # it waits 30 seconds for its processes, however busy the machine is
            engine.shutdown()
            if not tries_left:
                raise
    yield engine
    engine.shutdown()
    gc.collect()  # it does not wait for its processes, of which Python warns: here, not at the end


def test_ray_gives_what_python_gives(ray: Any) -> None:
    from tagstream.batches import Read

    texts = answers()
    table = pa.table({"id": range(len(texts)), "text": pa.array(texts, pa.string())})
    dataset = ray.data.from_arrow(table).repartition(4)
    found = dataset.map_batches(Read("text", dialect="qwen3"), batch_format="pyarrow")
    rows = sorted(found.take_all(), key=lambda row: int(row["id"]))
    assert [shape(row["message"]) for row in rows] == [as_row(text) for text in texts]


def test_duckdb_gives_what_python_gives() -> None:
    duckdb = pytest.importorskip("duckdb")
    import tagstream.duckdb

    texts = answers()
    connection = duckdb.connect()
    tagstream.duckdb.register(connection)
    connection.register("answers", pa.table({"text": pa.array(texts, pa.string())}))
    rows = connection.execute("SELECT ts_read(text, 'qwen3') FROM answers").fetchall()
    assert [shape(row) for (row,) in rows] == [as_row(text) for text in texts]


def test_the_program_gives_what_python_gives() -> None:
    program = os.environ.get("TAGSTREAM")
    if not program:
        pytest.skip("TAGSTREAM does not name the program")
    command = [program, "read", "--dialect", "qwen3", "--json"]
    for text in dict.fromkeys(answers()):
        if text is None:
            continue
        run = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True)
        assert json.loads(run.stdout) == ts.read(text.encode(), dialect="qwen3").to_dict()
