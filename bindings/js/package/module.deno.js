import source module from "./tagstream.wasm";

export const load = () => module;
