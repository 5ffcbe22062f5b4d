import { setLoader } from "./memory.js";

export * from "./ai_core.js";
export * from "./api.js";
export * from "./fetch_core.js";
export * from "./grammar_core.js";

setLoader(() => {
  throw new Error("tagstream/core has no module: call use(module), or import tagstream");
}, 0);

/** Takes a module that the caller has compiled, before the first call. The first one counts. */
export function use(module) {
  if (!(module instanceof WebAssembly.Module)) {
    throw new TypeError(
      "use() takes a WebAssembly.Module: await WebAssembly.compileStreaming(...)",
    );
  }
  setLoader(() => module, 2);
}
