import { TagstreamError } from "./error.js";
import {
  bytes,
  dispose,
  library,
  owned,
  refresh,
  result,
  resultSize,
  seed,
  start,
  stringAt,
  taken,
  withText,
  words,
} from "./memory.js";
import { rulesOf } from "./rules.js";

const fields = ["reasoning_content", "reasoning", "both"];
const mostEventBytes = 2 ** 24;

/** Divides options into those of reading, and those of writing, which are checked. */
export function divided(options) {
  if (options === null || typeof options !== "object") throw new TypeError("options are an object");
  const { reasoning_field = fields[0], max_event_bytes = mostEventBytes, ...read } = options;
  const field = fields.indexOf(reasoning_field);
  if (field < 0) {
    const given = JSON.stringify(reasoning_field);
    throw new TagstreamError(`reasoning_field: ${given} is none of ${fields.join(", ")}`);
  }
  if (!Number.isInteger(max_event_bytes) || max_event_bytes < 0) {
    throw new TagstreamError("max_event_bytes is a number of bytes");
  }
  return { read, written: { field, most: Math.min(max_event_bytes, 2 ** 31) } };
}

/** Rewrites a stream of OpenAI's chunks, bytes to bytes. */
export class Rewriter {
  #rules;
  #written;
  #handle;
  #errors = [];

  constructor(options) {
    const { read, written } = divided(options);
    this.#rules = rulesOf(read);
    this.#written = written;
    this.#make();
  }

  #make() {
    start();
    seed();
    const { field, most } = this.#written;
    const pointer = library.tagstream_rewriter_new(this.#rules._pointer, field, most);
    this.#handle = owned(pointer, () => library.tagstream_rewriter_free(pointer));
  }

  /** The bytes to send on for these. */
  feed(chunk) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError("feed takes a Uint8Array");
    if (this.#handle.pointer === 0) throw new TypeError("feed after finish: call reset first");
    return withText(chunk, (at, size) => {
      library.tagstream_rewriter_feed(result, this.#handle.pointer, at, size);
      return this.#taken();
    });
  }

  /** The end of the stream: what was held. */
  finish() {
    this.#errors = [];
    if (this.#handle.pointer === 0) return new Uint8Array();
    library.tagstream_rewriter_finish(result, this.#handle.pointer);
    const rest = this.#taken();
    this[dispose]();
    return rest;
  }

  /** The calls that failed in what was fed last. */
  get toolCallErrors() {
    return this.#errors;
  }

  /** Forgets the stream, and is ready for the next one. */
  reset() {
    this[dispose]();
    this.#errors = [];
    this.#make();
  }

  [dispose]() {
    this.#handle.free();
  }

  #taken() {
    refresh();
    const out = bytesAt(result);
    library.tagstream_rewriter_errors_json(result, this.#handle.pointer);
    refresh();
    const text = stringAt(result);
    this.#errors = text === "[]" ? [] : JSON.parse(text);
    return out;
  }
}

function bytesAt(at) {
  const from = words[at >> 2];
  return bytes.slice(from, from + words[(at >> 2) + 1]);
}

/** The same for an answer that comes whole. */
export function rewriteAnswer(body, options) {
  const { read, written } = divided(options);
  const rules = rulesOf(read)._pointer;
  seed();
  const errorsAt = result + 12;
  return withText(body, (at, size) => {
    const { field } = written;
    const text = library.tagstream_rewrite_answer(
      rules,
      field,
      at,
      size,
      resultSize,
      result,
      errorsAt,
    );
    refresh();
    const errors = JSON.parse(taken(words[result >> 2], errorsAt));
    return { body: taken(text, resultSize), errors };
  });
}
