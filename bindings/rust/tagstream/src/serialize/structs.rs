// Made by bindings/rust/generate.py.

use serde::ser::SerializeMap;

use super::{Fields, LONGEST_REPEATED_NAME};
use crate::event::{Event, Notice, SectionEnd, SectionStart, Thought, ToolCall, ToolCallError};

impl<M: SerializeMap> Fields<M> {
    fn put_section_start(&mut self, from: &SectionStart<'_>) -> Result<(), M::Error> {
        self.put("name", &from.name)?;
        self.put("raw_tag", &from.raw_tag)?;
        self.put("attributes", &from.attributes())?;
        self.put_mark("is_implied_open", from.is_implied_open)?;
        self.put_span(from.span)
    }

    fn put_section_end(&mut self, from: &SectionEnd<'_>) -> Result<(), M::Error> {
        self.put("name", &from.name)?;
        self.put("raw_tag", &from.raw_tag)?;
        if from.is_recorded {
            self.put("attributes", &from.attributes())?;
        }
        if from.is_recorded {
            self.put("text", &from.text)?;
        }
        self.put("offset", &from.offset)?;
        self.put("is_closed", &from.is_closed)?;
        self.put_mark("is_recorded", from.is_recorded)?;
        self.put_mark("is_implied_open", from.is_implied_open)?;
        if from.is_recorded {
            self.put_mark("is_truncated", from.is_truncated)?;
        }
        self.put_span(from.span)
    }

    fn put_tool_call(&mut self, from: &ToolCall<'_>) -> Result<(), M::Error> {
        self.put("index", &from.index)?;
        self.put_text("id", &from.id)?;
        self.put("name", &from.name)?;
        self.put("arguments", &from.arguments)?;
        self.put("raw", &from.raw)?;
        self.put("is_closed", &from.is_closed)?;
        self.put_mark("is_repaired", from.is_repaired)?;
        self.put_mark("is_recovered", from.is_recovered)?;
        self.put_mark("has_started", from.has_started)?;
        self.put_span(from.span)
    }

    fn put_tool_call_error(&mut self, from: &ToolCallError<'_>) -> Result<(), M::Error> {
        self.put("code", &from.code)?;
        self.put("text", &from.text)?;
        self.put("offset", &from.offset)?;
        self.put_text("name", &from.name)?;
        self.put_text("raw", &from.raw)?;
        if let Some(its) = from.index {
            self.put("index", &its)?;
        }
        self.put("is_closed", &from.is_closed)?;
        self.put_mark("is_recovered", from.is_recovered)?;
        self.put_mark("has_started", from.has_started)?;
        self.put_span(from.span)
    }

    fn put_thought(&mut self, from: &Thought<'_>) -> Result<(), M::Error> {
        self.put("text", &from.text)?;
        self.put_text("thought_type", &from.thought_type)?;
        if let Some(its) = from.confidence {
            self.put("confidence", &its)?;
        }
        self.put_mark("has_attributes", from.has_attributes)?;
        self.put("is_closed", &from.is_closed)?;
        self.put_mark("is_truncated", from.is_truncated)?;
        self.put_span(from.span)
    }

    fn put_notice(&mut self, from: &Notice<'_>) -> Result<(), M::Error> {
        self.put("code", &from.code)?;
        self.put("text", &from.text)?;
        self.put("offset", &from.offset)?;
        self.put_text("name", &from.name)?;
        self.put_span(from.span)
    }

    pub(super) fn put_event(&mut self, from: &Event<'_>) -> Result<(), M::Error> {
        match from {
            Event::Content { text, span }
            | Event::Reasoning { text, span }
            | Event::Markup { text, span } => {
                self.put("text", text)?;
                self.put_span(*span)?;
            }
            Event::SectionStart(its) => {
                self.put_section_start(its)?;
            }
            Event::SectionDelta { name, text, span } => {
                self.put("name", name)?;
                self.put("text", text)?;
                self.put_span(*span)?;
            }
            Event::SectionEnd(its) => {
                self.put_section_end(its)?;
            }
            Event::ToolCallStart { index, id, name } => {
                self.put("index", index)?;
                self.put_text("id", id)?;
                self.put("name", name)?;
            }
            Event::ToolCallDelta { index, name, text } => {
                self.put("index", index)?;
                if name.len() <= LONGEST_REPEATED_NAME {
                    self.put("name", name)?;
                }
                self.put("text", text)?;
            }
            Event::ToolCall(its) => {
                self.put_tool_call(its)?;
            }
            Event::ToolCallError(its) => {
                self.put_tool_call_error(its)?;
            }
            Event::Thought(its) => {
                self.put_thought(its)?;
            }
            Event::Notice(its) | Event::Stopped(its) => {
                self.put_notice(its)?;
            }
            Event::ThoughtDelta { text } => {
                self.put("text", text)?;
            }
            Event::Unknown { span, .. } => self.put_span(*span)?,
        }
        Ok(())
    }
}
