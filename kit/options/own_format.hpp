#pragma once

#include <memory>
#include <string_view>

#include "formats/family_format.hpp"
#include "tagstream/error.hpp"

namespace tagstream {

/// Compiles a user's own format, such as `<t>{"name": "NAME", "arguments": ARGUMENTS}</t>`. The
/// format is tried before it is returned: calls, reasoning and content are written by it and read
/// back.
/// @error bad_option — the text is not a format, or the reader does not find in it what was
/// written;
///        the
///                     message has the reason and the place, as "line 1, column 1"
[[nodiscard]] Result<std::shared_ptr<const FamilyFormat>> format_tried(std::string_view text);

}  // namespace tagstream
