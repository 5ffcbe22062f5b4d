use crate::attribute::Attribute;
use crate::error::Error;
use crate::event::{
    attributes_of_section, Event, Notice, SectionEnd, Span, Thought, ToolCall, ToolCallError,
};
use crate::options::Options;
use crate::raw;

/// Reads a whole answer, by options or by the name of a dialect.
///
/// To read many, make [`Rules`](crate::Rules) once.
///
/// ```
/// let answer = r#"<think>Rain?</think>See: <tool_call>{"name": "rain", "arguments": {}}</tool_call>"#;
/// let message = tagstream::read(answer, "qwen3")?;
/// assert_eq!(message.reasoning, "Rain?");
/// assert_eq!(message.content, "See: ");
/// assert_eq!(message.tool_calls[0].name, "rain");
/// # Ok::<(), tagstream::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Option`] or [`Error::Options`], never because of the answer.
pub fn read(answer: impl AsRef<[u8]>, options: impl Into<Options>) -> Result<Message, Error> {
    Ok(options.into().rules()?.read(answer))
}

/// The text that a model of a family would write for a message.
///
/// ```
/// use tagstream::{Message, ToolCall};
///
/// let mut message = Message::default();
/// message.tool_calls.push(ToolCall::new("rain", r#"{"city": "Oslo"}"#));
/// let text = tagstream::write(&message, "hermes")?;
/// assert_eq!(tagstream::read(text, "hermes")?.tool_calls[0].arguments, r#"{"city": "Oslo"}"#);
/// # Ok::<(), tagstream::Error>(())
/// ```
///
/// # Errors
///
/// Those of [`Options::rules`] and [`Rules::write`](crate::Rules::write).
pub fn write(message: &Message, options: impl Into<Options>) -> Result<String, Error> {
    options.into().rules()?.write(message)
}

/// A whole answer.
///
/// With the feature `serde` its JSON is that of the program. `reasoning_closed` that is not there
/// is read as true.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[non_exhaustive]
pub struct Message {
    /// All visible text.
    pub content: String,
    /// All reasoning.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "String::is_empty"))]
    pub reasoning: String,
    /// False: the answer has ended in reasoning. `None`: its end is not known.
    #[cfg_attr(
        feature = "serde",
        serde(skip_serializing_if = "is_closed_or_unknown", default = "closed")
    )]
    pub reasoning_closed: Option<bool>,
    /// The calls, in the order in which they came.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub tool_calls: Vec<ToolCall<'static>>,
    /// Broken calls. A call that is cut off is here, with the code `unclosed`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub tool_call_errors: Vec<ToolCallError<'static>>,
    /// Hidden and recorded sections, in the order of their ends.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub sections: Vec<Section>,
    /// The thoughts.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub thoughts: Vec<Thought<'static>>,
    /// Remarks.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub notices: Vec<Notice<'static>>,
    /// Why the answer has ended, in the words of chat completions: `stop`, `tool_calls`, or
    /// `length` if it was cut off. `None`: its end is not known.
    pub finish_reason: Option<String>,
    /// Why the reader has stopped before the end.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub stopped: Option<Notice<'static>>,
}

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref, clippy::ref_option)] // the signature is serde's
fn is_closed_or_unknown(closed: &Option<bool>) -> bool {
    *closed != Some(false)
}

#[cfg(feature = "serde")]
#[allow(clippy::unnecessary_wraps)] // the signature is serde's
fn closed() -> Option<bool> {
    Some(true)
}

impl Message {
    /// The message as an assistant's message of chat completions, as JSON.
    #[must_use]
    pub fn to_openai_json(&self) -> String {
        raw::RawMessage::of(self).openai_json()
    }
}

/// A section of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Section {
    /// The name of the tag as written, or the opening marker.
    pub name: String,
    /// The opening tag or marker as written; empty if the prompt has opened it.
    pub raw_tag: String,
    /// What stands in it, with the tags in it.
    pub content: String,
    /// The closing tag was there.
    pub is_closed: bool,
    /// It is a section of `record`: it is content as well.
    pub is_recorded: bool,
    /// The prompt has opened it.
    pub is_implied_open: bool,
    /// `content` was cut at a limit.
    pub is_truncated: bool,
    /// The whole element.
    pub span: Span,
}

impl Section {
    pub(crate) fn of(end: SectionEnd<'_>) -> Self {
        Self {
            name: end.name.into_owned(),
            raw_tag: end.raw_tag.into_owned(),
            content: end.text.into_owned(),
            is_closed: end.is_closed,
            is_recorded: end.is_recorded,
            is_implied_open: end.is_implied_open,
            is_truncated: end.is_truncated,
            span: end.span,
        }
    }

    /// The attributes of the opening tag. A marker has none.
    #[must_use]
    pub fn attributes(&self) -> Vec<Attribute<'_>> {
        attributes_of_section(&self.name, &self.raw_tag)
    }
}

/// Collects a message from the events of one reader.
///
/// ```
/// use tagstream::{Collector, Reader};
///
/// let mut reader = Reader::new("qwen3")?;
/// let mut collector = Collector::new();
/// for chunk in ["<think>a</thi", "nk>b"] {
///     for event in reader.feed(chunk) {
///         collector.add(&event);
///     }
/// }
/// for event in reader.finish() {
///     collector.add(&event);
/// }
/// assert_eq!(collector.finish().content, "b");
/// # Ok::<(), tagstream::Error>(())
/// ```
#[derive(Debug)]
pub struct Collector(raw::RawMessage);

impl Default for Collector {
    fn default() -> Self {
        Self::new()
    }
}

impl Collector {
    /// An empty message.
    #[must_use]
    pub fn new() -> Self {
        Self(raw::RawMessage::new())
    }

    /// Adds an event, and copies its text.
    pub fn add(&mut self, event: &Event<'_>) {
        self.0.add(event);
    }

    /// The message, after all events.
    #[must_use]
    pub fn finish(mut self) -> Message {
        self.0.finish();
        self.0.to_message(true)
    }

    /// The message of an answer that was cut off by a limit of the server: its finish reason is
    /// `length`.
    #[must_use]
    pub fn finish_cut_off(mut self) -> Message {
        self.0.finish();
        self.0.set_cut_off();
        self.0.to_message(true)
    }

    /// The message so far, as of a stream that broke off: why it has ended is not known.
    #[must_use]
    pub fn so_far(&self) -> Message {
        self.0.to_message(false)
    }
}

impl<'a> Extend<Event<'a>> for Collector {
    fn extend<T: IntoIterator<Item = Event<'a>>>(&mut self, events: T) {
        for event in events {
            self.add(&event);
        }
    }
}

impl<'a> FromIterator<Event<'a>> for Message {
    /// The message of all events of an answer.
    fn from_iter<T: IntoIterator<Item = Event<'a>>>(events: T) -> Self {
        let mut collector = Collector::new();
        collector.extend(events);
        collector.finish()
    }
}
