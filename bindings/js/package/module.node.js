import { readFileSync } from "node:fs";

/** Reads the module beside this file, at the first call of the library. */
export function load() {
  let bytes;
  try {
    bytes = readFileSync(new URL("./tagstream.wasm", import.meta.url));
  } catch (cause) {
    throw new Error(
      "tagstream.wasm is not beside the program: a bundler has left it out. Keep the package " +
        'external, copy tagstream.wasm beside the bundle, or import "tagstream/inline"',
      { cause },
    );
  }
  return new WebAssembly.Module(bytes);
}
