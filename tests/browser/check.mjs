// A page in Chromium, and what is asked of it.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});

let failed = 0;
let checks = 0;

// Opens a page of its own, and says so of each request, dialog, error and console line.
export const check = async (name, file, body, options = {}, expected = /^$/) => {
  const context = await browser.newContext({ viewport: { width: 1300, height: 800 }, ...options });
  const page = await context.newPage();
  const said = [];
  const url = file.startsWith("file:") ? file : pathToFileURL(file).href;
  const is_other = (place) => place.split("#")[0] !== url.split("#")[0];
  page.on("request", (request) => is_other(request.url()) && said.push("request " + request.url()));
  page.on("dialog", (dialog) => (said.push("dialog"), dialog.dismiss()));
  page.on("pageerror", (error) => said.push("error " + error));
  page.on("console", (line) => said.push("console " + line.text()));
  page.on("framenavigated", (frame) => is_other(frame.url()) && said.push("to " + frame.url()));
  checks++;
  try {
    await page.goto(url);
    await body(page);
    assert.deepEqual(said.filter((one) => !expected.test(one)), []);
    console.log("ok    " + name);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${name}\n${error.stack}`);
  }
  await context.close();
};

// Says how many checks there were, and ends.
export const end = async () => {
  await browser.close();
  console.log(`${checks} checks, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
};

export const text_of = (page, selector) => page.locator(selector).innerText();
// What stands in the stream, and what of it is held.
export const stream_of = (page) =>
  page.locator("#came .part:not([hidden])").evaluateAll((all) => all.map((one) => one.textContent).join(""));
export const held_of = (page) =>
  page.locator("#came .part:not([hidden]) mark").evaluateAll((all) => all.map((one) => one.textContent).join(""));
export const set_piece = (page, piece) =>
  page.locator("#piece").evaluate((slider, value) => {
    slider.value = value;
    slider.dispatchEvent(new Event("input"));
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }, piece);
