#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/cuts.hpp"
#include "support/tool_seen.hpp"
#include "tagstream/parse.hpp"

namespace tagstream::testing {

/// What one reading gave.
struct ParserRun {
  std::vector<SeenTool> items;  ///< joined as `append_parsed` joins
  std::string failure;          ///< of L2, L3, L5 or L8, or a message that says something else
};

/// Reads `text` in pieces that are overwritten after each feed. `parser` is reset first.
[[nodiscard]] ParserRun run_parser(std::string_view text, Parser& parser,
                                   const ParseOptions& options, const Cuts& cuts);

/// One line per event, for failure messages.
[[nodiscard]] std::string parsed_text(const std::vector<SeenTool>& list);

/// The first difference between two lists, for a message; empty if there is none.
[[nodiscard]] std::string compare_parsed(const std::vector<SeenTool>& want,
                                         const std::vector<SeenTool>& got);

/// The options in one line, for messages.
[[nodiscard]] std::string to_text(const ParseOptions& options);

}  // namespace tagstream::testing
