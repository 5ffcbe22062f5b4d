import { dispose, made, TagstreamError } from "./error.js";
import {
  library,
  refresh,
  scratch,
  start,
  taken,
  textUntilZero,
  withText,
  words,
} from "./memory.js";
import { rulesOf } from "./rules.js";

/** The text that a family of models would write for this message. */
export function write(message, options) {
  const rules = rulesOf(options);
  const handle = withText(JSON.stringify(message), (at, size) =>
    made((to, error) => library.tagstream_message_from_json(at, size, to, error)),
  );
  const sizeAt = scratch + 8;
  try {
    const text = made((to, error) =>
      library.tagstream_write(handle, rules._pointer, to, sizeAt, error),
    );
    return taken(text, sizeAt);
  } finally {
    library.tagstream_message_free(handle);
  }
}

/** False if the message has calls, and nothing but blanks beside them. */
const hasContent = ({ content, tool_calls }) =>
  tool_calls.length === 0 || /[^ \t\r\n]/.test(content);

/** The assistant's message of chat completions. */
export function toOpenAI(message) {
  const shaped = { role: "assistant", content: hasContent(message) ? message.content : null };
  if (message.reasoning !== "") shaped.reasoning_content = message.reasoning;
  if (message.tool_calls.length !== 0) {
    shaped.tool_calls = message.tool_calls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: call.arguments },
    }));
  }
  return shaped;
}

const stopReasons = {
  stop: "end_turn",
  tool_calls: "tool_use",
  length: "max_tokens",
  content_filter: "refusal",
};

/** The assistant's message of the messages API. A thinking block has no signature. */
export function toAnthropic(message) {
  const content = [];
  if (message.reasoning !== "") {
    content.push({ type: "thinking", thinking: message.reasoning, signature: "" });
  }
  if (hasContent(message) && message.content !== "") {
    content.push({ type: "text", text: message.content });
  }
  for (const { id, name, arguments: input } of message.tool_calls) {
    content.push({ type: "tool_use", id, name, input: JSON.parse(input) });
  }
  const reason = message.finish_reason;
  const stop_reason = reason === null ? null : (stopReasons[reason] ?? reason);
  return { role: "assistant", content, stop_reason };
}

/** Turns snapshots, each of which is the whole text so far, into chunks. */
export class Snapshots {
  #last = "";
  #most;

  constructor(options) {
    const most = options?.max_snapshot_bytes ?? null;
    this.#most = most === null || most === "none" ? Infinity : bytesOf(most);
  }

  /** The new end of the text. */
  feed(text) {
    if (this.#isTooLong(text)) {
      const message = "the snapshot is longer than max_snapshot_bytes";
      throw new TagstreamError(message, "limit_exceeded", this.#most);
    }
    if (!text.startsWith(this.#last)) {
      const message = "the snapshot does not begin with the last one";
      throw new TagstreamError(message, "snapshot_mismatch", firstOther(text, this.#last));
    }
    const added = text.slice(this.#last.length);
    this.#last = text;
    return added;
  }

  /** Forgets the last one. */
  reset() {
    this.#last = "";
  }

  #isTooLong(text) {
    if (text.length * 3 <= this.#most) return false;
    return text.length > this.#most || new TextEncoder().encode(text).length > this.#most;
  }
}

function firstOther(text, last) {
  let at = 0;
  while (at < text.length && at < last.length && text[at] === last[at]) ++at;
  return at;
}

const sizes = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

function bytesOf(size) {
  if (typeof size === "number" && size >= 0) return size;
  const [, digits, unit] = /^(\d+)([KMG]?)$/.exec(size) ?? [];
  if (digits === undefined) {
    throw new TagstreamError(
      `max_snapshot_bytes: ${JSON.stringify(size)} is no size`,
      "bad_option",
    );
  }
  return Number(digits) * (sizes[unit] ?? 1);
}

/** The text with the five entities of XML, and numeric ones, decoded. */
export function decodeEntities(text) {
  return withText(text, (at, size) =>
    taken(library.tagstream_decode_entities(at, size, scratch), scratch),
  );
}

/** The version of the library. */
export function version() {
  start();
  return textUntilZero(library.tagstream_version());
}
