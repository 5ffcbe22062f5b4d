"""The options of the readers, by the library's names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from tagstream._core import Rule
    from tagstream._types import BrokenCall

Schemas = str | bytes | Mapping[str, Any] | Sequence[Any]


class Limits(TypedDict, total=False):
    """In bytes of UTF-8; None is no limit."""

    max_tag_bytes: int | None
    max_held_bytes: int | None
    max_section_bytes: int | None
    max_attributes: int | None
    on_limit: Literal["text", "error"]


class FilterOptions(Limits, total=False):
    nesting: Literal["balanced", "first_close"]
    on_unclosed: Literal["section", "text"]
    start_inside: str
    leading_only: bool
    ignore_case: bool
    markdown_code: bool


class ToolOptions(Limits, total=False):
    nesting: Literal["balanced", "first_close"]
    on_unclosed: Literal["section", "text"]
    start_inside: str
    leading_only: bool
    on_unclosed_call: Literal["text", "call", "error"]
    bad_calls: Literal["hide", "content"]
    strict_json: bool
    incremental: bool
    ignore_case: bool
    markdown_code: bool
    schemas: Schemas


class ParseOptions(Limits, total=False):
    dialect: str
    format: str
    reasoning: str
    tool_format: str
    start_in_reasoning: bool
    no_reasoning: bool
    reasoning_again: Literal["line", "anywhere", "never"]
    unclosed_reasoning: Literal["reasoning", "content"]
    id_style: Literal["counted", "openai", "mistral"]
    calls_in_reasoning: Literal["settle", "end", "keep", "extract"] | None
    on_unclosed_call: Literal["text", "call", "error"] | None
    tool_choice: Literal["auto", "none", "required", "named"]
    tool_name: str
    no_parallel: bool
    only_offered: bool
    bad_calls: Literal["hide", "content"]
    trim: bool
    strict_json: bool
    incremental: bool
    drop: Iterable[str]
    ignore_case: bool
    markdown_code: bool
    schemas: Schemas


class RewriteOptions(ParseOptions, total=False):
    reasoning_field: Literal["reasoning_content", "reasoning", "both"]
    prompt_tail: str
    id_seed: int  # where made-up ids of calls begin; 0: by chance
    max_event_bytes: int | None


class ClientOptions(RewriteOptions, total=False):
    """Of a client of `tagstream.openai`."""

    base_url: str
    inner: Any
    client_options: Mapping[str, Any] | None
    server: Literal["vllm", "sglang"] | None
    on_broken_call: Callable[[BrokenCall], None] | None


class ThoughtOptions(Limits, total=False):
    names: Iterable[str]
    nesting: Literal["balanced", "first_close"]
    live: bool
    ignore_case: bool
    markdown_code: bool


class ExtractOptions(Limits, total=False):
    names: Iterable[str]
    ignore_case: bool
    max_depth: int | None
    unclosed: Literal["extend", "empty", "text"]
    last_close: Iterable[str]
    markdown_code: bool


class TokenizerOptions(Limits, total=False):
    names: Iterable[str]
    markers_only: bool
    markers: Iterable[str]
    ignore_case: bool


RuleList = Iterable["Rule"]
