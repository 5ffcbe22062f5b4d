// Texts of signs of one to four bytes, halves of signs and tags, cut at random.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Reader, Rules } from "tagstream";

import { joinedEvents, text as asText } from "./golden.mjs";

const every = Number(process.env.TAGSTREAM_EVERY ?? 1);
const parts = [
  "a",
  " ",
  "\n",
  "é",
  "日本",
  "😀",
  "\ud83d",
  "\ude00",
  "\ufeff",
  "\0",
  "<x>",
  "</x>",
  "<x y='é'>",
  "<th",
  "<think>",
  "</think>",
  '<tool_call>{"name":"f","arguments":{"a":"😀"}}</tool_call>',
  "<tool_call>",
];

function random(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * below);
  };
}

const wellFormed = (text) => Buffer.from(text).toString();

test("whole is cut, and spans tile", () => {
  const next = random(7);
  const sets = [
    { hide: "x", dialect: "qwen3" },
    { record: "x" },
    { thought: "x", incremental: true },
  ];
  const rules = sets.map((options) => new Rules(options));
  for (let round = 0; round < 40_000 / every + 400; ++round) {
    let text = "";
    for (let i = next(24); i > 0; --i) text += parts[next(parts.length)];
    const its = rules[next(rules.length)];
    const whole = new Reader(its);
    const want = joinedEvents([...whole.feed(text), ...whole.finish()]);
    const cut = new Reader(its);
    const got = [];
    for (let at = 0; at < text.length;) {
      const end = at + next(6);
      got.push(...cut.feed(text.slice(at, end)));
      at = end;
    }
    got.push(...cut.finish());
    assert.equal(asText(joinedEvents(got)), asText(want), JSON.stringify(text));
    assert.equal(asText(cut.message), asText(whole.message), JSON.stringify(text));
    let here = 0;
    for (const event of got) {
      if (event.start === event.end) continue;
      assert.equal(event.start, here, JSON.stringify(text));
      here = event.end;
      // A thought of blanks has no text.
      if (event.kind === "content" || (event.kind === "markup" && event.text !== "")) {
        assert.equal(wellFormed(text).slice(event.start, event.end), event.text);
      }
    }
    assert.equal(here, text.length, JSON.stringify(text));
  }
});

test("bytes may be cut anywhere, and need not be UTF-8", () => {
  const next = random(9);
  const rules = new Rules({ hide: "x" });
  for (let round = 0; round < 10_000 / every + 200; ++round) {
    const bytes = Uint8Array.from({ length: next(40) }, () =>
      next(3) === 0 ? next(256) : "<x>/é a"[next(7)].charCodeAt(0),
    );
    const whole = new Reader(rules);
    const want = joinedEvents([...whole.feed(bytes), ...whole.finish()]);
    const cut = new Reader(rules);
    const got = [];
    for (let at = 0; at < bytes.length; ++at) got.push(...cut.feed(bytes.subarray(at, at + 1)));
    got.push(...cut.finish());
    assert.equal(asText(joinedEvents(got)), asText(want), `${bytes}`);
  }
});

test("a reader and its clone go on alike from every cut", () => {
  const text =
    '<think>é 日本</think>a 😀 <x y="é">b\ud83d</x> <tool_call>{"name":"f","arguments":{"a":"😀"}}' +
    '</tool_call>\n<tool_call>{"name":"g","arguments":{}}</tool_call>\u2028<tool_call>{"name":"h';
  for (const options of [
    { hide: "x", dialect: "qwen3" },
    { record: "x", dialect: "qwen3", incremental: true, id_style: "counted" },
    { thought: "x", dialect: "qwen3", unclosed_reasoning: "content" },
  ]) {
    const rules = new Rules(options);
    // A section stands inside a sign: what is left of the text is a whole one.
    const parted = Buffer.from("a\xe6<x>b</x>\x97\xa5c", "latin1");
    for (const given of [text, Buffer.from(text), parted, "<think>Hm. é"]) {
      const whole = new Reader(rules);
      const want = joinedEvents([...whole.feed(given), ...whole.finish()]);
      for (let cut = 0; cut <= given.length; ++cut) {
        const reader = new Reader(rules);
        const first = cut === 0 ? [] : reader.feed(given.slice(0, cut));
        const copy = reader.clone();
        const rest = given.slice(cut);
        for (const one of [reader, copy]) {
          const events = [...first, ...one.feed(rest), ...one.finish()];
          assert.equal(asText(joinedEvents(events)), asText(want), `${cut}`);
          assert.equal(asText(one.message), asText(whole.message), `${cut}`);
          assert.deepEqual(one.stats.bytes_fed, whole.stats.bytes_fed);
        }
      }
    }
  }
});
