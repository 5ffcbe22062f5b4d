#pragma once

#include <string_view>

namespace tagstream {

/// How calls are written that look like code, as data. One reader reads them all.
///
///   Python   [f(a=1, b="x"), g()]            or a call on each line, without the brackets
///   method   f.call(a=1)                     `after` each name
///   callee   f, then in a fence tool_call(a=1)
///   quoted   call:f{a:1,b:<|"|>x<|"|>}       `before` each name, `quote` around strings
struct PythonicShape {
  std::string_view before{};  ///< must stand before each name
  std::string_view after{};   ///< must stand after each name: `.call` in f.call(a=1)
  /// Stands where the name does elsewhere, in the one call there is: its name stands in front of
  /// the body.
  std::string_view callee{};
  /// Around strings, which are verbatim. Then keys need no quotes, and arguments stand in braces.
  /// If empty, values are Python's literals, and arguments stand in parentheses.
  std::string_view quote{};
  bool spaced_names = false;  ///< a name may have spaces in it: [Get Weather(city="Oslo")]

  [[nodiscard]] constexpr bool has_name_in_front() const { return !callee.empty(); }
  friend constexpr bool operator==(const PythonicShape&, const PythonicShape&) = default;
};

/// [f(a=1, b="x"), g()]
inline constexpr PythonicShape python_calls = {};

}  // namespace tagstream
