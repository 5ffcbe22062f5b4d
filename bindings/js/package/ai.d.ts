import type { Options, ToolCallError } from "./types.js";

/** What `wrapLanguageModel` takes. Its types are not those of the SDK, since nothing is imported. */
export interface Middleware<Version extends string> {
  readonly specificationVersion: Version;
  readonly middlewareVersion: any;
  wrapGenerate(options: any): Promise<any>;
  wrapStream(options: any): Promise<any>;
}

/** A middleware: "v4" is AI SDK 7, "v3" 6, "v2" 5. */
export function tagMiddleware<Version extends "v4" | "v3" | "v2" = "v4">(
  options: Options & { onToolCallError?: (error: ToolCallError) => void },
  specificationVersion?: Version,
): Middleware<Version>;
