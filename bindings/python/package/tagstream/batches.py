"""One batch of a table at a time, for engines that spread batches over many machines.

    dataset.map_batches(tagstream.batches.Read("text", dialect="qwen3"), batch_format="pyarrow")

`tagstream.spark.read` does it for Spark. Only the options are sent to the workers.
"""

# pyright: basic
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

from tagstream import _core, _shapes, columns

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from tagstream._options import Options

__all__ = ["MESSAGE", "Read"]


def __dir__() -> list[str]:
    return __all__


_WORDS = {
    _shapes.TEXT: pa.string(),
    _shapes.NUMBER: pa.int64(),
    _shapes.REAL: pa.float64(),
    _shapes.FLAG: pa.bool_(),
}


def _type_of(shape: Any) -> pa.DataType:
    if isinstance(shape, dict):
        return pa.struct([(name, _type_of(one)) for name, one in shape.items()])
    return pa.list_(_type_of(shape[0])) if isinstance(shape, list) else _WORDS[shape]


#: The type of a column of messages: that of `columns.read`, with strings and lists of 32-bit
#: offsets, as Spark wants them.
MESSAGE = _type_of(_shapes.MESSAGE)


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
