#pragma once

// What is said of options that can't be.

#include <string>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "tagstream/error.hpp"

namespace tagstream {

[[nodiscard]] inline Error bad_option(std::string message) {
  return {Code::bad_option, 0, std::move(message)};
}

/// Follows a word that is unknown: ": did you mean `x`?". Empty if `nearest` is.
[[nodiscard]] inline std::string did_you_mean(std::string_view nearest) {
  return nearest.empty() ? "" : ": did you mean " + in_backticks(nearest) + '?';
}

}  // namespace tagstream
