//! All golden cases of the project: the same events, messages and trees, however a text is cut.
//!
//! `TAGSTREAM_GOLDENS` names the file with the cases, which the target `goldens` makes. One in
//! `TAGSTREAM_EVERY` of the cuttings is tried.
use std::fmt::Write as _;

use serde_json::{json, Map, Value};
use tagstream::{
    attributes, rewrite_answer, Collector, Error, Event, ExtractOptions, Framing, Message, Options,
    Piece, PieceKind, ReasoningField, Rewriter, Rules, Snapshots, StreamReader, Tag,
};

struct Counts {
    cases: usize,
    readings: usize,
    left_out: usize,
}

fn cases() -> Vec<Value> {
    let path = std::env::var("TAGSTREAM_GOLDENS").unwrap_or_else(|_| {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../build/dev/tests/goldens.json").to_owned()
    });
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).expect("JSON")
}

fn every() -> usize {
    std::env::var("TAGSTREAM_EVERY").ok().and_then(|text| text.parse().ok()).unwrap_or(50)
}

fn text<'a>(of: &'a Value, name: &str) -> &'a str {
    of[name].as_str().unwrap_or_else(|| panic!("no {name}"))
}

fn input(case: &Value) -> Vec<u8> {
    let Some(hex) = case["input_hex"].as_str() else { return text(case, "input").into() };
    let digits: Vec<u8> = hex.bytes().map(|at| (at as char).to_digit(16).unwrap() as u8).collect();
    digits.chunks(2).map(|two| two[0] << 4 | two[1]).collect()
}

fn pairs(case: &Value) -> impl Iterator<Item = (&str, &str)> {
    let all = case["options"].as_array().map_or(&[][..], Vec::as_slice);
    all.iter().map(|pair| (pair[0].as_str().unwrap(), pair[1].as_str().unwrap()))
}

/// Events with neighbouring pieces joined, as JSON.
#[derive(Default)]
struct Joined(Vec<Value>);

impl Joined {
    fn add(&mut self, event: &Event<'_>) {
        let one = serde_json::to_value(event).unwrap();
        let is_piece = matches!(
            event,
            Event::Content { .. }
                | Event::Reasoning { .. }
                | Event::Markup { .. }
                | Event::SectionDelta { .. }
                | Event::ToolCallDelta { .. }
                | Event::ThoughtDelta { .. }
        );
        if is_piece {
            if let Some(last) = self.0.last_mut() {
                if last["kind"] == one["kind"] && last["index"] == one["index"] {
                    let whole = text(last, "text").to_owned() + text(&one, "text");
                    last["text"] = whole.into();
                    if last.get("end").is_some() && one["end"].as_u64() > last["end"].as_u64() {
                        last["end"] = one["end"].clone();
                    }
                    return;
                }
            }
        }
        self.0.push(one);
    }
}

/// What the reader makes of the chunks.
fn read(rules: &Rules, chunks: &[&[u8]], is_finished: bool) -> (Vec<Value>, Message) {
    let mut reader = rules.reader();
    let (mut joined, mut collector) = (Joined::default(), Collector::new());
    for chunk in chunks {
        for event in reader.feed(*chunk) {
            joined.add(&event);
            collector.add(&event);
        }
    }
    if is_finished {
        for event in reader.finish() {
            joined.add(&event);
            collector.add(&event);
        }
    }
    (joined.0, collector.finish())
}

/// The cases have the ids that models wrote. Here calls have a made-up id if none was there when
/// they started, or if a call before them has it.
fn same_ids(got: &mut [Value], expected: &[Value]) {
    for (one, other) in got.iter_mut().zip(expected) {
        let started = expected
            .iter()
            .find(|event| event["kind"] == "tool_call_start" && event["index"] == other["index"]);
        let is_taken = expected.iter().any(|event| {
            event["id"] == other["id"] && event["index"].as_u64() < other["index"].as_u64()
        });
        if other.get("id").is_none() {
            one.as_object_mut().unwrap().remove("id");
        } else if is_taken || started.map_or(false, |start| start.get("id").is_none()) {
            one["id"] = other["id"].clone();
        }
    }
}

fn cuttings(input: &[u8], number: usize) -> Vec<Vec<&[u8]>> {
    let mut all = vec![vec![input]];
    let every = every();
    let mut turn = number;
    let mut take = || {
        turn += 1;
        turn % every == 0
    };
    for size in [1, 2, 3] {
        if take() || size == 1 {
            all.push(input.chunks(size).collect());
        }
    }
    for cut in 1..input.len().min(400) {
        if take() {
            let (before, after) = input.split_at(cut);
            all.push(vec![before, &[], after]);
        }
    }
    all
}

fn check_read(case: &Value, number: usize, counts: &mut Counts) -> Result<(), String> {
    let options = options(case);
    let rules = options.rules().map_err(|error| error.to_string())?;
    let input = input(case);
    let expected = case["events"].as_array().unwrap();
    let is_finished = case["finished"] == true;
    for chunks in cuttings(&input, number) {
        if case["stops"] == true && chunks.len() > 1 {
            continue;
        }
        counts.readings += 1;
        let (mut events, message) = read(&rules, &chunks, is_finished);
        same_ids(&mut events, expected);
        compare("events", &Value::from(events), &case["events"], &chunks)?;
        // Halves of a character in two events are joined in a message that is read whole, and are
        // not characters as events.
        let is_text = !case["events"].to_string().contains('\u{FFFD}');
        if is_finished && is_text {
            let message = serde_json::to_value(message).unwrap();
            compare("message", &message, &case["message"], &chunks)?;
        }
    }
    let message = rules.read(&input);
    let value = serde_json::to_value(&message).unwrap();
    compare("whole message", &value, &case["message"], &[])?;
    let again: Message =
        serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    compare("message read again", &serde_json::to_value(again).unwrap(), &value, &[])
}

/// The same value with all numbers as floating point: JSON has 1 for 1.0.
fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().into(),
        Value::Array(all) => all.iter().map(plain).collect(),
        Value::Object(map) => map.iter().map(|(name, one)| (name.clone(), plain(one))).collect(),
        other => other.clone(),
    }
}

fn compare(what: &str, got: &Value, expected: &Value, chunks: &[&[u8]]) -> Result<(), String> {
    if got == expected || plain(got) == plain(expected) {
        return Ok(());
    }
    let mut said = format!("{what} differ:\n  got      {got}\n  expected {expected}\n  chunks  ");
    for chunk in chunks {
        write!(said, " {:?}", String::from_utf8_lossy(chunk)).unwrap();
    }
    Err(said)
}

fn check_snapshots(case: &Value, counts: &mut Counts) -> Result<(), String> {
    let options = options(case);
    let mut reader = options.reader().map_err(|error| error.to_string())?;
    let words: Vec<&str> =
        case["arguments"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    let limit = words.iter().position(|one| *one == "--max-snapshot-bytes");
    let mut snapshots = limit
        .map_or_else(Snapshots::new, |at| Snapshots::with_limit(words[at + 1].parse().unwrap()));
    let mut joined = Joined::default();
    let mut failed = None;
    for line in text(case, "input").lines().filter(|line| !line.is_empty()) {
        let whole: String = serde_json::from_str(line).unwrap();
        match snapshots.feed(&whole) {
            Ok(added) => reader.feed(added).for_each(|event| joined.add(&event)),
            Err(error) => {
                failed = Some(error);
                break;
            }
        }
    }
    counts.readings += 1;
    let expected = text(case, "expected");
    if let Some(error) = failed {
        let word = match error {
            Error::Snapshot { .. } => "snapshot_mismatch",
            Error::Limit { .. } => "limit_exceeded",
            _ => "other",
        };
        return if expected.contains(word) { Ok(()) } else { Err(format!("{error}: {expected}")) };
    }
    if case["finished"] == true {
        reader.finish().for_each(|event| joined.add(&event));
    }
    let mut lines: Vec<Value> =
        expected.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut events = joined.0;
    for (one, other) in events.iter_mut().zip(&mut lines) {
        if other["text"] == "…" {
            other["text"] = one["text"].clone();
        }
    }
    compare("events", &events.into(), &lines.into(), &[])
}

fn tag_json(tag: Tag<'_, '_>) -> Value {
    json!({
        "name": tag.name(),
        "attributes": tag.attributes(),
        "content": tag.content(),
        "raw_tag": tag.raw_tag(),
        "start": tag.range().start,
        "end": tag.range().end,
        "content_start": tag.content_range().start,
        "content_end": tag.content_range().end,
        "is_closed": tag.is_closed(),
        "is_self_closing": tag.is_self_closing(),
        "children": tag.children().map(tag_json).collect::<Vec<_>>(),
    })
}

fn options(case: &Value) -> Options {
    pairs(case).fold(Options::new(), |options, (name, value)| options.set(name.to_owned(), value))
}

fn extract_options(case: &Value) -> ExtractOptions {
    pairs(case)
        .fold(ExtractOptions::new(), |options, (name, value)| options.set(name.to_owned(), value))
}

/// The deep ones are written without content, which the program does as well.
fn without_deep_content(tag: &mut Value, depth: usize) {
    if let Some(object) = tag.as_object_mut() {
        if depth > 16 {
            object.remove("content");
        }
        for child in object["children"].as_array_mut().unwrap() {
            without_deep_content(child, depth + 1);
        }
    }
}

fn check_extract(case: &Value, number: usize, counts: &mut Counts) -> Result<(), String> {
    let input = input(case);
    let Ok(text) = std::str::from_utf8(&input) else {
        counts.left_out += 1;
        return Ok(());
    };
    let options = extract_options(case);
    counts.readings += 1;
    let tree = options.extract(text).map_err(|error| error.to_string())?;
    let whole: Vec<Value> = tree.tags().map(tag_json).collect();
    let mut tags = whole.clone();
    let mut expected = case["tags"].clone();
    for one in tags.iter_mut().chain(expected.as_array_mut().unwrap()) {
        without_deep_content(one, 1);
    }
    compare("tags", &tags.into(), &expected, &[])?;
    let odd: Vec<Value> = tree
        .diagnostics()
        .iter()
        .map(|one| {
            json!({
                "kind": one.kind.as_str(), "offset": one.offset, "line": one.line,
                "column": one.column, "name": one.name,
            })
        })
        .collect();
    let mut expected = case["diagnostics"].clone();
    for one in expected.as_array_mut().unwrap() {
        let map: &mut Map<_, _> = one.as_object_mut().unwrap();
        map.entry("name").or_insert_with(|| "".into());
    }
    compare("diagnostics", &odd.into(), &expected, &[])?;
    check_extract_stream(case, number, &options, text, &whole, counts)
}

/// The same text in chunks of whole characters. What an open stream has given by now are the lines
/// of the case.
fn check_extract_stream(
    case: &Value,
    number: usize,
    options: &ExtractOptions,
    text: &str,
    whole: &[Value],
    counts: &mut Counts,
) -> Result<(), String> {
    let mut stream = options.stream().map_err(|error| error.to_string())?;
    let is_finished = case["finished"] == true;
    let lines: Vec<Value> = self::text(case, "expected")
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .filter(|line: &Value| line.get("children").is_some())
        .collect();
    for chunks in cuttings(text.as_bytes(), number) {
        let Ok(chunks) =
            chunks.iter().map(|one| std::str::from_utf8(one)).collect::<Result<Vec<_>, _>>()
        else {
            continue;
        };
        counts.readings += 1;
        stream.reset();
        let mut tags: Vec<Value> = Vec::new();
        for chunk in &chunks {
            tags.extend(stream.feed(chunk).tags().map(tag_json));
        }
        let cut: Vec<&[u8]> = chunks.iter().map(|one| one.as_bytes()).collect();
        if is_finished {
            tags.extend(stream.finish().tags().map(tag_json));
            compare("tags of the stream", &tags.into(), &whole.to_vec().into(), &cut)?;
        } else if !lines.is_empty() {
            compare("tags of the stream", &tags.into(), &lines.clone().into(), &cut)?;
        }
    }
    Ok(())
}

fn argument<'a>(case: &'a Value, name: &str) -> Option<&'a str> {
    let words = case["arguments"].as_array().unwrap();
    let at = words.iter().position(|word| word == name)?;
    words.get(at + 1).and_then(Value::as_str)
}

fn piece_json(piece: &Piece<'_>) -> Value {
    let mut json = json!({
        "kind": piece.kind.as_str(), "choice": piece.choice, "offset": piece.offset,
    });
    let text = match &piece.kind {
        PieceKind::ToolCallStart { index, id, name } => {
            json["index"] = (*index).into();
            json["id"] = id.as_ref().into();
            json["name"] = name.as_ref().into();
            ""
        }
        PieceKind::ToolCallDelta { index, text } => {
            json["index"] = (*index).into();
            text
        }
        PieceKind::Text(text)
        | PieceKind::Reasoning(text)
        | PieceKind::Finish(text)
        | PieceKind::Error(text)
        | PieceKind::Broken(text) => text,
        _ => "",
    };
    if !text.is_empty() {
        json["text"] = text.into();
    }
    json
}

fn check_pieces(case: &Value, number: usize, counts: &mut Counts) -> Result<(), String> {
    // Which API it is, limits and snapshots are not in the C interface.
    let words = case["arguments"].as_array().unwrap();
    if words
        .iter()
        .any(|word| word == "--api" || word == "--snapshots" || word == "--max-event-bytes")
    {
        counts.left_out += 1;
        return Ok(());
    }
    let framing = match argument(case, "--from") {
        Some("ndjson") => Framing::Ndjson,
        _ => Framing::Sse,
    };
    let expected: Vec<Value> =
        text(case, "expected").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let input = input(case);
    let mut reader = StreamReader::new(framing);
    for chunks in cuttings(&input, number) {
        counts.readings += 1;
        reader.reset();
        let mut got = Vec::new();
        for chunk in &chunks {
            got.extend(reader.feed(*chunk).map(|piece| piece_json(&piece)));
        }
        got.extend(reader.finish().map(|piece| piece_json(&piece)));
        for (one, other) in got.iter_mut().zip(&expected) {
            // The word of the server, which C gives in those of chat completions.
            let is_reason = ["stop", "length", "tool_calls", "content_filter"]
                .iter()
                .any(|word| one["kind"] == "finish" && one["text"] == *word);
            if other["text"] == "…" || is_reason {
                one["text"] = other["text"].clone();
            }
        }
        compare("pieces", &got.into(), &expected.clone().into(), &chunks)?;
    }
    Ok(())
}

/// Made-up ids differ from run to run.
fn without_ids(text: &str) -> String {
    let mut parts = text.split("call_");
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let is_id = part.len() >= 24 && part.as_bytes()[..24].iter().all(u8::is_ascii_alphanumeric);
        out += "call_";
        out += if is_id { &part[24..] } else { part };
    }
    out
}

fn check_rewritten(case: &Value, number: usize, counts: &mut Counts) -> Result<(), String> {
    let words = case["arguments"].as_array().unwrap();
    let rules = Options::new()
        .dialect(argument(case, "--dialect").unwrap_or("hermes"))
        .prompt_tail(argument(case, "--prompt-tail").unwrap_or(""))
        .incremental(words.iter().any(|word| word == "--incremental"))
        .rules()
        .map_err(|error| error.to_string())?;
    let field = match argument(case, "--reasoning-field") {
        Some("both") => ReasoningField::Both,
        Some("reasoning") => ReasoningField::Reasoning,
        _ => ReasoningField::ReasoningContent,
    };
    let expected = without_ids(text(case, "expected"));
    let input = input(case);
    let check = |got: &[u8], chunks: &[&[u8]]| {
        let got = without_ids(&String::from_utf8_lossy(got));
        compare("bytes", &got.into(), &expected.clone().into(), chunks)
    };
    if text(case, "reader") == "answer" {
        counts.readings += 1;
        let (mut got, errors) = rewrite_answer(&rules, field, &input);
        got.push(b'\n');
        assert!(serde_json::from_str::<Vec<Value>>(&errors).is_ok(), "{errors}");
        return check(&got, &[]);
    }
    let mut rewriter = Rewriter::with(&rules, field, 1 << 20);
    for chunks in cuttings(&input, number) {
        counts.readings += 1;
        rewriter.reset();
        let mut got = Vec::new();
        for chunk in &chunks {
            got.extend_from_slice(rewriter.feed(*chunk));
        }
        got.extend_from_slice(rewriter.finish());
        check(&got, &chunks)?;
    }
    Ok(())
}

fn check_inner(case: &Value, counts: &mut Counts) -> Result<(), String> {
    let input = input(case);
    let Ok(whole) = std::str::from_utf8(&input) else {
        counts.left_out += 1;
        return Ok(());
    };
    counts.readings += 1;
    let found = extract_options(case)
        .inner(whole, text(case, "name"))
        .map_err(|error| error.to_string())?;
    let got = found.map_or(Value::Null, |content| {
        let start = content.as_ptr() as usize - whole.as_ptr() as usize;
        json!({ "content": content, "start": start, "end": start + content.len() })
    });
    compare("content", &got, &case["content"], &[])
}

fn check_advice(case: &Value, counts: &mut Counts) -> Result<(), String> {
    counts.readings += 1;
    let input = input(case);
    let all = tagstream::advise(&input, options(case)).map_err(|error| error.to_string())?;
    let mut got = Vec::new();
    for advice in all {
        let message =
            tagstream::read(&input, advice.apply(options(case))).map_err(|e| e.to_string())?;
        let has_calls = advice.finds.iter().any(|kind| kind == "tool_call");
        if message.tool_calls.is_empty() == has_calls {
            return Err(format!("{advice:?}: {message:?}"));
        }
        got.push(json!({ "options": advice.options, "finds": advice.finds }));
    }
    let value = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => "none".to_owned(),
        other => other.to_string(),
    };
    let want = case["advice"].as_array().unwrap().iter().map(|advice| {
        let options = advice["options"].as_object().unwrap().iter();
        let options: Vec<_> = options.map(|(name, its)| (name, value(its))).collect();
        json!({ "options": options, "finds": advice["finds"] })
    });
    compare("advice", &got.into(), &want.collect::<Vec<_>>().into(), &[])
}

fn check_attributes(case: &Value, counts: &mut Counts) -> Result<(), String> {
    counts.readings += 1;
    let input = input(case);
    let Ok(whole) = std::str::from_utf8(&input) else {
        counts.left_out += 1;
        return Ok(());
    };
    let tree = tagstream::extract(whole);
    let raw_tag = tree.all().next().map_or("", |tag| tag.raw_tag());
    let mut got = String::new();
    for one in attributes(raw_tag) {
        let name = if one.name.is_empty() { "\"\"" } else { one.name };
        got += name;
        if one.has_value {
            write!(got, "\t{}", one.value).unwrap();
        }
        got.push('\n');
    }
    compare("attributes", &got.into(), &case["expected"], &[])
}

#[test]
fn all_golden_cases() {
    let mut counts = Counts { cases: 0, readings: 0, left_out: 0 };
    let mut failed = Vec::new();
    for (number, case) in cases().iter().enumerate() {
        let result = match text(case, "reader") {
            "read" | "message" => check_read(case, number, &mut counts),
            "snapshots" => check_snapshots(case, &mut counts),
            "extract" => check_extract(case, number, &mut counts),
            "pieces" => check_pieces(case, number, &mut counts),
            "rewrite" | "answer" => check_rewritten(case, number, &mut counts),
            "advise" => check_advice(case, &mut counts),
            "inner" => check_inner(case, &mut counts),
            "attributes" => check_attributes(case, &mut counts),
            // Tokens, and the writers of streams, are not in the C interface.
            _ => continue,
        };
        counts.cases += 1;
        if let Err(said) = result {
            failed.push(format!("{}: {said}", text(case, "place")));
        }
    }
    println!(
        "goldens: {} cases, {} failed, {} left out, {} readings",
        counts.cases,
        failed.len(),
        counts.left_out,
        counts.readings
    );
    for one in failed.iter().take(20) {
        println!("{one}\n");
    }
    assert!(failed.is_empty(), "{} of {} cases failed", failed.len(), counts.cases);
    assert!(counts.cases > 8000, "only {} cases", counts.cases);
}
