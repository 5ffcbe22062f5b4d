// Each block of JavaScript or TypeScript in the documents runs, and prints what the block after it
// says.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

// What the blocks use and do not make: packages of others, and values.
for (const [name, text] of Object.entries({
  openai: "export default class { constructor(options) { this.fetch = options.fetch; } }",
  ai: "export const wrapLanguageModel = (options) => options;",
})) {
  mkdirSync(`node_modules/${name}`, { recursive: true });
  const info = JSON.stringify({ name, type: "module", exports: "./index.js" });
  writeFileSync(`node_modules/${name}/package.json`, info);
  writeFileSync(`node_modules/${name}/index.js`, text);
}
const given = {
  chunks:
    '["<think>Hm.</think>See: ", \'<tool_call>{"name": "rain", "arguments": {}}</tool_call>\']',
  run: '(name, its) => console.log("runs", name, its)',
  baseURL: '"http://localhost"',
  provider: "(name) => name",
};

const block = /^```(?:js|ts)\n(.*?)^```$(?:\n\n```\n(.*?)^```$)?/gms;

for (const page of [
  "README.md",
  "docs/javascript.md",
  "docs/recipes.md",
  "bindings/js/README.md",
]) {
  const text = readFileSync(`${process.env.TAGSTREAM_ROOT}/${page}`, "utf8");
  const blocks = [...text.matchAll(block)];
  test(`${page} has blocks`, () => assert.notEqual(blocks.length, 0));
  blocks.forEach(([, code, printed], i) => {
    test(`${page}, block ${i + 1}`, () => {
      const values = Object.entries(given)
        .filter(
          ([name]) => new RegExp(`\\b${name}\\b`).test(code) && !code.includes(`const ${name} `),
        )
        .map(([name, value]) => `const ${name} = ${value};\n`);
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ["--input-type=module", "-e", values.join("") + code],
        { encoding: "utf8" },
      );
      assert.equal(status, 0, stderr);
      if (printed !== undefined) assert.equal(stdout, printed);
    });
  });
}
