const response = await fetch(new URL("./tagstream.wasm", import.meta.url));
if (!response.ok) throw new Error(`tagstream.wasm: the server says ${response.status}`);
const isNamed = response.headers.get("content-type")?.startsWith("application/wasm");
const module = isNamed
  ? await WebAssembly.compileStreaming(response)
  : await WebAssembly.compile(await response.arrayBuffer());

export const load = () => module;
