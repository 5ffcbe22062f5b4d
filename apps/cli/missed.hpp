#pragma once

#include <string>
#include <string_view>

#include "arguments.hpp"

namespace tagstream::cli {

// One line of what a command looked for and has not found, what the text holds instead, and what
// may have been meant. `seen` is the beginning of the text.

[[nodiscard]] std::string nothing_read(const Arguments& arguments, std::string_view seen);
[[nodiscard]] std::string nothing_extracted(const Arguments& arguments, std::string_view seen);
[[nodiscard]] std::string nothing_inside(const Arguments& arguments, std::string_view seen);
/// Of a whole text that no dialect is known for.
[[nodiscard]] std::string nothing_guessed(std::string_view text);

}  // namespace tagstream::cli
