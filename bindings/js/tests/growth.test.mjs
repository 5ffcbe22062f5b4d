// A memory that grows with every call of the library. Each array over it that is not made anew is
// empty then, and what is read from it is wrong.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const isGrowing = process.argv.includes("--growing");
if (isGrowing) {
  const { Instance } = WebAssembly;
  WebAssembly.Instance = function (...given) {
    const { exports } = new Instance(...given);
    const growing = { memory: exports.memory };
    for (const [name, call] of Object.entries(exports)) {
      if (typeof call !== "function") continue;
      growing[name] = (...args) => {
        const result = call(...args);
        exports.memory.grow(1);
        return result;
      };
    }
    return { exports: growing };
  };
}
const tagstream = await import("tagstream");
const { Rewriter, rewriteAnswer } = await import("tagstream/fetch");

const answer =
  "<think>Rain?</think>Löok <note at=\"é\" to='b' c>hi 😀</note><tool_call>\n" +
  '{"name": "rain", "arguments": {"city": "Oslo"}}\n</tool_call><tool_call>{"name": 5}</tool_call>';
const good = answer.slice(0, answer.lastIndexOf("<tool_call>"));
const many = `<note ${Array.from({ length: 90 }, (_, i) => `a${i}="v"`).join(" ")}>x</note>`;
const options = { dialect: "qwen3", record: "note", incremental: true };

const chunks = [answer.slice(0, 50), answer.slice(50)].map((content) => ({
  choices: [{ index: 0, delta: { content } }],
}));
const native = [
  { index: 0, id: "a", function: { name: "rain", arguments: '{"city": ' } },
  { index: 0, function: { arguments: '"Oslo"}' } },
].map((call) => ({ choices: [{ index: 0, delta: { tool_calls: [call] } }] }));
const asLine = (chunk) => new TextEncoder().encode(`data: ${JSON.stringify(chunk)}\n\n`);

/** What every function of the package gives. */
async function results() {
  const reader = new tagstream.Reader(options);
  const events = [];
  reader.prime("<think>");
  for (const piece of [answer.slice(0, 30), many, answer.slice(30)]) {
    events.push(...reader.feed(piece), reader.stats);
  }
  events.push(...reader.finish(), ...reader.feed("x"), reader.message);
  const asBytes = new tagstream.Reader(options);
  for (const byte of new TextEncoder().encode(answer + many)) {
    events.push(...asBytes.feed(Uint8Array.of(byte)));
  }
  events.push(...asBytes.finish());
  const stream = new tagstream.ExtractStream();
  const trees = [stream.feed(answer), stream.feed(many), stream.finish()];
  const errors = [
    () => new tagstream.Rules({ dialect: "qwen-three" }),
    () => tagstream.extract("a", { no_option: 1 }),
  ].map((call) => {
    try {
      return call();
    } catch (error) {
      return [error.message, error.code];
    }
  });
  const rewriter = new Rewriter({ dialect: "qwen3" });
  const rewritten = [...chunks.map((chunk) => rewriter.feed(asLine(chunk))), rewriter.finish()];
  const whole = { choices: [{ index: 0, message: { role: "assistant", content: answer } }] };
  const streamed = [];
  for await (const event of tagstream.stream([...chunks, ...native], options)) streamed.push(event);
  const lines = new Blob([...chunks, ...native].map(asLine)).stream();
  for await (const event of tagstream.stream(lines, { ...options, from: "sse" })) {
    streamed.push(event);
  }
  const values = [
    events,
    trees,
    errors,
    streamed,
    rewritten.map((bytes) => new TextDecoder().decode(bytes)),
    rewriteAnswer(JSON.stringify(whole), { dialect: "qwen3" }),
    tagstream.read(answer, options),
    tagstream.extract(many + answer),
    tagstream.inner(answer, "note"),
    tagstream.write(tagstream.read(good, options), { dialect: "qwen3" }),
    tagstream.guessAnswer(answer),
    tagstream.guessModel("Qwen/Qwen3-8B"),
    tagstream.guessTemplate("{{ '<tool_call>' }}"),
    tagstream.dialects(),
    tagstream.dialect("qwen3"),
    tagstream.decodeEntities("&lt;&amp;"),
    tagstream.version(),
    new tagstream.Rules(options).explain(),
  ];
  const text = JSON.stringify(values, (key, value) => (key === "id" ? "" : value));
  return text.replaceAll(/call_[A-Za-z0-9]{24}/g, "call_…"); // made up at random
}

if (isGrowing) {
  process.stdout.write(await results());
} else {
  test("a memory that grows with every call", async () => {
    const file = fileURLToPath(import.meta.url);
    const got = execFileSync(process.execPath, [file, "--growing"], { maxBuffer: 1 << 24 });
    assert.deepEqual(JSON.parse(got), JSON.parse(await results()));
  });
}
