import { setLoader } from "./memory.js";
import { load } from "./module.web.js";

setLoader(load);

export * from "./core.js";
