import { load } from "#module";

import { setLoader } from "./memory.js";

setLoader(load);

export * from "./grammar_core.js";
