#pragma once

#include <cstddef>
#include <string_view>

namespace tagstream::testing {

/// Where the Markdown piece that begins at `at` ends: a fenced block, a code span, or a run of
/// backticks that opens neither. `at` itself if none begins there. All in [at, end) is content.
/// `indent`: spaces seen since the visible line began, -1 if anything else was.
/// `max_look`: what is not known this many bytes after `at` is decided as if the line ended there.
[[nodiscard]] std::size_t markdown_end(std::string_view text, std::size_t at, int indent,
                                       std::size_t max_look);

}  // namespace tagstream::testing
