import assert from "node:assert/strict";
import { test } from "node:test";

import { read, TagstreamError } from "tagstream";
import { grammar } from "tagstream/grammar";

const parameters = { type: "object", properties: { city: { type: "string", minLength: 2 } } };
const tools = [{ type: "function", function: { name: "rain", parameters } }];

test("a grammar in each language", () => {
  for (const [language, rule] of [
    ["gbnf", /^root ::= /m],
    ["lark", /^start: /m],
  ]) {
    const { text, not_constrained } = grammar({ dialect: "qwen3", tools }, language);
    assert.match(text, rule);
    assert.match(text, /rain/);
    assert.match(not_constrained[0], /minLength/);
  }
  assert.deepEqual(read("hi", { dialect: "qwen3", tools }).tool_calls, []); // the module goes on
});

test("what no grammar can be made of", () => {
  assert.throws(() => grammar({ dialect: "qwen3" }, "gbnf"), TagstreamError);
  assert.throws(() => grammar({ dialect: "none such", tools }, "gbnf"), /dialect/);
  assert.throws(() => grammar({ dialect: "qwen3", tools }, "ebnf"), TypeError);
});
