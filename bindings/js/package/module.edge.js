import module from "./tagstream.wasm?module";

export const load = () => module;
