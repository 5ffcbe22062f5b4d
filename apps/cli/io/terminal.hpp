#pragma once

#include <cstddef>

#include "io/failure.hpp"
#include "io/shown.hpp"

namespace tagstream::cli {

/// The size of a terminal.
struct Size {
  std::size_t columns = 0;
  std::size_t rows = 0;

  friend bool operator==(const Size&, const Size&) = default;
};

/// The size of the terminal that standard output is; zeros if it is something else.
[[nodiscard]] Size size_of_output();

/// The columns of the terminal that standard output is; else the value of COLUMNS; else 0.
[[nodiscard]] std::size_t columns_of_output();

/// True if TERM says that the terminal can show plain text only.
[[nodiscard]] bool is_plain_terminal();

/// True if output to the descriptor `number` is to have colours. With `automatic` that is so if it
/// is a terminal with colours and NO_COLOR is not set.
[[nodiscard]] bool is_colored(ColorChoice choice, int number);

}  // namespace tagstream::cli
