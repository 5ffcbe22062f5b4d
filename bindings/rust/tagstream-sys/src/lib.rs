//! The C interface of tagstream, as it is in `tagstream.h`: what that file says of ownership,
//! lifetimes and threads holds here. The crate `tagstream` is the interface for Rust.
//!
//! The library is compiled by this crate, or linked: see the README.
//!
//! Made by bindings/rust/generate.py.
#![allow(non_camel_case_types)]
#![warn(missing_docs)]

use std::marker::{PhantomData, PhantomPinned};
use std::os::raw::{c_char, c_uint};

/// The version of this interface. It changes when programs compiled before would no longer run.
pub const TAGSTREAM_ABI_VERSION: u32 = 0;

/// For a size: the string reaches up to its first zero byte (C3).
pub const TAGSTREAM_ZERO_ENDED: usize = usize::MAX;

/// A view of bytes that it does not own; not zero-ended unless a function says so.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagstream_string {
    /// `data`
    pub data: *const c_char,
    /// bytes
    pub size: usize,
}

/// The numbers are those of `tagstream_code`, except `TAGSTREAM_NULL_POINTER`, which exists only in C and is larger than any code.
pub type tagstream_status = c_uint;
/// Of `tagstream_status`.
pub const TAGSTREAM_OK: tagstream_status = 0;
/// a limit was reached: the reader has stopped
pub const TAGSTREAM_LIMIT_EXCEEDED: tagstream_status = 17;
/// options contradict each other or name something impossible
pub const TAGSTREAM_BAD_OPTION: tagstream_status = 18;
/// a snapshot does not begin with the one before
pub const TAGSTREAM_SNAPSHOT_MISMATCH: tagstream_status = 19;
/// a pointer is `NULL` that must not be (C5)
pub const TAGSTREAM_NULL_POINTER: tagstream_status = 256;

/// An error: its code, and a sentence.
#[repr(C)]
pub struct tagstream_error {
    _opaque: [u8; 0],
    _not_send: PhantomData<(*mut u8, PhantomPinned)>,
}

/// The options of a reader: a dialect, rules of your own, or both. docs/options.md has all names, values and defaults; they are those of the command line with `_` for `-`.
#[repr(C)]
pub struct tagstream_options {
    _opaque: [u8; 0],
    _not_send: PhantomData<(*mut u8, PhantomPinned)>,
}

/// The type of an option's value.
pub type tagstream_option_type = c_uint;
/// Of `tagstream_option_type`.
pub const TAGSTREAM_OPTION_TEXT: tagstream_option_type = 0;
/// of texts: each call of `set` adds one
pub const TAGSTREAM_OPTION_LIST: tagstream_option_type = 1;
/// Of `tagstream_option_type`.
pub const TAGSTREAM_OPTION_BOOLEAN: tagstream_option_type = 2;
/// one of `values`
pub const TAGSTREAM_OPTION_CHOICE: tagstream_option_type = 3;
/// Of `tagstream_option_type`.
pub const TAGSTREAM_OPTION_NUMBER: tagstream_option_type = 4;
/// as text; or one of `values`, if there are any
pub const TAGSTREAM_OPTION_JSON: tagstream_option_type = 5;
/// a text that need not be UTF-8
pub const TAGSTREAM_OPTION_BYTES: tagstream_option_type = 6;
/// of bytes or other things, such as "64K"; "none": no limit
pub const TAGSTREAM_OPTION_SIZE: tagstream_option_type = 7;
/// a list of tags and pairs of markers
pub const TAGSTREAM_OPTION_RULES: tagstream_option_type = 8;

/// The description of an option, for help texts and for bindings.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagstream_option_info {
    /// `name`
    pub name: tagstream_string,
    /// its effect, without a full stop
    pub sentence: tagstream_string,
    /// as `tagstream_options_set` takes it; empty: none
    pub default_value: tagstream_string,
    /// of a choice, or of JSON: its words
    pub values: *const tagstream_string,
    /// `value_count`
    pub value_count: usize,
    /// a `tagstream_option_type`
    pub r#type: u8,
    /// `reserved`
    pub reserved: [u8; 7],
}

/// Options, in the order in which docs/options.md has them.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagstream_option_infos {
    /// `data`
    pub data: *const tagstream_option_info,
    /// how many
    pub size: usize,
    /// bytes from one to the next
    pub stride: usize,
}

/// Checked and compiled options: immutable, counted, shared by any number of readers and threads.
#[repr(C)]
pub struct tagstream_rules {
    _opaque: [u8; 0],
    _not_send: PhantomData<(*mut u8, PhantomPinned)>,
}

/// `kind` of an event. In brackets: the fields that it uses beside the span.
pub type tagstream_event_kind = c_uint;
/// visible text \[text\]
pub const TAGSTREAM_CONTENT: tagstream_event_kind = 0;
/// text of the model's reasoning \[text\]
pub const TAGSTREAM_REASONING: tagstream_event_kind = 1;
/// a hidden section begins \[name, raw, `is_implied_open`\]
pub const TAGSTREAM_SECTION_START: tagstream_event_kind = 2;
/// a piece of a section's text \[name, text\]
pub const TAGSTREAM_SECTION_DELTA: tagstream_event_kind = 3;
/// a section has ended \[name, raw, offset, `is_closed`, `is_recorded`, `is_implied_open`; recorded: text, `is_truncated`\]
pub const TAGSTREAM_SECTION_END: tagstream_event_kind = 4;
/// `incremental`: a call that is still open \[index, `has_index`, id, name\]
pub const TAGSTREAM_TOOL_CALL_START: tagstream_event_kind = 5;
/// `incremental`: a piece of a call's arguments \[index, `has_index`, name, text\]
pub const TAGSTREAM_TOOL_CALL_DELTA: tagstream_event_kind = 6;
/// a complete call \[index, `has_index`, id, name, text, raw, `is_closed`, `is_repaired`, `is_recovered`, `has_started`\]
pub const TAGSTREAM_TOOL_CALL: tagstream_event_kind = 7;
/// a broken call, or text in the place of a call \[code, text, raw, offset, `is_closed`, `is_recovered`, `has_index`, `has_started`; if known: name, index\]
pub const TAGSTREAM_TOOL_CALL_ERROR: tagstream_event_kind = 8;
/// a complete thought \[text, `thought_type`, confidence, `has_attributes`, `is_closed`, `is_truncated`\]
pub const TAGSTREAM_THOUGHT: tagstream_event_kind = 9;
/// bytes that were taken out and belong to no other event \[text\]
pub const TAGSTREAM_MARKUP: tagstream_event_kind = 10;
/// a remark for the caller \[code, text, offset; of a rule: name\]
pub const TAGSTREAM_NOTICE: tagstream_event_kind = 11;
/// the reader has stopped: its last event \[code, text, offset\]
pub const TAGSTREAM_STOPPED: tagstream_event_kind = 12;
/// `incremental`: a piece of a thought that is open \[text\]
pub const TAGSTREAM_THOUGHT_DELTA: tagstream_event_kind = 13;

/// The kind of a problem or remark: `code` of an event, `kind` of a diagnostic, status of an error. docs/events.md explains those of events.
pub type tagstream_code = c_uint;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_NONE: tagstream_code = 0;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_INVALID_JSON: tagstream_code = 1;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_MISSING_NAME: tagstream_code = 2;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_BAD_ARGUMENTS: tagstream_code = 3;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_EMPTY: tagstream_code = 4;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_UNCLOSED: tagstream_code = 5;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_TOO_LARGE: tagstream_code = 6;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_NOT_ALLOWED: tagstream_code = 7;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_UNKNOWN_TOOL: tagstream_code = 8;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_MAX_HELD_BYTES: tagstream_code = 9;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_UNCLOSED_CALL: tagstream_code = 10;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_UNCLOSED_REASONING: tagstream_code = 11;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_NOT_A_CALL: tagstream_code = 12;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_FAMILY: tagstream_code = 13;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_UNKNOWN_KEY: tagstream_code = 14;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_FED_AFTER_FINISH: tagstream_code = 15;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_LOOKS_LIKE_SSE: tagstream_code = 16;
/// of an error: `TAGSTREAM_LIMIT_EXCEEDED`
pub const TAGSTREAM_CODE_LIMIT_EXCEEDED: tagstream_code = 17;
/// of an error: `TAGSTREAM_BAD_OPTION`
pub const TAGSTREAM_CODE_BAD_OPTION: tagstream_code = 18;
/// of an error: `TAGSTREAM_SNAPSHOT_MISMATCH`
pub const TAGSTREAM_CODE_SNAPSHOT_MISMATCH: tagstream_code = 19;
/// of a diagnostic, or a notice
pub const TAGSTREAM_CODE_STRAY_CLOSE: tagstream_code = 20;
/// of a diagnostic
pub const TAGSTREAM_CODE_INCOMPLETE_TAG: tagstream_code = 21;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_TOOL_DEFINITION: tagstream_code = 22;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_QUOTED: tagstream_code = 23;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_REASONING_AS_CONTENT: tagstream_code = 24;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_MENTION: tagstream_code = 25;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_AFTER_LIMIT: tagstream_code = 26;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_UNCLOSED_SECTION: tagstream_code = 27;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_UNCLOSED_THOUGHT: tagstream_code = 28;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_REOPENED: tagstream_code = 29;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_HALF_CLOSER: tagstream_code = 30;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_MAX_TAG_BYTES: tagstream_code = 31;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_MAX_ATTRIBUTES: tagstream_code = 32;
/// Of `tagstream_code`.
pub const TAGSTREAM_CODE_OTHER_ROLE: tagstream_code = 33;

/// `flags` of an event, each one bit.
pub type tagstream_event_flag = c_uint;
/// the closing tag was there
pub const TAGSTREAM_IS_CLOSED: tagstream_event_flag = 1;
/// of `record`: the section is content as well
pub const TAGSTREAM_IS_RECORDED: tagstream_event_flag = 2;
/// the prompt has opened it
pub const TAGSTREAM_IS_IMPLIED_OPEN: tagstream_event_flag = 4;
/// `text` was cut at a limit
pub const TAGSTREAM_IS_TRUNCATED: tagstream_event_flag = 8;
/// the thought has one of the attributes of thoughts
pub const TAGSTREAM_HAS_ATTRIBUTES: tagstream_event_flag = 16;
/// not set for an error without pieces before it
pub const TAGSTREAM_HAS_INDEX: tagstream_event_flag = 32;
/// pieces of the call came before
pub const TAGSTREAM_HAS_STARTED: tagstream_event_flag = 64;
/// a slip was mended, or another reading exists
pub const TAGSTREAM_IS_REPAIRED: tagstream_event_flag = 128;
/// read a second time: it was first part of a broken call
pub const TAGSTREAM_IS_RECOVERED: tagstream_event_flag = 256;
/// a server has read it itself; no reader makes such events
pub const TAGSTREAM_IS_NATIVE: tagstream_event_flag = 512;

/// One thing that happened in the stream. A field that the kind does not use is 0 or empty, and `confidence` is -1. Offsets are bytes from the beginning of the stream.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagstream_event {
    /// a `tagstream_event_kind`
    pub kind: u8,
    /// a `tagstream_code`
    pub code: u8,
    /// `reserved`
    pub reserved: [u8; 6],
    /// bits of `tagstream_event_flag`
    pub flags: u32,
    /// calls are counted from 0, in stream order
    pub index: u32,
    /// the bytes that this event accounts for: the spans of all events tile
    pub start: u64,
    /// the stream. Empty (start == end) if other events account for them
    pub end: u64,
    /// `tool_call`: the arguments, a JSON object; `tool_call_error`, notice, stopped: one plain sentence
    pub text: tagstream_string,
    /// of the tag, as written, or its opening marker; of the tool; notice: of the rule that it is about
    pub name: tagstream_string,
    /// section: the opening tag (`raw_tag` in JSON); call: its body, as written
    pub raw: tagstream_string,
    /// the id of the model, else a made-up one (`id_style`)
    pub id: tagstream_string,
    /// decoded
    pub thought_type: tagstream_string,
    /// the byte that it is about; `section_end`: where the opening tag begins
    pub offset: u64,
    /// 0 to 1; -1: the thought has none of the attributes of thoughts
    pub confidence: f64,
}

/// Events in stream order.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagstream_events {
    /// `data`
    pub data: *const tagstream_event,
    /// how many
    pub size: usize,
    /// bytes from one to the next
    pub stride: usize,
}

/// Reads one stream by rules. It never fails because of the text.
#[repr(C)]
pub struct tagstream_reader {
    _opaque: [u8; 0],
    _not_send: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Counters of a reader. They are measurements: all but `bytes_fed` may depend on how the text was cut, and on the version.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct tagstream_stats {
    /// `bytes_fed`
    pub bytes_fed: u64,
    /// bytes examined, also by second readings
    pub bytes_examined: u64,
    /// bytes that the reader holds now, between feeds
    pub bytes_held: u64,
    /// the most that this has been
    pub bytes_held_max: u64,
    /// events returned
    pub events: u64,
    /// how often a limit was reached
    pub limit_hits: u64,
}

/// One attribute as written: raw, without decoded entities.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagstream_attribute {
    /// empty for the value directly after the tag's name: \<f=v\>
    pub name: tagstream_string,
    /// without its quotes
    pub value: tagstream_string,
    /// 0 for \<a b\>, 1 for \<a b=""\>
    pub has_value: u8,
    /// `reserved`
    pub reserved: [u8; 7],
}

/// The unit in which a language counts its strings.
pub type tagstream_offset_unit = c_uint;
/// Python
pub const TAGSTREAM_CODE_POINTS: tagstream_offset_unit = 0;
/// JavaScript, Java, C#: two for each character beyond U+FFFF
pub const TAGSTREAM_UTF16: tagstream_offset_unit = 1;

/// Converts offsets in bytes, which events have, to offsets in a string of another language. Nothing is kept for the ASCII bytes at the beginning of a text; after them one bit for each byte.
#[repr(C)]
pub struct tagstream_offsets {
    _opaque: [u8; 0],
    _not_send: PhantomData<(*mut u8, PhantomPinned)>,
}

/// A whole answer, collected from events. It owns its strings.
#[repr(C)]
pub struct tagstream_message {
    _opaque: [u8; 0],
    _not_send: PhantomData<(*mut u8, PhantomPinned)>,
}

/// The language of a grammar.
pub type tagstream_grammar_language = c_uint;
/// as llguidance reads it
pub const TAGSTREAM_LARK: tagstream_grammar_language = 0;
/// as llama.cpp and XGrammar read it
pub const TAGSTREAM_GBNF: tagstream_grammar_language = 1;

/// The options of trees: docs/extract.md has their names.
#[repr(C)]
pub struct tagstream_extract_options {
    _opaque: [u8; 0],
    _not_send: PhantomData<(*mut u8, PhantomPinned)>,
}

/// The value of `parent` for a top-level tag.
pub const TAGSTREAM_NO_PARENT: u32 = u32::MAX;

/// One tag of a tree. Offsets are bytes from the beginning of the text or stream.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagstream_tag {
    /// of the opening tag
    pub start: u64,
    /// one past the closing tag, or where the element ends without one
    pub end: u64,
    /// `content_start`
    pub content_start: u64,
    /// `content_end`
    pub content_end: u64,
    /// as written
    pub name: tagstream_string,
    /// raw, the tags in it included
    pub content: tagstream_string,
    /// the opening tag, as written: see `tagstream_attributes`
    pub raw_tag: tagstream_string,
    /// the index of the tag around it, or `TAGSTREAM_NO_PARENT`
    pub parent: u32,
    /// the index after the last tag in it: its next sibling, if it has one
    pub subtree_end: u32,
    /// 1 for a top-level tag
    pub depth: u32,
    /// 0 or 1
    pub is_closed: u8,
    /// 0 or 1
    pub is_self_closing: u8,
    /// `reserved`
    pub reserved: [u8; 2],
}

/// Tags in order of opening: the tags in a tag follow it, up to its `subtree_end`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagstream_tags {
    /// `data`
    pub data: *const tagstream_tag,
    /// how many
    pub size: usize,
    /// bytes from one to the next
    pub stride: usize,
}

/// A remark on the text. Its kinds are
/// - `TAGSTREAM_CODE_UNCLOSED`: an element whose closing tag never came;
/// - `TAGSTREAM_CODE_STRAY_CLOSE`: a closing tag that closes nothing; it is content;
/// - `TAGSTREAM_CODE_INCOMPLETE_TAG`: the text ends inside a tag; it is content.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagstream_diagnostic {
    /// of the tag's '\<'
    pub offset: u64,
    /// from 1
    pub line: u64,
    /// from 1, in code points
    pub column: u64,
    /// the tag's name as written, as far as it is in the text
    pub name: tagstream_string,
    /// a `tagstream_code`
    pub kind: u8,
    /// `reserved`
    pub reserved: [u8; 7],
}

/// The diagnostics of a text, in stream order.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagstream_diagnostics {
    /// `data`
    pub data: *const tagstream_diagnostic,
    /// how many
    pub size: usize,
    /// bytes from one to the next
    pub stride: usize,
}

/// All tags of a text.
#[repr(C)]
pub struct tagstream_tree {
    _opaque: [u8; 0],
    _not_send: PhantomData<(*mut u8, PhantomPinned)>,
}

/// The raw content of an element.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagstream_content {
    /// in bytes from the beginning of the text
    pub start: u64,
    /// `end`
    pub end: u64,
    /// points into the text that was read
    pub text: tagstream_string,
    /// 0 or 1; if 0, the other fields are 0 and the text is empty
    pub is_found: u8,
    /// `reserved`
    pub reserved: [u8; 7],
}

/// Options of extracting, checked and compiled once, for many texts. It never changes, so threads may share it.
#[repr(C)]
pub struct tagstream_extractor {
    _opaque: [u8; 0],
    _not_send: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Extracts from a text that arrives in chunks: each top-level tag is returned when it is complete.
#[repr(C)]
pub struct tagstream_extract_stream {
    _opaque: [u8; 0],
    _not_send: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Turns snapshots into pieces for a reader. A snapshot is the whole text so far.
#[repr(C)]
pub struct tagstream_snapshots {
    _opaque: [u8; 0],
    _not_send: PhantomData<(*mut u8, PhantomPinned)>,
}

/// How the chunks of an answer follow each other in what a server sends. Other numbers are as `TAGSTREAM_SSE`.
pub type tagstream_framing = c_uint;
/// server-sent events
pub const TAGSTREAM_SSE: tagstream_framing = 0;
/// a JSON object in each line
pub const TAGSTREAM_NDJSON: tagstream_framing = 1;
/// each feed is one JSON object, as the SDKs of servers give them
pub const TAGSTREAM_OBJECTS: tagstream_framing = 2;

/// `kind` of a piece. In brackets: the fields that it uses beside `choice` and `offset`.
pub type tagstream_piece_kind = c_uint;
/// text of the model: feed it to a reader \[text\]
pub const TAGSTREAM_PIECE_TEXT: tagstream_piece_kind = 0;
/// reasoning that the server has read itself \[text\]
pub const TAGSTREAM_PIECE_REASONING: tagstream_piece_kind = 1;
/// a call that the server has read itself \[index, id, name\]
pub const TAGSTREAM_PIECE_TOOL_CALL_START: tagstream_piece_kind = 2;
/// a piece of its arguments \[index, text\]
pub const TAGSTREAM_PIECE_TOOL_CALL_DELTA: tagstream_piece_kind = 3;
/// the choice has ended: why, in the words of chat completions \[text\]
pub const TAGSTREAM_PIECE_FINISH: tagstream_piece_kind = 4;
/// the server says that something failed \[text\]
pub const TAGSTREAM_PIECE_ERROR: tagstream_piece_kind = 5;
/// a chunk that can't be read: one plain sentence \[text\]
pub const TAGSTREAM_PIECE_BROKEN: tagstream_piece_kind = 6;
/// the server says that the stream is complete
pub const TAGSTREAM_PIECE_END: tagstream_piece_kind = 7;

/// One part of an answer, as a server sends it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagstream_piece {
    /// of the chunk that it came in, in bytes from the beginning of the stream
    pub offset: u64,
    /// `text`
    pub text: tagstream_string,
    /// may be empty
    pub id: tagstream_string,
    /// of the tool
    pub name: tagstream_string,
    /// which of several answers: each needs a reader of its own
    pub choice: u32,
    /// calls are counted from 0 in each choice
    pub index: u32,
    /// a `tagstream_piece_kind`
    pub kind: u8,
    /// `reserved`
    pub reserved: [u8; 7],
}

/// Pieces in stream order.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagstream_pieces {
    /// `data`
    pub data: *const tagstream_piece,
    /// how many
    pub size: usize,
    /// bytes from one to the next
    pub stride: usize,
}

/// A reader of what the servers of OpenAI (chat completions, completions, Responses), Anthropic, Gemini, Bedrock, Ollama and all who speak like them send. Each chunk shows which of them it is of.
#[repr(C)]
pub struct tagstream_stream_reader {
    _opaque: [u8; 0],
    _not_send: PhantomData<(*mut u8, PhantomPinned)>,
}

/// The field in which a client looks for reasoning.
pub type tagstream_reasoning_field = c_uint;
/// `reasoning_content`: most clients
pub const TAGSTREAM_REASONING_CONTENT_FIELD: tagstream_reasoning_field = 0;
/// reasoning
pub const TAGSTREAM_REASONING_FIELD: tagstream_reasoning_field = 1;
/// the same text in both
pub const TAGSTREAM_BOTH_REASONING_FIELDS: tagstream_reasoning_field = 2;

/// Rewrites a stream of OpenAI's chat completions or responses, from bytes to bytes: reasoning and calls that the rules find in the text become native fields or items. All else passes as it is. Text that is not decided yet is held; chunks after it wait behind it. docs/wire.md has an example.
#[repr(C)]
pub struct tagstream_rewriter {
    _opaque: [u8; 0],
    _not_send: PhantomData<(*mut u8, PhantomPinned)>,
}

extern "C" {
    /// The version of the interface of the linked library: compare it with `TAGSTREAM_ABI_VERSION`.
    pub fn tagstream_abi_version() -> u32;
    /// The version of the library that is linked, "major.minor.patch".
    pub fn tagstream_version() -> *const c_char;
    /// `TAGSTREAM_OK` for `NULL`.
    pub fn tagstream_error_status(error: *const tagstream_error) -> tagstream_status;
    /// One line without a final full stop; lives as long as the error. "" for `NULL`.
    pub fn tagstream_error_message(error: *const tagstream_error) -> *const c_char;
    /// The option that is wrong, such as "hide"; it lives as long as the error. "" if it is none alone, and for `NULL`.
    pub fn tagstream_error_option(error: *const tagstream_error) -> *const c_char;
    /// The offset of the error in bytes: from the beginning of the stream, of a text that should be JSON, or of the option's value if that is a format or JSON. Else 0.
    pub fn tagstream_error_offset(error: *const tagstream_error) -> u64;
    /// Frees it.
    pub fn tagstream_error_free(error: *mut tagstream_error);
    /// Frees a `char*` that a function of this library has returned.
    pub fn tagstream_free(string: *mut c_char);
    /// Names a function that is called when memory has run out, before abort(): it may log and must not return to this library by a jump. It replaces the handler of the C++ runtime that this library uses (std::`set_new_handler`), for the whole process. `NULL`: none.
    pub fn tagstream_on_no_memory(hook: Option<unsafe extern "C" fn()>);
    /// New options with defaults, which have no dialect and no rule yet.
    pub fn tagstream_options_new() -> *mut tagstream_options;
    /// The options of a JSON object, each by its name: {"dialect": "qwen3", "hide": \["result"\]}. Fails with `TAGSTREAM_BAD_OPTION` if `json` is not such an object, or has an unknown name or value.
    pub fn tagstream_options_from_json(
        json: *const c_char,
        json_size: usize,
        options: *mut *mut tagstream_options,
        error: *mut *mut tagstream_error,
    ) -> tagstream_status;
    /// Sets one option by its name. A list gets one more entry; a number may end in K, M or G; "none" means no limit. Fails with `TAGSTREAM_BAD_OPTION` and changes nothing if the name or value is unknown; the message suggests the nearest one.
    pub fn tagstream_options_set(
        options: *mut tagstream_options,
        name: *const c_char,
        name_size: usize,
        value: *const c_char,
        value_size: usize,
        error: *mut *mut tagstream_error,
    ) -> tagstream_status;
    /// Frees it.
    pub fn tagstream_options_free(options: *mut tagstream_options);
    /// The value of an option for a pair of markers, such as "\<|a|\>…\<|/a|\>": what `between` is in C++. Dots inside the markers are escaped.
    pub fn tagstream_between(
        open: *const c_char,
        open_size: usize,
        close: *const c_char,
        close_size: usize,
        size: *mut usize,
    ) -> *mut c_char;
    /// All options of reading. They live as long as the program.
    pub fn tagstream_list_options() -> tagstream_option_infos;
    /// Rules from a JSON object as `tagstream_options_from_json` takes it. Fails with `TAGSTREAM_BAD_OPTION` as that does, and if there is no dialect and no rule, if two rules are for one tag, or if options contradict each other. Costs some microseconds, with `auto` or a `format` up to a millisecond: make rules once.
    pub fn tagstream_rules_new(
        json: *const c_char,
        json_size: usize,
        rules: *mut *mut tagstream_rules,
        error: *mut *mut tagstream_error,
    ) -> tagstream_status;
    /// Rules from options, which the caller still owns.
    pub fn tagstream_rules_from_options(
        options: *const tagstream_options,
        rules: *mut *mut tagstream_rules,
        error: *mut *mut tagstream_error,
    ) -> tagstream_status;
    /// Adds an owner, who must call `tagstream_rules_free`, too. Returns `rules`.
    pub fn tagstream_rules_retain(rules: *mut tagstream_rules) -> *mut tagstream_rules;
    /// The rules in force, as text for people.
    pub fn tagstream_rules_explain(rules: *const tagstream_rules, size: *mut usize) -> *mut c_char;
    /// Removes an owner; the last one frees the rules. Readers made of them go on.
    pub fn tagstream_rules_free(rules: *mut tagstream_rules);
    /// The words that JSON and the program use: "`tool_call`", "`invalid_json`". `NULL` for a number that this library does not know.
    pub fn tagstream_event_kind_word(kind: u32) -> *const c_char;
    /// As the function before it.
    pub fn tagstream_code_word(code: u32) -> *const c_char;
    /// A reader with rules of its own, from a JSON object as `tagstream_rules_new` takes it.
    pub fn tagstream_reader_new(
        json: *const c_char,
        json_size: usize,
        reader: *mut *mut tagstream_reader,
        error: *mut *mut tagstream_error,
    ) -> tagstream_status;
    /// A reader that shares rules, which may be freed before it. Costs less than a microsecond.
    pub fn tagstream_reader_from_rules(rules: *const tagstream_rules) -> *mut tagstream_reader;
    /// Frees it.
    pub fn tagstream_reader_free(reader: *mut tagstream_reader);
    /// A copy that goes on on its own: the same chunks give the same events. For several answers to one prompt, and for text that may be taken back. The events of the last call stay with `reader`. Before the first chunk the copy draws ids of its own. `NULL` for `NULL`. Costs O(bytes held).
    pub fn tagstream_reader_clone(reader: *const tagstream_reader) -> *mut tagstream_reader;
    /// The events that this chunk makes certain. The chunk may end anywhere, also inside a tag or a code point, and may be empty. Text that may still become a tag or marker of a rule is held. The caller owns the chunk, and must not move it as long as the events are used (C2). After a stop there are no events; after `tagstream_finish` there is one, stopped with `TAGSTREAM_CODE_FED_AFTER_FINISH`. Costs O(size).
    pub fn tagstream_feed(
        reader: *mut tagstream_reader,
        chunk: *const c_char,
        size: usize,
    ) -> tagstream_events;
    /// As `tagstream_feed`, but the chunk is copied and need not outlive this call.
    pub fn tagstream_feed_copy(
        reader: *mut tagstream_reader,
        chunk: *const c_char,
        size: usize,
    ) -> tagstream_events;
    /// Ends the stream and returns the events of all held bytes. A second call returns no events.
    pub fn tagstream_finish(reader: *mut tagstream_reader) -> tagstream_events;
    /// Forgets the stream and is ready for the next one.
    pub fn tagstream_reset(reader: *mut tagstream_reader);
    /// As `tagstream_feed` and `tagstream_finish`, for scripts: the events as JSON objects, each on a line that ends in \n, as `tagstream read --events` prints them. The chunk need not outlive the call.
    pub fn tagstream_feed_json(
        reader: *mut tagstream_reader,
        chunk: *const c_char,
        size: usize,
    ) -> tagstream_string;
    /// As the function before it.
    pub fn tagstream_finish_json(reader: *mut tagstream_reader) -> tagstream_string;
    /// Reads the end of the prompt, in one or more pieces, without events. The answer begins in the state in which the prompt ends: in reasoning, in a call, or inside a marker. `*is_open` (may be `NULL`) is then true. Fails with `TAGSTREAM_BAD_OPTION` after the first feed, and with `TAGSTREAM_LIMIT_EXCEEDED` if `on_limit` is `stop`.
    pub fn tagstream_prime(
        reader: *mut tagstream_reader,
        tail: *const c_char,
        size: usize,
        is_open: *mut bool,
        error: *mut *mut tagstream_error,
    ) -> tagstream_status;
    /// The error that stopped this reader (`on_limit` = `stop`), or `NULL`.
    pub fn tagstream_reader_error(reader: *const tagstream_reader) -> *const tagstream_error;
    /// Fills the first `size` bytes of `*stats`: pass sizeof(`tagstream_stats`). Fields that this library does not know are 0.
    pub fn tagstream_reader_stats(
        reader: *const tagstream_reader,
        stats: *mut tagstream_stats,
        size: usize,
    );
    /// The attributes of a whole tag, such as `raw` of an event or `raw_tag` of a tag; any other text has none. Writes the first `capacity` attributes, which point into `raw_tag`, and returns the number of all. `attributes` may be `NULL` if `capacity` is 0.
    pub fn tagstream_attributes(
        raw_tag: *const c_char,
        size: usize,
        attributes: *mut tagstream_attribute,
        capacity: usize,
    ) -> usize;
    /// The attributes of a `section_start` or `section_end`. A marker has none, nor has any other event.
    pub fn tagstream_event_attributes(
        event: *const tagstream_event,
        attributes: *mut tagstream_attribute,
        capacity: usize,
    ) -> usize;
    /// `text` with the five XML entities and numeric references decoded; other bytes stay as they are.
    pub fn tagstream_decode_entities(
        text: *const c_char,
        text_size: usize,
        size: *mut usize,
    ) -> *mut c_char;
    /// For one text.
    pub fn tagstream_offsets_new(unit: tagstream_offset_unit) -> *mut tagstream_offsets;
    /// The text goes on with this chunk, which may end inside a character. Costs O(size).
    pub fn tagstream_offsets_add(
        offsets: *mut tagstream_offsets,
        chunk: *const c_char,
        size: usize,
    );
    /// The number of units before the byte at `offset`, which must not lie behind what was added. Costs O(1).
    pub fn tagstream_offsets_of(offsets: *const tagstream_offsets, offset: u64) -> u64;
    /// A copy, whose text goes on on its own. `NULL` for `NULL`.
    pub fn tagstream_offsets_clone(offsets: *const tagstream_offsets) -> *mut tagstream_offsets;
    /// Forgets the text.
    pub fn tagstream_offsets_reset(offsets: *mut tagstream_offsets);
    /// Frees it.
    pub fn tagstream_offsets_free(offsets: *mut tagstream_offsets);
    /// Reads a whole answer.
    pub fn tagstream_read(
        rules: *const tagstream_rules,
        text: *const c_char,
        size: usize,
    ) -> *mut tagstream_message;
    /// Reads a whole answer to one JSON object, as `tagstream read --json` prints it.
    pub fn tagstream_read_json(
        rules: *const tagstream_rules,
        text: *const c_char,
        text_size: usize,
        size: *mut usize,
    ) -> *mut c_char;
    /// An empty message, to be filled from events.
    pub fn tagstream_message_new() -> *mut tagstream_message;
    /// The message that `json` describes: the output of `tagstream_message_json`, which is read back whole, or an assistant's message of chat completions. Fails with `TAGSTREAM_BAD_OPTION` if `json` is not JSON, or not of that shape.
    pub fn tagstream_message_from_json(
        json: *const c_char,
        json_size: usize,
        message: *mut *mut tagstream_message,
        error: *mut *mut tagstream_error,
    ) -> tagstream_status;
    /// Adds events of one reader, in their order, and copies their strings. Pieces of a call or thought add nothing. The events must not be those of this message itself. They may come from a program that was compiled with another version of this header: `stride` says how long each is.
    pub fn tagstream_message_add(message: *mut tagstream_message, events: tagstream_events);
    /// The answer has ended, and all events were added: decides the finish reason and `tagstream_message_reasoning_closed`. Of an answer that never came to its end they stay unknown.
    pub fn tagstream_message_finish(message: *mut tagstream_message);
    /// The caller knows that the answer was cut off: the finish reason is "length".
    pub fn tagstream_message_set_cut_off(message: *mut tagstream_message);
    /// A copy, which lives on its own. `NULL` for `NULL`.
    pub fn tagstream_message_clone(message: *const tagstream_message) -> *mut tagstream_message;
    /// Frees it.
    pub fn tagstream_message_free(message: *mut tagstream_message);
    /// All visible text, and all reasoning. They live until events are added, or the message is freed.
    pub fn tagstream_message_content(message: *const tagstream_message) -> tagstream_string;
    /// As the function before it.
    pub fn tagstream_message_reasoning(message: *const tagstream_message) -> tagstream_string;
    /// Why the answer has ended, in the words of chat completions. "stop": the model was done. "`tool_calls`": the answer has calls. "length": the answer was cut off. Empty: the end is not known.
    pub fn tagstream_message_finish_reason(message: *const tagstream_message) -> tagstream_string;
    /// True if the answer has ended, and not in reasoning. In a message filled from events it is known after `tagstream_message_finish`.
    pub fn tagstream_message_reasoning_closed(message: *const tagstream_message) -> bool;
    /// The parts of a message, in the shape of events. A call that is cut off is a `TAGSTREAM_TOOL_CALL_ERROR` with `TAGSTREAM_CODE_UNCLOSED`; in the stream of events it is a notice, `TAGSTREAM_CODE_UNCLOSED_CALL`. They live until the next `tagstream_message_add` (C2). A tool call is a `TAGSTREAM_TOOL_CALL`. A section, also a hidden one, is a `TAGSTREAM_SECTION_END` whose `text` is the content and whose span is the whole element. `stopped` returns at most one event.
    pub fn tagstream_message_tool_calls(message: *const tagstream_message) -> tagstream_events;
    /// As the function before it.
    pub fn tagstream_message_tool_call_errors(
        message: *const tagstream_message,
    ) -> tagstream_events;
    /// As the function before it.
    pub fn tagstream_message_sections(message: *const tagstream_message) -> tagstream_events;
    /// As the function before it.
    pub fn tagstream_message_thoughts(message: *const tagstream_message) -> tagstream_events;
    /// As the function before it.
    pub fn tagstream_message_notices(message: *const tagstream_message) -> tagstream_events;
    /// As the function before it.
    pub fn tagstream_message_stopped(message: *const tagstream_message) -> tagstream_events;
    /// The message as JSON, in the form of `tagstream_read_json`.
    pub fn tagstream_message_json(
        message: *const tagstream_message,
        size: *mut usize,
    ) -> *mut c_char;
    /// The message as an assistant's message of chat completions: content, `reasoning_content`, `tool_calls`.
    pub fn tagstream_message_openai_json(
        message: *const tagstream_message,
        size: *mut usize,
    ) -> *mut c_char;
    /// The text that a family of models would write for this message. These rules read the same message from it. The caller owns `*text` (C1); `size` may be `NULL`. Fails with `TAGSTREAM_BAD_OPTION` if the rules are not of one dialect or format, or if the message can't be written in it.
    pub fn tagstream_write(
        message: *const tagstream_message,
        rules: *const tagstream_rules,
        text: *mut *mut c_char,
        size: *mut usize,
        error: *mut *mut tagstream_error,
    ) -> tagstream_status;
    /// A grammar for answers that call the tools: a model that is held to it writes only calls that the reader can read. `options` has one of `dialect`, `model` and `format`, and `tools`; docs/constrain.md says more. The caller owns `*grammar` (C1). `*not_constrained` (may be `NULL`) is a JSON array of sentences: the parts of the tools' schemas that the grammar does not enforce. Fails with `TAGSTREAM_BAD_OPTION` if the options can't be read, or if the format can't write a call of one of the tools.
    pub fn tagstream_grammar(
        options: *const tagstream_options,
        language: tagstream_grammar_language,
        grammar: *mut *mut c_char,
        size: *mut usize,
        not_constrained: *mut *mut c_char,
        not_constrained_size: *mut usize,
        error: *mut *mut tagstream_error,
    ) -> tagstream_status;
    /// New options with defaults: every tag counts.
    pub fn tagstream_extract_options_new() -> *mut tagstream_extract_options;
    /// As `tagstream_options_from_json`.
    pub fn tagstream_extract_options_from_json(
        json: *const c_char,
        json_size: usize,
        options: *mut *mut tagstream_extract_options,
        error: *mut *mut tagstream_error,
    ) -> tagstream_status;
    /// As `tagstream_options_set`.
    pub fn tagstream_extract_options_set(
        options: *mut tagstream_extract_options,
        name: *const c_char,
        name_size: usize,
        value: *const c_char,
        value_size: usize,
        error: *mut *mut tagstream_error,
    ) -> tagstream_status;
    /// Frees it.
    pub fn tagstream_extract_options_free(options: *mut tagstream_extract_options);
    /// All options of extracting. They live as long as the program.
    pub fn tagstream_list_extract_options() -> tagstream_option_infos;
    /// The tags of `text`, which the tree copies. `options` may be `NULL` for the defaults. Fails with `TAGSTREAM_BAD_OPTION` if the options are wrong. Costs O(size), and 96 bytes for each tag beside the 40 of the C++ tree.
    pub fn tagstream_extract(
        options: *const tagstream_extract_options,
        text: *const c_char,
        size: usize,
        tree: *mut *mut tagstream_tree,
        error: *mut *mut tagstream_error,
    ) -> tagstream_status;
    /// Extracts to one JSON object, as `tagstream extract --json` prints it. Tags deeper than 16 are written without content.
    pub fn tagstream_extract_json(
        options: *const tagstream_extract_options,
        text: *const c_char,
        text_size: usize,
        json: *mut *mut c_char,
        size: *mut usize,
        error: *mut *mut tagstream_error,
    ) -> tagstream_status;
    /// As the function before it.
    pub fn tagstream_tree_tags(tree: *const tagstream_tree) -> tagstream_tags;
    /// As the function before it.
    pub fn tagstream_tree_diagnostics(tree: *const tagstream_tree) -> tagstream_diagnostics;
    /// Frees it.
    pub fn tagstream_tree_free(tree: *mut tagstream_tree);
    /// Finds the content of the first outermost element of this name that is closed. `options` may be `NULL` for the defaults. Fails with `TAGSTREAM_BAD_OPTION` if the name is no tag name, or if the options are wrong or have `names` or `max_depth`.
    pub fn tagstream_inner(
        options: *const tagstream_extract_options,
        text: *const c_char,
        size: usize,
        name: *const c_char,
        name_size: usize,
        content: *mut tagstream_content,
        error: *mut *mut tagstream_error,
    ) -> tagstream_status;
    /// `options` may be `NULL` for the defaults. Fails as `tagstream_extract`.
    pub fn tagstream_extractor_new(
        options: *const tagstream_extract_options,
        extractor: *mut *mut tagstream_extractor,
        error: *mut *mut tagstream_error,
    ) -> tagstream_status;
    /// For `tagstream_extractor_inner` alone: elements of this name. Fails as `tagstream_inner`.
    pub fn tagstream_extractor_for_name(
        options: *const tagstream_extract_options,
        name: *const c_char,
        name_size: usize,
        extractor: *mut *mut tagstream_extractor,
        error: *mut *mut tagstream_error,
    ) -> tagstream_status;
    /// The tags of `text`, which is not copied: it must outlive the tree. Costs as `tagstream_extract`.
    pub fn tagstream_extractor_extract(
        extractor: *const tagstream_extractor,
        text: *const c_char,
        size: usize,
    ) -> *mut tagstream_tree;
    /// As `tagstream_inner`; nothing if the extractor is for no name.
    pub fn tagstream_extractor_inner(
        extractor: *const tagstream_extractor,
        text: *const c_char,
        size: usize,
    ) -> tagstream_content;
    /// Frees it.
    pub fn tagstream_extractor_free(extractor: *mut tagstream_extractor);
    /// `options` may be `NULL`: the defaults. Fails as `tagstream_extract`.
    pub fn tagstream_extract_stream_new(
        options: *const tagstream_extract_options,
        stream: *mut *mut tagstream_extract_stream,
        error: *mut *mut tagstream_error,
    ) -> tagstream_status;
    /// The top-level tags that this chunk completes, with the tags inside them. The stream owns the tree, which lives until the stream's next call. Offsets count from the start of the stream, indices from the tree's first tag. The chunk need not outlive the call.
    pub fn tagstream_extract_stream_feed(
        stream: *mut tagstream_extract_stream,
        chunk: *const c_char,
        size: usize,
    ) -> *const tagstream_tree;
    /// Ends the stream: open tags end here. Returns the rest; a second call returns an empty tree.
    pub fn tagstream_extract_stream_finish(
        stream: *mut tagstream_extract_stream,
    ) -> *const tagstream_tree;
    /// As the function before it.
    pub fn tagstream_extract_stream_reset(stream: *mut tagstream_extract_stream);
    /// Frees it.
    pub fn tagstream_extract_stream_free(stream: *mut tagstream_extract_stream);
    /// The number of dialects (families of models). They are numbered in the order of their names, so a number is only valid for this version of the library.
    pub fn tagstream_dialect_count() -> usize;
    /// The name and the text of a dialect; empty if there is no such number. The option `format` accepts the text, too. Both live as long as the program.
    pub fn tagstream_dialect_name(number: usize) -> tagstream_string;
    /// As the function before it.
    pub fn tagstream_dialect_text(number: usize) -> tagstream_string;
    /// Finds a dialect by its name or an alias. Returns true, and `*number` (may be `NULL`) is its number.
    pub fn tagstream_find_dialect(name: *const c_char, size: usize, number: *mut usize) -> bool;
    /// A dialect as JSON: name, aliases, text, sources, evidence, and the rules that follow from the text. `NULL` if there is no such number.
    pub fn tagstream_dialect_json(number: usize, size: *mut usize) -> *mut c_char;
    /// The families that a model's name, an answer, or a chat template fits, as `tagstream guess --json` prints them: {"dialects": \["qwen3"\], "`is_certain`": true, "evidence": \[...\], "`starts_in_reasoning`": false}. An empty list: no family fits. Guessing by an answer reads it once for each dialect.
    pub fn tagstream_guess_model_json(
        name: *const c_char,
        name_size: usize,
        size: *mut usize,
    ) -> *mut c_char;
    /// As the function before it.
    pub fn tagstream_guess_answer_json(
        answer: *const c_char,
        answer_size: usize,
        size: *mut usize,
    ) -> *mut c_char;
    /// As the function before it.
    pub fn tagstream_guess_template_json(
        chat_template: *const c_char,
        template_size: usize,
        size: *mut usize,
    ) -> *mut c_char;
    /// Other options with which more is found in a text than with these rules, as a JSON list: \[{"options": {"`markdown_code`": "off"}, "finds": \["`section_end`"\]}\]. Each advice was tried on the text: with its options (a JSON object as of `tagstream_options_from_json`) on top of the others it has events of these kinds. An empty list: nothing that is tried here finds more. `NULL` for `NULL`. Reads the first 64 KiB of the text up to 15 times, and perhaps once more for each dialect: for a person who asks why nothing was found.
    pub fn tagstream_advise_json(
        rules: *const tagstream_rules,
        text: *const c_char,
        text_size: usize,
        size: *mut usize,
    ) -> *mut c_char;
    /// `max_snapshot_bytes`: a longer snapshot is an error; `SIZE_MAX` is no limit.
    pub fn tagstream_snapshots_new(max_snapshot_bytes: usize) -> *mut tagstream_snapshots;
    /// The new part of `text` is `*added`, which points into `text` and may be empty. Fails, and changes nothing, with `TAGSTREAM_SNAPSHOT_MISMATCH` (the error's offset is the first byte that differs) or with `TAGSTREAM_LIMIT_EXCEEDED`. Costs O(size).
    pub fn tagstream_snapshots_feed(
        snapshots: *mut tagstream_snapshots,
        text: *const c_char,
        size: usize,
        added: *mut tagstream_string,
        error: *mut *mut tagstream_error,
    ) -> tagstream_status;
    /// Forgets the last snapshot.
    pub fn tagstream_snapshots_reset(snapshots: *mut tagstream_snapshots);
    /// Frees it.
    pub fn tagstream_snapshots_free(snapshots: *mut tagstream_snapshots);
    /// The word for a kind: "`tool_call_start`". `NULL` for a number that this library does not know.
    pub fn tagstream_piece_kind_word(kind: u32) -> *const c_char;
    /// For one stream.
    pub fn tagstream_stream_reader_new(framing: tagstream_framing) -> *mut tagstream_stream_reader;
    /// The pieces that are complete with these bytes, which may end anywhere, except with `TAGSTREAM_OBJECTS`. The pieces live until the next call, and need nothing of the chunk. Costs O(size); an event or line of more than 1 MiB is a broken piece.
    pub fn tagstream_stream_reader_feed(
        reader: *mut tagstream_stream_reader,
        chunk: *const c_char,
        size: usize,
    ) -> tagstream_pieces;
    /// Ends the stream: an event without its blank line, or a line without its end, is read.
    pub fn tagstream_stream_reader_finish(reader: *mut tagstream_stream_reader)
        -> tagstream_pieces;
    /// As the function before it.
    pub fn tagstream_stream_reader_reset(reader: *mut tagstream_stream_reader);
    /// Frees it.
    pub fn tagstream_stream_reader_free(reader: *mut tagstream_stream_reader);
    /// Checks the arguments of a call that a server has read itself, all pieces of them joined: they must be a JSON object, and nothing is repaired. If the call counts, `*checked` is the text of its arguments (C1); `{}` for none, as the tool has no parameters, unless the answer was cut off. Fails with the number of `TAGSTREAM_CODE_UNCLOSED`, `INVALID_JSON` or `BAD_ARGUMENTS`; the error's offset is the byte at which the arguments fail.
    pub fn tagstream_check_native_call(
        arguments: *const c_char,
        arguments_size: usize,
        is_cut_off: bool,
        checked: *mut *mut c_char,
        size: *mut usize,
        error: *mut *mut tagstream_error,
    ) -> tagstream_status;
    /// A rewriter for one stream, which shares the rules. `max_event_bytes`: a longer event passes unread, and so many bytes may wait at most.
    pub fn tagstream_rewriter_new(
        rules: *const tagstream_rules,
        field: tagstream_reasoning_field,
        max_event_bytes: usize,
    ) -> *mut tagstream_rewriter;
    /// The bytes to send on for these. They live until the next call, and need nothing of the chunk.
    pub fn tagstream_rewriter_feed(
        rewriter: *mut tagstream_rewriter,
        chunk: *const c_char,
        size: usize,
    ) -> tagstream_string;
    /// Ends the stream: all that was held.
    pub fn tagstream_rewriter_finish(rewriter: *mut tagstream_rewriter) -> tagstream_string;
    /// The calls that failed during the last feed or finish: a JSON array of objects with the fields choice, code, text, name, raw, offset and `has_started`, as in events of kind `tool_call_error`.
    pub fn tagstream_rewriter_errors_json(rewriter: *const tagstream_rewriter) -> tagstream_string;
    /// Forgets the stream and is ready for the next one.
    pub fn tagstream_rewriter_reset(rewriter: *mut tagstream_rewriter);
    /// Frees it.
    pub fn tagstream_rewriter_free(rewriter: *mut tagstream_rewriter);
    /// Rewrites an answer that comes whole: one object of chat completions, of completions or of responses; any other text is returned unchanged. `*errors` (may be `NULL`) gets the calls that failed, as `tagstream_rewriter_errors_json`; the caller owns it (C1).
    pub fn tagstream_rewrite_answer(
        rules: *const tagstream_rules,
        field: tagstream_reasoning_field,
        body: *const c_char,
        body_size: usize,
        size: *mut usize,
        errors: *mut *mut c_char,
        errors_size: *mut usize,
    ) -> *mut c_char;
}
