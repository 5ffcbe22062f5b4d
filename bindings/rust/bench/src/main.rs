//! How fast the crate is, beside the C interface that it uses, quick-xml, and a parser as agents
//! write them. `cargo run --release` in this folder prints the tables of docs/bench.md;
//! `--features dynamo` adds dynamo-parsers-v2, which needs 300 packages more.
use std::hint::black_box;
use std::time::{Duration, Instant};

use tagstream::{Event, Options, Rules};
use tagstream_sys as c;

const SIZE: usize = 64 << 10;
const PIECE: usize = 4;

/// Counts how often memory is asked for, by Rust and by the library: all of it comes from these
/// functions of the GNU C library. Elsewhere nothing is counted.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod counted {
    use std::ffi::c_void;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    extern "C" {
        fn __libc_malloc(size: usize) -> *mut c_void;
        fn __libc_calloc(count: usize, size: usize) -> *mut c_void;
        fn __libc_realloc(old: *mut c_void, size: usize) -> *mut c_void;
    }

    static COUNT: AtomicU64 = AtomicU64::new(0);

    /// One thread counts, so it takes no locked instruction.
    fn count() {
        COUNT.store(COUNT.load(Relaxed) + 1, Relaxed);
    }

    pub fn so_far() -> u64 {
        COUNT.load(Relaxed)
    }

    // SAFETY: each does what the function of its name does.
    #[no_mangle]
    unsafe extern "C" fn malloc(size: usize) -> *mut c_void {
        count();
        __libc_malloc(size)
    }
    #[no_mangle]
    unsafe extern "C" fn calloc(number: usize, size: usize) -> *mut c_void {
        count();
        __libc_calloc(number, size)
    }
    #[no_mangle]
    unsafe extern "C" fn realloc(old: *mut c_void, size: usize) -> *mut c_void {
        count();
        __libc_realloc(old, size)
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod counted {
    pub fn so_far() -> u64 {
        0
    }
}

/// Of a run: the fastest one's nanoseconds, and how often the last one asked for memory.
#[derive(Clone, Copy)]
struct Run {
    time: f64,
    allocations: f64,
}

fn run_of(mut run: impl FnMut()) -> Run {
    let start = Instant::now();
    let mut least = Duration::MAX;
    let mut tries = 0;
    let mut allocations = 0;
    while tries < 20 || (start.elapsed() < Duration::from_secs(1) && tries < 2000) {
        let counted = counted::so_far();
        let before = Instant::now();
        run();
        least = least.min(before.elapsed());
        allocations = counted::so_far() - counted;
        tries += 1;
    }
    Run { time: least.as_secs_f64() * 1e9, allocations: allocations as f64 }
}

/// The fastest of many runs, in nanoseconds.
fn best(run: impl FnMut()) -> f64 {
    run_of(run).time
}

/// Repeats a text up to a size.
fn repeated(text: &str) -> String {
    text.repeat(SIZE / text.len() + 1)
}

const PROSE: &str =
    "The train to the coast leaves at nine, and the ferry at noon. If x < y and y < z \
    then x < z. Whoever is late has to wait for the evening boat, which is slower. ";

struct Case {
    name: &'static str,
    options: Options,
    text: String,
}

fn cases() -> [Case; 3] {
    let thinking = format!("<thinking>{PROSE}{PROSE}</thinking>{PROSE}{PROSE}");
    let json = r#"{"name": "write", "arguments": {"path": "a.txt", "text": ""#;
    let call = format!("{PROSE}<tool_call>\n{json}{PROSE}\"}}}}\n</tool_call>\n");
    let element = format!(
        "{PROSE}<tool_call>\n<function=write>\n<parameter=path>\na.txt\n</parameter>\n\
        <parameter=text>\n{PROSE}\n</parameter>\n</function>\n</tool_call>\n"
    );
    [
        Case {
            name: "a hidden tag",
            options: Options::new().hide("thinking"),
            text: repeated(&thinking),
        },
        Case { name: "qwen3: calls as JSON", options: "qwen3".into(), text: repeated(&call) },
        Case {
            name: "qwen3_coder: calls as elements",
            options: "qwen3_coder".into(),
            text: repeated(&element),
        },
    ]
}

/// What the C interface alone takes: the sizes of all texts are added up.
fn in_c(case: &Case, size: usize) -> f64 {
    let json = match case.name {
        "a hidden tag" => r#"{"hide": "thinking"}"#,
        "qwen3: calls as JSON" => r#"{"dialect": "qwen3"}"#,
        _ => r#"{"dialect": "qwen3_coder"}"#,
    };
    let mut reader = std::ptr::null_mut();
    // SAFETY: as tagstream.h has it; events are read before the next call.
    unsafe {
        let status = c::tagstream_reader_new(
            json.as_ptr().cast(),
            json.len(),
            &mut reader,
            std::ptr::null_mut(),
        );
        assert_eq!(status, c::TAGSTREAM_OK);
        let sum = |events: c::tagstream_events| {
            let mut bytes = 0;
            let mut at = events.data;
            for _ in 0..events.size {
                bytes += (*at).text.size;
                at = at.cast::<u8>().add(events.stride).cast();
            }
            bytes
        };
        let time = best(|| {
            let mut bytes = 0;
            for piece in case.text.as_bytes().chunks(size) {
                bytes += sum(c::tagstream_feed(reader, piece.as_ptr().cast(), piece.len()));
            }
            bytes += sum(c::tagstream_finish(reader));
            c::tagstream_reset(reader);
            black_box(bytes);
        });
        c::tagstream_reader_free(reader);
        time
    }
}

/// Text is appended to a string, as an interface would show it.
fn by_feed(rules: &Rules, text: &str, size: usize) -> Run {
    let mut reader = rules.reader();
    let mut shown = String::with_capacity(text.len());
    run_of(|| {
        shown.clear();
        let mut take = |event: Event<'_>| match event {
            Event::Content { text, .. } | Event::Reasoning { text, .. } => shown.push_str(&text),
            Event::ToolCall(call) => {
                black_box(call.arguments.len());
            }
            _ => {}
        };
        for piece in text.as_bytes().chunks(size) {
            reader.feed(piece).for_each(&mut take);
        }
        reader.finish().for_each(take);
        reader.reset();
        black_box(shown.len());
    })
}

fn by_chunks(rules: &Rules, text: &str, size: usize) -> Run {
    run_of(|| {
        let mut bytes = 0;
        for event in rules.reader().chunks(text.as_bytes().chunks(size)) {
            if let Event::Content { text, .. } | Event::Reasoning { text, .. } = event {
                bytes += text.len();
            }
        }
        black_box(bytes);
    })
}

/// As agents do it: all text is appended to a buffer, which is searched at each piece.
fn naive(text: &str, open: &str, close: &str, size: usize) -> Run {
    run_of(|| {
        let mut buffer = String::new();
        let (mut shown, mut hidden) = (0, 0);
        for piece in text.as_bytes().chunks(size) {
            buffer.push_str(&String::from_utf8_lossy(piece));
            while let Some(start) = buffer.find(open) {
                let Some(length) = buffer[start..].find(close) else { break };
                shown += start;
                hidden += length;
                buffer.drain(..start + length + close.len());
            }
            if !buffer.contains('<') {
                shown += buffer.len();
                buffer.clear();
            }
        }
        black_box((shown, hidden, buffer));
    })
}

/// Reasoning, text and calls by dynamo's parser of a family; text is appended to a string.
#[cfg(feature = "dynamo")]
fn by_dynamo(family: &str, text: &str, size: usize) -> Run {
    use dynamo_parsers_v2::{
        create_unified_parser_for_family, UnifiedParserEvent, UnifiedParserInit,
        UnifiedParserOutput,
    };
    let mut parser = create_unified_parser_for_family(family, &[]).unwrap();
    let mut shown = String::with_capacity(text.len());
    run_of(|| {
        shown.clear();
        parser.initialize_request(UnifiedParserInit::default()).unwrap();
        let mut calls = 0;
        let mut take = |output: UnifiedParserOutput| {
            for event in output.events {
                match event {
                    UnifiedParserEvent::Text(text) | UnifiedParserEvent::Reasoning(text) => {
                        shown.push_str(&text);
                    }
                    UnifiedParserEvent::ToolCall(call) => {
                        calls += usize::from(black_box(call).complete);
                    }
                    _ => {}
                }
            }
        };
        let mut at = 0;
        while at < text.len() {
            let end = (at + size).min(text.len());
            let mut output = UnifiedParserOutput::default();
            parser.parse_into(&text[at..end], &mut output).unwrap();
            take(output);
            at = end;
        }
        take(parser.finish().unwrap());
        assert!(calls > 100 || !text.contains("<tool_call>"));
        parser.reset();
        black_box(shown.len());
    })
}

#[cfg(feature = "dynamo")]
fn beside_dynamo(elements: &str) {
    // Families that both read: reasoning, and calls as elements.
    let thought = format!("<think>{PROSE}{PROSE}</think>{}", PROSE.repeat(400));
    println!("\n| qwen3_coder | ns for a piece of 4 bytes | allocations for it | MB/s whole |");
    println!("|---|--:|--:|--:|");
    for (name, text) in [("reasoning, then text", &*thought), ("calls as elements", elements)] {
        let rules = Rules::new("qwen3_coder").unwrap();
        let pieces = text.len().div_ceil(PIECE) as f64;
        let row = |who: &str, small: Run, whole: Run| {
            println!(
                "| {name}: {who} | {:.1} | {:.2} | {:.0} |",
                small.time / pieces,
                small.allocations / pieces,
                text.len() as f64 / whole.time * 1e3
            );
        };
        let feed = |size| by_feed(&rules, text, size);
        row("tagstream", feed(PIECE), feed(SIZE * 2));
        let dynamo = |size| by_dynamo("qwen3_coder", text, size);
        row("dynamo-parsers-v2 0.9.6", dynamo(PIECE), dynamo(SIZE * 2));
    }
}

fn quick_xml_events(text: &str) -> Run {
    run_of(|| {
        let mut reader = quick_xml::Reader::from_str(text);
        reader.config_mut().check_end_names = false;
        let mut bytes = 0;
        loop {
            match reader.read_event() {
                Ok(quick_xml::events::Event::Eof) | Err(_) => break,
                Ok(event) => bytes += event.len(),
            }
        }
        black_box(bytes);
    })
}

/// The first closing tag after the first opening one.
fn find_inner<'t>(text: &'t str, tag: &str) -> Option<&'t str> {
    let (open, close) = (format!("<{tag}>"), format!("</{tag}>"));
    let start = text.find(&open)? + open.len();
    let length = text[start..].find(&close)?;
    Some(&text[start..start + length])
}

fn main() {
    let cases = cases();
    println!(
        "| ns for a piece of 4 bytes; allocations | C alone | `Reader::feed` | `Reader::chunks` |"
    );
    println!("|---|--:|--:|--:|");
    for case in &cases {
        let rules = case.options.rules().unwrap();
        let pieces = case.text.len().div_ceil(PIECE) as f64;
        let (feed, chunks) =
            (by_feed(&rules, &case.text, PIECE), by_chunks(&rules, &case.text, PIECE));
        println!(
            "| {} | {:.1} | {:.1}; {:.2} | {:.1}; {:.2} |",
            case.name,
            in_c(case, PIECE) / pieces,
            feed.time / pieces,
            feed.allocations / pieces,
            chunks.time / pieces,
            chunks.allocations / pieces
        );
    }
    let mega = |text: &str, time: f64| text.len() as f64 / time * 1e3;
    println!("\n| MB/s, 64 KiB a feed | C alone | `Reader::feed`; allocations |");
    println!("|---|--:|--:|");
    for case in &cases {
        let rules = case.options.rules().unwrap();
        let feed = by_feed(&rules, &case.text, SIZE * 2);
        println!(
            "| {} | {:.0} | {:.0}; {} |",
            case.name,
            mega(&case.text, in_c(case, SIZE * 2)),
            mega(&case.text, feed.time),
            feed.allocations
        );
    }
    println!("\n| beside others | |");
    println!("|---|--:|");
    let hidden = &cases[0].text;
    let pieces = hidden.len().div_ceil(PIECE) as f64;
    let calls = &cases[1].text;
    let searched = naive(hidden, "<thinking>", "</thinking>", PIECE);
    println!(
        "| a parser that searches its buffer at each piece: ns for a piece, a hidden tag | {:.1} |",
        searched.time / pieces
    );
    println!("| its allocations for a piece | {:.2} |", searched.allocations / pieces);
    println!(
        "| the same, calls as JSON, whose bodies it does not read | {:.1} |",
        naive(calls, "<tool_call>", "</tool_call>", PIECE).time / pieces
    );
    let long = format!("<tool_call>{}</tool_call>", PROSE.replace('<', "of").repeat(400));
    let long_pieces = long.len().div_ceil(PIECE) as f64;
    println!(
        "| the same, inside one call of 64 KiB | {:.1} |",
        naive(&long, "<tool_call>", "</tool_call>", PIECE).time / long_pieces
    );
    let json = format!(
        r#"<tool_call>{{"name": "f", "arguments": {{"text": "{}"}}}}</tool_call>"#,
        PROSE.repeat(400)
    );
    let rules = Rules::new("qwen3").unwrap();
    println!(
        "| `Reader::feed`, inside one call of 64 KiB | {:.1} |",
        by_feed(&rules, &json, PIECE).time / (json.len().div_ceil(PIECE) as f64)
    );
    // Well formed, as quick-xml needs it.
    let formed = hidden.replace("x < y and y < z", "x of y").replace("x < z", "y");
    let formed = format!("<a>{formed}</a>");
    let events = quick_xml_events(&formed);
    println!(
        "| quick-xml, events of the whole text: MB/s; allocations | {:.0}; {} |",
        mega(&formed, events.time),
        events.allocations
    );
    let tree = run_of(|| {
        black_box(tagstream::extract(&formed).all().count());
    });
    println!(
        "| `extract`, a tree of the same: MB/s; allocations | {:.0}; {} |",
        mega(&formed, tree.time),
        tree.allocations
    );
    let short = "<break>outer <break>inner</break> after</break>";
    let thousand = |run: &dyn Fn()| best(|| (0..1000).for_each(|_| run())) / 1000.0;
    println!(
        "| the content of an element in 47 bytes, to the first closing tag, which is wrong: ns | {:.0} |",
        thousand(&|| {
            black_box(find_inner(black_box(short), "break"));
        })
    );
    println!(
        "| `inner` of the same, which is right: ns | {:.0} |",
        thousand(&|| {
            black_box(tagstream::inner(black_box(short), "break"));
        })
    );
    let rules = cases[0].options.rules().unwrap();
    println!(
        "| a reader made, the same read, freed: ns | {:.0} |",
        thousand(&|| {
            let mut reader = rules.reader();
            let count = reader.feed(black_box(short)).count();
            black_box(count + reader.finish().count());
        })
    );
    #[cfg(feature = "dynamo")]
    beside_dynamo(&cases[2].text);
}
