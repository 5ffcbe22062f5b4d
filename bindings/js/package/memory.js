// The WebAssembly module, of which a process has one instance, and its memory.
//
// Text goes in through one buffer that all readers share: the library needs a chunk only until its
// events are read, and they are read at once.

/** A chunk has at most `bufferUnits` units of UTF-16, or `bufferBytes` bytes. */
export const bufferBytes = 65536;
export const bufferUnits = 16384;
const scratchBytes = 4096;

/** The bytes of the memory, and the same as numbers. They change when the memory grows. */
export let bytes = new Uint8Array();
export let words = new Uint32Array();
export let doubles;

/** The functions of the library, after `start`. */
export let library;
/** Where a chunk is put. */
export let buffer = 0;
/** Where functions put their results: a handle or a text, an error, and the size of a text. */
export let result = 0;
export let failure = 0;
export let resultSize = 0;

let memory;
let load;
let rankOfLoader = -1;
let hasSeed = false;

const encoder = new TextEncoder();

// A byte order mark is text like any other: without it all offsets would be wrong.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Sets the function that gives the module. That of the highest rank counts, of several the first.
 */
export function setLoader(loader, rank = 1) {
  if (rank <= rankOfLoader) return;
  load = loader;
  rankOfLoader = rank;
}

/** Makes the instance, unless there is one. */
export function start() {
  if (library !== undefined) return;
  const { exports } = new WebAssembly.Instance(load(), {});
  memory = exports.memory;
  exports.__wasm_call_ctors();
  buffer = exports.malloc(bufferBytes);
  result = exports.malloc(scratchBytes);
  failure = result + 4;
  resultSize = result + 8;
  library = exports;
  refresh();
}

/** Any call of the library may make the memory grow, which leaves the arrays empty. So this is
 * called after a call whose result is read, and before something is written. */
export function refresh() {
  if (bytes[0] !== undefined) return; // V8 takes a length for a double
  bytes = new Uint8Array(memory.buffer);
  words = new Uint32Array(memory.buffer);
  doubles = new Float64Array(memory.buffer);
}

/** Gives the library a seed for ids, once. Where none is to be had yet (a Worker outside of a
 * request), ids are the same in each process, and the next call tries again. */
export function seed() {
  if (hasSeed) return;
  try {
    library.tagstream_seed(...crypto.getRandomValues(new Uint32Array(2)));
    hasSeed = true;
  } catch {}
}

/** The text of bytes. What is not UTF-8 becomes U+FFFD. */
export const decoded = (part) => decoder.decode(part);

/** The text at a place of the memory. */
export function textAt(at, size) {
  if (size <= 40) {
    let text = "";
    let i = at;
    for (; i < at + size && bytes[i] < 128; ++i) text += String.fromCharCode(bytes[i]);
    if (i === at + size) return text;
  }
  return decoded(bytes.subarray(at, at + size));
}

/** The text of a `tagstream_string`. */
export const stringAt = (at) => textAt(words[at >> 2], words[(at >> 2) + 1]);

/** The text at a pointer, which ends with a zero byte. */
export function textUntilZero(at) {
  refresh();
  return textAt(at, bytes.indexOf(0, at) - at);
}

/** A number of 64 bits. Offsets are exact up to 2^53. */
export function longAt(at) {
  const high = words[(at >> 2) + 1];
  return high === 0 ? words[at >> 2] : words[at >> 2] + high * 2 ** 32;
}

/** What `make` gives for each entry of the list that a function has returned. */
export function listed(make) {
  refresh();
  let [at, count, stride] = words.subarray(result >> 2);
  const all = [];
  for (; count > 0; --count, at += stride) all.push(make(at));
  return all;
}

/** Adds to a list. There may be more than a call can have arguments. */
export function addAll(list, more) {
  for (const one of more) list.push(one);
}

const encoded = (text, at) => encoder.encodeInto(text, bytes.subarray(at)).written;

// The chunk whose events are read. Most texts of events are a part of it, or all of it.
let chunk = "";
let chunkSize = 0;
const wellFormed = String.prototype.isWellFormed;

/** Puts a chunk of at most 32 signs of ASCII into the buffer. False if it is another. */
export function putShort(text) {
  const { length } = text;
  refresh();
  chunk = text;
  chunkSize = length;
  if (length > 32) return false;
  let bits = 0;
  let at = 0;
  for (; at < length - 3; at += 4) {
    const a = text.charCodeAt(at);
    const b = text.charCodeAt(at + 1);
    const c = text.charCodeAt(at + 2);
    const d = text.charCodeAt(at + 3);
    bits |= a | b | c | d;
    words[(buffer + at) >> 2] = a | (b << 8) | (c << 16) | (d << 24);
  }
  for (; at < length; ++at) {
    const unit = text.charCodeAt(at);
    bits |= unit;
    bytes[buffer + at] = unit;
  }
  return bits < 128;
}

/** Puts a chunk into the buffer, and returns how many bytes it has. The buffer must have room for
 * three bytes for each unit. */
export function putChunk(text) {
  if (!putShort(text)) chunkSize = encoded(text, buffer);
  return chunkSize;
}

/** What is in the buffer is no text. */
export function forgetChunk() {
  chunkSize = 0;
}

/** The text of a `tagstream_string`, which may be a part of the chunk. */
export function chunkText(at) {
  const from = words[at >> 2] - buffer;
  const size = words[(at >> 2) + 1];
  if (from >= 0 && from + size <= chunkSize) {
    const isAscii = chunkSize === chunk.length;
    if (size === chunkSize && (isAscii || wellFormed?.call(chunk))) return chunk;
    if (isAscii) return chunk.substring(from, from + size);
  }
  return stringAt(at);
}

export function mustBeString(text) {
  if (typeof text !== "string") throw new TypeError("a text is a string");
}

/** Calls `work(at, size)` with a copy of the text or the bytes in the memory of the library. It is
 * in the buffer, unless it is too long, or something else is there. */
export function withText(text, work, isBufferFree = true) {
  start();
  const isBytes = typeof text !== "string";
  const most = isBytes ? text.length : text.length * 3;
  const isInBuffer = isBufferFree && most <= bufferBytes;
  const at = isInBuffer ? buffer : library.malloc(most || 1);
  refresh();
  try {
    if (isBytes) bytes.set(text, at);
    return work(at, isBytes ? most : encoded(text, at));
  } finally {
    if (!isInBuffer) library.free(at);
  }
}

/** The same for what must be a string. */
export function withString(text, work, isBufferFree) {
  mustBeString(text);
  return withText(text, work, isBufferFree);
}

/** Calls `work(at, size)` with a copy of the value as JSON. */
export const withJson = (value, work) => withText(JSON.stringify(value), work);

/** The text of a `char*` of the library, which is freed. */
export function taken(pointer, sizeAt = result) {
  refresh();
  const text = textAt(pointer, words[sizeAt >> 2]);
  library.tagstream_free(pointer);
  return text;
}

// Some runtimes have no such thing.
const forgotten = globalThis.FinalizationRegistry && new FinalizationRegistry((free) => free());

/** A handle of the library, which is freed when `free` is called, or nobody has it any more. */
export function owned(pointer, free) {
  const handle = {
    pointer,
    free(give = free) {
      if (handle.pointer === 0) return;
      handle.pointer = 0;
      forgotten?.unregister(handle);
      give(pointer);
    },
  };
  forgotten?.register(handle, () => free(pointer), handle);
  return handle;
}

export const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");
