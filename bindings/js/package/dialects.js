import { library, refresh, result, start, stringAt, taken, withString, words } from "./memory.js";
import { rulesOf } from "./rules.js";

const guessing = (what) => (text) =>
  withString(text, (at, size) =>
    JSON.parse(taken(library[`tagstream_guess_${what}_json`](at, size, result))),
  );

/** The families that a model's name fits. */
export const guessModel = guessing("model");
/** The families that an answer fits. */
export const guessAnswer = guessing("answer");
/** The families that a chat template fits. */
export const guessTemplate = guessing("template");

/** Other options with which more is found in a text. */
export function advise(text, options) {
  const rules = rulesOf(options);
  return withString(text, (at, size) =>
    JSON.parse(taken(library.tagstream_advise_json(rules._pointer, at, size, result))),
  );
}

/** The names of all families. */
export function dialects() {
  start();
  return Array.from({ length: library.tagstream_dialect_count() }, (_, number) => {
    library.tagstream_dialect_name(result, number);
    refresh();
    return stringAt(result);
  });
}

/** A family, by its name or an alias. */
export function dialect(name) {
  return withString(name, (at, size) => {
    if (library.tagstream_find_dialect(at, size, result) === 0) return undefined;
    refresh();
    return JSON.parse(taken(library.tagstream_dialect_json(words[result >> 2], result)));
  });
}
