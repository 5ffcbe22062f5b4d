import { codeWord } from "./layout.js";
import { failure, library, refresh, result, textUntilZero, words } from "./memory.js";

/** An option that can't be, with the library's sentence; or a stream of a server that can't be
 * read. No text of a model is an error. */
export class TagstreamError extends Error {
  constructor(message, code = "bad_option", offset = 0, option = "") {
    super(message);
    this.name = "TagstreamError";
    this.code = code;
    this.offset = offset;
    this.option = option;
  }
}

/** What a function has put into `result`, if its status is 0. */
export function made(status) {
  refresh();
  if (status === 0) return words[result >> 2];
  const error = words[failure >> 2];
  const message = textUntilZero(library.tagstream_error_message(error));
  const option = textUntilZero(library.tagstream_error_option(error));
  const offset = Number(library.tagstream_error_offset(error));
  library.tagstream_error_free(error);
  throw new TagstreamError(message, codeWord(status), offset, option);
}
