#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]
#![warn(missing_docs, unsafe_op_in_unsafe_fn, clippy::pedantic)]
// The marks of events are fields of their own, as in JSON.
#![allow(clippy::struct_excessive_bools)]

mod attribute;
mod error;
mod event;
mod generated;
#[cfg(feature = "serde")]
mod guess;
mod message;
mod options;
mod raw;
mod reader;
#[cfg(feature = "serde")]
mod serialize;
mod snapshots;
#[cfg(feature = "futures")]
mod stream;
mod tree;
mod wire;

pub use attribute::{attributes, decode_entities, Attribute};
pub use error::Error;
pub use event::{
    Diagnostic, Event, Message, Notice, Section, SectionEnd, SectionStart, Span, Stats, Thought,
    ToolCall, ToolCallError,
};
pub use generated::*;
#[cfg(feature = "serde")]
#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
pub use guess::{advise, guess_answer, guess_model, guess_template, Advice, Guess};
pub use message::{read, write, Collector};
pub use options::{between, ExtractOptions, Options};
pub use reader::{Chunks, Events, Reader, Rules};
pub use snapshots::Snapshots;
#[cfg(feature = "futures")]
#[cfg_attr(docsrs, doc(cfg(feature = "futures")))]
pub use stream::EventStream;
pub use tree::{extract, inner, ExtractStream, Extractor, Tag, Tags, Tree};
pub use wire::{
    check_native_call, grammar, rewrite_answer, Framing, Grammar, GrammarLanguage, Piece,
    PieceKind, ReasoningField, Rewriter, StreamReader,
};

/// The names of all dialects, and `none`, which reads nothing.
#[must_use]
pub fn dialects() -> impl ExactSizeIterator<Item = &'static str> {
    raw::dialects()
}

/// The version of the library, `major.minor.patch`.
#[must_use]
pub fn version() -> &'static str {
    raw::version()
}
