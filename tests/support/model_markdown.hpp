#pragma once

#include <cstddef>
#include <string_view>

#include "tagstream/policy.hpp"

namespace tagstream::testing {

/// The number of spaces since the line began, `byte` included; -1 if the line has other bytes.
/// `indent` is the same number before `byte`.
[[nodiscard]] int indent_after(int indent, char byte);

/// A run of backticks or tildes.
struct CodeStart {
  std::size_t run_end = 0;  ///< where the run ends
  bool is_fence = false;    ///< it opens a fence
};
/// The run at `at`.
/// @param indent    as `indent_after` counts on what is visible
/// @param max_look  a question that is still open this many bytes after `at` is decided as if the
///                  line ended there
/// @param mode      with `automatic` a run directly before a '<' opens no fence
[[nodiscard]] CodeStart code_at(std::string_view text, std::size_t at, int indent,
                                std::size_t max_look, MarkdownCode mode);

/// True if the tag at `at` stands in a code span that is closed on its line.
/// @param from      the visible text before the tag goes back to here, at most
/// @param max_look  the tag waits for this many bytes, at most
[[nodiscard]] bool is_in_span(std::string_view text, std::size_t from, std::size_t at,
                              std::size_t max_look);

/// A line that begins `indent` blanks before `at`, and closes a fence of `size` such bytes: where
/// it ends, or, with `automatic`, the '<' after the run; else `at`.
[[nodiscard]] std::size_t fence_line_end(std::string_view text, std::size_t at, int indent,
                                         char byte, std::size_t size, MarkdownCode mode);

}  // namespace tagstream::testing
