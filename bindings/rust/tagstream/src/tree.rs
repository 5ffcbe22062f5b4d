use std::cell::RefCell;
use std::ops::Range;

use crate::attribute::{attributes, Attribute};
use crate::event::Diagnostic;
use crate::raw;

/// Every tag of a text, as a tree that borrows it. It can't fail.
///
/// ```
/// let tree = tagstream::extract(r#"A <b x="1">c <d>e</d></b>"#);
/// for tag in tree.tags() {
///     println!("{} {:?}: {}", tag.name(), tag.attribute("x"), tag.content());
///     for child in tag.children() {
///         println!("  {}", child.name());
///     }
/// }
/// ```
#[must_use]
pub fn extract(text: &str) -> Tree<'_> {
    thread_local! {
        static EVERY_TAG: raw::Extractor = raw::Extractor::of_all();
    }
    EVERY_TAG.with(|extractor| extractor.extract(text))
}

/// The content of the first outermost element of this name that is closed, tags of the same name
/// inside it included.
///
/// ```
/// let text = "So <b>outer <b>inner</b> after</b>.";
/// assert_eq!(tagstream::inner(text, "b"), Some("outer <b>inner</b> after"));
/// assert_eq!(tagstream::inner(text, "c"), None);
/// ```
#[must_use]
pub fn inner<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    thread_local! {
        // An agent asks for the same name again and again: what it compiles to is kept.
        static LAST: RefCell<Option<(String, raw::Extractor)>> =
            const { RefCell::new(None) };
    }
    LAST.with(|last| {
        let mut last = last.borrow_mut();
        match &*last {
            Some((kept, extractor)) if kept == name => extractor.inner(text),
            _ => {
                let extractor = raw::Extractor::for_name(name).ok()?;
                let found = extractor.inner(text);
                *last = Some((name.to_owned(), extractor));
                found
            }
        }
    })
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) content_start: usize,
    pub(crate) content_end: usize,
    pub(crate) raw_size: usize,
    pub(crate) name_size: usize,
    pub(crate) parent: Option<usize>,
    pub(crate) subtree_end: usize,
    pub(crate) depth: u32,
    pub(crate) is_closed: bool,
    pub(crate) is_self_closing: bool,
}

/// All tags of a text, which it borrows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree<'t> {
    text: &'t str,
    begin: usize, // of the text, in the stream
    nodes: Vec<Node>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Tree<'t> {
    pub(crate) fn new(
        text: &'t str,
        begin: usize,
        nodes: Vec<Node>,
        diagnostics: Vec<Diagnostic>,
    ) -> Self {
        Self { text, begin, nodes, diagnostics }
    }

    /// What stands at these bytes of the stream.
    fn slice(&self, range: Range<usize>) -> &'t str {
        let of_text = |at: usize| at.wrapping_sub(self.begin);
        self.text.get(of_text(range.start)..of_text(range.end)).unwrap_or("")
    }

    /// The tags that stand in no other.
    #[must_use]
    pub fn tags(&self) -> Tags<'_, 't> {
        Tags { tree: self, left: 0..self.nodes.len() }
    }

    /// All tags, in the order in which they open.
    #[must_use]
    pub fn all(&self) -> impl ExactSizeIterator<Item = Tag<'_, 't>> {
        (0..self.nodes.len()).map(move |index| Tag { tree: self, index })
    }

    /// What is odd about the text, in its order.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The text. Of a feed of [`ExtractStream`], that of its tags and all between them.
    #[must_use]
    pub const fn text(&self) -> &'t str {
        self.text
    }
}

/// Tags beside each other.
#[derive(Clone, Debug)]
pub struct Tags<'r, 't> {
    tree: &'r Tree<'t>,
    left: Range<usize>,
}

impl<'r, 't> Iterator for Tags<'r, 't> {
    type Item = Tag<'r, 't>;

    fn next(&mut self) -> Option<Tag<'r, 't>> {
        if self.left.is_empty() {
            return None;
        }
        let index = self.left.start;
        self.left.start = self.tree.nodes[index].subtree_end;
        Some(Tag { tree: self.tree, index })
    }
}

impl std::iter::FusedIterator for Tags<'_, '_> {}

/// One tag of a tree. What it gives are slices of the text.
#[derive(Clone, Copy, Debug)]
pub struct Tag<'r, 't> {
    tree: &'r Tree<'t>,
    index: usize,
}

impl<'r, 't> Tag<'r, 't> {
    fn node(&self) -> &'r Node {
        &self.tree.nodes[self.index]
    }

    /// Its name, as written.
    #[must_use]
    pub fn name(&self) -> &'t str {
        let start = self.node().start + 1;
        self.tree.slice(start..start + self.node().name_size)
    }

    /// What stands between its opening and its closing tag, with the tags in it.
    #[must_use]
    pub fn content(&self) -> &'t str {
        self.tree.slice(self.node().content_start..self.node().content_end)
    }

    /// Its opening tag, as written.
    #[must_use]
    pub fn raw_tag(&self) -> &'t str {
        let start = self.node().start;
        self.tree.slice(start..start + self.node().raw_size)
    }

    /// Its attributes, as written.
    #[must_use]
    pub fn attributes(&self) -> Vec<Attribute<'t>> {
        attributes(self.raw_tag())
    }

    /// The value of the first attribute of this name; empty if it has none, as in `<a b>`.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&'t str> {
        self.attributes().into_iter().find(|one| one.name == name).map(|one| one.value)
    }

    /// The whole element in the text or the stream, from its opening tag to one past its closing tag.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.node().start..self.node().end
    }

    /// Its content in the text or the stream.
    #[must_use]
    pub fn content_range(&self) -> Range<usize> {
        self.node().content_start..self.node().content_end
    }

    /// 1 for a tag that stands in no other.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.node().depth
    }

    /// The closing tag is there.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.node().is_closed
    }

    /// It is written `<a/>`.
    #[must_use]
    pub fn is_self_closing(&self) -> bool {
        self.node().is_self_closing
    }

    /// The tags directly in it.
    #[must_use]
    pub fn children(&self) -> Tags<'r, 't> {
        Tags { tree: self.tree, left: self.index + 1..self.node().subtree_end }
    }

    /// The tag around it.
    #[must_use]
    pub fn parent(&self) -> Option<Tag<'r, 't>> {
        self.node().parent.map(|index| Tag { tree: self.tree, index })
    }
}

/// Finds the tags of many texts: options that are checked and compiled once. Threads may share it.
///
/// ```
/// let files = tagstream::ExtractOptions::new().names("file").extractor()?;
/// for answer in ["<file>a</file>", "none", "<file>b</file>"] {
///     for file in files.extract(answer).tags() {
///         println!("{}", file.content());
///     }
/// }
/// # Ok::<(), tagstream::Error>(())
/// ```
#[derive(Debug)]
pub struct Extractor(pub(crate) raw::Extractor);

impl Extractor {
    /// Every tag of a text that the options count.
    #[must_use]
    pub fn extract<'t>(&self, text: &'t str) -> Tree<'t> {
        self.0.extract(text)
    }
}

/// Finds the tags of a text that arrives in chunks: each that stands in no other comes when it is
/// complete, with the tags in it.
///
/// ```
/// use tagstream::ExtractStream;
///
/// let mut stream = ExtractStream::new();
/// let mut names = Vec::new();
/// for chunk in ["<plan>a</pl", "an> and <fi", "le x='1'>b</file>"] {
///     for tag in stream.feed(chunk).tags() {
///         names.push((tag.name().to_owned(), tag.range()));
///     }
/// }
/// assert_eq!(names, [("plan".to_owned(), 0..14), ("file".to_owned(), 19..39)]);
/// assert_eq!(stream.finish().tags().count(), 0);
/// ```
///
/// Its trees borrow the stream: they are gone before the next feed. A chunk is a `str`; of bytes
/// that are cut inside a character, keep the last ones for the next chunk.
#[derive(Debug)]
pub struct ExtractStream(pub(crate) raw::ExtractStream);

impl Default for ExtractStream {
    fn default() -> Self {
        Self::new()
    }
}

impl ExtractStream {
    /// Every tag counts. For options: [`ExtractOptions::stream`](crate::ExtractOptions::stream).
    #[must_use]
    pub fn new() -> Self {
        Self(raw::ExtractStream::new())
    }

    /// The tags that this chunk completes. Offsets count from the beginning of the stream.
    pub fn feed(&mut self, chunk: &str) -> Tree<'_> {
        self.0.feed(chunk)
    }

    /// Ends the stream: tags that are open end here. A second call gives an empty tree.
    pub fn finish(&mut self) -> Tree<'_> {
        self.0.finish()
    }

    /// Forgets the text, and is ready for the next one.
    pub fn reset(&mut self) {
        self.0.reset();
    }
}
