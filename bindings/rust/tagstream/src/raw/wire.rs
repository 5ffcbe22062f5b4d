//! Streams of servers, what clients get, and grammars.

use std::marker::PhantomData;
use std::os::raw::c_uint;
use std::ptr::{self, NonNull};

use super::{bytes, c, call, code, take_string, text, Array, Entry, Options, Rules, Said};
use crate::error::Error;
use crate::wire::{Framing, Grammar, GrammarLanguage, Piece, PieceKind, ReasoningField};

handle!(
    StreamReader,
    tagstream_stream_reader,
    tagstream_stream_reader_free,
    tagstream_stream_reader_reset
);
handle!(Rewriter, tagstream_rewriter, tagstream_rewriter_free, tagstream_rewriter_reset);

impl StreamReader {
    pub(crate) fn new(framing: Framing) -> Self {
        let number = match framing {
            Framing::Sse => c::TAGSTREAM_SSE,
            Framing::Ndjson => c::TAGSTREAM_NDJSON,
            Framing::Objects => c::TAGSTREAM_OBJECTS,
        };
        // SAFETY: the function makes a new handle.
        Self::from_pointer(unsafe { c::tagstream_stream_reader_new(number) })
    }

    pub(crate) fn feed(&mut self, chunk: &[u8]) -> impl ExactSizeIterator<Item = Piece<'_>> {
        // SAFETY: the handle lives, and is borrowed as long as the pieces.
        pieces(unsafe {
            let (data, size) = (chunk.as_ptr().cast(), chunk.len());
            c::tagstream_stream_reader_feed(self.0.as_ptr(), data, size)
        })
    }

    pub(crate) fn finish(&mut self) -> impl ExactSizeIterator<Item = Piece<'_>> {
        // SAFETY: as before.
        pieces(unsafe { c::tagstream_stream_reader_finish(self.0.as_ptr()) })
    }
}

fn pieces<'a>(all: c::tagstream_pieces) -> impl ExactSizeIterator<Item = Piece<'a>> {
    Array { at: all.data, left: all.size, stride: all.stride, lifetime: PhantomData }.map(piece)
}

fn piece(raw: &c::tagstream_piece) -> Piece<'_> {
    // SAFETY: the strings of a piece live as long as it is borrowed.
    let [said, id, name] = [raw.text, raw.id, raw.name].map(|one| unsafe { text(one) });
    let index = raw.index;
    let kind = match c_uint::from(raw.kind) {
        c::TAGSTREAM_PIECE_TEXT => PieceKind::Text(said),
        c::TAGSTREAM_PIECE_REASONING => PieceKind::Reasoning(said),
        c::TAGSTREAM_PIECE_TOOL_CALL_START => PieceKind::ToolCallStart { index, id, name },
        c::TAGSTREAM_PIECE_TOOL_CALL_DELTA => PieceKind::ToolCallDelta { index, text: said },
        c::TAGSTREAM_PIECE_FINISH => PieceKind::Finish(said),
        c::TAGSTREAM_PIECE_ERROR => PieceKind::Error(said),
        c::TAGSTREAM_PIECE_BROKEN => PieceKind::Broken(said),
        c::TAGSTREAM_PIECE_END => PieceKind::End,
        other => PieceKind::Unknown(other),
    };
    Piece { choice: raw.choice, offset: raw.offset, kind }
}

pub(crate) fn check_native_call(arguments: &str, is_cut_off: bool) -> Result<String, Error> {
    let (mut data, mut size) = (ptr::null_mut(), 0);
    let (given, given_size) = (arguments.as_ptr().cast(), arguments.len());
    // SAFETY: the text lives during the call, and the pointers are valid.
    call(|error| unsafe {
        c::tagstream_check_native_call(given, given_size, is_cut_off, &mut data, &mut size, error)
    })
    .map_err(|said: Said| Error::Arguments {
        code: code(u8::try_from(said.status).unwrap_or(0)),
        message: said.message,
        offset: said.offset,
    })?;
    // SAFETY: the result is this caller's.
    Ok(unsafe { take_string(data, size) })
}

const fn number_of(field: ReasoningField) -> c::tagstream_reasoning_field {
    match field {
        ReasoningField::ReasoningContent => c::TAGSTREAM_REASONING_CONTENT_FIELD,
        ReasoningField::Reasoning => c::TAGSTREAM_REASONING_FIELD,
        ReasoningField::Both => c::TAGSTREAM_BOTH_REASONING_FIELDS,
    }
}

impl Rewriter {
    pub(crate) fn new(rules: &Rules, field: ReasoningField, max_event_bytes: usize) -> Self {
        let field = number_of(field);
        // SAFETY: the handle lives, and the rewriter keeps the rules that it needs.
        Self::from_pointer(unsafe {
            c::tagstream_rewriter_new(rules.0.as_ptr(), field, max_event_bytes)
        })
    }

    pub(crate) fn feed(&mut self, chunk: &[u8]) -> &[u8] {
        // SAFETY: the handle lives, and is borrowed as long as the bytes.
        unsafe {
            let (data, size) = (chunk.as_ptr().cast(), chunk.len());
            bytes(c::tagstream_rewriter_feed(self.0.as_ptr(), data, size))
        }
    }

    pub(crate) fn finish(&mut self) -> &[u8] {
        // SAFETY: as before.
        unsafe { bytes(c::tagstream_rewriter_finish(self.0.as_ptr())) }
    }

    pub(crate) fn errors_json(&self) -> String {
        // SAFETY: the handle lives. This type is not `Sync`, so nobody else asks at once.
        unsafe { text(c::tagstream_rewriter_errors_json(self.0.as_ptr())) }.into_owned()
    }
}

pub(crate) fn rewrite_answer(
    rules: &Rules,
    field: ReasoningField,
    body: &[u8],
) -> (Vec<u8>, String) {
    let (mut size, mut errors, mut errors_size) = (0, ptr::null_mut(), 0);
    // SAFETY: the handle and the text live, and the pointers are valid. Both results are this
    // caller's.
    unsafe {
        let made = c::tagstream_rewrite_answer(
            rules.0.as_ptr(),
            number_of(field),
            body.as_ptr().cast(),
            body.len(),
            &mut size,
            &mut errors,
            &mut errors_size,
        );
        let out = bytes(c::tagstream_string { data: made, size }).to_vec();
        c::tagstream_free(made);
        (out, take_string(errors, errors_size))
    }
}

pub(crate) fn grammar(entries: &[Entry], language: GrammarLanguage) -> Result<Grammar, Error> {
    let options = Options::new(entries)?;
    let language = match language {
        GrammarLanguage::Lark => c::TAGSTREAM_LARK,
        GrammarLanguage::Gbnf => c::TAGSTREAM_GBNF,
    };
    let (mut data, mut size) = (ptr::null_mut(), 0);
    let (mut rest, mut rest_size) = (ptr::null_mut(), 0);
    // SAFETY: the handle lives, and the pointers are valid.
    call(|error| unsafe {
        c::tagstream_grammar(
            options.0.as_ptr(),
            language,
            &mut data,
            &mut size,
            &mut rest,
            &mut rest_size,
            error,
        )
    })
    .map_err(Said::of_options)?;
    // SAFETY: the results are this caller's.
    Ok(unsafe {
        Grammar {
            text: take_string(data, size),
            not_constrained_json: take_string(rest, rest_size),
        }
    })
}
