// Made by bindings/rust/generate.py.

use std::borrow::Cow;

use crate::event::{owned, Span};
use crate::generated::Code;

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref)] // the signature is serde's
fn is_false(mark: &bool) -> bool {
    !*mark
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
#[non_exhaustive]
pub struct Thought<'a> {
    /// The text, without blanks at its ends.
    pub text: Cow<'a, str>,
    /// The value of the attribute `thought_type`, decoded.
    pub thought_type: Cow<'a, str>,
    /// From 0 to 1; 0.5 if the attribute is missing or is not such a number; `None`: the thought has none of the attributes of thoughts.
    pub confidence: Option<f64>,
    /// The thought has one of the attributes of thoughts.
    pub has_attributes: bool,
    /// The closing tag was there.
    pub is_closed: bool,
    /// The text was cut at a limit.
    pub is_truncated: bool,
    /// The bytes of the stream that it accounts for; empty if others do.
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
