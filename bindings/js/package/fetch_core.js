// A `fetch` for OpenAI's clients: what a model has written becomes native reasoning and tool calls,
// whatever its server leaves in the text.

import { TagstreamError } from "./error.js";
import { divided, rewriteAnswer, Rewriter } from "./rewriter.js";
import { rulesOf } from "./rules.js";

export { rewriteAnswer, Rewriter };

// The fields that keep a server from dropping the markers that are to be read.
const rawModes = {
  vllm: { skip_special_tokens: false, spaces_between_special_tokens: false },
  sglang: { skip_special_tokens: false },
};

// Paths that answer with what a model wrote: a response that is made, fetched or cancelled.
const responses = /\/responses(\/(?!input_tokens$)[^/]+(\/cancel)?)?$/;

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const objectOf = (value) => (isObject(value) ? value : {});

/** The tools that a model calls by name: others are run by the server. */
function functionsOf(tools) {
  const listed = Array.isArray(tools) ? tools.map(objectOf) : [];
  return listed.filter((tool) => (tool.type ?? "function") === "function");
}

/** Responses have the name beside the type, chat completions have it in `function`. */
const nameOf = (tool) => String(objectOf(tool.function ?? tool).name ?? "");

/** Tools and tool choice, as chat completions and responses ask for them. */
function askedOptions(body) {
  const asked = {};
  let tools = functionsOf(body.tools);
  let choice = body.tool_choice;
  const isLimited = objectOf(choice).type === "allowed_tools";
  if (isLimited) {
    const allowed = objectOf(choice.allowed_tools ?? choice);
    const names = new Set(functionsOf(allowed.tools).map(nameOf));
    tools = tools.filter((tool) => names.has(nameOf(tool)));
    choice = allowed.mode;
  }
  if (tools.length !== 0) {
    asked.tools = tools;
    asked.only_offered = true;
  } else if (isLimited || (Array.isArray(body.tools) && body.tools.length !== 0)) {
    choice = "none"; // what is offered is nothing that a model calls by name
  }
  const isKnown =
    choice === "none" || choice === "required" || objectOf(choice).type === "function";
  if (isKnown) asked.tool_choice = choice;
  if (body.parallel_tool_calls === false) asked.parallel_tool_calls = false;
  return asked;
}

/** The request with what the server must be told. vLLM refuses `tool_choice` where it does not read
 * calls itself; the tools stay in the prompt. */
function rawMode(body, server) {
  const changed = { ...rawModes[server], ...body };
  if (server === "vllm" && functionsOf(body.tools).length !== 0) changed.tool_choice = "none";
  return changed;
}

function refused(message) {
  // An exception would be taken for a broken connection, and the request be sent again.
  const error = { message, type: "invalid_request_error", param: null, code: null };
  return Response.json({ error }, { status: 400 });
}

async function textOf(input, init) {
  const body = init?.body;
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array || body instanceof ArrayBuffer)
    return new TextDecoder().decode(body);
  if (body === undefined && typeof input?.clone === "function") return input.clone().text();
  return "";
}

function parsed(text) {
  try {
    const body = JSON.parse(text);
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
}

/** Input and init of the same request with another body. */
function withBody(input, init, body) {
  const text = JSON.stringify(body);
  const headers = new Headers(init?.headers ?? input?.headers);
  headers.delete("content-length");
  return [input, { ...init, body: text, headers }];
}

const encoder = new TextEncoder();

/** Reads an answer. Its beginning tells whether it is a stream of events or one object: not every
 * server names it so, or sends what it was asked for. */
class Answer {
  #options;
  #report;
  #parts = []; // as long as it may be one object
  #isObject = false;
  #rewriter = null;

  constructor(options, report) {
    this.#options = options;
    this.#report = report;
  }

  feed(chunk) {
    if (this.#rewriter !== null) return this.#fed(chunk);
    this.#parts.push(chunk);
    if (this.#isObject) return new Uint8Array();
    const first = firstSign(chunk);
    if (first === undefined) return new Uint8Array();
    if (first === 0x7b) {
      this.#isObject = true;
      return new Uint8Array();
    }
    this.#rewriter = new Rewriter(this.#options);
    return this.#fed(joined(this.#parts));
  }

  finish() {
    if (this.#rewriter !== null) {
      const rest = this.#rewriter.finish();
      this.#report(this.#rewriter.toolCallErrors);
      return rest;
    }
    const whole = joined(this.#parts);
    this.#parts = [];
    if (whole.length === 0) return whole;
    const { body, errors } = rewriteAnswer(whole, this.#options);
    this.#report(errors);
    return encoder.encode(body);
  }

  #fed(chunk) {
    const out = this.#rewriter.feed(chunk);
    this.#report(this.#rewriter.toolCallErrors);
    return out;
  }
}

function joined(parts) {
  if (parts.length === 1) return parts[0];
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

// A byte order mark and blanks may stand before it.
function firstSign(chunk) {
  return chunk.find((byte) => ![0xef, 0xbb, 0xbf, 0x20, 0x09, 0x0d, 0x0a].includes(byte));
}

/** The body, rewritten. If it breaks, what is held goes out first. */
function rewrittenBody(body, answer) {
  const reader = body.getReader();
  let failure = null;
  return new ReadableStream(
    {
      async pull(controller) {
        if (failure !== null) throw failure.error;
        for (;;) {
          let step;
          try {
            step = await reader.read();
          } catch (error) {
            failure = { error };
            const held = answer.finish();
            if (held.length === 0) throw error;
            controller.enqueue(held);
            return;
          }
          const out = step.done ? answer.finish() : answer.feed(step.value);
          if (out.length !== 0) controller.enqueue(out);
          if (step.done) controller.close();
          if (step.done || out.length !== 0) return;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function rewritten(response, answer) {
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  headers.delete("content-encoding"); // `fetch` has unpacked it
  const { status, statusText, url } = response;
  const its = new Response(rewrittenBody(response.body, answer), { status, statusText, headers });
  Object.defineProperty(its, "url", { value: url });
  return its;
}

/**
 * A `fetch` that rewrites the answers to chat completions, completions and responses.
 *
 *     new OpenAI({ baseURL, fetch: tagFetch({ dialect: "qwen3" }) })
 */
export function tagFetch(options) {
  const { server, fetch: inner, onToolCallError, ...rewrite } = options ?? {};
  if (server !== undefined && rawModes[server] === undefined) {
    const given = JSON.stringify(server);
    throw new TypeError(`server: ${given} is neither vllm nor sglang: give nothing for others`);
  }
  const { read } = divided(rewrite);
  rulesOf(read); // what is wrong is said now
  const report = (errors) => {
    if (onToolCallError !== undefined) for (const error of errors) onToolCallError(error);
  };

  return async function fetchRewritten(input, init) {
    const send = inner ?? fetch;
    const method = (init?.method ?? input?.method ?? "GET").toUpperCase();
    const url = typeof input === "string" ? input : (input.href ?? input.url);
    const path = new URL(url, "http://localhost").pathname.replace(/\/+$/, "");
    const isResponse = responses.test(path) && (method === "POST" || method === "GET");
    const isCompletion = method === "POST" && path.endsWith("/completions");
    if (!isResponse && !isCompletion) return send(input, init);
    const text = method === "POST" ? await textOf(input, init) : "";
    const body = isResponse && text === "" ? {} : parsed(text);
    // A completion with `echo` begins with the prompt, whose examples are not calls.
    const hasPrompt = body?.echo && isCompletion && !path.endsWith("/chat/completions");
    if (body === null || hasPrompt) return send(input, init);

    const asked = askedOptions(body);
    if (rewrite.only_offered === false) delete asked.only_offered;
    const its = { ...rewrite, ...asked };
    try {
      rulesOf(divided(its).read);
    } catch (error) {
      if (error instanceof TagstreamError) return refused(error.message);
      throw error;
    }
    const request =
      server === undefined || text === ""
        ? [input, init]
        : withBody(input, init, rawMode(body, server));
    const response = await send(...request);
    if (response.status !== 200 || response.body === null) return response;
    return rewritten(response, new Answer(its, report));
  };
}
