"""Answers in a Spark DataFrame, parsed where they are.

parsed = tagstream.spark.parse(frame, "text", dialect="qwen3")
parsed.selectExpr("explode(parsed.calls) AS call").groupBy("call.tool").count()
"""

# pyright: basic
from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pyspark.sql import types

from tagstream import batches

if TYPE_CHECKING:
    from pyspark.sql import DataFrame
    from typing_extensions import Unpack

    from tagstream._options import ParseOptions

__all__ = ["PARSED", "parse"]

_TEXT = types.StringType()


def _list_of(*fields: tuple[str, types.DataType]) -> types.ArrayType:
    return types.ArrayType(types.StructType([types.StructField(*one) for one in fields]))


#: The type of a parsed column: that of `batches.PARSED`.
PARSED = types.StructType(
    [
        types.StructField("content", _TEXT),
        types.StructField("reasoning", _TEXT),
        types.StructField(
            "calls",
            _list_of(
                ("id", _TEXT),
                ("tool", _TEXT),
                ("arguments", _TEXT),
                ("content", _TEXT),
                ("is_closed", types.BooleanType()),
            ),
        ),
        types.StructField(
            "sections",
            _list_of(
                ("tag_name", _TEXT),
                ("content", _TEXT),
                ("attributes", _list_of(("name", _TEXT), ("value", _TEXT))),
                ("is_closed", types.BooleanType()),
            ),
        ),
        types.StructField(
            "notes",
            _list_of(
                ("code", _TEXT),
                ("message", _TEXT),
                ("content", _TEXT),
                ("offset", types.LongType()),
            ),
        ),
    ]
)


def parse(
    frame: DataFrame, column: str, /, *, into: str = "parsed", **options: Unpack[ParseOptions]
) -> DataFrame:
    """The frame with a column `into` more: a struct of content, reasoning, calls, sections and
    notes; null where the text is null. The package must be there on the workers.

    ValueError if there is no such column, or one of the name `into` already.
    """
    if column not in frame.columns or into in frame.columns:
        columns = ", ".join(frame.columns)
        raise ValueError(f"'{column}' must be a column, and '{into}' none, of: {columns}")
    one = batches.Parse(column, into=into, **options)
    schema = types.StructType([*frame.schema.fields, types.StructField(into, PARSED)])

    def work(some: Iterator[Any]) -> Iterator[Any]:
        return map(one, some)

    return frame.mapInArrow(work, schema)
