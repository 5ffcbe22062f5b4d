//! Two readers of markup in Rust, over the texts of `tagstream_peers texts`; the same lines of JSON.
//!
//!     tagstream-peers FOLDER

use std::cell::Cell;
use std::path::Path;

use lol_html::{element, HtmlRewriter, Settings};
use quick_xml::{events::Event, Reader};

const FEED_BYTES: usize = 64 << 10;

extern "C" {
    fn clock() -> std::ffi::c_long; // of CPU time, in microseconds
}

fn now() -> f64 {
    unsafe { clock() as f64 * 1e-6 }
}

/// The median of three samples, each of as many passes as take a tenth of a second.
fn seconds_of(job: &dyn Fn() -> Option<u64>) -> f64 {
    let sample = |passes: u32| {
        let begin = now();
        for _ in 0..passes {
            std::hint::black_box(job());
        }
        (now() - begin) / f64::from(passes)
    };
    let passes = (0.1 / sample(1).max(1e-6)).ceil().max(1.0) as u32;
    let mut samples = [sample(passes), sample(passes), sample(passes)];
    samples.sort_by(f64::total_cmp);
    samples[1]
}

/// Its fastest way: the whole text, nothing copied, names of closing tags not compared.
fn read_quick_xml(text: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(text).ok()?;
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = false;
    let mut seen = 0;
    loop {
        match reader.read_event() {
            Ok(Event::Start(_) | Event::Empty(_)) => seen += 1,
            Ok(Event::Eof) => return Some(seen),
            Ok(_) => {}
            Err(_) => return None,
        }
    }
}

fn read_lol_html(text: &[u8]) -> Option<u64> {
    let seen = Cell::new(0);
    let settings = Settings::new().append_element_content_handler(element!("*", |_| {
        seen.set(seen.get() + 1);
        Ok(())
    }));
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    for chunk in text.chunks(FEED_BYTES) {
        rewriter.write(chunk).ok()?;
    }
    rewriter.end().ok()?;
    Some(seen.get())
}

fn main() {
    let folder = std::env::args().nth(1).expect("the folder of the texts");
    let peers: [(&str, fn(&[u8]) -> Option<u64>); 2] = [
        ("quick-xml 0.42.0 (whole)", read_quick_xml),
        ("lol_html 3.0.3 (a handler)", read_lol_html),
    ];
    for (peer, read) in peers {
        for name in ["a.xml", "b.xml", "c.xml", "d.txt"] {
            let text = std::fs::read(Path::new(&folder).join(name)).expect(name);
            print!(r#"{{"job": "tags", "peer": "{peer}", "text": "{name}""#);
            if let Some(seen) = read(&text) {
                let seconds = seconds_of(&|| read(&text));
                print!(r#", "seen": {seen}, "seconds": {seconds:.9}"#);
            }
            println!("}}");
        }
    }
}
