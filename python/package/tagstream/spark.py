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

#: The type of a parsed column.
PARSED = types.StructType.fromDDL(
    "content string, reasoning string, "
    "calls array<struct<id string, tool string, arguments string, content string, "
    "is_closed boolean>>, "
    "sections array<struct<tag_name string, content string, "
    "attributes array<struct<name string, value string>>, is_closed boolean>>, "
    "notes array<struct<code string, message string, content string, offset bigint>>"
)


def parse(
    frame: DataFrame, column: str, /, *, into: str = "parsed", **options: Unpack[ParseOptions]
) -> DataFrame:
    """The frame with a column `into` more: a struct of content, reasoning, calls, sections and
    notes; null where the text is null. The package must be there on the workers."""
    one = batches.Parse(column, into=into, **options)
    schema = types.StructType([*frame.schema.fields, types.StructField(into, PARSED)])

    def work(some: Iterator[Any]) -> Iterator[Any]:
        return map(one, some)

    return frame.mapInArrow(work, schema)
