// The offsets of layout.js are those that tests/c/layout.c has the compiler check.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const { resolve } = createRequire(import.meta.url);
const folder = pathToFileURL(resolve("tagstream/package.json"));
const layouts = await import(new URL("layout.js", folder));
const header = readFileSync(`${process.env.TAGSTREAM_ROOT}/bindings/c/tagstream.h`, "utf8");
const checked = readFileSync(`${process.env.TAGSTREAM_ROOT}/tests/c/layout.c`, "utf8");

const structs = {
  list: "events",
  event: "event",
  tag: "tag",
  diagnostic: "diagnostic",
  content: "content",
  stats: "stats",
  attribute: "attribute",
  piece: "piece",
};

for (const [name, struct] of Object.entries(structs)) {
  test(struct, () => {
    for (const [field, offset] of Object.entries(layouts[name])) {
      const isSize = field === "size" && name !== "list";
      const line = isSize
        ? new RegExp(`SIZE\\(tagstream_${struct}, (\\d+),`)
        : new RegExp(`AT\\(tagstream_${struct}, ${field}, (\\d+),`);
      assert.equal(Number(line.exec(checked)?.[1]), offset, field);
    }
  });
}

test("flags of events", () => {
  for (const [name, bit] of Object.entries(layouts.flag)) {
    const line = new RegExp(`TAGSTREAM_${name.toUpperCase()} = 1 << (\\d+)`).exec(header);
    assert.equal(1 << Number(line?.[1]), bit, name);
  }
});
