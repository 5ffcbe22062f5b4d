#pragma once

#include <memory>
#include <string_view>

#include "formats/family_format.hpp"
#include "tagstream/error.hpp"

namespace tagstream {

/// What the engine reads a format of somebody's own by. It is tried first: calls are written by it
/// and read back.
/// @error bad_option — the text is no format, or is not read as it is written: the place, and the
///                     sentence
[[nodiscard]] Result<std::shared_ptr<const FamilyFormat>> format_tried(std::string_view text);

}  // namespace tagstream
