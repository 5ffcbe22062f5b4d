// A middleware for the AI SDK: what a model has written becomes parts of the SDK.

import { dispose } from "./memory.js";
import { Reader } from "./reader.js";
import { rulesOf } from "./rules.js";

/** Tools and tool choice of a call of the SDK, as options. */
function askedOptions({ tools, toolChoice }) {
  const asked = {};
  const functions = (tools ?? []).filter((tool) => tool.type === "function");
  if (functions.length !== 0) {
    asked.tools = functions.map(({ name, inputSchema }) => ({
      type: "function",
      function: { name, parameters: inputSchema },
    }));
    asked.only_offered = true;
  }
  if (toolChoice?.type === "none" || toolChoice?.type === "required") {
    asked.tool_choice = toolChoice.type;
  } else if (toolChoice?.type === "tool") {
    asked.tool_choice = toolChoice.toolName;
  }
  return asked;
}

/** The reason to finish; that of version 3 and later has a field for it. */
function reasonWithCalls(reason) {
  if (typeof reason === "string") return reason === "stop" ? "tool-calls" : reason;
  return reason?.unified === "stop" ? { ...reason, unified: "tool-calls" } : reason;
}

/** Turns the text of one answer into parts of the SDK. */
class Parts {
  #reader;
  #onToolCallError;
  #open = null; // "text" or "reasoning"
  #number = 0;
  #metadata;
  hasCalls = false;

  constructor(rules, onToolCallError) {
    this.#reader = new Reader(rules, { message: false });
    this.#onToolCallError = onToolCallError;
  }

  /** What a provider says of the block of text that begins. */
  begin(metadata) {
    this.#metadata = metadata;
  }

  feed(text, parts) {
    for (const event of this.#reader.feed(text)) this.#add(event, parts);
  }

  finish(parts) {
    for (const event of this.#reader.finish()) this.#add(event, parts);
    this.#close(parts);
  }

  leave() {
    this.#reader[dispose]();
  }

  get #id() {
    return `tagstream-${this.#number}`;
  }

  #add(event, parts) {
    switch (event.kind) {
      case "content":
        this.#delta("text", event.text, parts);
        break;
      case "reasoning":
      case "thought":
        this.#delta("reasoning", event.text, parts);
        if (event.kind === "thought") this.#close(parts);
        break;
      case "tool_call_start":
        this.#close(parts);
        parts.push({ type: "tool-input-start", id: event.id, toolName: event.name });
        this.#started.set(event.index, event.id);
        break;
      case "tool_call_delta": {
        const id = this.#started.get(event.index);
        parts.push({ type: "tool-input-delta", id, delta: event.text });
        break;
      }
      case "tool_call":
        this.#call(event, parts);
        break;
      case "tool_call_error":
        this.#endInput(event, parts);
        this.#onToolCallError?.(event);
        break;
    }
  }

  #started = new Map(); // ids of calls that are open

  #call(event, parts) {
    this.#close(parts);
    this.#endInput(event, parts);
    this.hasCalls = true;
    const { id: toolCallId, name: toolName, arguments: input } = event;
    parts.push({ type: "tool-call", toolCallId, toolName, input });
  }

  #endInput({ index }, parts) {
    const id = this.#started.get(index);
    if (id === undefined) return;
    this.#started.delete(index);
    parts.push({ type: "tool-input-end", id });
  }

  #delta(kind, delta, parts) {
    if (delta === "") return;
    if (this.#open !== kind) {
      this.#close(parts);
      this.#open = kind;
      const start = { type: `${kind}-start`, id: this.#id };
      if (this.#metadata !== undefined) start.providerMetadata = this.#metadata;
      parts.push(start);
    }
    parts.push({ type: `${kind}-delta`, id: this.#id, delta });
  }

  #close(parts) {
    if (this.#open === null) return;
    parts.push({ type: `${this.#open}-end`, id: this.#id });
    this.#open = null;
    ++this.#number;
  }
}

/** Parts of a stream as the content of an answer that comes whole. */
function contentOf(parts) {
  const content = [];
  for (const part of parts) {
    if (part.type === "text-start" || part.type === "reasoning-start") {
      const { providerMetadata } = part;
      const type = part.type.slice(0, -"-start".length);
      content.push({ type, text: "", ...(providerMetadata ? { providerMetadata } : {}) });
    } else if (part.type === "text-delta" || part.type === "reasoning-delta") {
      content[content.length - 1].text += part.delta;
    } else if (!/^(text|reasoning|tool-input)-/.test(part.type)) {
      content.push(part);
    }
  }
  return content;
}

/** Reads one part of the provider's stream. */
function readPart(part, read, parts) {
  switch (part.type) {
    case "text-start":
      read.begin(part.providerMetadata);
      break;
    case "text-delta":
      read.feed(part.delta, parts);
      break;
    case "text-end":
      break; // the end of the answer ends what is open
    case "finish":
      read.finish(parts);
      parts.push(
        read.hasCalls ? { ...part, finishReason: reasonWithCalls(part.finishReason) } : part,
      );
      break;
    case "error":
      read.finish(parts);
      parts.push(part);
      break;
    default:
      parts.push(part);
  }
}

// Pulled by hand: half the price of a TransformStream.
function readStream(stream, read) {
  const source = stream.getReader();
  return new ReadableStream({
    async pull(controller) {
      const parts = [];
      while (parts.length === 0) {
        const step = await source.read();
        if (step.done) {
          read.finish(parts);
          for (const part of parts) controller.enqueue(part);
          controller.close();
          return;
        }
        readPart(step.value, read, parts);
      }
      for (const part of parts) controller.enqueue(part);
    },
    cancel(reason) {
      read.leave();
      return source.cancel(reason);
    },
  });
}

/**
 * A middleware for `wrapLanguageModel`. "v4" is AI SDK 7, "v3" 6, "v2" 5.
 *
 *     wrapLanguageModel({ model, middleware: tagMiddleware({ dialect: "qwen3" }) })
 */
export function tagMiddleware(options, specificationVersion = "v4") {
  const { onToolCallError, ...given } = options ?? {};
  // Ids of two answers of a conversation must differ.
  const own = { id_style: "openai", ...given };
  rulesOf(own); // what is wrong is said now

  const partsFor = (params) => {
    const asked = askedOptions(params);
    if (given.only_offered === false) delete asked.only_offered;
    return new Parts(rulesOf({ ...own, ...asked }), onToolCallError);
  };

  return {
    specificationVersion,
    middlewareVersion: specificationVersion,

    async wrapGenerate({ doGenerate, params }) {
      const read = partsFor(params);
      const result = await doGenerate();
      const content = [];
      for (const part of result.content) {
        const parts = [];
        if (part.type === "text") {
          read.begin(part.providerMetadata);
          read.feed(part.text, parts);
          content.push(...parts);
        } else {
          content.push(part);
        }
      }
      read.finish(content);
      const finishReason = read.hasCalls
        ? reasonWithCalls(result.finishReason)
        : result.finishReason;
      return { ...result, content: contentOf(content), finishReason };
    },

    async wrapStream({ doStream, params }) {
      const read = partsFor(params);
      const { stream, ...rest } = await doStream();
      return { stream: readStream(stream, read), ...rest };
    },
  };
}
