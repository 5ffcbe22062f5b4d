// Each client reads our bytes from a local server, cut into pieces.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import http from 'node:http';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import Anthropic from '@anthropic-ai/sdk';
import * as ai from 'ai';
import OpenAI from 'openai';

const [program, proxy] = process.argv.slice(2);
const answer =
  '<think>I need <b>both</b>.</think>Let me look: 1 < 2 é 😀.\n' +
  '<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo </tool_call>"}}\n</tool_call>\n' +
  '<tool_call>\n{"name": "time"}\n</tool_call>';
const text = 'Let me look: 1 < 2 é 😀.';
const calls = [
  { name: 'weather', arguments: { city: 'Oslo </tool_call>' } },
  { name: 'time', arguments: {} },
];

// A server whose answers `bytes(count)` gives, in pieces of `size`. Keeps the requests.
async function serve(bytes, size) {
  const requests = [];
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    requests.push(JSON.parse(body));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const all = Buffer.from(bytes(requests.length - 1));
    for (let at = 0; at < all.length; at += size) {
      response.write(all.subarray(at, at + size));
      if (at % 512 < size) await new Promise(setImmediate);
    }
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, requests, port: server.address().port };
}

const written = (form, ...options) =>
  execFileSync(program, ['read', '--dialect', 'hermes', '--to', form, ...options],
    { input: answer });

// What a server sends that leaves all in the text, three characters a chunk.
function raw(words) {
  const chunk = (delta, reason) => 'data: ' + JSON.stringify({
    id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm',
    choices: [{ index: 0, delta, finish_reason: reason }],
  }) + '\n\n';
  const letters = Array.from(words);
  let all = chunk({ role: 'assistant', content: '' }, null);
  for (let at = 0; at < letters.length; at += 3) {
    all += chunk({ content: letters.slice(at, at + 3).join('') }, null);
  }
  return all + chunk({}, 'stop') + 'data: [DONE]\n\n';
}

function check_calls(got) {
  assert.deepEqual(got.map((one) => ({ name: one.name, arguments: one.arguments })), calls);
}

async function openai(port, reasoning_field = 'reasoning_content') {
  const client = new OpenAI({ apiKey: 'k', baseURL: `http://127.0.0.1:${port}/v1` });
  const stream = client.chat.completions.stream(
    { model: 'm', messages: [{ role: 'user', content: 'hi' }] });
  let reasoning = '';
  for await (const chunk of stream) reasoning += chunk.choices[0]?.delta[reasoning_field] ?? '';
  const { message, finish_reason } = (await stream.finalChatCompletion()).choices[0];
  assert.equal(message.content.trim(), text);
  assert.equal(reasoning, 'I need <b>both</b>.');
  assert.equal(finish_reason, 'tool_calls');
  check_calls(message.tool_calls.map((one) => (
    { name: one.function.name, arguments: JSON.parse(one.function.arguments) })));
  assert.equal(new Set(message.tool_calls.map((one) => one.id)).size, 2);
}

async function anthropic(port) {
  const client = new Anthropic({ apiKey: 'k', baseURL: `http://127.0.0.1:${port}` });
  const stream = client.messages.stream(
    { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] });
  const message = await stream.finalMessage();
  const texts = message.content.filter((one) => one.type === 'text');
  assert.equal(texts.map((one) => one.text).join('').trim(), text);
  assert.equal(message.content[0].thinking, 'I need <b>both</b>.');
  assert.equal(message.stop_reason, 'tool_use');
  check_calls(message.content.filter((one) => one.type === 'tool_use').map((one) => (
    { name: one.name, arguments: one.input })));
}

// Tools run, and the loop ends.
async function vercel(port, steps) {
  const provider = createOpenAICompatible({ name: 'x', baseURL: `http://127.0.0.1:${port}/v1` });
  const ran = [];
  const make = (name, properties) => ai.tool({
    description: name,
    inputSchema: ai.jsonSchema({ type: 'object', properties }),
    execute: async (input) => { ran.push({ name, arguments: input }); return 'ok'; },
  });
  const result = ai.streamText({
    model: provider('m'), prompt: 'hi',
    tools: { weather: make('weather', { city: { type: 'string' } }), time: make('time', {}) },
    stopWhen: (ai.isStepCount ?? ai.stepCountIs)(steps),
  });
  let words = '', reasoning = '';
  for await (const part of result.fullStream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta') words += part.text ?? part.delta;
    if (part.type === 'reasoning-delta') reasoning += part.text ?? part.delta;
  }
  check_calls(ran);
  assert.ok(words.startsWith(text), words);
  assert.equal(reasoning, 'I need <b>both</b>.');
  return words;
}

// A call that fails after its start: no client runs it, or has input for it.
function failed(form, words) {
  return execFileSync(program, ['read', '--dialect', 'hermes', '--to', form, '--incremental'],
    { input: words });
}

async function fails_in_anthropic(port) {
  const client = new Anthropic({ apiKey: 'k', baseURL: `http://127.0.0.1:${port}` });
  const stream = client.messages.stream(
    { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] });
  await assert.rejects(stream.finalMessage(), /JSON/);
}

async function fails_in_vercel(port) {
  const provider = createOpenAICompatible({ name: 'x', baseURL: `http://127.0.0.1:${port}/v1` });
  let runs = 0;
  const f = ai.tool({
    description: 'f', inputSchema: ai.jsonSchema({ type: 'object', properties: {} }),
    execute: async () => { runs += 1; return 'ok'; },
  });
  const result = ai.streamText({ model: provider('m'), prompt: 'hi', tools: { f } });
  for await (const part of result.fullStream) assert.notEqual(part.type, 'tool-result');
  assert.equal(runs, 0);
}

let count = 0;
async function check(name, bytes, size, read) {
  const upstream = await serve(bytes, size);
  await read(upstream);
  upstream.server.close();
  upstream.server.closeAllConnections();
  console.log(`ok    ${name}, pieces of ${size}`);
  count += 1;
}

for (const size of [1, 7, 65536]) {
  await check('openai reads read --to openai', () => written('openai'), size,
    ({ port }) => openai(port));
  await check('openai reads pieces of calls', () => written('openai', '--incremental', '--chunk-size', '3'),
    size, ({ port }) => openai(port));
  await check('@anthropic-ai/sdk reads read --to anthropic', () => written('anthropic'), size,
    ({ port }) => anthropic(port));
  await check('ai reads read --to openai', () => written('openai', '--reasoning-field', 'both'),
    size, ({ port }) => vercel(port, 1));
}

for (const words of ['a<tool_call>{"name":"f", oops</tool_call>',
  'a<tool_call>{"name":"f","arguments":{"x":"y, oops</tool_call>',
  'a<tool_call>{"name":"f","arguments":{"x":{"y":1}}, oops</tool_call>',
  'a<tool_call>{"name":"f","arguments":{"x":']) {
  await check(`ai does not run ${words}`, () => failed('openai', words), 65536,
    ({ port }) => fails_in_vercel(port));
  await check(`@anthropic-ai/sdk refuses ${words}`, () => failed('anthropic', words), 65536,
    ({ port }) => fails_in_anthropic(port));
}

// Through the proxy, which a free port must be found for.
for (const size of [5, 65536]) {
  const { server, port } = await serve(() => '', 1);
  server.close();
  const answers = [raw(answer), raw('<think></think>Done.')];
  await check('openai and ai through the proxy', (n) => answers[n % 2 === 1 && n > 1 ? 1 : 0], size,
    async (upstream) => {
      const child = spawn(proxy, [port, upstream.port, 'hermes'], { stdio: 'inherit' });
      try {
        await new Promise((done) => setTimeout(done, 300));
        await openai(port);
        await openai(port);
        assert.ok((await vercel(port, 2)).endsWith('Done.'));
        const last = upstream.requests.at(-1);
        assert.ok(last.messages.some((one) => one.role === 'tool'));
        // Without its upstream it says so, and goes on.
        upstream.server.close();
        upstream.server.closeAllConnections();
        for (let i = 0; i < 2; ++i) {
          const gone = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`,
            { method: 'POST', body: '{}' });
          assert.equal(gone.status, 502);
        }
        // It takes no memory for what a client says will come.
        const liar = connect(port, '127.0.0.1').resume();
        liar.end('POST / HTTP/1.1\r\nContent-Length: 99999999999999\r\n\r\n{}');
        await once(liar, 'close');
        assert.equal(child.exitCode ?? child.signalCode, null);
      } finally {
        child.kill();
        await once(child, 'exit');
      }
    });
}
console.log(`${count} checks`);
