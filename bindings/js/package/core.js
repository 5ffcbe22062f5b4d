export * from "./ai_core.js";
export * from "./api.js";
export * from "./fetch_core.js";
export { use } from "./memory.js";
