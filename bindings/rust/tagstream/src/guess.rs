use crate::raw;

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
