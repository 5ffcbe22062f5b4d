// Puts the playground together, one file: the page of `show --html`, with what page/ adds.
//   node make_page.mjs MODULE TARGET
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const [module, target] = process.argv.slice(2);
const here = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
const shown = (name) => here(`../show/page/${name}`);

// Its parts, each after a line with its name.
const parts = {};
for (const part of here("page/playground.html").split(/^(?=<!-- \w+ -->\n)/m)) {
  const [, name, text] = /^<!-- (\w+) -->\n([^]*)$/.exec(part);
  parts[name] = text;
}

let page = shown("page.html");
const replace = (from, to) => {
  const found = from.exec(page);
  if (!found) throw new Error(`page.html has no ${from}`);
  page = page.slice(0, found.index) + to + page.slice(found.index + found[0].length);
};
const ids = (text) => [...text.matchAll(/\bid="(\w+)"/g)].map(([, id]) => id);
const needed = ids(page.replace(/<header>[^]*?<\/h1>/, ""));

replace(/<title>[^<]*/, "<title>tagstream playground");
replace(/<h1>.*<\/h1>\n/, parts.head);
replace(/(?<=<\/header>\n)/, parts.controls);
replace(/(?<=<section id="time".*\n)/, parts.play);
replace(/<main>[^]*<\/main>\n/, parts.main);
replace(/(?<=<\/footer>\n)/, parts.after);
const style = shown("page.css") + here("page/playground.css");
const script = shown("page.js") + here("page/playground.js");
if (/<\/script|<!--/i.test(script)) throw new Error("the script would end in its middle");
const packed = gzipSync(readFileSync(module), { level: 9 }).toString("base64");
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy =
  `default-src 'none'; script-src ${hash(script)} 'wasm-unsafe-eval'; style-src ${hash(style)}; ` +
  "base-uri 'none'; form-action 'none'";
replace(/{{policy}}/, policy);
replace(/{{style}}/, style);
replace(/(?=<script type="application\/json")/,
  `<script type="application/octet-stream" id="module">${packed}</script>\n`);
replace(/{{data}}/, "[]");
replace(/{{script}}/, script);

const has = ids(page);
const missing = needed.filter((id) => !has.includes(id));
const twice = has.filter((id, i) => has.indexOf(id) !== i);
if (missing.length + twice.length > 0) {
  throw new Error(`ids that are missing: ${missing}; that stand twice: ${twice}`);
}
writeFileSync(target, page);
console.log(`${target}: ${page.length} bytes`);
