#pragma once

#include <cstddef>
#include <string_view>

namespace tagstream::testing {

/// Spaces seen since the line began, after `byte`; -1 if anything else was.
[[nodiscard]] int indent_after(int indent, char byte);

/// Where the Markdown piece that begins at `at` ends: a fenced block, a code span, or a run of
/// backticks that opens neither. `at` itself if none begins there. All in [at, end) is content.
/// `indent`: as `indent_after` counts on what is visible.
/// `max_look`: what is not known this many bytes after `at` is decided as if the line ended there.
[[nodiscard]] std::size_t markdown_end(std::string_view text, std::size_t at, int indent,
                                       std::size_t max_look);

/// What a run of backticks or tildes opens.
struct CodeStart {
  std::size_t run_end = 0;  ///< where the run ends
  bool is_fence = false;
  std::size_t span_end = 0;  ///< of a span, after the run that closes it; else 0
};
/// The run that begins at `at`, as above.
/// @param tags_end_fences  a run directly before a '<' opens no fence
[[nodiscard]] CodeStart code_at(std::string_view text, std::size_t at, int indent,
                                std::size_t max_look, bool tags_end_fences);

/// A line that begins `indent` blanks before `at`, and closes a fence of `size` such bytes: where
/// it ends, or the '<' after the run; else `at`.
[[nodiscard]] std::size_t fence_line_end(std::string_view text, std::size_t at, int indent,
                                         char byte, std::size_t size);

}  // namespace tagstream::testing
