#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tagstream/dialect.hpp"

namespace tagstream::cli {

/// All names, a family a line: its reasoning and its first call beside it, as far as they fit.
[[nodiscard]] std::string dialect_table();

/// A format, and what follows from it, for people.
[[nodiscard]] std::string format_as_text(std::string_view format,
                                         std::span<const std::string> inferences);

/// The same of a dialect, with its names.
[[nodiscard]] std::string dialect_as_text(const Dialect& row);

/// The same as a section of docs/dialects.md.
[[nodiscard]] std::string dialect_as_markdown(const Dialect& row);

/// The part of docs/dialects.md that comes from the table: the names, and a section for each row,
/// between two marks.
[[nodiscard]] std::string dialects_markdown();

}  // namespace tagstream::cli
