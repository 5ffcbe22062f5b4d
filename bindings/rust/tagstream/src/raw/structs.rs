// Made by bindings/rust/generate.py.

use std::os::raw::c_uint;

use super::{c, code, has, number_of, put_span, span, string_of, text_in};
use crate::event::{
    Event, Notice, SectionEnd, SectionStart, Stats, Thought, ToolCall, ToolCallError,
};

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

fn put_section_start(raw: &mut c::tagstream_event, from: &SectionStart<'_>) {
    raw.name = string_of(&from.name);
    raw.raw = string_of(&from.raw_tag);
    set(raw, c::TAGSTREAM_IS_IMPLIED_OPEN, from.is_implied_open);
    put_span(raw, from.span);
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

fn put_section_end(raw: &mut c::tagstream_event, from: &SectionEnd<'_>) {
    raw.name = string_of(&from.name);
    raw.raw = string_of(&from.raw_tag);
    raw.text = string_of(&from.text);
    raw.offset = from.offset;
    set(raw, c::TAGSTREAM_IS_CLOSED, from.is_closed);
    set(raw, c::TAGSTREAM_IS_RECORDED, from.is_recorded);
    set(raw, c::TAGSTREAM_IS_IMPLIED_OPEN, from.is_implied_open);
    set(raw, c::TAGSTREAM_IS_TRUNCATED, from.is_truncated);
    put_span(raw, from.span);
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

fn put_tool_call(raw: &mut c::tagstream_event, from: &ToolCall<'_>) {
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
    put_span(raw, from.span);
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

fn put_tool_call_error(raw: &mut c::tagstream_event, from: &ToolCallError<'_>) {
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
    put_span(raw, from.span);
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

fn put_thought(raw: &mut c::tagstream_event, from: &Thought<'_>) {
    raw.text = string_of(&from.text);
    raw.thought_type = string_of(&from.thought_type);
    raw.confidence = from.confidence.unwrap_or(-1.0);
    set(raw, c::TAGSTREAM_HAS_ATTRIBUTES, from.has_attributes);
    set(raw, c::TAGSTREAM_IS_CLOSED, from.is_closed);
    set(raw, c::TAGSTREAM_IS_TRUNCATED, from.is_truncated);
    put_span(raw, from.span);
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

fn put_notice(raw: &mut c::tagstream_event, from: &Notice<'_>) {
    raw.code = number_of(from.code);
    raw.text = string_of(&from.text);
    raw.offset = from.offset;
    raw.name = string_of(&from.name);
    put_span(raw, from.span);
}

pub(super) const fn stats(raw: &c::tagstream_stats) -> Stats {
    Stats {
        bytes_fed: raw.bytes_fed,
        bytes_examined: raw.bytes_examined,
        bytes_held: raw.bytes_held,
        bytes_held_max: raw.bytes_held_max,
        events: raw.events,
        limit_hits: raw.limit_hits,
    }
}

pub(super) fn event(kind: c_uint, raw: &c::tagstream_event) -> Event<'_> {
    match kind {
        c::TAGSTREAM_CONTENT => Event::Content { text: text_in(raw, raw.text), span: span(raw) },
        c::TAGSTREAM_REASONING => {
            Event::Reasoning { text: text_in(raw, raw.text), span: span(raw) }
        }
        c::TAGSTREAM_SECTION_START => Event::SectionStart(section_start(raw)),
        c::TAGSTREAM_SECTION_DELTA => Event::SectionDelta {
            name: text_in(raw, raw.name),
            text: text_in(raw, raw.text),
            span: span(raw),
        },
        c::TAGSTREAM_SECTION_END => Event::SectionEnd(section_end(raw)),
        c::TAGSTREAM_TOOL_CALL_START => Event::ToolCallStart {
            index: raw.index,
            id: text_in(raw, raw.id),
            name: text_in(raw, raw.name),
        },
        c::TAGSTREAM_TOOL_CALL_DELTA => Event::ToolCallDelta {
            index: raw.index,
            name: text_in(raw, raw.name),
            text: text_in(raw, raw.text),
        },
        c::TAGSTREAM_TOOL_CALL => Event::ToolCall(tool_call(raw)),
        c::TAGSTREAM_TOOL_CALL_ERROR => Event::ToolCallError(tool_call_error(raw)),
        c::TAGSTREAM_THOUGHT => Event::Thought(thought(raw)),
        c::TAGSTREAM_MARKUP => Event::Markup { text: text_in(raw, raw.text), span: span(raw) },
        c::TAGSTREAM_NOTICE => Event::Notice(notice(raw)),
        c::TAGSTREAM_STOPPED => Event::Stopped(notice(raw)),
        c::TAGSTREAM_THOUGHT_DELTA => Event::ThoughtDelta { text: text_in(raw, raw.text) },
        _ => Event::Unknown { number: kind, span: span(raw) },
    }
}

/// Puts an event into an empty one of C, which borrows its strings, and gives its kind.
pub(super) fn put_event(raw: &mut c::tagstream_event, from: &Event<'_>) -> c_uint {
    match from {
        Event::Content { text, span } => {
            raw.text = string_of(text);
            put_span(raw, *span);
            c::TAGSTREAM_CONTENT
        }
        Event::Reasoning { text, span } => {
            raw.text = string_of(text);
            put_span(raw, *span);
            c::TAGSTREAM_REASONING
        }
        Event::SectionStart(its) => {
            put_section_start(raw, its);
            c::TAGSTREAM_SECTION_START
        }
        Event::SectionDelta { name, text, span } => {
            raw.name = string_of(name);
            raw.text = string_of(text);
            put_span(raw, *span);
            c::TAGSTREAM_SECTION_DELTA
        }
        Event::SectionEnd(its) => {
            put_section_end(raw, its);
            c::TAGSTREAM_SECTION_END
        }
        Event::ToolCallStart { index, id, name } => {
            raw.index = *index;
            set(raw, c::TAGSTREAM_HAS_INDEX, true);
            raw.id = string_of(id);
            raw.name = string_of(name);
            c::TAGSTREAM_TOOL_CALL_START
        }
        Event::ToolCallDelta { index, name, text } => {
            raw.index = *index;
            set(raw, c::TAGSTREAM_HAS_INDEX, true);
            raw.name = string_of(name);
            raw.text = string_of(text);
            c::TAGSTREAM_TOOL_CALL_DELTA
        }
        Event::ToolCall(its) => {
            put_tool_call(raw, its);
            c::TAGSTREAM_TOOL_CALL
        }
        Event::ToolCallError(its) => {
            put_tool_call_error(raw, its);
            c::TAGSTREAM_TOOL_CALL_ERROR
        }
        Event::Thought(its) => {
            put_thought(raw, its);
            c::TAGSTREAM_THOUGHT
        }
        Event::Markup { text, span } => {
            raw.text = string_of(text);
            put_span(raw, *span);
            c::TAGSTREAM_MARKUP
        }
        Event::Notice(its) => {
            put_notice(raw, its);
            c::TAGSTREAM_NOTICE
        }
        Event::Stopped(its) => {
            put_notice(raw, its);
            c::TAGSTREAM_STOPPED
        }
        Event::ThoughtDelta { text } => {
            raw.text = string_of(text);
            c::TAGSTREAM_THOUGHT_DELTA
        }
        Event::Unknown { number, .. } => *number,
    }
}
