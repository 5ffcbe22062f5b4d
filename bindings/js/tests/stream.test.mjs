import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { filter, read, Reader, Rules, stream, transform } from "tagstream";

const qwen3 = { dialect: "qwen3" };
const chunks = [
  "<think>They ask",
  " for rain.</think>Let me ",
  'look.<tool_call>{"name": "rain", "arguments": {}}</tool_call>',
];

async function all(source) {
  const items = [];
  for await (const item of source) items.push(item);
  return items;
}

async function* later(items, error) {
  for (const item of items) {
    await null;
    yield item;
  }
  if (error !== undefined) throw error;
}

/** A stream of bytes in pieces of this size. */
function body(text, size = 5) {
  const bytes = Buffer.from(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(new Uint8Array(bytes.subarray(at, (at += size))));
    },
  });
}

const sse = (objects) => objects.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("");
const delta = (delta, finish_reason = null) => ({
  object: "chat.completion.chunk",
  choices: [{ index: 0, delta, finish_reason }],
});
const served = [...chunks.map((content) => delta({ content })), delta({}, "stop")];

test("any kind of source", async () => {
  const want = read(chunks.join(""), qwen3);
  for (const source of [
    chunks,
    later(chunks),
    body(chunks.join("")),
    new Response(chunks.join("")),
    later(served),
    served,
  ]) {
    const events = stream(source, qwen3);
    await all(events);
    const { tool_calls, ...rest } = events.message;
    assert.equal(rest.content, want.content);
    assert.equal(rest.reasoning, want.reasoning);
    assert.equal(rest.finish_reason, "tool_calls");
    assert.equal(tool_calls.length, 1);
  }
});

test("what a server sends", async () => {
  const text = `${sse(served)}data: [DONE]\n\n`;
  const lines = served.map((one) => `${JSON.stringify(one)}\n`).join("");
  const typed = new Response(body(text), { headers: { "content-type": "text/event-stream" } });
  for (const [source, options] of [
    [body(text), { ...qwen3, from: "sse" }],
    [body(lines), { ...qwen3, from: "ndjson" }],
    [[text], { ...qwen3, from: "sse" }],
    [typed, qwen3],
  ]) {
    const events = stream(source, options);
    await all(events);
    assert.equal(events.message.content, "Let me look.");
    assert.equal(events.message.finish_reason, "tool_calls");
  }
  assert.throws(() => stream([], { ...qwen3, from: "xml" }), /ndjson/);
});

test("visible text alone", async () => {
  assert.equal((await all(filter(chunks, qwen3))).join(""), "Let me look.");
  assert.deepEqual(await all(filter(["a<x>b</x>", "c"], { hide: "x" })), ["a", "c"]);
  assert.throws(() => filter(chunks, { dialect: "none such" }), /dialect/);
});

test("a pipeline", async () => {
  const events = await all(body(chunks.join("")).pipeThrough(transform(qwen3)));
  assert.equal(events.filter(({ kind }) => kind === "tool_call").length, 1);
});

test("rules or a reader in the place of options", async () => {
  const reader = new Reader(new Rules(qwen3));
  await all(stream(chunks, reader));
  assert.equal(reader.message.content, "Let me look.");
  assert.equal((await all(stream(chunks, new Rules(qwen3)))).length > 0, true);
});

test("what is no stream", () => {
  assert.throws(() => stream("abc", qwen3), /read\(/);
  assert.throws(() => stream(5, qwen3), TypeError);
});

test("a chunk that is none", async () => {
  await assert.rejects(all(stream([5], qwen3)), TypeError);
});

test("what is held comes before the error of the source", async () => {
  const failure = new Error("broken");
  const events = stream(later(["a <tool_"], failure), qwen3);
  const got = [];
  await assert.rejects(async () => {
    for await (const event of events) got.push(event.text);
  }, failure);
  assert.equal(got.join(""), "a <tool_");
  assert.equal(events.message.finish_reason, null);
  assert.equal(events.message.reasoning_closed, null);
  assert.equal((await events.next()).done, true);
});

test("an error of the server", async () => {
  const text = sse([delta({ content: "a <tool_" }), { error: { message: "out of memory" } }]);
  const events = stream([text], { ...qwen3, from: "sse" });
  const got = [];
  await assert.rejects(
    async () => {
      for await (const event of events) got.push(event.text);
    },
    { code: "upstream", message: /out of memory/ },
  );
  assert.equal(got.join(""), "a <tool_");
});

test("a stream that is none of a server", async () => {
  await assert.rejects(all(stream(["hello"], { ...qwen3, from: "sse" })), { code: "broken_event" });
});

test("a stream that breaks off has no reason to finish", async () => {
  const events = stream([sse([delta({ content: "a" })])], { ...qwen3, from: "sse" });
  await all(events);
  assert.equal(events.message.finish_reason, null);
});

test("leaving the loop closes the source", async () => {
  let isClosed = false;
  async function* source() {
    try {
      for (;;) yield "a";
    } finally {
      isClosed = true;
    }
  }
  for await (const event of stream(source(), qwen3)) {
    assert.equal(event.text, "a");
    break;
  }
  assert.ok(isClosed);
  isClosed = false;
  for await (const text of filter(source(), qwen3)) {
    assert.equal(text, "a");
    break;
  }
  assert.ok(isClosed);
});

test("a caller who does not wait", async () => {
  const events = stream(later(["a", "b", "c"]), qwen3);
  const steps = await Promise.all([1, 2, 3, 4].map(() => events.next()));
  assert.deepEqual(
    steps.map(({ value }) => value?.text),
    ["a", "b", "c", undefined],
  );
});

test("reasoning and calls that a server has read itself", async () => {
  const call = (more) => delta({ tool_calls: [{ index: 0, ...more }] });
  const parts = [
    delta({ reasoning_content: "Hm." }),
    delta({ content: 'So: <tool_call>{"name": "a", "arguments": {}}</tool_call>' }),
    call({ id: "call_0", function: { name: "b", arguments: '{"x":' } }),
    call({ function: { arguments: "1}" } }),
    delta({}, "tool_calls"),
  ];
  for (const incremental of [false, true]) {
    const events = stream(parts, { ...qwen3, incremental });
    const got = await all(events);
    const { message } = events;
    assert.equal(message.reasoning, "Hm.");
    assert.deepEqual(
      message.tool_calls.map(({ index, id, name, arguments: its, is_native }) => [
        index,
        id,
        name,
        its,
        is_native,
      ]),
      [
        [0, "call_0", "a", "{}", false],
        [1, "call_1_2", "b", '{"x":1}', true], // its own is that of the first
      ],
    );
    assert.equal(message.finish_reason, "tool_calls");
    assert.equal(got.filter(({ kind }) => kind === "tool_call_start").length, incremental ? 2 : 0);
  }
  const cut = stream([...parts.slice(2, 3), delta({}, "length")], qwen3);
  await all(cut);
  assert.equal(cut.message.tool_call_errors[0].code, "unclosed");
  assert.equal(cut.message.tool_call_errors[0].is_native, true);
  assert.equal(cut.message.finish_reason, "length");
});

test("chunks of Anthropic's SDK", async () => {
  const parts = [
    { type: "message_start", message: { role: "assistant", content: [] } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    ...chunks.map((text) => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "text_delta", text },
    })),
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" } },
    { type: "message_stop" },
  ];
  const events = stream(parts, qwen3);
  await all(events);
  assert.equal(events.message.content, "Let me look.");
  assert.equal(events.message.finish_reason, "tool_calls");
});

test("recorded streams of servers", async () => {
  const folder = `${process.env.TAGSTREAM_ROOT}/bindings/python/tests/streams`;
  let count = 0;
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(".sse") || name.includes("error")) continue;
    const text = readFileSync(`${folder}/${name}`, "utf8");
    const dialect = name.split(".")[1].replace(/_(cut|broken)$/, "");
    const messages = [];
    for (const size of [1, 7, text.length]) {
      const events = stream(body(text, size), { dialect, from: "sse" });
      await all(events);
      messages.push(events.message);
    }
    assert.deepEqual(messages[1], messages[0], name);
    assert.deepEqual(messages[2], messages[0], name);
    const { content, reasoning, tool_calls } = messages[0];
    assert.ok(content + reasoning !== "" || tool_calls.length !== 0, name);
    ++count;
  }
  assert.ok(count > 20);
});

test("objects that end without a finish reason give each text once", async () => {
  const objects = ["a", "b"].map((content) => ({ choices: [{ index: 0, delta: { content } }] }));
  const events = stream(objects, { hide: "x" });
  for await (const _ of events);
  assert.equal(events.message.content, "ab");
});
