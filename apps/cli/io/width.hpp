#pragma once

#include <cstddef>
#include <string_view>

namespace tagstream::cli {

/// The columns that a character takes on a terminal: 0 to 2.
[[nodiscard]] std::size_t width_of(char32_t character);

/// Turns the direction of the text around it, ends a line for some, or is not seen at all though it
/// says something.
[[nodiscard]] bool is_deceptive(char32_t character);

/// The columns that `text`, which is valid UTF-8, takes in one line.
[[nodiscard]] std::size_t columns_of(std::string_view text);

}  // namespace tagstream::cli
