import { made } from "./error.js";
import {
  attributesBy,
  contentAt,
  diagnosticAt,
  tagAt,
  tagDepthAt,
  tagParentAt,
  tagRawTagAt,
} from "./layout.js";
import {
  dispose,
  failure,
  library,
  listed,
  longAt,
  owned,
  result,
  start,
  textAt,
  withJson,
  withString,
  withText,
  words,
} from "./memory.js";
import { Pieces } from "./reader.js";
import { Units } from "./units.js";

const noParent = 2 ** 32 - 1;
const deepestContent = 16;

/** One element. Its texts are slices of the text, made when they are asked for. */
export class Tag {
  #text;
  #base; // the offset of the first unit of `#text`
  #depth;
  #attributes;

  constructor(text, base, rawEnd, depth, its) {
    this.#text = text;
    this.#base = base;
    this.#depth = depth;
    // As written.
    const raw_tag = this.#slice(its.start, rawEnd);
    Object.assign(this, its, { raw_tag, children: [] });
  }

  /** The raw content, with the tags in it. */
  get content() {
    return this.#slice(this.content_start, this.content_end);
  }

  /** The attributes as written. */
  get attributes() {
    return (this.#attributes ??= withText(this.raw_tag, (at, size) =>
      attributesBy((to, room) => library.tagstream_attributes(at, size, to, room)),
    ));
  }

  /** The value of the first attribute of this name. */
  get(name) {
    return this.attributes.find((one) => one.name === name)?.value;
  }

  /** The tag in the form of `tagstream extract`. Tags deeper than 16 have no content there. */
  toJSON() {
    const its = { ...this, attributes: this.attributes };
    if (this.#depth <= deepestContent) its.content = this.content;
    return its;
  }

  #slice(from, to) {
    return this.#text.slice(from - this.#base, to - this.#base);
  }
}

/** The tags of a text. */
export class Tree {
  tags = [];
  diagnostics = [];
  #all = [];

  /** All tags, in order of opening. */
  all() {
    return this.#all.values();
  }

  /** Adds what is in the tree of a handle. `textOf(at)` gives text and base for a top-level tag. */
  _add(tree, units, textOf) {
    const offset = (place) => units.of(place);
    const before = this.#all.length;
    let source;
    library.tagstream_tree_tags(result, tree);
    listed((at) => {
      const parent = words[(at + tagParentAt) >> 2];
      const isTop = parent === noParent;
      if (isTop) source = textOf(at);
      const rawEnd = offset(longAt(at) + words[(at + tagRawTagAt + 4) >> 2]);
      const tag = new Tag(...source, rawEnd, words[(at + tagDepthAt) >> 2], tagAt(at, offset));
      (isTop ? this.tags : this.#all[before + parent].children).push(tag);
      this.#all.push(tag);
    });
    library.tagstream_tree_diagnostics(result, tree);
    listed((at) => this.diagnostics.push(diagnosticAt(at, offset)));
  }
}

/** Calls `work` with a handle of these options, 0 for the defaults. */
function withOptions(options, work) {
  start();
  if (options === undefined) return work(0);
  const handle = withJson(options, (at, size) =>
    made(library.tagstream_extract_options_from_json(at, size, result, failure)),
  );
  try {
    return work(handle);
  } finally {
    library.tagstream_extract_options_free(handle);
  }
}

function withUnits(text, work) {
  const units = new Units();
  try {
    return withString(text, (at, size) => {
      units.add(text.length, at, size);
      return work(at, size, units);
    });
  } finally {
    units.free();
  }
}

/** Every tag of a text. */
export function extract(text, options) {
  return withOptions(options, (handle) =>
    withUnits(text, (at, size, units) => {
      const its = new Tree();
      const tree = made(library.tagstream_extract(handle, at, size, result, failure));
      its._add(tree, units, () => [text, 0]);
      library.tagstream_tree_free(tree);
      return its;
    }),
  );
}

/** The content of the first outermost element of this name that is closed. */
export function inner(text, name, options) {
  return withOptions(options, (handle) =>
    withUnits(text, (at, size, units) => {
      const call = (...its) => {
        made(library.tagstream_inner(handle, at, size, ...its, result, failure));
        const { start, end, is_found } = contentAt(result, (offset) => units.of(offset));
        return is_found ? text.slice(start, end) : undefined;
      };
      return withString(name, call, false); // the text is in the buffer
    }),
  );
}

/** Every tag of a text that comes in chunks: each top-level tag when it is complete. */
export class ExtractStream {
  #handle;
  #units = new Units();
  #pieces = new Pieces();

  constructor(options) {
    const pointer = withOptions(options, (handle) =>
      made(library.tagstream_extract_stream_new(handle, result, failure)),
    );
    this.#handle = owned(pointer, () => library.tagstream_extract_stream_free(pointer));
  }

  /** The tags that this chunk completes. */
  feed(chunk) {
    const tree = new Tree();
    if (this.#handle.pointer !== 0) this.#pieces.cut(chunk, (piece) => this.#feed(piece, tree));
    return tree;
  }

  /** The end of the text: what is open ends here. */
  finish() {
    const tree = new Tree();
    if (this.#handle.pointer === 0) return tree;
    this.#feed(this.#pieces.take(), tree);
    this.#add(tree, library.tagstream_extract_stream_finish(this.#handle.pointer));
    this[dispose]();
    return tree;
  }

  [dispose]() {
    this.#handle.free();
    this.#units.free();
  }

  #feed(text, tree) {
    withText(text, (at, size) => {
      this.#units.add(text.length, at, size);
      this.#add(tree, library.tagstream_extract_stream_feed(this.#handle.pointer, at, size));
    });
  }

  // The text of a top-level tag is whole in the memory of the library until the next feed.
  #add(its, tree) {
    its._add(tree, this.#units, (at) => {
      const start = longAt(at);
      const size = longAt(at + 8) - start;
      return [textAt(words[(at + tagRawTagAt) >> 2], size), this.#units.of(start)];
    });
  }
}
