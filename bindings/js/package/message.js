// Adds up events to one message, as `Message::add` does in C++. The golden tests compare the two.

import { decoded } from "./memory.js";

const saying = ({ code, text, offset }) => ({ code, text, offset });

/** Where the last sign begins, if there are too few bytes of it; else the end. */
function endOfSigns(bytes) {
  const { length } = bytes;
  for (let count = 1; count <= 3; ++count) {
    const first = bytes[length - count];
    if (!(first >= 0xc0)) continue;
    return count < (first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4) ? length - count : length;
  }
  return length;
}

export class MessageMaker {
  /** The message so far. */
  its = {
    content: "",
    reasoning: "",
    reasoning_closed: null,
    tool_calls: [],
    tool_call_errors: [],
    sections: [],
    thoughts: [],
    notices: [],
    finish_reason: null,
    stopped: null,
  };
  #section = ""; // the text of the hidden section that is open
  #cutOffCall = null; // its bytes come as content
  // Where reasoning begins after other text: its offset, the length of the reasoning before it, and
  // of the blank that separates the two.
  #starts = [];
  #reasonedUntil = null;
  // Of a stream of bytes: a sign may be in two events, and its first bytes wait here.
  #halves = {};

  /** `bytes` are those of the text, in a stream of bytes. */
  add(event, bytes) {
    const its = this.its;
    const { kind, text } = event;
    switch (kind) {
      case "content":
        its.content += bytes === undefined ? text : this.#decoded(kind, text, bytes);
        if (this.#cutOffCall !== null && event.start !== event.end) this.#cutOffCall.raw += text;
        break;
      case "reasoning":
        if (event.start !== this.#reasonedUntil) this.#startReasoning(event);
        this.#reasonedUntil = event.end;
        its.reasoning += bytes === undefined ? text : this.#decoded(kind, text, bytes);
        break;
      case "section_start":
        this.#section = "";
        break;
      case "section_delta":
        this.#section += text;
        break;
      case "section_end": {
        const { kind, text, offset: start, ...section } = event;
        its.sections.push({ ...section, start, content: event.is_recorded ? text : this.#section });
        break;
      }
      case "tool_call_error": {
        const { name, raw, is_native } = event;
        its.tool_call_errors.push({ ...saying(event), name, raw, is_native });
        break;
      }
      case "tool_call":
      case "thought": {
        const { kind, has_started, ...rest } = event;
        its[`${kind}s`].push(rest);
        break;
      }
      case "notice":
        this.#addNotice(event);
        break;
      case "stopped":
        its.stopped = saying(event);
        if (event.code !== "fed_after_finish") its.finish_reason = "length";
    }
  }

  /** The answer has ended. */
  finish() {
    const its = this.its;
    for (const kind in this.#halves) its[kind] += decoded(this.#halves[kind]);
    this.#halves = {};
    its.finish_reason ??= its.tool_calls.length === 0 ? "stop" : "tool_calls";
    its.reasoning_closed ??= true;
  }

  /** The server has said why the answer ended. Whether there are calls is known better here. */
  setReason(reason) {
    const isBetter = this.its.stopped === null && !["", "stop", "tool_calls"].includes(reason);
    if (isBetter) this.its.finish_reason = reason;
  }

  /** The stream has broken off: nothing says how the answer ends. */
  breakOff() {
    if (this.its.stopped === null) this.its.finish_reason = null;
    this.its.reasoning_closed &&= null;
  }

  /** A copy that goes on on its own. */
  clone() {
    const copy = new MessageMaker();
    const its = [this.its, this.#cutOffCall, this.#starts, this.#halves];
    [copy.its, copy.#cutOffCall, copy.#starts, copy.#halves] = structuredClone(its);
    copy.#section = this.#section;
    copy.#reasonedUntil = this.#reasonedUntil;
    return copy;
  }

  /** The message so far: a copy. */
  copy() {
    const its = { ...this.its };
    for (const key in its) its[key] = its[key]?.map?.((one) => ({ ...one })) ?? its[key];
    return its;
  }

  #startReasoning({ start, end, text, is_native }) {
    const separator = start === end && !is_native ? text.length : 0;
    this.#starts.push({ offset: start, at: this.its.reasoning.length, separator });
  }

  #decoded(kind, text, bytes) {
    const half = this.#halves[kind] ?? [];
    // A text whose ends are ASCII has no half a sign there.
    if (half.length === 0 && bytes[0] < 128 && bytes[bytes.length - 1] < 128) return text;
    const all = new Uint8Array(half.length + bytes.length);
    all.set(half);
    all.set(bytes, half.length);
    const end = endOfSigns(all);
    this.#halves[kind] = all.slice(end);
    return decoded(all.subarray(0, end));
  }

  #addNotice(event) {
    const { code, name, offset } = event;
    const its = this.its;
    if (code === "unclosed_call") {
      const error = { ...saying(event), code: "unclosed", name: "", raw: "", is_native: false };
      this.#cutOffCall = error; // nothing but its bytes follows
      its.tool_call_errors.push(error);
      return;
    }
    its.notices.push({ ...saying(event), name });
    if (code === "reasoning_as_content") this.#moveUnclosed(offset);
    if (code === "reasoning_as_content" || code === "unclosed_reasoning") {
      its.reasoning_closed = false;
    }
  }

  // Reasoning that never closes moves to the content.
  #moveUnclosed(from) {
    const first = this.#starts.findIndex((one) => one.offset >= from);
    if (first < 0) return;
    const { at, separator } = this.#starts[first];
    this.its.content += this.its.reasoning.slice(at + separator);
    this.its.reasoning = this.its.reasoning.slice(0, at);
    this.#starts.length = first;
  }
}
