// Writes what follows from bindings/api.json into package/types.d.ts (events, codes, options) and
// package/layout.js (where the fields of C are, and the object for an event).
//
// usage: node generate.mjs [--check]

import { readFileSync, writeFileSync } from "node:fs";

const [check] = process.argv.slice(2);
const api = JSON.parse(readFileSync(new URL("../api.json", import.meta.url), "utf8"));

const camel = (word) => word.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());
const quoted = (words) => words.map((word) => JSON.stringify(word)).join(" | ");
const capital = (sentence) => `${sentence[0].toUpperCase()}${sentence.slice(1)}.`;

/** A comment in lines that fit. */
function comment(text, indent = "") {
  const lines = [];
  let line = `${indent}/**`;
  for (const one of text.split(" ")) {
    if (line.length + one.length + 1 > 97) {
      lines.push(line);
      line = `${indent} * ${one}`;
    } else {
      line += ` ${one}`;
    }
  }
  return [...lines, `${line} */`].join("\n");
}

// ---- options -------------------------------------------------------------------------------------

const optionTypes = {
  text: () => "string",
  bytes: () => "string",
  list: () => "string | readonly string[]",
  rules: () => "List",
  boolean: () => "boolean",
  choice: (words) => quoted(words),
  number: () => "number",
  size: () => "Size",
  json: (words) =>
    words.length === 0 ? "string | object" : `${quoted(words)} | (string & {}) | object`,
};

function optionsOf(name, all, sentence) {
  const fields = all.map((one) => {
    const its = one.default === "" ? "" : ` Default: ${one.default}.`;
    const type = optionTypes[one.type](one.values);
    return `${comment(`${one.sentence}.${its}`, "  ")}\n  ${one.name}?: ${type};`;
  });
  return `/** ${sentence} */\nexport interface ${name} {\n${fields.join("\n")}\n}`;
}

// ---- types of events and parts -------------------------------------------------------------------

const types = {
  string: "string",
  boolean: "boolean",
  integer: "number",
  number: "number",
  code: "Code",
  attributes: "Attribute[]",
};
const fieldNamed = Object.fromEntries(api.fields.map((one) => [one.name, one]));
const partNamed = Object.fromEntries(api.parts.map((one) => [one.name, one]));
const mayBeNull = ({ name, shown }) => shown === "if_set" && ["index", "confidence"].includes(name);
const isPlain = ({ name }) => name === "text" || name === "name";

// The mark of what a server has read comes last, as few events have it.
const inOrder = (fields) => [
  ...fields.filter((one) => one.name !== "is_native"),
  ...fields.filter((one) => one.name === "is_native"),
];

function typeOfKind(kind) {
  const fields = inOrder(kind.fields).map((one) => {
    const { type, sentence } = fieldNamed[one.name];
    const said = isPlain(one) ? "" : `${comment(capital(sentence), "  ")}\n`;
    return `${said}  ${one.name}: ${types[type]}${mayBeNull(one) ? " | null" : ""};\n`;
  });
  const head = `export interface ${camel(kind.name)} extends Span {`;
  return `${comment(capital(kind.sentence))}\n${head}\n  kind: "${kind.name}";\n${fields.join("")}}`;
}

function typeOfPart(name, base = "") {
  const fields = partNamed[name].fields
    .filter((one) => one.type !== "span")
    .map((one) => `${comment(capital(one.sentence), "  ")}\n  ${one.name}: ${types[one.type]};\n`);
  return `export interface ${name}${base} {\n${fields.join("")}}`;
}

// ---- layouts -------------------------------------------------------------------------------------

const structNamed = Object.fromEntries(api.structs.map((one) => [one.name, one]));
const bitOf = Object.fromEntries(api.flags.map((one) => [one.name, 1 << one.bit]));

/** Where a field is, in bytes, on a target with pointers of 32 bits. */
const placeOf = (struct, field) =>
  structNamed[struct].fields.find(({ name }) => name === field).at[0];

/** Places and sizes that the package asks for by name. */
const places = [
  ...["start", "end", "text"].map((field) => ["event", field]),
  ...["raw_tag", "parent", "depth"].map((field) => ["tag", field]),
].map(([struct, field]) => {
  const name = `${struct}${camel(field)}At`;
  return `export const ${name} = ${placeOf(struct, field)};\n`;
});

const readers = {
  text: (at) => `stringAt(${at})`,
  offset: (at) => `offset(longAt(${at}))`,
  number: (at) => `longAt(${at})`,
  word: (at) => `words[(${at}) >> 2]`,
  boolean: (at) => `bytes[${at}] !== 0`,
  code: (at) => `codeWord(bytes[${at}])`,
  piece: (at) => `pieceWord(bytes[${at}])`,
};

/** A function that makes the object for a struct at `at`, with these fields. */
function functionFor(struct, fields) {
  const takesOffset = Object.values(fields).includes("offset");
  const all = Object.entries(fields).map(([name, type]) => {
    const place = placeOf(struct, name);
    return `  ${name}: ${readers[type](place === 0 ? "at" : `at + ${place}`)},\n`;
  });
  const given = takesOffset ? "at, offset" : "at";
  return `export const ${struct}At = (${given}) => ({\n${all.join("")}});\n`;
}

const functions = [
  functionFor("tag", {
    name: "text",
    start: "offset",
    end: "offset",
    content_start: "offset",
    content_end: "offset",
    is_closed: "boolean",
    is_self_closing: "boolean",
  }),
  functionFor("diagnostic", {
    kind: "code",
    offset: "offset",
    line: "number",
    column: "number",
    name: "text",
  }),
  functionFor("content", { start: "offset", end: "offset", is_found: "boolean" }),
  functionFor(
    "stats",
    Object.fromEntries(structNamed.stats.fields.map(({ name }) => [name, "number"])),
  ),
  functionFor("attribute", { name: "text", value: "text", has_value: "boolean" }),
  functionFor("piece", {
    kind: "piece",
    index: "word",
    text: "text",
    id: "text",
    name: "text",
    choice: "word",
  }),
  `const is = (at, bit) => (words[(at + ${placeOf("event", "flags")}) >> 2] & bit) !== 0;\n`,
  `const attributeBytes = ${structNamed.attribute.size[0]};\n`,
  `export const statsBytes = ${structNamed.stats.size[0]};`,
];

/** What reads a field of the event at `at`. */
function readerOf({ name, shown }) {
  const { type, member } = fieldNamed[name];
  const isFlag = bitOf[member] !== undefined;
  const place = isFlag ? 0 : placeOf("event", member);
  if (name === "is_native") return "false";
  if (name === "index") {
    const index = `words[(at + ${place}) >> 2]`;
    return shown === "if_set" ? `is(at, ${bitOf.has_index}) ? ${index} : null` : index;
  }
  if (name === "confidence") return `unlessNegative(doubles[(at + ${place}) >> 3])`;
  if (type === "string") return `chunkText(at + ${place})`;
  if (type === "boolean") return `is(at, ${bitOf[name]})`;
  if (type === "integer") return `offset(longAt(at + ${place}))`;
  if (type === "code") return `codeWord(bytes[at + ${place}])`;
  if (type === "attributes") return "attributesOfEvent(at)";
  throw new Error(`no way to read ${name}`);
}

function caseOf(kind) {
  if (kind.number < 2) {
    const text = `chunkText(at + ${placeOf("event", "text")})`;
    return `    case ${kind.number}:\n      return textEvent(${kind.number}, ${text}, start, end);\n`;
  }
  const fields = inOrder(kind.fields).map((one) => `        ${one.name}: ${readerOf(one)},\n`);
  return (
    `    case ${kind.number}:\n      return {\n        kind: "${kind.name}",\n` +
    `${fields.join("")}        start,\n        end,\n      };\n`
  );
}

/** The first two kinds, content and reasoning, of which a text is all that is read. */
const textOf = (kind) => {
  const fields = inOrder(kind.fields).map((one) =>
    one.name === "text" ? "text" : `${one.name}: ${readerOf(one)}`,
  );
  return `{ kind: "${kind.name}", ${fields.join(", ")}, start, end }`;
};

// ---- files ---------------------------------------------------------------------------------------

const made = {
  "package/types.d.ts": {
    events: [
      ...api.kinds.map(typeOfKind),
      `export type Event =\n${api.kinds.map((one) => `  | ${camel(one.name)}`).join("\n")};`,
    ].join("\n"),
    codes: `export type Code =\n${api.codes.map((one) => `  | "${one.name}"`).join("\n")};`,
    section: typeOfPart("Section", " extends Span"),
    stats: typeOfPart("Stats"),
    options: [
      optionsOf("Options", api.options, "The options of reading."),
      optionsOf("ExtractOptions", api.extract_options, "The options of trees."),
    ].join("\n\n"),
  },
  "package/layout.js": {
    places: places.join("").trimEnd(),
    functions: functions.join("").trimEnd(),
    texts: `  kind === 0\n    ? ${textOf(api.kinds[0])}\n    : ${textOf(api.kinds[1])};`,
    events: ["  switch (bytes[at]) {", api.kinds.map(caseOf).join("").trimEnd(), "  }"].join("\n"),
  },
};

for (const [name, parts] of Object.entries(made)) {
  const file = new URL(name, import.meta.url);
  const before = readFileSync(file, "utf8");
  const after = before.replace(
    /( *\/\/ made: (\w+)\n)[^]*?( *\/\/ end\n)/g,
    (_, begin, part, end) => `${begin}${parts[part]}\n${end}`,
  );
  if (before === after) continue;
  if (check === "--check") {
    console.error(`${name} is not current: node bindings/js/generate.mjs`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, after);
  }
}
