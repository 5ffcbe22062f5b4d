use crate::attribute::Attribute;
use crate::error::Error;
use crate::event::{attributes_of_section, Event, Message, Section, SectionEnd};
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

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref, clippy::ref_option)] // the signature is serde's
pub(crate) fn is_closed_or_unknown(closed: &Option<bool>) -> bool {
    *closed != Some(false)
}

#[cfg(feature = "serde")]
#[allow(clippy::unnecessary_wraps)] // the signature is serde's
pub(crate) fn closed() -> Option<bool> {
    Some(true)
}

impl Message {
    /// The message as an assistant's message of chat completions, as JSON.
    #[must_use]
    pub fn to_openai_json(&self) -> String {
        raw::RawMessage::of(self).openai_json()
    }
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
