"""Enums, tuples and exceptions: what the compiled part hands out beside its own classes."""

from __future__ import annotations

import enum
import sys
from typing import NamedTuple

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

    CONTENT = "content-delta"
    REASONING = "reasoning-delta"
    SECTION_START = "section-start"
    SECTION_DELTA = "section-delta"
    SECTION_END = "section-end"
    CALL_START = "tool-call-start"
    CALL_DELTA = "tool-call-delta"
    CALL = "tool-call"
    CALL_ERROR = "tool-error"
    MARKUP = "markup"
    NOTICE = "notice"
    STOPPED = "stopped"


class NoticeCode(StrEnum):
    """What a notice is about."""

    NONE = "none"
    MAX_HELD_BYTES = "max-held-bytes"
    UNCLOSED_CALL = "unclosed-call"
    UNCLOSED_REASONING = "unclosed-reasoning"
    NOT_A_CALL = "not-a-call"
    FAMILY = "family"
    UNKNOWN_KEY = "unknown-key"


class CallErrorCode(StrEnum):
    """Why the body of a call opener is not a call."""

    NONE = "none"
    INVALID_JSON = "invalid-json"
    MISSING_NAME = "missing-name"
    BAD_ARGUMENTS = "bad-arguments"
    EMPTY = "empty"
    UNCLOSED = "unclosed"
    TOO_LARGE = "too-large"
    NOT_ALLOWED = "not-allowed"
    UNKNOWN_TOOL = "unknown-tool"


class ThoughtEventKind(StrEnum):
    """What a thought event reports."""

    CONTENT = "content-delta"
    THOUGHT_DELTA = "thought-delta"
    THOUGHT = "thought-stream"
    MARKUP = "markup"
    NOTICE = "notice"
    STOPPED = "stopped"


class TokenKind(StrEnum):
    """What a stretch of the input is."""

    TEXT = "text"
    OPEN = "open"
    CLOSE = "close"
    EMPTY = "empty"
    MARKER = "marker"


class DiagnosticKind(StrEnum):
    """What is odd about a text."""

    UNCLOSED = "unclosed"
    STRAY_CLOSE = "stray-close"
    INCOMPLETE_TAG = "incomplete-tag"


class FinishReason(StrEnum):
    """Why the model has ended its answer."""

    STOP = "stop"
    TOOL_CALLS = "tool_calls"
    LENGTH = "length"


class Certainty(StrEnum):
    """How sure an answer is to the question which family it is."""

    NONE = "none"
    LIKELY = "likely"
    CERTAIN = "certain"


class Span(NamedTuple):
    """A stretch of the stream. It counts code points if `str` is fed, else bytes."""

    begin: int
    end: int


class Attribute(NamedTuple):
    """One attribute as written: raw text, nothing decoded."""

    name: str  #: empty for the `=value` directly after a tag name: `<f=v>`
    value: str | None  #: without its quotes; None for `<a b>`, "" for `<a b="">`


class Diagnostic(NamedTuple):
    """What is odd about a text, reported beside its tags."""

    kind: DiagnosticKind
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


class Token(NamedTuple):
    """A stretch of the input and what it is."""

    kind: TokenKind
    span: Span
    raw: str
    name: str  #: the tag's name as written; empty for text and markers
    attributes: tuple[Attribute, ...]


class Section(NamedTuple):
    """A hidden or recorded section of a message."""

    tag_name: str
    raw_tag: str
    content: str
    span: Span
    attributes: tuple[Attribute, ...]
    is_closed: bool
    is_implied_open: bool
    is_truncated: bool
    is_recorded: bool


class MessageCall(NamedTuple):
    """A call of a message."""

    id: str
    tool: str
    arguments: str  #: a JSON object, as the model wrote it; empty for raw bodies
    content: str  #: the raw body, trimmed of blanks
    span: Span
    is_closed: bool
    is_repaired: bool
    is_recovered: bool


class MessageNote(NamedTuple):
    """Something that a caller should know: what is not a call, a limit, an unclosed call."""

    notice: NoticeCode
    error: CallErrorCode
    message: str
    content: str
    offset: int
    span: Span


class BrokenCall(NamedTuple):
    """A call that is not one, in an answer that is rewritten."""

    choice: int
    code: CallErrorCode
    message: str  #: one plain sentence
    content: str  #: the raw body, trimmed of blanks; of what was cut off all that was held
    offset: int  #: in the bytes of the choice's text
    has_started: bool  #: its beginning had been given already (`incremental`)


class ModelGuess(NamedTuple):
    """What a model's name says."""

    dialect: str | None  #: None: nothing
    sure: Certainty
    pattern: str  #: what has matched
    starts_in_reasoning: bool  #: its prompts open the reasoning, in every answer


class DialectGuess(NamedTuple):
    """Which families a text fits, and why."""

    dialects: tuple[str, ...]  #: the best, first the one with the least beside it
    sure: Certainty  #: none: there are no dialects
    evidence: tuple[str, ...]
    starts_in_reasoning: bool = False  #: the prompt has opened the reasoning of the answer


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


class Thought(NamedTuple):
    """A thought of a text."""

    text: str
    type: str | None
    confidence: float
    span: Span
    has_attributes: bool
    is_closed: bool
    is_truncated: bool


class Thoughts(NamedTuple):
    """A whole text, taken apart."""

    content: str
    thoughts: tuple[Thought, ...]


class LimitError(Exception):
    """A reader with `on_limit="error"` has stopped at a limit, or a snapshot is too long."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message, offset)
        self.message = message
        self.offset = offset

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
