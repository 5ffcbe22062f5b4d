"""Takes apart what a language model writes, while it arrives: content, reasoning, tool calls.

    message = tagstream.read(answer, dialect="qwen3")
    print(message.content, message.reasoning)
    for call in message.tool_calls:
        print(call.name, call.args)

    for event in tagstream.stream(chunks, dialect="qwen3"):
        if event.kind == "content":
            print(event.text, end="")

* A whole answer: `read`; its content alone: `filter`. A stream: `stream`, or a `Reader` with
  `feed` and `finish`.
* Options are keywords; help(tagstream.Rules) lists them. `Rules` checks them once for many answers.
* Which dialect: `guess`; which options find more: `advise`; all: `dialects`, `dialect`.
* Any tags, as a tree: `extract`, `inner`, `ExtractStream`. The text of a message: `write`.
* OpenAI's clients: `tagstream.openai`; LiteLLM's proxy: `tagstream.litellm`; columns of data:
  `tagstream.columns`, `tagstream.duckdb`, `tagstream.spark`.

A model's text is never an exception: a call that is broken is in `message.tool_call_errors`.
"""

import importlib as _importlib
from typing import TYPE_CHECKING

from tagstream._core import (
    Column as _Column,
)
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
    advise,
    dialect,
    dialects,
    extract,
    filter,
    guess,
    guess_answer,
    guess_model,
    guess_template,
    inner,
    read,
    write,
)
from tagstream._hints import MODULE as _MODULE
from tagstream._hints import lead as _lead
from tagstream._hints import no_such as _no_such
from tagstream._options import ExtractOptions, InnerOptions, Options
from tagstream._partial import PartialArgs
from tagstream._stream import Events, stream
from tagstream._template import dialect_from_template
from tagstream._types import (
    Advice,
    Attribute,
    Attributes,
    Code,
    CodeWord,
    Diagnostic,
    Dialect,
    EventKind,
    Guess,
    KindWord,
    LimitError,
    Notice,
    OptionError,
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

if TYPE_CHECKING:
    from tagstream import batches as batches
    from tagstream import columns as columns
    from tagstream import duckdb as duckdb
    from tagstream import litellm as litellm
    from tagstream import openai as openai
    from tagstream import spark as spark
    from tagstream import verl as verl

__version__ = _version()
_quiet_at_the_end()
_lead(
    Event,
    Events,
    ExtractStream,
    Message,
    PartialArgs,
    Reader,
    Rules,
    Snapshots,
    Tag,
    Tree,
    _Column,
)

# Parts that are loaded when they are named. Those in `dir` need no other package.
_READY = ("columns", "openai")
_PARTS = (*_READY, "batches", "duckdb", "litellm", "spark", "verl")


__all__ = [
    "Advice",
    "Attribute",
    "Attributes",
    "Code",
    "CodeWord",
    "Diagnostic",
    "Dialect",
    "Event",
    "EventKind",
    "Events",
    "ExtractOptions",
    "ExtractStream",
    "Guess",
    "InnerOptions",
    "KindWord",
    "LimitError",
    "Message",
    "Notice",
    "OptionError",
    "Options",
    "PartialArgs",
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
    "advise",
    "dialect",
    "dialect_from_template",
    "dialects",
    "extract",
    "filter",
    "guess",
    "guess_answer",
    "guess_model",
    "guess_template",
    "inner",
    "read",
    "stream",
    "write",
]


def __dir__() -> list[str]:
    return sorted({*__all__, *_READY, "__version__", "__doc__", "__name__"})


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name in _PARTS:
            return _importlib.import_module(f"tagstream.{name}")
        if name.startswith("_"):
            raise AttributeError(f"module 'tagstream' has no attribute '{name}'")
        raise _no_such("tagstream", name, _MODULE, (*__all__, *_PARTS))
