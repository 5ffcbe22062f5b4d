#pragma once

#include <string_view>

namespace tagstream {

/// True if two JSON texts have the same value: members in any order (of the same key the last
/// counts), strings decoded, numbers compared digit by digit and never rounded. False if one is not
/// JSON. Nothing recurses.
/// @cost  O(n log n)
[[nodiscard]] bool is_same_json(std::string_view a, std::string_view b);

/// True if two numbers are the same: 1e2 is 100, and -0 is 0.
[[nodiscard]] bool is_same_number(std::string_view a, std::string_view b);

}  // namespace tagstream
