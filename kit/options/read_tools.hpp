#pragma once

#include <vector>

#include "grammar/schema_view.hpp"
#include "tagstream/error.hpp"

namespace tagstream::grammar {

/// The tools that a JSON text describes, in the spellings that `read_schemas` accepts. A lone
/// schema without a tool's name is refused here: a grammar needs the name that a call has.
/// [{"name": "f", "parameters": {"type": "object"}}] is one tool, `f`, with that schema.
/// @error bad_option — the message ends with a JSON pointer
[[nodiscard]] Result<std::vector<Tool>> read_tools(const JsonTree& tree);

}  // namespace tagstream::grammar
