#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tagstream/dialect.hpp"

namespace tagstream::cli {

/// The marker in one line: a line end in it is `\n`.
[[nodiscard]] std::string shown_marker(std::string_view marker);

/// Where an answer starts: `inside` of reasoning, in a `header`, in `text`. `prompt`: in text,
/// though the templates usually open the reasoning in the prompt.
[[nodiscard]] std::string_view start_of(const Dialect& row);

/// `opener…closer` of the row's reasoning and of its calls, the first of each.
[[nodiscard]] std::string reasoning_span(const Dialect& row);
[[nodiscard]] std::string calls_span(const Dialect& row);

/// In their place where there is nothing, and for calls that the family writes and nothing reads.
inline constexpr std::string_view no_span = "-";
inline constexpr std::string_view unread_span = "unread";

/// What comes between an opener and its closer in the two above.
inline constexpr std::string_view ellipsis = "…";

/// A call of the tool `weather` with the arguments `{"city":"Oslo"}` in each way to write one,
/// made from the row's data.
[[nodiscard]] std::vector<std::string> sample_calls(const ToolFormat& format);

/// The table for people: one line a row, and one above them, in columns.
[[nodiscard]] std::string dialect_table();

/// All that a row says, for people.
[[nodiscard]] std::string dialect_as_text(const Dialect& row);

/// The same as a section of docs/dialects.md.
[[nodiscard]] std::string dialect_as_markdown(const Dialect& row);

/// The part of docs/dialects.md that comes from the table: the table, and a section for each row,
/// between two marks.
[[nodiscard]] std::string dialects_markdown();

}  // namespace tagstream::cli
