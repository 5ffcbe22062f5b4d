// What takes the place of a filter of one's own, or of one's own reader of thoughts: each example at
// every cut. docs/javascript.md says what takes the place of what.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Reader, Snapshots, stream } from "tagstream";

/** The ways of cutting a text: whole, in two at each place, and in pieces of one. */
function* everyCut(text) {
  for (let at = 0; at <= text.length; ++at) yield [text.slice(0, at), text.slice(at)];
  yield [...text];
}

/** Shows the answer without the tags of `hide`, and keeps what is in them. */
async function filtered(chunks, options) {
  const events = stream(chunks, options);
  let shown = "";
  for await (const event of events) if (event.kind === "content") shown += event.text;
  const sections = events.message.sections.map(({ name: tagName, content }) => ({
    tagName,
    content,
  }));
  return { shown, sections };
}

async function shows(text, shown, sections = [], options = { hide: "thinking" }) {
  for (const chunks of everyCut(text)) {
    assert.deepEqual(await filtered(chunks, options), { shown, sections }, JSON.stringify(chunks));
  }
}

test("tags that no rule names stay, however they nest", async () => {
  for (const text of [
    "<attempt_completion><result>content</result></attempt_completion>",
    "<attempt_completion><result>data</result><status>done</status></attempt_completion>",
    "<outer><middle><inner>content</inner></middle></outer>",
    "<outer><inner>content</outer></inner>",
    "<outer><self-close/>content</outer>",
    "<outer attr='value'><inner id='test'>content</inner></outer>",
    "<outer><inner>content</inner></outer>",
  ]) {
    await shows(text, text);
  }
});

test("a hidden section keeps the tags in it", async () => {
  await shows("<thinking>I need <tool>data</tool> here</thinking>after", "after", [
    { tagName: "thinking", content: "I need <tool>data</tool> here" },
  ]);
});

test("a hidden section in a tag that stays goes", async () => {
  await shows(
    "<attempt_completion>Done <thinking>my thoughts</thinking> result</attempt_completion>",
    "<attempt_completion>Done  result</attempt_completion>",
    [{ tagName: "thinking", content: "my thoughts" }],
  );
});

test("a tag that stays can be a section as well", async () => {
  const text = "<attempt_completion><result>a</result></attempt_completion>";
  const options = { hide: "thinking", record: "attempt_completion" };
  await shows(
    text,
    text,
    [{ tagName: "attempt_completion", content: "<result>a</result>" }],
    options,
  );
});

/** The events of a thought stream, for events of a reader. */
function* thoughtStream(events, taskId, contextId) {
  for (const event of events) {
    if (event.kind === "content") {
      yield { kind: "content-delta", delta: event.text };
    } else if (event.kind === "thought") {
      const metadata = { verbosity: "normal" };
      if (event.thought_type !== "") metadata.thoughtType = event.thought_type;
      if (event.confidence !== null) metadata.confidence = event.confidence;
      const thought = { thoughtType: "reasoning", thought: event.text, metadata };
      yield { kind: "thought-stream", taskId, contextId, ...thought };
    }
  }
}

function joinedDeltas(events) {
  const all = [];
  for (const event of events) {
    const last = all[all.length - 1];
    if (event.kind === "content-delta" && last?.kind === event.kind) last.delta += event.delta;
    else all.push({ ...event });
  }
  return all;
}

const thinking = { thought: "thinking" };

function thinks(text, want) {
  for (const chunks of everyCut(text)) {
    const reader = new Reader(thinking);
    const events = [...chunks.flatMap((chunk) => reader.feed(chunk)), ...reader.finish()];
    assert.deepEqual(joinedDeltas(thoughtStream(events, "7", "c")), want, JSON.stringify(chunks));
  }
}

const delta = (text) => ({ kind: "content-delta", delta: text });
const thought = (text, metadata = {}) => ({
  kind: "thought-stream",
  taskId: "7",
  contextId: "c",
  thoughtType: "reasoning",
  thought: text,
  metadata: { verbosity: "normal", ...metadata },
});

test("a thought is what stands between its tags", () => {
  thinks(
    "Let me analyze this. <thinking>I need to verify the calculation first</thinking> The answer is 42.",
    [
      delta("Let me analyze this. "),
      thought("I need to verify the calculation first"),
      delta(" The answer is 42."),
    ],
  );
});

test("a thought is an attribute, with a closing tag", () => {
  const its = "The datetime function may not be available either. I will use another approach.";
  thinks(
    `Let me analyze this. <thinking thought_id="date_calculation_failure" thought="${its}" thought_type="reflection" confidence="0.7"></thinking> I apologize.`,
    [
      delta("Let me analyze this. "),
      thought(its, { thoughtType: "reflection", confidence: 0.7 }),
      delta(" I apologize."),
    ],
  );
});

test("a thought is an attribute of a tag that closes itself", () => {
  thinks(
    'Analyzing... <thinking thought="Need to verify the calculation" thought_type="verification" confidence="0.9" /> The result is correct.',
    [
      delta("Analyzing... "),
      thought("Need to verify the calculation", { thoughtType: "verification", confidence: 0.9 }),
      delta(" The result is correct."),
    ],
  );
  thinks('<thinking thought="a" thought_type="b"/>', [
    thought("a", { thoughtType: "b", confidence: 0.5 }),
  ]);
});

test("snapshots, each of which is the whole text so far", () => {
  for (const [texts, steps] of [
    [
      ["Text <thinking>thought</thinking> more"],
      [[delta("Text "), thought("thought"), delta(" more")]],
    ],
    [
      [
        "Text <thinking>thou",
        "Text <thinking>thought</thinking>",
        "Text <thinking>thought</thinking> more",
      ],
      [[delta("Text ")], [thought("thought")], [delta(" more")]],
    ],
    [
      ["Text <think", "Text <thinking>thought</thinking>"],
      [[delta("Text ")], [thought("thought")]],
    ],
  ]) {
    const snapshots = new Snapshots();
    const reader = new Reader(thinking);
    const got = texts.map((text) =>
      joinedDeltas(thoughtStream(reader.feed(snapshots.feed(text)), "7", "c")),
    );
    assert.deepEqual(got, steps);
  }
});

test("each beginning of a tag waits", () => {
  for (const part of ["<", "<t", "<th", "<thi", "<thin", "<think", "<thinki", "<thinkin"]) {
    const reader = new Reader(thinking);
    assert.deepEqual(joinedDeltas(thoughtStream(reader.feed(`Text ${part}`), "7", "c")), [
      delta("Text "),
    ]);
  }
});
