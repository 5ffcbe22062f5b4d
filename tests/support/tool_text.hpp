#pragma once

#include <random>
#include <string>

#include "tagstream/tool.hpp"

namespace tagstream::testing {

/// Options that `ToolRules::make` takes; limits are sometimes tiny.
[[nodiscard]] ToolOptions random_tool_options(std::mt19937_64& random);

/// Text with calls of all shapes, as whole and as broken as can be.
[[nodiscard]] std::string random_tool_text(const ToolOptions& options, std::mt19937_64& random);

}  // namespace tagstream::testing
