"""Answers in a Spark DataFrame, read where they are.

read = tagstream.spark.read(frame, "text", dialect="qwen3")
read.selectExpr("explode(message.tool_calls) AS call").groupBy("call.name").count()
"""

# pyright: basic
from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pyspark.sql import types

from tagstream import _shapes, batches

if TYPE_CHECKING:
    from pyspark.sql import DataFrame
    from typing_extensions import Unpack

    from tagstream._options import Options

__all__ = ["MESSAGE", "read"]


def __dir__() -> list[str]:
    return __all__


_WORDS: dict[str, types.DataType] = {
    _shapes.TEXT: types.StringType(),
    _shapes.NUMBER: types.LongType(),
    _shapes.REAL: types.DoubleType(),
    _shapes.FLAG: types.BooleanType(),
}


def _type_of(shape: Any) -> types.DataType:
    if isinstance(shape, dict):
        return types.StructType(
            [types.StructField(name, _type_of(one)) for name, one in shape.items()]
        )
    return types.ArrayType(_type_of(shape[0])) if isinstance(shape, list) else _WORDS[shape]


#: The type of a column of messages: that of `batches.MESSAGE`.
MESSAGE = _type_of(_shapes.MESSAGE)


def read(
    frame: DataFrame, column: str, /, *, into: str = "message", **options: Unpack[Options]
) -> DataFrame:
    """The frame with a column `into` more: a struct with the fields of a message; null where the
    text is null. The package must be there on the workers.

    ValueError if there is no such column, or one of the name `into` already.
    """
    if column not in frame.columns:
        raise ValueError(f"there is no column `{column}`: there are {', '.join(frame.columns)}")
    if into in frame.columns:
        raise ValueError(f"there is a column `{into}` already: give another name as `into`")
    one = batches.Read(column, into=into, **options)
    schema = types.StructType([*frame.schema.fields, types.StructField(into, MESSAGE)])

    def work(some: Iterator[Any]) -> Iterator[Any]:
        return map(one, some)

    return frame.mapInArrow(work, schema)
