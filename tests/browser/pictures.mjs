// Takes the pictures of docs/pictures: `tagstream show --raw` and the page of `--html`.
//   node pictures.mjs PROGRAM TRANSCRIPT FOLDER     (after browser_test.sh, in its folder)
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [program, transcript, folder] = process.argv.slice(2);
const tags = ["--call", "tool", "--hide", "thinking", "--hide", "result", "--unwrap", "answer"];
const show = (file, options, columns) =>
  execFileSync(program, ["show", ...options, ...tags, file], {
    env: { ...process.env, COLUMNS: String(columns) },
    encoding: "utf8",
  });

// The colours that the program sends, as styles.
const palette = { 31: "#ff9a95", 32: "#a5d6a7", 33: "#f0bd66", 35: "#d7a8f0", 36: "#7fd0e6" };
const style_of = (codes) => {
  const color = palette[codes.find((code) => palette[code])] ?? "#e4e7eb";
  const style = [];
  const is_dim = codes.includes("2");
  if (codes.includes("1")) style.push("font-weight: bold");
  if (codes.includes("4")) style.push("text-decoration: underline");
  if (codes.includes("7")) style.push(`background: ${is_dim ? "#4a505c" : color}`);
  style.push(`color: ${codes.includes("7") && !is_dim ? "#16181d" : color}`);
  if (is_dim && !codes.includes("7")) style.push("opacity: 0.65");
  return style.join("; ");
};
const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const html = (text) =>
  text.split(/(?=\x1b\[)/).map((part) => {
    const match = /^\x1b\[([0-9;]*)m/.exec(part);
    if (!match) return escaped(part);
    const text = escaped(part.slice(match[0].length));
    return match[1] === "0" ? text : `<span style="${style_of(match[1].split(";"))}">${text}</span>`;
  }).join("");

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-lcd-text"],
});

// The end of the transcript, broken off inside a call.
const text = readFileSync(transcript, "utf8");
const part = text.slice(text.indexOf("I leave a note"), text.indexOf("'seed': None"));
const file = join(tmpdir(), "pictures.txt");
writeFileSync(file, part);
const raw = show(file, ["--raw", "--color", "always", "--chunk-size", "5", "--no-finish"], 110);
const terminal = await browser.newPage({ viewport: { width: 960, height: 100 } });
// What stands out is as high as its row: else it, or that of the next row, would cover a `_`.
await terminal.setContent(`<style>span { display: inline-block; vertical-align: top; }</style>
  <body style="margin: 0; background: #16181d"><pre style="margin: 0; color: #e4e7eb; padding: 16px;
  font: 14px/19px 'DejaVu Sans Mono', monospace">${html(raw)}</pre>`);
await terminal.screenshot({ path: join(folder, "show_raw.png"), fullPage: true });

const page = join(tmpdir(), "pictures.html");
show(transcript, ["--html", page], 0);
for (const scheme of ["light", "dark"]) {
  const window = await browser.newPage({ viewport: { width: 1100, height: 600 }, colorScheme: scheme });
  await window.goto(pathToFileURL(page).href);
  const held = text.indexOf("{'name': 'run_tests'") + 30;
  await window.locator("#piece").evaluate((slider, piece) => {
    slider.value = piece;
    slider.dispatchEvent(new Event("input"));
  }, Math.ceil(Buffer.byteLength(text.slice(0, held)) / 8));
  await window.locator("#query").fill("text");
  await window.locator("#text").evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
  await window.locator("#tree").evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
  await window.locator("#text button.tag:visible").last().hover();
  await window.waitForTimeout(200);
  await window.screenshot({ path: join(folder, `show_page_${scheme}.png`) });
}
await browser.close();
