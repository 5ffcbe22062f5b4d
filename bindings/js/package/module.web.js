const url = new URL("./tagstream.wasm", import.meta.url);

async function compiled() {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`tagstream.wasm: the server says ${response.status}`);
  if (response.headers.get("content-type")?.startsWith("application/wasm")) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

const module = await compiled();

export const load = () => module;
