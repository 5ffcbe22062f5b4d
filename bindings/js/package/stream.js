import { TagstreamError } from "./error.js";
import { pieceAt } from "./layout.js";
import { addAll, dispose, library, listed, owned, result, start, withText } from "./memory.js";
import { Reader } from "./reader.js";

// The numbers of the library for what a stream consists of.
const forms = ["sse", "ndjson", "objects"];

function plainOf(chunk) {
  if (typeof chunk === "string") return chunk;
  if (!(chunk instanceof ArrayBuffer || ArrayBuffer.isView(chunk))) return null;
  return new Uint8Array(chunk.buffer ?? chunk, chunk.byteOffset ?? 0, chunk.byteLength);
}

/** `next` and `return` of a source: an iterable of either kind, a ReadableStream, a Response. */
function sourceOf(source) {
  const inner = source?.body === undefined ? source : (source.body ?? []);
  if (typeof inner === "string" || inner instanceof Uint8Array) {
    throw new TypeError("a whole text: read(text, options) reads it");
  }
  const iterate = inner?.[Symbol.asyncIterator] ?? inner?.[Symbol.iterator];
  if (iterate !== undefined) return iterate.call(inner);
  if (typeof inner?.getReader !== "function") {
    throw new TypeError("a stream is an iterable or a Response");
  }
  const reader = inner.getReader();
  return { next: () => reader.read(), return: () => reader.cancel() };
}

/** What a Response says of itself. */
function formOf(source) {
  const type = source?.headers?.get?.("content-type") ?? "";
  if (/event-stream/i.test(type)) return "sse";
  return /ndjson|jsonl/i.test(type) ? "ndjson" : "text";
}

/**
 * The events of a stream of any kind. The library reads what a server streams, and the chunks of an
 * SDK, which are the JSON that came over the network.
 *
 * It is no generator: what is in memory already costs no wait, and a source that is not asynchronous
 * is not awaited.
 */
export class Stream {
  #source;
  #reader;
  #from;
  #handle = null; // reads all but plain text
  #hasEvent = false;
  #hasEnded = false; // the server has said so
  #events = [];
  #at = 0;
  #failure = null; // comes after the events
  #isOver = false;
  #pulling = null;

  constructor(source, reader, from) {
    if (!["text", "sse", "ndjson"].includes(from)) {
      throw new TypeError('from is "text", "sse" or "ndjson"');
    }
    this.#source = sourceOf(source);
    this.#reader = reader;
    this.#from = from;
  }

  next() {
    const before = this.#pulling;
    if (before === null && this.#at < this.#events.length) return Promise.resolve(this.#step());
    // One after the other, also for a caller who does not wait.
    const mine = before === null ? this.#pull() : before.then(() => this.#pull());
    const free = () => {
      if (this.#pulling === done) this.#pulling = null;
    };
    const done = mine.then(free, free);
    this.#pulling = done;
    return mine;
  }

  /** Leaving the loop closes the source, and gives the reader back. */
  async return(value) {
    if (!this.#isOver) {
      this.#events = [];
      this.#end();
      await this.#source.return?.();
    }
    return { value, done: true };
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  /** The message so far: a copy. */
  get message() {
    return this.#reader.message;
  }

  #step() {
    return { value: this.#events[this.#at++], done: false };
  }

  // Reads until there is an event or the end.
  async #pull() {
    if (this.#at >= this.#events.length) {
      this.#events = [];
      this.#at = 0;
      if (!this.#isOver) await this.#read();
    }
    if (this.#at < this.#events.length) return this.#step();
    if (this.#failure === null) return { value: undefined, done: true };
    const [error] = this.#failure;
    this.#failure = null;
    throw error;
  }

  async #read() {
    let isFromSource = true;
    try {
      while (this.#events.length === 0) {
        let step = this.#source.next();
        if (typeof step?.then === "function") step = await step;
        if (this.#isOver) return;
        isFromSource = false;
        if (step.done) {
          this.#finish();
          return;
        }
        this.#feed(step.value);
        isFromSource = true;
      }
    } catch (error) {
      this.#failure = [error];
      const wasOver = this.#isOver;
      this.#letOut(true);
      // The source does not know that nobody wants more of it. If it fails, too, the first error
      // counts.
      try {
        if (!isFromSource && !wasOver) await this.#source.return?.();
      } catch {}
    }
  }

  #feed(chunk) {
    let plain = plainOf(chunk);
    if (plain === null) {
      if (typeof chunk !== "object" || chunk === null) {
        throw new TypeError("a stream gives strings, bytes or chunks of SDKs");
      }
      if (this.#handle === null) this.#from = "objects";
      plain = JSON.stringify(chunk);
    } else if (this.#from === "text") {
      this.#add(this.#reader.feed(plain));
      return;
    }
    if (plain.length === 0) return;
    start();
    this.#handle ??= owned(
      library.tagstream_stream_reader_new(forms.indexOf(this.#from)),
      (pointer) => library.tagstream_stream_reader_free(pointer),
    );
    withText(plain, (at, size) =>
      library.tagstream_stream_reader_feed(result, this.#handle.pointer, at, size),
    );
    this.#readPieces();
  }

  #finish() {
    this.#isOver = true;
    if (this.#handle !== null) {
      library.tagstream_stream_reader_finish(result, this.#handle.pointer);
      this.#readPieces();
    }
    if (this.#handle !== null && !this.#hasEvent) {
      const message = `this stream, read as ${this.#from}, has no answer`;
      throw new TagstreamError(message, "broken_event");
    }
    this.#letOut(this.#from !== "text");
  }

  // What is held comes out. If nobody says so, no end of the answer is known.
  #letOut(mustBeSaid) {
    if (!this.#reader._isFinished) {
      this.#add(this.#reader.finish());
      if (mustBeSaid && !this.#hasEnded) this.#reader._breakOff();
    }
    this.#end();
  }

  #end() {
    this.#isOver = true;
    this.#reader[dispose]();
    this.#handle?.free();
  }

  #readPieces() {
    for (const piece of listed(pieceAt)) {
      if (piece.choice !== 0) continue; // each is another answer
      const { kind, text } = piece;
      this.#hasEvent ||= kind !== "broken";
      this.#hasEnded ||= kind === "end" || kind === "finish";
      if (kind === "text") this.#add(text === "" ? [] : this.#reader.feed(text));
      else if (kind === "error") throw new TagstreamError(text, "upstream");
      else if (kind === "broken") {
        console.warn(`tagstream: an event can't be read: ${text}`);
      } else if (kind !== "end") this.#add(this.#reader._native(piece));
    }
  }

  #add(events) {
    addAll(this.#events, events);
  }
}

/** Takes `from` out of the options, or of `how`. */
function setUp(source, options, how, message) {
  const { from, ...rest } = Object(options);
  const reader =
    options instanceof Reader
      ? options
      : new Reader(from === undefined ? options : rest, { message });
  return new Stream(source, reader, how?.from ?? from ?? formOf(source));
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
