#pragma once

#include <string>
#include <string_view>

#include "tagstream/tree.hpp"

namespace tagstream::cli {

/// The tag as one line for people, without a line end: indented by its depth, with its place in
/// bytes, a word if it is unclosed, and the beginning of its content if no tag is in it.
///
/// Bounded in length, and free of control bytes of the text.
[[nodiscard]] std::string pretty_tag(const Tag& tag, bool is_colored);

/// The diagnostic as three lines for people: what and where, the line of the text, and a caret.
/// `text` is the whole text so far; only a bounded piece around the place is shown.
[[nodiscard]] std::string pretty_diagnostic(const Diagnostic& diagnostic, std::string_view text,
                                            bool is_colored);

}  // namespace tagstream::cli
