use std::borrow::Cow;

use crate::error::Error;
use crate::options::Options;
use crate::raw;
use crate::reader::Rules;

/// How the chunks of an answer follow each other in what a server sends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Framing {
    /// Server-sent events.
    #[default]
    Sse,
    /// A JSON object in each line.
    Ndjson,
    /// Each feed is one JSON object, as the SDKs of servers give them.
    Objects,
}

/// One part of an answer, as a server sends it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece<'a> {
    /// Which of several answers it belongs to: each needs a reader of its own.
    pub choice: u32,
    /// Where the chunk that it came in begins, in bytes of the stream.
    pub offset: u64,
    /// What it is.
    pub kind: PieceKind<'a>,
}

/// What a [`Piece`] is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PieceKind<'a> {
    /// Text of the model: feed it to a [`Reader`](crate::Reader).
    Text(Cow<'a, str>),
    /// Reasoning that the server has read itself.
    Reasoning(Cow<'a, str>),
    /// A call that the server has read itself.
    ToolCallStart {
        /// The number of the call in its choice, from 0.
        index: u32,
        /// Its id, which may be empty.
        id: Cow<'a, str>,
        /// The name of the tool.
        name: Cow<'a, str>,
    },
    /// A piece of the arguments of such a call. [`check_native_call`] checks all of them, joined.
    ToolCallDelta {
        /// The number of the call.
        index: u32,
        /// The piece.
        text: Cow<'a, str>,
    },
    /// The choice has ended: why, in the words of chat completions.
    Finish(Cow<'a, str>),
    /// The server says that something failed.
    Error(Cow<'a, str>),
    /// A chunk that can't be read: one plain sentence.
    Broken(Cow<'a, str>),
    /// The server says that the stream is complete.
    End,
    /// A kind of a newer library: pass it by.
    Unknown(u32),
}

impl PieceKind<'_> {
    /// The word that other languages use for it, such as `tool_call_start`.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Reasoning(_) => "reasoning",
            Self::ToolCallStart { .. } => "tool_call_start",
            Self::ToolCallDelta { .. } => "tool_call_delta",
            Self::Finish(_) => "finish",
            Self::Error(_) => "error",
            Self::Broken(_) => "broken",
            Self::End => "end",
            Self::Unknown(_) => "unknown",
        }
    }
}

/// Reads what the servers of `OpenAI`, Anthropic, Gemini, Bedrock, Ollama and all who speak like them
/// send. Each chunk shows which of them it is of. `docs/wire.md` of the project says more.
///
/// ```
/// use tagstream::{Event, Framing, PieceKind, Reader, StreamReader};
///
/// let body = b"data: {\"choices\": [{\"delta\": {\"content\": \"<think>a</think>b\"}}]}\n\n";
/// let (mut server, mut reader) = (StreamReader::new(Framing::Sse), Reader::new("qwen3")?);
/// let mut shown = String::new();
/// for bytes in body.chunks(7) {
///     for piece in server.feed(bytes) {
///         if let PieceKind::Text(text) = piece.kind {
///             for event in reader.feed(text.as_ref()) {
///                 if let Event::Content { text, .. } = event {
///                     shown += &text;
///                 }
///             }
///         }
///     }
/// }
/// assert_eq!(shown, "b");
/// # Ok::<(), tagstream::Error>(())
/// ```
#[derive(Debug)]
pub struct StreamReader(raw::wire::StreamReader);

impl StreamReader {
    /// For one stream.
    #[must_use]
    pub fn new(framing: Framing) -> Self {
        Self(raw::wire::StreamReader::new(framing))
    }

    /// The pieces that are complete with these bytes, which may end anywhere, except with
    /// [`Framing::Objects`].
    pub fn feed<C: AsRef<[u8]> + ?Sized>(
        &mut self,
        chunk: &C,
    ) -> impl ExactSizeIterator<Item = Piece<'_>> {
        self.0.feed(chunk.as_ref())
    }

    /// Ends the stream: an event without its blank line, or a line without its end, is read.
    pub fn finish(&mut self) -> impl ExactSizeIterator<Item = Piece<'_>> {
        self.0.finish()
    }

    /// Forgets the stream, and is ready for the next one.
    pub fn reset(&mut self) {
        self.0.reset();
    }
}

/// Checks the arguments of a call that a server has read itself, all pieces of them joined, and gives
/// them as JSON: `{}` for none, unless the answer was cut off.
///
/// ```
/// use tagstream::{check_native_call, Code, Error};
///
/// assert_eq!(check_native_call("", false)?, "{}");
/// let error = check_native_call(r#"{"city": "Os"#, true).unwrap_err();
/// assert!(matches!(error, Error::Arguments { code: Code::Unclosed, .. }));
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Arguments`]: they are no JSON object. Nothing is repaired.
pub fn check_native_call(arguments: &str, is_cut_off: bool) -> Result<String, Error> {
    raw::wire::check_native_call(arguments, is_cut_off)
}

/// The field in which a client looks for reasoning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReasoningField {
    /// `reasoning_content`: most clients.
    #[default]
    ReasoningContent,
    /// `reasoning`.
    Reasoning,
    /// The same text in both.
    Both,
}

/// Rewrites a stream of chat completions or responses, from bytes to bytes: reasoning and calls that
/// the rules find in the text become native fields or items. All else passes as it is.
///
/// ```
/// use tagstream::{Rewriter, Rules};
///
/// let mut rewriter = Rewriter::new(&Rules::new("qwen3")?);
/// let body = b"data: {\"choices\": [{\"delta\": {\"content\": \"<think>Hm.</think>Yes\"}}]}\n\n";
/// let mut sent = Vec::new();
/// for bytes in body.chunks(7) {
///     sent.extend_from_slice(rewriter.feed(bytes));
/// }
/// sent.extend_from_slice(rewriter.finish());
/// assert!(String::from_utf8_lossy(&sent).contains(r#"{"reasoning_content":"Hm."}"#));
/// # Ok::<(), tagstream::Error>(())
/// ```
#[derive(Debug)]
pub struct Rewriter(raw::wire::Rewriter);

/// 16 MiB: a longer event passes unread.
const MAX_EVENT_BYTES: usize = 16 << 20;

impl Rewriter {
    /// For one stream, which is read by these rules.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        Self::with(rules, ReasoningField::default(), MAX_EVENT_BYTES)
    }

    /// The same with another field for reasoning. An event of more than `max_event_bytes` passes
    /// unread, and so many bytes may wait at most; [`new`](Self::new) takes 16 MiB.
    #[must_use]
    pub fn with(rules: &Rules, field: ReasoningField, max_event_bytes: usize) -> Self {
        Self(raw::wire::Rewriter::new(&rules.0, field, max_event_bytes))
    }

    /// The bytes to send on for these.
    pub fn feed<C: AsRef<[u8]> + ?Sized>(&mut self, chunk: &C) -> &[u8] {
        self.0.feed(chunk.as_ref())
    }

    /// Ends the stream: all that was held.
    pub fn finish(&mut self) -> &[u8] {
        self.0.finish()
    }

    /// The calls that failed during the last feed or finish: a JSON array of objects with the fields
    /// `choice`, `code`, `text`, `name`, `raw`, `offset` and `has_started`.
    #[must_use]
    pub fn errors_json(&self) -> String {
        self.0.errors_json()
    }

    /// Forgets the stream, and is ready for the next one.
    pub fn reset(&mut self) {
        self.0.reset();
    }
}

/// Rewrites an answer that comes whole, as [`Rewriter`] does a stream: one object of chat completions,
/// of completions or of responses. Any other text is returned unchanged. The second text are the calls
/// that failed, as [`Rewriter::errors_json`] has them.
#[must_use]
pub fn rewrite_answer(
    rules: &Rules,
    field: ReasoningField,
    body: impl AsRef<[u8]>,
) -> (Vec<u8>, String) {
    raw::wire::rewrite_answer(&rules.0, field, body.as_ref())
}

/// The language of a [`Grammar`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GrammarLanguage {
    /// As llguidance reads it.
    Lark,
    /// As llama.cpp and `XGrammar` read it.
    Gbnf,
}

/// A grammar for answers that call tools: a model that is held to it writes only calls that the reader
/// can read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Grammar {
    /// The grammar.
    pub text: String,
    /// A JSON array of sentences: the parts of the tools' schemas that it does not enforce.
    pub not_constrained_json: String,
}

/// The grammar for the calls of the tools that the options name.
///
/// ```
/// use tagstream::{grammar, GrammarLanguage, Options};
///
/// let tools = r#"[{"type": "function", "function": {"name": "rain", "parameters": {}}}]"#;
/// let options = Options::new().dialect("qwen3").tools(tools);
/// let grammar = grammar(&options, GrammarLanguage::Gbnf)?;
/// assert!(grammar.text.contains("root ::="));
/// # Ok::<(), tagstream::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Option`] or [`Error::Options`]: there is no dialect, model or format, or no `tools`, or
/// the format can't write a call of one of the tools.
pub fn grammar(options: &Options, language: GrammarLanguage) -> Result<Grammar, Error> {
    raw::wire::grammar(options.entries(), language)
}
