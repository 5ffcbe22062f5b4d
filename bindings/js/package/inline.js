import { setLoader } from "./memory.js";
import { load } from "./module.inline.js";

setLoader(load);

export * from "./core.js";
