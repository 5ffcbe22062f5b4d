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

}  // namespace tagstream::testing
