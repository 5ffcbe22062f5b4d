# Written by make_stub.py.
"""The library, as Python sees it. Import tagstream instead."""

import inspect
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, SupportsIndex, overload

from typing_extensions import Buffer, Never, Unpack

import tagstream._options
import tagstream._types

def _key_twice(json: str) -> str | None: ...

class Rules:
    """
    Checked and compiled options, shared by any number of readers and threads.

    Options:

    * `dialect`: a family of models, or auto: what any of them writes
    * `model`: the name of a model: its dialect is used
    * `format`: a dialect of your own, as text that looks like what the model writes
    * `reasoning_of`: a dialect: only its reasoning
    * `calls_of`: a dialect: only its calls; reasoning is content
    * `hide`: a tag or a pair of markers: takes the element out of the text
    * `record`: leaves the element in the text, and reports it as well
    * `unwrap`: takes only the tags out
    * `reasoning`: takes the element out, and its bytes are reasoning
    * `thought`: takes the element out: a thought with type and confidence
    * `call`: reads the element as a tool call; or a line that looks like the call, with NAME and ARGUMENTS in it
    * `drop`: takes this literal out
    * `tools`: the tools that were offered, as JSON
    * `tool_choice`: auto, none, required, or the name of a tool
    * `parallel_tool_calls`: an answer may call several tools [true]
    * `only_offered`: only tools that were offered are called [false]
    * `prompt_tail`: the end of the prompt: the answer goes on there
    * `start_in_reasoning`: the prompt has opened the reasoning [false]
    * `start_inside`: the prompt has opened this tag or marker of hide, thought or reasoning
    * `unclosed_section` (section|text): how to treat a hidden section that never closes [section]
    * `unclosed_reasoning` (reasoning|content): where reasoning that never closes goes in the message [reasoning]
    * `unclosed_call` (auto|text|call|error): how to treat a call that never closes; auto: call for dialects, else text [auto]
    * `bad_calls` (content|hide): where the bytes of a broken call go [content]
    * `calls_in_reasoning` (auto|settle|end|keep|extract): how to treat a call in open reasoning; auto: as the dialect says [auto]
    * `bare_calls` (auto|never): a call outside of its wrapper: read, or text [auto]
    * `reasoning_again` (auto|line|anywhere|never): where reasoning may begin after visible text; auto: line for dialects, else anywhere [auto]
    * `markdown_code` (auto|all|off): tags in Markdown code that are text; auto: all in code spans, those of calls in fences [auto]
    * `nesting` (balanced|first_close): which closing tag ends a hidden section or thought [balanced]
    * `leading_only`: hide, unwrap and record only before the first visible byte [false]
    * `ignore_case`: the case of ASCII letters in names does not count [false]
    * `strict_json`: spellings that JSON does not have are errors [false]
    * `incremental`: calls and thoughts are reported in pieces, too [false]
    * `trim`: cuts blanks off content and reasoning [false]
    * `decode_entities`: decode entities in this parameter, tool, tag
    * `id_style` (counted|openai|mistral): how ids of calls are made up [counted]
    * `id_seed`: the seed of random ids; 0: another one each time [0]
    * `max_tag_bytes`: a longer tag is text [64K]
    * `max_held_bytes`: the most bytes that wait to be decided [16M]
    * `max_section_bytes`: the most bytes kept of a recorded section or thought [64M]
    * `max_attributes`: a tag with more attributes is text [1K]
    * `on_limit` (text|stop): what happens when more bytes would have to wait [text]
    """

    def __init__(self, **options: Unpack[tagstream._options.Options]) -> None: ...
    @property
    def options(self) -> dict[str, Any]:
        """The options that the rules were made from."""

    def explain(self) -> str:
        """
        The rules in force, as text: the dialect, rules of your own, and each other option that counts.
        """

    def __repr__(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getstate__(self) -> tuple[object, ...]: ...
    def __setstate__(self, state: tuple[object, ...], /) -> None: ...
    def __copy__(self) -> Rules: ...
    def __deepcopy__(self, memo: object, /) -> Rules: ...

    __signature__: inspect.Signature = ...

def _option_infos() -> dict[str, list[tuple[str, str, str, str, tuple[str, ...]]]]:
    """Name, type, sentence, default and values of each option."""

def _with_options(words: str, /) -> str:
    """The words, and all options under them."""

class Event:
    """
    One thing that happened in the stream. A field that does not belong to the event's kind is empty.
    """

    def __init__(self, not_made_by_users: Never, /) -> None: ...
    @property
    def kind(self) -> tagstream._types.KindWord:
        """The kind of the event, which decides which fields are used."""

    @property
    def code(self) -> tagstream._types.CodeWord | None:
        """
        tool_call_error, notice, stopped: the problem or remark; None for others.
        """

    @property
    def text(self) -> str:
        """
        content, reasoning, section_delta, markup: the text. tool_call_delta: a piece of the arguments. section_end: the content of a recorded section. thought, thought_delta: its text. tool_call_error, notice, stopped: one sentence.
        """

    @property
    def name(self) -> str:
        """
        section_*: the tag's name as written, or the opening marker. tool_call*: the tool's.
        """

    @property
    def raw_tag(self) -> str:
        """section_start, section_end: the opening tag or marker as written."""

    @property
    def raw(self) -> str:
        """
        tool_call, tool_call_error: the whole body as written, trimmed of blanks.
        """

    @property
    def id(self) -> str:
        """tool_call_start, tool_call: the model's own, else one that is made up."""

    @property
    def arguments(self) -> str:
        """tool_call: a JSON object, as the model wrote it but for repairs."""

    @property
    def args(self) -> dict[str, Any]:
        """
        tool_call: the arguments as Python has them, made when asked for. ValueError if Python can't have them: nested too deep, or an integer too long.
        """

    @property
    def attributes(self) -> tagstream._types.Attributes:
        """
        section_start, section_end: those of the opening tag; a marker has none.
        """

    def attribute(self, name: str, /) -> str | None:
        """The value of the first attribute of that name; None if there is none."""

    @property
    def thought_type(self) -> str:
        """thought: the value of `thought_type`, decoded."""

    @property
    def span(self) -> tagstream._types.Span:
        """
        The stretch of the stream that the event accounts for. The spans of all events tile the stream; the span is empty if other events account for the bytes.
        """

    @property
    def start(self) -> int:
        """The start of the span."""

    @property
    def end(self) -> int:
        """One past the end of the span."""

    @property
    def offset(self) -> int:
        """
        section_end: where its opening tag begins. tool_call_error, notice, stopped: the place that it speaks of.
        """

    @property
    def index(self) -> int | None:
        """
        tool_call*: calls count from 0; None for an error without pieces before it.
        """

    @property
    def confidence(self) -> float | None:
        """thought: 0 to 1; None if it has none of the attributes of thoughts."""

    @property
    def is_closed(self) -> bool:
        """
        section_end, tool_call, tool_call_error, thought: the closing tag was there.
        """

    @property
    def is_recorded(self) -> bool:
        """section_end: the section is of `record`: it is content as well."""

    @property
    def is_implied_open(self) -> bool:
        """section_start, section_end: the prompt has opened the section."""

    @property
    def is_truncated(self) -> bool:
        """section_end, thought: `text` has been cut at a limit."""

    @property
    def has_attributes(self) -> bool:
        """
        thought: the thought has one of the attributes of thoughts (docs/thoughts.md).
        """

    @property
    def has_started(self) -> bool:
        """tool_call, tool_call_error: pieces of the call came before."""

    @property
    def is_repaired(self) -> bool:
        """tool_call: a slip was mended, or another reading exists."""

    @property
    def is_recovered(self) -> bool:
        """
        tool_call, tool_call_error: its bytes were read again, after what stood before them was not a call.
        """

    @property
    def is_native(self) -> bool:
        """
        reasoning, tool_call_start, tool_call_delta, tool_call, tool_call_error: a server has read it itself; no reader makes such events.
        """

    def to_json(self) -> str:
        """JSON, as the program prints it."""

    def to_dict(self) -> dict[str, Any]:
        """The same as a dict."""

    def __repr__(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __getstate__(self) -> tuple[object, ...]: ...
    def __setstate__(self, state: tuple[object, ...], /) -> None: ...
    def __copy__(self) -> Event: ...
    def __deepcopy__(self, memo: object, /) -> Event: ...

    __match_args__ = ("kind", "text")

class Reader:
    """
    Reads one stream by rules; a reader belongs to one thread at a time. Its options are those of `Rules`.
    """

    def __init__(
        self, rules: Rules = ..., /, **options: Unpack[tagstream._options.Options]
    ) -> None: ...
    def feed(self, chunk: str | Buffer, /) -> list[Event]:
        """
        The events that this chunk makes certain. It may end anywhere, and be empty.
        """

    def finish(self) -> list[Event]:
        """
        The end of the stream: all that is held comes out. A second time gives nothing.
        """

    def prime(self, tail: str | Buffer, /) -> bool:
        """
        Reads the end of the prompt, and gives nothing: the answer goes on where it ends. True if something is open.
        """

    def reset(self) -> None:
        """Forgets the stream, and is ready for the next one."""

    def clone(self) -> Reader:
        """A copy that goes on on its own: for several answers to one prompt."""

    @property
    def message(self) -> Message:
        """The message so far: a copy."""

    @property
    def rules(self) -> Rules:
        """The rules that the reader reads by."""

    @property
    def error(self) -> tagstream._types.LimitError | None:
        """
        The error that has stopped this reader (on_limit='stop'). Feeding it then raises it.
        """

    @property
    def stats(self) -> tagstream._types.Stats:
        """Counters of the work so far."""

    def __repr__(self) -> str: ...
    def _break_off(self) -> None:
        """Says that the stream has broken off: the message has no finish reason."""

    def _native(self, kind: str, call: int, text: str, id: str, name: str, /) -> list[Event]:
        """Events of a part that a server has read itself."""

    __signature__: inspect.Signature = ...

class Snapshots:
    """Turns snapshots, each of which is the whole text so far, into pieces."""

    def __init__(self, *, max_snapshot_bytes: int | str | None = 67108864) -> None: ...
    @overload
    def feed(self, text: str, /) -> str:
        """The part of `text` that the last snapshot did not have."""

    @overload
    def feed(self, text: Buffer, /) -> bytes:
        """The same for bytes."""

    def reset(self) -> None:
        """Forgets the stream, and is ready for the next one."""

    @property
    def stats(self) -> tagstream._types.Stats:
        """Counters of the work so far."""

    __signature__: inspect.Signature = ...

class Message:
    """A whole answer, collected from events."""

    def __init__(self) -> None: ...
    @property
    def content(self) -> str:
        """The visible text."""

    @property
    def reasoning(self) -> str:
        """All reasoning."""

    @property
    def tool_calls(self) -> tuple[tagstream._types.ToolCall, ...]:
        """The complete calls, in order."""

    @property
    def tool_call_errors(self) -> tuple[tagstream._types.ToolCallError, ...]:
        """
        Texts that stood where calls should, and why they are none; and calls that are cut off.
        """

    @property
    def sections(self) -> tuple[tagstream._types.Section, ...]:
        """Hidden and recorded ones, in the order of their ends."""

    @property
    def thoughts(self) -> tuple[tagstream._types.Thought, ...]:
        """The thoughts, in order."""

    @property
    def notices(self) -> tuple[tagstream._types.Notice, ...]:
        """Remarks for the caller, as that a limit was reached."""

    @property
    def finish_reason(self) -> str | None:
        """
        Why the answer has ended: stop, tool_calls, length, or another word of the server. None: the end is not known, as while its stream runs.
        """

    @property
    def reasoning_closed(self) -> bool | None:
        """False: the text has ended in reasoning. None: the end is not known."""

    @property
    def stopped(self) -> tagstream._types.Notice | None:
        """Why not all was read."""

    @property
    def has_content(self) -> bool:
        """False if only blanks stand beside calls."""

    def add(self, events: Event | Iterable[Event], /) -> None:
        """
        Adds events, or one. Pieces of a call or thought add nothing, since the event at its end has the whole.
        """

    def finish(self) -> None:
        """
        The answer has ended, and all its events were added: decides `finish_reason` and `reasoning_closed`.
        """

    def set_cut_off(self) -> None:
        """
        Sets the finish reason `length`: the caller knows that the answer was cut off.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __repr__(self) -> str: ...
    def to_json(self) -> str:
        """JSON, as the program prints it."""

    def to_dict(self) -> dict[str, Any]:
        """The same as a dict."""

    def to_openai(self) -> dict[str, Any]:
        """The assistant's message in the shape of chat completions."""

    def to_anthropic(self) -> dict[str, Any]:
        """The assistant's message as blocks: thinking, text, tool_use."""

    def _repr_html_(self) -> str:
        """A table of its fields, for notebooks."""

    def __getstate__(self) -> tuple[object, ...]: ...
    def __setstate__(self, state: tuple[object, ...], /) -> None: ...

    __hash__: ClassVar[None]  # type: ignore[assignment]

    __match_args__ = ("content", "reasoning", "tool_calls")

    __signature__: inspect.Signature = ...

def read(
    text: str | Buffer, rules: Rules = ..., /, **options: Unpack[tagstream._options.Options]
) -> Message:
    """
    Reads a whole text at once.

    Options:

    * `dialect`: a family of models, or auto: what any of them writes
    * `model`: the name of a model: its dialect is used
    * `format`: a dialect of your own, as text that looks like what the model writes
    * `reasoning_of`: a dialect: only its reasoning
    * `calls_of`: a dialect: only its calls; reasoning is content
    * `hide`: a tag or a pair of markers: takes the element out of the text
    * `record`: leaves the element in the text, and reports it as well
    * `unwrap`: takes only the tags out
    * `reasoning`: takes the element out, and its bytes are reasoning
    * `thought`: takes the element out: a thought with type and confidence
    * `call`: reads the element as a tool call; or a line that looks like the call, with NAME and ARGUMENTS in it
    * `drop`: takes this literal out
    * `tools`: the tools that were offered, as JSON
    * `tool_choice`: auto, none, required, or the name of a tool
    * `parallel_tool_calls`: an answer may call several tools [true]
    * `only_offered`: only tools that were offered are called [false]
    * `prompt_tail`: the end of the prompt: the answer goes on there
    * `start_in_reasoning`: the prompt has opened the reasoning [false]
    * `start_inside`: the prompt has opened this tag or marker of hide, thought or reasoning
    * `unclosed_section` (section|text): how to treat a hidden section that never closes [section]
    * `unclosed_reasoning` (reasoning|content): where reasoning that never closes goes in the message [reasoning]
    * `unclosed_call` (auto|text|call|error): how to treat a call that never closes; auto: call for dialects, else text [auto]
    * `bad_calls` (content|hide): where the bytes of a broken call go [content]
    * `calls_in_reasoning` (auto|settle|end|keep|extract): how to treat a call in open reasoning; auto: as the dialect says [auto]
    * `bare_calls` (auto|never): a call outside of its wrapper: read, or text [auto]
    * `reasoning_again` (auto|line|anywhere|never): where reasoning may begin after visible text; auto: line for dialects, else anywhere [auto]
    * `markdown_code` (auto|all|off): tags in Markdown code that are text; auto: all in code spans, those of calls in fences [auto]
    * `nesting` (balanced|first_close): which closing tag ends a hidden section or thought [balanced]
    * `leading_only`: hide, unwrap and record only before the first visible byte [false]
    * `ignore_case`: the case of ASCII letters in names does not count [false]
    * `strict_json`: spellings that JSON does not have are errors [false]
    * `incremental`: calls and thoughts are reported in pieces, too [false]
    * `trim`: cuts blanks off content and reasoning [false]
    * `decode_entities`: decode entities in this parameter, tool, tag
    * `id_style` (counted|openai|mistral): how ids of calls are made up [counted]
    * `id_seed`: the seed of random ids; 0: another one each time [0]
    * `max_tag_bytes`: a longer tag is text [64K]
    * `max_held_bytes`: the most bytes that wait to be decided [16M]
    * `max_section_bytes`: the most bytes kept of a recorded section or thought [64M]
    * `max_attributes`: a tag with more attributes is text [1K]
    * `on_limit` (text|stop): what happens when more bytes would have to wait [text]
    """

def write(
    message: Message | Mapping[str, Any] | str,
    rules: Rules = ...,
    /,
    **options: Unpack[tagstream._options.Options],
) -> str:
    """
    Writes a message as a model family would: `read` with the same options reads the same message. It is a `Message`, an assistant's message of chat completions, or its JSON. ValueError, with a sentence, where the family can't write it. Its options are those of `Rules`.
    """

class Tag:
    """One tag of a tree. It keeps the text alive."""

    @property
    def name(self) -> str:
        """The name as written."""

    @property
    def content(self) -> str:
        """The raw text between the tags, nested markup included."""

    @property
    def attributes(self) -> tagstream._types.Attributes:
        """The attributes of the opening tag."""

    def attribute(self, name: str, /) -> str | None:
        """The value of the first attribute of that name; None if it is absent."""

    @property
    def raw_tag(self) -> str:
        """The opening tag as written."""

    @property
    def start(self) -> int:
        """The offset of the opening tag."""

    @property
    def end(self) -> int:
        """One past the closing tag, or the end of an element without one."""

    @property
    def content_start(self) -> int:
        """The offset of the raw content."""

    @property
    def content_end(self) -> int:
        """One past the raw content."""

    @property
    def is_closed(self) -> bool:
        """The closing tag is there, or none is needed."""

    @property
    def is_self_closing(self) -> bool:
        """The tag is written `<name/>`."""

    @property
    def depth(self) -> int:
        """1 for a top-level tag."""

    @property
    def index(self) -> int:
        """Its place in order of opening."""

    @property
    def parent(self) -> Tag | None:
        """The tag around it; None for a top-level tag."""

    @property
    def children(self) -> list[Tag]:
        """The tags directly inside it, in order."""

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
    def __iter__(self) -> Iterator[Tag]:
        """All tags, all depths, in order of opening."""

    def __getitem__(self, index: int, /) -> Tag:
        """The tag of that index, counted in order of opening, all depths."""

    def find(self, name: str, /) -> Tag | None:
        """The first tag of that name, depth-first."""

    def find_all(self, name: str, /) -> list[Tag]:
        """All tags of that name, in order of opening, whatever they stand in."""

    @property
    def diagnostics(self) -> list[tagstream._types.Diagnostic]:
        """Remarks on the text: unclosed, stray and unfinished tags."""

    def __repr__(self) -> str: ...

class ExtractStream:
    """
    Every tag of a text that arrives in pieces, each when it is complete. Its options are those of `extract`.
    """

    def __init__(self, **options: Unpack[tagstream._options.ExtractOptions]) -> None: ...
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
    def stats(self) -> tagstream._types.Stats:
        """Counters of the work so far."""

    __signature__: inspect.Signature = ...

def extract(text: str | Buffer, /, **options: Unpack[tagstream._options.ExtractOptions]) -> Tree:
    """
    The tags of a whole text.

    Options:

    * `names`: only these names form tags
    * `ignore_case`: the case of ASCII letters in names does not count [false]
    * `max_depth`: deeper tags stay in the content [none]
    * `unclosed` (extend|empty|text): how to treat a tag that never closes [extend]
    * `last_close`: of these names the last closing tag counts
    * `last`: inner: the last closed element, not the first one [false]
    * `markdown_code` (auto|all|off): tags in Markdown code that are text; auto: those in code spans [auto]
    * `max_tag_bytes`: a longer tag is text [none]
    * `max_attributes`: a tag with more attributes is text [none]
    """

def inner(
    text: str | Buffer, name: str, **options: Unpack[tagstream._options.InnerOptions]
) -> str | None:
    """
    The raw content of the first outermost `<name …>…</name>`; None if there is none, or if it is never closed. Its options are those of `extract`, but for `names` and `max_depth`.
    """

def shapes() -> tuple[dict[str, Any], list[Any], list[Any]]: ...

class Column:
    """
    A column of results, for whatever speaks Arrow's PyCapsule interface, and for Python and NumPy. A row is a str, a list, a dict, or None.
    """

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Any]:
        """The row at that place, or a list of rows."""

    def __iter__(self) -> Iterator[Any]: ...
    def to_pylist(self) -> list[Any]:
        """All rows, as Python has them."""

    def __repr__(self) -> str: ...
    def _repr_html_(self) -> str:
        """A table of its first rows, for notebooks."""

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """
        The rows as an array of NumPy: of objects, unless `dtype` says another type.
        """

    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

def _read_column(column: object, rules: Rules, threads: int) -> Column: ...
def _calls_column(column: object, rules: Rules, threads: int) -> Column: ...
def _text_column(column: object, rules: Rules, threads: int) -> Column: ...
def _extract_column(
    column: object, threads: int, **options: Unpack[tagstream._options.ExtractOptions]
) -> Column: ...
def _inner_column(
    column: object, name: str, threads: int, **options: Unpack[tagstream._options.InnerOptions]
) -> Column: ...

class Rewriter:
    """
    Rewrites a stream of OpenAI chunks, bytes to bytes: what a model has written becomes native reasoning and tool calls.
    """

    def __init__(
        self, rules: Rules = ..., /, **options: Unpack[tagstream._options.RewriteOptions]
    ) -> None: ...
    def feed(self, chunk: str | Buffer, /) -> bytes:
        """The bytes to send on for this chunk, which may end anywhere."""

    def finish(self) -> bytes:
        """The end of the stream: what was held. A second time gives nothing."""

    @property
    def tool_call_errors(self) -> tuple[tagstream._types.ChoiceToolCallError, ...]:
        """The calls that failed in what was fed last."""

    def _feed_chunk(self, chunk: Any, /) -> list[Any]:
        """
        The same for a chunk of an SDK: chunks, and of a new one a chunk that it is like and its values.
        """

    def _finish_chunks(self) -> list[Any]: ...
    def reset(self) -> None:
        """Forgets the stream, and is ready for the next one."""

    __signature__: inspect.Signature = ...

def rewrite_answer(
    body: str | Buffer, rules: Rules = ..., /, **options: Unpack[tagstream._options.RewriteOptions]
) -> tuple[bytes, tuple[tagstream._types.ChoiceToolCallError, ...]]:
    """
    The same for an answer that comes whole, and the calls in it that failed.
    """

def guess_model(name: str | Buffer) -> tagstream._types.Guess:
    """
    The family of the model called `name`, as hubs, servers and files name it. A model that was made from another one, or whose family writes in several ways, is only likely.
    """

def guess_answer(answer: str | Buffer) -> tagstream._types.Guess:
    """
    The family for an answer of a model: each reads it, and those are the best that leave no marker unread and find the most calls.
    """

def guess_template(chat_template: str | Buffer) -> tagstream._types.Guess:
    """The family for a chat template, by the literals that it holds."""

def advise(
    text: str | Buffer, rules: Rules = ..., /, **options: Unpack[tagstream._options.Options]
) -> tuple[tagstream._types.Advice, ...]:
    """
    Other options with which more is found in a text: `read(text, **{**options, **advice.options})`. Each was tried on the text. Reads its first 64 KiB up to 15 times, and perhaps once more for each dialect.

    Options:

    * `dialect`: a family of models, or auto: what any of them writes
    * `model`: the name of a model: its dialect is used
    * `format`: a dialect of your own, as text that looks like what the model writes
    * `reasoning_of`: a dialect: only its reasoning
    * `calls_of`: a dialect: only its calls; reasoning is content
    * `hide`: a tag or a pair of markers: takes the element out of the text
    * `record`: leaves the element in the text, and reports it as well
    * `unwrap`: takes only the tags out
    * `reasoning`: takes the element out, and its bytes are reasoning
    * `thought`: takes the element out: a thought with type and confidence
    * `call`: reads the element as a tool call; or a line that looks like the call, with NAME and ARGUMENTS in it
    * `drop`: takes this literal out
    * `tools`: the tools that were offered, as JSON
    * `tool_choice`: auto, none, required, or the name of a tool
    * `parallel_tool_calls`: an answer may call several tools [true]
    * `only_offered`: only tools that were offered are called [false]
    * `prompt_tail`: the end of the prompt: the answer goes on there
    * `start_in_reasoning`: the prompt has opened the reasoning [false]
    * `start_inside`: the prompt has opened this tag or marker of hide, thought or reasoning
    * `unclosed_section` (section|text): how to treat a hidden section that never closes [section]
    * `unclosed_reasoning` (reasoning|content): where reasoning that never closes goes in the message [reasoning]
    * `unclosed_call` (auto|text|call|error): how to treat a call that never closes; auto: call for dialects, else text [auto]
    * `bad_calls` (content|hide): where the bytes of a broken call go [content]
    * `calls_in_reasoning` (auto|settle|end|keep|extract): how to treat a call in open reasoning; auto: as the dialect says [auto]
    * `bare_calls` (auto|never): a call outside of its wrapper: read, or text [auto]
    * `reasoning_again` (auto|line|anywhere|never): where reasoning may begin after visible text; auto: line for dialects, else anywhere [auto]
    * `markdown_code` (auto|all|off): tags in Markdown code that are text; auto: all in code spans, those of calls in fences [auto]
    * `nesting` (balanced|first_close): which closing tag ends a hidden section or thought [balanced]
    * `leading_only`: hide, unwrap and record only before the first visible byte [false]
    * `ignore_case`: the case of ASCII letters in names does not count [false]
    * `strict_json`: spellings that JSON does not have are errors [false]
    * `incremental`: calls and thoughts are reported in pieces, too [false]
    * `trim`: cuts blanks off content and reasoning [false]
    * `decode_entities`: decode entities in this parameter, tool, tag
    * `id_style` (counted|openai|mistral): how ids of calls are made up [counted]
    * `id_seed`: the seed of random ids; 0: another one each time [0]
    * `max_tag_bytes`: a longer tag is text [64K]
    * `max_held_bytes`: the most bytes that wait to be decided [16M]
    * `max_section_bytes`: the most bytes kept of a recorded section or thought [64M]
    * `max_attributes`: a tag with more attributes is text [1K]
    * `on_limit` (text|stop): what happens when more bytes would have to wait [text]
    """

class _WireReader:
    """Reads what a server streams: the pieces of its first choice."""

    def __init__(self, framing: str) -> None: ...
    def feed(self, chunk: str | Buffer, /) -> list[tuple[str, int, str, str, str]]: ...
    def finish(self) -> list[tuple[str, int, str, str, str]]: ...

def _sign_methods(cls: type, /) -> None:
    """Gives the methods of a class signatures that inspect finds."""

def _unsign_methods(cls: type, /) -> None:
    """Takes them away again."""

def dialects() -> tuple[str, ...]:
    """The names of the model families, sorted."""

def dialect(name: str | Buffer) -> tagstream._types.Dialect:
    """
    The model family with this name or alias: what it writes, as the text of a format.
    """

def _format_line(parts: list[str]) -> str:
    """
    A line of a format, of text that stands for itself and words such as NAME in turns.
    """

def _dialects_that_write(format: str) -> tuple[str, ...]:
    """The dialects that have all lines of the format, the nearest first."""

def version() -> str:
    """The version of the library."""

def _with_signature(function: object, signature: str, /) -> Any:
    """The function, with a signature that inspect finds."""

def _words() -> dict[str, list[str]]:
    """The words of the enums, for tests."""

def _warn_of_leaks(is_on: bool, /) -> None:
    """Whether nanobind says at the end what is still there."""

def _nothing(a: object, b: object, /) -> None:
    """Does nothing: what a call costs, for benchmarks."""
