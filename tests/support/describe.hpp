#pragma once

#include <string>

#include "tagstream/tagstream.hpp"

namespace tagstream::testing {

/// Options in one line, what is usual left out; for messages.
[[nodiscard]] std::string describe(const FilterOptions& options);
[[nodiscard]] std::string describe(const TokenizerOptions& options);
[[nodiscard]] std::string describe(const ToolOptions& options);
[[nodiscard]] std::string describe(const ParseOptions& options);
[[nodiscard]] std::string describe(const ThoughtOptions& options);
[[nodiscard]] std::string describe(const ExtractOptions& options);

}  // namespace tagstream::testing
