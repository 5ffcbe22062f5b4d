#pragma once

#include <string>

namespace tagstream::cli {

/// The manual of dialects as Markdown: the rules, a table of all rows, and a section for each.
[[nodiscard]] std::string dialects_markdown();

}  // namespace tagstream::cli
