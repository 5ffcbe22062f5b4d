//! The JSON of events and of parts of messages, as docs/events.md of the project has it.
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::event::{owned, Event, Span, Thought};
use crate::generated::Code;
use crate::message::Section;

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let word = std::borrow::Cow::<str>::deserialize(from)?;
        Ok(Self::from_word(&word))
    }
}

mod structs;

/// The longest name that each piece of a call's arguments repeats.
const LONGEST_REPEATED_NAME: usize = 256;

/// The fields of an object: marks that are false and texts that are empty are left out.
struct Fields<M>(M);

impl<M: SerializeMap> Fields<M> {
    fn put<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), M::Error> {
        self.0.serialize_entry(name, value)
    }

    fn put_text(&mut self, name: &'static str, text: &str) -> Result<(), M::Error> {
        if text.is_empty() {
            Ok(())
        } else {
            self.put(name, text)
        }
    }

    fn put_mark(&mut self, name: &'static str, mark: bool) -> Result<(), M::Error> {
        if mark {
            self.put(name, &true)
        } else {
            Ok(())
        }
    }

    fn put_span(&mut self, span: Span) -> Result<(), M::Error> {
        self.put("start", &span.start)?;
        self.put("end", &span.end)
    }
}

impl Serialize for Event<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut to = Fields(to.serialize_map(None)?);
        to.put("kind", self.kind())?;
        match self {
            Self::Content { text, span }
            | Self::Reasoning { text, span }
            | Self::Markup { text, span } => {
                to.put("text", text)?;
                to.put_span(*span)?;
            }
            Self::SectionStart(start) => to.put_section_start(start)?,
            Self::SectionDelta { name, text, span } => {
                to.put("name", name)?;
                to.put("text", text)?;
                to.put_span(*span)?;
            }
            Self::SectionEnd(end) => to.put_section_end(end)?,
            Self::ToolCallStart { index, id, name } => {
                to.put("index", index)?;
                to.put_text("id", id)?;
                to.put("name", name)?;
            }
            Self::ToolCallDelta { index, name, text } => {
                to.put("index", index)?;
                if name.len() <= LONGEST_REPEATED_NAME {
                    to.put("name", name)?;
                }
                to.put("text", text)?;
            }
            Self::ToolCall(call) => to.put_tool_call(call)?,
            Self::ToolCallError(error) => to.put_tool_call_error(error)?,
            Self::Thought(thought) => to.put_thought(thought)?,
            Self::ThoughtDelta { text } => to.put("text", text)?,
            Self::Notice(notice) | Self::Stopped(notice) => to.put_notice(notice)?,
            Self::Unknown { span, .. } => to.put_span(*span)?,
        }
        to.0.end()
    }
}

impl Serialize for Thought<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut to = Fields(to.serialize_map(None)?);
        to.put_thought(self)?;
        to.0.end()
    }
}

impl<'de> Deserialize<'de> for Thought<'static> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(default)]
        #[derive(Default)]
        struct Read {
            text: String,
            thought_type: String,
            confidence: Option<f64>,
            has_attributes: bool,
            is_closed: bool,
            is_truncated: bool,
            start: u64,
            end: u64,
        }
        let read = Read::deserialize(from)?;
        Ok(Self {
            text: owned(read.text.into()),
            thought_type: owned(read.thought_type.into()),
            confidence: read.confidence,
            has_attributes: read.has_attributes,
            is_closed: read.is_closed,
            is_truncated: read.is_truncated,
            span: Span { start: read.start, end: read.end },
        })
    }
}

impl Serialize for Section {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut to = Fields(to.serialize_map(None)?);
        to.put("name", &self.name)?;
        to.put("raw_tag", &self.raw_tag)?;
        to.put("attributes", &self.attributes())?;
        to.put("content", &self.content)?;
        to.put("is_closed", &self.is_closed)?;
        to.put_mark("is_recorded", self.is_recorded)?;
        to.put_mark("is_implied_open", self.is_implied_open)?;
        to.put_mark("is_truncated", self.is_truncated)?;
        to.put_span(self.span)?;
        to.0.end()
    }
}

impl<'de> Deserialize<'de> for Section {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(default)]
        #[derive(Default)]
        struct Read {
            name: String,
            raw_tag: String,
            content: String,
            is_closed: bool,
            is_recorded: bool,
            is_implied_open: bool,
            is_truncated: bool,
            start: u64,
            end: u64,
        }
        let read = Read::deserialize(from)?;
        Ok(Self {
            name: read.name,
            raw_tag: read.raw_tag,
            content: read.content,
            is_closed: read.is_closed,
            is_recorded: read.is_recorded,
            is_implied_open: read.is_implied_open,
            is_truncated: read.is_truncated,
            span: Span { start: read.start, end: read.end },
        })
    }
}
