use crate::error::Error;
use crate::options::Options;
use crate::raw;
use crate::reader::Rules;

/// Which family of models it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Guess {
    /// The dialects that fit best. If there is none, no family fits.
    pub dialects: Vec<String>,
    /// No other dialect fits; else these are only likely.
    pub is_certain: bool,
    /// The part of the name that decides, or markers.
    pub evidence: Vec<String>,
    /// The prompt opens the reasoning, and the dialect alone does not say so: read with
    /// `start_in_reasoning`.
    pub starts_in_reasoning: bool,
}

fn parsed(json: &str) -> Guess {
    serde_json::from_str(json).unwrap_or_default()
}

/// The family by the name of a model.
///
/// ```
/// let guess = tagstream::guess_model("Qwen/Qwen3-8B");
/// assert_eq!(guess.dialects, ["qwen3"]);
/// ```
#[must_use]
pub fn guess_model(name: &str) -> Guess {
    parsed(&raw::guess::model(name))
}

/// The family by an answer. Every dialect reads it.
#[must_use]
pub fn guess_answer(answer: impl AsRef<[u8]>) -> Guess {
    parsed(&raw::guess::answer(answer.as_ref()))
}

/// The family by a chat template.
#[must_use]
pub fn guess_template(chat_template: &str) -> Guess {
    parsed(&raw::guess::template(chat_template))
}

/// A change of options with which more is found in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Advice {
    /// Names and values for [`Options::set`].
    pub options: Vec<(String, String)>,
    /// The kinds of events that only the changed options give, such as `tool_call`.
    pub finds: Vec<String>,
}

impl Advice {
    /// The options with these changes.
    pub fn apply(&self, options: impl Into<Options>) -> Options {
        let set = |options: Options, (name, value): &(String, String)| {
            options.set(name.clone(), value.clone())
        };
        self.options.iter().fold(options.into(), set)
    }
}

#[derive(serde::Deserialize)]
struct Written {
    options: serde_json::Map<String, serde_json::Value>,
    finds: Vec<String>,
}

impl From<Written> for Advice {
    fn from(written: Written) -> Self {
        use serde_json::Value;
        let value = |value| match value {
            Value::String(text) => text,
            Value::Null => "none".to_owned(), // no limit
            other => other.to_string(),
        };
        let options = written.options.into_iter().map(|(name, its)| (name, value(its)));
        Self { options: options.collect(), finds: written.finds }
    }
}

/// Other options with which more is found in a text than with these. Each advice was tried on the
/// text.
///
/// It reads the first 64 KiB of the text up to 15 times, and perhaps once more for each dialect: it
/// is for a person who asks why nothing was found.
///
/// ```
/// let advice = tagstream::advise("<THINK>a</THINK>b", "qwen3")?;
/// assert_eq!(advice[0].options, [("ignore_case".to_owned(), "true".to_owned())]);
/// assert_eq!(advice[0].finds, ["reasoning"]);
/// let message = tagstream::read("<THINK>a</THINK>b", advice[0].apply("qwen3"))?;
/// assert_eq!(message.reasoning, "a");
/// # Ok::<(), tagstream::Error>(())
/// ```
///
/// # Errors
///
/// As [`Options::rules`].
pub fn advise(text: impl AsRef<[u8]>, options: impl Into<Options>) -> Result<Vec<Advice>, Error> {
    Ok(options.into().rules()?.advise(text))
}

impl Rules {
    /// As [`advise`], by rules that are made already.
    #[must_use]
    pub fn advise(&self, text: impl AsRef<[u8]>) -> Vec<Advice> {
        let written: Vec<Written> =
            serde_json::from_str(&self.0.advise(text.as_ref())).unwrap_or_default();
        written.into_iter().map(Advice::from).collect()
    }
}
