import { made } from "./error.js";
import { failure, library, result, resultSize, taken, withJson, words } from "./memory.js";

const languages = ["lark", "gbnf"]; // the numbers of the library

/** A grammar for answers that call the tools of the options. */
export function grammar(options, language) {
  const number = languages.indexOf(language);
  if (number < 0) throw new TypeError('the language is "lark" or "gbnf"');
  const handle = withJson(options, (at, size) =>
    made(library.tagstream_options_from_json(at, size, result, failure)),
  );
  const notesAt = result + 12;
  const notesSize = result + 16;
  try {
    const pointer = made(
      library.tagstream_grammar(handle, number, result, resultSize, notesAt, notesSize, failure),
    );
    const text = taken(pointer, resultSize);
    return { text, not_constrained: JSON.parse(taken(words[notesAt >> 2], notesSize)) };
  } finally {
    library.tagstream_options_free(handle);
  }
}
