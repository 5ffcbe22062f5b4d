// Made by bindings/rust/generate.py.

use serde::ser::SerializeMap;

use super::Fields;
use crate::event::{Notice, SectionEnd, SectionStart, Thought, ToolCall, ToolCallError};

impl<M: SerializeMap> Fields<M> {
    pub(super) fn put_section_start(&mut self, from: &SectionStart<'_>) -> Result<(), M::Error> {
        self.put("name", &from.name)?;
        self.put("raw_tag", &from.raw_tag)?;
        self.put("attributes", &from.attributes())?;
        self.put_mark("is_implied_open", from.is_implied_open)?;
        self.put_span(from.span)
    }

    pub(super) fn put_section_end(&mut self, from: &SectionEnd<'_>) -> Result<(), M::Error> {
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

    pub(super) fn put_tool_call(&mut self, from: &ToolCall<'_>) -> Result<(), M::Error> {
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

    pub(super) fn put_tool_call_error(&mut self, from: &ToolCallError<'_>) -> Result<(), M::Error> {
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

    pub(super) fn put_thought(&mut self, from: &Thought<'_>) -> Result<(), M::Error> {
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

    pub(super) fn put_notice(&mut self, from: &Notice<'_>) -> Result<(), M::Error> {
        self.put("code", &from.code)?;
        self.put("text", &from.text)?;
        self.put("offset", &from.offset)?;
        self.put_text("name", &from.name)?;
        self.put_span(from.span)
    }
}
