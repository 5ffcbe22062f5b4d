import { dispose, freedBy, made } from "./error.js";
import { attributesBy, codeWord, content, diagnostic, list, tag as layout } from "./layout.js";
import {
  bytes,
  library,
  longAt,
  refresh,
  scratch,
  start,
  stringAt,
  textAt,
  withText,
  words,
} from "./memory.js";
import { Units } from "./units.js";

const noParent = 0xffffffff;
const forgotten = freedBy("tagstream_extract_stream_free");

/** The attributes of a tag's text, raw. */
function attributesOf(rawTag) {
  // The names and values point into the text, which must not lie where they are written.
  return withText(rawTag, (at, size) =>
    attributesBy((to, room) => library.tagstream_attributes(at, size, to, room), scratch, 4096),
  );
}

/** One element. Its texts are slices of the text, made when they are asked for. */
export class Tag {
  #text;
  #base; // the offset of the first unit of `#text`
  #attributes = null;
  #rawEnd;

  constructor(text, base, places) {
    this.#text = text;
    this.#base = base;
    this.#rawEnd = places.rawEnd;
    this.name = places.name;
    this.start = places.start;
    this.end = places.end;
    this.content_start = places.content_start;
    this.content_end = places.content_end;
    this.is_closed = places.is_closed;
    this.is_self_closing = places.is_self_closing;
    this.children = [];
  }

  /** The raw content, with the tags in it. */
  get content() {
    return this.#slice(this.content_start, this.content_end);
  }

  /** The opening tag as written. */
  get raw_tag() {
    return this.#slice(this.start, this.#rawEnd);
  }

  /** The attributes as written. */
  get attributes() {
    this.#attributes ??= attributesOf(this.raw_tag);
    return this.#attributes;
  }

  /** The value of the first attribute of this name. */
  get(name) {
    return this.attributes.find((one) => one.name === name)?.value;
  }

  /** The tag in the form of `tagstream extract`. Tags deeper than 16 have no content there. */
  toJSON() {
    return jsonOf(this);
  }

  #slice(from, to) {
    return this.#text.slice(from - this.#base, to - this.#base);
  }
}

const deepestContent = 16;

function ownJson(tag, depth) {
  return {
    name: tag.name,
    attributes: tag.attributes,
    ...(depth <= deepestContent ? { content: tag.content } : {}),
    raw_tag: tag.raw_tag,
    start: tag.start,
    end: tag.end,
    content_start: tag.content_start,
    content_end: tag.content_end,
    is_closed: tag.is_closed,
    is_self_closing: tag.is_self_closing,
    children: [],
  };
}

// Without recursion: a model may nest tags as deep as it likes.
function jsonOf(root) {
  const all = ownJson(root, 1);
  const open = [{ tag: root, to: all, depth: 1 }];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { tag, to, depth } = one;
    for (const child of tag.children) {
      const made = ownJson(child, depth + 1);
      to.children.push(made);
      open.push({ tag: child, to: made, depth: depth + 1 });
    }
  }
  return all;
}

/** The tags of a text. */
export class Tree {
  constructor(tags, diagnostics) {
    this.tags = tags;
    this.diagnostics = diagnostics;
  }

  /** All tags, in order of opening. */
  *all() {
    const rest = [...this.tags].reverse();
    for (let tag = rest.pop(); tag !== undefined; tag = rest.pop()) {
      yield tag;
      for (let i = tag.children.length - 1; i >= 0; --i) rest.push(tag.children[i]);
    }
  }

  toJSON() {
    return { tags: this.tags.map((one) => one.toJSON()), diagnostics: this.diagnostics };
  }
}

/** Makes the tree of a handle. `textOf(at)` gives text and base for a top-level tag. */
function treeOf(tree, offset, textOf) {
  library.tagstream_tree_tags(scratch, tree);
  refresh();
  let at = words[(scratch + list.data) >> 2];
  const count = words[(scratch + list.size) >> 2];
  const stride = words[(scratch + list.stride) >> 2];
  const all = [];
  const tops = [];
  let source = null;
  for (let i = 0; i < count; ++i, at += stride) {
    const parent = words[(at + layout.parent) >> 2];
    if (parent === noParent) source = textOf(at);
    const start = longAt(at + layout.start);
    const tag = new Tag(source.text, source.base, {
      name: stringAt(at + layout.name),
      start: offset(start),
      rawEnd: offset(start + words[(at + layout.raw_tag + list.size) >> 2]),
      end: offset(longAt(at + layout.end)),
      content_start: offset(longAt(at + layout.content_start)),
      content_end: offset(longAt(at + layout.content_end)),
      is_closed: bytes[at + layout.is_closed] !== 0,
      is_self_closing: bytes[at + layout.is_self_closing] !== 0,
    });
    all.push(tag);
    (parent === noParent ? tops : all[parent].children).push(tag);
  }
  return new Tree(tops, diagnosticsOf(tree, offset));
}

function diagnosticsOf(tree, offset) {
  library.tagstream_tree_diagnostics(scratch, tree);
  refresh();
  let at = words[(scratch + list.data) >> 2];
  const count = words[(scratch + list.size) >> 2];
  const stride = words[(scratch + list.stride) >> 2];
  const all = [];
  for (let i = 0; i < count; ++i, at += stride) {
    all.push({
      kind: codeWord(bytes[at + diagnostic.kind]),
      offset: offset(longAt(at + diagnostic.offset)),
      line: longAt(at + diagnostic.line),
      column: longAt(at + diagnostic.column),
      name: stringAt(at + diagnostic.name),
    });
  }
  return all;
}

/** Calls `work` with a handle of these options, 0 for the defaults. */
function withOptions(options, work) {
  start();
  const json = options === undefined ? "{}" : JSON.stringify(options);
  if (json === "{}") return work(0);
  const handle = withText(json, (at, size) =>
    made((to, error) => library.tagstream_extract_options_from_json(at, size, to, error)),
  );
  try {
    return work(handle);
  } finally {
    library.tagstream_extract_options_free(handle);
  }
}

/** Counts units for a text that has just been put into the memory. */
function unitsOf(text, at, size) {
  const units = new Units();
  if (size !== text.length || !units.addAscii(size)) units.add(at, size);
  return units;
}

/** Every tag of a text. */
export function extract(text, options) {
  if (typeof text !== "string") throw new TypeError("extract takes a string");
  return withOptions(options, (handle) =>
    withText(text, (at, size) => {
      const units = unitsOf(text, at, size);
      const tree = made((to, error) => library.tagstream_extract(handle, at, size, to, error));
      try {
        return treeOf(
          tree,
          (offset) => units.of(offset),
          () => ({ text, base: 0 }),
        );
      } finally {
        library.tagstream_tree_free(tree);
      }
    }),
  );
}

/** The content of the first outermost element of this name that is closed. */
export function inner(text, name, options) {
  if (typeof text !== "string" || typeof name !== "string") {
    throw new TypeError("inner takes a text and a name");
  }
  return withOptions(options, (handle) =>
    withText(text, (at, size) => {
      const units = unitsOf(text, at, size);
      // The buffer holds the text, so the name lies elsewhere.
      const nameAt = library.malloc(name.length * 3 + 1);
      refresh();
      const { written } = new TextEncoder().encodeInto(
        name,
        bytes.subarray(nameAt, nameAt + name.length * 3),
      );
      const found = scratch + 64;
      try {
        made((_, error) =>
          library.tagstream_inner(handle, at, size, nameAt, written, found, error),
        );
      } finally {
        library.free(nameAt);
      }
      refresh();
      if (bytes[found + content.is_found] === 0) return undefined;
      return text.slice(
        units.of(longAt(found + content.start)),
        units.of(longAt(found + content.end)),
      );
    }),
  );
}

/** Every tag of a text that comes in chunks: each top-level tag when it is complete. */
export class ExtractStream {
  #pointer;
  #units = new Units();
  #high = "";
  #isFinished = false;

  constructor(options) {
    this.#pointer = withOptions(options, (handle) =>
      made((to, error) => library.tagstream_extract_stream_new(handle, to, error)),
    );
    forgotten.register(this, this.#pointer, this);
  }

  /** The tags that this chunk completes. */
  feed(chunk) {
    if (typeof chunk !== "string") throw new TypeError("feed takes a string");
    if (this.#isFinished) return new Tree([], []);
    let text = this.#high + chunk;
    this.#high = "";
    const last = text.charCodeAt(text.length - 1);
    if (last >= 0xd800 && last < 0xdc00) {
      this.#high = text.slice(-1);
      text = text.slice(0, -1);
    }
    return this.#fed(text);
  }

  /** The end of the text: what is open ends here. */
  finish() {
    if (this.#isFinished) return new Tree([], []);
    const rest = this.#high === "" ? new Tree([], []) : this.#fed(this.#high);
    this.#high = "";
    const tree = this.#tree(library.tagstream_extract_stream_finish(this.#pointer));
    this[dispose]();
    return new Tree([...rest.tags, ...tree.tags], [...rest.diagnostics, ...tree.diagnostics]);
  }

  [dispose]() {
    this.#isFinished = true;
    if (this.#pointer === 0) return;
    forgotten.unregister(this);
    library.tagstream_extract_stream_free(this.#pointer);
    this.#pointer = 0;
  }

  #fed(text) {
    return withText(text, (at, size) => {
      if (size !== text.length || !this.#units.addAscii(size)) this.#units.add(at, size);
      return this.#tree(library.tagstream_extract_stream_feed(this.#pointer, at, size));
    });
  }

  // The text of a top-level tag is whole in the memory of the library until the next feed.
  #tree(tree) {
    const offset = (place) => this.#units.of(place);
    return treeOf(tree, offset, (at) => {
      const start = longAt(at + layout.start);
      const size = longAt(at + layout.end) - start;
      const text = textAt(words[(at + layout.raw_tag + list.data) >> 2], size);
      return { text, base: offset(start) };
    });
  }
}
