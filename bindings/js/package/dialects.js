import {
  bytes,
  library,
  scratch,
  start,
  stringAt,
  taken,
  withText,
  words,
  refresh,
} from "./memory.js";

function guessed(name, text) {
  if (typeof text !== "string") throw new TypeError("a guess takes a string");
  return withText(text, (at, size) => JSON.parse(taken(library[name](at, size, scratch), scratch)));
}

/** The families that a model's name fits. */
export const guessModel = (name) => guessed("tagstream_guess_model_json", name);
/** The families that an answer fits. */
export const guessAnswer = (answer) => guessed("tagstream_guess_answer_json", answer);
/** The families that a chat template fits. */
export const guessTemplate = (template) => guessed("tagstream_guess_template_json", template);

/** The names of all families. */
export function dialects() {
  start();
  return Array.from({ length: library.tagstream_dialect_count() }, (_, number) => {
    library.tagstream_dialect_name(scratch, number);
    refresh();
    return stringAt(scratch);
  });
}

/** A family, by its name or an alias. */
export function dialect(name) {
  return withText(name, (at, size) => {
    if (library.tagstream_find_dialect(at, size, scratch) === 0) return undefined;
    refresh();
    const json = library.tagstream_dialect_json(words[scratch >> 2], scratch);
    return JSON.parse(taken(json, scratch));
  });
}
