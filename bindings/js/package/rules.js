import { dispose, freedBy, made } from "./error.js";
import { library, scratch, taken, withText } from "./memory.js";

const forgotten = freedBy("tagstream_rules_free");
const idleReaders = 4;
const keptRules = 16;
const longestKey = 65536;
const kept = new Map();

function jsonOf(options) {
  if (options === null || typeof options !== "object") {
    throw new TypeError('options are an object, such as { dialect: "qwen3" }');
  }
  return JSON.stringify(options);
}

/** Options, checked and compiled once. */
export class Rules {
  #pointer;
  #idle = []; // readers that have ended

  constructor(options) {
    const json = jsonOf(options);
    this.#pointer = withText(json, (at, size) =>
      made((rules, error) => library.tagstream_rules_new(at, size, rules, error)),
    );
    forgotten.register(this, this.#pointer, this);
    /** What a message must know beside its events. */
    Object.defineProperty(this, "_seen", {
      value: { incremental: isTrue(options.incremental), id_style: options.id_style ?? "counted" },
    });
  }

  /** The rules in force, as text for people. */
  explain() {
    return taken(library.tagstream_rules_explain(this.#pointer, scratch), scratch);
  }

  /** The handle, for functions of the library. */
  get _pointer() {
    return this.#pointer;
  }

  _takeReader() {
    return this.#idle.pop() ?? library.tagstream_reader_from_rules(this.#pointer);
  }

  _giveReader(reader) {
    if (this.#pointer === 0 || this.#idle.length >= idleReaders) {
      library.tagstream_reader_free(reader);
      return;
    }
    library.tagstream_reset(reader);
    this.#idle.push(reader);
  }

  /** Frees the memory now, and not when the object is collected. */
  [dispose]() {
    if (this.#pointer === 0) return;
    forgotten.unregister(this);
    for (const reader of this.#idle) library.tagstream_reader_free(reader);
    this.#idle = [];
    library.tagstream_rules_free(this.#pointer);
    this.#pointer = 0;
  }
}

const isTrue = (value) => value === true || value === "true";

/** The rules for options; the last 16 sets are kept compiled. */
export function rulesOf(options) {
  if (options instanceof Rules) return options;
  const key = jsonOf(options);
  const known = kept.get(key);
  if (known !== undefined) {
    if (kept.size > 1) {
      kept.delete(key);
      kept.set(key, known);
    }
    return known;
  }
  const rules = new Rules(options);
  if (key.length > longestKey) return rules;
  kept.set(key, rules);
  if (kept.size > keptRules) kept.delete(kept.keys().next().value);
  return rules;
}
