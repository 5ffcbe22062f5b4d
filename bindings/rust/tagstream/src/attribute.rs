use std::borrow::Cow;

use crate::raw;

/// One attribute of a tag, as written: nothing is decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Attribute<'t> {
    /// Its name; empty for the value directly after the name of the tag, as in `<f=v>`.
    pub name: &'t str,
    /// Its value without quotes; empty if it has none.
    pub value: &'t str,
    /// False for `<a b>`, true for `<a b="">`.
    pub has_value: bool,
}

/// The attributes of a whole tag; any other text has none.
///
/// ```
/// let all = tagstream::attributes(r#"<file name="a.txt" new>"#);
/// assert_eq!((all[0].name, all[0].value), ("name", "a.txt"));
/// assert!(!all[1].has_value);
/// ```
#[must_use]
pub fn attributes(raw_tag: &str) -> Vec<Attribute<'_>> {
    raw::attributes(raw_tag)
}

/// A text with the five entities of XML and numeric references decoded.
///
/// ```
/// assert_eq!(tagstream::decode_entities("a &lt; b"), "a < b");
/// ```
#[must_use]
pub fn decode_entities(text: &str) -> Cow<'_, str> {
    if text.contains('&') {
        Cow::Owned(raw::decode_entities(text))
    } else {
        Cow::Borrowed(text)
    }
}
