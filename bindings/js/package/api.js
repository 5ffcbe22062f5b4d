export { advise, dialect, dialects, guessAnswer, guessModel, guessTemplate } from "./dialects.js";
export { TagstreamError } from "./error.js";
export { read, Reader } from "./reader.js";
export { Rules } from "./rules.js";
export { filter, Stream, stream, transform } from "./stream.js";
export { decodeEntities, Snapshots, toAnthropic, toOpenAI, version, write } from "./text.js";
export { extract, ExtractStream, inner, Tag, Tree } from "./tree.js";
