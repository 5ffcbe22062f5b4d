#pragma once

#include <string>
#include <string_view>

#include "tagstream/thought.hpp"

namespace tagstream::cli {

/// Events of a thought reader as JSON. The ids are the caller's; the library knows none.
class ThoughtJson {
 public:
  ThoughtJson(std::string_view task_id, std::string_view context_id);

  /// The event as one compact JSON object without a line end; empty for kinds that are not printed.
  [[nodiscard]] std::string operator()(const ThoughtEvent& event) const;

 private:
  [[nodiscard]] std::string thought_fields(const ThoughtEvent& event) const;

  std::string ids_;  // as fields
};

}  // namespace tagstream::cli
