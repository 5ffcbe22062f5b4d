// Calls the module of the playground as its page does.
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function module_of(compiled) {
  const c = new WebAssembly.Instance(compiled).exports;
  c.__wasm_call_ctors();
  const call = (name, ...given) => {
    const places = [];
    const words = given.flatMap((one) => {
      if (typeof one === "number") return [one];
      const bytes = typeof one === "string" ? encoder.encode(one) : one;
      const place = c.malloc(bytes.length || 1);
      places.push(place);
      new Uint8Array(c.memory.buffer).set(bytes, place);
      return [place, bytes.length];
    });
    const place = c[name](...words);
    const text = decoder.decode(new Uint8Array(c.memory.buffer, place, c.play_size()));
    places.forEach((one) => c.free(one));
    return JSON.parse(text);
  };
  const read = ({ rules = "", family = "", format = "", text = "" }, size) =>
    call("play_read", rules, family, format, text, size);
  return { call, read };
}
