// The types of the package. Offsets are units of UTF-16 for strings, and bytes for bytes. The parts
// between the marks are made by bindings/js/generate.mjs.

export interface Span {
  start: number;
  end: number;
}

/** An attribute as written: nothing is decoded. */
export interface Attribute {
  /** Empty for the value directly after the tag's name: `<f=v>`. */
  name: string;
  value: string;
  /** False for `<a b>`, true for `<a b="">`. */
  has_value: boolean;
}

// made: events
/** Visible text. */
export interface Content extends Span {
  kind: "content";
  text: string;
}
/** Text of the model's reasoning. */
export interface Reasoning extends Span {
  kind: "reasoning";
  text: string;
  /** A server has read it itself; no reader makes such events. */
  is_native: boolean;
}
/** A hidden section begins. */
export interface SectionStart extends Span {
  kind: "section_start";
  name: string;
  /** The opening tag or marker as written; empty if only `start_inside` says that it is open. */
  raw_tag: string;
  /** A list of `{"name": …, "value": …, "has_value": true}`, as written: nothing is decoded. */
  attributes: Attribute[];
  /** The prompt has opened the section. */
  is_implied_open: boolean;
}
/** A piece of a hidden section's text. */
export interface SectionDelta extends Span {
  kind: "section_delta";
  name: string;
  text: string;
}
/** A hidden or recorded section has ended, or the stream ended inside it. */
export interface SectionEnd extends Span {
  kind: "section_end";
  name: string;
  /** The opening tag or marker as written; empty if only `start_inside` says that it is open. */
  raw_tag: string;
  /** A list of `{"name": …, "value": …, "has_value": true}`, as written: nothing is decoded. */
  attributes: Attribute[];
  text: string;
  /** The byte of the stream that it speaks of; of `section_end` where its opening tag begins. */
  offset: number;
  /** The closing tag was there. */
  is_closed: boolean;
  /** The section is of `record`: it is content as well. */
  is_recorded: boolean;
  /** The prompt has opened the section. */
  is_implied_open: boolean;
  /** `text` has been cut at a limit. */
  is_truncated: boolean;
}
/** `incremental`: a call has begun, and its name is known. */
export interface ToolCallStart extends Span {
  kind: "tool_call_start";
  /** Calls count from 0, in the order in which they come. */
  index: number;
  /** The model's own, or one that is made up (docs/read.md#ids). */
  id: string;
  name: string;
  /** A server has read it itself; no reader makes such events. */
  is_native: boolean;
}
/** `incremental`: a piece of the arguments of an open call. */
export interface ToolCallDelta extends Span {
  kind: "tool_call_delta";
  /** Calls count from 0, in the order in which they come. */
  index: number;
  name: string;
  text: string;
  /** A server has read it itself; no reader makes such events. */
  is_native: boolean;
}
/** A complete call; with `incremental` it follows its pieces. */
export interface ToolCall extends Span {
  kind: "tool_call";
  /** Calls count from 0, in the order in which they come. */
  index: number;
  /** The model's own, or one that is made up (docs/read.md#ids). */
  id: string;
  name: string;
  /** A JSON object, as text: what the model wrote. */
  arguments: string;
  /** The whole body as written, without blanks at its ends. */
  raw: string;
  /** The closing tag was there. */
  is_closed: boolean;
  /** A slip was mended, or another reading exists. */
  is_repaired: boolean;
  /** Its bytes were read again, after what stood before them was not a call. */
  is_recovered: boolean;
  /** Pieces of the call came before. */
  has_started: boolean;
  /** A server has read it itself; no reader makes such events. */
  is_native: boolean;
}
/** A broken call, or text in the place of a call. */
export interface ToolCallError extends Span {
  kind: "tool_call_error";
  /** A word of the table of codes: what is wrong or odd. */
  code: Code;
  text: string;
  /** The byte of the stream that it speaks of; of `section_end` where its opening tag begins. */
  offset: number;
  name: string;
  /** The whole body as written, without blanks at its ends. */
  raw: string;
  /** Calls count from 0, in the order in which they come. */
  index: number | null;
  /** The closing tag was there. */
  is_closed: boolean;
  /** Its bytes were read again, after what stood before them was not a call. */
  is_recovered: boolean;
  /** Pieces of the call came before. */
  has_started: boolean;
  /** A server has read it itself; no reader makes such events. */
  is_native: boolean;
}
/** A complete thought. */
export interface Thought extends Span {
  kind: "thought";
  text: string;
  /** The value of the attribute `thought_type`, decoded (docs/thoughts.md). */
  thought_type: string;
  /** From 0 to 1; left out if the thought has none of the attributes of thoughts, and null or -1
   * where a language has the field always (docs/thoughts.md). */
  confidence: number | null;
  /** The thought has one of the attributes of thoughts (docs/thoughts.md). */
  has_attributes: boolean;
  /** The closing tag was there. */
  is_closed: boolean;
  /** `text` has been cut at a limit. */
  is_truncated: boolean;
}
/** Bytes that were taken out and belong to no other event: tags, dropped literals. */
export interface Markup extends Span {
  kind: "markup";
  text: string;
}
/** A remark for the caller. */
export interface Notice extends Span {
  kind: "notice";
  /** A word of the table of codes: what is wrong or odd. */
  code: Code;
  text: string;
  /** The byte of the stream that it speaks of; of `section_end` where its opening tag begins. */
  offset: number;
  name: string;
}
/** The reader has stopped: this is its last event. */
export interface Stopped extends Span {
  kind: "stopped";
  /** A word of the table of codes: what is wrong or odd. */
  code: Code;
  text: string;
  /** The byte of the stream that it speaks of; of `section_end` where its opening tag begins. */
  offset: number;
}
/** `incremental`: a piece of a thought that is still open. */
export interface ThoughtDelta extends Span {
  kind: "thought_delta";
  text: string;
}
export type Event =
  | Content
  | Reasoning
  | SectionStart
  | SectionDelta
  | SectionEnd
  | ToolCallStart
  | ToolCallDelta
  | ToolCall
  | ToolCallError
  | Thought
  | Markup
  | Notice
  | Stopped
  | ThoughtDelta;
// end
export type EventKind = Event["kind"];

/** What `docs/events.md` explains. */
// made: codes
export type Code =
  | "invalid_json"
  | "missing_name"
  | "bad_arguments"
  | "empty"
  | "unclosed"
  | "too_large"
  | "not_allowed"
  | "unknown_tool"
  | "max_held_bytes"
  | "unclosed_call"
  | "unclosed_reasoning"
  | "not_a_call"
  | "family"
  | "unknown_key"
  | "fed_after_finish"
  | "looks_like_sse"
  | "limit_exceeded"
  | "bad_option"
  | "snapshot_mismatch"
  | "stray_close"
  | "incomplete_tag"
  | "tool_definition"
  | "quoted"
  | "reasoning_as_content"
  | "mention"
  | "after_limit"
  | "unclosed_section"
  | "unclosed_thought"
  | "reopened"
  | "half_closer"
  | "max_tag_bytes"
  | "max_attributes"
  | "other_role";
// end

// made: section
export interface Section extends Span {
  /** The tag's name as written, or the opening marker. */
  name: string;
  /** The opening tag or marker as written; empty if the prompt has opened the section. */
  raw_tag: string;
  /** The attributes of the opening tag; a marker has none. */
  attributes: Attribute[];
  /** The raw text inside. */
  content: string;
  /** The closing tag was there. */
  is_closed: boolean;
  /** Of `record`: the section is content as well. */
  is_recorded: boolean;
  /** The prompt has opened the section. */
  is_implied_open: boolean;
  /** The content was cut at a limit. */
  is_truncated: boolean;
}
// end

/** A whole answer. */
export interface Message {
  content: string;
  reasoning: string;
  /** False: the text has ended in reasoning. Null: the end is not known. */
  reasoning_closed: boolean | null;
  tool_calls: Omit<ToolCall, "kind" | "has_started">[];
  tool_call_errors: {
    code: Code;
    text: string;
    offset: number;
    name: string;
    raw: string;
    is_native: boolean;
  }[];
  sections: Section[];
  thoughts: Omit<Thought, "kind">[];
  notices: { code: Code; text: string; offset: number; name: string }[];
  /** "stop", "tool_calls", "length", or the word of a server; null: the end is not known. */
  finish_reason: string | null;
  stopped: { code: Code; text: string; offset: number } | null;
}

/** A text, or several; a pair is an opening and a closing marker. */
export type List = string | readonly (string | readonly [open: string, close: string])[];
/** A number of bytes, `"64K"`, or null for no limit. */
export type Size = number | string | null;

// made: options
/** The options of reading. */
export interface Options {
  /** a family of models, or auto: what any of them writes. */
  dialect?: string;
  /** the name of a model: its dialect is used. */
  model?: string;
  /** a dialect of your own, as text that looks like what the model writes. */
  format?: string;
  /** a dialect: only its reasoning. */
  reasoning_of?: string;
  /** a dialect: only its calls; reasoning is content. */
  calls_of?: string;
  /** a tag or a pair of markers: takes the element out of the text. */
  hide?: List;
  /** leaves the element in the text, and reports it as well. */
  record?: List;
  /** takes only the tags out. */
  unwrap?: List;
  /** takes the element out, and its bytes are reasoning. */
  reasoning?: List;
  /** takes the element out: a thought with type and confidence. */
  thought?: List;
  /** reads the element as a tool call; or a line that looks like the call, with NAME and
   * ARGUMENTS in it. */
  call?: List;
  /** takes this literal out. */
  drop?: string | readonly string[];
  /** the tools that were offered, as JSON. */
  tools?: string | object;
  /** auto, none, required, or the name of a tool. */
  tool_choice?: "auto" | "none" | "required" | (string & {}) | object;
  /** an answer may call several tools. Default: true. */
  parallel_tool_calls?: boolean;
  /** only tools that were offered are called. Default: false. */
  only_offered?: boolean;
  /** the end of the prompt: the answer goes on there. */
  prompt_tail?: string;
  /** the prompt has opened the reasoning. Default: false. */
  start_in_reasoning?: boolean;
  /** the prompt has opened this tag or marker of hide, thought or reasoning. */
  start_inside?: string;
  /** how to treat a hidden section that never closes. Default: section. */
  unclosed_section?: "section" | "text";
  /** where reasoning that never closes goes in the message. Default: reasoning. */
  unclosed_reasoning?: "reasoning" | "content";
  /** how to treat a call that never closes; auto: call for dialects, else text. Default: auto. */
  unclosed_call?: "auto" | "text" | "call" | "error";
  /** where the bytes of a broken call go. Default: content. */
  bad_calls?: "content" | "hide";
  /** how to treat a call in open reasoning; auto: as the dialect says. Default: auto. */
  calls_in_reasoning?: "auto" | "settle" | "end" | "keep" | "extract";
  /** a call outside of its wrapper: read, or text. Default: auto. */
  bare_calls?: "auto" | "never";
  /** where reasoning may begin after visible text; auto: line for dialects, else anywhere.
   * Default: auto. */
  reasoning_again?: "auto" | "line" | "anywhere" | "never";
  /** tags in Markdown code that are text; auto: all in code spans, those of calls in fences.
   * Default: auto. */
  markdown_code?: "auto" | "all" | "off";
  /** which closing tag ends a hidden section or thought. Default: balanced. */
  nesting?: "balanced" | "first_close";
  /** hide, unwrap and record only before the first visible byte. Default: false. */
  leading_only?: boolean;
  /** the case of ASCII letters in names does not count. Default: false. */
  ignore_case?: boolean;
  /** spellings that JSON does not have are errors. Default: false. */
  strict_json?: boolean;
  /** calls and thoughts are reported in pieces, too. Default: false. */
  incremental?: boolean;
  /** cuts blanks off content and reasoning. Default: false. */
  trim?: boolean;
  /** decode entities in this parameter, tool, tag. */
  decode_entities?: string | readonly string[];
  /** how ids of calls are made up. Default: counted. */
  id_style?: "counted" | "openai" | "mistral";
  /** the seed of random ids; 0: another one each time. Default: 0. */
  id_seed?: number;
  /** a longer tag is text. Default: 64K. */
  max_tag_bytes?: Size;
  /** the most bytes that wait to be decided. Default: 16M. */
  max_held_bytes?: Size;
  /** the most bytes kept of a recorded section or thought. Default: 64M. */
  max_section_bytes?: Size;
  /** a tag with more attributes is text. Default: 1K. */
  max_attributes?: Size;
  /** what happens when more bytes would have to wait. Default: text. */
  on_limit?: "text" | "stop";
}

/** The options of trees. */
export interface ExtractOptions {
  /** only these names form tags. */
  names?: string | readonly string[];
  /** the case of ASCII letters in names does not count. Default: false. */
  ignore_case?: boolean;
  /** deeper tags stay in the content. Default: none. */
  max_depth?: Size;
  /** how to treat a tag that never closes. Default: extend. */
  unclosed?: "extend" | "empty" | "text";
  /** of these names the last closing tag counts. */
  last_close?: string | readonly string[];
  /** inner: the last closed element, not the first one. Default: false. */
  last?: boolean;
  /** tags in Markdown code that are text; auto: those in code spans. Default: auto. */
  markdown_code?: "auto" | "all" | "off";
  /** a longer tag is text. Default: none. */
  max_tag_bytes?: Size;
  /** a tag with more attributes is text. Default: none. */
  max_attributes?: Size;
}
// end

/** An option that can't be, with the library's sentence; a stream of a server that broke. No text
 * of a model is an error. */
export class TagstreamError extends Error {
  readonly code: Code | "upstream" | "broken_event";
  /** Of a format or JSON: the byte at which it is wrong. */
  readonly offset: number;
  /** The option that is wrong; empty if it is none alone. */
  readonly option: string;
}

/** Options, checked and compiled once. The last 16 sets of options are kept compiled anyway. */
export class Rules {
  constructor(options: Options);
  /** The rules in force, as text for people. */
  explain(): string;
}

// made: stats
export interface Stats {
  /** Bytes handed to `feed`. */
  bytes_fed: number;
  /** Bytes examined, also by searches and second readings. */
  bytes_examined: number;
  /** Bytes that the reader holds now, between feeds. */
  bytes_held: number;
  /** The most that `bytes_held` has been. */
  bytes_held_max: number;
  /** Events or tags that were returned. */
  events: number;
  /** How often a limit was reached. */
  limit_hits: number;
}
// end

/** Reads one answer that comes in chunks: strings, or bytes. */
export class Reader {
  /** `message: false` saves the copy of all text. */
  constructor(options: Options | Rules, how?: { message?: boolean });
  /** The events that this chunk makes certain. It may end anywhere, also inside a surrogate pair.
   * After `finish` there is one more event, `stopped`. */
  feed(chunk: string | Uint8Array): Event[];
  /** The end of the answer: the events of all that was held. */
  finish(): Event[];
  /** Reads the end of the prompt, before the first chunk. True if something is open there. */
  prime(tail: string): boolean;
  /** A reader that goes on on its own from here: the same chunks give it the same events. For several
   * answers to one prompt, and for text that may be taken back. */
  clone(): Reader;
  /** Forgets the answer, and is ready for the next one. */
  reset(): void;
  /** The caller knows that the answer was cut off: the finish reason is "length". */
  setCutOff(): void;
  /** The message so far: a copy. */
  get message(): Message;
  /** Counters, in bytes of UTF-8. */
  get stats(): Stats;
}

/** Reads a whole answer. */
export function read(text: string | Uint8Array, options: Options | Rules): Message;

/** What the chunks of a stream are: the text of an answer, or what a server sends. */
export type From = "text" | "sse" | "ndjson";
/** Strings, bytes, or chunks of the SDKs of OpenAI or Anthropic, in any iterable, a ReadableStream
 * or a Response. */
export type Source =
  | AsyncIterable<unknown>
  | Iterable<unknown>
  | ReadableStream<unknown>
  | { readonly body: ReadableStream<Uint8Array> | null };

/** The events of an answer that comes in chunks. `from` follows from the type of a Response; else
 * it is "text". */
export function stream(
  source: Source,
  options: (Options & { from?: From }) | Rules | Reader,
  how?: { from?: From; message?: boolean },
): Stream;

/** Leaving the loop closes the source. If the source fails, what is held comes first, then its
 * error. */
export interface Stream extends AsyncIterableIterator<Event> {
  next(): Promise<IteratorResult<Event>>;
  return(value?: unknown): Promise<IteratorResult<Event>>;
  [Symbol.asyncIterator](): this;
  /** The message so far: a copy. */
  readonly message: Message;
}

/** The visible text of an answer that comes in chunks. */
export function filter(
  source: Source,
  options: (Options & { from?: From }) | Rules | Reader,
  how?: { from?: From },
): AsyncIterableIterator<string>;

/** The same as `stream`, for a pipeline. */
export function transform(
  options: Options | Rules | Reader,
  how?: { message?: boolean },
): TransformStream<string | Uint8Array, Event>;

/** Every tag of a text. */
export function extract(text: string, options?: ExtractOptions): Tree;
/** The content of the first outermost element of this name that is closed. */
export function inner(
  text: string,
  name: string,
  options?: Omit<ExtractOptions, "names" | "max_depth">,
): string | undefined;

/** Every tag of a text that comes in chunks: each top-level tag when it is complete. */
export class ExtractStream {
  constructor(options?: ExtractOptions);
  feed(chunk: string): Tree;
  finish(): Tree;
}

export class Tree {
  private constructor();
  readonly tags: Tag[];
  readonly diagnostics: Diagnostic[];
  /** All tags, in order of opening. */
  all(): IterableIterator<Tag>;
}

/** One element. Its texts are slices, made when they are asked for. */
export class Tag {
  private constructor();
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly content_start: number;
  readonly content_end: number;
  readonly is_closed: boolean;
  readonly is_self_closing: boolean;
  readonly children: Tag[];
  /** The raw content, with the tags in it. */
  get content(): string;
  /** The opening tag as written. */
  readonly raw_tag: string;
  get attributes(): Attribute[];
  /** The value of the first attribute of this name. */
  get(name: string): string | undefined;
  toJSON(): object;
}

export interface Diagnostic {
  kind: Code;
  offset: number;
  /** From 1; columns are counted in code points. */
  line: number;
  column: number;
  name: string;
}

/** The text that a family of models would write for this message, of this package or of chat
 * completions. */
export function write(message: Message | object, options: Options | Rules): string;
/** The assistant's message of chat completions. */
export function toOpenAI(message: Message): {
  role: "assistant";
  content: string | null;
  reasoning_content?: string;
  tool_calls?: { id: string; type: "function"; function: { name: string; arguments: string } }[];
};
/** The assistant's message of the messages API. */
export function toAnthropic(message: Message): {
  role: "assistant";
  content: object[];
  stop_reason: string | null;
};

export interface Guess {
  dialects: string[];
  is_certain: boolean;
  evidence: string[];
  starts_in_reasoning: boolean;
}
/** The families that a model's name fits. */
export function guessModel(name: string): Guess;
/** The families that an answer fits. */
export function guessAnswer(answer: string): Guess;
/** The families that a chat template fits. */
export function guessTemplate(template: string): Guess;

export interface Advice {
  /** What changes: `read(text, { ...options, ...advice.options })`. */
  options: Options;
  /** The kinds of events that the text has with them, and has not without them. */
  finds: EventKind[];
}
/** Other options with which more is found in a text; each was tried on it. Reads its first 64 KiB up
 * to 15 times, and perhaps once more for each family. */
export function advise(text: string, options: Options | Rules): Advice[];

export interface Dialect {
  name: string;
  aliases: string[];
  text: string;
  [more: string]: unknown;
}
/** The names of all families. */
export function dialects(): string[];
/** A family, by its name or an alias. */
export function dialect(name: string): Dialect | undefined;

/** Turns snapshots, each of which is the whole text so far, into chunks. */
export class Snapshots {
  constructor(options?: { max_snapshot_bytes?: number | null });
  feed(text: string): string;
  reset(): void;
}

/** The text with the five entities of XML, and numeric ones, decoded. */
export function decodeEntities(text: string): string;
/** The version of the library. */
export function version(): string;
