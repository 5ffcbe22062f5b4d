// The WebAssembly module: it needs no imports, exports what the list says, and reads a stream.
//   node module.mjs MODULE EXPORTS
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const [path, list] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(path));

assert.deepEqual(WebAssembly.Module.imports(module), []);
const listed = readFileSync(list, "utf8")
  .split("\n")
  .filter((line) => /^[^#]/.test(line));
const exported = WebAssembly.Module.exports(module).map((one) => one.name);
assert.deepEqual(exported.sort(), [...listed, "memory", "tagstream_feed_whole", "tagstream_seed"].sort());

const c = new WebAssembly.Instance(module).exports;
c.__wasm_call_ctors();
c.tagstream_seed(1, 2);

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// Calls `use` with the place and the size of a text in the module's memory.
function with_text(text, use) {
  const bytes = encoder.encode(text);
  const at = c.malloc(bytes.length || 1);
  new Uint8Array(c.memory.buffer).set(bytes, at);
  const result = use(at, bytes.length);
  c.free(at);
  return result;
}
const number_at = (at) => new DataView(c.memory.buffer).getUint32(at, true);
const text_at = (at) =>
  decoder.decode(new Uint8Array(c.memory.buffer, number_at(at), number_at(at + 4)));

// A struct that a function returns is written where its first argument says.
const result = c.malloc(12);

function new_reader(options) {
  const status = with_text(options, (at, size) => c.tagstream_rules_new(at, size, result, 0));
  assert.equal(status, 0);
  return c.tagstream_reader_from_rules(number_at(result));
}

// The events of the last call: 32 and 40 are the places of `text` and `name`.
function events() {
  const [data, size, stride] = [0, 4, 8].map((at) => number_at(result + at));
  return Array.from({ length: size }, (_, index) => {
    const at = data + index * stride;
    const kind = new Uint8Array(c.memory.buffer)[at];
    return [kind, text_at(at + 32), text_at(at + 40)];
  });
}

const reader = new_reader('{"dialect": "qwen3"}');
const seen = [];
for (const chunk of [
  "<think>So ü.</thi",
  'nk>It rains.<tool_call>{"name": "rain", "argum',
  'ents": {"city": "Oslo"}}</tool_call>',
]) {
  with_text(chunk, (at, size) => {
    c.tagstream_feed(result, reader, at, size);
    seen.push(...events());
  });
}
c.tagstream_finish(result, reader);
seen.push(...events());
c.tagstream_reader_free(reader);

const [content, reasoning, tool_call, markup] = [0, 1, 7, 10];
assert.deepEqual(
  seen.filter(([kind]) => kind !== markup),
  [
    [reasoning, "So ü.", ""],
    [content, "It rains.", ""],
    [tool_call, '{"city": "Oslo"}', "rain"],
  ],
);

// 1 MB goes through the kernel with vectors, in pieces of 1,000 bytes.
const long = new_reader('{"hide": ["x"]}');
const line = `${"a < b ".repeat(30)}<x y='>'>hidden</x>`;
let visible = 0;
const all = line.repeat(5000);
for (let at = 0; at < all.length; at += 1000) {
  with_text(all.slice(at, at + 1000), (place, size) => {
    c.tagstream_feed(result, long, place, size);
    for (const [kind, text] of events()) visible += kind === content ? text.length : 0;
  });
}
c.tagstream_finish(result, long);
for (const [kind, text] of events()) visible += kind === content ? text.length : 0;
assert.equal(visible, 5000 * 180);

const size = readFileSync(path).length;
console.log(`${listed.length} exports, no imports, ${size} bytes`);
