import type { Code, Options } from "./types.js";

export interface ChoiceToolCallError {
  choice: number;
  code: Code;
  text: string;
  name: string;
  raw: string;
  offset: number;
  has_started: boolean;
}

export interface RewriteOptions extends Options {
  /** Where clients look for reasoning. */
  reasoning_field?: "reasoning_content" | "reasoning" | "both";
  /** A longer event passes unread. */
  max_event_bytes?: number;
}

/** A `fetch` for OpenAI's clients, which rewrites answers to chat completions, completions and responses. */
export function tagFetch(
  options: RewriteOptions & {
    /** Whose raw mode is asked for; others need nothing in the request. */
    server?: "vllm" | "sglang";
    fetch?: typeof fetch;
    onToolCallError?: (error: ChoiceToolCallError) => void;
  },
): typeof fetch;

/** Rewrites a stream of OpenAI's chunks, bytes to bytes. */
export class Rewriter {
  constructor(options: RewriteOptions);
  feed(chunk: Uint8Array): Uint8Array;
  finish(): Uint8Array;
  /** The calls that failed in what was fed last. */
  get toolCallErrors(): ChoiceToolCallError[];
  reset(): void;
}

/** The same for an answer that comes whole. */
export function rewriteAnswer(
  body: string | Uint8Array,
  options: RewriteOptions,
): { body: string; errors: ChoiceToolCallError[] };
