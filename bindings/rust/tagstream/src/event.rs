use std::borrow::Cow;

use crate::attribute::{attributes, Attribute};

mod structs;
pub use structs::*;

/// The bytes of the stream that an event accounts for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
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
