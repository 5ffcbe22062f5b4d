import type { Options } from "./types.js";

/** A grammar for answers that call tools: a model that is held to it writes only calls that the
 * reader can read. The options have one of `dialect`, `model` and `format`, and `tools`. `lark` is
 * for llguidance, `gbnf` for llama.cpp. `not_constrained` says what of the schemas it leaves out. */
export function grammar(
  options: Options,
  language: "lark" | "gbnf",
): { text: string; not_constrained: string[] };
