// What a user of the package meets: types, sizes, runtimes, bundlers, clients.
//   node web.mjs TARBALL
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import * as agents from "@openai/agents";
import * as ai from "ai";
import * as esbuild from "esbuild";
import { Miniflare } from "miniflare";
import OpenAI from "openai";
import { chromium } from "playwright-core";
import { rollup } from "rollup";
import { tagMiddleware } from "tagstream/ai";
import { tagFetch } from "tagstream/fetch";
import * as vite from "vite";
import webpack from "webpack";

const [tarball] = process.argv.slice(2);
let failed = 0;
let checks = 0;
const check = async (name, body) => {
  checks++;
  try {
    await body();
    console.log("ok    " + name);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${name}\n${error.stack}\n${error.stdout ?? ""}`);
  }
};
const bin = (name) => join("node_modules", ".bin", name);
const run = (program, ...args) =>
  execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], timeout: 120_000 });

const answer = '<think>Rain?</think>Let me see.<tool_call>\n{"name": "rain", "arguments": {"city": "Oslo"}}\n</tool_call>';
const app = `import { read, stream } from "tagstream";
const answer = ${JSON.stringify(answer)};
const message = read(answer, { dialect: "qwen3" });
let text = "";
for await (const event of stream([...answer], { dialect: "qwen3" })) if (event.kind === "content") text += event.text;
export const seen = message.reasoning + "|" + text + "|" + message.tool_calls[0].arguments;
globalThis.seen = seen;
`;
const seen = 'Rain?|Let me see.|{"city": "Oslo"}';
writeFileSync("app.mjs", app);
writeFileSync("print.mjs", 'import { seen } from "./app.mjs";\nconsole.log(seen);\n');
writeFileSync("inline.mjs", app.replace('"tagstream"', '"tagstream/inline"'));

const fresh = (folder) => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
};

// ---- types ----

for (const module of ["NodeNext", "Bundler"]) {
  await check(`tsc: strict, ${module}`, () => {
    const modules = module === "Bundler" ? ["--module", "ESNext", "--moduleResolution", module] : ["--module", module];
    run(bin("tsc"), "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--skipLibCheck", "false",
      "--lib", "ES2022,DOM,DOM.Iterable,DOM.AsyncIterable,ESNext.Disposable", "--types", "", "--target", "ES2022",
      ...modules, "--outDir", "types_" + module, "types.ts");
  });
}
await check("what the types say is there", () => {
  const { said, streamed, dialects, ...rest } = JSON.parse(run("node", "types_NodeNext/types.js"));
  assert.equal(said, streamed);
  assert.equal(dialects, "qwen3");
  assert.deepEqual(rest, { args: { city: "Oslo" }, text: "Let me see.", same: "Rain?", visible: "Let me see.", value: "1",
    between: "b", found: 1, family: "qwen3", grown: "abc", refused: "bad_option", versions: ["v4", "v2"], body: true,
    errors: 0, first: "markup", version: true, held: true, made: 6 });
});

await check("publint, attw", () => {
  run(bin("publint"), "--strict", "package");
  run(bin("attw"), tarball, "--profile", "esm-only", "--exclude-entrypoints", "tagstream.wasm");
});

// ---- sizes ----

const code_of = async (source) => {
  const result = await esbuild.build({ stdin: { contents: source, resolveDir: "." }, bundle: true, minify: true,
    format: "esm", platform: "browser", target: "es2022", write: false, external: ["*.wasm"] });
  const [{ contents }] = result.outputFiles;
  return { size: contents.length, gzip: gzipSync(contents, { level: 9 }).length };
};
await check("sizes", async () => {
  const all = await code_of('export * from "tagstream";');
  const app = await code_of('export { read, stream } from "tagstream";');
  const doors = { fetch: await code_of('export * from "tagstream/fetch";'), ai: await code_of('export * from "tagstream/ai";') };
  console.log(`      minified, gzip: tagstream ${all.size}, ${all.gzip}; of it read and stream ${app.size}, ${app.gzip}; fetch ${doors.fetch.size}, ${doors.fetch.gzip}; ` +
    `ai ${doors.ai.size}, ${doors.ai.gzip}; the package ${statSync(tarball).size}`);
  assert(all.size <= 24 << 10 && all.gzip <= 8_600, "all of tagstream");
  assert(doors.fetch.size < all.size && doors.ai.size < all.size);
  assert(statSync(tarball).size <= 960 << 10, "the package");
});

// ---- runtimes ----

await check("Node.js", () => assert.equal(run("node", "print.mjs").trim(), seen));
await check("Node.js, inline", async () => assert.equal((await import(join(process.cwd(), "inline.mjs"))).seen, seen));
await check("Deno, without a permission", () =>
  assert.equal(run(bin("deno"), "run", "--no-prompt", "print.mjs").trim(), seen));
await check("a Worker of Cloudflare", async () => {
  const folder = fresh("worker");
  writeFileSync("worker.mjs", 'import { seen } from "./app.mjs";\nexport default { fetch: () => new Response(seen) };\n');
  await esbuild.build({ entryPoints: ["worker.mjs"], bundle: true, format: "esm", outfile: join(folder, "worker.mjs"),
    conditions: ["workerd"], loader: { ".wasm": "copy" } });
  const worker = new Miniflare({ rootPath: folder, modules: true, scriptPath: "worker.mjs", compatibilityDate: "2025-01-01",
    modulesRules: [{ type: "ESModule", include: ["**/*.mjs"] }, { type: "CompiledWasm", include: ["**/*.wasm"] }] });
  try {
    assert.equal(await (await worker.dispatchFetch("http://localhost/")).text(), seen);
  } finally {
    await worker.dispose();
  }
});
await check("Bun", () => assert.equal(run(bin("bun"), "run", "print.mjs").trim(), seen));
for (const [name, ...command] of [["Deno", bin("deno"), "test", "--allow-all", "--no-check", "--node-modules-dir=manual"], ["Bun", bin("bun"), "test", "--timeout=110000"]]) {
  await check(`${name}: all golden cases and random cuts`, () => {
    for (const file of ["./golden.test.mjs", "./random.test.mjs"]) run(...command, file);
  });
}

// ---- bundlers, in Chromium or Node.js ----

const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const in_browser = async (folder, html) => {
  if (html) writeFileSync(join(folder, "index.html"), html);
  const server = createServer((request, response) => {
    const file = join(folder, request.url === "/" ? "index.html" : decodeURIComponent(request.url.split("?")[0]));
    if (!existsSync(file)) return response.writeHead(404).end();
    const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
    response.writeHead(200, { "content-type": types[extname(file)] ?? "text/plain", "content-security-policy": policy });
    response.end(readFileSync(file));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const page = await browser.newPage();
  const said = [];
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("console", (line) => said.push(line.text()));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const result = await page.waitForFunction(() => globalThis.seen, null, { timeout: 10000 }).then(
    (handle) => handle.jsonValue(), () => `nothing: ${said}`);
  await page.close();
  server.close();
  return result;
};
const page_of = (script) => `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module" src="${script}"></script>`;

await check("a page without a bundler", async () => {
  const folder = fresh("raw");
  cpSync("node_modules/tagstream", join(folder, "tagstream"), { recursive: true });
  writeFileSync(join(folder, "app.mjs"), app.replace('"tagstream"', '"./tagstream/web.js"'));
  assert.equal(await in_browser(folder, page_of("app.mjs")), seen);
});
await check("Vite", async () => {
  const folder = fresh("vite");
  writeFileSync(join(folder, "index.html"), page_of("/main.mjs"));
  writeFileSync(join(folder, "main.mjs"), app);
  await vite.build({ root: folder, logLevel: "error", build: { target: "es2022" } });
  assert(readdirSync(join(folder, "dist/assets")).some((name) => name.endsWith(".wasm")));
  assert.equal(await in_browser(join(folder, "dist")), seen);
});
const pack = (config) => new Promise((done, fail) =>
  webpack(config, (error, stats) => (error || stats.hasErrors() ? fail(error ?? new Error(stats.toString())) : done())));
await check("webpack, for a browser", async () => {
  const folder = fresh("webpack_web");
  await pack({ mode: "production", entry: "./app.mjs", target: "web", output: { path: join(process.cwd(), folder), publicPath: "" },
    performance: { hints: false } });
  assert.equal(await in_browser(folder, page_of("main.js")), seen);
});
await check("webpack, for Node.js", async () => {
  const folder = fresh("webpack_node");
  await pack({ mode: "production", entry: "./print.mjs", target: "node", experiments: { outputModule: true },
    output: { path: join(process.cwd(), folder), filename: "main.mjs", module: true } });
  assert.equal(run("node", join(folder, "main.mjs")).trim(), seen);
});
await check("Next.js: a route, a page of the server, a component of the browser", async () => {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", PORT: "0", HOSTNAME: "127.0.0.1" };
  execFileSync(bin("next"), ["build", "next"], { env, stdio: ["ignore", "pipe", "inherit"], timeout: 400_000 });
  const started = spawn("node", [join("node_modules/next/dist/bin/next"), "start", "next"], { env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    let said = "";
    started.stdout.on("data", (part) => (said += part));
    const until = async (ask) => {
      for (let i = 0; i < 300; ++i) {
        const found = await ask();
        if (found) return found;
        await new Promise((done) => setTimeout(done, 100));
      }
      throw new Error(`Next.js does not answer: ${said}`);
    };
    const [, port] = await until(() => /http:\/\/\S+:(\d+)/.exec(said));
    const answer = await until(() => fetch(`http://127.0.0.1:${port}/api`).catch(() => null));
    assert.equal(await answer.text(), "a");
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    assert.equal(await page.locator("#server").innerText(), "a");
    await page.waitForFunction(() => document.getElementById("client").textContent === "b", null, { timeout: 10000 });
    await page.close();
  } finally {
    started.kill();
  }
});
await check("esbuild, inline", async () => {
  const folder = fresh("esbuild");
  await esbuild.build({ entryPoints: ["inline.mjs"], bundle: true, minify: true, format: "esm", outdir: folder, outExtension: { ".js": ".mjs" } });
  assert.equal(await in_browser(folder, page_of("inline.mjs")), seen);
});
await check("rollup, with the package outside", async () => {
  const folder = fresh("rollup");
  const bundle = await rollup({ input: "print.mjs", external: ["tagstream"] });
  await bundle.write({ file: join(folder, "main.mjs"), format: "es" });
  assert.equal(run("node", join(folder, "main.mjs")).trim(), seen);
});

// ---- clients ----

const tool = { name: "rain", description: "Rain in a city", parameters: { type: "object", properties: { city: { type: "string" } } } };
const done = "It rains.";

// A server that leaves all in the text: it calls a tool, and answers when it has the result.
const requests = [];
const server = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request) body += piece;
  const asked = JSON.parse(body);
  requests.push(asked);
  const text = asked.messages.some((one) => one.role === "tool") ? `<think>Wet.</think>${done}` : answer;
  const base = { id: "c", created: 1, model: "m" };
  if (!asked.stream) {
    response.writeHead(200, { "content-type": "application/json" });
    const choice = { index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" };
    return response.end(JSON.stringify({ ...base, object: "chat.completion", choices: [choice],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }));
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (delta, finish_reason) => response.write(`data: ${JSON.stringify({ ...base, object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
  send({ role: "assistant", content: "" }, null);
  for (let at = 0; at < text.length; at += 3) {
    send({ content: text.slice(at, at + 3) }, null);
    if (at % 30 === 0) await new Promise(setImmediate);
  }
  send({}, "stop");
  response.end("data: [DONE]\n\n");
});
await once(server.listen(0, "127.0.0.1"), "listening");
const url = `http://127.0.0.1:${server.address().port}/v1`;
const user = { role: "user", content: "Does it rain?" };

const client = new OpenAI({ baseURL: url, apiKey: "none", fetch: tagFetch({ dialect: "qwen3" }) });
const tools = [{ type: "function", function: tool }];
await check("openai: streamed", async () => {
  const streamed = client.chat.completions.stream({ model: "m", messages: [user], tools });
  let reasoning = "";
  for await (const chunk of streamed) reasoning += chunk.choices[0]?.delta.reasoning_content ?? "";
  const { choices: [{ message, finish_reason }] } = await streamed.finalChatCompletion();
  assert.equal(reasoning, "Rain?");
  assert.equal(message.content, "Let me see.");
  assert.equal(finish_reason, "tool_calls");
  assert.deepEqual(message.tool_calls.map((one) => one.function.name), ["rain"]);
});
await check("openai: whole, two turns", async () => {
  const messages = [user];
  const first = (await client.chat.completions.create({ model: "m", messages, tools })).choices[0];
  assert.equal(first.message.reasoning_content, "Rain?");
  assert.deepEqual(JSON.parse(first.message.tool_calls[0].function.arguments), { city: "Oslo" });
  messages.push(first.message, { role: "tool", tool_call_id: first.message.tool_calls[0].id, content: "yes" });
  const second = (await client.chat.completions.create({ model: "m", messages, tools })).choices[0];
  assert.equal(second.message.content, done);
  assert.equal(second.finish_reason, "stop");
});
await check("openai: aborted", async () => {
  const streamed = client.chat.completions.stream({ model: "m", messages: [user], tools });
  await assert.rejects(async () => {
    for await (const _ of streamed) streamed.abort();
    await streamed.done();
  }, OpenAI.APIUserAbortError);
});

const chain = new ChatOpenAI({ model: "m", apiKey: "none", configuration: { baseURL: url, fetch: tagFetch({ dialect: "qwen3" }) } })
  .bindTools(tools);
await check("LangChain.js: whole, two turns", async () => {
  const first = await chain.invoke([new HumanMessage(user.content)]);
  assert.equal(first.text, "Let me see.");
  assert.deepEqual(first.tool_calls.map(({ name, args }) => [name, args]), [["rain", { city: "Oslo" }]]);
  const result = new ToolMessage({ content: "yes", tool_call_id: first.tool_calls[0].id });
  const second = await chain.invoke([new HumanMessage(user.content), first, result]);
  assert.equal(second.text, done);
});
await check("LangChain.js: streamed", async () => {
  let message;
  for await (const chunk of await chain.stream([new HumanMessage(user.content)])) message = message ? message.concat(chunk) : chunk;
  assert.equal(message.text, "Let me see.");
  assert.deepEqual(message.tool_calls.map(({ name, args }) => [name, args]), [["rain", { city: "Oslo" }]]);
});

agents.setTracingDisabled(true);
const agent = new agents.Agent({ name: "a", instructions: "", model: new agents.OpenAIChatCompletionsModel(client, "m"),
  tools: [agents.tool({ ...tool, parameters: { ...tool.parameters, required: ["city"], additionalProperties: false },
    execute: async ({ city }) => `${city}: yes` })] });
for (const stream of [false, true]) {
  await check(`OpenAI Agents: ${stream ? "streamed" : "whole"}, two turns`, async () => {
    const result = await agents.run(agent, user.content, { stream });
    if (stream) await result.completed;
    assert.equal(result.finalOutput, done);
    const asked = requests.at(-1).messages;
    assert.equal(asked.at(-1).content, "Oslo: yes");
    assert.deepEqual(asked.at(-2).tool_calls.map((one) => JSON.parse(one.function.arguments)), [{ city: "Oslo" }]);
  });
}

const version = ai.wrapLanguageModel.toString().includes("v4") ? "v4" : "v3";
const offered = { rain: ai.tool({ description: tool.description, inputSchema: ai.jsonSchema(tool.parameters), execute: async () => "yes" }) };
const provider = createOpenAICompatible({ name: "local", baseURL: url });
const models = {
  "AI SDK, middleware": ai.wrapLanguageModel({ model: provider("m"), middleware: tagMiddleware({ dialect: "qwen3" }, version) }),
  "AI SDK, fetch": createOpenAICompatible({ name: "local", baseURL: url, fetch: tagFetch({ dialect: "qwen3" }) })("m"),
};
for (const [name, model] of Object.entries(models)) {
  const given = { model, prompt: user.content, tools: offered, stopWhen: ai.stepCountIs(3) };
  await check(`${name}: whole, two turns`, async () => {
    const { text, steps } = await ai.generateText(given);
    assert.equal(text, done);
    assert.equal(steps.length, 2);
    assert.equal(steps[0].reasoningText, "Rain?");
    assert.deepEqual(steps[0].toolCalls.map((one) => one.input), [{ city: "Oslo" }]);
  });
  await check(`${name}: streamed, two turns`, async () => {
    const result = ai.streamText(given);
    let text = "";
    for await (const part of result.textStream) text += part;
    assert.equal(text, "Let me see." + done);
    const steps = await result.steps;
    assert.deepEqual(steps.map((one) => one.reasoningText), ["Rain?", "Wet."]);
    assert.deepEqual(steps[0].toolCalls.map((one) => one.input), [{ city: "Oslo" }]);
  });
}

server.close();
await browser.close();
console.log(`${checks} checks, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
