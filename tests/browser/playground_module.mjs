// The module of the playground: it needs no imports, each family's example is read as the family
// writes it, and a text gives the same blocks in all pieces.
//   node playground_module.mjs MODULE
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { module_of } from "./playground_door.mjs";

const bytes = readFileSync(process.argv[2]);
const compiled = new WebAssembly.Module(bytes);
assert.deepEqual(WebAssembly.Module.imports(compiled), []);
const { call, read } = module_of(compiled);

// Without what differs from piece to piece.
const seen = (result) => JSON.stringify([result.answers[0].blocks, result.answers[0].bytes, result.used]);
const kinds = (result) => result.answers[0].blocks.map((block) => block.kind);

const examples = call("play_examples");
const names = Object.keys(examples);
const without = names.filter((name) => examples[name] === "");
assert(names.length > 70 && without.length === 0, `no examples: ${without}`);
for (const name of names) {
  const whole = read({ family: name, text: examples[name] }, 1 << 20);
  assert.deepEqual(whole.answers[0].blocks.flatMap((block) => block.problems), [], name);
  assert(!kinds(whole).includes("error"), name);
  assert(name === "none" || kinds(whole).some((kind) => /call|reasoning/.test(kind)), name);
  for (let size = 1; size < 8; ++size) {
    assert.equal(seen(read({ family: name, text: examples[name] }, size)), seen(whole), `${name}, ${size}`);
  }
}

// Guessed, with a call that is broken and one that is cut off.
const text = '<think>a</think>b\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>\n<tool_call>\n{"name": oops}\n' +
  '</tool_call>\n<tool_call>\n{"name": "g", "argu';
const whole = read({ text }, 1 << 20);
assert.deepEqual(kinds(whole), ["reasoning", "text", "call", "error", "notice", "text"]);
for (let size = 1; size <= text.length; ++size) {
  assert.equal(seen(read({ text }, size)), seen(whole), `${size}`);
  const events = call("play_events");
  const pieces = events.map(([piece]) => piece);
  assert.deepEqual(pieces, [...pieces].sort((a, b) => a - b));
  const chunks = call("play_chunks").map(([, chunk]) => chunk);
  assert.equal(chunks.at(-1), "data: [DONE]");
  const parts = chunks.slice(0, -1).map((chunk) => JSON.parse(chunk.slice("data: ".length)).choices[0]);
  assert.equal(parts.map(({ delta }) => delta.reasoning_content ?? "").join(""), "a");
  assert.equal(parts.at(-1).finish_reason, "tool_calls");
}
assert.deepEqual(call("play_tree").tags.map((tag) => tag.name), ["think", "tool_call", "tool_call", "tool_call"]);

// No byte of an answer can end a script, whatever the text.
const hostile = "</script><!--<script>&\u2028\u0000\ufeff";
const answers = JSON.stringify(read({ rules: '{"hide": "x"}', text: hostile }, 1).answers);
assert.equal(Buffer.from(JSON.parse(answers)[0].bytes, "base64").toString(), hostile);

// What is wrong is said, and nothing is shown of what was read before.
const wrong = [
  [{ rules: "{" }, /JSON/],
  [{ rules: '{"hid": "x"}' }, /hide/],
  [{ family: "qwne3" }, /qwen3/],
  [{ format: "NAME" }, /./],
  [{ rules: '{"start_in_reasoning": true}' }, /needs a family/],
];
for (const [given, sentence] of wrong) {
  const { error } = read({ text: "", ...given }, 1);
  assert.match(error.message, sentence);
}
assert.deepEqual(call("play_events"), []);

console.log(`${names.length} families, ${bytes.length} bytes`);
