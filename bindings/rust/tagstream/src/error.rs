use std::fmt;

use crate::generated::Code;

/// What can be wrong. Each message is one plain sentence, which says what to do.
///
/// The text of a model is never an error: a broken call is an event.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// There is no such option, or it has no such value.
    Option {
        /// The name of the option, as it was given.
        name: String,
        /// What is wrong with it, with the nearest name or value that there is.
        message: String,
        /// Of a format or JSON: the byte at which it is wrong.
        offset: u64,
    },
    /// Options contradict each other, or there is nothing to read by.
    Options {
        /// What is wrong.
        message: String,
        /// Of options as JSON: the byte at which they are wrong.
        offset: u64,
    },
    /// A limit was reached: the reader has stopped, since `on_limit` is `stop`, or a snapshot is
    /// too long.
    Limit {
        /// Which limit it was.
        message: String,
        /// The byte of the stream where it stopped.
        offset: u64,
    },
    /// A snapshot does not begin with the one before.
    Snapshot {
        /// What is wrong.
        message: String,
        /// The first byte that differs.
        offset: u64,
    },
    /// The message cannot be written in this dialect.
    Write {
        /// What cannot be written.
        message: String,
    },
    /// The arguments of a native call are no JSON object.
    Arguments {
        /// [`Code::Unclosed`], [`Code::InvalidJson`] or [`Code::BadArguments`].
        code: Code,
        /// What is wrong.
        message: String,
        /// The byte at which they fail.
        offset: u64,
    },
    /// The end of a prompt was given after the first chunk.
    Prime {
        /// What is wrong.
        message: String,
    },
}

impl Error {
    /// The sentence.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Self::Option { message, .. }
            | Self::Options { message, .. }
            | Self::Limit { message, .. }
            | Self::Snapshot { message, .. }
            | Self::Write { message }
            | Self::Arguments { message, .. }
            | Self::Prime { message } => message,
        }
    }

    /// The name of the option that is wrong, if it is one.
    #[must_use]
    pub fn option(&self) -> Option<&str> {
        match self {
            Self::Option { name, .. } => Some(name),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self.message())
    }
}

impl std::error::Error for Error {}
