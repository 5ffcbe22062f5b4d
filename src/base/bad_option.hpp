#pragma once

// Errors about options. `bad_option("dialect: ...")` is an Error with the code `bad_option`, and a
// sentence for an unknown word may end with `did_you_mean`: "; did you mean `qwen3`?".

#include <string>
#include <string_view>
#include <utility>

#include "base/nearest.hpp"
#include "tagstream/error.hpp"

namespace tagstream {

/// An error that is about an option as a whole: its offset is 0.
[[nodiscard]] inline Error bad_option(std::string message) {
  return {Code::bad_option, 0, std::move(message)};
}

}  // namespace tagstream
