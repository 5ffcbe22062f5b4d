//! The interface: what its documentation promises.
use std::io::{self, Read};
use std::thread;

use tagstream::{
    between, Code, Collector, Error, Event, ExtractOptions, MarkdownCode, Message, OnLimit,
    Options, Reader, Rules, Span, ToolCall, UnclosedCall,
};

const ANSWER: &str = "<think>Regen – heute? 🌧</think>So: <b>x</b> <tool_call>\n\
    {\"name\": \"rain\", \"arguments\": {\"city\": \"Tromsø\"}}\n</tool_call> fertig";

fn joined(chunks: &[&[u8]]) -> (String, String, Vec<ToolCall<'static>>) {
    let mut reader = Reader::new("qwen3").unwrap();
    let (mut content, mut reasoning, mut calls) = (String::new(), String::new(), Vec::new());
    let mut take = |event: Event<'_>| match event {
        Event::Content { text, .. } => content += &text,
        Event::Reasoning { text, .. } => reasoning += &text,
        Event::ToolCall(call) => calls.push(call.into_owned()),
        _ => {}
    };
    for chunk in chunks {
        reader.feed(*chunk).for_each(&mut take);
    }
    reader.finish().for_each(take);
    (content, reasoning, calls)
}

#[test]
fn every_cut_gives_the_same() {
    let bytes = ANSWER.as_bytes();
    let whole = joined(&[bytes]);
    assert_eq!(whole.1, "Regen – heute? 🌧");
    assert_eq!(whole.2[0].arguments, r#"{"city": "Tromsø"}"#);
    for cut in 0..=bytes.len() {
        let (before, after) = bytes.split_at(cut);
        assert_eq!(joined(&[before, after]), whole, "cut at {cut}");
        for second in cut..=bytes.len() {
            let (middle, end) = bytes[cut..].split_at(second - cut);
            assert_eq!(joined(&[before, middle, end]), whole, "cut at {cut} and {second}");
        }
    }
    for size in 1..20 {
        assert_eq!(joined(&bytes.chunks(size).collect::<Vec<_>>()), whole);
    }
}

/// A valid stream costs no copy, wherever it is cut.
#[test]
fn text_is_borrowed() {
    let mut reader = Reader::new("qwen3").unwrap();
    for byte in ANSWER.as_bytes().chunks(1) {
        for event in reader.feed(byte) {
            if let Event::Content { text, .. } | Event::Reasoning { text, .. } = event {
                assert!(matches!(text, std::borrow::Cow::Borrowed(_)), "{text}");
            }
        }
    }
}

#[test]
fn bytes_that_are_not_utf_8() {
    let message = tagstream::read(b"<think>a\xff</think>b\xc3", "qwen3").unwrap();
    assert_eq!((message.reasoning.as_str(), message.content.as_str()), ("a\u{FFFD}", "b\u{FFFD}"));
}

#[test]
fn errors_name_the_option() {
    let error = Reader::new("qwem3").unwrap_err();
    assert_eq!(error.option(), Some("dialect"));
    assert!(error.to_string().ends_with("did you mean `qwen3`?"), "{error}");
    let of = |options: Options| options.rules().unwrap_err();
    assert_eq!(of(Options::new().dialect("qwen3").hide("a b")).option(), Some("hide"));
    assert_eq!(of(Options::from("qwen3").set("hid", "x")).option(), Some("hid"));
    assert_eq!(of(Options::from("qwen3").set("trim", "perhaps")).option(), Some("trim"));
    assert!(matches!(of(Options::new()), Error::Options { .. }));
    assert!(matches!(of(Options::new().hide("x").unwrap("x")), Error::Options { .. }));
    let error = Rules::from_json(r#"{"dialect": "qwen3", "trim": 7}"#).unwrap_err();
    assert!(error.message().contains("trim"), "{error}");
}

#[test]
fn options_by_method_and_by_name_are_the_same() {
    let methods = Options::new()
        .dialect("qwen3")
        .hide("x")
        .trim(true)
        .unclosed_call(UnclosedCall::Error)
        .max_held_bytes(65536)
        .max_tag_bytes(None)
        .id_seed(7);
    let names = [
        ("dialect", "qwen3"),
        ("hide", "x"),
        ("trim", "true"),
        ("unclosed_call", "error"),
        ("max_held_bytes", "65536"),
        ("max_tag_bytes", "none"),
        ("id_seed", "7"),
    ];
    let named = names.into_iter().fold(Options::new(), |all, (name, value)| all.set(name, value));
    assert_eq!(methods, named);
    assert_eq!(methods.rules().unwrap().explain(), named.rules().unwrap().explain());
}

/// Markers may hold what separates them, and backslashes before it.
#[test]
fn markers_of_any_kind() {
    for marker in ["...", "…", "a\\", "\\...", "\\n", "\n", "\\\n", "x\ty", "\\\\s", "[[", "a.b"]
    {
        for other in ["]", "...", "\\…", "é\n"] {
            let text = format!("1{marker}hid{other}2");
            let options = Options::new().hide(between(marker, other));
            let message = tagstream::read(&text, options).unwrap();
            assert_eq!(message.content, "12", "{marker:?} {other:?}");
            assert_eq!(message.sections[0].content, "hid");
        }
    }
}

#[test]
fn rules_are_shared_by_threads() {
    let rules = Rules::new("qwen3").unwrap();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..200 {
                    assert_eq!(rules.read(ANSWER).tool_calls[0].name, "rain");
                }
            });
        }
    });
    let mut reader = rules.clone().reader();
    drop(rules);
    assert_eq!(reader.feed("a").count(), 1);
    thread::spawn(move || assert_eq!(reader.feed("b").count(), 1)).join().unwrap();
}

/// Reads something, and then fails.
struct Broken(&'static [u8]);

impl Read for Broken {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        match self.0.read(&mut to[..3])? {
            0 => Err(io::Error::new(io::ErrorKind::ConnectionReset, "gone")),
            size => Ok(size),
        }
    }
}

#[test]
fn a_source_that_breaks_off_gives_what_was_held_first() {
    let mut collector = Collector::new();
    let error = Reader::new("qwen3")
        .unwrap()
        .read_from(Broken(b"<think>a</think>b <tool"), |event| collector.add(&event))
        .unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
    let message = collector.so_far();
    assert_eq!(message.content, "b <tool");
    assert_eq!((message.finish_reason, message.reasoning_closed), (None, None));
}

#[test]
fn messages_of_events() {
    let reader = Reader::new("qwen3").unwrap();
    let message: Message = reader.chunks(ANSWER.as_bytes().chunks(5)).collect();
    assert_eq!(message, tagstream::read(ANSWER, "qwen3").unwrap());
    assert_eq!(message.finish_reason.as_deref(), Some("tool_calls"));
    assert_eq!(message.reasoning_closed, Some(true));

    let mut collector = Collector::new();
    collector.extend(Reader::new("qwen3").unwrap().chunks(["<think>a"]));
    let message = collector.finish_cut_off();
    assert_eq!(message.finish_reason.as_deref(), Some("length"));
    assert_eq!(message.reasoning_closed, Some(false));
}

/// Pieces and events of a newer library are passed by.
#[test]
fn events_that_add_nothing_to_a_message() {
    let mut collector = Collector::new();
    collector.add(&Event::Unknown { number: 200, span: Span::default() });
    collector.add(&Event::Unknown { number: 300, span: Span::default() });
    collector.add(&Event::ThoughtDelta { text: "a".into() });
    collector.add(&Event::ToolCallDelta { index: 0, name: "b".into(), text: "{".into() });
    assert_eq!(collector.finish(), tagstream::read("", "qwen3").unwrap());
}

#[test]
fn what_is_written_is_read_again() {
    let message = tagstream::read(ANSWER, "qwen3").unwrap();
    let text = tagstream::write(&message, "hermes").unwrap();
    let again = tagstream::read(&text, "hermes").unwrap();
    assert_eq!(again.tool_calls[0].arguments, message.tool_calls[0].arguments);
    assert_eq!(again.content.trim(), message.content.trim());
    let error = tagstream::write(&message, Options::new().hide("x")).unwrap_err();
    assert!(matches!(error, Error::Write { .. }), "{error:?}");
    assert!(message.to_openai_json().contains(r#""reasoning_content":"Regen"#));
}

#[test]
fn a_limit_stops_the_reader() {
    let options = Options::new().call("t").max_held_bytes(8).on_limit(OnLimit::Stop);
    let mut reader = options.reader().unwrap();
    assert_eq!(reader.error(), None);
    let events: Vec<_> = reader.feed("<t>123456789").map(Event::into_owned).collect();
    assert!(matches!(events.last(), Some(Event::Stopped(stop)) if stop.code == Code::MaxHeldBytes));
    assert!(matches!(reader.error(), Some(Error::Limit { .. })));
    assert_eq!(reader.stats().bytes_fed, 12);
    reader.reset();
    assert_eq!(reader.error(), None);
}

#[test]
fn the_end_of_the_prompt() {
    let mut reader = Reader::new("qwen3").unwrap();
    assert!(reader.prime("<|im_start|>assistant\n<think>\n").unwrap());
    let message: Message = reader.chunks(["hm</think>yes"]).collect();
    assert_eq!((message.reasoning.as_str(), message.content.as_str()), ("hm", "yes"));
    let mut reader = Reader::new("qwen3").unwrap();
    drop(reader.feed("a"));
    assert!(matches!(reader.prime("<think>"), Err(Error::Prime { .. })));
}

#[test]
fn after_the_end_a_feed_says_so() {
    let mut reader = Reader::new("qwen3").unwrap();
    drop(reader.finish());
    let kinds: Vec<_> = reader.feed("a").map(|event| event.kind()).collect();
    assert_eq!(kinds, ["stopped"]);
}

#[test]
fn a_tree_is_slices_of_its_text() {
    let text = String::from(r#"A <file name="ä.txt" new>x <b>y</b></file> < c </d"#);
    let (name, inner) = {
        let tree = tagstream::extract(&text);
        let file = tree.tags().next().unwrap();
        let b = file.children().next().unwrap();
        assert_eq!((b.name(), b.content(), b.depth()), ("b", "y", 2));
        assert_eq!(b.parent().unwrap().raw_tag(), file.raw_tag());
        assert_eq!(file.attribute("new"), Some(""));
        assert_eq!(file.attribute("old"), None);
        assert_eq!(&text[file.range()], r#"<file name="ä.txt" new>x <b>y</b></file>"#);
        assert_eq!(&text[file.content_range()], "x <b>y</b>");
        assert_eq!(tree.all().count(), 2);
        assert_eq!(tree.diagnostics()[0].kind, Code::IncompleteTag);
        assert_eq!(tree.diagnostics()[0].name, "d");
        (file.attribute("name"), file.content())
    };
    // They outlive the tree.
    assert_eq!((name, inner), (Some("ä.txt"), "x <b>y</b>"));
}

#[test]
fn options_of_trees() {
    let options = ExtractOptions::new().names("a").ignore_case(true).max_depth(1);
    assert_eq!(options.extract("<A><a>x</a><b/></A>").unwrap().all().count(), 1);
    let error = ExtractOptions::new().set("nams", "a").extract("").unwrap_err();
    assert_eq!(error.option(), Some("nams"));
    let quoted = "`<a>` <a>x</a>";
    assert_eq!(tagstream::inner(quoted, "a"), Some("x"));
    let off = ExtractOptions::new().markdown_code(MarkdownCode::Off);
    assert_eq!(off.inner("`<a>`x</a>", "a").unwrap(), Some("`x"));
    assert!(off.inner("", "a b").is_err());
    assert_eq!(tagstream::inner("<a b>x</a b>", "a b"), None);
}

#[test]
fn dialects_and_version() {
    assert!(tagstream::dialects().any(|name| name == "qwen3"));
    assert_eq!(tagstream::version(), env!("CARGO_PKG_VERSION"));
}

#[cfg(feature = "serde")]
mod with_serde {
    use super::ANSWER;
    use tagstream::{Event, Message, Reader};

    #[derive(serde::Deserialize)]
    struct Rain<'a> {
        city: std::borrow::Cow<'a, str>,
    }

    #[test]
    fn arguments_of_a_type_of_your_own() {
        let message = tagstream::read(ANSWER, "qwen3").unwrap();
        let rain: Rain<'_> = message.tool_calls[0].arguments_as().unwrap();
        assert_eq!(rain.city, "Tromsø");
        assert!(message.tool_calls[0].arguments_as::<Vec<u8>>().is_err());
    }

    #[test]
    fn messages_are_read_again() {
        let message = tagstream::read(ANSWER, "qwen3").unwrap();
        let json = serde_json::to_string(&message).unwrap();
        assert!(json.starts_with(r#"{"content":"So: <b>x</b> "#), "{json}");
        assert_eq!(serde_json::from_str::<Message>(&json).unwrap(), message);
    }

    /// A message that another program has written may have what it needs alone.
    #[test]
    fn what_is_left_out_is_empty() {
        let json = r#"{"tool_calls": [{"name": "rain", "arguments": "{}"}], "thoughts": [{}],
            "sections": [{"start": 7}], "notices": [{"code": "later", "text": "", "offset": 0}]}"#;
        let message = serde_json::from_str::<Message>(json).unwrap();
        assert_eq!(message.tool_calls[0].span, tagstream::Span::default());
        assert_eq!(message.thoughts[0].confidence, None);
        assert_eq!((message.sections[0].span.start, message.sections[0].span.end), (7, 0));
        assert_eq!(message.notices[0].code.as_str(), "unknown");
        assert!(tagstream::write(&message, "hermes").unwrap().contains("rain"));
    }

    #[test]
    fn events_are_those_of_the_program() {
        let mut reader = Reader::new("qwen3").unwrap();
        let events: Vec<Event<'_>> = reader.feed("<think>a").collect();
        assert_eq!(
            serde_json::to_string(&events).unwrap(),
            r#"[{"kind":"markup","text":"<think>","start":0,"end":7},{"kind":"reasoning","text":"a","start":7,"end":8}]"#
        );
    }

    #[test]
    fn guesses() {
        assert_eq!(tagstream::guess_model("Qwen/Qwen3-8B").dialects, ["qwen3"]);
        assert!(tagstream::guess_answer(ANSWER).dialects.contains(&"qwen3".to_owned()));
        assert!(tagstream::guess_template("nothing").dialects.is_empty());
    }
}

#[cfg(feature = "futures")]
mod with_futures {
    use futures::executor::block_on;
    use futures::stream::{self, StreamExt};
    use tagstream::{Collector, Reader};

    #[test]
    fn an_error_of_the_stream_comes_after_what_was_held() {
        let body = stream::iter([Ok("<think>a</think>b <to"), Err("gone"), Ok("never")]);
        let mut events = Reader::new("qwen3").unwrap().stream(body);
        let mut collector = Collector::new();
        let mut errors = Vec::new();
        block_on(async {
            while let Some(event) = events.next().await {
                match event {
                    Ok(event) => {
                        assert!(errors.is_empty());
                        collector.add(&event);
                    }
                    Err(error) => errors.push(error),
                }
            }
        });
        assert_eq!(errors, ["gone"]);
        assert_eq!(collector.so_far().content, "b <to");
    }
}

/// Tags of a stream come when they are complete, wherever the text is cut, with their places in it.
#[test]
fn tags_of_a_stream_at_every_cut() {
    let text = "So: <plan n='1'>ä <step>b</step></plan>, <end/> and <open>c";
    let tag = |tag: tagstream::Tag<'_, '_>| {
        (tag.raw_tag().to_owned(), tag.content().to_owned(), tag.range(), tag.children().count())
    };
    let whole: Vec<_> = tagstream::extract(text).tags().map(tag).collect();
    assert_eq!(whole.len(), 3);
    let mut stream = tagstream::ExtractStream::new();
    for cut in (0..=text.len()).filter(|cut| text.is_char_boundary(*cut)) {
        stream.reset();
        let mut tags: Vec<_> = stream.feed(&text[..cut]).tags().map(tag).collect();
        let known = tags.len();
        assert!(tags.iter().all(|one| one.2.end <= cut), "cut at {cut}");
        tags.extend(stream.feed(&text[cut..]).tags().map(tag));
        assert!(tags.len() >= known && tags.len() == 2, "cut at {cut}: one is still open");
        tags.extend(stream.finish().tags().map(tag));
        assert_eq!(tags, whole, "cut at {cut}");
        assert_eq!(stream.finish().tags().count(), 0);
    }
}

#[test]
fn an_extractor_is_shared_by_threads() {
    let files = ExtractOptions::new().names("file").extractor().unwrap();
    std::thread::scope(|scope| {
        for number in 0..4 {
            let files = &files;
            scope.spawn(move || {
                let text = format!("<file>{number}</file><b/>").repeat(50);
                assert_eq!(files.extract(&text).all().count(), 50);
            });
        }
    });
    let error = ExtractOptions::new().max_depth(0).stream().unwrap_err();
    assert_eq!(error.option(), Some("max_depth"));
}

#[test]
fn inner_of_other_names_in_turn() {
    let text = "<a>1</a><b>2</b>";
    for _ in 0..3 {
        assert_eq!(tagstream::inner(text, "a"), Some("1"));
        assert_eq!(tagstream::inner(text, "b"), Some("2"));
        assert_eq!(tagstream::inner(text, "no name"), None);
    }
}

#[test]
fn a_grammar_needs_tools() {
    use tagstream::{grammar, GrammarLanguage};
    let error = grammar(&Options::new().dialect("qwen3"), GrammarLanguage::Lark).unwrap_err();
    assert!(error.message().contains("tools"), "{error}");
}
