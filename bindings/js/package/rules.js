import { made } from "./error.js";
import { failure, library, owned, result, taken, withText } from "./memory.js";

const idleReaders = 4;
const keptRules = 16;
const longestKey = 65536;
const kept = new Map();

function jsonOf(options) {
  if (options === null || typeof options !== "object") {
    throw new TypeError('options are an object: { dialect: "qwen3" }');
  }
  return JSON.stringify(options);
}

/** Options, checked and compiled once. */
export class Rules {
  #handle;
  #idle = []; // readers that have ended
  #seen;

  constructor(options) {
    const pointer = withText(jsonOf(options), (at, size) =>
      made(library.tagstream_rules_new(at, size, result, failure)),
    );
    const idle = this.#idle;
    this.#handle = owned(pointer, () => {
      for (const reader of idle.splice(0)) library.tagstream_reader_free(reader);
      library.tagstream_rules_free(pointer);
    });
    const { incremental, id_style = "counted" } = options;
    this.#seen = { isIncremental: `${incremental}` === "true", id_style };
  }

  /** The rules in force, as text for people. */
  explain() {
    return taken(library.tagstream_rules_explain(this._pointer, result));
  }

  /** The handle, for functions of the library. */
  get _pointer() {
    return this.#handle.pointer;
  }

  /** What a message must know beside its events. */
  get _seen() {
    return this.#seen;
  }

  _take() {
    return this.#idle.pop() ?? library.tagstream_reader_from_rules(this._pointer);
  }

  _give(reader) {
    if (this.#idle.length < idleReaders) {
      library.tagstream_reset(reader);
      this.#idle.push(reader);
    } else library.tagstream_reader_free(reader);
  }
}

/** The rules for options; the last 16 sets are kept compiled. */
export function rulesOf(options) {
  if (options instanceof Rules) return options;
  const key = jsonOf(options);
  let rules = kept.get(key);
  if (rules !== undefined) return rules;
  rules = new Rules(options);
  if (key.length <= longestKey) kept.set(key, rules);
  if (kept.size > keptRules) kept.delete(kept.keys().next().value);
  return rules;
}
