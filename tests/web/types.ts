// Compiled strictly, and run: what the types say is what is there.
import {
  type Code, dialect, dialects, type Event, type EventKind, extract, ExtractStream, filter, guessAnswer, guessModel,
  inner, type Message, type Options, read, Reader, Rules, Snapshots, stream, TagstreamError, toAnthropic, toOpenAI,
  transform, version, write,
} from "tagstream";
import { tagMiddleware } from "tagstream/ai";
import { grammar } from "tagstream/grammar";
import { Rewriter, rewriteAnswer, tagFetch } from "tagstream/fetch";

const answer = '<think>Rain?</think>Let me see.<tool_call>{"name": "rain", "arguments": {"city": "Oslo"}}</tool_call>';
const options: Options = { dialect: "qwen3", hide: [["[A]", "[/A]"], "x"], max_held_bytes: "64K", tools: [{ name: "rain" }] };
const rules = new Rules(options);

// An event is known by its kind alone.
const said = (event: Event): string => {
  switch (event.kind) {
    case "content":
    case "reasoning":
    case "markup":
      return event.text;
    case "tool_call":
      return event.name + event.arguments + (event.is_repaired ? "?" : "");
    case "tool_call_error": {
      const code: Code = event.code;
      return code + (event.index ?? "");
    }
    case "section_start":
      return event.attributes.map((one) => one.name + one.value).join();
    default: {
      const kind: EventKind = event.kind;
      return kind + event.start + event.end;
    }
  }
};

const message: Message = read(answer, rules);
const args: { city?: string } = JSON.parse(message.tool_calls[0]?.arguments ?? "{}");
const text: string = toOpenAI(message).content ?? "";
const blocks = toAnthropic(message);
const same: Message = read(write(message, { dialect: "qwen3" }), rules);

const reader = new Reader(rules);
const events: Event[] = [...reader.feed(answer), ...reader.finish()];
let streamed = "";
for await (const event of stream([answer.slice(0, 9), answer.slice(9)], rules)) streamed += said(event);
let visible = "";
for await (const part of filter([answer], rules)) visible += part;
const piped = new Blob([answer]).stream().pipeThrough(transform(options));
const first = await piped.getReader().read();

const tree = extract("<a x='1'>b</a>", { names: "a" });
const value: string | undefined = tree.tags[0]?.get("x");
const between: string | undefined = inner("<a>b</a>", "a");
const files = new ExtractStream({ names: ["a"] });
const found: number = files.feed("<a>b</a>").tags.length + files.finish().tags.length;
const family: string | undefined = guessModel("Qwen/Qwen3-8B").dialects[0] ?? guessAnswer(answer).dialects[0];
const grown: string = new Snapshots().feed("abc");
const fetcher: typeof fetch = tagFetch({ ...options, server: "vllm", onToolCallError: ({ choice }) => choice + 1 });
const rewritten: Uint8Array = new Rewriter(options).finish();
const { body, errors } = rewriteAnswer("{}", { ...options, reasoning_field: "both" });
const versions: ["v4", "v2"] = [
  tagMiddleware(options).specificationVersion, tagMiddleware(options, "v2").specificationVersion];

const held: string = grammar({ dialect: "qwen3", tools: [{ name: "rain" }] }, "gbnf").text;

let refused: Code | undefined | string;
try {
  read(answer, { dialect: "qwne3" });
} catch (error) {
  if (error instanceof TagstreamError) refused = error.code;
}
// @ts-expect-error: there is no such option
const unknown: Options = { hid: "x" };
// @ts-expect-error: there is no such word
const word: Options = { nesting: "deep" };
// @ts-expect-error: text and bytes alone are read
const nothing = (): Message => read(1, rules);

console.log(JSON.stringify({ args, text, same: same.reasoning, visible, said: events.map(said).join(""), streamed, value,
  between, found, family, grown, refused, versions, body: body.length > 0, errors: errors.length,
  first: first.value?.kind, dialects: dialects().length > 70 && dialect("qwen3")?.name, version: version().length > 0, held: held.startsWith("root ::="),
  made: [blocks, fetcher, rewritten, unknown, word, nothing].length }));
