#pragma once

#include <string_view>

namespace tagstream {

/// True if two JSON texts have the same value. The order of members does not count, but that of
/// members with one key does. Strings are decoded, and numbers compared digit by digit,
/// never rounded. False if one of the texts is not JSON. Nothing recurses.
///
///   {"a": 1.0, "b": 2}   {"b": 2, "a": 1}      true
///   [1, 2]               [2, 1]                false
/// @cost  O(n log n)
[[nodiscard]] bool is_same_json(std::string_view a, std::string_view b);

/// True if two numbers have the same value: 1e2 is 100, and -0 is 0.
[[nodiscard]] bool is_same_number(std::string_view a, std::string_view b);

}  // namespace tagstream
