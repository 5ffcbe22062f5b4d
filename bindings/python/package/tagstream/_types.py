"""Enums, tuples and exceptions: what the compiled part hands out beside its own classes."""

from __future__ import annotations

import enum
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from tagstream._arguments import args_of

if TYPE_CHECKING:
    from tagstream._core import Message

if sys.version_info >= (3, 11):
    from enum import StrEnum
else:

    class StrEnum(str, enum.Enum):
        """What Python has from 3.11 on."""

        def __str__(self) -> str:
            return str(self.value)

        def __format__(self, format_spec: str) -> str:
            return format(str(self.value), format_spec)


class EventKind(StrEnum):
    """What an event reports. The values are the words of the program's output."""

    CONTENT = "content"
    REASONING = "reasoning"
    SECTION_START = "section_start"
    SECTION_DELTA = "section_delta"
    SECTION_END = "section_end"
    TOOL_CALL_START = "tool_call_start"
    TOOL_CALL_DELTA = "tool_call_delta"
    TOOL_CALL = "tool_call"
    TOOL_CALL_ERROR = "tool_call_error"
    THOUGHT = "thought"
    MARKUP = "markup"
    NOTICE = "notice"
    STOPPED = "stopped"
    THOUGHT_DELTA = "thought_delta"


class Code(StrEnum):
    """What is wrong or odd, or what a notice is about: of an event, of a diagnostic of a tree."""

    INVALID_JSON = "invalid_json"
    MISSING_NAME = "missing_name"
    BAD_ARGUMENTS = "bad_arguments"
    EMPTY = "empty"
    UNCLOSED = "unclosed"
    TOO_LARGE = "too_large"
    NOT_ALLOWED = "not_allowed"
    UNKNOWN_TOOL = "unknown_tool"
    MAX_HELD_BYTES = "max_held_bytes"
    UNCLOSED_CALL = "unclosed_call"
    UNCLOSED_REASONING = "unclosed_reasoning"
    NOT_A_CALL = "not_a_call"
    FAMILY = "family"
    UNKNOWN_KEY = "unknown_key"
    FED_AFTER_FINISH = "fed_after_finish"
    LOOKS_LIKE_SSE = "looks_like_sse"
    LIMIT_EXCEEDED = "limit_exceeded"
    BAD_OPTION = "bad_option"
    SNAPSHOT_MISMATCH = "snapshot_mismatch"
    STRAY_CLOSE = "stray_close"
    INCOMPLETE_TAG = "incomplete_tag"
    TOOL_DEFINITION = "tool_definition"
    QUOTED = "quoted"
    REASONING_AS_CONTENT = "reasoning_as_content"


class Span(NamedTuple):
    """A stretch of the stream. It counts code points if `str` is fed, else bytes."""

    start: int
    end: int


class Attribute(NamedTuple):
    """One attribute as written: raw text, nothing decoded."""

    name: str  #: empty for the `=value` directly after a tag name: `<f=v>`
    value: str | None  #: without its quotes; None for `<a b>`, "" for `<a b="">`


class Diagnostic(NamedTuple):
    """What is odd about a text, reported beside its tags."""

    kind: Code  #: unclosed, stray_close or incomplete_tag
    offset: int  #: of the tag's '<'
    line: int
    column: int  #: in code points
    name: str  #: as written, as far as it goes


class Stats(NamedTuple):
    """What a reader has done so far, in bytes of UTF-8. Only `bytes_fed` does not depend on how
    the input was cut."""

    bytes_fed: int
    bytes_examined: int
    bytes_held: int
    bytes_held_max: int
    events: int
    limit_hits: int


class Section(NamedTuple):
    """A hidden or recorded section of a message."""

    name: str  #: of the tag as written, or the opening marker
    raw_tag: str  #: the opening tag or marker as written; empty if the prompt has opened it
    content: str
    span: Span  #: from the opening tag to one past the closing tag
    attributes: tuple[Attribute, ...]
    is_closed: bool
    is_implied_open: bool
    is_recorded: bool
    is_truncated: bool

    def attribute(self, name: str) -> str | None:
        """The value of the first one of that name; None if it is absent."""
        return next((one.value or "" for one in self.attributes if one.name == name), None)

    @property
    def start(self) -> int:
        return self.span.start

    @property
    def end(self) -> int:
        return self.span.end


class ToolCall(NamedTuple):
    """A call of a message."""

    id: str  #: the model's own, else one that is made up
    name: str
    arguments: str  #: a JSON object, as the model wrote it
    raw: str  #: the body as written, trimmed of blanks
    span: Span
    is_closed: bool
    is_repaired: bool
    is_recovered: bool
    index: int  # type: ignore[assignment]  #: that of its events, and not a method of tuples

    @property
    def args(self) -> dict[str, Any]:
        """The arguments as Python has them, made when asked for. ValueError if Python can't have
        them: too deep, or a number too long."""
        return args_of(self.arguments)

    @property
    def start(self) -> int:
        return self.span.start

    @property
    def end(self) -> int:
        return self.span.end


class ToolCallError(NamedTuple):
    """What stood where a call should."""

    code: Code
    text: str  #: one plain sentence
    name: str  #: of the tool, if known
    raw: str  #: the body as written, trimmed of blanks
    offset: int  #: the place that it speaks of


class Thought(NamedTuple):
    """A thought of a message."""

    text: str
    thought_type: str
    confidence: float
    span: Span
    has_attributes: bool
    is_closed: bool
    is_truncated: bool

    @property
    def start(self) -> int:
        return self.span.start

    @property
    def end(self) -> int:
        return self.span.end


class Notice(NamedTuple):
    """Something that a caller should know: a limit, a call that is cut off."""

    code: Code
    text: str  #: one plain sentence
    offset: int  #: the place that it speaks of


class BrokenCall(NamedTuple):
    """A call that is not one, in an answer that is rewritten."""

    choice: int
    code: Code
    text: str  #: one plain sentence
    raw: str  #: the body as written, trimmed of blanks; of what was cut off all that was held
    offset: int  #: in the bytes of the choice's text
    has_started: bool  #: its beginning had been given already (`incremental`)


class Guess(NamedTuple):
    """Which families a model's name, an answer or a chat template fits, and why."""

    dialects: tuple[str, ...]  #: the best, first the one with the least beside it
    is_certain: bool  #: nothing else fits; else they are likely
    evidence: tuple[str, ...]  #: of a name the part that says it, else markers
    starts_in_reasoning: bool = False  #: the prompt opens the reasoning, or has opened it


class Dialect(NamedTuple):
    """What one model family writes, as text that looks like it."""

    name: str
    aliases: tuple[str, ...]  #: other names that find it
    text: str  #: a format, as the option `format` takes it
    sources: tuple[str, ...]  #: where the format was seen
    inferences: tuple[str, ...]  #: what follows from the text, a sentence each


class TemplateFormat(NamedTuple):
    """What a model writes, from its chat template."""

    text: str  #: for the option `format`
    dialects: tuple[str, ...]  #: those that write the same, the nearest first; empty: none


class LimitError(Exception):
    """A reader with `on_limit="stop"` has stopped at a limit, or a snapshot is too long."""

    def __init__(
        self, message: str, offset: int = 0, message_so_far: Message | None = None
    ) -> None:
        super().__init__(message, offset, message_so_far)
        self.message = message
        self.offset = offset
        self.message_so_far = message_so_far  #: what had been read; None for a snapshot

    def __str__(self) -> str:
        return self.message


class SnapshotError(ValueError):
    """A snapshot does not begin with the one before."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message, offset)
        self.message = message
        self.offset = offset

    def __str__(self) -> str:
        return self.message


class StreamError(Exception):
    """A server says in its stream that something failed."""
