// Offsets of a text in units of UTF-16, as JavaScript counts, from offsets in bytes of UTF-8.

import { bytes } from "./memory.js";

const blockBytes = 1024;

function bitsIn(word) {
  let count = word - ((word >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return (((count + (count >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

const bitsBefore = (word, bit) => (bit === 0 ? 0 : bitsIn(word & ((1 << bit) - 1)));

/**
 * Of "aé😀b" the bytes 0, 1, 3, 4 and 7 begin a unit: each sign begins one with its first byte, and
 * a sign of four bytes a second one with its second byte. As long as a text is ASCII nothing is
 * kept. After that it is one bit for each byte, and a count for each 1,024.
 */
export class Units {
  #ascii = 0; // so many bytes at the beginning are ASCII
  #marks = null; // of the bytes after them
  #counts = null; // the units in all blocks before this one
  #size = 0; // of all bytes
  // The last offset that was asked for after the ASCII, and the units before it: the next one is
  // most often close to it.
  #place = 0;
  #before = 0;

  /** Adds a text that is ASCII, while all before it is. Returns false if more must be known. */
  addAscii(size) {
    if (this.#marks !== null) return false;
    this.#ascii = this.#size += size;
    return true;
  }

  /** Adds `size` bytes at a place of the memory. They are whole signs. */
  add(at, size) {
    if (this.#marks === null) {
      this.#marks = new Uint32Array(64);
      this.#counts = new Float64Array(4);
    }
    const from = this.#size - this.#ascii;
    this.#grow(from + size);
    const marks = this.#marks;
    for (let i = 0; i < size; ++i) {
      const byte = bytes[at + i];
      const isUnit = (byte & 0xc0) !== 0x80 || (i > 0 && bytes[at + i - 1] >= 0xf0);
      if (isUnit) marks[(from + i) >> 5] |= 1 << ((from + i) & 31);
    }
    this.#size += size;
    const last = Math.floor((from + size) / blockBytes);
    for (let block = Math.floor(from / blockBytes) + 1; block <= last; ++block) {
      const first = (block - 1) * blockBytes;
      this.#counts[block] = this.#counts[block - 1] + this.#countBetween(first, first + blockBytes);
    }
  }

  /** The offset in units for an offset in bytes. */
  of(offset) {
    if (offset <= this.#ascii) return offset;
    const place = offset - this.#ascii;
    if (place < this.#place || place > this.#place + blockBytes) {
      const block = Math.floor(place / blockBytes);
      this.#place = block * blockBytes;
      this.#before = this.#counts[block];
    }
    this.#before += this.#countBetween(this.#place, place);
    this.#place = place;
    return this.#ascii + this.#before;
  }

  #countBetween(from, to) {
    const marks = this.#marks;
    const last = to >>> 5;
    let word = from >>> 5;
    // The bits before `from` are not counted, so they are taken off what is counted.
    let count = -bitsBefore(marks[word], from & 31);
    for (; word < last; ++word) count += bitsIn(marks[word]);
    return count + bitsBefore(marks[word], to & 31);
  }

  #grow(size) {
    const words = Math.ceil((size + 1) / blockBytes) * (blockBytes / 32);
    if (words > this.#marks.length) {
      const more = new Uint32Array(Math.max(words, this.#marks.length * 2));
      more.set(this.#marks);
      this.#marks = more;
    }
    const blocks = Math.floor(size / blockBytes) + 2;
    if (blocks > this.#counts.length) {
      const more = new Float64Array(Math.max(blocks, this.#counts.length * 2));
      more.set(this.#counts);
      this.#counts = more;
    }
  }
}
