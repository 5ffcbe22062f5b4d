// The calls of one answer: those that the library finds in the text, and those that a server has
// read itself. They share one counter, and no id is given twice.

import { made, TagstreamError } from "./error.js";
import { failure, library, result, resultSize, taken, withText } from "./memory.js";

/** An id, which is random unless the style is to count. */
function madeUpId(style, index) {
  if (style === "counted") return `call_${index}`;
  let word = "";
  while (word.length < 24) word += Math.random().toString(36).slice(2);
  return style === "openai" ? `call_${word.slice(0, 24)}` : word.slice(0, 9);
}

const nativeAt = (here) => ({ is_native: true, start: here, end: here });

/** What the library says of all pieces of the arguments. */
function checked(text, isCutOff) {
  try {
    return withText(text, (at, size) => {
      const sizeAt = resultSize;
      const status = library.tagstream_check_native_call(
        at,
        size,
        isCutOff,
        result,
        sizeAt,
        failure,
      );
      return { text: taken(made(status), sizeAt) };
    });
  } catch (fault) {
    if (!(fault instanceof TagstreamError)) throw fault;
    return { text: fault.message, code: fault.code };
  }
}

export class Calls {
  #seen;
  #count = 0;
  #indexes = []; // for each call of the library
  #ids = []; // for each index
  #given = new Set(); // the same
  #open = new Map(); // calls that a server has begun

  constructor(seen) {
    this.#seen = seen;
  }

  /** A copy that goes on on its own. */
  clone() {
    const copy = new Calls(this.#seen);
    const its = [this.#count, this.#indexes, this.#ids, this.#given, this.#open];
    [copy.#count, copy.#indexes, copy.#ids, copy.#given, copy.#open] = structuredClone(its);
    return copy;
  }

  /** Gives an event of the library, if it is of a call, its place among all calls. */
  place(event) {
    if (typeof event.index !== "number") return;
    while (this.#indexes.length <= event.index) this.#indexes.push(this.#count++);
    event.index = this.#indexes[event.index];
    this.#name(event);
  }

  /** The events for a piece that a server has read itself, of a call or of reasoning. With
   * `incremental` pieces of calls are events, too. `here` is the offset at which the text of the
   * answer stands. */
  read({ kind, index: number, id, name, text }, here) {
    if (kind === "finish") return this.finish(text === "length", here);
    if (kind === "reasoning") return text === "" ? [] : [{ kind, text, ...nativeAt(here) }];
    let call = this.#open.get(number);
    let its;
    if (kind === "tool_call_start") {
      if (call !== undefined) return [];
      call = { index: this.#count++, id, name, text: "" };
      this.#open.set(number, call);
      this.#name(call);
      its = { id: call.id, name };
    } else {
      if (call === undefined || text === "") return [];
      call.text += text;
      its = { name: call.name, text };
    }
    return this.#seen.isIncremental ? [{ kind, index: call.index, ...its, ...nativeAt(here) }] : [];
  }

  /** The end of all calls that are open. */
  finish(isCutOff, here) {
    const calls = [...this.#open.values()];
    this.#open.clear();
    return calls.map(({ index, id, name, text: written }) => {
      const { code, text } = checked(written, isCutOff);
      const is_closed = code === undefined;
      const its = is_closed
        ? { kind: "tool_call", index, id, name, arguments: text, raw: text, is_repaired: false }
        : { kind: "tool_call_error", code, text, offset: here, name, raw: written, index };
      const has_started = this.#seen.isIncremental;
      return { ...its, is_closed, is_recovered: false, has_started, ...nativeAt(here) };
    });
  }

  // The id is its own, unless another call has it.
  #name(call) {
    if (call.id === undefined) return;
    const { index } = call;
    const style = this.#seen.id_style;
    const known = this.#ids[index];
    let id = known ?? (call.id || madeUpId(style, index));
    for (let count = 2; known === undefined && this.#given.has(id); ++count) {
      id = madeUpId(style, index) + (style === "counted" ? `_${count}` : "");
    }
    this.#given.add(id);
    call.id = this.#ids[index] = id;
  }
}
