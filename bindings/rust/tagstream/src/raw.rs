//! The only module that calls C. It alone knows the structs of the C interface, and each handle
//! here frees what it holds.
//!
//! What makes it sound: a handle is owned by one value; a function that makes results of a reader
//! invalid takes `&mut`; results carry the lifetime of the reader and of the chunk (C2 in
//! `tagstream.h`); strings are checked before they become `str`.
#![allow(unsafe_code)]

use std::borrow::Cow;
use std::ffi::CStr;
use std::marker::PhantomData;
use std::os::raw::{c_char, c_uint};
use std::ptr::{self, NonNull};

use tagstream_sys as c;

use crate::attribute::Attribute;
use crate::error::Error;
use crate::event::{Diagnostic, Event, Message, Section, Span, Stats, ToolCall};
use crate::generated::Code;
use crate::tree::{Node, Tree};

type Entry = (Cow<'static, str>, String);

// ---- Strings and errors ------------------------------------------------------------------------

/// # Safety
///
/// `string` is a result of the library that lives for `'a`.
unsafe fn bytes<'a>(string: c::tagstream_string) -> &'a [u8] {
    if string.size == 0 {
        return &[];
    }
    // SAFETY: the library promises `size` bytes, and the caller their lifetime.
    unsafe { std::slice::from_raw_parts(string.data.cast(), string.size) }
}

/// # Safety
///
/// As for `bytes`.
#[inline]
unsafe fn text<'a>(string: c::tagstream_string) -> Cow<'a, str> {
    // SAFETY: as promised by the caller.
    let all = unsafe { bytes(string) };
    match std::str::from_utf8(all) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => repaired(all),
    }
}

#[cold]
fn repaired(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

fn string_of(text: &str) -> c::tagstream_string {
    c::tagstream_string { data: text.as_ptr().cast(), size: text.len() }
}

/// Takes a `char*` that the library has made.
///
/// # Safety
///
/// `data` is NULL, or a result of the library of `size` bytes, which nobody else frees.
unsafe fn take_string(data: *mut c_char, size: usize) -> String {
    if data.is_null() {
        return String::new();
    }
    // SAFETY: as promised by the caller.
    let copy = unsafe {
        let text = text(c::tagstream_string { data, size }).into_owned();
        c::tagstream_free(data);
        text
    };
    copy
}

/// What a function of C makes, which gives a `char*`, and its size through its last argument.
///
/// # Safety
///
/// `run` gives NULL, or a new result of the library.
unsafe fn made(run: impl FnOnce(*mut usize) -> *mut c_char) -> String {
    let mut size = 0;
    let data = run(&mut size);
    // SAFETY: as promised by the caller.
    unsafe { take_string(data, size) }
}

pub(crate) fn between(open: &str, close: &str) -> String {
    let (open, close) = (string_of(open), string_of(close));
    // SAFETY: the strings live during the call, whose result is new.
    unsafe { made(|size| c::tagstream_between(open.data, open.size, close.data, close.size, size)) }
}

/// # Safety
///
/// `word` is NULL, or a string with a zero byte at its end that lives for `'a`.
unsafe fn word<'a>(word: *const c_char) -> Cow<'a, str> {
    if word.is_null() {
        return Cow::Borrowed("");
    }
    // SAFETY: as promised by the caller.
    unsafe { CStr::from_ptr(word) }.to_string_lossy()
}

/// What an error of the library says.
struct Said {
    status: c::tagstream_status,
    message: String,
    option: String,
    offset: u64,
}

impl Said {
    /// # Safety
    ///
    /// `error` is NULL or an error that lives now.
    unsafe fn of(error: *const c::tagstream_error) -> Self {
        // SAFETY: NULL is allowed, and the message lives as long as the error.
        unsafe {
            Self {
                status: c::tagstream_error_status(error),
                message: word(c::tagstream_error_message(error)).into_owned(),
                option: word(c::tagstream_error_option(error)).into_owned(),
                offset: c::tagstream_error_offset(error),
            }
        }
    }

    /// Takes the error of a function that has returned it in `error`.
    ///
    /// # Safety
    ///
    /// `error` is NULL or an error that nobody else frees.
    unsafe fn take(error: *mut c::tagstream_error) -> Self {
        // SAFETY: as promised by the caller.
        unsafe {
            let said = Self::of(error);
            c::tagstream_error_free(error);
            said
        }
    }

    fn of_options(self) -> Error {
        let Self { message, option: name, offset, .. } = self;
        if name.is_empty() {
            Error::Options { message, offset }
        } else {
            Error::Option { name, message, offset }
        }
    }

    fn of_reader(self) -> Error {
        let (message, offset) = (self.message, self.offset);
        match self.status {
            c::TAGSTREAM_LIMIT_EXCEEDED => Error::Limit { message, offset },
            c::TAGSTREAM_SNAPSHOT_MISMATCH => Error::Snapshot { message, offset },
            _ => Error::Prime { message },
        }
    }
}

/// Calls a function of C that fails through its last argument.
fn call(run: impl FnOnce(*mut *mut c::tagstream_error) -> c::tagstream_status) -> Result<(), Said> {
    let mut error = ptr::null_mut();
    if run(&mut error) == c::TAGSTREAM_OK {
        return Ok(());
    }
    // SAFETY: the function has just made the error (C6).
    Err(unsafe { Said::take(error) })
}

/// An owned handle of the C interface, with a method `reset` if C has it.
macro_rules! handle {
    ($name:ident, $type:ident, $free:ident, $reset:ident) => {
        handle!($name, $type, $free);

        impl $name {
            pub(crate) fn reset(&mut self) {
                // SAFETY: the handle lives, and nothing borrows from it.
                unsafe { c::$reset(self.0.as_ptr()) }
            }
        }
    };
    ($(#[$about:meta])* $name:ident, $type:ident, $free:ident) => {
        $(#[$about])*
        #[derive(Debug)]
        pub(crate) struct $name(NonNull<c::$type>);

        impl $name {
            fn from_pointer(pointer: *mut c::$type) -> Self {
                // The library ends the process when there is no memory (C8), so it isn't NULL.
                Self(NonNull::new(pointer).expect("a handle of the library"))
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                // SAFETY: this value owns the handle.
                unsafe { c::$free(self.0.as_ptr()) }
            }
        }

        // SAFETY: handles share no state, and may be moved to another thread (C7).
        unsafe impl Send for $name {}
    };
}

mod structs;
pub(crate) mod wire;

// ---- Options and rules -------------------------------------------------------------------------

handle!(Options, tagstream_options, tagstream_options_free);

type Setter<T> = unsafe extern "C" fn(
    *mut T,
    *const c_char,
    usize,
    *const c_char,
    usize,
    *mut *mut c::tagstream_error,
) -> c::tagstream_status;

/// Sets options one by one. An error names the option.
///
/// # Safety
///
/// `handle` is one that `set` takes.
unsafe fn set_all<T>(set: Setter<T>, handle: *mut T, entries: &[Entry]) -> Result<(), Error> {
    for (name, value) in entries {
        // SAFETY: the strings live during the call, which keeps nothing (C3).
        call(|error| unsafe {
            set(handle, name.as_ptr().cast(), name.len(), value.as_ptr().cast(), value.len(), error)
        })
        .map_err(Said::of_options)?;
    }
    Ok(())
}

impl Options {
    fn new(entries: &[Entry]) -> Result<Self, Error> {
        // SAFETY: the function makes a new handle.
        let options = Self::from_pointer(unsafe { c::tagstream_options_new() });
        // SAFETY: the handle is of that type.
        unsafe { set_all(c::tagstream_options_set, options.0.as_ptr(), entries) }?;
        Ok(options)
    }
}

handle!(Rules, tagstream_rules, tagstream_rules_free);

// SAFETY: rules do not change, and any number of threads may use them at once (C7).
unsafe impl Sync for Rules {}

impl Clone for Rules {
    fn clone(&self) -> Self {
        // SAFETY: the handle lives; the new owner frees it once more.
        Self::from_pointer(unsafe { c::tagstream_rules_retain(self.0.as_ptr()) })
    }
}

impl Rules {
    pub(crate) fn new(entries: &[Entry]) -> Result<Self, Error> {
        let options = Options::new(entries)?;
        let mut rules = ptr::null_mut();
        // SAFETY: the handle lives, and the pointers are valid.
        call(|error| unsafe {
            c::tagstream_rules_from_options(options.0.as_ptr(), &mut rules, error)
        })
        .map_err(Said::of_options)?;
        Ok(Self::from_pointer(rules))
    }

    pub(crate) fn from_json(json: &str) -> Result<Self, Error> {
        let mut rules = ptr::null_mut();
        // SAFETY: the string lives during the call, and the pointers are valid.
        call(|error| unsafe {
            c::tagstream_rules_new(json.as_ptr().cast(), json.len(), &mut rules, error)
        })
        .map_err(Said::of_options)?;
        Ok(Self::from_pointer(rules))
    }

    pub(crate) fn explain(&self) -> String {
        // SAFETY: the handle lives, and the result is new.
        unsafe { made(|size| c::tagstream_rules_explain(self.0.as_ptr(), size)) }
    }

    pub(crate) fn read(&self, answer: &[u8]) -> Message {
        // SAFETY: the handle lives, as does the text during the call.
        let message =
            unsafe { c::tagstream_read(self.0.as_ptr(), answer.as_ptr().cast(), answer.len()) };
        RawMessage::from_pointer(message).to_message(true)
    }

    #[cfg(feature = "serde")]
    pub(crate) fn advise(&self, text: &[u8]) -> String {
        let (rules, data) = (self.0.as_ptr(), text.as_ptr().cast());
        // SAFETY: the handle lives, as does the text during the call, whose result is new.
        unsafe { made(|size| c::tagstream_advise_json(rules, data, text.len(), size)) }
    }

    pub(crate) fn write(&self, message: &Message) -> Result<String, Error> {
        let (mut data, mut size) = (ptr::null_mut(), 0);
        let raw = RawMessage::of(message);
        // SAFETY: the handles live, and the pointers are valid.
        call(|error| unsafe {
            c::tagstream_write(raw.0.as_ptr(), self.0.as_ptr(), &mut data, &mut size, error)
        })
        .map_err(|said| Error::Write { message: said.message })?;
        // SAFETY: the result is this caller's.
        Ok(unsafe { take_string(data, size) })
    }
}

// ---- Readers and events ------------------------------------------------------------------------

handle!(Reader, tagstream_reader, tagstream_reader_free, tagstream_reset);

impl Clone for Reader {
    fn clone(&self) -> Self {
        // SAFETY: the handle lives; the copy shares nothing that changes.
        Self::from_pointer(unsafe { c::tagstream_reader_clone(self.0.as_ptr()) })
    }
}

impl Reader {
    pub(crate) fn new(rules: &Rules) -> Self {
        // SAFETY: the handle lives, and the reader keeps the rules that it needs.
        Self::from_pointer(unsafe { c::tagstream_reader_from_rules(rules.0.as_ptr()) })
    }

    #[inline]
    pub(crate) fn feed<'a>(&'a mut self, chunk: &'a [u8]) -> Events<'a> {
        // SAFETY: the handle lives. Events point into the reader and the chunk, and both are
        // borrowed as long as the events.
        Events::new(unsafe {
            c::tagstream_feed(self.0.as_ptr(), chunk.as_ptr().cast(), chunk.len())
        })
    }

    pub(crate) fn finish(&mut self) -> Events<'_> {
        // SAFETY: the handle lives, and is borrowed as long as the events.
        Events::new(unsafe { c::tagstream_finish(self.0.as_ptr()) })
    }

    pub(crate) fn prime(&mut self, tail: &[u8]) -> Result<bool, Error> {
        let mut is_open = false;
        // SAFETY: the handle lives, the text is not kept, and the pointers are valid.
        call(|error| unsafe {
            c::tagstream_prime(
                self.0.as_ptr(),
                tail.as_ptr().cast(),
                tail.len(),
                &mut is_open,
                error,
            )
        })
        .map_err(Said::of_reader)?;
        Ok(is_open)
    }

    pub(crate) fn error(&self) -> Option<Error> {
        // SAFETY: the handle lives. This type is not `Sync`, so nobody else asks at once.
        let error = unsafe { c::tagstream_reader_error(self.0.as_ptr()) };
        // SAFETY: the error lives as long as the reader is not changed.
        (!error.is_null()).then(|| unsafe { Said::of(error) }.of_reader())
    }

    pub(crate) fn stats(&self) -> Stats {
        let mut stats = c::tagstream_stats::default();
        let size = std::mem::size_of_val(&stats);
        // SAFETY: the handle lives, and `size` is that of the struct.
        unsafe { c::tagstream_reader_stats(self.0.as_ptr(), &mut stats, size) };
        structs::stats(&stats)
    }
}

/// An array of structs, which may be longer in a newer library than here: `stride` says how long.
#[derive(Debug)]
struct Array<'a, T> {
    at: *const T,
    left: usize,
    stride: usize,
    lifetime: PhantomData<&'a T>,
}

impl<T> Clone for Array<'_, T> {
    fn clone(&self) -> Self {
        Self { lifetime: PhantomData, ..*self }
    }
}

impl<T> ExactSizeIterator for Array<'_, T> {}

impl<'a, T> Iterator for Array<'a, T> {
    type Item = &'a T;

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    #[inline]
    fn next(&mut self) -> Option<&'a T> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        // SAFETY: the array had another element, which lives for `'a`. The pointer after the last
        // one is not read.
        let one = unsafe { &*self.at };
        self.at = self.at.cast::<u8>().wrapping_add(self.stride).cast();
        Some(one)
    }
}

/// The events of a feed, or of a part of a message.
#[derive(Clone, Debug)]
pub(crate) struct Events<'a>(Array<'a, c::tagstream_event>);

// SAFETY: the events do not change as long as they are borrowed.
unsafe impl Send for Events<'_> {}

impl Events<'_> {
    #[inline]
    fn new(events: c::tagstream_events) -> Self {
        Self(Array {
            at: events.data,
            left: events.size,
            stride: events.stride,
            lifetime: PhantomData,
        })
    }

    pub(crate) const fn len(&self) -> usize {
        self.0.left
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = Event<'a>;

    #[inline]
    fn next(&mut self) -> Option<Event<'a>> {
        self.0.next().map(event)
    }
}

/// The kinds that make up a stream come first, and apart from the others.
#[inline]
fn event(raw: &c::tagstream_event) -> Event<'_> {
    let kind = c_uint::from(raw.kind);
    if kind == c::TAGSTREAM_CONTENT {
        // SAFETY: the strings of an event live as long as it is borrowed.
        return Event::Content { text: unsafe { text(raw.text) }, span: span(raw) };
    }
    structs::event(kind, raw)
}

const fn span(raw: &c::tagstream_event) -> Span {
    Span { start: raw.start, end: raw.end }
}

fn put_span(raw: &mut c::tagstream_event, span: Span) {
    raw.start = span.start;
    raw.end = span.end;
}

const fn has(raw: &c::tagstream_event, flag: c::tagstream_event_flag) -> bool {
    raw.flags & flag != 0
}

fn code(number: u8) -> Code {
    Code::from_number(u32::from(number))
}

/// A string of this event.
fn text_in(_: &c::tagstream_event, string: c::tagstream_string) -> Cow<'_, str> {
    // SAFETY: the strings of an event live as long as it is borrowed.
    unsafe { text(string) }
}

/// The opposite of `event`: the struct borrows the strings of the event.
fn to_raw(event: &Event<'_>) -> Option<c::tagstream_event> {
    let mut raw = c::tagstream_event {
        kind: 0,
        code: 0,
        reserved: [0; 6],
        flags: 0,
        index: 0,
        start: 0,
        end: 0,
        text: string_of(""),
        name: string_of(""),
        raw: string_of(""),
        id: string_of(""),
        thought_type: string_of(""),
        offset: 0,
        confidence: -1.0,
    };
    let kind = structs::put_event(&mut raw, event);
    raw.kind = u8::try_from(kind).ok()?;
    Some(raw)
}

fn number_of(code: Code) -> u8 {
    u8::try_from(code.number()).unwrap_or(0)
}

// ---- Messages ----------------------------------------------------------------------------------

handle!(
    /// A message while it is collected.
    RawMessage,
    tagstream_message,
    tagstream_message_free
);

impl RawMessage {
    pub(crate) fn new() -> Self {
        // SAFETY: the function makes a new handle.
        Self::from_pointer(unsafe { c::tagstream_message_new() })
    }

    /// A message with the reasoning, the content and the calls of this one.
    pub(crate) fn of(message: &Message) -> Self {
        let mut raw = Self::new();
        let piece = |text| (Cow::Borrowed(text), Span::default());
        if !message.reasoning.is_empty() {
            let (text, span) = piece(message.reasoning.as_str());
            raw.add(&Event::Reasoning { text, span });
        }
        if !message.content.is_empty() {
            let (text, span) = piece(message.content.as_str());
            raw.add(&Event::Content { text, span });
        }
        for (call, index) in message.tool_calls.iter().zip(0..) {
            raw.add(&Event::ToolCall(ToolCall { index, ..call.clone() }));
        }
        raw.finish();
        raw
    }

    pub(crate) fn add(&mut self, event: &Event<'_>) {
        let raw = match to_raw(event) {
            Some(raw) => raw,
            None => return,
        };
        let stride = std::mem::size_of_val(&raw);
        let events = c::tagstream_events { data: &raw, size: 1, stride };
        // SAFETY: the handle lives, and the function copies the strings of the event.
        unsafe { c::tagstream_message_add(self.0.as_ptr(), events) }
    }

    pub(crate) fn finish(&mut self) {
        // SAFETY: the handle lives, and nothing borrows from it.
        unsafe { c::tagstream_message_finish(self.0.as_ptr()) }
    }

    pub(crate) fn set_cut_off(&mut self) {
        // SAFETY: the handle lives, and nothing borrows from it.
        unsafe { c::tagstream_message_set_cut_off(self.0.as_ptr()) }
    }

    pub(crate) fn openai_json(&self) -> String {
        // SAFETY: the handle lives, and the result is new.
        unsafe { made(|size| c::tagstream_message_openai_json(self.0.as_ptr(), size)) }
    }

    /// Copies the message. `has_ended`: its end is known.
    pub(crate) fn to_message(&self, has_ended: bool) -> Message {
        let handle: *const c::tagstream_message = self.0.as_ptr();
        // SAFETY: the handle lives, and nothing changes it while the results are copied.
        let string = |get: unsafe extern "C" fn(_) -> c::tagstream_string| unsafe {
            text(get(handle)).into_owned()
        };
        let finish_reason = string(c::tagstream_message_finish_reason);
        // SAFETY: as before.
        let is_closed = unsafe { c::tagstream_message_reasoning_closed(handle) };
        Message {
            content: string(c::tagstream_message_content),
            reasoning: string(c::tagstream_message_reasoning),
            reasoning_closed: has_ended.then_some(is_closed),
            tool_calls: self
                .part(c::tagstream_message_tool_calls, |raw| structs::tool_call(raw).into_owned()),
            tool_call_errors: self.part(c::tagstream_message_tool_call_errors, |raw| {
                structs::tool_call_error(raw).into_owned()
            }),
            sections: self
                .part(c::tagstream_message_sections, |raw| Section::of(structs::section_end(raw))),
            thoughts: self
                .part(c::tagstream_message_thoughts, |raw| structs::thought(raw).into_owned()),
            notices: self
                .part(c::tagstream_message_notices, |raw| structs::notice(raw).into_owned()),
            finish_reason: (!finish_reason.is_empty()).then_some(finish_reason),
            stopped: self
                .part(c::tagstream_message_stopped, |raw| structs::notice(raw).into_owned())
                .pop(),
        }
    }

    /// One of the lists of a message, which C gives as events.
    fn part<T>(
        &self,
        get: unsafe extern "C" fn(*const c::tagstream_message) -> c::tagstream_events,
        make: impl Fn(&c::tagstream_event) -> T,
    ) -> Vec<T> {
        // SAFETY: the handle lives, and nothing changes it while the results are copied.
        Events::new(unsafe { get(self.0.as_ptr()) }).0.map(make).collect()
    }
}

// ---- Trees -------------------------------------------------------------------------------------

handle!(ExtractOptions, tagstream_extract_options, tagstream_extract_options_free);
handle!(Extractor, tagstream_extractor, tagstream_extractor_free);
handle!(RawTree, tagstream_tree, tagstream_tree_free);
handle!(
    ExtractStream,
    tagstream_extract_stream,
    tagstream_extract_stream_free,
    tagstream_extract_stream_reset
);

// SAFETY: an extractor does not change, and any number of threads may use it at once (C7).
unsafe impl Sync for Extractor {}

/// An offset in a text that is in memory.
fn offset(of: u64) -> usize {
    usize::try_from(of).unwrap_or(usize::MAX)
}

impl ExtractOptions {
    pub(crate) fn new(entries: &[Entry]) -> Result<Self, Error> {
        // SAFETY: the function makes a new handle.
        let options = Self::from_pointer(unsafe { c::tagstream_extract_options_new() });
        // SAFETY: the handle is of that type.
        unsafe { set_all(c::tagstream_extract_options_set, options.0.as_ptr(), entries) }?;
        Ok(options)
    }

    pub(crate) fn extractor(&self) -> Result<Extractor, Error> {
        let mut made = ptr::null_mut();
        // SAFETY: the handle lives, and the pointers are valid.
        call(|error| unsafe { c::tagstream_extractor_new(self.0.as_ptr(), &mut made, error) })
            .map_err(Said::of_options)?;
        Ok(Extractor::from_pointer(made))
    }

    pub(crate) fn extractor_for(&self, name: &str) -> Result<Extractor, Error> {
        extractor_for(self.0.as_ptr(), name)
    }

    pub(crate) fn stream(&self) -> Result<ExtractStream, Error> {
        let mut made = ptr::null_mut();
        // SAFETY: the handle lives, and the pointers are valid.
        call(|error| unsafe { c::tagstream_extract_stream_new(self.0.as_ptr(), &mut made, error) })
            .map_err(Said::of_options)?;
        Ok(ExtractStream::from_pointer(made))
    }
}

/// `options` may be NULL.
fn extractor_for(
    options: *const c::tagstream_extract_options,
    name: &str,
) -> Result<Extractor, Error> {
    let mut made = ptr::null_mut();
    let (data, size) = (name.as_ptr().cast(), name.len());
    // SAFETY: the options are NULL or live, as does the name; the pointers are valid.
    call(|error| unsafe { c::tagstream_extractor_for_name(options, data, size, &mut made, error) })
        .map_err(Said::of_options)?;
    Ok(Extractor::from_pointer(made))
}

impl Extractor {
    /// Every tag counts, so it can't fail.
    pub(crate) fn of_all() -> Self {
        let mut made = ptr::null_mut();
        // SAFETY: NULL stands for the defaults, and the pointer is valid.
        unsafe { c::tagstream_extractor_new(ptr::null(), &mut made, ptr::null_mut()) };
        Self::from_pointer(made)
    }

    /// For `inner` alone, with defaults.
    pub(crate) fn for_name(name: &str) -> Result<Self, Error> {
        extractor_for(ptr::null(), name)
    }

    pub(crate) fn extract<'t>(&self, text: &'t str) -> Tree<'t> {
        // SAFETY: the handle lives, as does the text, which the tree points into.
        let tree = RawTree::from_pointer(unsafe {
            c::tagstream_extractor_extract(self.0.as_ptr(), text.as_ptr().cast(), text.len())
        });
        // SAFETY: the tree lives during the call, and is one of this text.
        unsafe { tree_of(tree.0.as_ptr(), text, 0) }
    }

    pub(crate) fn inner<'t>(&self, text: &'t str) -> Option<&'t str> {
        // SAFETY: the handle and the text live.
        let content = unsafe {
            c::tagstream_extractor_inner(self.0.as_ptr(), text.as_ptr().cast(), text.len())
        };
        let range = offset(content.start)..offset(content.end);
        if content.is_found == 0 {
            None
        } else {
            text.get(range)
        }
    }
}

impl ExtractStream {
    pub(crate) fn new() -> Self {
        let mut made = ptr::null_mut();
        // SAFETY: NULL stands for the defaults, and the pointer is valid.
        unsafe { c::tagstream_extract_stream_new(ptr::null(), &mut made, ptr::null_mut()) };
        Self::from_pointer(made)
    }

    pub(crate) fn feed(&mut self, chunk: &str) -> Tree<'_> {
        // SAFETY: the handle lives, and the chunk during the call. The tree is borrowed from the
        // stream, which is not changed as long as that lasts.
        unsafe {
            let (data, size) = (chunk.as_ptr().cast(), chunk.len());
            tree_of_stream(c::tagstream_extract_stream_feed(self.0.as_ptr(), data, size))
        }
    }

    pub(crate) fn finish(&mut self) -> Tree<'_> {
        // SAFETY: as before.
        unsafe { tree_of_stream(c::tagstream_extract_stream_finish(self.0.as_ptr())) }
    }
}

/// # Safety
///
/// `tree` lives now.
unsafe fn tags_of<'r>(tree: *const c::tagstream_tree) -> Array<'r, c::tagstream_tag> {
    // SAFETY: as promised by the caller.
    let tags = unsafe { c::tagstream_tree_tags(tree) };
    Array { at: tags.data, left: tags.size, stride: tags.stride, lifetime: PhantomData }
}

/// The tree of a feed, whose tags stand beside each other in the memory of the stream: the first
/// one begins the text, and the last one that stands in no other ends it.
///
/// # Safety
///
/// `tree` is one of a stream of `str`, and lives for `'t`.
unsafe fn tree_of_stream<'t>(tree: *const c::tagstream_tree) -> Tree<'t> {
    // SAFETY: as promised by the caller.
    unsafe {
        let tags = tags_of(tree);
        let end = tags.clone().map(|tag| tag.end).max().unwrap_or(0);
        let first = tags.clone().next();
        let (begin, data) = first.map_or((end, ptr::null()), |tag| (tag.start, tag.raw_tag.data));
        let whole = bytes(c::tagstream_string { data, size: offset(end - begin) });
        tree_of(tree, std::str::from_utf8(whole).unwrap_or(""), offset(begin))
    }
}

/// # Safety
///
/// `tree` lives now. Its tags stand in `whole`, which begins at the byte `begin` of the stream.
unsafe fn tree_of(tree: *const c::tagstream_tree, whole: &str, begin: usize) -> Tree<'_> {
    // SAFETY: as promised by the caller.
    let (tags, odd) = unsafe { (tags_of(tree), c::tagstream_tree_diagnostics(tree)) };
    let odd = Array { at: odd.data, left: odd.size, stride: odd.stride, lifetime: PhantomData };
    let nodes = tags
        .map(|tag: &c::tagstream_tag| Node {
            start: offset(tag.start),
            end: offset(tag.end),
            content_start: offset(tag.content_start),
            content_end: offset(tag.content_end),
            raw_size: tag.raw_tag.size,
            name_size: tag.name.size,
            parent: (tag.parent != c::TAGSTREAM_NO_PARENT).then_some(tag.parent as usize),
            subtree_end: tag.subtree_end as usize,
            depth: tag.depth,
            is_closed: tag.is_closed != 0,
            is_self_closing: tag.is_self_closing != 0,
        })
        .collect();
    let diagnostics = odd
        .map(|one: &c::tagstream_diagnostic| Diagnostic {
            kind: code(one.kind),
            offset: offset(one.offset),
            line: offset(one.line),
            column: offset(one.column),
            // SAFETY: the name lives as long as the tree.
            name: unsafe { text(one.name) }.into_owned(),
        })
        .collect();
    Tree::new(whole, begin, nodes, diagnostics)
}

// ---- Snapshots ---------------------------------------------------------------------------------

handle!(Snapshots, tagstream_snapshots, tagstream_snapshots_free, tagstream_snapshots_reset);

impl Snapshots {
    pub(crate) fn new(max_snapshot_bytes: usize) -> Self {
        // SAFETY: the function makes a new handle.
        Self::from_pointer(unsafe { c::tagstream_snapshots_new(max_snapshot_bytes) })
    }

    pub(crate) fn feed<'t>(&mut self, text: &'t [u8]) -> Result<&'t [u8], Error> {
        let mut added = string_of("");
        let data = text.as_ptr().cast();
        // SAFETY: the handle and the text live, and the pointers are valid.
        call(|error| unsafe {
            c::tagstream_snapshots_feed(self.0.as_ptr(), data, text.len(), &mut added, error)
        })
        .map_err(Said::of_reader)?;
        // SAFETY: what is added is a part of the text.
        Ok(unsafe { bytes(added) })
    }
}

// ---- The rest ----------------------------------------------------------------------------------

pub(crate) fn attributes(raw_tag: &str) -> Vec<Attribute<'_>> {
    let empty = c::tagstream_attribute {
        name: string_of(""),
        value: string_of(""),
        has_value: 0,
        reserved: [0; 7],
    };
    let mut found = [empty; 8];
    let fill = |to: &mut [c::tagstream_attribute]| {
        // SAFETY: the function writes at most as many as there is room for.
        unsafe {
            c::tagstream_attributes(
                raw_tag.as_ptr().cast(),
                raw_tag.len(),
                to.as_mut_ptr(),
                to.len(),
            )
        }
    };
    let count = fill(&mut found);
    let mut more = Vec::new();
    let all = if count <= found.len() {
        &found[..count]
    } else {
        more.resize(count, empty);
        fill(&mut more);
        &more[..]
    };
    // They point into the tag: a slice of it is a `str` without another check of its bytes.
    let slice = |of: c::tagstream_string| {
        let start = (of.data as usize).wrapping_sub(raw_tag.as_ptr() as usize);
        if of.size == 0 {
            ""
        } else {
            raw_tag.get(start..start + of.size).unwrap_or("")
        }
    };
    all.iter()
        .map(|one| Attribute {
            name: slice(one.name),
            value: slice(one.value),
            has_value: one.has_value != 0,
        })
        .collect()
}

pub(crate) fn decode_entities(text: &str) -> String {
    // SAFETY: the text lives during the call, whose result is new.
    unsafe { made(|size| c::tagstream_decode_entities(text.as_ptr().cast(), text.len(), size)) }
}

pub(crate) fn dialects() -> impl ExactSizeIterator<Item = &'static str> {
    // SAFETY: names live as long as the program.
    let count = unsafe { c::tagstream_dialect_count() };
    (0..count).map(|number| {
        // SAFETY: as before.
        let name = unsafe { bytes(c::tagstream_dialect_name(number)) };
        std::str::from_utf8(name).unwrap_or("")
    })
}

pub(crate) fn version() -> &'static str {
    // SAFETY: the string lives as long as the program.
    unsafe { CStr::from_ptr(c::tagstream_version()) }.to_str().unwrap_or("")
}

#[cfg(feature = "serde")]
pub(crate) mod guess {
    use super::{c, c_char, made};

    type Guesser = unsafe extern "C" fn(*const c_char, usize, *mut usize) -> *mut c_char;

    fn guess(guesser: Guesser, text: &[u8]) -> String {
        // SAFETY: the text lives during the call, whose result is new.
        unsafe { made(|size| guesser(text.as_ptr().cast(), text.len(), size)) }
    }

    pub(crate) fn model(name: &str) -> String {
        guess(c::tagstream_guess_model_json, name.as_bytes())
    }

    pub(crate) fn answer(text: &[u8]) -> String {
        guess(c::tagstream_guess_answer_json, text)
    }

    pub(crate) fn template(text: &str) -> String {
        guess(c::tagstream_guess_template_json, text.as_bytes())
    }
}
