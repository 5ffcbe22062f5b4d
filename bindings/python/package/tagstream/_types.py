"""Words, tuples and exceptions: what the compiled part hands out beside its own classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Literal,
    NamedTuple,
    SupportsIndex,
    TypeVar,
    overload,
)

from tagstream._arguments import args_of
from tagstream._hints import lead

if TYPE_CHECKING:
    from tagstream._core import Message

_Type = TypeVar("_Type", bound=type)
_Default = TypeVar("_Default")


def _fields(**sentences: str) -> Callable[[_Type], _Type]:
    """Gives the fields of a tuple their doc strings, which `help` shows."""

    def add(cls: _Type) -> _Type:
        for name, sentence in sentences.items():
            getattr(cls, name).__doc__ = sentence
        return cls

    return add


def _as_dict(part: Any) -> dict[str, Any]:
    """The fields of a part of a message, as json.dumps takes them: a span as `start` and `end`."""
    fields: dict[str, Any] = part._asdict()
    if "span" in fields:
        fields |= fields.pop("span")._asdict()
    if "attributes" in fields:
        fields["attributes"] = [one._asdict() for one in fields["attributes"]]
    return fields


class EventKind:
    """The kind of an event: what it reports. The values are the words of the program's output.

    * `content`: visible text
    * `reasoning`: text of the model's reasoning
    * `section_start`: a hidden section begins
    * `section_delta`: a piece of a hidden section's text
    * `section_end`: a hidden or recorded section has ended, or the stream ended inside it
    * `tool_call_start`: `incremental`: a call has begun, and its name is known
    * `tool_call_delta`: `incremental`: a piece of the arguments of an open call
    * `tool_call`: a complete call; with `incremental` it follows its pieces
    * `tool_call_error`: a broken call, or text in the place of a call
    * `thought`: a complete thought
    * `markup`: bytes that were taken out and belong to no other event: tags, dropped literals
    * `notice`: a remark for the caller
    * `stopped`: the reader has stopped: this is its last event
    * `thought_delta`: `incremental`: a piece of a thought that is still open
    """

    CONTENT: Final = "content"
    REASONING: Final = "reasoning"
    SECTION_START: Final = "section_start"
    SECTION_DELTA: Final = "section_delta"
    SECTION_END: Final = "section_end"
    TOOL_CALL_START: Final = "tool_call_start"
    TOOL_CALL_DELTA: Final = "tool_call_delta"
    TOOL_CALL: Final = "tool_call"
    TOOL_CALL_ERROR: Final = "tool_call_error"
    THOUGHT: Final = "thought"
    MARKUP: Final = "markup"
    NOTICE: Final = "notice"
    STOPPED: Final = "stopped"
    THOUGHT_DELTA: Final = "thought_delta"


#: The type of a kind, whose words checkers of types know.
KindWord = Literal[
    "content",
    "reasoning",
    "section_start",
    "section_delta",
    "section_end",
    "tool_call_start",
    "tool_call_delta",
    "tool_call",
    "tool_call_error",
    "thought",
    "markup",
    "notice",
    "stopped",
    "thought_delta",
]


class Code:
    """The code of an error, a notice or a diagnostic: what is wrong or odd.

    * `invalid_json`: the body is not JSON, or not in the syntax that its format needs. `offset` is
      the wrong byte, which `tagstream show` underlines, or the first byte of a string that never
      ends
    * `missing_name`: nothing says which tool is meant; the sentence names the keys that are there
    * `bad_arguments`: the arguments are not an object
    * `empty`: the body is empty
    * `unclosed`: the input ended inside the call (`unclosed_call` = `error`, or a call that has
      started; in a message any call); in a tree: inside an element
    * `too_large`: the call is longer than `max_held_bytes`: its bytes are content, and no later
      call is called
    * `not_allowed`: the call is sound, but not allowed (`tool_choice`, `parallel_tool_calls`); its
      bytes are not content: docs/read.md#tool-choice
    * `unknown_tool`: no tool of this name is offered (`only_offered`)
    * `max_held_bytes`: that limit was reached
    * `unclosed_call`: the input ended inside a call: its bytes are content. In a message it is the
      `tool_call_error` `unclosed`
    * `unclosed_reasoning`: the input ended in reasoning, which begins at `offset`. The option
      `unclosed_reasoning` = `content` makes it content of the message
    * `not_a_call`: the opening tag of a call is content: no parameter follows in an XML call, or a
      string or an attribute quotes it (docs/tools.md#what-an-attribute-quotes). Or text directly
      after a call looks like one without its opening marker, or like a part of the call before
    * `family`: dialect `auto`: the families that have the first marker. Option `model`: the dialect
      of the model is only likely
    * `unknown_key`: a tag in a value is text, since no parameter of the tool has its name; or a key
      or an attribute is left out, since it is no argument. Once for each call, at its first byte
    * `fed_after_finish`: text was fed after the end of the stream
    * `looks_like_sse`: the text began with `data: {`, as a server's stream does: `--from sse` and
      the readers of wire read such streams, this one does not. It is the last event
    * `limit_exceeded`: a limit was reached: the reader stopped, or a snapshot was refused
    * `bad_option`: the options contradict each other or name something impossible
    * `snapshot_mismatch`: a snapshot does not begin with the one before
    * `stray_close`: a closing tag closes nothing. The notice is about the first one of its rule, at
      `offset`. It is text, or left out after reasoning. If the prompt opened the element, set
      `start_in_reasoning` or `start_inside`, or give `prompt_tail`
    * `incomplete_tag`: the text ends inside a tag, which is content
    * `tool_definition`: the object defines a tool, as the prompt does, and does not call it
    * `quoted`: a tag is content, since it stands in Markdown code; `markdown_code` = `off` reads it
      (docs/grammar.md#code)
    * `reasoning_as_content`: as `unclosed_reasoning`, where that option is `content`: the reasoning
      is content of the message now
    * `mention`: an opening tag of reasoning is content, since it stands inside a line
      (`reasoning_again` = `anywhere` reads it), or one of a wrapper, since no call follows
    * `after_limit`: the opening tag of a call is content, since a call before it was `too_large`
    * `unclosed_section`: the input ended in a section, which begins at `offset`
    * `unclosed_thought`: the input ended in a thought, which begins at `offset`
    * `reopened`: a section holds an opening tag of its own name, at `offset`, and never balances:
      it ends at its first closing tag
    * `half_closer`: the input ended in the closing tag of the element that begins at `offset`
    * `max_tag_bytes`: a tag of a rule is content, since it is longer than that limit
    * `max_attributes`: a tag of a rule is content, since it has more attributes than that limit
    * `other_role`: a message is left out, since its header names another role than `assistant`
    """

    INVALID_JSON: Final = "invalid_json"
    MISSING_NAME: Final = "missing_name"
    BAD_ARGUMENTS: Final = "bad_arguments"
    EMPTY: Final = "empty"
    UNCLOSED: Final = "unclosed"
    TOO_LARGE: Final = "too_large"
    NOT_ALLOWED: Final = "not_allowed"
    UNKNOWN_TOOL: Final = "unknown_tool"
    MAX_HELD_BYTES: Final = "max_held_bytes"
    UNCLOSED_CALL: Final = "unclosed_call"
    UNCLOSED_REASONING: Final = "unclosed_reasoning"
    NOT_A_CALL: Final = "not_a_call"
    FAMILY: Final = "family"
    UNKNOWN_KEY: Final = "unknown_key"
    FED_AFTER_FINISH: Final = "fed_after_finish"
    LOOKS_LIKE_SSE: Final = "looks_like_sse"
    LIMIT_EXCEEDED: Final = "limit_exceeded"
    BAD_OPTION: Final = "bad_option"
    SNAPSHOT_MISMATCH: Final = "snapshot_mismatch"
    STRAY_CLOSE: Final = "stray_close"
    INCOMPLETE_TAG: Final = "incomplete_tag"
    TOOL_DEFINITION: Final = "tool_definition"
    QUOTED: Final = "quoted"
    REASONING_AS_CONTENT: Final = "reasoning_as_content"
    MENTION: Final = "mention"
    AFTER_LIMIT: Final = "after_limit"
    UNCLOSED_SECTION: Final = "unclosed_section"
    UNCLOSED_THOUGHT: Final = "unclosed_thought"
    REOPENED: Final = "reopened"
    HALF_CLOSER: Final = "half_closer"
    MAX_TAG_BYTES: Final = "max_tag_bytes"
    MAX_ATTRIBUTES: Final = "max_attributes"
    OTHER_ROLE: Final = "other_role"


#: The type of a code, whose words checkers of types know.
CodeWord = Literal[
    "invalid_json",
    "missing_name",
    "bad_arguments",
    "empty",
    "unclosed",
    "too_large",
    "not_allowed",
    "unknown_tool",
    "max_held_bytes",
    "unclosed_call",
    "unclosed_reasoning",
    "not_a_call",
    "family",
    "unknown_key",
    "fed_after_finish",
    "looks_like_sse",
    "limit_exceeded",
    "bad_option",
    "snapshot_mismatch",
    "stray_close",
    "incomplete_tag",
    "tool_definition",
    "quoted",
    "reasoning_as_content",
    "mention",
    "after_limit",
    "unclosed_section",
    "unclosed_thought",
    "reopened",
    "half_closer",
    "max_tag_bytes",
    "max_attributes",
    "other_role",
]


@_fields(
    start="The first byte or code point.",
    end="One past the last one.",
)
class Span(NamedTuple):
    """A stretch of the stream. It counts code points if `str` is fed, else bytes."""

    start: int
    end: int


@_fields(
    name="The name as written; empty for the `=value` directly after a tag name: `<f=v>`.",
    value='The value without its quotes; None for `<a b>`, "" for `<a b="">`.',
)
class Attribute(NamedTuple):
    """One attribute as written: raw text, nothing decoded."""

    name: str
    value: str | None

    @property
    def has_value(self) -> bool:
        """False for `<a b>`, True for `<a b="">`."""
        return self.value is not None


class Attributes(tuple[Attribute, ...]):
    """The attributes of a tag: a tuple, in which one is also found by its name."""

    __slots__ = ()

    @overload
    def __getitem__(self, key: str, /) -> str: ...
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Attribute: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Attribute, ...]: ...
    def __getitem__(self, key: Any, /) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The value of the first attribute of that name, "" for `<a b>`; or the attribute at that
        place."""
        if not isinstance(key, str):
            plain: Any = super()
            return plain.__getitem__(key)
        for one in self:
            if one.name == key:
                return one.value or ""
        names = ", ".join(one.name for one in self) or "none"
        raise KeyError(f"no attribute `{key}`: there are {names}")

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            if name.startswith("_"):
                raise AttributeError(name)
            raise AttributeError(f'an attribute has a key: attributes["{name}"]')

    def __contains__(self, key: object, /) -> bool:
        """Whether there is an attribute of that name."""
        if isinstance(key, str):
            return any(one.name == key for one in self)
        return super().__contains__(key)

    @overload
    def get(self, name: str, /) -> str | None: ...
    @overload
    def get(self, name: str, default: _Default, /) -> str | _Default: ...
    def get(self, name: str, default: Any = None, /) -> Any:
        """The value of the first attribute of that name; `default` if there is none."""
        try:
            return self[name]
        except KeyError:
            return default


@_fields(
    kind="`unclosed`, `stray_close` or `incomplete_tag`.",
    offset="The place of the tag's `<`.",
    line="Counted from 1; LF, CR and CRLF end a line.",
    column="Counted from 1, in code points.",
    name="The tag's name as written, as far as it is in the text.",
)
class Diagnostic(NamedTuple):
    """Something odd in a text, reported beside its tags."""

    kind: CodeWord
    offset: int
    line: int
    column: int
    name: str


@_fields(
    bytes_fed="Bytes handed to `feed`.",
    bytes_examined="Bytes examined, also by searches and second readings.",
    bytes_held="Bytes that the reader holds now, between feeds.",
    bytes_held_max="The most that `bytes_held` has been.",
    events="Events or tags that were returned.",
    limit_hits="How often a limit was reached.",
)
class Stats(NamedTuple):
    """Counters of a reader's work so far, in bytes of UTF-8. All but `bytes_fed` depend on how the
    input was cut."""

    bytes_fed: int
    bytes_examined: int
    bytes_held: int
    bytes_held_max: int
    events: int
    limit_hits: int


@_fields(
    name="The tag's name as written, or the opening marker.",
    raw_tag="The opening tag or marker as written; empty if the prompt has opened the section.",
    attributes="The attributes of the opening tag; a marker has none.",
    content="The raw text inside.",
    is_closed="The closing tag was there.",
    is_recorded="Of `record`: the section is content as well.",
    is_implied_open="The prompt has opened the section.",
    is_truncated="The content was cut at a limit.",
    span="From the opening tag to one past the closing tag.",
)
class Section(NamedTuple):
    """A hidden or recorded section of a message."""

    name: str
    raw_tag: str
    attributes: Attributes
    content: str
    is_closed: bool
    is_recorded: bool
    is_implied_open: bool
    is_truncated: bool
    span: Span

    def attribute(self, name: str) -> str | None:
        """The value of the first one of that name; None if it is absent."""
        return self.attributes.get(name)

    @property
    def start(self) -> int:
        """The start of the span."""
        return self.span.start

    @property
    def end(self) -> int:
        """One past the end of the span."""
        return self.span.end

    def to_dict(self) -> dict[str, Any]:
        """The fields as a dict, which json.dumps takes: the span as `start` and `end`."""
        return _as_dict(self)


@_fields(
    index="Calls are counted from 0, in the order of the stream.",
    id="The model's own, else one that is made up (`id_style`).",
    name="The name of the tool.",
    arguments="A JSON object as text, as the model wrote it but for repairs (`is_repaired`).",
    is_native="A server has read it itself: it stands nowhere in the text.",
    raw="The whole body as written, without blanks at its ends.",
    is_closed="The closing tag was there.",
    is_repaired="A slip was mended, or another reading exists.",
    is_recovered="Its bytes were read a second time, since they were first part of a broken call.",
    span="From the opening tag to one past the closing tag.",
)
class ToolCall(NamedTuple):
    """A call of a message."""

    index: int  # type: ignore[assignment]  # not the method of tuples
    id: str
    name: str
    arguments: str
    is_native: bool
    raw: str
    is_closed: bool
    is_repaired: bool
    is_recovered: bool
    span: Span

    @property
    def args(self) -> dict[str, Any]:
        """The arguments as Python has them, made when asked for. ValueError if Python can't have
        them: too deep, or a number too long."""
        return args_of(self.arguments)

    @property
    def start(self) -> int:
        """The start of the span."""
        return self.span.start

    @property
    def end(self) -> int:
        """One past the end of the span."""
        return self.span.end

    def to_dict(self) -> dict[str, Any]:
        """The fields as a dict, which json.dumps takes: the span as `start` and `end`."""
        return _as_dict(self)


@_fields(
    code="The reason why it is not a call.",
    text="One plain sentence.",
    offset="The place that the sentence is about.",
    name="The name of the tool, if it is known.",
    raw="The whole body as written, without blanks at its ends; of a call that is cut off all of "
    "its bytes.",
    is_native="A server has read it itself: it stands nowhere in the text.",
)
class ToolCallError(NamedTuple):
    """A text that stood where a call should, and why it is none; or a call that is cut off."""

    code: CodeWord
    text: str
    offset: int
    name: str
    raw: str
    is_native: bool

    def to_dict(self) -> dict[str, Any]:
        """The fields as a dict, which json.dumps takes."""
        return _as_dict(self)


@_fields(
    text="The text, without blanks at its ends.",
    thought_type="The value of the attribute `thought_type`, decoded.",
    confidence="From 0 to 1; 0.5 if the attribute is missing or is not such a number; None: the "
    "thought has none of the attributes of thoughts.",
    has_attributes="The thought has one of the attributes of thoughts.",
    is_closed="The closing tag was there.",
    is_truncated="The text was cut at a limit.",
    span="From the opening tag to one past the closing tag.",
)
class Thought(NamedTuple):
    """A thought of a message."""

    text: str
    thought_type: str
    confidence: float | None
    has_attributes: bool
    is_closed: bool
    is_truncated: bool
    span: Span

    @property
    def start(self) -> int:
        """The start of the span."""
        return self.span.start

    @property
    def end(self) -> int:
        """One past the end of the span."""
        return self.span.end

    def to_dict(self) -> dict[str, Any]:
        """The fields as a dict, which json.dumps takes: the span as `start` and `end`."""
        return _as_dict(self)


@_fields(
    code="The kind of the remark.",
    text="One plain sentence.",
    offset="The place that the sentence is about.",
    name="The tag or opening marker of the rule that it is about; empty if it is about none.",
)
class Notice(NamedTuple):
    """Something that a caller should know: a limit, a call that is cut off."""

    code: CodeWord
    text: str
    offset: int
    name: str

    def to_dict(self) -> dict[str, Any]:
        """The fields as a dict, which json.dumps takes."""
        return _as_dict(self)


@_fields(
    choice="The number of the answer's choice.",
    code="The reason why it is not a call.",
    text="One plain sentence.",
    name="The name of the tool, if it is known.",
    raw="The body as written, without blanks at its ends. If it was cut off: the part that came.",
    offset="The place that the sentence is about, in bytes of the choice's text.",
    has_started="The beginning of the call was given already (`incremental`).",
)
class ChoiceToolCallError(NamedTuple):
    """A `ToolCallError` of an answer that is rewritten, and its choice."""

    choice: int
    code: CodeWord
    text: str
    name: str
    raw: str
    offset: int
    has_started: bool

    def to_dict(self) -> dict[str, Any]:
        """The fields as a dict, which json.dumps takes."""
        return _as_dict(self)


@_fields(
    dialects="The best ones; first the one with the fewest literals that are missing in the text.",
    is_certain="Nothing else fits; otherwise the dialects are likely.",
    evidence="The part of a name that decided, or the markers that were found.",
    starts_in_reasoning="The prompt opens the reasoning, and the dialect alone does not say so.",
)
class Guess(NamedTuple):
    """Which families a model's name, an answer or a chat template fits, and why."""

    dialects: tuple[str, ...]
    is_certain: bool
    evidence: tuple[str, ...]
    starts_in_reasoning: bool = False


@_fields(
    options="The options that change: `read(text, **{**options, **advice.options})`.",
    finds="The kinds of events that the text has with them, and has not without them.",
)
class Advice(NamedTuple):
    """Other options with which more is found in a text."""

    options: dict[str, Any]
    finds: tuple[KindWord, ...]


@_fields(
    name="The name.",
    aliases="Other names that find it.",
    text="The format, as the option `format` takes it.",
    sources="Where the format was seen.",
    evidence="What it was tried on; empty if nothing.",
    inferences="What follows from the text, a sentence each.",
)
class Dialect(NamedTuple):
    """One model family: how it writes, as text that looks like an answer."""

    name: str
    aliases: tuple[str, ...]
    text: str
    sources: tuple[str, ...]
    evidence: tuple[str, ...]
    inferences: tuple[str, ...]


@_fields(
    text="The format, for the option `format`.",
    dialects="The dialects that write the same, the nearest first; empty if none does.",
)
class TemplateFormat(NamedTuple):
    """How a model writes, from its chat template."""

    text: str
    dialects: tuple[str, ...]


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


class OptionError(ValueError):
    """An option has a value that can't be."""

    def __init__(self, message: str, option: str = "") -> None:
        super().__init__(message, option)
        self.message = message
        self.option = option  #: the name of the option; empty if the error is about several

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
    """A stream is not whole: the server says that something failed, it has no event, or it ended
    when a loop over it was cancelled."""


lead(ToolCall, ToolCallError, Thought, Section, Notice)
