#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grammar/schema_view.hpp"
#include "tagstream/error.hpp"

namespace tagstream::grammar {

struct Tool {
  std::string name;
  std::optional<Schema> parameters;  ///< nothing: it takes none
};

/// The tools that a text describes, as `read_schemas` takes them; a schema without a tool's name is
/// refused, as calls have one.
/// @error bad_option — the message ends with a JSON pointer
[[nodiscard]] Result<std::vector<Tool>> read_tools(const JsonTree& tree);

}  // namespace tagstream::grammar
