// Calls that a server has read itself, as events. With `incremental` their pieces are events too.

import { made, TagstreamError } from "./error.js";
import { library, scratch, taken, withText } from "./memory.js";

/** What the library says of all pieces of the arguments. */
function finished(text, isCutOff) {
  return withText(text, (at, size) => {
    const sizeAt = scratch + 8;
    try {
      const checked = made((to, error) =>
        library.tagstream_check_native_call(at, size, isCutOff ? 1 : 0, to, sizeAt, error),
      );
      return { text: taken(checked, sizeAt), code: null };
    } catch (fault) {
      if (!(fault instanceof TagstreamError)) throw fault;
      return { text: fault.message, code: fault.code };
    }
  });
}

/** The calls of one answer. `here` is the offset at which the text of the answer stands. */
export class NativeCalls {
  #newIndex;
  #isIncremental;
  #open = new Map();
  /** The server's word for the end, in that of OpenAI. */
  reason = "";

  constructor(newIndex, isIncremental) {
    this.#newIndex = newIndex;
    this.#isIncremental = isIncremental;
  }

  /** The events for a piece. */
  read(piece, here) {
    if (piece.kind === "finish") {
      this.reason = piece.text;
      return this.finish(piece.text === "length", here);
    }
    if (piece.kind === "tool_call_start") return this.#start(piece, here);
    return piece.kind === "tool_call_delta" ? this.#add(piece, here) : [];
  }

  /** The end of all calls that are open. */
  finish(isCutOff, here) {
    const events = [...this.#open.values()].map((call) => this.#end(call, isCutOff, here));
    this.#open.clear();
    return events;
  }

  #start({ index: number, id, name }, here) {
    const known = this.#open.get(number);
    if (known !== undefined) return [];
    const call = { index: this.#newIndex(), id, name, text: "" };
    this.#open.set(number, call);
    if (!this.#isIncremental) return [];
    const marks = { is_native: true, start: here, end: here };
    return [{ kind: "tool_call_start", index: call.index, id, name, ...marks }];
  }

  #add({ index: number, text }, here) {
    const call = this.#open.get(number);
    if (call === undefined || text === "") return [];
    call.text += text;
    if (!this.#isIncremental) return [];
    const { index, name } = call;
    return [
      { kind: "tool_call_delta", index, name, text, is_native: true, start: here, end: here },
    ];
  }

  #end({ index, id, name, text: raw }, isCutOff, here) {
    const { code, text } = finished(raw, isCutOff);
    const has_started = this.#isIncremental;
    const marks = { is_recovered: false, has_started, is_native: true, start: here, end: here };
    if (code === null) {
      const call = { kind: "tool_call", index, id, name, arguments: text };
      return { ...call, raw: text, is_closed: true, is_repaired: false, ...marks };
    }
    const error = { kind: "tool_call_error", code, text, offset: here, name, raw };
    return { ...error, index, is_closed: false, ...marks };
  }
}
