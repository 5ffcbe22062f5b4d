#pragma once

#include <string_view>

#include "dialects/family.hpp"
#include "tagstream/options.hpp"

namespace tagstream {

/// The lines of the one dialect or format that the options of rules name.
/// @param none  what is said where they name none
/// @error bad_option — they name none, or `auto`
[[nodiscard]] Result<notation::Family> family_behind(const Options& options, std::string_view none);

}  // namespace tagstream
