//! An agent finds what stands between its own tags: `<break>`, `<fork>`, `<dispatch>`. Looking for
//! the first closing tag cuts a nested tag in two. `tagstream::inner` finds the one that belongs.
use tagstream::{Event, Reader, Rules};

/// The agent's function.
fn extract_tag_inner<'t>(text: &'t str, tag: &str) -> Option<&'t str> {
    tagstream::inner(text, tag)
}

/// The same of a text that arrives in pieces: what stands in the first section that is closed.
fn extract_tag_inner_of_stream(mut reader: Reader, chunks: &[&[u8]]) -> Option<String> {
    let (mut inner, mut found) = (String::new(), None);
    let mut take = |event: Event<'_>| match event {
        Event::SectionStart(_) => inner.clear(),
        Event::SectionDelta { text, .. } => inner += &text,
        Event::SectionEnd(end) if end.is_closed && found.is_none() => found = Some(inner.clone()),
        _ => {}
    };
    for chunk in chunks {
        reader.feed(*chunk).for_each(&mut take);
    }
    reader.finish().for_each(take);
    found
}

/// Both, and the second one for every place where the text can be cut in two, and for bytes that
/// arrive one at a time.
fn check(text: &str, tag: &str, expected: Option<&str>) {
    assert_eq!(extract_tag_inner(text, tag), expected);
    let rules = Rules::new(tagstream::Options::new().hide(tag)).unwrap();
    for cut in 0..=text.len() {
        let (before, after) = text.as_bytes().split_at(cut);
        let found = extract_tag_inner_of_stream(rules.reader(), &[before, after]);
        assert_eq!(found.as_deref(), expected, "cut at {cut}");
    }
    let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
    assert_eq!(extract_tag_inner_of_stream(rules.reader(), &bytes).as_deref(), expected);
}

/// Nested tags of the same name stay in the content.
#[test]
fn extract_tag_nested() {
    check(
        "<break>outer <break>inner</break> after</break>",
        "break",
        Some("outer <break>inner</break> after"),
    );
}

/// Of two pairs beside each other the first is meant, not all from the first to the last tag.
#[test]
fn extract_tag_two_separate_pairs() {
    check("<foo>first</foo> gap <foo>second</foo>", "foo", Some("first"));
}

#[test]
fn extract_tag_deeply_nested() {
    check("<t><t><t>deep</t></t></t>", "t", Some("<t><t>deep</t></t>"));
}

/// What the agent relied on before holds as well.
#[test]
fn extract_tag_single_level() {
    check("so <break>done</break>.", "break", Some("done"));
    check("<break></break>", "break", Some(""));
    check("no tag", "break", None);
}

/// Half a pair is no match: an answer that was cut off breaks no loop.
#[test]
fn extract_tag_that_never_closes() {
    check("<break>done", "break", None);
    check("done</break>", "break", None);
}

/// An answer that only speaks of the tag, in Markdown code, breaks no loop either.
#[test]
fn extract_tag_in_markdown_code() {
    check("Write `<break>` to stop.", "break", None);
    check("Write `<break>` to stop. <break>x</break>", "break", Some("x"));
}

/// A longer name that begins alike is another tag.
#[test]
fn extract_tag_with_a_longer_name() {
    check("<fork>a</forks></fork>", "fork", Some("a</forks>"));
}
