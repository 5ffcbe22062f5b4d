import assert from "node:assert/strict";
import { test } from "node:test";

import {
  decodeEntities,
  dialect,
  dialects,
  extract,
  ExtractStream,
  guessAnswer,
  guessModel,
  guessTemplate,
  read,
  Reader,
  Rules,
  TagstreamError,
  toAnthropic,
  toOpenAI,
  version,
  write,
} from "tagstream";

const answer =
  '<think>Rain?</think>Let me see. <tool_call>\n{"name": "rain", "arguments": {"city": "Oslo"}}\n</tool_call>';

test("a whole answer", () => {
  const message = read(answer, { dialect: "qwen3" });
  assert.equal(message.reasoning, "Rain?");
  assert.equal(message.content, "Let me see. ");
  assert.equal(message.finish_reason, "tool_calls");
  assert.equal(message.reasoning_closed, true);
  const [call] = message.tool_calls;
  assert.equal(call.name, "rain");
  assert.deepEqual(JSON.parse(call.arguments), { city: "Oslo" });
  assert.equal(answer.slice(call.start, call.end), answer.slice(answer.indexOf("<tool_call>")));
});

test("events are plain objects", () => {
  const [event] = new Reader({ hide: "x" }).feed("a");
  assert.deepEqual(structuredClone(event), { kind: "content", text: "a", start: 0, end: 1 });
});

test("what is no call has no index", () => {
  const text = '<tool_call>{"name": 1}</tool_call><tool_call>x</tool_call>';
  const reader = new Reader({ dialect: "qwen3" });
  const events = [...reader.feed(text), ...reader.finish()];
  const indexes = events.filter((one) => "index" in one).map((one) => one.index);
  assert.deepEqual(indexes, [null, null]);
});

test("short chunks are events with the same offsets", () => {
  for (const [chunks, options] of [
    [["abcd", "efg", "", "<th", "ink>", "hij", "k</think>", "l"], { hide: "think" }],
    [["abcd", "😀", "efg", "\ud83d", "\ude00", "hij"], { hide: "think" }],
    [["<think>", "abcd", "é", "efg", "</think>", "hij"], { reasoning: "think" }],
  ]) {
    const reader = new Reader(options);
    const text = chunks.join("");
    const events = [...chunks.flatMap((chunk) => reader.feed(chunk)), ...reader.finish()];
    let end = 0;
    for (const event of events) {
      assert.equal(event.start, end);
      end = event.end;
      if (event.kind === "content" || event.kind === "reasoning") {
        assert.equal(event.text, text.slice(event.start, end));
      }
    }
    assert.equal(end, text.length);
    assert.deepEqual(reader.message, read(text, options));
  }
});

test("offsets of strings count units, those of bytes count bytes", () => {
  const text = "é😀<x>ü</x>b";
  for (const [input, size] of [
    [text, text.length],
    [Buffer.from(text), Buffer.byteLength(text)],
  ]) {
    const reader = new Reader({ hide: "x" });
    const events = [...reader.feed(input), ...reader.finish()];
    assert.equal(events[events.length - 1].end, size);
    const end = events.find(({ kind }) => kind === "section_end");
    assert.equal(input.slice(end.offset, end.end).toString(), "<x>ü</x>");
  }
});

test("what can't be is an error with the library's sentence", () => {
  assert.throws(
    () => new Rules({ dialect: "qwen-three" }),
    (error) => {
      assert.ok(error instanceof TagstreamError);
      assert.equal(error.code, "bad_option");
      assert.match(error.message, /qwen/);
      return true;
    },
  );
  assert.throws(() => new Rules({ dialekt: "qwen3" }), /dialect/);
  assert.throws(() => new Rules({}), TagstreamError);
  assert.throws(() => new Rules("qwen3"), TypeError);
  assert.throws(() => extract("a", { name: "b" }), /names/);
  assert.throws(() => new Reader({ hide: "x" }).feed(5), TypeError);
});

test("a clone goes on on its own", () => {
  const prompt = new Reader({ dialect: "qwen3" });
  assert.equal(prompt.prime("<think>\n"), true);
  const answers = ["Rain.</think>Yes", "Sun.</think>No"].map((text) => {
    const reader = prompt.clone();
    reader.feed(text);
    const middle = reader.clone();
    middle.feed(", é😀");
    middle[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
    assert.equal(middle.message.content, reader.message.content + ", é😀");
    reader.finish();
    const ended = reader.clone();
    assert.deepEqual(ended.finish(), []);
    assert.deepEqual(ended.message, reader.message);
    assert.equal(ended.feed("a")[0].kind, "stopped");
    return reader.message;
  });
  assert.deepEqual(
    answers.map(({ reasoning, content }) => [reasoning, content]),
    [
      ["Rain.", "Yes"],
      ["Sun.", "No"],
    ],
  );
  prompt.feed("Snow.</think>");
  assert.equal(prompt.clone().message.reasoning, "Snow.");
});

test("a stream is one of strings or of bytes, until reset", () => {
  const reader = new Reader({ hide: "x" });
  reader.feed("a");
  assert.throws(() => reader.feed(new Uint8Array(1)), TypeError);
  reader.reset();
  reader.feed(new Uint8Array([65]));
  assert.equal(reader.finish().length + reader.message.content.length, 1);
});

test("after the end one event says so", () => {
  const reader = new Reader({ hide: "x" });
  reader.feed("ab");
  reader.finish();
  assert.deepEqual(reader.finish(), []);
  const [stopped, ...rest] = reader.feed("c");
  assert.deepEqual(rest, []);
  assert.equal(stopped.kind, "stopped");
  assert.equal(stopped.code, "fed_after_finish");
  assert.equal(stopped.offset, 2);
  assert.deepEqual(reader.feed("d"), []);
  assert.equal(reader.message.finish_reason, "stop");
  assert.equal(reader.message.content, "ab");
});

test("the end of the prompt", () => {
  const reader = new Reader({ dialect: "qwen3" });
  assert.equal(reader.prime("<|im_start|>assistant\n<think>\n"), true);
  reader.feed("Hm.</think>Yes");
  reader.finish();
  assert.equal(reader.message.reasoning, "Hm.");
  assert.throws(() => reader.prime("x"), TypeError);
});

test("counters", () => {
  const reader = new Reader({ hide: "x" });
  assert.equal(reader.stats.bytes_fed, 0);
  reader.feed("é<x");
  assert.equal(reader.stats.bytes_fed, 4);
  assert.equal(reader.stats.bytes_held, 2);
  reader.finish();
  assert.equal(reader.stats.bytes_fed, 4);
});

test("each answer has ids of its own, if they are to be random", () => {
  const ids = new Set();
  for (let i = 0; i < 20; ++i) {
    const [call] = read(answer, { dialect: "qwen3", id_style: "openai" }).tool_calls;
    assert.match(call.id, /^call_\w{24}$/);
    ids.add(call.id);
  }
  assert.equal(ids.size, 20);
  const seeded = () => read(answer, { dialect: "qwen3", id_style: "openai", id_seed: 7 });
  assert.equal(seeded().tool_calls[0].id, seeded().tool_calls[0].id);
});

test("options as objects", () => {
  const tools = [{ type: "function", function: { name: "rain", parameters: { type: "object" } } }];
  const options = { dialect: "qwen3", tools, only_offered: true };
  assert.equal(read(answer, options).tool_calls.length, 1);
  tools[0].function.name = "snow";
  assert.equal(read(answer, options).tool_call_errors[0].code, "unknown_tool");
  assert.equal(read("a[[b]]c", { hide: [["[[", "]]"]] }).content, "ac");
  assert.match(new Rules({ dialect: "qwen3" }).explain(), /qwen3/);
});

test("messages in the shapes of others", () => {
  const message = read(answer, { dialect: "qwen3" });
  assert.deepEqual(toOpenAI(message), {
    role: "assistant",
    content: "Let me see. ",
    reasoning_content: "Rain?",
    tool_calls: [
      { id: "call_0", type: "function", function: { name: "rain", arguments: '{"city": "Oslo"}' } },
    ],
  });
  assert.deepEqual(toAnthropic(message), {
    role: "assistant",
    content: [
      { type: "thinking", thinking: "Rain?", signature: "" },
      { type: "text", text: "Let me see. " },
      { type: "tool_use", id: "call_0", name: "rain", input: { city: "Oslo" } },
    ],
    stop_reason: "tool_use",
  });
});

test("what is written is read again", () => {
  const message = read(answer, { dialect: "qwen3" });
  const text = write(message, { dialect: "glm45" });
  const again = read(text, { dialect: "glm45" });
  assert.equal(again.reasoning, "Rain?");
  assert.equal(again.tool_calls[0].name, "rain");
  assert.deepEqual(JSON.parse(again.tool_calls[0].arguments), { city: "Oslo" });
  assert.throws(() => write(message, { hide: "x" }), TagstreamError);
});

test("families", () => {
  assert.ok(dialects().includes("qwen3"));
  assert.equal(dialect("qwen3").name, "qwen3");
  assert.equal(dialect("no such family"), undefined);
  assert.deepEqual(guessModel("Qwen/Qwen3-8B").dialects, ["qwen3"]);
  assert.ok(guessAnswer(answer).dialects.length > 0);
  assert.ok(Array.isArray(guessTemplate("{{ messages }}").dialects));
});

test("trees", () => {
  const text = 'é <file name="a.txt" x>h<b/>i</file></c>';
  const { tags, diagnostics } = extract(text);
  const [file] = tags;
  assert.equal(file.get("name"), "a.txt");
  assert.equal(file.get("none"), undefined);
  assert.equal(file.content, "h<b/>i");
  assert.equal(file.raw_tag, '<file name="a.txt" x>');
  assert.equal(text.slice(file.start, file.end), '<file name="a.txt" x>h<b/>i</file>');
  assert.deepEqual(
    file.children.map(({ name }) => name),
    ["b"],
  );
  assert.equal(diagnostics[0].kind, "stray_close");
  assert.equal(text.slice(diagnostics[0].offset), "</c>");
  const many = Array.from({ length: 300 }, (_, i) => `a${i}="${i}"`).join(" ");
  assert.equal(extract(`<b ${many}/>`).tags[0].attributes[299].value, "299");
});

test("a tree of great depth", () => {
  const depth = 100_000;
  const tree = extract("<a>".repeat(depth) + "</a>".repeat(depth));
  assert.equal([...tree.all()].length, depth);
  assert.equal(tree.tags[0].toJSON().children.length, 1);
  const message = read("<x>".repeat(depth), { hide: "x" });
  assert.equal(message.sections.length, 1);
});

test("a text that is longer than the buffer", () => {
  const text = "é😀 ab ".repeat(50_000);
  for (const input of [text, Buffer.from(text)]) {
    const message = read(input, { hide: "x" });
    assert.ok(message.content === text);
  }
  const tree = extract(`${text}<b>${text}</b>`);
  assert.ok(tree.tags[0].content === text);
  const stream = new ExtractStream();
  stream.feed(`<b>${text}`);
  assert.ok(stream.feed("</b>").tags[0].content === text);
});

test("small things", () => {
  assert.equal(decodeEntities("a &lt; &#98;"), "a < b");
  assert.match(version(), /^\d+\.\d+\.\d+$/);
});
