#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Rows of text with its colours.
namespace tagstream::cli {

/// Lines without their ends.
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);
/// The last lines of a text, `most` at most.
[[nodiscard]] std::string_view last_lines(std::string_view text, std::size_t most);
void keep_last(std::vector<std::string>& lines, std::size_t most);

/// Adds `line`, parted so that no part takes more columns, at blanks where it can be. Each part has
/// its colour. Without columns it stays as it is.
void add_parted(std::vector<std::string>& lines, std::string_view line, std::size_t columns);

/// `text` in exactly so many columns.
[[nodiscard]] std::string fit(std::string_view text, std::size_t columns);

}  // namespace tagstream::cli
