// Each page of the site, wide and narrow, light and dark: axe finds nothing, nothing runs over the
// edge, nothing is asked of another host.
//   node site.mjs FOLDER [PICTURES]     PICTURES gets a picture of one page of each kind
// With KINDS=1 only these pages are looked at.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

const [folder, pictures] = process.argv.slice(2);
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const types = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml",
  ".png": "image/png", ".json": "application/json" };

const server = createServer((request, response) => {
  let file = join(folder, decodeURIComponent(new URL(request.url, "http://x").pathname));
  if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
  if (!existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
  response.end(readFileSync(file));
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const host = `http://127.0.0.1:${server.address().port}`;

// Headers and files of the source are all made alike: axe sees some of them.
const is_seen = (page, i) => !/^(api|source)\//.test(page) || i % 5 === 0;
const shown = ["", "tutorial/", "playground/", "options/", "api/reader/", "api/event/", "comparison/", "api/python_tagstream/"];
const only_kinds = process.env.KINDS === "1";
const pages = only_kinds ? shown : readdirSync(folder, { recursive: true }).map(String)
  .filter((file) => file.endsWith("index.html"))
  .map((file) => file.slice(0, -"index.html".length)).sort();
const seen = only_kinds ? shown : pages.filter(is_seen);
const some = only_kinds ? shown : seen.filter((_, i) => i % 5 === 0);
// Colours and places differ from look to look, all else from page to page: axe asks everything in
// the first size of a scheme, and on some pages for contrast in the second.
const sizes = { wide: { width: 1400, height: 900 }, narrow: { width: 390, height: 800 } };
const schemes = { light: ["wide", "narrow"], dark: ["narrow", "wide"] };

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-quic", "--disable-background-networking"],
});
let failed = 0;
let checks = 0;
for (const [scheme, [first, second]] of Object.entries(schemes)) {
  const context = await browser.newContext({ colorScheme: scheme, bypassCSP: true }); // for axe
  const page = await context.newPage();
  const said = [];
  page.on("request", (request) => request.url().startsWith(host) || said.push("request " + request.url()));
  page.on("response", (response) => response.ok() || said.push(`${response.status()} ${response.url()}`));
  page.on("pageerror", (error) => said.push("error " + error));
  for (const place of scheme === "light" ? pages : seen) {
    said.length = 0;
    await page.setViewportSize(sizes[first]);
    await page.goto(`${host}/${place}`);
    await page.addScriptTag({ path: axe });
    await page.addStyleTag({ content: "* { transition: none !important }" }); // a new size is there at once
    for (const size of [first, second]) {
      const name = `${size}-${scheme}`;
      const rules = size === first ? {} : { runOnly: ["color-contrast"] };
      const asked = size === first ? seen : some;
      await page.setViewportSize(sizes[size]);
      const { violations } = asked.includes(place) ? await page.evaluate((rules) => axe.run(rules), rules) :
        { violations: [] };
      for (const { id, nodes } of violations) {
        const [{ html, target, any }] = nodes;
        const others = any[0]?.relatedNodes.map((node) => node.html.slice(0, 100)).join(" | ");
        said.push(`${id}: ${nodes.length} times: ${html.slice(0, 200)} (${target}) ` +
          `${any[0]?.message ?? ""} ${others ?? ""}`);
      }
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) said.push(`${over} pixels wider than the window`);
      checks++;
      if (said.length > 0) {
        failed++;
        console.log(`FAIL  ${name} /${place}\n  ${said.splice(0).join("\n  ")}`);
      }
      if (pictures && shown.includes(place)) {
        mkdirSync(pictures, { recursive: true });
        await page.screenshot({ path: join(pictures, `${name}-${place.replaceAll("/", "_")}.png`) });
      }
    }
  }
  await context.close();
}
await browser.close();
server.close();
console.log(`${checks} pages looked at, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
