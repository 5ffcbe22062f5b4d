#pragma once

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/cuts.hpp"
#include "support/tool_seen.hpp"
#include "tagstream/tool.hpp"

namespace tagstream::testing {

/// What one reading gave.
struct ToolRun {
  std::vector<SeenTool> items;  ///< joined
  std::string failure;          ///< of L2, L3, L5, L6 or L8
};

/// Reads `text` in pieces that are overwritten after each feed. `reader` is reset first.
[[nodiscard]] ToolRun run_tools(std::string_view text, ToolReader& reader,
                                const ToolOptions& options, const Cuts& cuts);

/// L6: no more was ever held than the limits allow, beside the text itself.
[[nodiscard]] std::string check_tool_held(const Stats& stats, const ToolOptions& options,
                                          std::size_t length);

/// The first difference between two lists, for a message; empty if there is none.
[[nodiscard]] std::string compare(const std::vector<SeenTool>& want,
                                  const std::vector<SeenTool>& got);

/// The options in one line, for messages.
[[nodiscard]] std::string to_text(const ToolOptions& options);

/// Options that `ToolRules::make` takes; limits are sometimes tiny.
[[nodiscard]] ToolOptions random_tool_options(std::mt19937_64& random);

/// Text with calls of all shapes, as whole and as broken as can be.
[[nodiscard]] std::string random_tool_text(const ToolOptions& options, std::mt19937_64& random);

}  // namespace tagstream::testing
