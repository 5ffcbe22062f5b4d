#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "io/failure.hpp"

namespace tagstream::cli {

/// How a character is written that must not reach a terminal.
enum class Escape {
  text,  ///< a byte as \x1b, a character as \u202e
  json,  ///< as in JSON strings
};

/// Appends `bytes` for a terminal: control characters (line ends and tabs aside), bytes that are no
/// UTF-8, and what would turn the text around it are written as `escape` says. `bytes` holds whole
/// characters.
void append_shown(std::string& target, std::string_view bytes, Escape escape);

/// True for a byte of a character of UTF-8 that is not its first one.
[[nodiscard]] constexpr bool is_continuation(char byte) { return (byte & '\xC0') == '\x80'; }

/// The character that `bytes`, which are valid UTF-8, begin with; `size` becomes its length.
[[nodiscard]] char32_t first_character(std::string_view bytes, std::size_t& size);

/// The columns that a character takes on a terminal: 0 to 2.
[[nodiscard]] std::size_t width_of(char32_t character);

/// Turns the direction of the text around it, ends a line for some, or is not seen at all though it
/// says something.
[[nodiscard]] bool is_deceptive(char32_t character);

/// The columns that `text`, which is valid UTF-8, takes in one line.
[[nodiscard]] std::size_t columns_of(std::string_view text);

/// `text` in one line, control bytes written as \xHH, and what would turn the text around it as
/// \uHHHH: for messages that quote what a user or a server gave.
[[nodiscard]] std::string printable(std::string_view text);

/// What a terminal has room for.
struct Size {
  std::size_t columns = 0;
  std::size_t rows = 0;

  friend bool operator==(const Size&, const Size&) = default;
};

/// That of the terminal that standard output is; of anything else: zeros.
[[nodiscard]] Size size_of_output();

/// The columns of the terminal that standard output is, else what COLUMNS says, else 0.
[[nodiscard]] std::size_t columns_of_output();

/// True if TERM says that the terminal knows nothing but text.
[[nodiscard]] bool is_plain_terminal();

/// `text` in a colour, given as the parameters of a terminal's command; empty, or not wanted: as it
/// is.
[[nodiscard]] std::string colored(std::string_view text, std::string_view color, bool is_wanted);

/// True if what is written to the descriptor `number` is to have colour: by itself if that is a
/// terminal that knows any and NO_COLOR is not set.
[[nodiscard]] bool is_colored(ColorChoice choice, int number);

}  // namespace tagstream::cli
