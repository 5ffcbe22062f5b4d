// Made by bindings/rust/generate.py.

use super::{c, code, has, number_of, span, string_of, text_in};
use crate::event::{Notice, SectionEnd, SectionStart, Thought, ToolCall, ToolCallError};

fn set(raw: &mut c::tagstream_event, flag: c::tagstream_event_flag, is_set: bool) {
    if is_set {
        raw.flags |= flag;
    }
}

pub(super) fn section_start(raw: &c::tagstream_event) -> SectionStart<'_> {
    SectionStart {
        name: text_in(raw, raw.name),
        raw_tag: text_in(raw, raw.raw),
        is_implied_open: has(raw, c::TAGSTREAM_IS_IMPLIED_OPEN),
        span: span(raw),
    }
}

pub(super) fn put_section_start(raw: &mut c::tagstream_event, from: &SectionStart<'_>) {
    raw.name = string_of(&from.name);
    raw.raw = string_of(&from.raw_tag);
    set(raw, c::TAGSTREAM_IS_IMPLIED_OPEN, from.is_implied_open);
    raw.start = from.span.start;
    raw.end = from.span.end;
}

pub(super) fn section_end(raw: &c::tagstream_event) -> SectionEnd<'_> {
    SectionEnd {
        name: text_in(raw, raw.name),
        raw_tag: text_in(raw, raw.raw),
        text: text_in(raw, raw.text),
        offset: raw.offset,
        is_closed: has(raw, c::TAGSTREAM_IS_CLOSED),
        is_recorded: has(raw, c::TAGSTREAM_IS_RECORDED),
        is_implied_open: has(raw, c::TAGSTREAM_IS_IMPLIED_OPEN),
        is_truncated: has(raw, c::TAGSTREAM_IS_TRUNCATED),
        span: span(raw),
    }
}

pub(super) fn put_section_end(raw: &mut c::tagstream_event, from: &SectionEnd<'_>) {
    raw.name = string_of(&from.name);
    raw.raw = string_of(&from.raw_tag);
    raw.text = string_of(&from.text);
    raw.offset = from.offset;
    set(raw, c::TAGSTREAM_IS_CLOSED, from.is_closed);
    set(raw, c::TAGSTREAM_IS_RECORDED, from.is_recorded);
    set(raw, c::TAGSTREAM_IS_IMPLIED_OPEN, from.is_implied_open);
    set(raw, c::TAGSTREAM_IS_TRUNCATED, from.is_truncated);
    raw.start = from.span.start;
    raw.end = from.span.end;
}

pub(super) fn tool_call(raw: &c::tagstream_event) -> ToolCall<'_> {
    ToolCall {
        index: raw.index,
        id: text_in(raw, raw.id),
        name: text_in(raw, raw.name),
        arguments: text_in(raw, raw.text),
        raw: text_in(raw, raw.raw),
        is_closed: has(raw, c::TAGSTREAM_IS_CLOSED),
        is_repaired: has(raw, c::TAGSTREAM_IS_REPAIRED),
        is_recovered: has(raw, c::TAGSTREAM_IS_RECOVERED),
        has_started: has(raw, c::TAGSTREAM_HAS_STARTED),
        span: span(raw),
    }
}

pub(super) fn put_tool_call(raw: &mut c::tagstream_event, from: &ToolCall<'_>) {
    raw.index = from.index;
    set(raw, c::TAGSTREAM_HAS_INDEX, true);
    raw.id = string_of(&from.id);
    raw.name = string_of(&from.name);
    raw.text = string_of(&from.arguments);
    raw.raw = string_of(&from.raw);
    set(raw, c::TAGSTREAM_IS_CLOSED, from.is_closed);
    set(raw, c::TAGSTREAM_IS_REPAIRED, from.is_repaired);
    set(raw, c::TAGSTREAM_IS_RECOVERED, from.is_recovered);
    set(raw, c::TAGSTREAM_HAS_STARTED, from.has_started);
    raw.start = from.span.start;
    raw.end = from.span.end;
}

pub(super) fn tool_call_error(raw: &c::tagstream_event) -> ToolCallError<'_> {
    ToolCallError {
        code: code(raw.code),
        text: text_in(raw, raw.text),
        offset: raw.offset,
        name: text_in(raw, raw.name),
        raw: text_in(raw, raw.raw),
        index: has(raw, c::TAGSTREAM_HAS_INDEX).then_some(raw.index),
        is_closed: has(raw, c::TAGSTREAM_IS_CLOSED),
        is_recovered: has(raw, c::TAGSTREAM_IS_RECOVERED),
        has_started: has(raw, c::TAGSTREAM_HAS_STARTED),
        span: span(raw),
    }
}

pub(super) fn put_tool_call_error(raw: &mut c::tagstream_event, from: &ToolCallError<'_>) {
    raw.code = number_of(from.code);
    raw.text = string_of(&from.text);
    raw.offset = from.offset;
    raw.name = string_of(&from.name);
    raw.raw = string_of(&from.raw);
    raw.index = from.index.unwrap_or(0);
    set(raw, c::TAGSTREAM_HAS_INDEX, from.index.is_some());
    set(raw, c::TAGSTREAM_IS_CLOSED, from.is_closed);
    set(raw, c::TAGSTREAM_IS_RECOVERED, from.is_recovered);
    set(raw, c::TAGSTREAM_HAS_STARTED, from.has_started);
    raw.start = from.span.start;
    raw.end = from.span.end;
}

pub(super) fn thought(raw: &c::tagstream_event) -> Thought<'_> {
    Thought {
        text: text_in(raw, raw.text),
        thought_type: text_in(raw, raw.thought_type),
        confidence: (raw.confidence >= 0.0).then_some(raw.confidence),
        has_attributes: has(raw, c::TAGSTREAM_HAS_ATTRIBUTES),
        is_closed: has(raw, c::TAGSTREAM_IS_CLOSED),
        is_truncated: has(raw, c::TAGSTREAM_IS_TRUNCATED),
        span: span(raw),
    }
}

pub(super) fn put_thought(raw: &mut c::tagstream_event, from: &Thought<'_>) {
    raw.text = string_of(&from.text);
    raw.thought_type = string_of(&from.thought_type);
    raw.confidence = from.confidence.unwrap_or(-1.0);
    set(raw, c::TAGSTREAM_HAS_ATTRIBUTES, from.has_attributes);
    set(raw, c::TAGSTREAM_IS_CLOSED, from.is_closed);
    set(raw, c::TAGSTREAM_IS_TRUNCATED, from.is_truncated);
    raw.start = from.span.start;
    raw.end = from.span.end;
}

pub(super) fn notice(raw: &c::tagstream_event) -> Notice<'_> {
    Notice {
        code: code(raw.code),
        text: text_in(raw, raw.text),
        offset: raw.offset,
        name: text_in(raw, raw.name),
        span: span(raw),
    }
}

pub(super) fn put_notice(raw: &mut c::tagstream_event, from: &Notice<'_>) {
    raw.code = number_of(from.code);
    raw.text = string_of(&from.text);
    raw.offset = from.offset;
    raw.name = string_of(&from.name);
    raw.start = from.span.start;
    raw.end = from.span.end;
}
