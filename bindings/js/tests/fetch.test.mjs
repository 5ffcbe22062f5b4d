import assert from "node:assert/strict";
import { test } from "node:test";

import { rewriteAnswer, Rewriter, tagFetch } from "tagstream/fetch";

import { bytesOf, casesOf, cuttings } from "./golden.mjs";

const names = {
  "--dialect": "dialect",
  "--reasoning-field": "reasoning_field",
  "--prompt-tail": "prompt_tail",
  "--id-seed": "id_seed",
  "--tools": "tools",
  "--max-event-bytes": "max_event_bytes",
  "--id-style": "id_style",
};

/** The options of a block: ids are those of one seed. */
function optionsOf({ arguments: words }) {
  const options = { dialect: "hermes", id_seed: 7 };
  for (let i = 0; i < words.length; ++i) {
    const [long, its] = words[i].split(/=(.*)/s);
    const name = names[long] ?? long.slice(2).replaceAll("-", "_");
    if (long === "--incremental") options.incremental = true;
    else options[name] = its ?? words[++i];
    if (name === "max_event_bytes") options[name] = Number(options[name]);
  }
  return options;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const lines = (text) => text.replaceAll("\r\n", "\n").trimEnd();

test("the goldens of the rewriter, cut", () => {
  const all = casesOf("rewrite");
  assert.ok(all.length > 40);
  for (const one of all) {
    for (const parts of cuttings(bytesOf(one), 0)) {
      const rewriter = new Rewriter(optionsOf(one));
      const out = [...parts.map((part) => rewriter.feed(part)), rewriter.finish()];
      assert.equal(lines(decoder.decode(Buffer.concat(out))), lines(one.expected), one.place);
    }
  }
});

test("the goldens of whole answers", () => {
  for (const one of casesOf("answer")) {
    const { body } = rewriteAnswer(bytesOf(one), optionsOf(one));
    assert.equal(body.trimEnd(), one.expected.trimEnd(), one.place);
  }
});

const delta = (delta, finish_reason = null) => ({ choices: [{ index: 0, delta, finish_reason }] });
const sse = (objects) => objects.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("");
const answer = '<think>Hm.</think><tool_call>{"name":"f","arguments":{"x":1}}</tool_call>';
const streamed = sse([delta({ content: answer }), delta({}, "stop")]);
const whole = JSON.stringify({
  choices: [{ index: 0, message: { role: "assistant", content: answer }, finish_reason: "stop" }],
});

/** A server that notes requests and answers with these chunks. */
function server(chunks, init) {
  const requests = [];
  const fetch = async (input, its) => {
    requests.push({ input, ...its });
    let at = 0;
    const body = new ReadableStream({
      pull(controller) {
        const chunk = chunks[at++];
        if (chunk === undefined) return controller.close();
        if (chunk instanceof Error) return controller.error(chunk);
        controller.enqueue(Buffer.from(chunk));
      },
    });
    return new Response(body, init);
  };
  return { fetch, requests };
}

const url = "http://localhost/v1/chat/completions";
const post = (body) => ({ method: "POST", body: JSON.stringify(body) });

test("an answer that is streamed", async () => {
  for (const chunks of [[streamed], [...streamed]]) {
    const its = tagFetch({ dialect: "qwen3", fetch: server(chunks).fetch });
    const text = await (await its(url, post({ messages: [] }))).text();
    assert.match(text, /"reasoning_content":"Hm\."/);
    assert.match(text, /"finish_reason":\s*"tool_calls"/);
    assert.match(text, /"name":"f"/);
  }
});

test("an answer that comes whole", async () => {
  const headers = { "content-length": String(whole.length), "x-one": "1" };
  for (const chunks of [[whole], [" \n", whole.slice(0, 9), whole.slice(9)]]) {
    const { fetch } = server(chunks, { headers });
    const its = tagFetch({ dialect: "qwen3", fetch });
    const response = await its(url, post({}));
    assert.equal(response.headers.get("content-length"), null);
    assert.equal(response.headers.get("x-one"), "1");
    const [{ message, finish_reason }] = (await response.json()).choices;
    assert.equal(message.reasoning_content, "Hm.");
    assert.equal(message.tool_calls[0].function.name, "f");
    assert.equal(finish_reason, "tool_calls");
  }
});

test("a response, made or fetched, whose tools are flat", async () => {
  const content = [{ type: "output_text", text: answer, annotations: [] }];
  const message = { id: "msg_1", type: "message", role: "assistant", content };
  const body = JSON.stringify({ object: "response", status: "completed", output: [message] });
  const typesOf = async (path, init) => {
    const its = tagFetch({ dialect: "qwen3", fetch: server([body]).fetch });
    const { output } = await (await its(`http://localhost/v1/${path}`, init)).json();
    return output.map((item) => item.type);
  };
  const found = ["reasoning", "function_call"];
  const offered = (name) => post({ tools: [{ type: "function", name }] });
  assert.deepEqual(await typesOf("responses", post({})), found);
  assert.deepEqual(await typesOf("responses", offered("f")), found);
  assert.deepEqual(await typesOf("responses", offered("g")), ["reasoning", "message"]);
  assert.deepEqual(await typesOf("responses/resp_1", undefined), found);
  assert.deepEqual(await typesOf("responses/resp_1/input_items", undefined), ["message"]);
});

test("tools are those of the request", async () => {
  const errors = [];
  const { fetch } = server([streamed]);
  const its = tagFetch({ dialect: "qwen3", fetch, onToolCallError: (error) => errors.push(error) });
  const tools = [{ type: "function", function: { name: "g", parameters: {} } }];
  const text = await (await its(url, post({ tools }))).text();
  assert.doesNotMatch(text, /tool_calls":\[/);
  assert.equal(errors[0].code, "unknown_tool");
  assert.equal(errors[0].choice, 0);
});

test("what the server must be told", async () => {
  const { fetch, requests } = server([streamed]);
  const its = tagFetch({ dialect: "qwen3", server: "vllm", fetch });
  const tools = [{ type: "function", function: { name: "f" } }];
  await its(url, { ...post({ tools, model: "m" }), headers: { "content-length": "9", a: "b" } });
  const sent = JSON.parse(requests[0].body);
  assert.equal(sent.skip_special_tokens, false);
  assert.equal(sent.tool_choice, "none");
  assert.equal(sent.model, "m");
  assert.equal(requests[0].headers.get("content-length"), null);
  assert.equal(requests[0].headers.get("a"), "b");
  assert.throws(() => tagFetch({ dialect: "qwen3", server: "x" }), /vllm/);
});

test("other requests pass as they are", async () => {
  const { fetch, requests } = server([streamed]);
  const its = tagFetch({ dialect: "qwen3", server: "vllm", fetch });
  for (const [path, init] of [
    ["/v1/models", undefined],
    ["/v1/completions", post({ prompt: "a", echo: true })],
    ["/v1/chat/completions", { method: "POST", body: "no json" }],
  ]) {
    const response = await its(`http://localhost${path}`, init);
    assert.equal(await response.text(), streamed);
    assert.equal(requests[requests.length - 1].body, init?.body);
  }
  const failing = tagFetch({ dialect: "qwen3", fetch: server([answer], { status: 500 }).fetch });
  assert.equal(await (await failing(url, post({}))).text(), answer);
});

test("a Request, and a URL", async () => {
  const { fetch } = server([whole]);
  const its = tagFetch({ dialect: "qwen3", fetch });
  for (const input of [new Request(url, post({})), new URL(url)]) {
    const response = await its(input, input instanceof URL ? post({}) : undefined);
    assert.equal((await response.json()).choices[0].message.reasoning_content, "Hm.");
  }
});

test("what can't be asked for is refused", async () => {
  const { fetch, requests } = server([streamed]);
  const its = tagFetch({ dialect: "qwen3", fetch });
  const tools = [{ type: "function", function: { name: 5 } }];
  const response = await its(url, post({ tools }));
  assert.equal(response.status, 400);
  assert.equal(typeof (await response.json()).error.message, "string");
  assert.equal(requests.length, 0);
  assert.throws(() => tagFetch({ dialect: "none such" }), /dialect/);
  assert.throws(() => tagFetch({ dialect: "qwen3", reasoning_field: "x" }), /both/);
});

test("what is held goes out before the stream's error", async () => {
  const failure = new Error("broken");
  const held = sse([delta({ content: "a <tool_" })]);
  const its = tagFetch({ dialect: "qwen3", fetch: server([held, failure]).fetch });
  const response = await its(url, post({}));
  let text = "";
  await assert.rejects(async () => {
    for await (const chunk of response.body) text += Buffer.from(chunk);
  }, failure);
  assert.match(text, /<tool_/);
});

test("a client that leaves", async () => {
  let isCancelled = false;
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(Buffer.from(sse([delta({ content: "a" })]))),
    cancel: () => {
      isCancelled = true;
    },
  });
  const its = tagFetch({ dialect: "qwen3", fetch: async () => new Response(body) });
  const reader = (await its(url, post({}))).body.getReader();
  await reader.read();
  await reader.cancel();
  assert.ok(isCancelled);
});
