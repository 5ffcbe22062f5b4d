// The places of fields in bindings/api.json, of which layout.js is made, are those that
// tests/c/layout.c has the compiler check.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const root = process.env.TAGSTREAM_ROOT;
const { structs, flags } = JSON.parse(readFileSync(`${root}/bindings/api.json`, "utf8"));
const header = readFileSync(`${root}/bindings/c/tagstream.h`, "utf8");
const checked = readFileSync(`${root}/tests/c/layout.c`, "utf8");

for (const { name, size, fields } of structs) {
  test(name, () => {
    const sizes = new RegExp(`SIZE\\(tagstream_${name}, (\\d+),`).exec(checked);
    assert.equal(Number(sizes?.[1]), size[0]);
    for (const { name: field, at } of fields.filter((one) => one.name !== "reserved")) {
      const places = new RegExp(`AT\\(tagstream_${name}, ${field}, (\\d+),`).exec(checked);
      assert.equal(Number(places?.[1]), at[0], field);
    }
  });
}

test("lists: data, size, stride", () => {
  for (const [place, field] of ["data", "size", "stride"].entries()) {
    assert.match(checked, new RegExp(`AT\\(tagstream_events, ${field}, ${4 * place},`));
  }
});

test("flags of events", () => {
  for (const { name, bit } of flags) {
    const line = new RegExp(`TAGSTREAM_${name.toUpperCase()} = 1 << (\\d+)`).exec(header);
    assert.equal(Number(line?.[1]), bit, name);
  }
});
