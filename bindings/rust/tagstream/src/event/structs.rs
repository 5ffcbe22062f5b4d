// Made by bindings/rust/generate.py.

use std::borrow::Cow;

use crate::event::{owned, Span};
use crate::generated::Code;

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref)] // the signature is serde's
fn is_false(mark: &bool) -> bool {
    !*mark
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
        /// The bytes of the stream that it accounts for; empty if others do.
        span: Span,
    },
    /// Text of the model's reasoning.
    Reasoning {
        /// The piece.
        text: Cow<'a, str>,
        /// The bytes of the stream that it accounts for; empty if others do.
        span: Span,
    },
    /// A hidden section begins.
    SectionStart(SectionStart<'a>),
    /// A piece of a hidden section's text.
    SectionDelta {
        /// The name of the section or of the tool.
        name: Cow<'a, str>,
        /// The piece.
        text: Cow<'a, str>,
        /// The bytes of the stream that it accounts for; empty if others do.
        span: Span,
    },
    /// A hidden or recorded section has ended, or the stream ended inside it.
    SectionEnd(SectionEnd<'a>),
    /// `incremental`: a call has begun, and its name is known.
    ToolCallStart {
        /// Calls count from 0, in the order in which they come.
        index: u32,
        /// The model's own, or one that is made up (`docs/read.md#ids`).
        id: Cow<'a, str>,
        /// The name of the section or of the tool.
        name: Cow<'a, str>,
    },
    /// `incremental`: a piece of the arguments of an open call.
    ToolCallDelta {
        /// Calls count from 0, in the order in which they come.
        index: u32,
        /// The name of the section or of the tool.
        name: Cow<'a, str>,
        /// The piece.
        text: Cow<'a, str>,
    },
    /// A complete call; with `incremental` it follows its pieces.
    ToolCall(ToolCall<'a>),
    /// A broken call, or text in the place of a call.
    ToolCallError(ToolCallError<'a>),
    /// A complete thought.
    Thought(Thought<'a>),
    /// Bytes that were taken out and belong to no other event: tags, dropped literals.
    Markup {
        /// The piece.
        text: Cow<'a, str>,
        /// The bytes of the stream that it accounts for; empty if others do.
        span: Span,
    },
    /// A remark for the caller.
    Notice(Notice<'a>),
    /// The reader has stopped: this is its last event.
    Stopped(Notice<'a>),
    /// `incremental`: a piece of a thought that is still open.
    ThoughtDelta {
        /// The piece.
        text: Cow<'a, str>,
    },
    /// A kind of a newer library: pass it by.
    Unknown {
        /// Its number.
        number: u32,
        /// Where it stands.
        span: Span,
    },
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
            Self::Markup { .. } => "markup",
            Self::Notice(_) => "notice",
            Self::Stopped(_) => "stopped",
            Self::ThoughtDelta { .. } => "thought_delta",
            Self::Unknown { .. } => "unknown",
        }
    }

    /// The same event, which borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> Event<'static> {
        match self {
            Self::Content { text, span } => Event::Content { text: owned(text), span },
            Self::Reasoning { text, span } => Event::Reasoning { text: owned(text), span },
            Self::SectionStart(its) => Event::SectionStart(its.into_owned()),
            Self::SectionDelta { name, text, span } => {
                Event::SectionDelta { name: owned(name), text: owned(text), span }
            }
            Self::SectionEnd(its) => Event::SectionEnd(its.into_owned()),
            Self::ToolCallStart { index, id, name } => {
                Event::ToolCallStart { index, id: owned(id), name: owned(name) }
            }
            Self::ToolCallDelta { index, name, text } => {
                Event::ToolCallDelta { index, name: owned(name), text: owned(text) }
            }
            Self::ToolCall(its) => Event::ToolCall(its.into_owned()),
            Self::ToolCallError(its) => Event::ToolCallError(its.into_owned()),
            Self::Thought(its) => Event::Thought(its.into_owned()),
            Self::Markup { text, span } => Event::Markup { text: owned(text), span },
            Self::Notice(its) => Event::Notice(its.into_owned()),
            Self::Stopped(its) => Event::Stopped(its.into_owned()),
            Self::ThoughtDelta { text } => Event::ThoughtDelta { text: owned(text) },
            Self::Unknown { number, span } => Event::Unknown { number, span },
        }
    }
}

/// The beginning of a hidden section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SectionStart<'a> {
    /// The tag's name as written, or the opening marker.
    pub name: Cow<'a, str>,
    /// The opening tag or marker as written; empty if the prompt has opened the section.
    pub raw_tag: Cow<'a, str>,
    /// The prompt has opened the section.
    pub is_implied_open: bool,
    /// The bytes of the stream that it accounts for; empty if others do.
    pub span: Span,
}

impl SectionStart<'_> {
    /// The same, which borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> SectionStart<'static> {
        SectionStart {
            name: owned(self.name),
            raw_tag: owned(self.raw_tag),
            is_implied_open: self.is_implied_open,
            span: self.span,
        }
    }
}

/// The end of a section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SectionEnd<'a> {
    /// The tag's name as written, or the opening marker.
    pub name: Cow<'a, str>,
    /// The opening tag or marker as written; empty if the prompt has opened the section.
    pub raw_tag: Cow<'a, str>,
    /// The bytes (of a thought of blanks none); of `tool_call_delta` a piece of the arguments; of a recorded section what stands in it; of a thought its text without blanks at its ends; of an error, a notice or a stop one sentence.
    pub text: Cow<'a, str>,
    /// The byte of the stream that it speaks of; of `section_end` where its opening tag begins.
    pub offset: u64,
    /// The closing tag was there.
    pub is_closed: bool,
    /// Of `record`: the section is content as well.
    pub is_recorded: bool,
    /// The prompt has opened the section.
    pub is_implied_open: bool,
    /// The content was cut at a limit.
    pub is_truncated: bool,
    /// The bytes of the stream that it accounts for; empty if others do.
    pub span: Span,
}

impl SectionEnd<'_> {
    /// The same, which borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> SectionEnd<'static> {
        SectionEnd {
            name: owned(self.name),
            raw_tag: owned(self.raw_tag),
            text: owned(self.text),
            offset: self.offset,
            is_closed: self.is_closed,
            is_recorded: self.is_recorded,
            is_implied_open: self.is_implied_open,
            is_truncated: self.is_truncated,
            span: self.span,
        }
    }
}

/// A complete call of a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[non_exhaustive]
pub struct ToolCall<'a> {
    /// Calls are counted from 0, in the order of the stream.
    pub index: u32,
    /// The model's own, else one that is made up (`id_style`).
    pub id: Cow<'a, str>,
    /// The name of the tool.
    pub name: Cow<'a, str>,
    /// A JSON object as text, as the model wrote it but for repairs (`is_repaired`).
    pub arguments: Cow<'a, str>,
    /// The whole body as written, without blanks at its ends.
    pub raw: Cow<'a, str>,
    /// The closing tag was there.
    pub is_closed: bool,
    /// A slip was mended, or another reading exists.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_false"))]
    pub is_repaired: bool,
    /// Its bytes were read a second time, since they were first part of a broken call.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_false"))]
    pub is_recovered: bool,
    /// Pieces of the call came before.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub has_started: bool,
    /// The bytes of the stream that it accounts for; empty if others do.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub span: Span,
}

impl ToolCall<'_> {
    /// The same, which borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> ToolCall<'static> {
        ToolCall {
            index: self.index,
            id: owned(self.id),
            name: owned(self.name),
            arguments: owned(self.arguments),
            raw: owned(self.raw),
            is_closed: self.is_closed,
            is_repaired: self.is_repaired,
            is_recovered: self.is_recovered,
            has_started: self.has_started,
            span: self.span,
        }
    }
}

/// A broken call, or text in the place of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ToolCallError<'a> {
    /// The reason why it is not a call.
    pub code: Code,
    /// One plain sentence.
    pub text: Cow<'a, str>,
    /// The place that the sentence is about.
    pub offset: u64,
    /// The name of the tool, if it is known.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "str::is_empty"))]
    pub name: Cow<'a, str>,
    /// The whole body as written, without blanks at its ends; of a call that is cut off all of its bytes.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "str::is_empty"))]
    pub raw: Cow<'a, str>,
    /// Calls count from 0, in the order in which they come.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub index: Option<u32>,
    /// The closing tag was there.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub is_closed: bool,
    /// Its bytes were read again, after what stood before them was not a call.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub is_recovered: bool,
    /// Pieces of the call came before.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub has_started: bool,
    /// The bytes of the stream that it accounts for; empty if others do.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub span: Span,
}

impl ToolCallError<'_> {
    /// The same, which borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> ToolCallError<'static> {
        ToolCallError {
            code: self.code,
            text: owned(self.text),
            offset: self.offset,
            name: owned(self.name),
            raw: owned(self.raw),
            index: self.index,
            is_closed: self.is_closed,
            is_recovered: self.is_recovered,
            has_started: self.has_started,
            span: self.span,
        }
    }
}

/// A complete thought.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[non_exhaustive]
pub struct Thought<'a> {
    /// The text, without blanks at its ends.
    pub text: Cow<'a, str>,
    /// The value of the attribute `thought_type`, decoded.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "str::is_empty"))]
    pub thought_type: Cow<'a, str>,
    /// From 0 to 1; 0.5 if the attribute is missing or is not such a number; `None`: the thought has none of the attributes of thoughts.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub confidence: Option<f64>,
    /// The thought has one of the attributes of thoughts.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_false"))]
    pub has_attributes: bool,
    /// The closing tag was there.
    pub is_closed: bool,
    /// The text was cut at a limit.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_false"))]
    pub is_truncated: bool,
    /// The bytes of the stream that it accounts for; empty if others do.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub span: Span,
}

impl Thought<'_> {
    /// The same, which borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> Thought<'static> {
        Thought {
            text: owned(self.text),
            thought_type: owned(self.thought_type),
            confidence: self.confidence,
            has_attributes: self.has_attributes,
            is_closed: self.is_closed,
            is_truncated: self.is_truncated,
            span: self.span,
        }
    }
}

/// A remark for the caller, or why the reader has stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Notice<'a> {
    /// The kind of the remark.
    pub code: Code,
    /// One plain sentence.
    pub text: Cow<'a, str>,
    /// The place that the sentence is about.
    pub offset: u64,
    /// The tag or opening marker of the rule that it is about; empty if it is about none.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "str::is_empty"))]
    pub name: Cow<'a, str>,
    /// The bytes of the stream that it accounts for; empty if others do.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub span: Span,
}

impl Notice<'_> {
    /// The same, which borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> Notice<'static> {
        Notice {
            code: self.code,
            text: owned(self.text),
            offset: self.offset,
            name: owned(self.name),
            span: self.span,
        }
    }
}

/// A section of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(default))]
pub struct Section {
    /// The tag's name as written, or the opening marker.
    pub name: String,
    /// The opening tag or marker as written; empty if the prompt has opened the section.
    pub raw_tag: String,
    /// The raw text inside.
    pub content: String,
    /// The closing tag was there.
    pub is_closed: bool,
    /// Of `record`: the section is content as well.
    pub is_recorded: bool,
    /// The prompt has opened the section.
    pub is_implied_open: bool,
    /// The content was cut at a limit.
    pub is_truncated: bool,
    /// From the opening tag to one past the closing tag.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub span: Span,
}

/// A whole answer.
///
/// With the feature `serde` its JSON is that of the program. `reasoning_closed` that is not there is read as true.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Message {
    /// The visible text; always there.
    pub content: String,
    /// All reasoning.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "String::is_empty"))]
    pub reasoning: String,
    /// False: the text has ended in reasoning; else JSON leaves it out. Where a language has `None`, it is true if the reasoning is closed, and `None` until the end is known.
    #[cfg_attr(
        feature = "serde",
        serde(
            skip_serializing_if = "crate::message::is_closed_or_unknown",
            default = "crate::message::closed"
        )
    )]
    pub reasoning_closed: Option<bool>,
    /// The complete calls, in their order.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub tool_calls: Vec<ToolCall<'static>>,
    /// Texts that stood where calls should, and why they are none. A call that is cut off is here, with the code `unclosed`: its event is the notice `unclosed_call`, and its bytes are content.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub tool_call_errors: Vec<ToolCallError<'static>>,
    /// Hidden and recorded ones, in the order of their ends. The span is that of the whole element.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub sections: Vec<Section>,
    /// The thoughts, in their order.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub thoughts: Vec<Thought<'static>>,
    /// Remarks for the caller, as that a limit was reached.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub notices: Vec<Notice<'static>>,
    /// A word: `tool_calls` if there is a call, else `stop`; `length` if a limit has stopped the reader, or the caller says that the answer was cut off (`set_cut_off`); with `--from sse` the server's word (`tool_calls` only with a call), `None` if the stream broke off, and until the end is known.
    pub finish_reason: Option<String>,
    /// `code`, `text`, `offset`: why not all was read.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub stopped: Option<Notice<'static>>,
}

/// Something odd in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// `unclosed`, `stray_close` or `incomplete_tag`.
    pub kind: Code,
    /// The place of the tag's `<`.
    pub offset: usize,
    /// Counted from 1; LF, CR and CRLF end a line.
    pub line: usize,
    /// Counted from 1, in code points.
    pub column: usize,
    /// The tag's name as written, as far as it is in the text.
    pub name: String,
}

/// Counters of a reader. All but `bytes_fed` may depend on how the text was cut, and on the version of the library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Bytes handed to `feed`.
    pub bytes_fed: u64,
    /// Bytes examined, also by searches and second readings.
    pub bytes_examined: u64,
    /// Bytes that the reader holds now, between feeds.
    pub bytes_held: u64,
    /// The most that `bytes_held` has been.
    pub bytes_held_max: u64,
    /// Events or tags that were returned.
    pub events: u64,
    /// How often a limit was reached.
    pub limit_hits: u64,
}
