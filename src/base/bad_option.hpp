#pragma once

// Errors about options. `bad_option("dialect: ...")` is an Error with the code `bad_option` and the
// option `dialect`. A sentence for an unknown word may end with `did_you_mean`: "; did you mean
// `qwen3`?".

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/nearest.hpp"
#include "tagstream/error.hpp"

namespace tagstream {

/// An error about options. A message about one of them begins with its name and a colon.
/// @param offset  of the fault in the option's value
[[nodiscard]] inline Error bad_option(std::string message, std::uint64_t offset = 0) {
  const std::size_t end = message.find_first_not_of("abcdefghijklmnopqrstuvwxyz_");
  const bool has_name = end != std::string::npos && end != 0 && message.compare(end, 2, ": ") == 0;
  std::string option = has_name ? message.substr(0, end) : "";
  return {Code::bad_option, offset, std::move(message), std::move(option)};
}

}  // namespace tagstream
