import { dispose, TagstreamError } from "./error.js";
import { PieceReader } from "./pieces.js";
import { Reader } from "./reader.js";

const forms = ["text", "sse", "ndjson"];

/** Feeds a reader with the chunks of a stream of any kind. */
class ChunkReader {
  #from;
  #served = null; // reads what a server streams
  #objects = null; // reads the chunks of an SDK
  #hasEvent = false;
  #hasBytes = false;
  #hasEnded = false; // the server has said so

  constructor(reader, from) {
    if (!forms.includes(from)) {
      throw new TypeError(`from: ${JSON.stringify(from)} is none of ${forms.join(", ")}`);
    }
    this.reader = reader;
    this.#from = from;
  }

  /** The events for a chunk. */
  read(chunk, events) {
    const plain = plainOf(chunk);
    if (plain === null) {
      if (typeof chunk !== "object" || chunk === null) {
        throw new TypeError("a stream gives strings, bytes, or the chunks of an SDK");
      }
      this.#objects ??= new PieceReader("objects");
      this.#readPieces(this.#objects.feed(JSON.stringify(chunk)), events);
    } else if (this.#from === "text") {
      add(events, this.reader.feed(plain));
    } else {
      this.#served ??= new PieceReader(this.#from);
      this.#hasBytes ||= plain.length !== 0;
      this.#readPieces(this.#served.feed(plain), events);
    }
  }

  /** The events of the end. */
  finish(events) {
    for (const one of [this.#served, this.#objects]) {
      if (one !== null) this.#readPieces(one.finish(), events);
    }
    if (!this.#hasEvent && (this.#hasBytes || this.#objects !== null)) {
      const what = this.#objects === null ? ` (from: "${this.#from}")` : "";
      const message = `no event of an answer in this stream${what}: it has broken off, or is none`;
      throw new TagstreamError(message, "broken_event");
    }
    this.letOut(events);
  }

  /** What is held. */
  letOut(events) {
    if (this.reader._isFinished) return;
    add(events, this.reader.finish());
    const isServed = this.#from !== "text" || this.#objects !== null;
    if (isServed && !this.#hasEnded) this.reader._breakOff();
  }

  /** The stream has failed: what is held comes out, and no end of the answer is known. */
  breakOff(events) {
    if (this.reader._isFinished) return;
    this.letOut(events);
    if (!this.#hasEnded) this.reader._breakOff();
  }

  leave() {
    this.#served?.[dispose]();
    this.#objects?.[dispose]();
    this.#served = this.#objects = null;
    this.reader[dispose]();
  }

  #readPieces(pieces, events) {
    for (const piece of pieces) {
      this.#hasEvent ||= piece.kind !== "broken";
      switch (piece.kind) {
        case "text":
          if (piece.text !== "") add(events, this.reader.feed(piece.text));
          break;
        case "end":
          this.#hasEnded = true;
          break;
        case "error":
          throw new TagstreamError(piece.text, "upstream");
        case "broken":
          console.warn(`tagstream: an event of the stream can't be read: ${piece.text}`);
          break;
        default:
          this.#hasEnded ||= piece.kind === "finish";
          add(events, this.reader._native(piece));
      }
    }
  }
}

function add(events, more) {
  for (const event of more) events.push(event);
}

function plainOf(chunk) {
  if (typeof chunk === "string" || chunk instanceof Uint8Array) return chunk;
  if (chunk instanceof ArrayBuffer) return new Uint8Array(chunk);
  if (ArrayBuffer.isView(chunk)) {
    return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
  return null;
}

const isStream = (thing) => typeof thing?.getReader === "function";

/** `next` and `return` of a source: an iterable of either kind, a ReadableStream, a Response. */
function sourceOf(source) {
  const inner =
    source !== null && typeof source === "object" && "body" in source ? source.body : source;
  if (inner === null || inner === undefined) return [][Symbol.iterator]();
  if (typeof inner === "string" || inner instanceof Uint8Array) {
    throw new TypeError("a whole text and no chunks: read(text, options) reads it");
  }
  if (inner[Symbol.asyncIterator] !== undefined) return inner[Symbol.asyncIterator]();
  if (inner[Symbol.iterator] !== undefined) return inner[Symbol.iterator]();
  if (!isStream(inner)) throw new TypeError("a stream is iterable, a ReadableStream or a Response");
  const reader = inner.getReader();
  return { next: () => reader.read(), return: () => reader.cancel() };
}

/** What a Response says of itself. */
function formOf(source) {
  const type = source?.headers?.get?.("content-type") ?? "";
  if (/^text\/event-stream\b/i.test(type)) return "sse";
  return /^application\/(x-ndjson|jsonl|x-jsonlines)\b/i.test(type) ? "ndjson" : "text";
}

/**
 * The events of a stream. It is no generator: what is in memory already costs no wait, and a source
 * that is not asynchronous is not awaited.
 */
class Stream {
  #source;
  #chunks;
  #events = [];
  #at = 0;
  #error = null; // comes after the events
  #isOver = false;
  #pulling = null;

  constructor(source, reader, from) {
    this.#chunks = new ChunkReader(reader, from);
    this.#source = sourceOf(source);
  }

  next() {
    if (this.#pulling === null) {
      const event = this.#events[this.#at];
      if (event !== undefined) {
        ++this.#at;
        return Promise.resolve({ value: event, done: false });
      }
    }
    // One after the other, also for a caller who does not wait.
    const before = this.#pulling ?? Promise.resolve();
    const mine = this.#pulling === null ? this.#pull() : before.then(() => this.#pull());
    const done = mine.then(
      () => {},
      () => {},
    );
    this.#pulling = done;
    done.then(() => {
      if (this.#pulling === done) this.#pulling = null;
    });
    return mine;
  }

  /** Leaving the loop closes the source, and gives the reader back. */
  async return(value) {
    if (!this.#isOver) {
      this.#isOver = true;
      this.#drop();
      this.#chunks.leave();
      await this.#source.return?.();
    }
    return { value, done: true };
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  /** The message so far: a copy. */
  get message() {
    return this.#chunks.reader.message;
  }

  async #pull() {
    for (;;) {
      const event = this.#events[this.#at];
      if (event !== undefined) {
        ++this.#at;
        return { value: event, done: false };
      }
      this.#drop();
      if (this.#error !== null) {
        const { error } = this.#error;
        this.#error = null;
        throw error;
      }
      if (this.#isOver) return { value: undefined, done: true };
      await this.#read();
    }
  }

  #drop() {
    this.#events.length = this.#at = 0;
  }

  // Reads until there is an event or the end.
  async #read() {
    let isFromSource = true;
    try {
      while (this.#events.length === 0) {
        let step = this.#source.next();
        if (typeof step?.then === "function") step = await step;
        if (this.#isOver) return;
        isFromSource = false;
        if (step.done) {
          this.#isOver = true;
          this.#chunks.finish(this.#events);
          this.#chunks.leave();
          return;
        }
        this.#chunks.read(step.value, this.#events);
        isFromSource = true;
      }
    } catch (error) {
      this.#error = { error };
      const wasOver = this.#isOver;
      this.#isOver = true;
      this.#chunks.breakOff(this.#events);
      this.#chunks.leave();
      // The source does not know that nobody wants more of it.
      if (!isFromSource && !wasOver) await close(this.#source);
    }
  }
}

async function close(source) {
  try {
    await source.return?.();
  } catch {
    // The error that ended the stream is the one to be thrown.
  }
}

/** Takes `from` out of the options, or of `how`. */
function setUp(source, options, how, message) {
  let from = how?.from;
  let reader = options;
  if (!(options instanceof Reader)) {
    let its = options;
    if (options !== null && typeof options === "object" && "from" in options) {
      const { from: given, ...rest } = options;
      from ??= given;
      its = rest;
    }
    reader = new Reader(its, { message });
  }
  return new Stream(source, reader, from ?? formOf(source));
}

/** The events of an answer that comes in chunks. */
export function stream(source, options, how) {
  return setUp(source, options, how, how?.message !== false);
}

async function* visible(events) {
  for await (const event of events) {
    if (event.kind === "content") yield event.text;
  }
}

/** The visible text of an answer that comes in chunks. */
export function filter(source, options, how) {
  return visible(setUp(source, options, how, false));
}

/** The same as `stream`, for a pipeline. */
export function transform(options, how) {
  const reader = options instanceof Reader ? options : new Reader(options, how);
  const send = (events, controller) => {
    for (const event of events) controller.enqueue(event);
  };
  return new TransformStream({
    transform: (chunk, controller) => send(reader.feed(chunk), controller),
    flush: (controller) => send(reader.finish(), controller),
    cancel: () => reader[dispose](),
  });
}

export { Stream };
