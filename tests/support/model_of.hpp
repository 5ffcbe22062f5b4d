#pragma once

#include <string_view>
#include <vector>

#include "support/model.hpp"
#include "support/parse_model.hpp"
#include "support/tool_model.hpp"
#include "support/watch.hpp"

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
  if (model_knows(o, text.size())) return model_parse(text, o);
  Reader reader(*make_rules(o));  // what must be the same in all pieces
  return run(text, reader, bounds_of(o), {}).items;
}

}  // namespace tagstream::testing
