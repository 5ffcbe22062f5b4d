#pragma once

#include <string>
#include <vector>

#include "formats/family_format.hpp"

namespace tagstream {

/// What follows from a format's text without standing in it, a sentence each.
[[nodiscard]] std::vector<std::string> inferences_of(const FamilyFormat& format);

}  // namespace tagstream
