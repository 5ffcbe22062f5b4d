#pragma once

#include <vector>

#include "grammar/schema_view.hpp"
#include "tagstream/error.hpp"

namespace tagstream::grammar {

/// The tools that a text describes, as `read_schemas` takes them; a schema without a tool's name is
/// refused, as calls have one.
/// @error bad_option — the message ends with a JSON pointer
[[nodiscard]] Result<std::vector<Tool>> read_tools(const JsonTree& tree);

}  // namespace tagstream::grammar
