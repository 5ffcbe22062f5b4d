"""A column as Python and NumPy see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tagstream._core import Column

_ROWS = 5  # that are shown
_SIZE = 70  # the most of a row that is shown


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SIZE else text[: _SIZE - 1] + "…"


def repr_of(column: Column) -> str:
    """Its size, and its first rows."""
    size = len(column)
    rows = [_short(row) for row in column[:_ROWS]] + (["…"] if size > _ROWS else [])
    shown = f": {', '.join(rows)}" if rows else ""
    return f"<Column of {size} {'row' if size == 1 else 'rows'}{shown}>"


def array_of(column: Column, dtype: Any, copy: bool | None) -> Any:
    """An array with one object for each row, which NumPy would not make of rows that are lists."""
    if copy is False:
        raise ValueError("an array of this column is always a copy")
    import numpy as np  # noqa: PLC0415

    array = np.empty(len(column), dtype=object)
    for at, row in enumerate(column.to_pylist()):
        array[at] = row
    return array if dtype is None else array.astype(dtype)
