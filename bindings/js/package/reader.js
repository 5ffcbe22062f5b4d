import { dispose, freedBy, made } from "./error.js";
import { bufferBytes, bufferUnits, event as eventLayout, eventAt, list, stats } from "./layout.js";
import {
  buffer,
  bytes,
  library,
  longAt,
  put,
  refresh,
  scratch,
  seed,
  start,
  textAt,
  withText,
  words,
} from "./memory.js";
import { Ids, MessageMaker, openBytes } from "./message.js";
import { NativeCalls } from "./native.js";
import { rulesOf } from "./rules.js";
import { Units } from "./units.js";

const forgotten = freedBy("tagstream_reader_free");
const wellFormed = String.prototype.isWellFormed;

// The chunk whose events are read. Most texts of events are a part of it, or all of it.
let chunk = "";
let chunkSize = 0;
let isAscii = true;

function textOf(at, size) {
  const from = at - buffer;
  if (from >= 0 && from + size <= chunkSize) {
    if (isAscii) return chunk.substring(from, from + size);
    if (size === chunkSize && wellFormed?.call(chunk)) return chunk;
  }
  return textAt(at, size);
}

const sameOffset = (offset) => offset;

const isHigh = (unit) => unit >= 0xd800 && unit < 0xdc00;

/** Reads one answer that comes in chunks. */
export class Reader {
  #rules;
  #hasMessage;
  #pointer = 0;
  #units = null; // of strings alone
  #offset = sameOffset;
  #mode = null; // "strings" or "bytes", from the first chunk on
  #high = ""; // the first half of a sign, which waits for the second
  #isFinished = false;
  #hasStopped = false; // after its end
  #endByte = 0; // where the last event ended, and what that is for the caller
  #end = 0;
  #here = 0; // the offset of the end of what was fed
  #stats = null; // after the end
  #message;
  #ids = null;
  #own = []; // the index of each call of the library, in the counter that all calls share
  #nextIndex = 0;
  #native = null;

  constructor(options, how) {
    this.#rules = rulesOf(options);
    this.#hasMessage = how?.message !== false;
    this.#message = new MessageMaker();
  }

  /** The events that this chunk makes certain. It may end anywhere. */
  feed(chunk) {
    const isText = typeof chunk === "string";
    if (!isText && !(chunk instanceof Uint8Array)) {
      throw new TypeError("feed takes a string or a Uint8Array");
    }
    if (this.#isFinished) return this.#afterEnd(chunk);
    this.#begin(isText ? "strings" : "bytes");
    const events = [];
    if (isText) {
      this.#feedText(chunk, events);
    } else {
      for (let at = 0; at < chunk.length || at === 0; at += bufferBytes) {
        this.#feedBytes(chunk.subarray(at, at + bufferBytes), events);
      }
    }
    return events;
  }

  /** The end of the answer: the events of all that was held. */
  finish() {
    if (this.#isFinished) return [];
    this.#begin(this.#mode ?? "strings");
    const events = [];
    if (this.#high !== "") {
      const high = this.#high;
      this.#high = "";
      this.#feedPiece(high, events);
    }
    chunkSize = 0;
    library.tagstream_finish(scratch, this.#pointer);
    this.#take(events);
    if (this.#native !== null) this.#giveAll(this.#native.finish(true, this.#end), events);
    this.#isFinished = true;
    this.#message.finish();
    this.#stats = this.stats;
    this.#leave();
    return events;
  }

  /** Reads the end of the prompt, before the first chunk: the answer begins in the state in which
   * the prompt ends. True if something is open there. */
  prime(tail) {
    if (this.#mode !== null || this.#isFinished) {
      throw new TypeError("prime after feed: call reset first");
    }
    this.#acquire();
    return withText(tail, (at, size) => {
      const isOpen = scratch + 16;
      made((_, error) => library.tagstream_prime(this.#pointer, at, size, isOpen, error));
      return bytes[isOpen] !== 0;
    });
  }

  /** Forgets the answer, and is ready for the next one. */
  reset() {
    this.#leave();
    this.#units = null;
    this.#offset = sameOffset;
    this.#mode = this.#stats = this.#ids = this.#native = null;
    this.#high = "";
    this.#isFinished = this.#hasStopped = false;
    this.#endByte = this.#end = this.#here = this.#nextIndex = 0;
    this.#own = [];
    this.#message = new MessageMaker();
  }

  /** The caller knows that the answer was cut off: the finish reason is "length". */
  setCutOff() {
    this.#message.setCutOff();
  }

  /** The message so far: a copy. */
  get message() {
    return this.#message.copy();
  }

  /** Counters, in bytes of UTF-8. */
  get stats() {
    if (this.#stats !== null) return { ...this.#stats };
    const now = {};
    if (this.#pointer !== 0) library.tagstream_reader_stats(this.#pointer, scratch, stats.size);
    refresh();
    for (const [name, at] of Object.entries(stats)) {
      if (name !== "size") now[name] = this.#pointer === 0 ? 0 : longAt(scratch + at);
    }
    return now;
  }

  /** For a reader that is left before its end; `finish` does it, too. */
  [dispose]() {
    this.#leave();
    this.#isFinished = this.#hasStopped = true;
  }

  /** The events for a piece of an answer that the server has read itself. */
  _native(piece) {
    const events = [];
    if (this.#isFinished) return events;
    start();
    if (piece.kind === "reasoning") {
      const event = { kind: "reasoning", text: piece.text, is_native: true };
      if (piece.text !== "")
        this.#giveAll([{ ...event, start: this.#end, end: this.#end }], events);
      return events;
    }
    this.#native ??= new NativeCalls(() => this.#nextIndex++, this.#rules._seen.incremental);
    this.#giveAll(this.#native.read(piece, this.#end), events);
    if (piece.kind === "finish") this.#message.setReason(this.#native.reason);
    return events;
  }

  /** The stream has broken off. */
  _breakOff() {
    this.#message.breakOff();
  }

  get _isFinished() {
    return this.#isFinished;
  }

  #begin(mode) {
    if (this.#mode !== null && this.#mode !== mode) {
      throw new TypeError(`this stream is one of ${this.#mode}: call reset before another one`);
    }
    if (this.#mode === null && mode === "strings") {
      const units = new Units();
      this.#units = units;
      this.#offset = (offset) => units.of(offset);
    }
    this.#mode = mode;
    this.#acquire();
  }

  #acquire() {
    if (this.#pointer !== 0) return;
    start();
    seed();
    this.#pointer = this.#rules._takeReader();
    refresh();
    forgotten.register(this, this.#pointer, this);
  }

  #leave() {
    if (this.#pointer === 0) return;
    forgotten.unregister(this);
    this.#rules._giveReader(this.#pointer);
    this.#pointer = 0;
  }

  #feedText(given, events) {
    let text = given;
    if (this.#high !== "") {
      text = this.#high + text;
      this.#high = "";
    }
    if (text.length !== 0 && isHigh(text.charCodeAt(text.length - 1))) {
      this.#high = text.slice(-1);
      text = text.slice(0, -1);
    }
    let at = 0;
    while (text.length - at > bufferUnits) {
      const end = at + bufferUnits - (isHigh(text.charCodeAt(at + bufferUnits - 1)) ? 1 : 0);
      this.#feedPiece(text.slice(at, end), events);
      at = end;
    }
    this.#feedPiece(at === 0 ? text : text.slice(at), events);
  }

  // Of at most `bufferUnits`.
  #feedPiece(text, events) {
    const size = put(text);
    chunk = text;
    chunkSize = size;
    isAscii = size === text.length;
    if (!isAscii || !this.#units.addAscii(size)) this.#units.add(buffer, size);
    library.tagstream_feed(scratch, this.#pointer, buffer, size);
    this.#take(events);
  }

  #feedBytes(part, events) {
    refresh();
    bytes.set(part, buffer);
    chunkSize = 0; // a text is never a part of `chunk`
    library.tagstream_feed(scratch, this.#pointer, buffer, part.length);
    this.#take(events);
  }

  #take(events) {
    refresh();
    const count = words[(scratch + list.size) >> 2];
    if (count === 0) return;
    let at = words[(scratch + list.data) >> 2];
    const stride = words[(scratch + list.stride) >> 2];
    const offset = this.#offset;
    for (let i = 0; i < count; ++i, at += stride) {
      const from = longAt(at + eventLayout.start);
      const to = longAt(at + eventLayout.end);
      // Spans tile the stream, so most begin where the last one has ended.
      const start = from === this.#endByte ? this.#end : offset(from);
      const end = to === from ? start : offset(to);
      this.#endByte = to;
      this.#end = end;
      const event = eventAt(at, textOf, offset, start, end);
      this.#give(event, events, this.#units === null ? this.#halfBytes(at, event) : undefined);
    }
  }

  // The bytes of a text that has half a sign at one of its ends.
  #halfBytes(at, { kind }) {
    if (kind !== "content" && kind !== "reasoning") return undefined;
    const from = words[(at + eventLayout.text) >> 2];
    const text = bytes.subarray(from, from + words[(at + eventLayout.text + list.size) >> 2]);
    return this.#message.hasOpen(kind) || openBytes(text) !== 0 ? text : undefined;
  }

  #give(event, events, bytes) {
    if (event.index !== undefined && event.index !== null) {
      while (this.#own.length <= event.index) this.#own.push(this.#nextIndex++);
      event.index = this.#own[event.index];
      this.#name(event);
    }
    if (this.#hasMessage) this.#message.add(event, bytes);
    events.push(event);
  }

  #giveAll(native, events) {
    for (const event of native) {
      if (event.index !== undefined) this.#name(event);
      if (this.#hasMessage) this.#message.add(event);
      events.push(event);
    }
  }

  #name(event) {
    if (event.id === undefined) return;
    this.#ids ??= new Ids(this.#rules._seen.id_style);
    event.id = this.#ids.of(event.index, event.id);
  }

  // The library has one more event for text after the end: `stopped`.
  #afterEnd(chunk) {
    if (this.#hasStopped || chunk.length === 0) return [];
    this.#hasStopped = true;
    const other = new Reader(this.#rules);
    other.#begin("strings");
    library.tagstream_finish(scratch, other.#pointer);
    put("x");
    library.tagstream_feed(scratch, other.#pointer, buffer, 1);
    const events = [];
    other.#take(events);
    other.#leave();
    for (const event of events) {
      event.start = event.end = event.offset = this.#end;
      if (this.#hasMessage) this.#message.add(event);
    }
    return events;
  }
}

/** Reads a whole answer. */
export function read(text, options) {
  const reader = new Reader(options);
  reader.feed(text);
  reader.finish();
  return reader.message;
}
