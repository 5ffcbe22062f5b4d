// The parts of an answer, as servers stream them or SDKs give them. The library reads both: the
// chunks of an SDK are the JSON that came over the network.

import { dispose, freedBy, TagstreamError } from "./error.js";
import { list, piece as layout } from "./layout.js";
import { bufferBytes } from "./layout.js";
import {
  bytes,
  library,
  refresh,
  scratch,
  start,
  stringAt,
  textUntilZero,
  withText,
  words,
} from "./memory.js";

const forgotten = freedBy("tagstream_stream_reader_free");
const forms = ["sse", "ndjson", "objects"];
const kinds = []; // the word for each number

/** Reads a stream of one form into pieces. */
export class PieceReader {
  #pointer;

  constructor(form) {
    start();
    this.#pointer = library.tagstream_stream_reader_new(forms.indexOf(form));
    forgotten.register(this, this.#pointer, this);
  }

  /** The pieces that are complete with this chunk: a string, or bytes. */
  feed(chunk) {
    return withText(chunk, (at, size) => {
      library.tagstream_stream_reader_feed(scratch, this.#pointer, at, size);
      return this.#taken();
    });
  }

  finish() {
    if (this.#pointer === 0) return [];
    library.tagstream_stream_reader_finish(scratch, this.#pointer);
    return this.#taken();
  }

  [dispose]() {
    if (this.#pointer === 0) return;
    forgotten.unregister(this);
    library.tagstream_stream_reader_free(this.#pointer);
    this.#pointer = 0;
  }

  // The first choice alone is read: each is another answer.
  #taken() {
    refresh();
    let at = words[(scratch + list.data) >> 2];
    const count = words[(scratch + list.size) >> 2];
    const stride = words[(scratch + list.stride) >> 2];
    const pieces = [];
    for (let i = 0; i < count; ++i, at += stride) {
      if (words[(at + layout.choice) >> 2] !== 0) continue;
      const number = bytes[at + layout.kind];
      kinds[number] ??= textUntilZero(library.tagstream_piece_kind_word(number));
      pieces.push({
        kind: kinds[number],
        index: words[(at + layout.index) >> 2],
        text: stringAt(at + layout.text),
        id: stringAt(at + layout.id),
        name: stringAt(at + layout.name),
      });
    }
    return pieces;
  }
}
