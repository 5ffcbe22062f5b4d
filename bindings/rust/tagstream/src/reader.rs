use std::collections::VecDeque;
use std::io;
use std::iter::FusedIterator;

use crate::error::Error;
use crate::event::{Event, Message, Stats};
use crate::options::Options;
use crate::raw;

/// Options, checked and compiled: shared by any number of readers and threads.
///
/// Making them costs some microseconds, with `auto` or a format up to a millisecond. A clone costs
/// next to nothing.
///
/// ```
/// use tagstream::Options;
///
/// let rules = Options::from("qwen3").rules()?;
/// for answer in ["<think>a</think>b", "c"] {
///     println!("{}", rules.read(answer).content);
/// }
/// # Ok::<(), tagstream::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rules(pub(crate) raw::Rules);

impl Rules {
    /// Rules by options, or by the name of a dialect.
    ///
    /// # Errors
    ///
    /// As [`Options::rules`].
    pub fn new(options: impl Into<Options>) -> Result<Self, Error> {
        options.into().rules()
    }

    /// Rules by options as JSON: `{"dialect": "qwen3", "hide": ["result"]}`.
    ///
    /// # Errors
    ///
    /// [`Error::Options`]: it is no such object, or an option is wrong.
    pub fn from_json(json: &str) -> Result<Self, Error> {
        raw::Rules::from_json(json).map(Self)
    }

    pub(crate) const fn from_raw(rules: raw::Rules) -> Self {
        Self(rules)
    }

    /// A reader of one stream by these rules.
    #[must_use]
    pub fn reader(&self) -> Reader {
        Reader(raw::Reader::new(&self.0))
    }

    /// Reads a whole answer. The text of a model is never an error.
    #[must_use]
    pub fn read(&self, answer: impl AsRef<[u8]>) -> Message {
        self.0.read(answer.as_ref())
    }

    /// The text that a model of this family would write for this message: its reasoning, its
    /// content and its calls. These rules read the same message from it.
    ///
    /// # Errors
    ///
    /// [`Error::Write`]: the rules are not of one dialect or format, or the message can't be
    /// written in it.
    pub fn write(&self, message: &Message) -> Result<String, Error> {
        self.0.write(message)
    }

    /// The rules in force, as text for people, with each default named.
    #[must_use]
    pub fn explain(&self) -> String {
        self.0.explain()
    }
}

/// Reads one stream. The result does not depend on how the stream was cut.
///
/// Events borrow the reader and the chunk, so they are gone before the next feed:
///
/// ```
/// use tagstream::{Event, Options};
///
/// let mut reader = Options::new().hide("thinking").reader()?;
/// let mut shown = String::new();
/// for chunk in ["Sure. <thi", "nking>2 + 2</thin", "king>It is", " 4 < 5."] {
///     for event in reader.feed(chunk) {
///         if let Event::Content { text, .. } = event {
///             shown += &text;
///         }
///     }
/// }
/// for event in reader.finish() {
///     if let Event::Content { text, .. } = event {
///         shown += &text;
///     }
/// }
/// assert_eq!(shown, "Sure. It is 4 < 5.");
/// # Ok::<(), tagstream::Error>(())
/// ```
///
/// Two feeds at once do not compile:
///
/// ```compile_fail,E0499
/// let mut reader = tagstream::Reader::new("qwen3").unwrap();
/// let first = reader.feed("a");
/// let second = reader.feed("b");
/// drop(first);
/// ```
///
/// Nor does an event after its chunk, or a reader in two threads:
///
/// ```compile_fail,E0505
/// let mut reader = tagstream::Reader::new("qwen3").unwrap();
/// let chunk = String::from("a");
/// let events = reader.feed(&chunk);
/// drop(chunk);
/// drop(events);
/// ```
///
/// ```compile_fail,E0277
/// fn shared<T: Sync>(_: T) {}
/// shared(tagstream::Reader::new("qwen3").unwrap());
/// ```
///
/// A clone goes on on its own: prime one reader, and clone it for each answer to the prompt.
///
/// ```
/// let mut prompt = tagstream::Reader::new("qwen3")?;
/// prompt.prime("<|im_start|>assistant\n<think>\n")?;
/// let mut answers = [prompt.clone(), prompt];
/// # let mut shown = Vec::new();
/// for (reader, text) in answers.iter_mut().zip(["Hm.</think>Yes.", "No."]) {
///     for event in reader.feed(text) {
///         println!("{event:?}");
/// #       shown.push(event.kind());
///     }
/// }
/// # assert_eq!(shown, ["reasoning", "markup", "content", "reasoning"]);
/// # Ok::<(), tagstream::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Reader(raw::Reader);

impl Reader {
    /// A reader with rules of its own, by options or by the name of a dialect.
    ///
    /// # Errors
    ///
    /// As [`Options::rules`].
    pub fn new(options: impl Into<Options>) -> Result<Self, Error> {
        options.into().reader()
    }

    /// The events that this chunk makes certain. The chunk may end anywhere, also inside a tag or
    /// a character.
    ///
    /// After [`finish`](Self::finish) there is one event, [`Event::Stopped`], until
    /// [`reset`](Self::reset).
    #[inline]
    pub fn feed<'a, C: AsRef<[u8]> + ?Sized>(&'a mut self, chunk: &'a C) -> Events<'a> {
        Events(self.0.feed(chunk.as_ref()))
    }

    /// Ends the stream: the events of all that was held.
    pub fn finish(&mut self) -> Events<'_> {
        Events(self.0.finish())
    }

    /// Forgets the stream, and is ready for the next one.
    pub fn reset(&mut self) {
        self.0.reset();
    }

    /// Reads the end of the prompt, without events: the answer begins where it ends, for example in
    /// reasoning. Returns true if it ends in something open.
    ///
    /// # Errors
    ///
    /// [`Error::Prime`] after the first feed; [`Error::Limit`] with `on_limit` = `stop`.
    pub fn prime(&mut self, tail: impl AsRef<[u8]>) -> Result<bool, Error> {
        self.0.prime(tail.as_ref())
    }

    /// Why the reader has stopped, with `on_limit` = `stop`.
    #[must_use]
    pub fn error(&self) -> Option<Error> {
        self.0.error()
    }

    /// Counters. They are measurements.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.0.stats()
    }

    /// Reads `source` to its end, and gives each event to `each`.
    ///
    /// ```
    /// use tagstream::{Event, Reader};
    ///
    /// let source = std::io::Cursor::new("<think>a</think>b");
    /// Reader::new("qwen3")?.read_from(source, |event| {
    ///     if let Event::Reasoning { text, .. } = event {
    ///         assert_eq!(text, "a");
    ///     }
    /// })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// An error of `source`. The events of all that came before it have been given.
    pub fn read_from(
        &mut self,
        mut source: impl io::Read,
        mut each: impl FnMut(Event<'_>),
    ) -> io::Result<()> {
        let mut buffer = vec![0; 16 << 10];
        let result = loop {
            match source.read(&mut buffer) {
                Ok(0) => break Ok(()),
                Ok(size) => self.feed(&buffer[..size]).for_each(&mut each),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => break Err(error),
            }
        };
        self.finish().for_each(each);
        result
    }

    /// The events of all chunks, as an iterator of events that borrow nothing.
    ///
    /// ```
    /// use tagstream::{Event, Reader};
    ///
    /// let reader = Reader::new("qwen3")?;
    /// for event in reader.chunks(["<think>a</thi", "nk>b"]) {
    ///     if let Event::Content { text, .. } = event {
    ///         println!("{text}");
    ///     }
    /// }
    /// # Ok::<(), tagstream::Error>(())
    /// ```
    pub fn chunks<I>(self, chunks: I) -> Chunks<I::IntoIter>
    where
        I: IntoIterator,
        I::Item: AsRef<[u8]>,
    {
        Chunks { reader: self, source: Some(chunks.into_iter()), ready: VecDeque::new() }
    }
}

/// The events of one feed, in the order of the stream.
#[derive(Clone, Debug)]
#[must_use = "events that are not taken are lost"]
pub struct Events<'a>(raw::Events<'a>);

impl<'a> Iterator for Events<'a> {
    type Item = Event<'a>;

    #[inline]
    fn next(&mut self) -> Option<Event<'a>> {
        self.0.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Events<'_> {}
impl FusedIterator for Events<'_> {}

/// The events of a sequence of chunks: see [`Reader::chunks`].
#[derive(Debug)]
pub struct Chunks<I> {
    reader: Reader,
    source: Option<I>,
    ready: VecDeque<Event<'static>>,
}

impl<I> Iterator for Chunks<I>
where
    I: Iterator,
    I::Item: AsRef<[u8]>,
{
    type Item = Event<'static>;

    fn next(&mut self) -> Option<Event<'static>> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            if let Some(chunk) = self.source.as_mut()?.next() {
                self.ready.extend(self.reader.feed(&chunk).map(Event::into_owned));
            } else {
                self.source = None;
                self.ready.extend(self.reader.finish().map(Event::into_owned));
            }
        }
    }
}

impl<I> FusedIterator for Chunks<I>
where
    I: Iterator,
    I::Item: AsRef<[u8]>,
{
}
