// What a person can do with the playground, and what a hostile answer or link can't.
//   node playground.mjs PROGRAM PAGE FOLDER
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { axe, check, end, held_of, set_piece, stream_of, text_of } from "./check.mjs";
import { module_of } from "./playground_door.mjs";

const [program, file, folder] = process.argv.slice(2);

// Opens the playground, and waits until it can be used.
const play = (name, body, { link = "", expected = /^$/, ...options } = {}) =>
  check(name, pathToFileURL(file).href + link, async (page) => {
    await page.locator("html[data-ready]").waitFor();
    await body(page);
  }, options, expected);

const frames = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
// Types into a box, and waits until that is read.
const type = async (page, selector, text) => {
  await page.locator(selector).fill(text);
  await page.waitForTimeout(text.length > 20000 ? 600 : 200);
  await frames(page);
};
const open_own = async (page) => {
  if (!(await page.locator("#own").evaluate((one) => one.open))) await page.locator("#own summary").click();
};
const tab = (page, name) => page.getByRole("tab", { name, exact: true });
const wrong = (page) => text_of(page, "#wrong");
// The tags of an answer are in buttons, which innerText puts blanks around.
const result_of = (page) => page.locator("#text").textContent();

await play("opens at the beginning, and plays", async (page) => {
  assert.equal(await stream_of(page), "");
  assert.match(await text_of(page, "#piece_said"), /^piece 0 of \d+: 0 bytes came/);
  assert(await page.locator("#hint").isVisible());
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await page.waitForFunction(() => document.querySelector("#came .part:not([hidden])"));
  await page.getByRole("button", { name: "Pause" }).click();
  await frames(page);  // the last piece is shown with the next frame
  const seen = await stream_of(page);
  await page.waitForTimeout(300);
  assert.equal(await stream_of(page), seen);
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(() => {
    const slider = document.getElementById("piece");
    return slider.value === slider.max;
  });
  await page.getByRole("button", { name: "Play" }).waitFor();
  assert.equal(await stream_of(page), await page.locator("#answer_text").inputValue());
  assert.match(await result_of(page), /read as qwen3.*reasoning.*call get_weather/);
  assert(!(await page.locator("#hint").isVisible()));
});

await play("the answer is typed", async (page) => {
  await type(page, "#answer_text", "<think>Rain?</think>Let me <b>see</b>.");
  assert.equal(await stream_of(page), "<think>Rain?</think>Let me <b>see</b>.");
  assert.deepEqual(await page.locator("#text button.tag").allInnerTexts(),
    ["<think>", "</think>", "<b>", "</b>"]);
  await page.locator("#text button.tag").nth(2).focus();
  assert.match(await text_of(page, "#about"), /^<b>   bytes 27..30/);
  await type(page, "#answer_text", "");
  assert.match(await result_of(page), /Paste an answer/);
});

await play("an example of each family", async (page) => {
  const names = await page.locator("#example option").evaluateAll((all) => all.map((one) => one.value).slice(1));
  assert(names.length > 70);
  for (const name of names) {
    await page.locator("#example").selectOption(name);
    assert.equal(await page.locator("#family").inputValue(), name);
    assert.equal(await wrong(page), "");
    assert.equal(await page.locator("#text .problem").count(), 0, name);
    if (name !== "none") assert(await page.locator("#text details").count() > 0, name);
  }
});

const broken = {
  "quoted closing tag": [/call write_file.*a closing tag in a string ends nothing/, 0],
  "single quotes": [/call get_weather.*"detailed": true.*not quite JSON/, 0],
  "wrong end of thinking": [/reasoning.*Let me look.*call get_weather/, 0],
  "cut off": [/I look that up/, 1],
  hostile: [/\\x1b\]0;owned\\x07 \\u202egnp.exe/, 1],
};
for (const [name, [expected, least]] of Object.entries(broken)) {
  await play(`broken: ${name}`, async (page) => {
    await page.getByRole("button", { name, exact: true }).click();
    assert.match((await result_of(page)).replace(/\n/g, " "), expected);
    assert((await page.locator("#text .problem").count()) >= least);
    for (const one of ["Events", "OpenAI chunks", "Tree", "Rules"]) {
      await tab(page, one).click();
      assert(await page.getByRole("tabpanel", { name: one }).textContent() !== "", one);
    }
    assert.equal(await page.locator("main :is(img, iframe, script, a:not(#tree a))").count(), 0);
  });
}

await play("the family is chosen or guessed", async (page) => {
  await type(page, "#answer_text", "[TOOL_CALLS]get_weather[ARGS]{\"city\": \"Oslo\"}");
  assert.match(await result_of(page), /read as mistral/);
  assert.equal(await page.locator("#text details.call").count(), 1);
  await page.locator("#family").selectOption("qwen3");
  assert.equal(await page.locator("#text details.call").count(), 0);
  await page.locator("#family").selectOption("auto");
  assert.equal(await page.locator("#text details.call").count(), 1);
  await page.locator("#family").selectOption("");
  await type(page, "#answer_text", '<thinking confidence="0.5">a</thinking><tool>{"name": "f", "arguments": {}}</tool>');
  assert.match(await result_of(page), /read by the tags <tool> and <thinking>/);
  assert.equal(await text_of(page, "#code"), "tagstream show --hide thinking --call tool answer.txt");
});

await play("rules and formats of one's own, with what is wrong in them", async (page) => {
  await type(page, "#answer_text", 'a<plan>b</plan>c<run>{"name": "f", "arguments": {}}</run>');
  await open_own(page);
  await type(page, "#rules", '{"hide": ["plan"]');
  assert.equal(await wrong(page), "not JSON at line 1, column 18");
  await type(page, "#rules", '{"hid": ["plan"]}');
  assert.equal(await wrong(page), "there is no option `hid`; did you mean `hide`?");
  await type(page, "#rules", '{"hide": ["plan"]}');
  assert.equal(await wrong(page), "");
  assert.equal(await page.locator("#text details.section").count(), 1);
  await type(page, "#format", '<run>{"name": "NAME"}</run>');
  assert.match(await wrong(page), /^format: line 1/);
  await type(page, "#format", '<run>{"name": "NAME", "arguments": ARGUMENTS}</run>');
  assert.equal(await wrong(page), "");
  assert.equal(await page.locator("#text details.call").count(), 1);
  assert.equal(await page.locator("#text details.section").count(), 1);
  await tab(page, "Rules").click();
  assert.match(await text_of(page, "#in_force"), /<run>.*NAME/);
  await page.locator("#family").selectOption("qwen3");
  assert.match(await wrong(page), /dialect.*format/);
  await type(page, "#format", "");
  assert.equal(await wrong(page), "");
  assert.equal(await page.locator("#family").inputValue(), "");
});

await play("a search and the tree lead to the result", async (page) => {
  await set_piece(page, 1000);
  await tab(page, "Events").click();
  await page.locator("#query").fill("oslo");
  assert.equal(await text_of(page, "#found"), "2 found");
  assert(await page.locator("#text").isVisible());
  await tab(page, "Events").click();
  await page.locator("#tree a", { hasText: "call get_weather" }).click();
  assert(await page.locator("#text details.call").isVisible());
}, { viewport: { width: 1400, height: 800 } });

await play("the size of pieces", async (page) => {
  await type(page, "#answer_text", "<think>0123456789</think>");
  const count = () => page.locator("#piece").getAttribute("max").then(Number);
  await page.locator("#size").focus();
  await page.keyboard.press("Home");
  await page.waitForTimeout(200);
  assert.equal(await text_of(page, "#size_said"), "1 byte");
  assert.equal(await count(), 25);
  await set_piece(page, 3);
  assert.equal(await held_of(page), "<th");
  await page.locator("#size").focus();
  await page.keyboard.press("End");
  await page.waitForTimeout(200);
  assert.equal(await text_of(page, "#size_said"), "the whole text");
  assert.equal(await count(), 1);
});

await play("tabs by keyboard; events and chunks come with the pieces", async (page) => {
  await tab(page, "Result").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await tab(page, "Events").getAttribute("aria-selected"), "true");
  assert(await tab(page, "Events").evaluate((one) => one === document.activeElement));
  const events = page.locator("#events .item:visible");
  assert.equal(await events.count(), 0);
  await set_piece(page, 20);
  const some = await events.count();
  await set_piece(page, 1000);
  const all = await page.locator("#events .item").count();
  assert(some > 0 && some < all, `${some} of ${all}`);
  assert.match(await page.locator("#events .item").last().textContent(), /^tool_call .*"name":"get_weather"/);
  await set_piece(page, 20);
  assert.equal(await events.count(), some);
  await page.keyboard.press("ArrowRight");
  assert.match(await page.locator("#chunks .item:visible").first().textContent(), /^data: .*"role":"assistant"/);
  await set_piece(page, 1000);
  assert.equal(await page.locator("#chunks .item:visible").last().textContent(), "data: [DONE]");
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await page.locator("#all_tags b").allInnerTexts(), ["<think>", "<tool_call>"]);
  await page.keyboard.press("End");
  assert.match(await text_of(page, "#in_force"), /<think>REASONING/);
  await page.keyboard.press("ArrowRight");
  assert(await page.locator("#text").isVisible());
});

// What the page shows is what the program shows by the command line that stands below it.
const of_program = (command, text) => {
  const [answer, page] = [join(folder, "answer.txt"), join(folder, "same.html")];
  writeFileSync(answer, text);
  const script = 'tagstream() { shift; "$PROGRAM" show --html "$PAGE" --chunk-size 3 "$@"; }\n' + command;
  const env = { ...process.env, PROGRAM: program, PAGE: page };
  execFileSync("bash", ["-c", script], { cwd: folder, env, stdio: "ignore" });
  const html = readFileSync(page, "utf8");
  const data = /<script type="application\/json" id="data">([^<]*)/.exec(html)[1];
  return JSON.parse(data);
};
const html = readFileSync(file, "utf8");
const packed = /<script type="application\/octet-stream" id="module">([^<]*)/.exec(html)[1];
const { call, read } = module_of(new WebAssembly.Module(gunzipSync(Buffer.from(packed, "base64"))));
const same = [
  ...Object.entries(call("play_examples")).map(([family, text]) => ({ family, text })),
  ...Object.values(call("play_examples")).slice(0, 20).map((text) => ({ text })),
  { text: 'x</think>y<b c="d&amp;e"> \u202e\u001b[0m\u0000</b>\r\n', rules: '{"hide": ["x", "[A]...[/A]", "a\'b…c"], "trim": true}' },
  { text: "a<x>b</x>", rules: '{"unwrap": "x", "max_tag_bytes": "1K", "parallel_tool_calls": false, "drop": ["\\u202e\'\\n$(x)"]}' },
  { text: '<run>{"name": "f", "arguments": {"a": 1}}</run>', format: '<run>{"name": "NAME", "arguments": ARGUMENTS}</run>' },
  { text: '<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>', family: "qwen3",
    rules: '{"tools": [{"name": "g", "parameters": {}}], "only_offered": true}' },
];
await play("the command line gives the same", async (page) => {
  for (const given of same) {
    await page.evaluate((fields) => {
      for (const id of ["rules", "format", "answer_text"]) document.getElementById(id).value = fields[id];
      const family = document.getElementById("family");
      family.value = fields.family;
      family.dispatchEvent(new Event("change"));
    }, { rules: "", format: "", family: "", ...given, answer_text: given.text });
    assert.equal(await wrong(page), "", JSON.stringify(given));
    const command = await text_of(page, "#code");
    const text = given.text.replaceAll("\r\n", "\n"); // as a box of text has it
    const [there] = of_program(command, text);
    const [here] = read({ ...given, text }, 3).answers;
    for (const one of ["blocks", "pieces", "bytes"]) assert.deepEqual(here[one], there[one], command);
  }
});

await play("the code is Python, and TypeScript", async (page) => {
  await type(page, "#answer_text", "\u202e it's \"<think>\"\u0001\n\u{e0041}");
  await open_own(page);
  await type(page, "#rules", '{"hide": ["x", "y"], "trim": true, "max_held_bytes": 100, "tools": [{"name": "f"}]}');
  await tab(page, "Python").click();
  const python = await text_of(page, "#code");
  assert.match(python, /hide=\["x", "y"\].*trim=True.*max_held_bytes=100/);
  assert(!/[\u202e\u0001]|\u{e0041}/u.test(python));
  const parsed = execFileSync("python3", ["-c", "import ast, json, sys\n" +
    "tree = ast.parse(sys.stdin.read())\nprint(json.dumps(ast.literal_eval(tree.body[1].value)))"], { input: python });
  assert.equal(JSON.parse(parsed), "\u202e it's \"<think>\"\u0001\n\u{e0041}");
  await tab(page, "TypeScript").click();
  const script = await text_of(page, "#code");
  assert.match(script, /trim: true/);
  const [, literal] = /const answer = (.*);\n/.exec(script);
  assert.equal(new Function(`return ${literal}`)(), "\u202e it's \"<think>\"\u0001\n\u{e0041}");
  writeFileSync(join(folder, "code.mjs"), script);
  execFileSync("node", ["--check", join(folder, "code.mjs")]);
});

// ---- links ----

const link_of = async (page) => {
  await page.getByRole("button", { name: "Link to this" }).click();
  await page.waitForFunction(() => location.hash.length > 1);
  return page.evaluate(() => location.hash);
};
let link = "";
await play("a link is made", async (page) => {
  await type(page, "#answer_text", "<x>h\u00e9 \u{1f600}</x>".repeat(300));
  await open_own(page);
  await type(page, "#rules", '{"hide": "x"}');
  link = await link_of(page);
  assert(link.length < 400, link);
});
await play("and opened: at the beginning", async (page) => {
  assert.equal(await page.locator("#answer_text").inputValue(), "<x>h\u00e9 \u{1f600}</x>".repeat(300));
  assert.equal(await page.locator("#rules").inputValue(), '{"hide": "x"}');
  assert.equal(await page.locator("#piece").inputValue(), "0");
  await set_piece(page, 100000);
  assert.equal(await page.locator("#text details.section").count(), 300);
}, { link });

for (const bad of ["#1", "#1%%%", "#1AAAA", "#2abc", "#<img src=x onerror=alert(1)>"]) {
  await play(`a link that is broken: ${bad}`, async (page) => {
    assert.match(await wrong(page), /the link is broken/);
    assert.match(await page.locator("#answer_text").inputValue(), /^<think>/);
  }, { link: bad });
}

await play("a link of somebody hostile", async (page) => {
  const given = { text: "</script><img src=x onerror=alert(1)>", family: '"><script>alert(2)</script>',
    rules: '{"hide": "</script><script>alert(3)</script>…x"}', format: "", size: "1; alert(4)", __proto__: { x: 1 }, other: {} };
  await page.evaluate(async (json) => {
    const stream = new Blob([json]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    location.hash = "#1" + btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }, JSON.stringify(given));
  await page.waitForFunction(() => document.getElementById("rules").value.includes("alert(3)"));
  await page.waitForTimeout(300);
  assert.equal(await page.locator("#family").inputValue(), "");
  assert.equal(await page.locator("script").count(), 2);
  assert.equal(await page.locator("img").count(), 0);
});

await play("a link that unpacks to very much", async (page) => {
  await page.evaluate(async () => {
    const stream = new Blob(['{"text":"', "a".repeat(1 << 25), '"}']).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const signs = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    location.hash = "#1" + btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  });
  await page.waitForFunction(() => document.getElementById("wrong").textContent !== "");
  assert.match(await wrong(page), /the link is broken/);
});

await play("its policy lets nothing else run, and asks nothing", async (page) => {
  const refused = await page.evaluate(async () => {
    const seen = [];
    document.addEventListener("securitypolicyviolation", (e) => seen.push(e.violatedDirective));
    const script = document.createElement("script");
    script.textContent = "window.has_run = true";
    document.body.append(script);
    await fetch("https://example.org/").catch(() => {});
    await new Promise((done) => setTimeout(done, 200));
    return { seen: [...new Set(seen)].sort(), has_run: window.has_run ?? false };
  });
  assert.deepEqual(refused, { seen: ["connect-src", "script-src-elem"], has_run: false });
}, { expected: /^console .*Content Security Policy/ });

// ---- large texts, narrow windows, axe ----

await play("a text that is too long is refused, a long one is read", async (page) => {
  await page.evaluate(() => {
    document.getElementById("answer_text").value = "<think>" + "a line of words\n".repeat(12000) + "</think>done";
    document.getElementById("family").dispatchEvent(new Event("change"));
  });
  assert.equal(await wrong(page), "");
  assert.equal(await page.locator("#text details.reasoning").count(), 1);
  await tab(page, "Events").click();
  assert.match(await page.locator("#events .item").last().textContent(), /and more/);
  await page.evaluate(() => {
    document.getElementById("answer_text").value = "a".repeat((2 << 20) + 1);
    document.getElementById("family").dispatchEvent(new Event("change"));
  });
  assert.match(await wrong(page), /at most 2 MiB/);
});

await play("every control is reached by Tab", async (page) => {
  const reached = new Set();
  for (let i = 0; i < 60; ++i) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.textContent));
  }
  for (const id of ["answer_text", "example", "quoted closing tag", "hostile", "family", "size", "play", "piece",
    "stream", "tab_text", "text", "tab_program", "copy_code", "file", "copy_link", "code"]) {
    assert(reached.has(id), id);
  }
});

await play("a phone", async (page) => {
  assert(await page.evaluate(() => document.documentElement.scrollWidth <= 390));
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(() => document.getElementById("piece").value === document.getElementById("piece").max);
  for (const pane of ["#stream", "#text"]) {
    const box = await page.locator(pane).boundingBox();
    assert(box.height > 150 && box.width <= 390, pane);
  }
  await page.locator("#text details").first().scrollIntoViewIfNeeded();
  assert(await page.locator("#text details").first().isVisible());
  assert(await page.locator("#play").evaluate((one) => one.getBoundingClientRect().top >= 0), "Play stays in sight");
}, { viewport: { width: 390, height: 800 } });

for (const scheme of ["light", "dark"]) {
  for (const width of [1400, 390]) {
    const options = { colorScheme: scheme, viewport: { width, height: 800 }, bypassCSP: true };
    await play(`axe: ${scheme}, ${width} wide`, async (page) => {
      await page.addScriptTag({ path: axe });
      const seen = async (where) =>
        assert.deepEqual((await page.evaluate(() => axe.run())).violations.map(
          (one) => `${where} ${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`), []);
      await seen("at first");
      await page.getByRole("button", { name: "hostile", exact: true }).click();
      await open_own(page);
      await type(page, "#rules", "{");
      await seen("with an error");
      await type(page, "#rules", "");
      for (const name of ["Events", "OpenAI chunks", "Tree", "Rules"]) {
        await tab(page, name).click();
        await seen(name);
      }
    }, options);
  }
}

await end();
