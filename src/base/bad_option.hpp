#pragma once

// What is said of options that can't be.

#include <string>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "tagstream/error.hpp"

namespace tagstream {

[[nodiscard]] inline Error bad_option(std::string message) {
  return {Errc::bad_option, 0, std::move(message)};
}

/// What follows a word that is unknown: `: perhaps ... is meant`. Empty if `nearest` is.
[[nodiscard]] inline std::string perhaps_meant(std::string_view nearest) {
  return nearest.empty() ? "" : ": perhaps " + in_backticks(nearest) + " is meant";
}

}  // namespace tagstream
