"""One batch of a table at a time, for engines that spread batches over many machines.

    dataset.map_batches(tagstream.batches.Parse("text", dialect="qwen3"), batch_format="pyarrow")

`tagstream.spark.parse` does it for Spark. What is sent to the workers are the options.
"""

# pyright: basic
from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from tagstream import _core, columns

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from tagstream._options import ParseOptions

__all__ = ["PARSED", "Parse"]

_ATTRIBUTES = pa.list_(pa.struct([("name", pa.string()), ("value", pa.string())]))

#: The type of a parsed column: that of `columns.parse`, with strings and lists of 32-bit offsets,
#: as Spark wants them.
PARSED = pa.struct(
    [
        ("content", pa.string()),
        ("reasoning", pa.string()),
        (
            "calls",
            pa.list_(
                pa.struct(
                    [
                        ("id", pa.string()),
                        ("tool", pa.string()),
                        ("arguments", pa.string()),
                        ("content", pa.string()),
                        ("is_closed", pa.bool_()),
                    ]
                )
            ),
        ),
        (
            "sections",
            pa.list_(
                pa.struct(
                    [
                        ("tag_name", pa.string()),
                        ("content", pa.string()),
                        ("attributes", _ATTRIBUTES),
                        ("is_closed", pa.bool_()),
                    ]
                )
            ),
        ),
        (
            "notes",
            pa.list_(
                pa.struct(
                    [
                        ("code", pa.string()),
                        ("message", pa.string()),
                        ("content", pa.string()),
                        ("offset", pa.int64()),
                    ]
                )
            ),
        ),
    ]
)


class Parse:
    """Adds a column `into` with what `columns.parse` makes of the column `column`.

    It takes and gives a `pyarrow.Table` or a `pyarrow.RecordBatch`, and keeps nothing between
    them. A wrong option raises here and not on a worker.
    """

    def __init__(
        self, column: str, /, *, into: str = "parsed", **options: Unpack[ParseOptions]
    ) -> None:
        self._column = column
        self._into = into
        # What can be read only once would be empty on a worker.
        self._options: dict[str, Any] = {
            name: list(value) if isinstance(value, Iterator) else value
            for name, value in options.items()
        }
        self._rules = _core.ParseRules(**self._options)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._column, self._into, dict(self._options))

    def __call__(self, batch: Any) -> Any:
        parsed = pa.array(columns.parse(batch.column(self._column), self._rules)).cast(PARSED)
        return batch.append_column(pa.field(self._into, PARSED), parsed)


def _again(column: str, into: str, options: Any) -> Parse:
    return Parse(column, into=into, **options)
