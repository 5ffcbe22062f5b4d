"""Answers in a Spark DataFrame, read where they are.

read = tagstream.spark.read(frame, "text", dialect="qwen3")
read.selectExpr("explode(message.tool_calls) AS call").groupBy("call.name").count()
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

    from tagstream._options import Options

__all__ = ["MESSAGE", "read"]

_TEXT = types.StringType()


def _list_of(*fields: tuple[str, types.DataType]) -> types.ArrayType:
    return types.ArrayType(types.StructType([types.StructField(*one) for one in fields]))


_SAID: list[tuple[str, types.DataType]] = [("code", _TEXT), ("text", _TEXT)]

#: The type of a column of messages: that of `batches.MESSAGE`.
MESSAGE = types.StructType(
    [
        types.StructField("content", _TEXT),
        types.StructField("reasoning", _TEXT),
        types.StructField(
            "tool_calls",
            _list_of(
                ("id", _TEXT),
                ("name", _TEXT),
                ("arguments", _TEXT),
                ("raw", _TEXT),
                ("is_closed", types.BooleanType()),
            ),
        ),
        types.StructField(
            "tool_call_errors",
            _list_of(*_SAID, ("name", _TEXT), ("raw", _TEXT), ("offset", types.LongType())),
        ),
        types.StructField(
            "sections",
            _list_of(
                ("name", _TEXT),
                ("content", _TEXT),
                ("attributes", _list_of(("name", _TEXT), ("value", _TEXT))),
                ("is_closed", types.BooleanType()),
            ),
        ),
        types.StructField(
            "thoughts",
            _list_of(
                ("text", _TEXT),
                ("thought_type", _TEXT),
                ("confidence", types.DoubleType()),
                ("is_closed", types.BooleanType()),
            ),
        ),
        types.StructField("notices", _list_of(*_SAID, ("offset", types.LongType()))),
        types.StructField("finish_reason", _TEXT),
        types.StructField("reasoning_closed", types.BooleanType()),
        types.StructField(
            "stopped",
            types.StructType(
                [types.StructField(*one) for one in (*_SAID, ("offset", types.LongType()))]
            ),
        ),
    ]
)


def read(
    frame: DataFrame, column: str, /, *, into: str = "message", **options: Unpack[Options]
) -> DataFrame:
    """The frame with a column `into` more: a struct with the fields of a message; null where the
    text is null. The package must be there on the workers.

    ValueError if there is no such column, or one of the name `into` already.
    """
    if column not in frame.columns or into in frame.columns:
        columns = ", ".join(frame.columns)
        raise ValueError(f"`{column}` must be a column, and `{into}` none, of: {columns}")
    one = batches.Read(column, into=into, **options)
    schema = types.StructType([*frame.schema.fields, types.StructField(into, MESSAGE)])

    def work(some: Iterator[Any]) -> Iterator[Any]:
        return map(one, some)

    return frame.mapInArrow(work, schema)
