// What a person can do with the page, and what a hostile answer can't.
//   node browser.mjs PROGRAM TRANSCRIPT FOLDER
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { axe, check, end, held_of, set_piece, stream_of, text_of } from "./check.mjs";

const [program, transcript, folder] = process.argv.slice(2);
const tags = ["--call", "tool", "--hide", "thinking", "--hide", "result", "--unwrap", "answer"];

const page_of = (name, file, options) => {
  const page = join(folder, name);
  execFileSync(program, ["show", "--html", page, ...options, file]);
  return page;
};
const page_of_text = (name, text, options) => {
  const file = join(folder, name + ".txt");
  writeFileSync(file, text);
  return page_of(name, file, options);
};

const main = page_of("transcript.html", transcript, tags);

await check("what is in the text", main, async (page) => {
  assert.equal(await page.locator("#text details.section").count(), 9);
  assert.equal(await page.locator("#text details.call").count(), 6);
  const last = page.locator("#text details.section").last();
  await last.scrollIntoViewIfNeeded();
  assert.match(await last.innerText(), /never closed: byte \d+/);
  assert.match(await page.locator("#text").textContent(), /"verbose": false/);
  assert.equal(await stream_of(page), readFileSync(transcript, "utf8"));
});

await check("a stray tag is said", main, async (page) => {
  const problem = page.locator("#text .notice .problem");
  await problem.scrollIntoViewIfNeeded();
  assert.match(await problem.innerText(),
    /^! this closing tag stands in Markdown code, and closes nothing: it is text: byte \d+$/);
  const tags = page.locator("#text .text button.tag", { hasText: /^<.thinking>$/ });
  assert.equal(await tags.count(), 1);
  assert(await tags.evaluate((tag) => tag.classList.contains("wrong")));
  assert(await page.locator("#text button.wrong", { hasText: "<thinking>" }).count() > 0, "unclosed");
  assert.equal(await page.locator("#text button.wrong", { hasText: "thinkingX" }).count(), 0);
});

await check("tags that have stayed in the text",
  page_of_text("tags.html", 'a <b x="1&amp;2" y>c</b> 1 < 2 <br/>', ["--dialect", "qwen3"]), async (page) => {
    assert.deepEqual(await page.locator("#text button.tag").allInnerTexts(),
      ['<b x="1&amp;2" y>', "</b>", "<br/>"]);
    assert.equal(await page.locator("#tree li").count(), 1);
    await page.locator("#text button.tag").first().hover();
    assert.match(await text_of(page, "#about"), /^<b .*>   bytes 2..19\nx = 1&2\ny$/);
  });

const broken = 'x<tool_call>\n{"name": "f", wrong: 1}\n</tool_call> y';
await check("where a body is not JSON stands out",
  page_of_text("broken.html", broken, ["--dialect", "qwen3"]), async (page) => {
    assert.deepEqual(await page.locator("#text .error span.wrong").allInnerTexts(), ["wrong:"]);
    const style = await page.locator("span.wrong").evaluate((one) => getComputedStyle(one).textDecoration);
    assert.match(style, /underline/);
    assert.match(await text_of(page, "#text .error"), /\{"name": "f", wrong: 1\}/);
    for (const query of ['"f", wrong', "wrong: 1"]) {
      await page.locator("#query").fill(query);
      assert.equal(await text_of(page, "#found"), "1 found", query);
    }
  });

const servers_call = { name: "f", arguments: '{"a": oops}' };
const servers_event = { choices: [{ delta: { tool_calls: [{ index: 0, function: servers_call }] } }] };
await check("a server's arguments that are not JSON",
  page_of_text("native.html", `data: ${JSON.stringify(servers_event)}\n\ndata: [DONE]\n\n`,
    ["--from", "sse"]),
  async (page) => {
    assert.deepEqual(await page.locator("#text .error span.wrong").allInnerTexts(), ["oops}"]);
    assert.equal(await text_of(page, "#text .error .problem"),
      "! unexpected `o` in the arguments, byte 6 of them");
  });

servers_call.arguments = '{"a": tru';
await check("a server's call that is cut off",
  page_of_text("cut.html", `data: ${JSON.stringify(servers_event)}\n\n`, ["--from", "sse"]),
  async (page) => {
    assert.equal(await text_of(page, "#text .error .problem"),
      "! the call is cut off, byte 9 of its arguments");
    assert.match(await text_of(page, "#text .error"), /not a call\s+f[^]*\{"a": tru/);
  });

await check("the closing tag of a call can be pointed at",
  page_of_text("closed.html", `a<tool_call>{"name":"f"}</tool_call>${broken}`, ["--dialect", "qwen3"]),
  async (page) => {
    assert.deepEqual(await page.locator("#text .call button.tag").allInnerTexts(),
      ["<tool_call>", "</tool_call>"]);
    await page.locator("#text .call button.tag").last().hover();
    assert.equal(await text_of(page, "#about"), "</tool_call>   bytes 24..36");
    await page.locator("#text .error button.tag").last().focus();
    assert.match(await text_of(page, "#about"), /^<.tool_call>   bytes 73..85$/);
  });

const events = ["<think>one</think>\nfirst answer", "<think>two</think>\nother answer"].flatMap(
  (text, choice) => [...text].map((piece) =>
    `data: ${JSON.stringify({ choices: [{ index: choice, delta: { content: piece } }] })}\n\n`));
await check("all choices of a stream",
  page_of_text("choices.html", events.join(""), ["--dialect", "qwen3", "--from", "sse"]), async (page) => {
    const chooser = page.getByRole("combobox", { name: "Answer" });
    assert.deepEqual(await chooser.locator("option").allInnerTexts(), ["choice 0", "choice 1"]);
    assert.match(await page.locator("#text").textContent(), /one[^]*first answer/);
    await page.locator("#query").fill("answer");
    await set_piece(page, 3);
    await chooser.selectOption("choice 1");
    assert.match(await page.locator("#text").textContent(), /two[^]*other answer/);
    assert.doesNotMatch(await page.locator("main").textContent(), /first answer|one/);
    assert.equal(await stream_of(page), "<think>two</think>\nother answer");
    assert.equal(await text_of(page, "#found"), "1 found");
    assert.equal(await page.locator("#tree a").count(), 2);
    await set_piece(page, 3);
    assert.equal(await held_of(page), "<th");
    await chooser.selectOption("choice 0");
    assert.match(await page.locator("#text").textContent(), /one[^]*first answer/);
    await page.addScriptTag({ path: axe });
    assert.deepEqual((await page.evaluate(() => axe.run())).violations.map((one) => one.id), []);
  }, { bypassCSP: true });

await check("one answer: nothing to choose", main, async (page) => {
  assert.equal(await page.getByRole("combobox").count(), 0);
});

await check("folding", main, async (page) => {
  const first = page.locator("#text details").first();
  const body = first.locator(".body");
  assert(await body.isVisible());
  await first.locator("summary").click();
  assert(!(await body.isVisible()));
  await page.getByRole("button", { name: "Unfold all" }).click();
  assert(await body.isVisible());
  await page.getByRole("button", { name: "Fold all", exact: true }).click();
  assert.equal(await page.locator("#text details[open]").count(), 0);
  // The tree leads to what is folded.
  await page.locator("#tree a").first().click();
  assert.equal(await page.locator("#text details[open]").count(), 1);
});

await check("a tag says where it is and what it has", main, async (page) => {
  const tag = page.locator("#text button.tag", { hasText: "confidence" });
  await tag.hover();
  const about = await text_of(page, "#about");
  assert.match(about, /bytes \d+\.\.\d+/);
  assert.match(about, /thought = There it is: .*so rows < lines\./);
  assert.match(about, /confidence = 0\.8/);
  await page.locator("#text button.tag").first().focus();
  assert.match(await text_of(page, "#about"), /^<thinking> +bytes 0\.\.10$/);
});

await check("search", main, async (page) => {
  await page.locator("#fold").click();
  await page.getByRole("searchbox", { name: "Search" }).fill("READ_ROWS");
  const found = await text_of(page, "#found");
  const count = Number(/^(\d+) found$/.exec(found)[1]);
  assert(count > 5);
  assert.equal(await page.evaluate(() => CSS.highlights.get("found").size), count);
  await page.keyboard.press("Enter");
  assert.equal(await text_of(page, "#found"), `1 of ${count}`);
  const text = await page.evaluate(() => [...CSS.highlights.get("current")][0].toString());
  assert.equal(text, "read_rows");
  assert.equal(await page.locator("#text details[open]").count(), 1);
  await page.getByRole("button", { name: "Match before" }).click();
  assert.equal(await text_of(page, "#found"), `${count} of ${count}`);
  await page.locator("#query").fill("no such word");
  assert.equal(await text_of(page, "#found"), "0 found");
});

await check("search among letters of other lengths, and what is not to be seen yet",
  page_of_text("letters.html", "<think>\u0130 Wo\u061c\u{e0041}</think>\nWeather .*[$&", ["--dialect", "qwen3"]),
  async (page) => {
    for (const query of ["weather", "WO\\u61c\\ue0041", ".*[", "$&", "\u0130 w"]) {
      await page.locator("#query").fill(query);
      assert.equal(await text_of(page, "#found"), "1 found", query);
    }
    await page.locator("#query").fill("reasoning");
    assert.equal(await text_of(page, "#found"), "1 found");
    await set_piece(page, 0);
    await page.waitForFunction(() => document.getElementById("found").textContent === "0 found");
  });

const long = "a line\n".repeat(500) + "needle\n" + "a line\n".repeat(500);
for (const width of [400, 1300]) {
  const file = page_of_text("long.html", long, ["--dialect", "qwen3"]);
  await check(`a match is scrolled to, ${width} wide`, file, async (page) => {
    await page.locator("#query").fill("needle");
    await page.keyboard.press("Enter");
    const place = await page.evaluate(() =>
      [...CSS.highlights.get("current")][0].getBoundingClientRect().top);
    assert(place > 0 && place < 690, `${place}`);
  }, { viewport: { width, height: 700 } });
}

// A text of 3 MB: a step changes what it moves over, and lays out what is in sight.
const lines = Array.from({ length: 40000 }, (_, i) => `line ${i}: ${"word ".repeat(8)}\r\n`).join("");
const one_line = `${"word ".repeat(100000)}needle \u00e9${"\u00e9".repeat(300000)}`;
const huge = `<think>${lines}</think>\n${one_line}\n<tool_call>{"name":"f","arguments":{"a":"` +
  `${"held ".repeat(4000)}"}}</tool_call>\nend`;
await check("a step in a long answer", page_of_text("huge.html", huge, ["--dialect", "qwen3"]),
  async (page) => {
    const as_read = huge.replaceAll("\r\n", "\n");
    assert.equal(await stream_of(page), as_read);
    assert.equal((await page.locator("#text .reasoning .part").evaluateAll(
      (all) => all.map((one) => one.textContent).join(""))).trim(), as_read.slice(7, lines.length - 40000 + 7).trim());
    await page.evaluate(() => {
      window.changes = [];
      const size = (node) => node.textContent.length;
      new MutationObserver((list) => window.changes.push(...list.map((one) =>
        size(one.target)))).observe(document.querySelector("main"),
        { subtree: true, childList: true, characterData: true, attributes: true });
    });
    const most = Number(await page.locator("#piece").getAttribute("max"));
    for (const at of [most * 0.1, most * 0.5, most * 0.9, most - 50].map(Math.round)) {
      await set_piece(page, at);
      for (let i = 0; i < 3; ++i) {
        await page.evaluate(() => (window.changes.length = 0));
        await set_piece(page, at + i + 1);
        const changes = await page.evaluate(() => window.changes);
        assert(changes.length <= 12 && Math.max(0, ...changes) <= 8192, `${at}: ${changes}`);
      }
      const part = page.locator("#came .part").first();
      const is_laid_out = () => part.evaluate((one) =>
        one.firstChild.checkVisibility({ contentVisibilityAuto: true }));
      assert.equal(await is_laid_out(), false, `${at}`);
    }
    assert.match(await held_of(page), /^<tool_call>.{10000}/);
    await set_piece(page, most);
    assert.equal(await stream_of(page), as_read);
    const call = page.locator("#text .call .part");
    assert((await call.count()) >= 3);
    assert.equal((await call.allTextContents()).join(""), `{\n  "a": "${"held ".repeat(4000)}"\n}\n`);
  });

await check("search where a long line is parted", join(folder, "huge.html"), async (page) => {
  for (const [query, found] of [["needle \u00e9", "1 found"], ["\u00e9".repeat(5), "10000 or more found"],
    ["end", "1 found"]]) {
    await page.locator("#query").fill(query);
    assert.equal(await text_of(page, "#found"), found);
  }
  const count = Math.floor(300001 / 100);
  await page.locator("#query").fill("\u00e9".repeat(100));
  assert.equal(await text_of(page, "#found"), `${count} found`);
  await page.locator("#query").fill("line 33333:");
  await page.keyboard.press("Enter");
  await page.waitForTimeout(300);
  const place = await page.evaluate(() =>
    [...CSS.highlights.get("current")][0].getBoundingClientRect().top);
  assert(place > 0 && place < 790, `${place}`);
});

await check("reasoning that never closes",
  page_of_text("unclosed.html", "a\n<think>b", ["--dialect", "qwen3"]), async (page) => {
    assert.equal(await text_of(page, "#text .reasoning .problem"), "! never closed: byte 2");
    assert.equal(await text_of(page, "#tree .reasoning .problem"), "never closed");
  });

await check("of many closing tags that end nothing the first ones are said",
  page_of_text("strays.html", "</x>\n".repeat(5000), ["--hide", "x"]), async (page) => {
    assert.equal(await page.locator("#text button.tag").count(), 100);
    assert.equal(await page.locator("#text .problem").count(), 101);
    assert.equal(await page.locator("#text .problem").last().innerText(),
      "! and 4900 more, the last one: byte 24995");
  });

await check("the pieces as they came", main, async (page) => {
  const size = readFileSync(transcript).length;
  assert.equal(await page.locator("#piece").getAttribute("max"), String(Math.ceil(size / 8) + 1));
  await set_piece(page, 0);
  assert.equal(await stream_of(page), "");
  assert.equal(await page.locator("#text > :visible").count(), 0);
  await set_piece(page, 1);
  assert.equal(await held_of(page), "<thinkin");
  assert.equal(await stream_of(page), "<thinkin");
  assert.match(await text_of(page, "#piece_said"), /^piece 1 of .*: 8 bytes came, 0 left, 8 held$/);
  await page.getByRole("button", { name: "Next piece" }).click();
  await page.waitForFunction(() => document.querySelector("#came mark").textContent === "");
  assert.match(await text_of(page, "#text"), /section thinking/);
  await set_piece(page, 100000);
  assert.equal(await stream_of(page), readFileSync(transcript, "utf8"));
  assert.equal(await held_of(page), "");
});

await check("each control by Tab, with a name", main, async (page) => {
  const names = [];
  for (let i = 0; i < 9; ++i) {
    await page.keyboard.press("Tab");
    names.push(await page.evaluate(() => {
      const element = document.activeElement;
      return element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ??
        element.textContent;
    }));
  }
  assert.deepEqual(names, ["Search", "Match before", "Next match", "Fold all", "Unfold all",
    "Dark", "Piece before", "Pieces", "Next piece"]);
  const reached = await page.evaluate(() =>
    [...document.querySelectorAll("button, a, input, summary")].every((one) => one.tabIndex >= 0));
  assert(reached);
});

await check("a narrow window", main, async (page) => {
  for (const pane of ["#tree", "#text", "#stream"]) {
    const box = await page.locator(pane).boundingBox();
    assert(box.height > 100 && box.width <= 400, pane);
  }
  assert(await page.evaluate(() => document.documentElement.scrollWidth <= 400));
}, { viewport: { width: 400, height: 700 } });

await check("light and dark", main, async (page) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole("button", { name: "Dark" }).click();
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.getByRole("button", { name: "Light" }).click();
  assert.equal(await ground(), light);
});

// ---- what a hostile answer can't do ----

const hostile = [
  "<think>\u001b]0;title\u0007\u001b[31mred <img src=x onerror=alert(1)></think>",
  '</script><script>alert(2)</script><!-- <script> --> ]]> \u202Etxt.exe \u0000\u0085',
  '<iframe src="https://example.org/"></iframe><link rel=stylesheet href="https://example.org/x">',
  '<style>@import "https://example.org/y"; body { display: none }</style>',
  '<base href="https://example.org/"><meta http-equiv=refresh content="0;url=https://example.org">',
  '<tool_call>{"name":"</script><img src=x onerror=alert(3)>","arguments":{"a":"<b onclick=alert(4)',
  '>\u001b[0m","</script>":"\\u003c/script>"}}</tool_call>',
  '<tool_call>{"name": <script>alert(5)</script>}</tool_call> javascript:alert(6) &lt;b&gt;',
  '<form action="https://example.org/"><input autofocus onfocus=alert(7)></form>',
].join("\n");
const bytes = Buffer.concat([Buffer.from(hostile), Buffer.from([0xff, 0xc3, 0x28])]);
const attacked = page_of_text("hostile.html", bytes, ["--dialect", "qwen3"]);

await check("nothing of a hostile answer is markup", attacked, async (page) => {
  const alive = "img, iframe, link, base, form:not(#search), #text script, #text style, [onclick]";
  assert.equal(await page.locator(alive).count(), 0);
  assert.equal(await page.locator("script").count(), 2);
  const text = await text_of(page, "#text");
  for (const part of ["\\x1b]0;title\\x07", "</script><script>alert(2)</script>", "\\u202e",
    "\\x00", "\\x85", "\uFFFD", '"</script>": "\\u003c/script>"', "&lt;b&gt;"]) {
    assert(text.includes(part), part);
  }
  await set_piece(page, 20);
  await set_piece(page, 100000);
  await page.waitForTimeout(300);
});

await check("its policy lets nothing else run", attacked, async (page) => {
  const refused = await page.evaluate(async () => {
    const seen = [];
    document.addEventListener("securitypolicyviolation", (e) => seen.push(e.violatedDirective));
    const script = document.createElement("script");
    script.textContent = "window.has_run = true";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", "<b onclick='window.has_run = true'>x</b>");
    document.body.lastChild.click();
    await fetch("https://example.org/").catch(() => {});
    await new Promise((done) => setTimeout(done, 200));
    return { seen: seen.sort(), has_run: window.has_run ?? false };
  });
  assert.deepEqual(refused, {
    seen: ["connect-src", "script-src-attr", "script-src-elem"],
    has_run: false,
  });
}, {}, /^console .*Content Security Policy/);

const joined = "\u{1F469}\u200D\u{1F467} \u0645\u06CC\u200C\u062E\u0648 a\u200Bb";
await check("signs that are joined", page_of_text("joined.html", joined, ["--dialect", "qwen3"]),
  async (page) => {
    assert.equal(await text_of(page, "#text"), joined.replace("\u200B", "\\u200b"));
  });

await check("an empty text", page_of_text("empty.html", "", ["--dialect", "qwen3"]), async (page) => {
  assert.equal(await page.locator("#text details").count(), 0);
});

// ---- axe ----

for (const [name, file] of [["transcript", main], ["hostile answer", attacked]]) {
  for (const scheme of ["light", "dark"]) {
    for (const width of [1300, 400]) {
      const options = { colorScheme: scheme, viewport: { width, height: 800 }, bypassCSP: true };
      await check(`axe: ${name}, ${scheme}, ${width} wide`, file, async (page) => {
        await page.locator("#query").fill("row");
        await set_piece(page, 1);
        await page.addScriptTag({ path: axe });
        const seen = async () =>
          (await page.evaluate(() => axe.run())).violations.map(
            (one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`);
        assert.deepEqual(await seen(), []);
        await set_piece(page, 100000);
        assert.deepEqual(await seen(), []);
      }, options);
    }
  }
}

await end();
