import { codeWord } from "./layout.js";
import { library, longAt, refresh, scratch, start, textUntilZero, words } from "./memory.js";

/** An option that can't be, with the library's sentence; or a stream of a server that can't be
 * read. No text of a model is an error. */
export class TagstreamError extends Error {
  constructor(message, code, offset = 0, option = "") {
    super(message);
    this.name = "TagstreamError";
    this.code = code;
    this.offset = offset;
    this.option = option;
  }
}

// Here functions put the handle that they make, and the error.
const handleAt = () => scratch;
const errorAt = () => scratch + 4;

/** Calls `call(handleAt, errorAt)`, which returns a status, and gives the handle. */
export function made(call) {
  start();
  const status = call(handleAt(), errorAt());
  refresh();
  if (status === 0) return words[handleAt() >> 2];
  const error = words[errorAt() >> 2];
  const message = textUntilZero(library.tagstream_error_message(error));
  const offset = Number(library.tagstream_error_offset(error));
  const option = textUntilZero(library.tagstream_error_option(error));
  library.tagstream_error_free(error);
  throw new TagstreamError(message, codeWord(status) ?? "bad_option", offset, option);
}

/** Frees handles of objects that nobody has any more. Some runtimes have no such thing. */
export function freedBy(name) {
  if (typeof FinalizationRegistry === "undefined") return { register() {}, unregister() {} };
  return new FinalizationRegistry((pointer) => library[name](pointer));
}

export const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");
