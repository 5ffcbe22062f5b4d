// The playground: what is typed goes through the module, and what comes of it is shown by the page.
(() => {
  const { at, make, shown, unseen, open, go_to_piece, set_on_piece } = show_page;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const most_bytes = 2 << 20; // of an answer
  const most_in_link = 30000; // characters

  // ---- the module ----

  let compiled, c; // c: its functions

  const base64_bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

  // All that comes out of a stream that packs or unpacks; an error if that is more than `most`.
  const through = async (bytes, stream, most = Infinity) => {
    const parts = [];
    let size = 0;
    const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      size += value.length;
      if (size > most) {
        await reader.cancel();
        throw new RangeError("too long");
      }
      parts.push(value);
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  };

  const start = () => {
    c = new WebAssembly.Instance(compiled).exports;
    c.__wasm_call_ctors();
  };

  // The JSON that a function of the module gives. After a trap the module is not to be used.
  const call = (name, ...given) => {
    try {
      const places = [];
      const words = given.flatMap((one) => {
        if (typeof one === "number") return [one];
        const bytes = encoder.encode(one);
        const place = c.malloc(bytes.length || 1);
        if (place === 0) throw new RangeError("no memory");
        places.push(place);
        new Uint8Array(c.memory.buffer).set(bytes, place);
        return [place, bytes.length];
      });
      const place = c[name](...words);
      const text = decoder.decode(new Uint8Array(c.memory.buffer, place, c.play_size()));
      places.forEach((one) => c.free(one));
      return JSON.parse(text);
    } catch (error) {
      start();
      return { error: { message: `the module has stopped (${error.message}): the text is too large` } };
    }
  };

  // ---- what is read ----

  const sizes = [1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 64, 128, 512, most_bytes];
  const size_slider = at("size");
  size_slider.max = sizes.length - 1;
  const piece_size = () => sizes[size_slider.value];
  const name_size = () => {
    const size = piece_size();
    const said = size === most_bytes ? "the whole text" : size === 1 ? "1 byte" : `${size} bytes`;
    at("size_said").textContent = said;
    size_slider.setAttribute("aria-valuetext", said);
  };

  const state = () => ({
    text: at("answer_text").value,
    family: at("family").value,
    rules: at("rules").value,
    format: at("format").value,
    size: piece_size(),
  });
  const set_state = ({ text = "", family = "", rules = "", format = "", size = 4 }) => {
    at("answer_text").value = text;
    const families = [...at("family").options].map((one) => one.value);
    at("family").value = families.includes(family) ? family : "";
    at("rules").value = rules;
    at("format").value = format;
    at("own").open = rules !== "" || format !== "";
    const index = sizes.findIndex((one) => one >= size);
    size_slider.value = index < 0 ? sizes.length - 1 : index;
    name_size();
  };

  let used = []; // the options by which the text was read
  let now = { piece: 0, count: 0 };

  const say_wrong = (sentence) => (at("wrong").textContent = shown(sentence));

  // Reads what is typed, and shows it from `piece` on.
  const read = (piece) => {
    stop();
    const { text, family, rules, format, size } = state();
    if (encoder.encode(text).length > most_bytes) {
      return say_wrong("an answer of at most 2 MiB is read here: tagstream show --html reads longer ones");
    }
    const result = call("play_read", rules, family, format, text, size);
    if (result.error) return say_wrong(result.error.message);
    say_wrong("");
    used = result.used;
    made.clear();
    open(result.answers[0], piece);
    if (!text) at("text").prepend(make("p", "note", "Paste an answer above, or pick an example."));
    at("in_force").replaceChildren(make("pre", "", shown(result.explain)));
    fill_panel();
    write_code();
  };

  let waiting = 0;
  const read_soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => read(Infinity), at("answer_text").value.length > 20000 ? 400 : 80);
  };
  for (const id of ["answer_text", "rules", "format"]) at(id).addEventListener("input", read_soon);
  at("answer_text").addEventListener("input", () => (at("example").value = ""));
  // A format says how to read, as a family does: who writes one wants no family.
  at("format").addEventListener("input", () => (at("family").value = ""));
  at("family").addEventListener("change", () => read(Infinity));
  size_slider.addEventListener("input", () => {
    name_size();
    read_soon();
  });

  // ---- play ----

  let playing = 0; // the timer
  const longest_play = 12000; // milliseconds
  const tick = 60;
  const stop = () => {
    clearInterval(playing);
    playing = 0;
    at("play").textContent = "▶ Play";
  };
  const play = () => {
    let piece = now.piece >= now.count ? 0 : now.piece;
    const step = Math.max(1, Math.ceil((now.count * tick) / longest_play));
    go_to_piece(piece);
    at("play").textContent = "❚❚ Pause";
    playing = setInterval(() => {
      piece = Math.min(piece + step, now.count);
      go_to_piece(piece);
      if (piece === now.count) stop();
    }, tick);
  };
  at("play").addEventListener("click", () => (playing ? stop() : play()));
  for (const id of ["piece", "piece_before", "piece_after"]) {
    for (const kind of ["pointerdown", "keydown"]) at(id).addEventListener(kind, () => playing && stop());
  }

  // ---- panels ----

  const panels = ["text", "events", "chunks", "all_tags", "in_force"];
  const made = new Map(); // of a panel that is filled: its items by their pieces
  let current = "text";

  // A list of tabs: the arrow keys go from one to the next.
  const make_tabs = (list, choose) => {
    const tabs = [...at(list).querySelectorAll("[role=tab]")];
    const select = (tab, has_focus) => {
      for (const one of tabs) {
        one.setAttribute("aria-selected", one === tab);
        one.tabIndex = one === tab ? 0 : -1;
      }
      if (has_focus) tab.focus();
      choose(tab.id.slice("tab_".length));
    };
    tabs.forEach((tab, index) => {
      tab.addEventListener("click", () => select(tab));
      tab.addEventListener("keydown", ({ key }) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
        const to = { Home: 0, End: tabs.length - 1 }[key] ?? (by && (index + by + tabs.length) % tabs.length);
        if (to !== undefined) select(tabs[to], true);
      });
    });
    select(tabs[0]);
    return select;
  };

  const event_item = ({ kind, ...rest }) => {
    const item = make("div", /error|stopped|notice/.test(kind) ? "item wrong" : "item");
    item.append(make("b", "", shown(kind)), " " + shown(JSON.stringify(rest)));
    return item;
  };
  const chunk_item = (text) => make("div", "item", shown(text));

  const fill_items = (panel, items, make_item) => {
    const list = items.map(([piece, value]) => {
      const element = value === undefined ? make("div", "item quiet", "… and more") : make_item(value);
      element.hidden = true;
      return { piece: Math.min(piece, now.count), element };
    });
    panel.replaceChildren(...list.map((one) => one.element));
    if (list.length === 0) panel.replaceChildren(make("p", "note", "Nothing."));
    made.set(panel.id, { list, shown_to: 0 });
  };

  const most_tags = 2000;
  const fill_tree = (panel, { tags, diagnostics }) => {
    const list = make("ul");
    let count = 0;
    // A list may be as deep as the text, so there is no recursion.
    const waiting = tags.map((tag) => [tag, list]).reverse();
    while (waiting.length > 0 && count < most_tags) {
      const [tag, parent] = waiting.pop();
      ++count;
      const item = make("li");
      item.append(make("b", "", shown(tag.raw_tag)), " ");
      const first = (tag.content ?? "").trim().split("\n")[0].slice(0, 80);
      const bytes = `bytes ${tag.start}..${tag.end}${tag.is_closed ? "" : ", never closed"}`;
      item.append(tag.children.length > 0 ? "" : shown(first) + " ", make("span", "quiet", bytes));
      parent.append(item);
      if (tag.children.length === 0) continue;
      const inner = make("ul");
      item.append(inner);
      for (const child of [...tag.children].reverse()) waiting.push([child, inner]);
    }
    panel.replaceChildren(count > 0 ? list : make("p", "note", "No tags."));
    if (waiting.length > 0) panel.append(make("p", "quiet", "… and more"));
    for (const { kind, name, line, column } of diagnostics.slice(0, 100)) {
      panel.append(make("p", "problem", `! ${kind} ${shown(name)}: line ${line}, column ${column}`));
    }
    made.set(panel.id, { list: [], shown_to: 0 });
  };

  // What a panel shows is asked for when it is looked at.
  const fill_panel = () => {
    const panel = at(current);
    if (made.has(current)) return show_items();
    if (current === "events") fill_items(panel, call("play_events"), event_item);
    if (current === "chunks") fill_items(panel, call("play_chunks"), chunk_item);
    if (current === "all_tags") fill_tree(panel, call("play_tree"));
    show_items();
  };
  const show_items = () => {
    const of_panel = made.get(current);
    if (!of_panel) return;
    const { list } = of_panel;
    let at_item = of_panel.shown_to;
    while (at_item < list.length && list[at_item].piece <= now.piece) list[at_item++].element.hidden = false;
    while (at_item > 0 && list[at_item - 1].piece > now.piece) list[--at_item].element.hidden = true;
    of_panel.shown_to = at_item;
  };

  set_on_piece((piece, count) => {
    now = { piece, count };
    at("hint").hidden = piece > 0 || count === 0;
    show_items();
    if (playing) at(current).scrollTop = at(current).scrollHeight;
  });

  // ---- the same elsewhere ----

  let language = "program";
  const longest_literal = 1500;

  // A sign that is not seen, or turns the text around it, is written as its number.
  const escaped = (text, number) =>
    text.replace(unseen, (sign) => number(sign.codePointAt(0).toString(16)));
  const js_string = (text) => escaped(JSON.stringify(text), (number) =>
    number.length > 4 ? `\\u{${number}}` : "\\u" + number.padStart(4, "0"));
  const python_string = (text) => escaped(JSON.stringify(text), (number) =>
    number.length > 4 ? "\\U" + number.padStart(8, "0") : "\\u" + number.padStart(4, "0"));
  const shell_word = (text) => {
    if (/^[\w@%+=:,.\/-]+$/.test(text)) return text;
    if (text.search(unseen) < 0) return `'${text.replaceAll("'", "'\\''")}'`;
    const quoted = text.replace(/[\\']/g, "\\$&").replaceAll("\n", "\\n");
    return `$'${escaped(quoted, (number) => "\\U" + number.padStart(8, "0"))}'`;
  };

  const is_list = ({ type }) => type === "list" || type === "rules";
  const value_of = (option, literal, yes, no) => {
    const { type, values } = option;
    if (is_list(option)) return values.length === 1 ? literal(values[0]) : `[${values.map(literal).join(", ")}]`;
    if (type === "boolean") return values[0] === "true" ? yes : no;
    const is_number = (type === "number" || type === "size") && /^\d{1,15}$/.test(values[0]);
    return is_number ? values[0] : literal(values[0] ?? "");
  };
  const program_code = () => {
    const flags = used.flatMap((option) => {
      const name = option.name.replaceAll("_", "-");
      if (option.type === "boolean") return [(option.values[0] === "true" ? "--" : "--no-") + name];
      return option.values.map((value) => `--${name} ${shell_word(value)}`);
    });
    return ["tagstream show", ...flags, "answer.txt"].join(" ");
  };
  const python_code = (text) => {
    const options = used.map((one) => `, ${one.name}=${value_of(one, python_string, "True", "False")}`).join("");
    const is_short = text.length <= longest_literal;
    const from_file = 'open("answer.txt", encoding="utf-8", newline="").read()';
    return `import tagstream

answer = ${is_short ? python_string(text) : from_file}
message = tagstream.read(answer${options})
print(message.content, message.reasoning, message.tool_calls)`;
  };
  const typescript_code = (text) => {
    const options = used.map((one) => `${one.name}: ${value_of(one, js_string, "true", "false")}`).join(", ");
    const is_short = text.length <= longest_literal;
    return `${is_short ? "" : 'import { readFileSync } from "node:fs";\n'}import { read } from "tagstream";

const answer = ${is_short ? js_string(text) : 'readFileSync("answer.txt", "utf8")'};
const message = read(answer, { ${options} });
console.log(message.content, message.reasoning, message.tool_calls);`;
  };
  const code = () => {
    const { text } = state();
    return { program: program_code, python: python_code, typescript: typescript_code }[language](text);
  };
  let file_url = "";
  const write_code = () => {
    at("code").textContent = code();
    at("code").setAttribute("aria-labelledby", "tab_" + language);
    URL.revokeObjectURL(file_url);
    file_url = URL.createObjectURL(new Blob([state().text], { type: "text/plain" }));
    at("file").href = file_url;
  };

  const copy = async (text, done) => {
    try {
      await navigator.clipboard.writeText(text);
      at("copied").textContent = done;
    } catch {
      at("copied").textContent = "the browser does not let this page copy: select the text";
    }
  };
  at("copy_code").addEventListener("click", () => copy(code(), "copied"));

  // ---- links ----

  const link_of = async (given) => {
    const bytes = encoder.encode(JSON.stringify(given));
    const packed = await through(bytes, new CompressionStream("deflate-raw"));
    const signs = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
    return "#1" + btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  };
  const state_of_link = async (fragment) => {
    if (!fragment.startsWith("#1")) throw new Error("of another version");
    const packed = base64_bytes(fragment.slice(2).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(packed, new DecompressionStream("deflate-raw"), 4 * most_bytes);
    const given = JSON.parse(decoder.decode(bytes));
    const known = {};
    for (const name of ["text", "family", "rules", "format"]) {
      if (typeof given[name] === "string") known[name] = given[name];
    }
    if (Number.isFinite(given.size)) known.size = given.size;
    return known;
  };
  at("copy_link").addEventListener("click", async () => {
    const fragment = await link_of(state());
    if (fragment.length > most_in_link) {
      at("copied").textContent = "too long for a link: send answer.txt and the command line";
      return;
    }
    history.replaceState(null, "", fragment);
    await copy(location.href, "the link is copied, and in the address bar");
  });
  const broken_link = "the link is broken: nothing was taken from it";
  let is_link_broken = false;
  const open_link = async () => {
    try {
      set_state(await state_of_link(location.hash));
      read(0);
    } catch {
      is_link_broken = true;
      say_wrong(broken_link);
    }
  };
  addEventListener("hashchange", open_link);

  // ---- examples ----

  const broken = {
    "quoted closing tag": ['<think>A call ends at its closing tag.</think>\n<tool_call>\n{"name": "write_file", ' +
      '"arguments": {"path": "format.md", "text": "A call ends with </tool_call> and a line end."}}\n</tool_call>', "qwen3"],
    "single quotes": ["<think>The tool wants a city.</think>\n<tool_call>\n{'name': 'get_weather', " +
      "'arguments': {'city': 'Oslo', 'days': 3, 'detailed': True,}}\n</tool_call>", "qwen3"],
    "wrong end of thinking": ["<think>First the weather, then the answer.</thinking>\nLet me look.\n" +
      '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>', "qwen3"],
    "cut off": ['<think>They ask for three days.</think>\nI look that up.\n<tool_call>\n{"name": "get_weather", ' +
      '"arguments": {"city": "Oslo", "da', "qwen3"],
    hostile: ['<think>\u001b]0;owned\u0007 \u202Egnp.exe</think>\n<\/script><script>alert(1)<\/script>' +
      '<img src=x onerror=alert(2)>\n<tool_call>{"name": "<\/script>", "arguments": {"a": "<b onclick=alert(3)>"}}' +
      '</tool_call>\n<tool_call>{"name": <iframe src="javascript:alert(4)"></tool_call>\n</think></think>', "qwen3"],
  };
  for (const [name, [text, family]] of Object.entries(broken)) {
    const button = make("button", "", name);
    button.type = "button";
    button.addEventListener("click", () => {
      at("example").value = "";
      set_state({ text, family, size: piece_size() });
      read(Infinity);
    });
    at("broken").append(button);
  }

  let examples = {};
  at("example").addEventListener("change", () => {
    const family = at("example").value;
    if (family === "") return;
    set_state({ text: examples[family], family, size: piece_size() });
    read(Infinity);
  });

  // ---- the beginning ----

  const option_of = (name) => {
    const option = make("option", "", name);
    option.value = name;
    return option;
  };

  const begin = async () => {
    const packed = base64_bytes(at("module").textContent);
    at("module").remove();
    compiled = await WebAssembly.compile(await through(packed, new DecompressionStream("gzip")));
    start();
    examples = call("play_examples");
    for (const name of Object.keys(examples).sort()) {
      at("family").append(option_of(name));
      if (examples[name]) at("example").append(option_of(name));
    }
    if (location.hash.length > 1) await open_link();
    if (used.length === 0) {
      const name = "qwen3";
      set_state({ text: examples[name], size: 4 });
      read(0);
      if (is_link_broken) say_wrong(broken_link);
    }
    document.documentElement.dataset.ready = "";
  };

  const select = make_tabs("tabs", (name) => {
    current = name;
    for (const panel of panels) at(panel).hidden = panel !== name;
    if (c) fill_panel();
  });
  // What is searched, and what the tree leads to, is in the result.
  const show_result = () => current === "text" || select(at("tab_text"));
  at("query").addEventListener("input", show_result);
  at("tree").addEventListener("click", show_result, true);
  make_tabs("languages", (name) => {
    language = name;
    if (c) write_code();
  });
  begin().catch((error) => say_wrong(`this browser can't run the page: ${error.message}`));
})();
