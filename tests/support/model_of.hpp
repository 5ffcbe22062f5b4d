#pragma once

#include <string_view>
#include <vector>

#include "support/model.hpp"
#include "support/parse_model.hpp"
#include "support/tool_model.hpp"

/// What the naive model of a reader says of a whole text, by the options that the reader is made
/// from.
namespace tagstream::testing {

[[nodiscard]] inline std::vector<Seen> model_of(std::string_view text, const FilterOptions& o) {
  return model_filter(text, o);
}
[[nodiscard]] inline std::vector<Seen> model_of(std::string_view text, const ToolOptions& o) {
  return model_tools(text, o);
}
[[nodiscard]] inline std::vector<Seen> model_of(std::string_view text, const ParseOptions& o) {
  return model_parse(text, o);
}

}  // namespace tagstream::testing
