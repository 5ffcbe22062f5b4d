#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tagstream::cli {

/// What is wrong with arguments that a server has sent.
struct ArgumentsFault {
  std::size_t place = 0;  ///< in them
  std::string sentence;
};
/// None: they are JSON as it is written, without anything that would have to be repaired.
[[nodiscard]] std::optional<ArgumentsFault> fault_of(std::string_view arguments);

}  // namespace tagstream::cli
