"use strict";
// Shows what the reader has said of a text: blocks, and the pieces in which it came. Nothing here
// reads the text; all of it becomes text nodes, never markup. The playground uses what it returns.
const show_page = (() => {
  const answers = JSON.parse(document.getElementById("data").textContent);
  // Of the answer that is shown; `wrong` has the bytes at which its problems stand.
  let data, bytes, wrong;
  const at = (id) => document.getElementById(id);

  // What would not be seen, or would turn the text around it, is shown as its number. Joiners make
  // one sign of those around them, and two signs choose how an emoji before them is drawn.
  const unseen = new RegExp(
    "[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f" +
    "\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0d\\ufeff\\uffa0\\ufff0-\\ufffb" +
    "\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]" +
    "|(?<![#*0-9\\u00a9\\u00ae\\u203c-\\u3299\\u{1f000}-\\u{1faff}])[\\ufe0e\\ufe0f]", "gu");
  const number = (c) => {
    const code = c.codePointAt(0);
    return code < 256 ? "\\x" + code.toString(16).padStart(2, "0") : "\\u" + code.toString(16);
  };
  const shown = (text) => text.replace(/\r\n/g, "\n").replace(unseen, number);
  // A CR is not shown if LF comes next: they are one line end.
  const without = (end) => (bytes[end - 1] === 13 && bytes[end] === 10 ? end - 1 : end);
  const slice = (begin, end) =>
    begin < end ? shown(new TextDecoder().decode(bytes.subarray(begin, without(end)))) : "";
  // A character of which only the beginning has come is not shown.
  const begun = (begin, end) =>
    shown(new TextDecoder().decode(bytes.subarray(begin, without(end)), { stream: true }));

  const make = (name, className, text) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text) element.textContent = text;
    return element;
  };
  const range = (begin, end) => `bytes ${begin}..${end}`;

  // ---- what changes with the pieces ----

  // Sorted lists of what shows how much has come, each at `begin` to `end`: a step asks only those
  // between what had come before it and what has come now.
  const marks = []; // what is there or not
  const texts = []; // parts of the text
  const stream = []; // and of the stream

  const among = (list, low, high, show) => {
    let first = 0;
    for (let last = list.length; first < last; ) {
      const middle = (first + last) >> 1;
      if (list[middle].end < low) first = middle + 1;
      else last = middle;
    }
    for (; first < list.length && list[first].begin <= high; ++first) show(list[first]);
  };
  const when = (where, show) => marks.push({ begin: where, end: where, show });

  // A long text stands in parts: the browser lays out those in sight, and a step changes one.
  const longest = 8192;
  const parts_of = (begin, end) => {
    const parts = [];
    for (let at = begin; at < end; ) {
      let size = end - at;
      if (size > longest) {
        const some = bytes.subarray(at, at + longest);
        size = some.lastIndexOf(10) + 1 || some.lastIndexOf(32) + 1;
        if (size === 0) {
          size = longest;
          for (let i = 0; i < 3 && (bytes[at + size] & 0xc0) === 0x80; ++i) --size;
        }
      }
      parts.push([at, at + size]);
      at += size;
    }
    return parts;
  };
  const estimate = (element, text) => {
    const lines = text.split("\n").reduce((sum, line) => sum + 1 + Math.floor(line.length / 80), 0);
    element.style.containIntrinsicSize = `auto ${lines * 20}px`;
  };

  // ---- blocks ----

  const about = at("about");
  const said = ([name, value]) =>
    value === undefined ? shown(name) : `${shown(name)} = ${shown(value)}`;
  const tag_button = ([begin, end, attributes]) => {
    const button = make("button", "tag", slice(begin, end));
    button.type = "button";
    const words = attributes.map(said);
    const say = () => {
      about.textContent = [`${slice(begin, end)}   ${range(begin, end)}`, ...words].join("\n");
    };
    button.addEventListener("mouseenter", say);
    button.addEventListener("focus", say);
    button.dataset.begin = begin;
    return button;
  };

  const is_text = (item) => typeof item !== "string" && item.length === 2;
  const is_tag = (item) => typeof item !== "string" && item.length === 3;
  const is_wrong = (item) => typeof item !== "string" && item.length === 1;

  const before = new Map(); // a part whose line goes on, by the text node of the next one

  // Its text, in `body`; line ends at its edges are layout.
  const add_text = (body, item, is_first, is_last) => {
    const parts = parts_of(item[0], item[1]);
    let last = null;
    parts.forEach(([begin, end], index) => {
      const is_edge = index === 0 || index === parts.length - 1;
      const element = make(is_edge ? "span" : "div", "part");
      const node = document.createTextNode("");
      element.append(node);
      body.append(element);
      const cut = (text) => {
        if (is_first && index === 0) text = text.replace(/^\n+/, "");
        return is_last && index === parts.length - 1 ? text.replace(/\n+$/, "") : text;
      };
      const whole = cut(slice(begin, end));
      if (!is_edge) estimate(element, whole);
      if (last && !last.data.endsWith("\n")) before.set(node, last);
      last = node;
      node.data = whole;
      let shown_to = end;
      const show = (left) => {
        const to = Math.max(begin, Math.min(end, left));
        element.hidden = to === begin;
        if (to === shown_to || to === begin) return;
        shown_to = to;
        node.data = to === end ? whole : cut(slice(begin, to));
      };
      texts.push({ begin, end, show });
    });
  };

  // What has been laid out already.
  const add_string = (body, text) => {
    if (text.length <= longest) return body.append(text);
    for (let last = null; text; ) {
      const some = text.slice(0, longest);
      let size = Math.max(some.lastIndexOf("\n"), some.lastIndexOf(" ")) + 1 || some.length;
      if (some.length === text.length) size = text.length;
      if (/[\ud800-\udbff]$/.test(text.slice(0, size))) --size;
      const part = make("div", "part", text.slice(0, size));
      estimate(part, part.textContent);
      if (last && !last.data.endsWith("\n")) before.set(part.firstChild, last);
      last = part.firstChild;
      body.append(part);
      text = text.slice(size);
    }
  };

  // A match may go on over the edges of a word that stands out.
  const join = (one, next) => {
    const [last, node] = [one, next].map((it) =>
      it && it.nodeType === Node.ELEMENT_NODE && it.tagName !== "BUTTON" ? it.firstChild : it);
    const is_text = (it) => it && it.nodeType === Node.TEXT_NODE;
    if (is_text(last) && is_text(node) && !last.data.endsWith("\n")) before.set(node, last);
  };

  const body_of = (block) => {
    const body = make("div", "body");
    const inner = block.items.filter(is_text);
    for (const item of block.items) {
      if (typeof item === "string") {
        add_string(body, shown(item));
      } else if (is_wrong(item)) {
        body.append(make("span", "wrong", shown(item[0])));
      } else if (is_tag(item)) {
        const button = tag_button(item);
        button.classList.toggle("wrong", wrong.has(item[0]));
        body.append(button);
        when(item[0], (left) => (button.hidden = item[0] >= left));
      } else {
        add_text(body, item, item === inner[0], item === inner[inner.length - 1]);
      }
    }
    for (const word of body.querySelectorAll("span.wrong")) {
      join(word.previousSibling, word);
      join(word, word.nextSibling);
    }
    return body;
  };

  const once_whole = (element, block) => {
    when(block.end, (left) => (element.hidden = left < block.end));
    return element;
  };

  const add_problems = (element, block) => {
    for (const [sentence, where] of block.problems) {
      const line = make("p", "problem");
      once_whole(line, block);
      line.append("! ", make("span", "", shown(sentence)));
      if (where !== undefined) line.append(`: byte ${where}`);
      element.append(line);
    }
    for (const note of block.notes) {
      element.append(once_whole(make("p", "note", "◂ " + shown(note)), block));
    }
  };

  const element_of = (block, index) => {
    const is_plain = block.kind === "text" || block.kind === "notice";
    const element = make(is_plain ? "div" : "details", block.kind);
    element.id = "block_" + index;
    if (!is_plain) {
      element.open = true;
      const summary = make("summary");
      summary.append(make("strong", "", block.word), " " + shown(block.name) + " ");
      summary.append(make("small", "", range(block.start, block.end)));
      element.append(summary);
    }
    element.append(body_of(block));
    add_problems(element, block);
    return element;
  };

  const beginning_of = (block) => {
    const item = block.items.find(is_text);
    return item ? begun(item[0], Math.min(item[1], item[0] + 60)).trim().split("\n")[0] : "";
  };

  const entry_of = (block, index) => {
    const entry = make("li", block.kind);
    const is_notice = block.kind === "notice";
    const named = `${block.word} ${shown(block.name)}`.trim();
    const label = block.kind === "text" ? beginning_of(block) : is_notice ? block.problems[0][0] : named;
    const link = make("a", "", shown(label) || named);
    link.href = "#block_" + index;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const target = at("block_" + index);
      if (target.tagName === "DETAILS") target.open = true;
      target.scrollIntoView({ block: "start" });
    });
    entry.append(link);
    const inner = make("ul");
    for (const item of block.kind === "text" ? [] : block.items) {
      if (!is_tag(item)) continue;
      for (const attribute of item[2]) inner.append(make("li", "", said(attribute)));
    }
    for (const [sentence] of is_notice ? [] : block.problems) {
      inner.append(make("li", "problem", shown(sentence)));
    }
    if (inner.firstChild) entry.append(inner);
    return entry;
  };

  // Of many the browser lays out the groups in sight.
  const in_group = 50;
  let group, list;
  const add_block = (block, index) => {
    const element = element_of(block, index);
    const entry = entry_of(block, index);
    const is_first = index % in_group === 0;
    if (is_first) {
      const size = Math.min(in_group, data.blocks.length - index);
      [group, list] = [make("div", "group"), make("ul", "group")];
      group.style.containIntrinsicSize = `auto ${size * 100}px`;
      list.style.containIntrinsicSize = `auto ${size * 24}px`;
      at("text").append(group);
      at("tree").append(list);
    }
    const outer = is_first ? [group, list] : [];
    group.append(element);
    list.append(entry);
    when(block.is_whole ? block.end : block.start, (left) => {
      const is_there = block.is_whole ? block.end <= left : block.start < left || left === bytes.length;
      for (const one of [element, entry, ...outer]) one.hidden = !is_there;
    });
  };

  // ---- the stream ----

  const add_stream_part = ([begin, end]) => {
    const element = make("div", "part");
    const seen = make("span", "", slice(begin, end));
    const held = make("mark");
    element.append(seen, held);
    at("came").append(element);
    estimate(element, seen.textContent);
    let shown_to = [end, end];
    const show = (left, came) => {
      const to = [left, came].map((it) => Math.max(begin, Math.min(end, it)));
      element.hidden = to[1] === begin;
      if (to[1] === begin || (to[0] === shown_to[0] && to[1] === shown_to[1])) return;
      shown_to = to;
      seen.textContent = slice(begin, to[0]);
      held.textContent = begun(to[0], to[1]);
    };
    stream.push({ begin, end, show });
  };

  // ---- pieces ----

  const slider = at("piece");
  let count = 0;
  let on_piece = () => {}; // is called with the piece that is shown, and their number

  const to_end = () => (at("stream").scrollTop = at("stream").scrollHeight);
  let shown_at = [0, 0]; // what is shown: from where to where it may be wrong
  const show_piece = () => {
    const piece = Number(slider.value);
    const came = piece === 0 ? 0 : data.pieces[2 * piece - 2];
    const left = piece === 0 ? 0 : data.pieces[2 * piece - 1];
    const low = Math.min(left, shown_at[0]);
    const high = Math.max(came, shown_at[1]);
    for (const list of [marks, texts, stream]) among(list, low, high, (one) => one.show(left, came));
    shown_at = [left, came];
    if (piece < count) {
      to_end();
      requestAnimationFrame(to_end); // parts that have come in sight are not as high as was thought
    }
    const said = `piece ${piece} of ${count}: ${came} bytes came, ${left} left, ${came - left} held`;
    at("piece_said").textContent = said;
    slider.setAttribute("aria-valuetext", said);
    on_piece(piece, count);
  };
  let is_asked = false;
  let searching = 0;
  const ask_for_piece = () => {
    if (is_asked) return;
    is_asked = true;
    requestAnimationFrame(() => {
      is_asked = false;
      show_piece();
      clearTimeout(searching);
      if (at("query").value) searching = setTimeout(search, 200);
    });
  };
  slider.addEventListener("input", ask_for_piece);
  const go_to_piece = (piece) => {
    slider.value = piece;
    ask_for_piece();
  };
  const step = (by) => go_to_piece(Number(slider.value) + by);
  at("piece_before").addEventListener("click", () => step(-1));
  at("piece_after").addEventListener("click", () => step(1));

  // ---- folding ----

  const fold_all = (is_open) => {
    for (const details of document.querySelectorAll("#text details")) details.open = is_open;
  };
  at("fold").addEventListener("click", () => fold_all(false));
  at("unfold").addEventListener("click", () => fold_all(true));

  // ---- search ----

  const most = 10000;
  let matches = [];
  let current = -1;
  const highlight = (name, ranges) => {
    if (window.CSS && CSS.highlights) CSS.highlights.set(name, new Highlight(...ranges));
  };

  // As many units as `text`: that of U+0130 would be two.
  const folded = (text) => text.replace(/\u0130/g, "i").toLowerCase();
  const is_there = (node) => {
    if (node.hidden) return NodeFilter.FILTER_REJECT;
    return node.nodeType === Node.TEXT_NODE ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
  };

  const add_match = (first, begin, last, end) => {
    const match = document.createRange();
    match.setStart(first, begin);
    match.setEnd(last, end);
    matches.push(match);
  };
  const add_matches = (node, query) => {
    const text = folded(node.data);
    let from = 0;
    const last = before.get(node);
    if (last && matches.length < most) { // one that begins in the part before
      const match = matches[matches.length - 1];
      const used = match && match.endContainer === last ? match.endOffset : 0;
      const tail = folded(last.data.slice(Math.max(used, last.length - query.length + 1)));
      const i = (tail + text.slice(0, query.length - 1)).indexOf(query);
      if (i >= 0) {
        from = i + query.length - tail.length;
        add_match(last, last.length - tail.length + i, node, from);
      }
    }
    for (let i = text.indexOf(query, from); i >= 0 && matches.length < most; ) {
      add_match(node, i, node, i + query.length);
      i = text.indexOf(query, i + query.length);
    }
  };

  const search = () => {
    const query = folded(at("query").value);
    matches = [];
    current = -1;
    if (query) {
      const what = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
      const nodes = document.createTreeWalker(at("text"), what, is_there);
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) add_matches(node, query);
    }
    highlight("found", matches);
    highlight("current", []);
    const is_more = matches.length === most ? " or more" : "";
    at("found").textContent = query ? `${matches.length}${is_more} found` : "";
  };

  // Parts that come in sight get their height only then: it is brought there anew.
  const bring = (match, times) => {
    if (match !== matches[current]) return;
    match.startContainer.parentElement.scrollIntoView({ block: "nearest" });
    const top = () => match.getBoundingClientRect().top;
    const box = at("text").getBoundingClientRect();
    at("text").scrollBy(0, top() - box.top - box.height / 3);
    // In a narrow window it is the page that scrolls.
    if (top() < 0 || top() > innerHeight * 0.9) scrollBy(0, top() - innerHeight / 3);
    if (times > 0) requestAnimationFrame(() => bring(match, times - 1));
  };

  const go_to = (by) => {
    if (matches.length === 0) return;
    current = current < 0 && by < 0 ? matches.length - 1 : current + by;
    current = (current + matches.length) % matches.length;
    const parent = matches[current].startContainer.parentElement;
    const details = parent.closest("details");
    if (details) details.open = true;
    highlight("current", [matches[current]]);
    bring(matches[current], 3);
    at("found").textContent = `${current + 1} of ${matches.length}`;
  };
  at("query").addEventListener("input", search);
  at("search").addEventListener("submit", (event) => {
    event.preventDefault();
    go_to(1);
  });
  at("search_before").addEventListener("click", () => go_to(-1));

  // ---- light and dark ----

  const theme = at("theme");
  const is_dark = () => {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  };
  const name_theme = () => (theme.textContent = is_dark() ? "Light" : "Dark");
  theme.addEventListener("click", () => {
    document.documentElement.dataset.theme = is_dark() ? "light" : "dark";
    name_theme();
  });
  name_theme();

  // ---- the answers ----

  const open = (answer, piece = Infinity) => {
    data = answer;
    bytes = Uint8Array.from(atob(data.bytes), (c) => c.charCodeAt(0));
    wrong = new Set(data.blocks.flatMap((block) => block.problems.map(([, where]) => where)));
    for (const id of ["text", "tree", "came"]) at(id).replaceChildren();
    for (const list of [marks, texts, stream]) list.length = 0;
    before.clear();
    about.textContent = told_at_first;
    data.blocks.forEach(add_block);
    if (data.remark) at("text").prepend(make("p", "note", "◂ " + shown(data.remark)));
    parts_of(0, bytes.length).forEach(add_stream_part);
    for (const list of [marks, texts]) list.sort((a, b) => a.begin - b.begin);
    count = data.pieces.length / 2;
    slider.max = count;
    slider.value = Math.min(piece, count);
    shown_at = [0, bytes.length];
    show_piece();
    search();
  };
  const told_at_first = about.textContent;
  const chooser = at("answer");
  at("answers").hidden = answers.length < 2;
  answers.forEach((answer, index) => {
    const option = make("option", "", `choice ${answer.choice}`);
    option.value = index;
    chooser.append(option);
  });
  chooser.addEventListener("change", () => open(answers[chooser.value]));
  if (answers.length > 0) {
    at("name").textContent = shown(answers[0].name);
    open(answers[0]);
  }
  return { at, make, shown, unseen, open, go_to_piece, set_on_piece: (call) => (on_piece = call) };
})();
