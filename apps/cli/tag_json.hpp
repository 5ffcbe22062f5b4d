#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "tagstream/tree.hpp"

namespace tagstream::cli {

/// Takes away what has been written so far, if it has become much.
using Spill = std::function<void(std::string&)>;

/// The tag with everything in it as one compact JSON object, without a line end.
///
/// Nothing recurses. The content of each tag is there once for each tag around it, so what a tag
/// in a tag costs grows with depth times size.
[[nodiscard]] std::string tag_json(const Tag& tag);

/// The same appended to `target`, with a call of `spill` after every element.
void append_tag_json(std::string& target, const Tag& tag, const Spill& spill);

/// The tag alone: no children, and its content only if asked for. `indices_before` is added to the
/// indices, for trees that continue others.
[[nodiscard]] std::string flat_json(const Tag& tag, bool with_content,
                                    std::size_t indices_before = 0);

[[nodiscard]] std::string diagnostic_json(const Diagnostic& diagnostic);

}  // namespace tagstream::cli
