"""The tables in HTML that a notebook shows. Texts come from models, so each is escaped."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tagstream._core import Column, Message

_ROWS = 20  # of a column or a list that are shown
_SIZE = 2000  # the most of a text that is shown


def _escaped(text: str) -> str:
    short = text if len(text) <= _SIZE else text[: _SIZE - 1] + "…"
    # A lone surrogate has no place in a page.
    return html.escape(short.encode("utf-8", "replace").decode())


def _table(rows: Iterable[tuple[str, str]]) -> str:
    style = ' style="text-align: left; white-space: pre-wrap; vertical-align: top"'
    lines = [
        f"<tr><th{style}>{_escaped(name)}</th><td{style}>{_escaped(text)}</td></tr>"
        for name, text in rows
    ]
    return f"<table>{''.join(lines)}</table>"


def of_message(message: Message) -> str:
    """Its fields that are not empty; of calls and problems a line each."""
    rows = [("content", message.content)]
    rows += [("reasoning", message.reasoning)] if message.reasoning else []
    rows += [("tool call", f"{call.name} {call.arguments}") for call in message.tool_calls]
    rows += [("error", f"{one.code}: {one.text}\n{one.raw}") for one in message.tool_call_errors]
    rows += [("section", f"{one.name}\n{one.content}") for one in message.sections]
    rows += [("thought", one.text) for one in message.thoughts]
    rows += [("notice", f"{one.code}: {one.text}") for one in message.notices]
    more = len(rows) - _ROWS
    rows = rows[:_ROWS] + ([("…", f"{more} more")] if more > 0 else [])
    return _table([*rows, ("finish reason", str(message.finish_reason))])


def of_column(column: Column) -> str:
    """Its first rows, with their numbers."""
    rows = [(str(at), repr(row)) for at, row in enumerate(column[:_ROWS])]
    more = len(column) - _ROWS
    return _table(rows + ([("…", f"{more} more")] if more > 0 else []))
