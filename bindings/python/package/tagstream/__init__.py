"""Reads the structure in what language models write, such as `<thinking>…</thinking>`, while it
streams."""

from tagstream._core import (
    Event,
    ExtractStream,
    Message,
    Reader,
    Rules,
    Snapshots,
    Tag,
    Tree,
)
from tagstream._core import version as _version
from tagstream._end import quiet_at_the_end as _quiet_at_the_end
from tagstream._functions import (
    dialect,
    dialects,
    extract,
    guess_answer,
    guess_model,
    guess_template,
    inner,
    read,
    write,
)
from tagstream._stream import Events, stream
from tagstream._template import dialect_from_template
from tagstream._types import (
    Attribute,
    Code,
    Diagnostic,
    Dialect,
    EventKind,
    Guess,
    LimitError,
    Notice,
    Section,
    SnapshotError,
    Span,
    Stats,
    StreamError,
    TemplateFormat,
    Thought,
    ToolCall,
    ToolCallError,
)

__version__ = _version()
_quiet_at_the_end()

__all__ = [
    "Attribute",
    "Code",
    "Diagnostic",
    "Dialect",
    "Event",
    "EventKind",
    "Events",
    "ExtractStream",
    "Guess",
    "LimitError",
    "Message",
    "Notice",
    "Reader",
    "Rules",
    "Section",
    "SnapshotError",
    "Snapshots",
    "Span",
    "Stats",
    "StreamError",
    "Tag",
    "TemplateFormat",
    "Thought",
    "ToolCall",
    "ToolCallError",
    "Tree",
    "dialect",
    "dialect_from_template",
    "dialects",
    "extract",
    "guess_answer",
    "guess_model",
    "guess_template",
    "inner",
    "read",
    "stream",
    "write",
]
