// Offsets of a text in units of UTF-16, as JavaScript counts, from offsets in bytes of UTF-8. The
// library counts; as long as a text is ASCII, it is not asked.

import { library, owned, refresh } from "./memory.js";

const utf16 = 1; // TAGSTREAM_UTF16

export class Units {
  #ascii = 0; // so many bytes at the beginning are ASCII
  #handle = null; // counts in those after them

  /** Adds the text of `length` units that lies in the memory. */
  add(length, at, size) {
    if (this.#handle === null) {
      if (size === length) {
        this.#ascii += size;
        return;
      }
      this.#own(library.tagstream_offsets_new(utf16));
    }
    library.tagstream_offsets_add(this.#handle.pointer, at, size);
  }

  /** The offset in units for an offset in bytes. */
  of(offset) {
    const rest = offset - this.#ascii;
    if (rest <= 0) return offset;
    const units = library.tagstream_offsets_of(this.#handle.pointer, BigInt(rest));
    refresh();
    return this.#ascii + Number(units);
  }

  /** A copy, whose text goes on on its own. */
  clone() {
    const copy = new Units();
    copy.#ascii = this.#ascii;
    if (this.#handle !== null) copy.#own(library.tagstream_offsets_clone(this.#handle.pointer));
    return copy;
  }

  free() {
    this.#handle?.free();
  }

  #own(offsets) {
    this.#handle = owned(offsets, (pointer) => library.tagstream_offsets_free(pointer));
  }
}
