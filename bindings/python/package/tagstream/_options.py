# Written by make_stub.py.
"""The options, by the library's names. None is the default, and of a limit none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypedDict

from tagstream._types import ChoiceToolCallError, Guess

Tools = str | bytes | Mapping[str, Any] | Sequence[Any]
ToolChoice = str | Mapping[str, Any]
Texts = str | Iterable[str]
#: Tags, and pairs of markers: `"<a>…</a>"`, or both in a list of two.
Marks = str | Iterable[str | Sequence[str]]
Size = int | str


class Options(TypedDict, total=False):
    """Of a reader."""

    #: a family of models, or auto: what any of them writes
    dialect: str | Guess | None
    #: the name of a model: its dialect is used
    model: str | None
    #: a dialect of your own, as text that looks like what the model writes
    format: str | None
    #: a dialect: only its reasoning
    reasoning_of: str | None
    #: a dialect: only its calls; reasoning is content
    calls_of: str | None
    #: a tag or a pair of markers: takes the element out of the text
    hide: Marks | None
    #: leaves the element in the text, and reports it as well
    record: Marks | None
    #: takes only the tags out
    unwrap: Marks | None
    #: takes the element out, and its bytes are reasoning
    reasoning: Marks | None
    #: takes the element out: a thought with type and confidence
    thought: Marks | None
    #: reads the element as a tool call; or a line that looks like the call, with NAME and ARGUMENTS
    #: in it
    call: Marks | None
    #: takes this literal out
    drop: Texts | None
    #: the tools that were offered, as JSON
    tools: Tools | None
    #: auto, none, required, or the name of a tool
    tool_choice: ToolChoice | None
    #: an answer may call several tools [true]
    parallel_tool_calls: bool | None
    #: only tools that were offered are called [false]
    only_offered: bool | None
    #: the end of the prompt: the answer goes on there
    prompt_tail: str | bytes | None
    #: the prompt has opened the reasoning [false]
    start_in_reasoning: bool | None
    #: the prompt has opened this tag or marker of hide, thought or reasoning
    start_inside: str | None
    #: how to treat a hidden section that never closes [section]
    unclosed_section: Literal["section", "text"] | None
    #: where reasoning that never closes goes in the message [reasoning]
    unclosed_reasoning: Literal["reasoning", "content"] | None
    #: how to treat a call that never closes; auto: call for dialects, else text [auto]
    unclosed_call: Literal["auto", "text", "call", "error"] | None
    #: where the bytes of a broken call go [content]
    bad_calls: Literal["content", "hide"] | None
    #: how to treat a call in open reasoning; auto: as the dialect says [auto]
    calls_in_reasoning: Literal["auto", "settle", "end", "keep", "extract"] | None
    #: a call outside of its wrapper: read, or text [auto]
    bare_calls: Literal["auto", "never"] | None
    #: where reasoning may begin after visible text; auto: line for dialects, else anywhere [auto]
    reasoning_again: Literal["auto", "line", "anywhere", "never"] | None
    #: tags in Markdown code that are text; auto: all in code spans, those of calls in fences [auto]
    markdown_code: Literal["auto", "all", "off"] | None
    #: which closing tag ends a hidden section or thought [balanced]
    nesting: Literal["balanced", "first_close"] | None
    #: hide, unwrap and record only before the first visible byte [false]
    leading_only: bool | None
    #: the case of ASCII letters in names does not count [false]
    ignore_case: bool | None
    #: spellings that JSON does not have are errors [false]
    strict_json: bool | None
    #: calls and thoughts are reported in pieces, too [false]
    incremental: bool | None
    #: cuts blanks off content and reasoning [false]
    trim: bool | None
    #: decode entities in this parameter, tool, tag
    decode_entities: Texts | None
    #: how ids of calls are made up [counted]
    id_style: Literal["counted", "openai", "mistral"] | None
    #: the seed of random ids; 0: another one each time [0]
    id_seed: int | None
    #: a longer tag is text [64K]
    max_tag_bytes: Size | None
    #: the most bytes that wait to be decided [16M]
    max_held_bytes: Size | None
    #: the most bytes kept of a recorded section or thought [64M]
    max_section_bytes: Size | None
    #: a tag with more attributes is text [1K]
    max_attributes: Size | None
    #: what happens when more bytes would have to wait [text]
    on_limit: Literal["text", "stop"] | None


class _ElementOptions(TypedDict, total=False):
    """Of elements."""

    #: the case of ASCII letters in names does not count [false]
    ignore_case: bool | None
    #: how to treat a tag that never closes [extend]
    unclosed: Literal["extend", "empty", "text"] | None
    #: of these names the last closing tag counts
    last_close: Texts | None
    #: tags in Markdown code that are text; auto: those in code spans [auto]
    markdown_code: Literal["auto", "all", "off"] | None
    #: a longer tag is text [none]
    max_tag_bytes: Size | None
    #: a tag with more attributes is text [none]
    max_attributes: Size | None


class InnerOptions(_ElementOptions, total=False):
    """Of the content of one element."""

    #: inner: the last closed element, not the first one [false]
    last: bool | None


class ExtractOptions(_ElementOptions, total=False):
    """Of a tree."""

    #: only these names form tags
    names: Texts | None
    #: deeper tags stay in the content [none]
    max_depth: Size | None


class RewriteOptions(Options, total=False):
    """Those of a reader, and of what is written."""

    #: where clients look for reasoning
    reasoning_field: Literal["reasoning_content", "reasoning", "both"]
    #: a longer event passes unread
    max_event_bytes: Size | None


class ClientOptions(RewriteOptions, total=False):
    """Of a client of `tagstream.openai`."""

    base_url: str
    inner: Any
    client_options: Mapping[str, Any] | None
    #: of the client, as its HTTP module has them
    auth: Any
    cookies: Any
    default_encoding: Any
    event_hooks: Any
    follow_redirects: bool
    headers: Any
    max_redirects: int
    params: Any
    timeout: Any
    trust_env: bool
    #: of its transport, unless there is an `inner`
    cert: Any
    http1: bool
    http2: bool
    limits: Any
    local_address: str
    proxy: Any
    retries: int
    uds: str
    verify: Any
    server: Literal["vllm", "sglang"] | None
    on_tool_call_error: Callable[[ChoiceToolCallError], None] | None
