#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tagstream/dialect.hpp"

namespace tagstream::cli {

/// A table of all dialects, one in each line: name, reasoning, first call and aliases, cut to fit.
[[nodiscard]] std::string dialect_table();

/// A format and the inferences from it, for people.
[[nodiscard]] std::string format_as_text(std::string_view format,
                                         std::span<const std::string> inferences);

/// A dialect with its names, its lines and the inferences from them, for people.
[[nodiscard]] std::string dialect_as_text(const Dialect& row);

/// A dialect as a section of docs/dialects.md.
[[nodiscard]] std::string dialect_as_markdown(const Dialect& row);

/// The part of docs/dialects.md that comes from the table: the names, and a section for each row,
/// between two marks.
[[nodiscard]] std::string dialects_markdown();

}  // namespace tagstream::cli
