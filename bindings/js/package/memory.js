// The WebAssembly module, of which a process has one instance, and its memory.
//
// Text goes in through one buffer that all readers share: the library needs a chunk only until its
// events are read, and they are read at once.

import { bufferBytes, scratchBytes } from "./layout.js";

/** The bytes of the memory, and the same as numbers. They change when the memory grows. */
export let bytes = new Uint8Array();
export let words = new Uint32Array();
export let doubles = new Float64Array();

/** The functions of the library, after `start`. */
export let library;
/** Where a chunk is put, and where functions put their results. */
export let buffer = 0;
export let scratch = 0;

let memory;
let given;
let load;
let hasSeed = false;

const encoder = new TextEncoder();
// With a byte order mark, which is text like any other: without it all offsets would be wrong.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The function that gives the module, if nobody calls `use`. The first one counts. */
export function setLoader(loader) {
  load ??= loader;
}

/** Takes a module that the caller has compiled. The first one counts. */
export function use(module) {
  if (!(module instanceof WebAssembly.Module)) {
    throw new TypeError(
      "use() takes a WebAssembly.Module: await WebAssembly.compileStreaming(...)",
    );
  }
  given ??= module;
}

/** Makes the instance, unless there is one. */
export function start() {
  if (library !== undefined) return library;
  const module = given ?? load?.();
  if (module === undefined) {
    throw new Error("tagstream/core has no module: call use(module), or import tagstream");
  }
  const instance = new WebAssembly.Instance(module, {});
  memory = instance.exports.memory;
  instance.exports.__wasm_call_ctors?.();
  instance.exports._initialize?.();
  buffer = instance.exports.malloc(bufferBytes);
  scratch = instance.exports.malloc(scratchBytes);
  library = instance.exports;
  refresh();
  return library;
}

/** Any call of the library may make the memory grow, which leaves the arrays empty. So this is
 * called after a call whose result is read, and before something is written. */
export function refresh() {
  if (bytes.length !== 0) return;
  bytes = new Uint8Array(memory.buffer);
  words = new Uint32Array(memory.buffer);
  doubles = new Float64Array(memory.buffer);
}

/** Gives the library a seed for ids, once. Where none is to be had yet (a Worker outside of a
 * request), the next call tries again. */
export function seed() {
  if (hasSeed) return;
  const two = new Uint32Array(2);
  try {
    crypto.getRandomValues(two);
    hasSeed = true;
  } catch {
    two[0] = Date.now() >>> 0;
    two[1] = Math.random() * 2 ** 32;
  }
  library.tagstream_seed(two[0], two[1]);
}

/** The text at a place of the memory. What is not UTF-8 becomes U+FFFD. */
export function textAt(at, size) {
  if (size > 40) return decoder.decode(bytes.subarray(at, at + size));
  let text = "";
  for (let i = at; i < at + size; ++i) {
    const byte = bytes[i];
    if (byte > 127) return decoder.decode(bytes.subarray(at, at + size));
    text += String.fromCharCode(byte);
  }
  return text;
}

/** The text of a `tagstream_string`. */
export function stringAt(at) {
  return textAt(words[at >> 2], words[(at >> 2) + 1]);
}

/** The text at a pointer, which ends with a zero byte. */
export function textUntilZero(at) {
  refresh();
  return at === 0 ? "" : textAt(at, bytes.indexOf(0, at) - at);
}

/** A number of 64 bits. Offsets are exact up to 2^53. */
export function longAt(at) {
  return words[at >> 2] + words[(at >> 2) + 1] * 4294967296;
}

/** Puts text into the buffer, and returns how many bytes it has. The buffer must have room for
 * three bytes for each unit. */
export function put(text) {
  refresh();
  const length = text.length;
  if (length > 32) return encoder.encodeInto(text, bytes.subarray(buffer)).written;
  const to = bytes;
  for (let i = 0; i < length; ++i) {
    const unit = text.charCodeAt(i);
    if (unit > 127) return encoder.encodeInto(text, to.subarray(buffer)).written;
    to[buffer + i] = unit;
  }
  return length;
}

/** Calls `work(at, size)` with a copy of the text in the memory of the library. */
export function withText(text, work) {
  start();
  const isBytes = typeof text !== "string";
  const most = isBytes ? text.length : text.length * 3;
  const at = most <= bufferBytes ? buffer : library.malloc(most);
  refresh();
  try {
    let size = most;
    if (isBytes) bytes.set(text, at);
    else size = encoder.encodeInto(text, bytes.subarray(at, at + most)).written;
    return work(at, size);
  } finally {
    if (at !== buffer) library.free(at);
  }
}

/** The text of a `char*` of the library, which is freed. `sizeAt` is where its size stands. */
export function taken(pointer, sizeAt) {
  refresh();
  if (pointer === 0) return "";
  const text = textAt(pointer, words[sizeAt >> 2]);
  library.tagstream_free(pointer);
  return text;
}
