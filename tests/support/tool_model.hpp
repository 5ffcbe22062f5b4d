#pragma once

#include <string_view>
#include <vector>

#include "support/seen.hpp"
#include "tagstream/tool.hpp"

namespace tagstream::testing {

/// What a tool reader should say of a whole text, joined. A second, slow reading of the rules in
/// docs/tools.md that shares no code with the library.
/// Preconditions: options that `ToolRules::make` accepts, `LimitPolicy::text`.
[[nodiscard]] std::vector<Seen> model_tools(std::string_view text, const ToolOptions& options);

}  // namespace tagstream::testing
