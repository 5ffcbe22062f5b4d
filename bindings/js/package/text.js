import { made, TagstreamError } from "./error.js";
import {
  failure,
  library,
  result,
  resultSize,
  start,
  taken,
  textUntilZero,
  withJson,
  withString,
} from "./memory.js";
import { rulesOf } from "./rules.js";

/** Calls `work` with a handle of this message. */
function withMessage(message, work) {
  const handle = withJson(message, (at, size) =>
    made(library.tagstream_message_from_json(at, size, result, failure)),
  );
  try {
    return work(handle);
  } finally {
    library.tagstream_message_free(handle);
  }
}

/** The text that a family of models would write for this message. */
export function write(message, options) {
  const rules = rulesOf(options);
  return withMessage(message, (handle) =>
    taken(
      made(library.tagstream_write(handle, rules._pointer, result, resultSize, failure)),
      resultSize,
    ),
  );
}

/** The assistant's message of chat completions. */
export const toOpenAI = (message) =>
  withMessage(message, (handle) =>
    JSON.parse(taken(library.tagstream_message_openai_json(handle, result))),
  );

const stopReasons = {
  stop: "end_turn",
  tool_calls: "tool_use",
  length: "max_tokens",
  content_filter: "refusal",
};

/** The assistant's message of the messages API. A thinking block has no signature. */
export function toAnthropic(message) {
  const { content: text, reasoning_content: thinking, tool_calls = [] } = toOpenAI(message);
  const content = tool_calls.map(({ id, function: { name, arguments: input } }) => ({
    type: "tool_use",
    id,
    name,
    input: JSON.parse(input),
  }));
  if (text) content.unshift({ type: "text", text });
  if (thinking) content.unshift({ type: "thinking", thinking, signature: "" });
  const { finish_reason: reason } = message;
  return { role: "assistant", content, stop_reason: stopReasons[reason] ?? reason };
}

/** Turns snapshots, each of which is the whole text so far, into chunks. */
export class Snapshots {
  #last = "";
  #most;

  constructor({ max_snapshot_bytes: most } = {}) {
    this.#most = most ?? Infinity;
    if (!(this.#most >= 0)) throw new TagstreamError("max_snapshot_bytes is a number");
  }

  /** The new end of the text. */
  feed(text) {
    const last = this.#last;
    const most = this.#most;
    if (text.length * 3 > most && new TextEncoder().encode(text).length > most) {
      throw new TagstreamError("the snapshot is too long", "limit_exceeded", most);
    }
    if (!text.startsWith(last)) {
      let at = 0;
      while (text[at] === last[at]) ++at;
      const message = "the snapshot does not begin with the last one";
      throw new TagstreamError(message, "snapshot_mismatch", at);
    }
    this.#last = text;
    return text.slice(last.length);
  }

  /** Forgets the last one. */
  reset() {
    this.#last = "";
  }
}

/** The text with the five entities of XML, and numeric ones, decoded. */
export const decodeEntities = (text) =>
  withString(text, (at, size) => taken(library.tagstream_decode_entities(at, size, result)));

/** The version of the library. */
export function version() {
  start();
  return textUntilZero(library.tagstream_version());
}
