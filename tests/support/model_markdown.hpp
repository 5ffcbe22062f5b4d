#pragma once

#include <cstddef>
#include <string_view>

namespace tagstream::testing {

/// The number of spaces since the line began, `byte` included; -1 if the line has other bytes.
/// `indent` is the same number before `byte`.
[[nodiscard]] int indent_after(int indent, char byte);

/// Where the Markdown piece that begins at `at` ends: a fenced block, a code span, or a run of
/// backticks that opens neither. `at` itself if none begins there. All in [at, end) is content.
/// `indent`: as `indent_after` counts on what is visible.
/// `max_look`: a question that is still open this many bytes after `at` is decided as if the line
/// ended there.
[[nodiscard]] std::size_t markdown_end(std::string_view text, std::size_t at, int indent,
                                       std::size_t max_look);

/// The code that a run of backticks or tildes opens.
struct CodeStart {
  std::size_t run_end = 0;  ///< where the run ends
  bool is_fence = false;
  std::size_t span_end = 0;  ///< a code span: after the run that closes it; else 0
};
/// The code that the run at `at` opens; the parameters are those of `markdown_end`.
/// @param tags_end_fences  a run directly before a '<' opens no fence
[[nodiscard]] CodeStart code_at(std::string_view text, std::size_t at, int indent,
                                std::size_t max_look, bool tags_end_fences);

/// A line that begins `indent` blanks before `at`, and closes a fence of `size` such bytes: where
/// it ends, or the '<' after the run; else `at`.
[[nodiscard]] std::size_t fence_line_end(std::string_view text, std::size_t at, int indent,
                                         char byte, std::size_t size);

}  // namespace tagstream::testing
