#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tagstream::cli {

/// " (did you mean X?)" for the candidate that `written` was most likely meant to be: a slip in
/// each three bytes and two at most, or the one begins with the other. Empty if none is near.
[[nodiscard]] std::string did_you_mean(std::string_view written,
                                       std::span<const std::string_view> candidates);

/// Names and aliases of rows that `name` may have been meant to be, the closest first: two slips
/// away at most, or the one begins with the other.
[[nodiscard]] std::vector<std::string_view> close_names(std::string_view name);

/// What is said of a dialect that is not in the table; `where` the name stood.
[[nodiscard]] std::string unknown_dialect(std::string_view name, std::string_view where);

}  // namespace tagstream::cli
