// Adds up events to one message, as `Message::add` does in C++. The golden tests compare the two.

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function randomWord(size) {
  let word = "";
  for (let i = 0; i < size; ++i) word += letters[Math.floor(Math.random() * letters.length)];
  return word;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** How many bytes at the end are the beginning of a sign. */
export function openBytes(bytes) {
  for (let size = 1; size <= 3 && size <= bytes.length; ++size) {
    const byte = bytes[bytes.length - size];
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > size ? size : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/** Bytes that come in parts, as text: a sign may be in two of them. */
class Joined {
  #open = new Uint8Array();

  /** The text for these bytes, without the beginning of a sign at their end. */
  add(bytes) {
    const all = new Uint8Array(this.#open.length + bytes.length);
    all.set(this.#open);
    all.set(bytes, this.#open.length);
    const size = all.length - openBytes(all);
    this.#open = all.subarray(size);
    return decoder.decode(all.subarray(0, size));
  }

  get hasOpen() {
    return this.#open.length !== 0;
  }
}

const copied = (list) => list.map((one) => ({ ...one }));
const saying = ({ code, text, offset }) => ({ code, text, offset });

export class MessageMaker {
  #content = "";
  #reasoning = "";
  #reasoningClosed = null;
  #calls = [];
  #errors = [];
  #sections = [];
  #thoughts = [];
  #notices = [];
  #finishReason = null;
  #stopped = null;
  #section = ""; // the text of the hidden section that is open
  #hasCutOffCall = false;
  // Where reasoning begins after other text: its offset, the length of the reasoning before it, and
  // of the blank that separates the two.
  #starts = [];
  #reasonedUntil = null;
  // Of a stream of bytes.
  #joined = { content: new Joined(), reasoning: new Joined() };

  /** `bytes` are those of the text, if it may have half a sign at one of its ends. */
  add(event, bytes) {
    switch (event.kind) {
      case "content":
        this.#content += bytes === undefined ? event.text : this.#joined.content.add(bytes);
        if (this.#hasCutOffCall && event.start !== event.end) {
          this.#errors[this.#errors.length - 1].raw += event.text;
        }
        break;
      case "reasoning":
        if (event.start !== this.#reasonedUntil) {
          const separator = event.start === event.end && !event.is_native ? event.text.length : 0;
          this.#starts.push({ offset: event.start, at: this.#reasoning.length, separator });
        }
        this.#reasonedUntil = event.end;
        this.#reasoning += bytes === undefined ? event.text : this.#joined.reasoning.add(bytes);
        break;
      case "section_start":
        this.#section = "";
        break;
      case "section_delta":
        this.#section += event.text;
        break;
      case "section_end":
        this.#addSection(event);
        break;
      case "tool_call": {
        const { kind, has_started, ...call } = event;
        this.#calls.push(call);
        break;
      }
      case "tool_call_error":
        this.#addError(event, event.code, event.name, event.raw);
        break;
      case "thought": {
        const { kind, ...thought } = event;
        this.#thoughts.push(thought);
        break;
      }
      case "notice":
        this.#addNotice(event);
        break;
      case "stopped":
        this.#stopped = saying(event);
        if (event.code !== "fed_after_finish") this.setCutOff();
        break;
    }
  }

  /** Whether half a sign has come. */
  hasOpen(kind) {
    return this.#joined[kind].hasOpen;
  }

  /** The answer has ended. */
  finish() {
    this.#finishReason ??= this.#calls.length === 0 ? "stop" : "tool_calls";
    this.#reasoningClosed ??= true;
  }

  setCutOff() {
    this.#finishReason = "length";
  }

  /** The server has said why the answer ended. Whether there are calls is known better here. */
  setReason(reason) {
    if (this.#stopped === null && reason !== "" && reason !== "stop" && reason !== "tool_calls") {
      this.#finishReason = reason;
    }
  }

  /** The stream has broken off: nothing says how the answer ends. */
  breakOff() {
    if (this.#stopped === null) this.#finishReason = null;
    if (this.#reasoningClosed === true) this.#reasoningClosed = null;
  }

  /** The message so far: a copy. */
  copy() {
    return {
      content: this.#content + (this.#joined.content.hasOpen ? "\ufffd" : ""),
      reasoning: this.#reasoning + (this.#joined.reasoning.hasOpen ? "\ufffd" : ""),
      reasoning_closed: this.#reasoningClosed,
      tool_calls: copied(this.#calls),
      tool_call_errors: copied(this.#errors),
      sections: copied(this.#sections),
      thoughts: copied(this.#thoughts),
      notices: copied(this.#notices),
      finish_reason: this.#finishReason,
      stopped: this.#stopped,
    };
  }

  #addSection(event) {
    const { name, raw_tag, attributes, is_closed, is_recorded, is_implied_open } = event;
    const section = {
      name,
      raw_tag,
      attributes,
      content: is_recorded ? event.text : this.#section,
      is_closed,
      is_recorded,
      is_implied_open,
      is_truncated: event.is_truncated,
      start: event.offset,
      end: event.end,
    };
    if (!is_recorded) this.#section = "";
    this.#sections.push(section);
  }

  #addError({ text, offset, is_native }, code, name, raw) {
    this.#errors.push({ code, text, offset, name, raw, is_native: is_native ?? false });
  }

  #addNotice(event) {
    if (event.code === "unclosed_call") {
      // Nothing but the bytes of this call follows, as content.
      this.#addError(event, "unclosed", "", "");
      this.#hasCutOffCall = true;
      return;
    }
    this.#notices.push({ ...saying(event), name: event.name });
    if (event.code === "reasoning_as_content") this.#moveUnclosed(event.offset);
    if (event.code === "reasoning_as_content" || event.code === "unclosed_reasoning") {
      this.#reasoningClosed = false;
    }
  }

  // Reasoning that never closes moves to the content.
  #moveUnclosed(from) {
    const first = this.#starts.findIndex((one) => one.offset >= from);
    if (first < 0) return;
    const { at, separator } = this.#starts[first];
    this.#content += this.#reasoning.slice(at + separator);
    this.#reasoning = this.#reasoning.slice(0, at);
    this.#starts.length = first;
  }
}

/** Ids for the calls of the reader and of the server: no id is given twice. */
export class Ids {
  #given = new Set();
  #byIndex = new Map();

  constructor(style) {
    this.style = style;
  }

  /** The id of the call: its own, unless another call has it. */
  of(index, own) {
    const known = this.#byIndex.get(index);
    if (known !== undefined) return known;
    let id = own || this.#madeUp(index);
    for (let count = 2; this.#given.has(id); ++count) {
      id = this.#madeUp(index) + (this.style === "counted" ? `_${count}` : "");
    }
    this.#given.add(id);
    this.#byIndex.set(index, id);
    return id;
  }

  #madeUp(index) {
    if (this.style === "openai") return `call_${randomWord(24)}`;
    return this.style === "mistral" ? randomWord(9) : `call_${index}`;
  }
}
