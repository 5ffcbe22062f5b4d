// The module needs nothing of its host, and keeps its budget; memory stays flat.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";

import { Reader, stream } from "tagstream";
import { read, use } from "tagstream/core";
import * as inline from "tagstream/inline";

const { resolve } = createRequire(import.meta.url);
const folder = pathToFileURL(resolve("tagstream/package.json"));
const bytes = readFileSync(new URL("tagstream.wasm", folder));
const memory = await import(new URL("memory.js", folder));

test("no imports", () => {
  assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(bytes)), []);
});

test("all functions that the package calls are there", () => {
  const exported = new Set(
    WebAssembly.Module.exports(new WebAssembly.Module(bytes)).map(({ name }) => name),
  );
  for (const name of readdirSync(new URL(".", folder)).filter((one) => /^[a-z_]+\.js$/.test(one))) {
    const text = readFileSync(new URL(name, folder), "utf8");
    for (const [, called] of text.matchAll(/library\.(\w+)\(/g)) {
      assert.ok(exported.has(called), `${name}: ${called}`);
    }
  }
});

test("sizes", () => {
  const size = { raw: bytes.length, brotli: brotliCompressSync(bytes).length };
  console.log(size);
  assert.ok(size.raw <= 1_021_000, `${size.raw}`);
  assert.ok(size.brotli <= 322_000, `${size.brotli}`);
});

test("the other ways in", () => {
  assert.equal(read("a<x>b</x>c", { hide: "x" }).content, "ac");
  assert.equal(inline.read("a<x>b</x>c", { hide: "x" }).content, "ac");
  assert.equal(typeof inline.tagFetch, "function");
  assert.equal(typeof inline.tagMiddleware, "function");
  assert.throws(() => use({}), TypeError);
});

const pagesOf = () => memory.bytes.length;
const text = "<think>Hm. é</think>So <x>it is</x> 4.\n";

test("ten thousand streams, ended or left, in the same memory", async () => {
  const options = { dialect: "qwen3", hide: "x" };
  const rounds = async (count) => {
    for (let i = 0; i < count; ++i) {
      const reader = new Reader(options);
      reader.feed(text);
      reader.finish();
      for await (const event of stream([text, text], options)) if (event.kind === "content") break;
    }
  };
  await rounds(500);
  const before = pagesOf();
  await rounds(10_000);
  assert.equal(pagesOf(), before);
});

test("a long stream takes no more", () => {
  const reader = new Reader({ hide: "x" }, { message: false });
  const chunk = "a <x>b</x> c\n".repeat(1000);
  reader.feed(chunk);
  const before = pagesOf();
  for (let i = 0; i < 2000; ++i) reader.feed(chunk);
  reader.finish();
  assert.equal(pagesOf(), before);
});
