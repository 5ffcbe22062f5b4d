import assert from "node:assert/strict";
import { test } from "node:test";

import { tagMiddleware } from "tagstream/ai";

const answer = '<think>Hm.</think>So: <tool_call>{"name":"f","arguments":{"x":1}}</tool_call>';

function streamOf(parts) {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

async function read(parts, options = {}, params = {}, version = undefined) {
  const middleware = tagMiddleware({ dialect: "qwen3", ...options }, version);
  const doStream = async () => ({ stream: streamOf(parts), response: { a: 1 } });
  const result = await middleware.wrapStream({ doStream, params });
  assert.deepEqual(result.response, { a: 1 });
  const got = [];
  for await (const part of result.stream) got.push(part);
  return got;
}

const textParts = (text, size, finishReason = "stop") => {
  const deltas = [];
  for (let at = 0; at < text.length; at += size) {
    deltas.push({ type: "text-delta", id: "0", delta: text.slice(at, at + size) });
  }
  return [
    { type: "stream-start", warnings: [] },
    { type: "text-start", id: "0" },
    ...deltas,
    { type: "text-end", id: "0" },
    { type: "finish", finishReason, usage: {} },
  ];
};

/** Parts with neighbouring deltas joined, without ids. */
function joined(parts) {
  const all = [];
  for (const { id, toolCallId, usage, warnings, ...part } of parts) {
    const last = all[all.length - 1];
    if (part.delta !== undefined && last?.type === part.type) last.delta += part.delta;
    else all.push({ ...part });
  }
  return all;
}

const want = [
  { type: "stream-start" },
  { type: "reasoning-start" },
  { type: "reasoning-delta", delta: "Hm." },
  { type: "reasoning-end" },
  { type: "text-start" },
  { type: "text-delta", delta: "So: " },
  { type: "text-end" },
  { type: "tool-call", toolName: "f", input: '{"x":1}' },
];

test("a stream, in pieces of each size", async () => {
  for (let size = 1; size <= answer.length; ++size) {
    assert.deepEqual(joined(await read(textParts(answer, size))), [
      ...want,
      { type: "finish", finishReason: "tool-calls" },
    ]);
  }
});

test("blocks begin, go on and end under one id", async () => {
  const open = new Map();
  for (const { type, id } of await read(textParts(answer, 3))) {
    const [, kind, step] = /^(text|reasoning)-(start|delta|end)$/.exec(type) ?? [];
    if (step === "start") open.set(id, kind);
    else if (kind !== undefined) assert.equal(open.get(id), kind);
    if (step === "end") open.delete(id);
  }
  assert.equal(open.size, 0);
});

test("the reason of later versions is an object", async () => {
  const finishReason = { unified: "stop", raw: "stop" };
  const parts = await read(textParts(answer, 5, finishReason), {}, {}, "v3");
  assert.deepEqual(parts[parts.length - 1].finishReason, { unified: "tool-calls", raw: "stop" });
  assert.equal(tagMiddleware({ dialect: "qwen3" }, "v3").specificationVersion, "v3");
});

test("calls in pieces", async () => {
  const parts = joined(await read(textParts(answer, 2), { incremental: true }));
  assert.deepEqual(parts.slice(-5), [
    { type: "tool-input-start", toolName: "f" },
    { type: "tool-input-delta", delta: '{"x":1}' },
    { type: "tool-input-end" },
    { type: "tool-call", toolName: "f", input: '{"x":1}' },
    { type: "finish", finishReason: "tool-calls" },
  ]);
});

test("tools are those of the call", async () => {
  const errors = [];
  const onToolCallError = (error) => errors.push(error);
  const tools = [{ type: "function", name: "g", inputSchema: { type: "object" } }];
  const parts = await read(textParts(answer, 5), { onToolCallError }, { tools });
  assert.equal(
    parts.some(({ type }) => type === "tool-call"),
    false,
  );
  assert.equal(parts[parts.length - 1].finishReason, "stop");
  assert.equal(errors[0].code, "unknown_tool");
  await read(textParts(answer, 5), { onToolCallError }, { toolChoice: { type: "none" } });
  assert.equal(errors[1].code, "not_allowed");
});

test("other parts pass, and what is held comes before an error", async () => {
  const native = { type: "tool-call", toolCallId: "1", toolName: "a", input: "{}" };
  const parts = [
    { type: "text-start", id: "0" },
    { type: "text-delta", id: "0", delta: "a <tool_" },
    native,
    { type: "error", error: "broken" },
  ];
  const got = await read(parts);
  assert.ok(got.includes(native));
  assert.equal(got[got.length - 1].type, "error");
  const text = got.filter(({ type }) => type === "text-delta").map(({ delta }) => delta);
  assert.equal(text.join(""), "a <tool_");
});

test("an answer that comes whole", async () => {
  const middleware = tagMiddleware({ dialect: "qwen3" });
  const source = { type: "source", id: "s" };
  const doGenerate = async () => ({
    content: [{ type: "text", text: answer }, source],
    finishReason: "stop",
    usage: {},
  });
  const result = await middleware.wrapGenerate({ doGenerate, params: {} });
  const [reasoning, text, call, its] = result.content;
  assert.deepEqual(reasoning, { type: "reasoning", text: "Hm." });
  assert.deepEqual(text, { type: "text", text: "So: " });
  assert.match(call.toolCallId, /^call_\w{24}$/);
  assert.equal(call.toolName, "f");
  assert.equal(its, source);
  assert.equal(result.finishReason, "tool-calls");
});
