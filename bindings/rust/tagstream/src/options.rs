use std::borrow::Cow;

use crate::error::Error;
use crate::raw;
use crate::reader::{Reader, Rules};
use crate::tree::{ExtractStream, Extractor, Tree};

type Entries = Vec<(Cow<'static, str>, String)>;

/// What to read by: a dialect, rules of your own, or both.
///
/// Each option is a method of its name; `set` takes any by name. They are checked when rules or a
/// reader is made of them. The name of a dialect can stand in place of options.
///
/// ```
/// use tagstream::{Options, UnclosedCall};
///
/// let options = Options::new().dialect("qwen3").hide("result").unclosed_call(UnclosedCall::Error);
/// let message = tagstream::read("So: <result>5</result>five.", options)?;
/// assert_eq!(message.content, "So: five.");
///
/// let error = tagstream::read("", Options::new().set("dialekt", "qwen3")).unwrap_err();
/// assert_eq!(error.option(), Some("dialekt"));
/// # Ok::<(), tagstream::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Options {
    entries: Entries,
}

impl Options {
    /// Options with their defaults: nothing to read by yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets one option by its name. A list gets one more entry, a size may be `64K`, and `none` is
    /// no limit.
    pub fn set(mut self, name: impl Into<Cow<'static, str>>, value: impl Into<String>) -> Self {
        self.entries.push((name.into(), value.into()));
        self
    }

    pub(crate) fn entries(&self) -> &[(Cow<'static, str>, String)] {
        &self.entries
    }

    /// Checks the options and compiles them.
    ///
    /// # Errors
    ///
    /// [`Error::Option`] or [`Error::Options`]: one is wrong, or they contradict each other.
    pub fn rules(&self) -> Result<Rules, Error> {
        raw::Rules::new(&self.entries).map(Rules::from_raw)
    }

    /// A reader by these options.
    ///
    /// # Errors
    ///
    /// As [`Options::rules`].
    pub fn reader(&self) -> Result<Reader, Error> {
        Ok(self.rules()?.reader())
    }
}

impl From<&str> for Options {
    /// The name of a dialect.
    fn from(dialect: &str) -> Self {
        Self::new().dialect(dialect)
    }
}

impl From<String> for Options {
    /// The name of a dialect.
    fn from(dialect: String) -> Self {
        Self::new().dialect(dialect)
    }
}

impl From<&Options> for Options {
    fn from(options: &Options) -> Self {
        options.clone()
    }
}

/// How [`extract`](crate::extract()) reads: by default every tag counts.
///
/// ```
/// use tagstream::ExtractOptions;
///
/// let tree = ExtractOptions::new().names("file").extract("<file>a <b>c</b></file>")?;
/// assert_eq!(tree.all().count(), 1);
/// # Ok::<(), tagstream::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct ExtractOptions {
    entries: Entries,
}

impl ExtractOptions {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// As [`Options::set`].
    pub fn set(mut self, name: impl Into<Cow<'static, str>>, value: impl Into<String>) -> Self {
        self.entries.push((name.into(), value.into()));
        self
    }

    /// Every tag of a text that these options count.
    ///
    /// # Errors
    ///
    /// [`Error::Option`] or [`Error::Options`], never because of the text.
    pub fn extract<'t>(&self, text: &'t str) -> Result<Tree<'t>, Error> {
        Ok(self.extractor()?.extract(text))
    }

    /// The content of the first outermost element of this name that is closed.
    ///
    /// # Errors
    ///
    /// [`Error::Option`] or [`Error::Options`]; also if `name` can't be the name of a tag.
    pub fn inner<'t>(&self, text: &'t str, name: &str) -> Result<Option<&'t str>, Error> {
        Ok(raw::ExtractOptions::new(&self.entries)?.extractor_for(name)?.inner(text))
    }

    /// Checks the options and compiles them, for many texts.
    ///
    /// # Errors
    ///
    /// [`Error::Option`] or [`Error::Options`].
    pub fn extractor(&self) -> Result<Extractor, Error> {
        raw::ExtractOptions::new(&self.entries)?.extractor().map(Extractor)
    }

    /// For a text that arrives in chunks.
    ///
    /// # Errors
    ///
    /// [`Error::Option`] or [`Error::Options`].
    pub fn stream(&self) -> Result<ExtractStream, Error> {
        raw::ExtractOptions::new(&self.entries)?.stream().map(ExtractStream)
    }
}

/// A pair of markers for a rule. The markers may hold anything, dots as well.
///
/// ```
/// use tagstream::{between, Options};
///
/// let options = Options::new().hide(between("Thinking...", "...done."));
/// let message = tagstream::read("Thinking...hm...done.Yes", options)?;
/// assert_eq!(message.content, "Yes");
/// # Ok::<(), tagstream::Error>(())
/// ```
#[must_use]
pub fn between(open: &str, close: &str) -> String {
    raw::between(open, close)
}
