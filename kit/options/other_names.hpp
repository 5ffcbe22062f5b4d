#pragma once

// Names that users of other programs, or of a version before, may write, and what has the same
// meaning here.

#include <string>
#include <string_view>
#include <vector>

namespace tagstream {

/// As `did_you_mean`, for an unknown name of a command or option: the name in `names` that means
/// the same, as `--schema` of other programs means `--tools`; else the nearest.
[[nodiscard]] std::string name_meant(std::string_view written,
                                     const std::vector<std::string_view>& names);

}  // namespace tagstream
