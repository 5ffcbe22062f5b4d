"""Takes apart what a language model writes, while it arrives: content, reasoning, tool calls.

    message = tagstream.read(answer, dialect="qwen3")
    print(message.content, message.reasoning)
    for call in message.tool_calls:
        print(call.name, call.args)

    for event in tagstream.stream(chunks, dialect="qwen3"):
        if event.kind == "content":
            print(event.text, end="")

* A whole answer: `read`. A stream: `stream`, or a `Reader` with `feed` and `finish`.
* Options are keywords; help(tagstream.Rules) lists them. `Rules` checks them once for many answers.
* Which dialect: `guess_model`, `guess_answer`, `guess_template`; all: `dialects`, `dialect`.
* Any tags, as a tree: `extract`, `inner`, `ExtractStream`. The text of a message: `write`.
* OpenAI's clients: `tagstream.openai`; LiteLLM's proxy: `tagstream.litellm`; columns of data:
  `tagstream.columns`, `tagstream.duckdb`, `tagstream.spark`.

A model's text is never an exception: a call that is broken is in `message.tool_call_errors`.
"""

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
