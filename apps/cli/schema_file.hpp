#pragma once

#include <string>
#include <vector>

#include "tagstream/error.hpp"
#include "tagstream/schema.hpp"

namespace tagstream::cli {

/// The tools that `json_text` describes, in its order; the parameters of each by their names.
///
/// Taken are lists of tools, `{"tools": list}`, one tool, and the schema of an object, which is
/// for every tool. A tool is `{"type": "function", "function": tool}`, or a `name` with a schema
/// under `parameters`, `input_schema` or `inputSchema`, or without one. A schema says more than is
/// used: of each property only which types it may have.
/// @error bad_option — no JSON, or not of that shape. The message is one line: what was expected,
///                     the file, and line and column or a JSON pointer
[[nodiscard]] Result<std::vector<ToolSchema>> read_schemas(const std::string& json_text,
                                                           const std::string& file_name);

/// The same of the file at `path`; `-` is standard input. @throws Failure with that message
[[nodiscard]] std::vector<ToolSchema> read_schema_file(const std::string& path);

}  // namespace tagstream::cli
