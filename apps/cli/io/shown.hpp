#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tagstream::cli {

/// The spelling of a character that must not reach a terminal.
enum class Escape {
  text,  ///< a byte as \x1b, a character as \u202e
  json,  ///< as in JSON strings
};

/// Appends `bytes` for a terminal. Control characters (line ends and tabs aside), bytes that are
/// not UTF-8, and deceptive characters are spelled as `escape` says, and so is a CR that something
/// else than an LF follows. `bytes` must hold whole characters.
/// @param before  the character before `bytes`; 0: none
/// @return  the last character, which is the one before the next bytes
char32_t append_shown(std::string& target, std::string_view bytes, Escape escape,
                      char32_t before = 0);

/// The character that `bytes` begin with; `size` becomes its length. A byte that begins no valid
/// character of UTF-8 is given as it is.
[[nodiscard]] char32_t first_character(std::string_view bytes, std::size_t& size);

/// The columns that a character takes on a terminal: 0 to 2.
[[nodiscard]] std::size_t width_of(char32_t character);

/// True for a character that changes the direction of the text around it, that some programs take
/// for a line end, or that is invisible though it has a meaning.
/// @param before  the character before it; 0: none. Two signs choose how an emoji before them is
///                drawn, and are deceptive after anything else
[[nodiscard]] bool is_deceptive(char32_t character, char32_t before);

/// The columns that `text`, which is valid UTF-8, takes in one line.
[[nodiscard]] std::size_t columns_of(std::string_view text);

/// `text` in one line, with \xHH for control bytes and \uHHHH for deceptive characters: for
/// messages that quote the words of a user or a server.
[[nodiscard]] std::string printable(std::string_view text);

/// `text` in a colour, which is given as the parameters of a terminal's command, such as "1;31".
/// Unchanged if `color` is empty or no colour is wanted.
[[nodiscard]] std::string colored(std::string_view text, std::string_view color, bool is_wanted);

}  // namespace tagstream::cli
