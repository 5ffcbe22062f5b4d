//! How fast the crate is, beside the C interface that it uses, quick-xml, and a parser as agents
//! write them. `cargo run --release` in this folder prints the tables of docs/bench.md.
use std::hint::black_box;
use std::time::{Duration, Instant};

use tagstream::{Event, Options, Rules};
use tagstream_sys as c;

const SIZE: usize = 64 << 10;
const PIECE: usize = 4;

/// The fastest of many runs, in nanoseconds.
fn best(mut run: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut least = Duration::MAX;
    let mut tries = 0;
    while tries < 20 || (start.elapsed() < Duration::from_secs(1) && tries < 2000) {
        let before = Instant::now();
        run();
        least = least.min(before.elapsed());
        tries += 1;
    }
    least.as_secs_f64() * 1e9
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
fn by_feed(rules: &Rules, text: &str, size: usize) -> f64 {
    let mut reader = rules.reader();
    let mut shown = String::with_capacity(text.len());
    best(|| {
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

fn by_chunks(rules: &Rules, text: &str, size: usize) -> f64 {
    best(|| {
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
fn naive(text: &str, open: &str, close: &str, size: usize) -> f64 {
    best(|| {
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

fn quick_xml_events(text: &str) -> f64 {
    best(|| {
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
    println!("| ns for a piece of 4 bytes | C alone | `Reader::feed` | `Reader::chunks` |");
    println!("|---|--:|--:|--:|");
    for case in &cases {
        let rules = case.options.rules().unwrap();
        let pieces = case.text.len().div_ceil(PIECE) as f64;
        println!(
            "| {} | {:.1} | {:.1} | {:.1} |",
            case.name,
            in_c(case, PIECE) / pieces,
            by_feed(&rules, &case.text, PIECE) / pieces,
            by_chunks(&rules, &case.text, PIECE) / pieces
        );
    }
    let mega = |text: &str, time: f64| text.len() as f64 / time * 1e3;
    println!("\n| MB/s, 64 KiB a feed | C alone | `Reader::feed` |");
    println!("|---|--:|--:|");
    for case in &cases {
        let rules = case.options.rules().unwrap();
        println!(
            "| {} | {:.0} | {:.0} |",
            case.name,
            mega(&case.text, in_c(case, SIZE * 2)),
            mega(&case.text, by_feed(&rules, &case.text, SIZE * 2))
        );
    }
    println!("\n| beside others | |");
    println!("|---|--:|");
    let hidden = &cases[0].text;
    let pieces = hidden.len().div_ceil(PIECE) as f64;
    let calls = &cases[1].text;
    println!(
        "| a parser that searches its buffer at each piece: ns for a piece, a hidden tag | {:.1} |",
        naive(hidden, "<thinking>", "</thinking>", PIECE) / pieces
    );
    println!(
        "| the same, calls as JSON, whose bodies it does not read | {:.1} |",
        naive(calls, "<tool_call>", "</tool_call>", PIECE) / pieces
    );
    let long = format!("<tool_call>{}</tool_call>", PROSE.replace('<', "of").repeat(400));
    let long_pieces = long.len().div_ceil(PIECE) as f64;
    println!(
        "| the same, inside one call of 64 KiB | {:.1} |",
        naive(&long, "<tool_call>", "</tool_call>", PIECE) / long_pieces
    );
    let json = format!(
        r#"<tool_call>{{"name": "f", "arguments": {{"text": "{}"}}}}</tool_call>"#,
        PROSE.repeat(400)
    );
    let rules = Rules::new("qwen3").unwrap();
    println!(
        "| `Reader::feed`, inside one call of 64 KiB | {:.1} |",
        by_feed(&rules, &json, PIECE) / (json.len().div_ceil(PIECE) as f64)
    );
    // Well formed, as quick-xml needs it.
    let formed = hidden.replace("x < y and y < z", "x of y").replace("x < z", "y");
    let formed = format!("<a>{formed}</a>");
    println!(
        "| quick-xml, events of the whole text: MB/s | {:.0} |",
        mega(&formed, quick_xml_events(&formed))
    );
    let tree = best(|| {
        black_box(tagstream::extract(&formed).all().count());
    });
    println!("| `extract`, a tree of the same: MB/s | {:.0} |", mega(&formed, tree));
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
}
