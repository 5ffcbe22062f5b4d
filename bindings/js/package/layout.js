// Where the fields of the library's structs are, in bytes, on a target with pointers of 32 bits.
// Nothing else in the package knows a layout. The parts between the marks are made by
// bindings/js/generate.mjs from bindings/api.json, which a test compares with what the C++ compiler
// says.

import {
  bytes,
  chunkText,
  doubles,
  library,
  longAt,
  refresh,
  result,
  stringAt,
  textUntilZero,
  words,
} from "./memory.js";

// made: places
export const eventStartAt = 16;
export const eventEndAt = 24;
export const eventTextAt = 32;
export const tagRawTagAt = 48;
export const tagParentAt = 56;
export const tagDepthAt = 64;
// end

/** The word of a code; null for 0, which is none. */
export const codeWord = (number) =>
  number === 0 ? null : textUntilZero(library.tagstream_code_word(number));
const pieceWord = (number) => textUntilZero(library.tagstream_piece_kind_word(number));

// made: functions
export const tagAt = (at, offset) => ({
  name: stringAt(at + 32),
  start: offset(longAt(at)),
  end: offset(longAt(at + 8)),
  content_start: offset(longAt(at + 16)),
  content_end: offset(longAt(at + 24)),
  is_closed: bytes[at + 68] !== 0,
  is_self_closing: bytes[at + 69] !== 0,
});
export const diagnosticAt = (at, offset) => ({
  kind: codeWord(bytes[at + 32]),
  offset: offset(longAt(at)),
  line: longAt(at + 8),
  column: longAt(at + 16),
  name: stringAt(at + 24),
});
export const contentAt = (at, offset) => ({
  start: offset(longAt(at)),
  end: offset(longAt(at + 8)),
  is_found: bytes[at + 24] !== 0,
});
export const statsAt = (at) => ({
  bytes_fed: longAt(at),
  bytes_examined: longAt(at + 8),
  bytes_held: longAt(at + 16),
  bytes_held_max: longAt(at + 24),
  events: longAt(at + 32),
  limit_hits: longAt(at + 40),
});
export const attributeAt = (at) => ({
  name: stringAt(at),
  value: stringAt(at + 8),
  has_value: bytes[at + 16] !== 0,
});
export const pieceAt = (at) => ({
  kind: pieceWord(bytes[at + 40]),
  index: words[(at + 36) >> 2],
  text: stringAt(at + 8),
  id: stringAt(at + 16),
  name: stringAt(at + 24),
  choice: words[(at + 32) >> 2],
});
const is = (at, bit) => (words[(at + 8) >> 2] & bit) !== 0;
const attributeBytes = 24;
export const statsBytes = 48;
// end

const unlessNegative = (number) => (number < 0 ? null : number);

/** The object for an event of text, 0 for content, 1 for reasoning. */
export const textEvent = (kind, text, start, end) =>
  // made: texts
  kind === 0
    ? { kind: "content", text, start, end }
    : { kind: "reasoning", text, is_native: false, start, end };
  // end

/** The object for the event at `at`. `offset` turns an offset of bytes into one of the caller's;
 * `start` and `end` are the span. */
export function eventAt(at, offset, start, end) {
  // made: events
  switch (bytes[at]) {
    case 0:
      return textEvent(0, chunkText(at + 32), start, end);
    case 1:
      return textEvent(1, chunkText(at + 32), start, end);
    case 2:
      return {
        kind: "section_start",
        name: chunkText(at + 40),
        raw_tag: chunkText(at + 48),
        attributes: attributesOfEvent(at),
        is_implied_open: is(at, 4),
        start,
        end,
      };
    case 3:
      return {
        kind: "section_delta",
        name: chunkText(at + 40),
        text: chunkText(at + 32),
        start,
        end,
      };
    case 4:
      return {
        kind: "section_end",
        name: chunkText(at + 40),
        raw_tag: chunkText(at + 48),
        attributes: attributesOfEvent(at),
        text: chunkText(at + 32),
        offset: offset(longAt(at + 72)),
        is_closed: is(at, 1),
        is_recorded: is(at, 2),
        is_implied_open: is(at, 4),
        is_truncated: is(at, 8),
        start,
        end,
      };
    case 5:
      return {
        kind: "tool_call_start",
        index: words[(at + 12) >> 2],
        id: chunkText(at + 56),
        name: chunkText(at + 40),
        is_native: false,
        start,
        end,
      };
    case 6:
      return {
        kind: "tool_call_delta",
        index: words[(at + 12) >> 2],
        name: chunkText(at + 40),
        text: chunkText(at + 32),
        is_native: false,
        start,
        end,
      };
    case 7:
      return {
        kind: "tool_call",
        index: words[(at + 12) >> 2],
        id: chunkText(at + 56),
        name: chunkText(at + 40),
        arguments: chunkText(at + 32),
        raw: chunkText(at + 48),
        is_closed: is(at, 1),
        is_repaired: is(at, 128),
        is_recovered: is(at, 256),
        has_started: is(at, 64),
        is_native: false,
        start,
        end,
      };
    case 8:
      return {
        kind: "tool_call_error",
        code: codeWord(bytes[at + 1]),
        text: chunkText(at + 32),
        offset: offset(longAt(at + 72)),
        name: chunkText(at + 40),
        raw: chunkText(at + 48),
        index: is(at, 32) ? words[(at + 12) >> 2] : null,
        is_closed: is(at, 1),
        is_recovered: is(at, 256),
        has_started: is(at, 64),
        is_native: false,
        start,
        end,
      };
    case 9:
      return {
        kind: "thought",
        text: chunkText(at + 32),
        thought_type: chunkText(at + 64),
        confidence: unlessNegative(doubles[(at + 80) >> 3]),
        has_attributes: is(at, 16),
        is_closed: is(at, 1),
        is_truncated: is(at, 8),
        start,
        end,
      };
    case 10:
      return {
        kind: "markup",
        text: chunkText(at + 32),
        start,
        end,
      };
    case 11:
      return {
        kind: "notice",
        code: codeWord(bytes[at + 1]),
        text: chunkText(at + 32),
        offset: offset(longAt(at + 72)),
        name: chunkText(at + 40),
        start,
        end,
      };
    case 12:
      return {
        kind: "stopped",
        code: codeWord(bytes[at + 1]),
        text: chunkText(at + 32),
        offset: offset(longAt(at + 72)),
        start,
        end,
      };
    case 13:
      return {
        kind: "thought_delta",
        text: chunkText(at + 32),
        start,
        end,
      };
  }
  // end
}

/** The attributes that a function of C writes: `call(to, capacity)` returns how many there are. */
export function attributesBy(call) {
  const capacity = 64;
  let count = call(result, capacity);
  let room = 0;
  if (count > capacity) {
    room = library.malloc(count * attributeBytes);
    count = call(room, count);
  }
  refresh();
  const all = [];
  for (let at = room || result; count > 0; --count, at += attributeBytes) all.push(attributeAt(at));
  library.free(room);
  refresh();
  return all;
}

const attributesOfEvent = (at) =>
  attributesBy((to, capacity) => library.tagstream_event_attributes(at, to, capacity));
