#pragma once

#include <string_view>

#include "dialects/family.hpp"
#include "tagstream/options.hpp"

namespace tagstream {

/// The lines of the one dialect or format that `options` name, for code that writes: a message is
/// written by these lines, and a grammar is made of them. `dialect` = `hermes` gives the lines of
/// hermes. `dialect` = `auto` is an error, since it reads the formats of all families.
/// @param none  the message of the error if `options` name neither a dialect nor a format
/// @error bad_option — `options` name no dialect and no format, or the dialect is `auto`
[[nodiscard]] Result<notation::Family> family_behind(const Options& options, std::string_view none);

}  // namespace tagstream
