// Where the fields of the library's structs are, in bytes, on a target with pointers of 32 bits.
// Nothing else in the package knows a layout. The parts between the marks are made by
// bindings/js/generate.mjs; tests/layout.test.mjs compares them with what the C++ compiler says.

import {
  bytes,
  doubles,
  library,
  longAt,
  refresh,
  stringAt,
  textUntilZero,
  words,
} from "./memory.js";

/** A chunk has at most `bufferUnits` units of UTF-16, or `bufferBytes` bytes. */
export const bufferBytes = 65536;
export const bufferUnits = 16384;
export const scratchBytes = 4096;

/** tagstream_string, and lists: data, size, stride. */
export const list = { data: 0, size: 4, stride: 8 };

// made: structs
export const event = {
  kind: 0,
  code: 1,
  flags: 8,
  index: 12,
  start: 16,
  end: 24,
  text: 32,
  name: 40,
  raw: 48,
  id: 56,
  thought_type: 64,
  offset: 72,
  confidence: 80,
  size: 88,
};

export const tag = {
  start: 0,
  end: 8,
  content_start: 16,
  content_end: 24,
  name: 32,
  content: 40,
  raw_tag: 48,
  parent: 56,
  subtree_end: 60,
  depth: 64,
  is_closed: 68,
  is_self_closing: 69,
  size: 72,
};

export const diagnostic = {
  offset: 0,
  line: 8,
  column: 16,
  name: 24,
  kind: 32,
  size: 40,
};

export const content = {
  start: 0,
  end: 8,
  text: 16,
  is_found: 24,
  size: 32,
};

export const stats = {
  bytes_fed: 0,
  bytes_examined: 8,
  bytes_held: 16,
  bytes_held_max: 24,
  events: 32,
  limit_hits: 40,
  size: 48,
};

export const attribute = {
  name: 0,
  value: 8,
  has_value: 16,
  size: 24,
};

export const piece = {
  offset: 0,
  text: 8,
  id: 16,
  name: 24,
  choice: 32,
  index: 36,
  kind: 40,
  size: 48,
};

/** The bits of `flags`. */
export const flag = {
  is_closed: 1 << 0,
  is_recorded: 1 << 1,
  is_implied_open: 1 << 2,
  is_truncated: 1 << 3,
  has_attributes: 1 << 4,
  has_index: 1 << 5,
  has_started: 1 << 6,
  is_repaired: 1 << 7,
  is_recovered: 1 << 8,
  is_native: 1 << 9,
};
// end


const kinds = [];
const codes = [];

/** The word of a code; null for 0, which is none. */
export function codeWord(number) {
  if (number === 0) return null;
  codes[number] ??= textUntilZero(library.tagstream_code_word(number)) || "unknown";
  return codes[number];
}

const unlessNegative = (number) => (number < 0 ? null : number);
const isSet = (at, its) => (words[(at + event.flags) >> 2] & its) !== 0;

/**
 * The object for the event at `at`. `text` gives a text of the chunk, `offset` turns an offset of
 * bytes into one of the caller's; `start` and `end` are the span.
 */
export function eventAt(at, text, offset, start, end) {
  const base = at >> 2;
  const string = (field) => text(words[base + (field >> 2)], words[base + (field >> 2) + 1]);
  switch (bytes[at + event.kind]) {
    // made: events
    case 0:
      return {
        kind: "content",
        text: string(event.text),
        start,
        end,
      };
    case 1:
      return {
        kind: "reasoning",
        text: string(event.text),
        is_native: false,
        start,
        end,
      };
    case 2:
      return {
        kind: "section_start",
        name: string(event.name),
        raw_tag: string(event.raw),
        attributes: eventAttributes(at),
        is_implied_open: isSet(at, flag.is_implied_open),
        start,
        end,
      };
    case 3:
      return {
        kind: "section_delta",
        name: string(event.name),
        text: string(event.text),
        start,
        end,
      };
    case 4:
      return {
        kind: "section_end",
        name: string(event.name),
        raw_tag: string(event.raw),
        attributes: eventAttributes(at),
        text: string(event.text),
        offset: offset(longAt(at + event.offset)),
        is_closed: isSet(at, flag.is_closed),
        is_recorded: isSet(at, flag.is_recorded),
        is_implied_open: isSet(at, flag.is_implied_open),
        is_truncated: isSet(at, flag.is_truncated),
        start,
        end,
      };
    case 5:
      return {
        kind: "tool_call_start",
        index: words[base + (event.index >> 2)],
        id: string(event.id),
        name: string(event.name),
        is_native: false,
        start,
        end,
      };
    case 6:
      return {
        kind: "tool_call_delta",
        index: words[base + (event.index >> 2)],
        name: string(event.name),
        text: string(event.text),
        is_native: false,
        start,
        end,
      };
    case 7:
      return {
        kind: "tool_call",
        index: words[base + (event.index >> 2)],
        id: string(event.id),
        name: string(event.name),
        arguments: string(event.text),
        raw: string(event.raw),
        is_closed: isSet(at, flag.is_closed),
        is_repaired: isSet(at, flag.is_repaired),
        is_recovered: isSet(at, flag.is_recovered),
        has_started: isSet(at, flag.has_started),
        is_native: false,
        start,
        end,
      };
    case 8:
      return {
        kind: "tool_call_error",
        code: codeWord(bytes[at + event.code]),
        text: string(event.text),
        offset: offset(longAt(at + event.offset)),
        name: string(event.name),
        raw: string(event.raw),
        index: isSet(at, flag.has_index) ? words[base + (event.index >> 2)] : null,
        is_closed: isSet(at, flag.is_closed),
        is_recovered: isSet(at, flag.is_recovered),
        has_started: isSet(at, flag.has_started),
        is_native: false,
        start,
        end,
      };
    case 9:
      return {
        kind: "thought",
        text: string(event.text),
        thought_type: string(event.thought_type),
        confidence: unlessNegative(doubles[(at + event.confidence) >> 3]),
        has_attributes: isSet(at, flag.has_attributes),
        is_closed: isSet(at, flag.is_closed),
        is_truncated: isSet(at, flag.is_truncated),
        start,
        end,
      };
    case 10:
      return {
        kind: "markup",
        text: string(event.text),
        start,
        end,
      };
    case 11:
      return {
        kind: "notice",
        code: codeWord(bytes[at + event.code]),
        text: string(event.text),
        offset: offset(longAt(at + event.offset)),
        name: string(event.name),
        start,
        end,
      };
    case 12:
      return {
        kind: "stopped",
        code: codeWord(bytes[at + event.code]),
        text: string(event.text),
        offset: offset(longAt(at + event.offset)),
        start,
        end,
      };
    case 13:
      return {
        kind: "thought_delta",
        text: string(event.text),
        start,
        end,
      };
    // end
    default: {
      const number = bytes[at + event.kind];
      kinds[number] ??= textUntilZero(library.tagstream_event_kind_word(number)) || "unknown";
      return { kind: kinds[number], start, end };
    }
  }
}

/** The attributes that a function of C writes: `call(to, capacity)` returns how many there are. */
export function attributesBy(call, to, room) {
  const capacity = Math.floor(room / attribute.size);
  let count = call(to, capacity);
  let at = to;
  if (count > capacity) {
    at = library.malloc(count * attribute.size);
    count = call(at, count);
  }
  refresh();
  const all = [];
  for (let i = 0; i < count; ++i) {
    const one = at + i * attribute.size;
    all.push({
      name: stringAt(one + attribute.name),
      value: stringAt(one + attribute.value),
      has_value: bytes[one + attribute.has_value] !== 0,
    });
  }
  if (at !== to) library.free(at);
  refresh();
  return all;
}

let attributeRoom = 0;

function eventAttributes(at) {
  const base = (at + event.raw) >> 2;
  const size = words[base + 1];
  // Most tags have none, and then there is no blank and no sign of equality in them.
  const from = words[base];
  let mayHaveSome = false;
  for (let i = from; i < from + size && !mayHaveSome; ++i) {
    const byte = bytes[i];
    mayHaveSome = byte <= 32 || byte === 61 || byte === 47;
  }
  if (!mayHaveSome) return [];
  attributeRoom ||= library.malloc(64 * attribute.size);
  return attributesBy(
    (to, capacity) => library.tagstream_event_attributes(at, to, capacity),
    attributeRoom,
    64 * attribute.size,
  );
}
