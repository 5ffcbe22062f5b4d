#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tagstream::cli {

/// ": perhaps `x` is meant" for the candidate that `written` was most likely meant to be: a slip in
/// each three bytes and two at most, or the one begins with the other. Empty if none is near.
[[nodiscard]] std::string did_you_mean(std::string_view written,
                                       std::span<const std::string_view> candidates);

}  // namespace tagstream::cli
