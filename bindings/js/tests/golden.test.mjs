import assert from "node:assert/strict";
import { test } from "node:test";

import { advise, extract, ExtractStream, inner, read, Reader, Rules, Snapshots } from "tagstream";

import {
  bytesOf,
  casesOf,
  cuttings,
  inUnits,
  joinedEvents,
  optionsOf,
  printed,
  printedMessage,
  text,
  unitsOf,
} from "./golden.mjs";

const every = Number(process.env.TAGSTREAM_EVERY ?? 1);
const longestForAllCuts = every === 1 ? 300 : 60;

/** Fails with the place of the case. */
function same(got, want, place, parts) {
  if (text(got) === text(want)) return;
  assert.deepEqual(got, want, `${place}, in ${parts.length} parts: ${JSON.stringify(parts)}`);
  assert.equal(text(got), text(want), place);
}

// Texts of cases whose input is not UTF-8 are compared as bytes alone.
function* inputsOf(one) {
  yield [bytesOf(one), (value) => value];
  if (one.input !== undefined) {
    const unitOf = unitsOf(one.input);
    yield [one.input, (value) => inUnits(value, unitOf)];
  }
}

function eventsOf(reader, parts, isFinished) {
  const events = parts.flatMap((part) => reader.feed(part));
  return isFinished ? [...events, ...reader.finish()] : events;
}

/** The goldens have the ids of the model. One says nothing about the id that a client gets if
 * another call has it, or if the call began before its id came. */
function withOwnIds(events) {
  const given = new Map();
  const begun = new Set();
  return events.map(({ id, ...event }) => {
    if (event.kind === "tool_call_start" && id === undefined) begun.add(event.index);
    if (id === undefined || begun.has(event.index)) return event;
    if (given.has(id) && given.get(id) !== event.index) return event;
    given.set(id, event.index);
    return { ...event, id };
  });
}

test("events and messages of all cases, cut", () => {
  let count = 0;
  for (const one of casesOf("read", "message")) {
    const rules = new Rules(optionsOf(one));
    for (const [input, converted] of inputsOf(one)) {
      const want = withOwnIds(converted(one.events));
      const wantMessage = converted(one.message);
      for (const parts of cuttings(input, longestForAllCuts)) {
        if (one.stops && parts.length > 1) continue; // where it stops depends on the cutting
        const reader = new Reader(rules);
        const events = joinedEvents(eventsOf(reader, parts, one.finished));
        const got = events.map((event, i) => printed(event, want[i]?.id !== undefined));
        same(got, want, one.place, parts);
        if (one.finished) same(printedMessage(reader.message), wantMessage, one.place, parts);
        ++count;
      }
    }
  }
  assert.ok(count > 50_000, `${count} readings`);
});

test("read is what a reader makes", () => {
  for (const one of casesOf("message")) {
    const [[bytes]] = inputsOf(one);
    same(printedMessage(read(bytes, optionsOf(one))), one.message, one.place, [bytes]);
  }
});

// Tags deeper than 16 are printed without content.
const tagsOf = (tree) => JSON.parse(JSON.stringify(tree.tags));

test("trees of all cases, cut", () => {
  for (const one of casesOf("extract")) {
    if (one.input === undefined) continue; // trees are made of strings
    const options = optionsOf(one);
    const unitOf = unitsOf(one.input);
    const tree = extract(one.input, options);
    same(tagsOf(tree), inUnits(one.tags, unitOf), one.place, [one.input]);
    same(tree.diagnostics, inUnits(one.diagnostics, unitOf), one.place, [one.input]);
    assert.equal([...tree.all()].length, text(one.tags).split('"raw_tag":').length - 1, one.place);
    for (const parts of cuttings(one.input, longestForAllCuts)) {
      const stream = new ExtractStream(options);
      const trees = [...parts.map((part) => stream.feed(part)), stream.finish()];
      same(trees.flatMap(tagsOf), inUnits(one.tags, unitOf), one.place, parts);
      const odd = trees.flatMap(({ diagnostics }) => diagnostics);
      same(odd, inUnits(one.diagnostics, unitOf), one.place, parts);
    }
  }
});

test("inner of all cases", () => {
  for (const one of casesOf("inner")) {
    if (one.input === undefined) continue;
    assert.equal(inner(one.input, one.name, optionsOf(one)), one.content?.content, one.place);
  }
});

test("advice of all cases, whose options are used as they are", () => {
  for (const one of casesOf("advise")) {
    const options = optionsOf(one);
    const all = advise(one.input, options);
    assert.deepEqual(all, one.advice, one.place);
    for (const { options: changes, finds } of all) {
      const message = read(one.input, { ...options, ...changes });
      assert.equal(message.tool_calls.length > 0, finds.includes("tool_call"), one.place);
      assert.equal(message.reasoning !== "", finds.includes("reasoning"), one.place);
    }
  }
});

test("snapshots of all cases", () => {
  for (const one of casesOf("snapshots")) {
    const at = one.arguments.indexOf("--max-snapshot-bytes");
    const most = at < 0 ? null : Number(one.arguments[at + 1]);
    const snapshots = new Snapshots({ max_snapshot_bytes: most });
    const reader = new Reader(optionsOf(one));
    const lines = [];
    let events = [];
    const print = () => {
      for (const event of joinedEvents(events)) lines.push(printed(event, false));
      events = [];
    };
    let last = "";
    for (const line of one.input.split("\n")) {
      let error;
      try {
        const snapshot = JSON.parse(line);
        if (typeof snapshot !== "string") throw new SyntaxError("no string");
        last = snapshot;
        events.push(...reader.feed(Buffer.from(snapshots.feed(snapshot)))); // goldens count bytes
        continue;
      } catch (wrong) {
        error =
          wrong instanceof SyntaxError
            ? "not a JSON string"
            : `error ${wrong.code} ${Buffer.byteLength(last.slice(0, wrong.offset))}`;
      }
      print();
      lines.push(error);
    }
    if (one.finished) events.push(...reader.finish());
    print();
    const want = one.expected
      .trimEnd()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => (line.startsWith("{") ? JSON.parse(line) : line));
    const plain = (all) =>
      all.map((line) => {
        if (line.code === undefined) return line;
        return { ...line, text: "…" };
      });
    same(plain(lines), plain(want), one.place, [one.input]);
  }
});
