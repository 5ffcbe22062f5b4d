#pragma once

#include <string_view>

namespace tagstream {

/// The shape of calls that look like code, as data: one reader reads all of these. Each line has
/// the field that makes it differ from the first:
///
///   Python   [f(a=1, b="x"), g()]            or a call on each line, without the brackets
///   method   f.call(a=1)                     `after` each name
///   callee   f, then in a fence tool_call(a=1)
///   quoted   call:f{a:1,b:<|"|>x<|"|>}       `before` each name, `quote` around strings
struct PythonicShape {
  std::string_view before{};  ///< must stand before each name
  std::string_view after{};   ///< must stand after each name: `.call` in f.call(a=1)
  /// The word that stands where other shapes have the tool's name: `tool_call` in
  /// `f` + fence + `tool_call(a=1)`. There is one call then, and its name stands in front of the
  /// body. Empty: each call begins with its own name.
  std::string_view callee{};
  /// The mark on both sides of a string, which has no escapes. With a mark, keys need no quotes and
  /// arguments stand in braces. Empty: values are literals of Python, and arguments stand in
  /// parentheses.
  std::string_view quote{};
  bool spaced_names = false;  ///< a name may have spaces in it: [Get Weather(city="Oslo")]
  /// Where tools are given, a letter may follow a list without markers: [f(a=1)]Done.
  bool text_may_touch = false;

  [[nodiscard]] constexpr bool has_name_in_front() const { return !callee.empty(); }
  friend constexpr bool operator==(const PythonicShape&, const PythonicShape&) = default;
};

/// [f(a=1, b="x"), g()]
inline constexpr PythonicShape python_calls = {};

}  // namespace tagstream
