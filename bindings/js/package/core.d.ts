export * from "./ai.js";
export * from "./fetch.js";
export * from "./grammar.js";
export * from "./types.js";

/** Takes a module that the caller has compiled. The first one counts. */
export function use(module: WebAssembly.Module): void;
