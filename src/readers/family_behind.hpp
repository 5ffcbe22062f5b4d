#pragma once

#include <string_view>

#include "dialects/family.hpp"
#include "tagstream/options.hpp"

namespace tagstream {

/// The lines of the one dialect or format that the options of rules name.
/// @param purpose  what it is asked for, as a message begins: "to write a message"
/// @error bad_option — they name none, or `auto`
[[nodiscard]] Result<notation::Family> family_behind(const Options& options,
                                                     std::string_view purpose);

}  // namespace tagstream
