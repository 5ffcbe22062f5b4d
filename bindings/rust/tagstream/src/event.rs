use std::borrow::Cow;

use crate::attribute::{attributes, Attribute};

mod structs;
pub use structs::*;

/// The bytes of the stream that an event accounts for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Span {
    /// The first byte, counted from the beginning of the stream.
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
}

impl Span {
    /// True if other events account for the bytes that the event speaks of.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// One thing that happened in the stream.
///
/// Text that an event of a feed quotes is borrowed from the reader or from the chunk;
/// [`into_owned`](Event::into_owned) copies it. Bytes that are not UTF-8 become U+FFFD.
///
/// `docs/events.md` of the project says more about each kind.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// Visible text.
    Content {
        /// The piece.
        text: Cow<'a, str>,
        /// Where it stands.
        span: Span,
    },
    /// Text of the model's reasoning.
    Reasoning {
        /// The piece.
        text: Cow<'a, str>,
        /// Where it stands.
        span: Span,
    },
    /// A hidden section begins.
    SectionStart(SectionStart<'a>),
    /// A piece of a section's text.
    SectionDelta {
        /// The name of the tag as written, or the opening marker.
        name: Cow<'a, str>,
        /// The piece.
        text: Cow<'a, str>,
        /// Where it stands.
        span: Span,
    },
    /// A section has ended.
    SectionEnd(SectionEnd<'a>),
    /// With `incremental`: a call that is still open.
    ToolCallStart {
        /// The number of the call, from 0.
        index: u32,
        /// The id that the model wrote, or a made-up one.
        id: Cow<'a, str>,
        /// The name of the tool.
        name: Cow<'a, str>,
    },
    /// With `incremental`: a piece of a call's arguments.
    ToolCallDelta {
        /// The number of the call.
        index: u32,
        /// The name of the tool, of at most 256 bytes.
        name: Cow<'a, str>,
        /// The piece.
        text: Cow<'a, str>,
    },
    /// A complete call.
    ToolCall(ToolCall<'a>),
    /// A broken call, or text in the place of a call.
    ToolCallError(ToolCallError<'a>),
    /// A complete thought.
    Thought(Thought<'a>),
    /// With `incremental`: a piece of a thought that is still open.
    ThoughtDelta {
        /// The piece.
        text: Cow<'a, str>,
    },
    /// Bytes that were taken out and belong to no other event.
    Markup {
        /// The bytes.
        text: Cow<'a, str>,
        /// Where they stand.
        span: Span,
    },
    /// A remark for the caller.
    Notice(Notice<'a>),
    /// The reader has stopped: this is its last event.
    Stopped(Notice<'a>),
    /// A kind of a newer library: pass it by.
    Unknown {
        /// Its number.
        number: u32,
        /// Where it stands.
        span: Span,
    },
}

impl SectionStart<'_> {
    /// The attributes of the opening tag. A marker has none.
    #[must_use]
    pub fn attributes(&self) -> Vec<Attribute<'_>> {
        attributes_of_section(&self.name, &self.raw_tag)
    }
}

impl SectionEnd<'_> {
    /// The attributes of the opening tag. A marker has none.
    #[must_use]
    pub fn attributes(&self) -> Vec<Attribute<'_>> {
        attributes_of_section(&self.name, &self.raw_tag)
    }
}

/// A marker is as long as its name.
pub(crate) fn attributes_of_section<'t>(name: &str, raw_tag: &'t str) -> Vec<Attribute<'t>> {
    if name.len() == raw_tag.len() {
        Vec::new()
    } else {
        attributes(raw_tag)
    }
}

impl<'a> ToolCall<'a> {
    /// A call to write: the name of a tool, and its arguments as JSON.
    #[must_use]
    pub fn new(name: impl Into<Cow<'a, str>>, arguments: impl Into<Cow<'a, str>>) -> Self {
        Self { name: name.into(), arguments: arguments.into(), is_closed: true, ..Self::default() }
    }

    /// The arguments as a type of your own, or as `serde_json::Value`.
    ///
    /// # Errors
    ///
    /// The arguments do not have that type. They are always a JSON object.
    #[cfg(feature = "serde")]
    #[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
    pub fn arguments_as<'t, T: serde::Deserialize<'t>>(&'t self) -> serde_json::Result<T> {
        serde_json::from_str(&self.arguments)
    }
}

pub(crate) fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

impl Event<'_> {
    /// The word that JSON and the program use for its kind, such as `tool_call`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Content { .. } => "content",
            Self::Reasoning { .. } => "reasoning",
            Self::SectionStart(_) => "section_start",
            Self::SectionDelta { .. } => "section_delta",
            Self::SectionEnd(_) => "section_end",
            Self::ToolCallStart { .. } => "tool_call_start",
            Self::ToolCallDelta { .. } => "tool_call_delta",
            Self::ToolCall(_) => "tool_call",
            Self::ToolCallError(_) => "tool_call_error",
            Self::Thought(_) => "thought",
            Self::ThoughtDelta { .. } => "thought_delta",
            Self::Markup { .. } => "markup",
            Self::Notice(_) => "notice",
            Self::Stopped(_) => "stopped",
            Self::Unknown { .. } => "unknown",
        }
    }

    /// The same event, which borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> Event<'static> {
        match self {
            Self::Content { text, span } => Event::Content { text: owned(text), span },
            Self::Reasoning { text, span } => Event::Reasoning { text: owned(text), span },
            Self::Markup { text, span } => Event::Markup { text: owned(text), span },
            Self::SectionStart(start) => Event::SectionStart(start.into_owned()),
            Self::SectionDelta { name, text, span } => {
                Event::SectionDelta { name: owned(name), text: owned(text), span }
            }
            Self::SectionEnd(end) => Event::SectionEnd(end.into_owned()),
            Self::ToolCallStart { index, id, name } => {
                Event::ToolCallStart { index, id: owned(id), name: owned(name) }
            }
            Self::ToolCallDelta { index, name, text } => {
                Event::ToolCallDelta { index, name: owned(name), text: owned(text) }
            }
            Self::ToolCall(call) => Event::ToolCall(call.into_owned()),
            Self::ToolCallError(error) => Event::ToolCallError(error.into_owned()),
            Self::Thought(thought) => Event::Thought(thought.into_owned()),
            Self::ThoughtDelta { text } => Event::ThoughtDelta { text: owned(text) },
            Self::Notice(notice) => Event::Notice(notice.into_owned()),
            Self::Stopped(notice) => Event::Stopped(notice.into_owned()),
            Self::Unknown { number, span } => Event::Unknown { number, span },
        }
    }
}
