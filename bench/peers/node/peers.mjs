// What one takes in JavaScript, over the texts of `tagstream_peers texts`; the same lines of JSON.
//
//   node peers.mjs FOLDER

import fs from 'node:fs';
import path from 'node:path';
import { hermesProtocol } from '@ai-sdk-tool/parser';
import { extractReasoningMiddleware } from 'ai';
import { Parser as HtmlParser } from 'htmlparser2';
import { LLMStreamParser } from 'llm-stream-parser';
import { SaxesParser } from 'saxes';

const folder = process.argv[2];
const feed_length = 64 * 1024;
const piece_length = 4;

const cut = (text, length) => {
  const pieces = [];
  for (let at = 0; at < text.length; at += length) pieces.push(text.slice(at, at + length));
  return pieces;
};

// ---- opening tags, in long pieces ----------------------------------------------------------------

function htmlparser2(text) {
  let seen = 0;
  const parser = new HtmlParser({ onopentagname: () => (seen += 1) }, { xmlMode: true });
  for (const piece of cut(text, feed_length)) parser.write(piece);
  parser.end();
  return seen;
}

function saxes(text) {
  let seen = 0;
  let failed = false;
  const parser = new SaxesParser();
  parser.on('opentag', () => (seen += 1));
  parser.on('error', () => (failed = true));
  for (const piece of cut(text, feed_length)) {
    parser.write(piece);
    if (failed) return null;
  }
  parser.close();
  return failed ? null : seen;
}

// ---- what is outside of a pair -----------------------------------------------------------------

const pair = /<thinking>.*?<\/thinking>/gs;
const regex = (text) => text.replace(pair, '').length;

// ---- an answer in pieces of four characters ------------------------------------------------------

const text_part = (delta) => ({ type: 'text-delta', id: '1', delta });

function stream_of(text) {
  const pieces = cut(text, piece_length);
  let at = -1;
  return new ReadableStream({
    pull(controller) {
      if (at === -1) controller.enqueue({ type: 'text-start', id: '1' });
      else if (at < pieces.length) controller.enqueue(text_part(pieces[at]));
      else if (at === pieces.length) controller.enqueue({ type: 'text-end', id: '1' });
      else {
        const usage = { inputTokens: {}, outputTokens: {} };
        controller.enqueue({ type: 'finish', finishReason: { unified: 'stop' }, usage });
        controller.close();
      }
      at += 1;
    },
  });
}

// What it says of reasoning and of calls, in characters.
async function drain(stream) {
  let seen = 0;
  for await (const part of stream) {
    if (part.type === 'reasoning-delta') seen += part.delta.length;
    if (part.type === 'tool-call') seen += part.input.length;
  }
  return seen;
}

async function ai_reasoning(text) {
  const { wrapStream } = extractReasoningMiddleware({ tagName: 'think' });
  const { stream } = await wrapStream({ doStream: async () => ({ stream: stream_of(text) }) });
  return drain(stream);
}

const tools = [
  {
    type: 'function',
    name: 'write',
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string' }, text: { type: 'string' } },
    },
  },
];

const tool_parser = (text) =>
  drain(stream_of(text).pipeThrough(hermesProtocol().createStreamParser({ tools })));

function llm_stream_parser(text) {
  let seen = 0;
  const parser = new LLMStreamParser();
  parser.addSimpleTags(['think', 'tool_call']);
  parser.on('tag_completed', (tag) => (seen += tag.content.length));
  for (const piece of cut(text, piece_length)) parser.parse(piece);
  parser.finalize();
  return seen;
}

// What people write by hand: all that has come is searched after each piece.
const answer = /<think>(.*?)<\/think>|<tool_call>(.*?)<\/tool_call>/gs;

function regex_each_time(text) {
  let all = '';
  let seen = 0;
  for (const piece of cut(text, piece_length)) {
    all += piece;
    seen = 0;
    for (const match of all.matchAll(answer)) seen += (match[1] ?? match[2]).length;
  }
  return seen;
}

// ---- time ------------------------------------------------------------------------------------

const now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1e-6;
};

// The median of three samples, each of as many passes as take a tenth of a second; one sample
// where a pass takes longer than a second.
async function seconds_of(job) {
  const sample = async (passes) => {
    const begin = now();
    for (let i = 0; i < passes; i += 1) await job();
    return (now() - begin) / passes;
  };
  const once = await sample(1);
  if (once > 1) return once;
  const passes = Math.ceil(0.1 / Math.max(once, 1e-6));
  const samples = [await sample(passes), await sample(passes), await sample(passes)];
  return samples.sort((a, b) => a - b)[1];
}

const tags = ['a.xml', 'b.xml', 'c.xml', 'd.txt'];
const answers = ['answer-4.txt', 'answer-16.txt', 'answer-64.txt', 'answer-256.txt'];
const peers = [
  ['tags', 'htmlparser2 12.0.0', htmlparser2, tags],
  ['tags', 'saxes 6.0.0', saxes, tags],
  ['pair', 'RegExp of Node.js', regex, ['pair.txt']],
  ['pieces', 'ai 7.0.173, reasoning only', ai_reasoning, answers],
  ['pieces', '@ai-sdk-tool/parser 4.1.26, calls only', tool_parser, answers],
  ['pieces', 'llm-stream-parser 1.1.0', llm_stream_parser, answers],
  ['pieces', 'RegExp after each piece', regex_each_time, answers],
];

const warm_up = 50; // passes of what is short, so that it is compiled

for (const [job, peer, read, texts] of peers) {
  for (const name of texts) {
    const text = fs.readFileSync(path.join(folder, name), 'utf8');
    const row = { job, peer, text: name };
    const seen = await read(text);
    const is_first = name === texts[0] && name.startsWith('answer');
    for (let i = 0; i < warm_up && is_first; i += 1) await read(text);
    if (seen !== null) Object.assign(row, { seen, seconds: await seconds_of(() => read(text)) });
    console.log(JSON.stringify(row));
  }
}
