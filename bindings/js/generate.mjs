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

function layoutOf(struct) {
  const fields = struct.fields
    .filter((one) => one.name !== "reserved")
    .map((one) => `  ${one.name}: ${one.at[0]},\n`);
  return `export const ${struct.name} = {\n${fields.join("")}  size: ${struct.size[0]},\n};`;
}

const flags = api.flags.map((one) => `  ${one.name}: 1 << ${one.bit},\n`);

/** What reads a field of the event at `at`. */
function readerOf({ name, shown }) {
  const { type, member } = fieldNamed[name];
  const index = "words[base + (event.index >> 2)]";
  if (name === "is_native") return "false";
  if (name === "index") {
    return shown === "if_set" ? `isSet(at, flag.has_index) ? ${index} : null` : index;
  }
  if (name === "confidence") return "unlessNegative(doubles[(at + event.confidence) >> 3])";
  if (type === "string") return `string(event.${member})`;
  if (type === "boolean") return `isSet(at, flag.${name})`;
  if (type === "integer") return `offset(longAt(at + event.${member}))`;
  if (type === "code") return `codeWord(bytes[at + event.${member}])`;
  if (type === "attributes") return "eventAttributes(at)";
  throw new Error(`no way to read ${name}`);
}

function caseOf(kind) {
  const fields = inOrder(kind.fields).map((one) => `        ${one.name}: ${readerOf(one)},\n`);
  return (
    `    case ${kind.number}:\n      return {\n        kind: "${kind.name}",\n` +
    `${fields.join("")}        start,\n        end,\n      };\n`
  );
}

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
    structs: [
      ...api.structs.filter((one) => one.name !== "option_info").map(layoutOf),
      `/** The bits of \`flags\`. */\nexport const flag = {\n${flags.join("")}};`,
    ].join("\n\n"),
    events: api.kinds.map(caseOf).join("").trimEnd(),
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
