// The package beside others in JavaScript, in pieces of four characters: nanoseconds of a busy
// processor for a piece, the least of all rounds, in which all take turns.
//
//   node javascript.mjs [SECONDS] [NAMES]     NAMES is a regular expression

import { hermesProtocol } from '@ai-sdk-tool/parser';
import { extractReasoningMiddleware } from 'ai';
import { Parser as HtmlParser } from 'htmlparser2';
import { LLMStreamParser } from 'llm-stream-parser';
import { parse as parse_partial } from 'partial-json';
import { SaxesParser } from 'saxes';
import { Reader, stream } from 'tagstream';
import { tagMiddleware } from 'tagstream/ai';
import { Rewriter } from 'tagstream/fetch';

const seconds = Number(process.argv[2] ?? 60);
const wanted = new RegExp(process.argv[3] ?? '');

// ---- texts ---------------------------------------------------------------------------------------

const thinking = '<think>Should I say so? Yes, of course I should.</think>\n';
const call = '<tool_call>\n{"name": "rain", "arguments": {"city": "Oslo"}}\n</tool_call>\n';

/** Prose with a thought every 12 lines, and a call every 24. */
function prose(size, hasCalls, line = 'It rains in Oslo on most days, so take an umbrella with you.\n') {
  let text = '';
  for (let i = 1; text.length < size; i += 1) {
    text += line;
    if (i % 12 === 0) text += thinking;
    if (hasCalls && i % 24 === 0) text += call;
  }
  return text;
}

function cut(text) {
  const pieces = [];
  for (let at = 0; at < text.length; at += 4) pieces.push(text.slice(at, at + 4));
  return pieces;
}

const short = 65536;
const long = 1024 * 1024;
const plain = cut(prose(short, false));
const plain_long = cut(prose(long, false));
const calls = cut(prose(short, true));
const calls_long = cut(prose(long, true));
const chinese = cut(prose(short, true, '今天下雨了，请带伞出门，谢谢大家的配合。\n'));
const bytes = plain.map((piece) => new TextEncoder().encode(piece));
const event_of = (content) => ({
  id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm',
  choices: [{ index: 0, delta: { content }, finish_reason: null }],
});
const events = calls.map((piece) => JSON.stringify(event_of(piece)));
const event_bytes = events.map((event) => new TextEncoder().encode(`data: ${event}\n\n`));
const argument = cut(JSON.stringify({ path: 'a', text: 'It rains. '.repeat(400) }));

// ---- readers -------------------------------------------------------------------------------------

let seen = 0;

function add(event) {
  if (event.kind === 'content' || event.kind === 'reasoning') seen += event.text.length;
  else if (event.kind === 'tool_call') seen += event.arguments.length;
}

const read = (pieces, options, how = { message: false }) => () => {
  const reader = new Reader(options, how);
  for (const piece of pieces) for (const event of reader.feed(piece)) add(event);
  for (const event of reader.finish()) add(event);
};
const hide = { hide: 'think' };
const qwen3 = { dialect: 'qwen3' };

async function* later(pieces) {
  yield* pieces;
}

const loop = (source) => async () => {
  for await (const event of stream(source(), hide)) add(event);
};

const html = (pieces) => () => {
  const handler = { onopentagname: () => (seen += 1), ontext: (data) => (seen += data.length) };
  const parser = new HtmlParser(handler, { xmlMode: true });
  for (const piece of pieces) parser.write(piece);
  parser.end();
};

function saxes() {
  const parser = new SaxesParser({ fragment: true });
  parser.on('opentag', () => (seen += 1));
  parser.on('text', (text) => (seen += text.length));
  for (const piece of plain) parser.write(piece);
  parser.close();
}

// What people write by hand.
function by_hand() {
  let held = '';
  let end = '<think>';
  for (const piece of plain) {
    held += piece;
    for (let at = held.indexOf(end); at >= 0; at = held.indexOf(end)) {
      if (end === '<think>') seen += at;
      held = held.slice(at + end.length);
      end = end === '<think>' ? '</think>' : '<think>';
    }
    const most = held.lastIndexOf('<') < 0 ? held.length : Math.max(0, held.length - end.length);
    if (end === '<think>') seen += most;
    held = held.slice(most);
  }
}

function llm_stream_parser() {
  const parser = new LLMStreamParser();
  parser.addSimpleTags(['think']);
  parser.on('tag_completed', (tag) => (seen += tag.content.length));
  for (const piece of plain) parser.parse(piece);
  parser.finalize();
}

// ---- pipelines -----------------------------------------------------------------------------------

function parts_of(pieces) {
  let at = -1;
  return new ReadableStream({
    pull(controller) {
      if (at === -1) controller.enqueue({ type: 'text-start', id: '1' });
      else if (at < pieces.length) {
        controller.enqueue({ type: 'text-delta', id: '1', delta: pieces[at] });
      } else if (at === pieces.length) controller.enqueue({ type: 'text-end', id: '1' });
      else {
        controller.enqueue({ type: 'finish', finishReason: { unified: 'stop' }, usage: {} });
        controller.close();
      }
      at += 1;
    },
  });
}

async function drain(parts) {
  for await (const part of parts) seen += part.delta?.length ?? 0;
}

const through = (middleware, pieces) => async () => {
  const params = { doStream: async () => ({ stream: parts_of(pieces) }), params: {} };
  await drain((await middleware.wrapStream(params)).stream);
};
const piped = (made) => () => drain(parts_of(calls).pipeThrough(made()));

// ---- time ----------------------------------------------------------------------------------------

const jobs = [
  ['Reader, hide', '64 KiB', plain, read(plain, hide)],
  ['Reader, hide', '1 MiB', plain_long, read(plain_long, hide)],
  ['htmlparser2 12.0.0: tokens of HTML', '64 KiB', plain, html(plain)],
  ['htmlparser2 12.0.0: tokens of HTML', '1 MiB', plain_long, html(plain_long)],
  ['Reader, hide, with message', '64 KiB', plain, read(plain, hide, {})],
  ['Reader, hide, bytes', '64 KiB', bytes, read(bytes, hide)],
  ['Reader, qwen3', '64 KiB', calls, read(calls, qwen3)],
  ['Reader, qwen3', '1 MiB', calls_long, read(calls_long, qwen3)],
  ['Reader, qwen3, with message', '64 KiB', calls, read(calls, qwen3, {})],
  ['the same in Chinese', '64 KiB', chinese, read(chinese, qwen3, {})],
  ['for await over stream(array)', '64 KiB', plain, loop(() => plain)],
  ['for await over stream(async generator)', '64 KiB', plain, loop(() => later(plain))],
  ['the generator alone', '64 KiB', plain, async () => {
    for await (const piece of later(plain)) seen += piece.length;
  }],
  ['Rewriter, an event of a server', '64 KiB', event_bytes, () => {
    const rewriter = new Rewriter(qwen3);
    for (const event of event_bytes) seen += rewriter.feed(event).length;
    seen += rewriter.finish().length;
  }],
  ['JSON.parse and JSON.stringify of that event', '64 KiB', events, () => {
    for (const event of events) seen += JSON.stringify(JSON.parse(event)).length;
  }],
  ['saxes 6.0.0: well-formed XML', '64 KiB', plain, saxes],
  ['a filter by indexOf', '64 KiB', plain, by_hand],
  ['llm-stream-parser 1.1.0', '64 KiB', plain, llm_stream_parser],
  ['a TransformStream that does nothing', '64 KiB', calls, piped(() => new TransformStream())],
  ['tagstream/ai, reasoning', '64 KiB', plain, through(tagMiddleware({ reasoning: 'think' }), plain)],
  ['tagstream/ai, qwen3', '64 KiB', calls, through(tagMiddleware(qwen3), calls)],
  ['ai 7.0.173, extractReasoningMiddleware', '64 KiB', plain,
    through(extractReasoningMiddleware({ tagName: 'think' }), plain)],
  ['@ai-sdk-tool/parser 4.1.26, hermes', '64 KiB', calls,
    piped(() => hermesProtocol().createStreamParser({ tools: [] }))],
  ['partial-json 0.1.7, the argument of 4 KiB again', '64 KiB', argument, () => {
    let all = '';
    for (const piece of argument) seen += parse_partial((all += piece)).path?.length ?? 0;
  }],
].filter(([name]) => wanted.test(name));

const now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1e-6;
};
const least = jobs.map(() => Infinity);
const begin = Date.now();
for (let round = 0; round < 5 || Date.now() - begin < seconds * 1000; round += 1) {
  for (const [i, [, , pieces, job]] of jobs.entries()) {
    const before = now();
    await job();
    least[i] = Math.min(least[i], (now() - before) / pieces.length);
  }
}
for (const [i, [peer, text]] of jobs.entries()) {
  console.log(JSON.stringify({ job: 'javascript', peer, text, seen: null, seconds: least[i] }));
}
