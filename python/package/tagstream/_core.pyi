# Written by make_stub.py.
"""The library, as Python sees it. Import tagstream instead."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, overload

from typing_extensions import Buffer, Unpack

import tagstream._options
import tagstream._types

class Rule:
    """A tag name, or a pair of literal markers, and what to do."""

    def __copy__(self) -> Rule: ...
    def __deepcopy__(self, memo: object, /) -> Rule: ...
    def __getstate__(self) -> tuple[object, ...]: ...
    def __setstate__(self, state: tuple[object, ...], /) -> None: ...
    def __repr__(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def hide(name: str) -> Rule:
    """Takes `<name …>…</name>` out of the visible text and records it."""

def unwrap(name: str) -> Rule:
    """Takes the tags out and leaves what is between."""

def record(name: str) -> Rule:
    """Leaves the element where it is and records it as well."""

def hide_between(open: str, close: str) -> Rule:
    """The same as `hide` for two literal markers."""

def unwrap_between(open: str, close: str) -> Rule:
    """The same as `unwrap` for two literal markers."""

def record_between(open: str, close: str) -> Rule:
    """The same as `record` for two literal markers."""

def call(name: str, body: str = "auto") -> Rule:
    """Reads `<name …>body</name>` as a tool call."""

def call_between(open: str, close: str, body: str = "auto") -> Rule:
    """
    The same for two markers. Without `close` the JSON value ends the call.
    """

class Element:
    """The opening tag or marker of a section or call."""

    @property
    def name(self) -> str:
        """The name as written, or the marker."""

    @property
    def raw_tag(self) -> str:
        """
        The opening tag or marker as written; empty if the prompt has opened it.
        """

    @property
    def start(self) -> int:
        """Offset of its first character."""

    @property
    def is_marker(self) -> bool: ...
    @property
    def is_implied_open(self) -> bool:
        """The prompt has opened it."""

    @property
    def attributes(self) -> tuple[tagstream._types.Attribute, ...]: ...
    def __repr__(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Element: ...
    def __deepcopy__(self, memo: object, /) -> Element: ...
    def __getstate__(self) -> tuple[object, ...]: ...
    def __setstate__(self, state: tuple[object, ...], /) -> None: ...

    __match_args__ = ("name", "attributes")

class Call(Element):
    """A tool call, or a call error."""

    @property
    def tool(self) -> str:
        """The tool's name; empty for a raw body whose tag has none."""

    @property
    def arguments(self) -> str:
        """A JSON object, as the model wrote it; empty for raw bodies."""

    @property
    def id(self) -> str:
        """The model's own; empty if it wrote none."""

    @property
    def message(self) -> str:
        """Of a call error: one plain sentence."""

    @property
    def span(self) -> tagstream._types.Span:
        """From its opening tag to its end."""

    @property
    def index(self) -> int:
        """Calls count from 0."""

    @property
    def offset(self) -> int:
        """Of a call error: where it shows."""

    @property
    def error(self) -> tagstream._types.CallErrorCode: ...
    @property
    def has_index(self) -> bool:
        """False for an error without pieces before it."""

    @property
    def has_started(self) -> bool:
        """Pieces of it came before."""

    @property
    def is_repaired(self) -> bool:
        """A spelling was converted that JSON does not have."""

    @property
    def is_recovered(self) -> bool:
        """Its text was read again, after a body that was not JSON."""

    def __repr__(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Call: ...
    def __deepcopy__(self, memo: object, /) -> Call: ...
    def __getstate__(self) -> tuple[object, ...]: ...
    def __setstate__(self, state: tuple[object, ...], /) -> None: ...

    __match_args__ = ("tool", "arguments")

class Event:
    """One thing that happened in the stream."""

    @property
    def kind(self) -> tagstream._types.EventKind: ...
    @property
    def text(self) -> str:
        """
        The piece of text; a section's whole content; a call's raw body; a sentence.
        """

    @property
    def span(self) -> tagstream._types.Span:
        """
        What it accounts for: these spans tile the input. Empty: it only quotes.
        """

    @property
    def code(self) -> tagstream._types.NoticeCode:
        """Of a notice."""

    @property
    def element(self) -> Element | None:
        """
        Of sections and calls: their opening tag. A call's element is its call.
        """

    @property
    def call(self) -> Call | None: ...
    @property
    def is_closed(self) -> bool:
        """The closing tag was there."""

    @property
    def is_truncated(self) -> bool:
        """The text was cut at max_section_bytes."""

    @property
    def is_recorded(self) -> bool:
        """Of a record rule, visible as well."""

    def __repr__(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Event: ...
    def __deepcopy__(self, memo: object, /) -> Event: ...
    def __getstate__(self) -> tuple[object, ...]: ...
    def __setstate__(self, state: tuple[object, ...], /) -> None: ...

    __match_args__ = ("kind", "text")

class ThoughtEvent:
    """One thing that happened in a stream of thoughts."""

    @property
    def kind(self) -> tagstream._types.ThoughtEventKind: ...
    @property
    def text(self) -> str: ...
    @property
    def span(self) -> tagstream._types.Span: ...
    @property
    def code(self) -> tagstream._types.NoticeCode: ...
    @property
    def type(self) -> str | None: ...
    @property
    def confidence(self) -> float: ...
    @property
    def has_attributes(self) -> bool: ...
    @property
    def is_closed(self) -> bool: ...
    @property
    def is_truncated(self) -> bool: ...
    def __repr__(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> ThoughtEvent: ...
    def __deepcopy__(self, memo: object, /) -> ThoughtEvent: ...
    def __getstate__(self) -> tuple[object, ...]: ...
    def __setstate__(self, state: tuple[object, ...], /) -> None: ...

    __match_args__ = ("kind", "text")

class Reader:
    """What filters, tool readers and parsers are."""

    def feed(self, chunk: str | Buffer, /) -> list[Event]:
        """What this chunk makes certain. It may end anywhere, and be empty."""

    def finish(self) -> list[Event]:
        """
        The end of the stream: all that is held comes out. A second time gives nothing.
        """

    def reset(self) -> None:
        """Forgets the stream, and is ready for the next one."""

    @property
    def error(self) -> tagstream._types.LimitError | None:
        """
        What has stopped this reader (on_limit='error'). Feeding it then raises it.
        """

    @property
    def stats(self) -> tagstream._types.Stats: ...

class FilterRules:
    """
    Checked and compiled options, shared by any number of readers and threads.
    """

    def __init__(
        self, rules: Iterable[Rule] = (), /, **options: Unpack[tagstream._options.FilterOptions]
    ) -> None: ...

class Filter(Reader):
    """Shows the answer and keeps the rest apart, while it streams."""

    def __init__(
        self,
        rules: FilterRules | Iterable[Rule] = (),
        /,
        **options: Unpack[tagstream._options.FilterOptions],
    ) -> None: ...

class ToolRules:
    """
    Checked and compiled options, shared by any number of readers and threads.
    """

    def __init__(
        self, rules: Iterable[Rule] = ..., /, **options: Unpack[tagstream._options.ToolOptions]
    ) -> None: ...

class ToolReader(Reader):
    """Takes the tool calls out of a stream."""

    def __init__(
        self,
        rules: ToolRules | Iterable[Rule] = ...,
        /,
        **options: Unpack[tagstream._options.ToolOptions],
    ) -> None: ...

class ParseRules:
    """
    Checked and compiled options, shared by any number of readers and threads.
    """

    def __init__(self, **options: Unpack[tagstream._options.ParseOptions]) -> None: ...

class Parser(Reader):
    """Reads what a model family writes: content, reasoning and calls."""

    def __init__(
        self, rules: ParseRules = ..., /, **options: Unpack[tagstream._options.ParseOptions]
    ) -> None: ...
    def prime(self, tail: str | Buffer, /) -> bool:
        """
        Reads the end of the prompt, and gives nothing: the answer goes on where it ends. True if something is open.
        """

class ThoughtReader:
    """Takes the thoughts out of a text, in three spellings."""

    def __init__(self, **options: Unpack[tagstream._options.ThoughtOptions]) -> None: ...
    def feed(self, chunk: str | Buffer, /) -> list[ThoughtEvent]:
        """What this chunk makes certain. It may end anywhere, and be empty."""

    def finish(self) -> list[ThoughtEvent]:
        """
        The end of the stream: all that is held comes out. A second time gives nothing.
        """

    def reset(self) -> None:
        """Forgets the stream, and is ready for the next one."""

    @property
    def error(self) -> tagstream._types.LimitError | None:
        """
        What has stopped this reader (on_limit='error'). Feeding it then raises it.
        """

    @property
    def stats(self) -> tagstream._types.Stats: ...

def thoughts_all(
    text: str | Buffer, /, **options: Unpack[tagstream._options.ThoughtOptions]
) -> tagstream._types.Thoughts:
    """Reads a whole text at once."""

class Snapshots:
    """Turns snapshots, each of which is the whole text so far, into pieces."""

    def __init__(self, *, max_snapshot_bytes: int | None = 67108864) -> None: ...
    @overload
    def feed(self, text: str, /) -> str:
        """What is new in `text`: all of it but what the last snapshot said."""

    @overload
    def feed(self, text: Buffer, /) -> bytes: ...
    def reset(self) -> None: ...
    @property
    def stats(self) -> tagstream._types.Stats: ...

class Tokenizer:
    """Cuts a stream into tags, markers and text."""

    def __init__(self, **options: Unpack[tagstream._options.TokenizerOptions]) -> None: ...
    def feed(self, chunk: str | Buffer, /) -> list[tagstream._types.Token]:
        """The tokens that this chunk completes."""

    def finish(self) -> list[tagstream._types.Token]:
        """The end of the stream: what was held is text."""

    def reset(self) -> None: ...
    @property
    def stats(self) -> tagstream._types.Stats: ...

class Message:
    """A whole answer, collected from the events of any reader."""

    def __init__(self) -> None: ...
    def add(self, events: Iterable[Event], /) -> None:
        """
        Adds what events say. The pieces of a call add nothing: its end has all of it.
        """

    @property
    def content(self) -> str: ...
    @property
    def reasoning(self) -> str: ...
    @property
    def calls(self) -> tuple[tagstream._types.MessageCall, ...]: ...
    @property
    def notes(self) -> tuple[tagstream._types.MessageNote, ...]:
        """Errors and notices, in order."""

    @property
    def sections(self) -> tuple[tagstream._types.Section, ...]:
        """Hidden and recorded ones, in the order of their ends."""

    @property
    def is_cut_off(self) -> bool:
        """Set by the caller: the answer was longer than it might be."""

    @is_cut_off.setter
    def is_cut_off(self, arg: bool, /) -> None: ...
    @property
    def finish_reason(self) -> tagstream._types.FinishReason: ...
    @property
    def has_content(self) -> bool:
        """False if only blanks stand beside calls."""

    def __eq__(self, other: object, /) -> bool: ...
    def __repr__(self) -> str: ...
    def to_openai(self) -> dict[str, Any]:
        """The assistant's message in the shape of chat completions."""

    def to_anthropic(self) -> dict[str, Any]:
        """The assistant's message as blocks: thinking, text, tool_use."""

    def __getstate__(self) -> tuple[object, ...]: ...
    def __setstate__(self, state: tuple[object, ...], /) -> None: ...

    __hash__: ClassVar[None]  # type: ignore[assignment]

    __match_args__ = ("content", "reasoning", "calls")

class CallIds:
    """
    Gives each call of one message an id of its own: the model's, else `call_` and its index.
    """

    def __init__(self) -> None: ...
    def id(self, call: Call, /) -> str: ...

def filter_all(
    text: str | Buffer,
    rules: FilterRules | Iterable[Rule] = (),
    /,
    **options: Unpack[tagstream._options.FilterOptions],
) -> Message:
    """Filters a whole text at once."""

def tools_all(
    text: str | Buffer,
    rules: ToolRules | Iterable[Rule] = ...,
    /,
    **options: Unpack[tagstream._options.ToolOptions],
) -> Message:
    """Reads a whole text at once."""

def parse(
    text: str | Buffer,
    rules: ParseRules = ...,
    /,
    **options: Unpack[tagstream._options.ParseOptions],
) -> Message:
    """Reads a whole answer at once."""

def write(
    message: Message | Mapping[str, Any] | str,
    rules: ParseRules = ...,
    /,
    **options: Unpack[tagstream._options.ParseOptions],
) -> str:
    """
    Writes a message as a model family would: `parse` with the same options reads the same message. It is a `Message`, an assistant's message of chat completions, or its JSON. ValueError, with a sentence, where the family can't write it.
    """

class Tag:
    """One tag of a tree. It keeps the text alive."""

    @property
    def name(self) -> str: ...
    @property
    def content(self) -> str:
        """The raw text between the tags, nested markup included."""

    @property
    def attributes(self) -> tuple[tagstream._types.Attribute, ...]: ...
    def attribute(self, name: str, /) -> str | None:
        """The value of the first attribute of that name; None if it is absent."""

    @property
    def raw_tag(self) -> str:
        """The opening tag as written."""

    @property
    def start_index(self) -> int: ...
    @property
    def end_index(self) -> int: ...
    @property
    def content_start(self) -> int: ...
    @property
    def content_end(self) -> int: ...
    @property
    def is_closed(self) -> bool: ...
    @property
    def is_self_closing(self) -> bool: ...
    @property
    def depth(self) -> int:
        """1 for a top-level tag."""

    @property
    def index(self) -> int:
        """Its place in order of opening."""

    @property
    def parent(self) -> Tag | None: ...
    @property
    def children(self) -> list[Tag]: ...
    def __repr__(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Tag: ...
    def __deepcopy__(self, memo: object, /) -> Tag: ...

    __match_args__ = ("name", "content")

class Tree:
    """The tags of a text. It keeps the text alive."""

    def __copy__(self) -> Tree: ...
    def __deepcopy__(self, memo: object, /) -> Tree: ...
    @property
    def tags(self) -> list[Tag]:
        """The tags that stand in no other, in order."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Tag:
        """The tag of that index, counted in order of opening, all depths."""

    def find(self, name: str, /) -> Tag | None:
        """The first tag of that name, depth-first."""

    def find_all(self, name: str, /) -> list[Tag]: ...
    @property
    def diagnostics(self) -> list[tagstream._types.Diagnostic]: ...
    def __repr__(self) -> str: ...

class Extractor:
    """Every tag of a text as a tree; of a stream each when it is complete."""

    def __init__(self, **options: Unpack[tagstream._options.ExtractOptions]) -> None: ...
    def extract(self, text: str | Buffer, /) -> Tree:
        """The tags of a whole text."""

    def feed(self, chunk: str | Buffer, /) -> list[Tag]:
        """
        The top-level tags that this chunk completes, with all that is in them.
        """

    def finish(self) -> list[Tag]:
        """The rest: what is open ends here."""

    def reset(self) -> None:
        """Forgets the stream, and is ready for the next one."""

    @property
    def diagnostics(self) -> list[tagstream._types.Diagnostic]:
        """Those of the last feed or finish."""

    @property
    def stats(self) -> tagstream._types.Stats: ...

def extract(text: str | Buffer, /, **options: Unpack[tagstream._options.ExtractOptions]) -> Tree:
    """The tags of a whole text."""

def inner(text: str | Buffer, name: str, ignore_case: bool = False) -> str | None:
    """
    The raw content of the first outermost `<name …>…</name>`; None if there is none, or if it is never closed.
    """

class Column:
    """A column of results, for whatever speaks Arrow's PyCapsule interface."""

    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

def _filter_column(column: object, rules: FilterRules, threads: int) -> Column: ...
def _tools_column(column: object, rules: ToolRules, threads: int) -> Column: ...
def _parse_column(column: object, rules: ParseRules, threads: int) -> Column: ...
def _calls_column(column: object, rules: ParseRules, threads: int) -> Column: ...
def _extract_column(
    column: object, threads: int, **options: Unpack[tagstream._options.ExtractOptions]
) -> Column: ...
def _inner_column(column: object, name: str, threads: int) -> Column: ...

class Rewriter:
    """
    Rewrites a stream of OpenAI chunks, bytes to bytes: what a model has written becomes native reasoning and tool calls.
    """

    def __init__(
        self, rules: ParseRules = ..., /, **options: Unpack[tagstream._options.RewriteOptions]
    ) -> None: ...
    def feed(self, chunk: str | Buffer, /) -> bytes:
        """What is to be sent on for this chunk, which may end anywhere."""

    def finish(self) -> bytes:
        """The end of the stream: what was held. A second time gives nothing."""

    @property
    def broken_calls(self) -> tuple[tagstream._types.BrokenCall, ...]:
        """The calls that failed in what was fed last."""

    def reset(self) -> None: ...

def rewrite_answer(
    body: str | Buffer,
    rules: ParseRules = ...,
    /,
    **options: Unpack[tagstream._options.RewriteOptions],
) -> tuple[bytes, tuple[tagstream._types.BrokenCall, ...]]:
    """
    The same for an answer that comes whole, and the calls in it that failed.
    """

def find_model(name: str | Buffer) -> tagstream._types.ModelGuess:
    """
    The family of the model called `name`, as hubs, servers and files name it. A model that was made from another one, or whose family writes in several ways, is only likely.
    """

def guess_dialect(answer: str | Buffer) -> tagstream._types.DialectGuess:
    """
    The family for an answer of a model: each reads it, and those are the best that leave no marker unread and find the most calls.
    """

def guess_template(chat_template: str | Buffer) -> tagstream._types.DialectGuess:
    """The family for a chat template, by the literals that it holds."""

def dialects() -> tuple[str, ...]:
    """The names of the model families, sorted."""

def dialect(name: str | Buffer) -> tagstream._types.Dialect:
    """
    The model family with this name or alias: what it writes, as the text of a format.
    """

def version() -> str:
    """The version of the library."""

def _words() -> dict[str, list[str]]:
    """The words of the enums, for tests."""

def _warn_of_leaks(is_on: bool, /) -> None:
    """Whether nanobind says at the end what is still there."""

def _nothing(a: object, b: object, /) -> None:
    """Does nothing: what a call costs, for benchmarks."""
