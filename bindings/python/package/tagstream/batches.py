"""One batch of a table at a time, for engines that spread batches over many machines.

    dataset.map_batches(tagstream.batches.Read("text", dialect="qwen3"), batch_format="pyarrow")

`tagstream.spark.read` does it for Spark. Only the options are sent to the workers.
"""

# pyright: basic
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

from tagstream import _core, columns

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from tagstream._options import Options

__all__ = ["MESSAGE", "Read"]

_ATTRIBUTES = pa.list_(pa.struct([("name", pa.string()), ("value", pa.string())]))


def _list_of(*fields: tuple[str, pa.DataType]) -> pa.DataType:
    return pa.list_(pa.struct(list(fields)))


_TEXT, _SAID = pa.string(), [("code", pa.string()), ("text", pa.string())]

#: The type of a column of messages: that of `columns.read`, with strings and lists of 32-bit
#: offsets, as Spark wants them.
MESSAGE = pa.struct(
    [
        ("content", _TEXT),
        ("reasoning", _TEXT),
        (
            "tool_calls",
            _list_of(
                ("id", _TEXT),
                ("name", _TEXT),
                ("arguments", _TEXT),
                ("raw", _TEXT),
                ("is_closed", pa.bool_()),
            ),
        ),
        (
            "tool_call_errors",
            _list_of(*_SAID, ("name", _TEXT), ("raw", _TEXT), ("offset", pa.int64())),
        ),
        (
            "sections",
            _list_of(
                ("name", _TEXT),
                ("content", _TEXT),
                ("attributes", _ATTRIBUTES),
                ("is_closed", pa.bool_()),
            ),
        ),
        (
            "thoughts",
            _list_of(
                ("text", _TEXT),
                ("thought_type", _TEXT),
                ("confidence", pa.float64()),
                ("is_closed", pa.bool_()),
            ),
        ),
        ("notices", _list_of(*_SAID, ("offset", pa.int64()))),
        ("finish_reason", _TEXT),
        ("reasoning_closed", pa.bool_()),
        ("stopped", pa.struct([*_SAID, ("offset", pa.int64())])),
    ]
)


class Read:
    """Adds a column `into` with what `columns.read` makes of the column `column`.

    It takes and gives a `pyarrow.Table` or a `pyarrow.RecordBatch`, and keeps nothing between
    them. A wrong option raises here and not on a worker.
    """

    def __init__(
        self, column: str, /, *, into: str = "message", **options: Unpack[Options]
    ) -> None:
        self._column = column
        self._into = into
        self._rules = _core.Rules(**options)  # what is pickled of them are the options

    def __call__(self, batch: Any) -> Any:
        read = pa.array(columns.read(batch.column(self._column), self._rules)).cast(MESSAGE)
        return batch.append_column(pa.field(self._into, MESSAGE), read)
