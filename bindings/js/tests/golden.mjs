// The golden cases of the C++ suite, which the target `goldens` writes as one file, and what both
// sides must agree on. tests/expand/goldens_json.cpp says what a case has.

import { readFileSync } from "node:fs";

const path = process.env.TAGSTREAM_GOLDENS;
if (path === undefined) throw new Error("TAGSTREAM_GOLDENS names no file");

const all = JSON.parse(readFileSync(path, "utf8"));

/** The cases of these readers. */
export function casesOf(...readers) {
  return all.filter((one) => readers.includes(one.reader));
}

/** The bytes of a case's input. */
export function bytesOf({ input, input_hex: hex }) {
  return hex === undefined ? Buffer.from(input) : Buffer.from(hex, "hex");
}

const lists = new Set([
  "hide",
  "record",
  "unwrap",
  "reasoning",
  "thought",
  "call",
  "drop",
  "decode_entities",
  "names",
  "last_close",
]);

/** Options as an object, from names and values in their order. */
export function optionsOf({ options }) {
  const made = {};
  for (const [name, value] of options ?? []) {
    if (lists.has(name)) (made[name] ??= []).push(value);
    else if (value === "true" || value === "false") made[name] = value === "true";
    else made[name] = value;
  }
  return made;
}

const offsets = new Set(["start", "end", "content_start", "content_end", "offset"]);

/** A value of a golden with its offsets in units of UTF-16. */
export function inUnits(value, unitOf) {
  if (Array.isArray(value)) return value.map((one) => inUnits(one, unitOf));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      offsets.has(key) && typeof one === "number" ? unitOf(one) : inUnits(one, unitOf),
    ]),
  );
}

/** For a text, a function from offsets in bytes to offsets in units. */
export function unitsOf(text) {
  if (/^[\x00-\x7f]*$/.test(text)) return (offset) => offset;
  const units = [];
  let unit = 0;
  for (const sign of text) {
    const size = Buffer.byteLength(sign);
    for (let i = 0; i < size; ++i) units.push(unit);
    unit += sign.length;
  }
  units.push(unit);
  return (offset) => units[offset];
}

const joined = new Set([
  "content",
  "reasoning",
  "markup",
  "section_delta",
  "tool_call_delta",
  "thought_delta",
]);

/** Neighbours of one kind joined, as the goldens have them. */
export function joinedEvents(events) {
  const all = [];
  let last = null;
  for (const event of events) {
    const isJoined = joined.has(event.kind);
    const isSame = last !== null && last.kind === event.kind && last.index === event.index;
    if (isJoined && isSame) {
      last.text += event.text;
      last.end = Math.max(last.end, event.end);
      continue;
    }
    last = isJoined ? { ...event } : null;
    all.push(last ?? { ...event });
  }
  return all;
}

const pieces = new Set(["tool_call_start", "tool_call_delta", "thought_delta"]);
const always = new Set(["is_closed", "has_value"]);
const emptyAllowed = new Set(["text", "raw_tag", "content", "value"]);

function without(value, isOptional) {
  return Object.fromEntries(Object.entries(value).filter(([key, one]) => !isOptional(key, one)));
}

/** An event in the form of JSON, in which what is not set is left out. */
export function printed(event, hasId) {
  const { kind } = event;
  const its = without(event, (key, one) => {
    if (pieces.has(kind) && (key === "start" || key === "end")) return true;
    if (key === "id") return !hasId;
    if (one === null) return true;
    if (one === false) return !always.has(key);
    if (key === "name" && one === "") return kind === "notice" || kind === "tool_call_error";
    if (key === "raw" && one === "") return kind === "tool_call_error";
    return key === "thought_type" && one === "";
  });
  if (kind === "tool_call_delta" && Buffer.byteLength(event.name) > 256) delete its.name;
  if (kind === "section_end" && !event.is_recorded) {
    delete its.attributes;
    delete its.text;
  }
  return its;
}

/** A message in the form of JSON. */
export function printedMessage(message) {
  const its = without(message, (key, one) => {
    if (Array.isArray(one)) return one.length === 0;
    return (
      (key === "reasoning" && one === "") ||
      (key === "stopped" && one === null) ||
      (key === "reasoning_closed" && one !== false)
    );
  });
  const optional = (key, one) =>
    one === null || (one === false && !always.has(key)) || (one === "" && key === "thought_type");
  const marks = (one) => without(one, optional);
  const said = (one) =>
    without(
      one,
      (key, its) => optional(key, its) || (its === "" && (key === "name" || key === "raw")),
    );
  for (const list of ["tool_calls", "sections", "thoughts"]) {
    if (its[list] !== undefined) its[list] = its[list].map(marks);
  }
  for (const list of ["tool_call_errors", "notices"]) {
    if (its[list] !== undefined) its[list] = its[list].map(said);
  }
  return its;
}

/** Keys in the order of the alphabet, so that two values compare as text. */
export function text(value) {
  return JSON.stringify(value, (_, one) =>
    one !== null && typeof one === "object" && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

/** The ways of cutting a text or bytes: whole, in pieces of 1, 3 and 7, and at each place if it is
 * short. */
export function* cuttings(whole, longest) {
  yield [whole];
  for (const size of [1, 3, 7]) {
    const parts = [];
    for (let at = 0; at < whole.length; at += size) parts.push(whole.slice(at, at + size));
    yield parts;
  }
  if (whole.length > longest) return;
  for (let at = 0; at <= whole.length; ++at) yield [whole.slice(0, at), whole.slice(at)];
}
