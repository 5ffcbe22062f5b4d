use crate::error::Error;
use crate::raw;

/// Turns snapshots, each the whole text so far, into chunks for a reader.
///
/// ```
/// use tagstream::{Reader, Snapshots};
///
/// let mut snapshots = Snapshots::new();
/// let mut reader = Reader::new("qwen3")?;
/// for text in ["<thi", "<think>a</think>", "<think>a</think>b"] {
///     for event in reader.feed(snapshots.feed(text)?) {
///         println!("{event:?}");
///     }
/// }
/// # Ok::<(), tagstream::Error>(())
/// ```
#[derive(Debug)]
pub struct Snapshots(raw::Snapshots);

impl Default for Snapshots {
    fn default() -> Self {
        Self::new()
    }
}

impl Snapshots {
    /// For texts of any length.
    #[must_use]
    pub fn new() -> Self {
        Self::with_limit(usize::MAX)
    }

    /// A text of more bytes is an error.
    #[must_use]
    pub fn with_limit(max_snapshot_bytes: usize) -> Self {
        Self(raw::Snapshots::new(max_snapshot_bytes))
    }

    /// What is new in this text.
    ///
    /// # Errors
    ///
    /// [`Error::Snapshot`]: it does not begin with the one before. [`Error::Limit`]: it is too
    /// long. Nothing has changed then.
    pub fn feed<'t, T: AsRef<[u8]> + ?Sized>(&mut self, text: &'t T) -> Result<&'t [u8], Error> {
        self.0.feed(text.as_ref())
    }

    /// Forgets the last text.
    pub fn reset(&mut self) {
        self.0.reset();
    }
}
