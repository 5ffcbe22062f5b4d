import { Calls } from "./calls.js";
import { made } from "./error.js";
import {
  eventAt,
  eventEndAt,
  eventStartAt,
  eventTextAt,
  statsAt,
  statsBytes,
  textEvent,
} from "./layout.js";
import {
  buffer,
  bufferBytes,
  bufferUnits,
  bytes,
  dispose,
  failure,
  forgetChunk,
  library,
  longAt,
  mustBeString,
  owned,
  putChunk,
  putShort,
  refresh,
  result,
  seed,
  start,
  withText,
  words,
} from "./memory.js";
import { MessageMaker } from "./message.js";
import { rulesOf } from "./rules.js";
import { Units } from "./units.js";

const isHalf = (text, at) => (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;

/** Text that comes in chunks, as pieces that the buffer has room for. The first half of a sign
 * waits for the second. */
export class Pieces {
  /** The first half of a sign. */
  half = "";

  /** Calls `use` with each piece. */
  cut(given, use) {
    mustBeString(given);
    const text = this.take() + given;
    for (let at = 0; at < text.length;) {
      let end = Math.min(at + bufferUnits, text.length);
      if (isHalf(text, end)) --end;
      if (end === at) {
        this.half = text.slice(at);
        return;
      }
      use(text.slice(at, end));
      at = end;
    }
  }

  /** The half that is left. */
  take() {
    const half = this.half;
    this.half = "";
    return half;
  }
}

/** Reads one answer that comes in chunks. */
export class Reader {
  #rules;
  #hasMessage;
  #offset = (offset) => (this.#units === null ? offset : this.#units.of(offset));
  #handle = null;
  #stats; // after the end
  // What `reset` makes anew.
  #message;
  #mode; // "strings" or "bytes", from the first chunk on
  #units; // of strings alone
  #pieces;
  #isFinished;
  #isOpen; // the stream is one of strings, and no half of a sign waits
  #hasStopped; // after its end
  #endByte; // where the last event ended, and what that is for the caller
  #end;
  #calls;

  constructor(options, how) {
    this.#rules = rulesOf(options);
    this.#hasMessage = how?.message !== false;
    this.reset();
  }

  /** The events that this chunk makes certain. It may end anywhere. */
  feed(chunk) {
    // Most chunks are short, and all of a chunk is one event.
    if (!this.#isOpen || typeof chunk !== "string" || !putShort(chunk)) {
      return this.#feedAny(chunk);
    }
    const { length } = chunk;
    this.#units.add(length, buffer, length);
    const whole = library.tagstream_feed_whole(result, this.#handle.pointer, buffer, length);
    if (whole === 0) return this.#take([]);
    const from = (whole >> 1) - length;
    const start = from === this.#endByte ? this.#end : this.#offset(from);
    this.#endByte = whole >> 1;
    this.#end = start + length;
    const event = textEvent(whole & 1, chunk, start, start + length);
    if (this.#hasMessage) this.#message.add(event);
    return [event];
  }

  /** The end of the answer: the events of all that was held. */
  finish() {
    if (this.#isFinished) return [];
    this.#begin(this.#mode ?? "strings");
    const events = [];
    const half = this.#pieces.take();
    if (half !== "") {
      this.#feedPiece(half);
      this.#take(events);
    }
    forgetChunk();
    library.tagstream_finish(result, this.#handle.pointer);
    this.#take(events);
    this.#giveAll(this.#calls.finish(true, this.#end), events);
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
      made(library.tagstream_prime(this.#handle.pointer, at, size, result, failure));
      return bytes[result] !== 0;
    });
  }

  /** Forgets the answer, and is ready for the next one. */
  reset() {
    this.#leave();
    this.#message = new MessageMaker();
    this.#pieces = new Pieces();
    this.#mode = this.#units = this.#stats = null;
    this.#isFinished = this.#hasStopped = false;
    this.#endByte = this.#end = 0;
    this.#calls = new Calls(this.#rules._seen);
  }

  /** A reader that goes on on its own from here: the same chunks give it the same events. */
  clone() {
    const copy = new Reader(this.#rules, { message: this.#hasMessage });
    if (this.#handle !== null) {
      copy.#own(library.tagstream_reader_clone(this.#handle.pointer));
    }
    copy.#message = this.#message.clone();
    copy.#pieces.half = this.#pieces.half;
    copy.#mode = this.#mode;
    copy.#units = this.#units?.clone() ?? null;
    copy.#stats = this.#stats;
    copy.#isFinished = this.#isFinished;
    copy.#hasStopped = this.#hasStopped;
    copy.#endByte = this.#endByte;
    copy.#end = this.#end;
    copy.#calls = this.#calls.clone();
    return copy;
  }

  /** The caller knows that the answer was cut off: the finish reason is "length". */
  setCutOff() {
    this.#message.its.finish_reason = "length";
  }

  /** The message so far: a copy. */
  get message() {
    return this.#message.copy();
  }

  /** Counters, in bytes of UTF-8. */
  get stats() {
    if (this.#stats === null) {
      this.#acquire();
      library.tagstream_reader_stats(this.#handle.pointer, result, statsBytes);
      refresh();
    }
    return this.#stats ?? statsAt(result);
  }

  /** For a reader that is left before its end; `finish` does it, too. */
  [dispose]() {
    if (this.#handle !== null) this.#stats = this.stats;
    this.#leave();
    this.#isFinished = this.#hasStopped = true;
  }

  /** The events for a piece of an answer that the server has read itself. */
  _native(piece) {
    const events = [];
    if (this.#isFinished) return events;
    this.#giveAll(this.#calls.read(piece, this.#end), events);
    if (piece.kind === "finish") this.#message.setReason(piece.text);
    return events;
  }

  /** The stream has broken off. */
  _breakOff() {
    this.#message.breakOff();
  }

  get _isFinished() {
    return this.#isFinished;
  }

  #feedAny(chunk) {
    const isText = typeof chunk === "string";
    if (!isText && !(chunk instanceof Uint8Array)) {
      throw new TypeError("a chunk is a string or bytes");
    }
    if (this.#isFinished) return this.#afterEnd(chunk);
    this.#begin(isText ? "strings" : "bytes");
    const events = [];
    if (isText) {
      this.#pieces.cut(chunk, (piece) => {
        this.#feedPiece(piece);
        this.#take(events);
      });
      this.#isOpen = this.#pieces.half === "";
    } else {
      for (let at = 0; at < chunk.length; at += bufferBytes) {
        this.#feedBytes(chunk.subarray(at, at + bufferBytes));
        this.#take(events);
      }
    }
    return events;
  }

  #begin(mode) {
    if (this.#mode === mode) return;
    if (this.#mode !== null) {
      throw new TypeError(`this stream is one of ${this.#mode}: call reset first`);
    }
    this.#acquire();
    this.#mode = mode;
    if (mode === "strings") this.#units = new Units();
  }

  #acquire() {
    if (this.#handle !== null) return;
    start();
    seed();
    this.#own(this.#rules._take());
  }

  #own(reader) {
    this.#handle = owned(reader, (pointer) => library.tagstream_reader_free(pointer));
  }

  #leave() {
    this.#isOpen = false;
    this.#units?.free();
    this.#handle?.free((pointer) => this.#rules._give(pointer));
    this.#handle = null;
  }

  // Of at most `bufferUnits`.
  #feedPiece(text) {
    const size = putChunk(text);
    this.#units.add(text.length, buffer, size);
    library.tagstream_feed(result, this.#handle.pointer, buffer, size);
  }

  #feedBytes(part) {
    refresh();
    bytes.set(part, buffer);
    forgetChunk();
    library.tagstream_feed(result, this.#handle.pointer, buffer, part.length);
  }

  // The events that the library has returned.
  #take(events) {
    refresh();
    const list = result >> 2;
    const stride = words[list + 2];
    let at = words[list];
    for (let count = words[list + 1]; count > 0; --count, at += stride) {
      events.push(this.#event(at));
    }
    return events;
  }

  #event(at) {
    const from = longAt(at + eventStartAt);
    const to = longAt(at + eventEndAt);
    // Spans tile the stream, so most begin where the last one has ended.
    const start = from === this.#endByte ? this.#end : this.#offset(from);
    const end = to === from ? start : this.#offset(to);
    this.#endByte = to;
    this.#end = end;
    const event = eventAt(at, this.#offset, start, end);
    this.#calls.place(event);
    if (this.#hasMessage)
      this.#message.add(event, this.#units === null ? textBytes(at) : undefined);
    return event;
  }

  #giveAll(native, events) {
    for (const event of native) {
      if (this.#hasMessage) this.#message.add(event);
      events.push(event);
    }
  }

  // The library has one more event for text after the end: `stopped`.
  #afterEnd(chunk) {
    if (this.#hasStopped || chunk.length === 0) return [];
    this.#hasStopped = true;
    const here = this.#end;
    this.#units = { of: () => here };
    this.#acquire();
    library.tagstream_finish(result, this.#handle.pointer);
    this.#feedBytes(Uint8Array.of(0));
    const events = this.#take([]);
    this.#units = null;
    this.#leave();
    return events;
  }
}

function textBytes(at) {
  const [from, size] = words.subarray((at + eventTextAt) >> 2);
  return bytes.subarray(from, from + size);
}

/** Reads a whole answer. */
export function read(text, options) {
  const reader = new Reader(options);
  reader.feed(text);
  reader.finish();
  return reader.message;
}
