#pragma once

// A format's text, read: templates in which each placeholder is one byte.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dialects/notation.hpp"
#include "tagstream/error.hpp"

namespace tagstream::notation {

/// An alternative as text in which each placeholder is the byte of its `Word`.
[[nodiscard]] std::string template_of(std::string_view way);

/// A template as it is written, for messages.
[[nodiscard]] std::string written(std::string_view templ);

/// Text as a format has it that means nothing but itself.
[[nodiscard]] std::string escaped(std::string_view text);

/// Where something stands in a format's text. Lines and columns count from 1, in bytes.
struct Place {
  std::size_t offset = 0;
  std::size_t line = 1;
  std::size_t column = 1;
};

/// A line, and its alternatives as templates: all are read, the first that can say it is written.
struct Line {
  Role role = Role::none;
  std::vector<std::string> ways{};
  Place place{};
};

/// What the text of a format says.
struct Family {
  std::vector<Line> lines;
  /// The options, and the words that follow those that take some.
  std::vector<std::pair<Option, std::string>> options;
  std::vector<Place> option_places;
  bool has_heading = false;  ///< names stand above the lines

  [[nodiscard]] bool has(Option option) const;
  /// What follows each option of this kind.
  [[nodiscard]] std::vector<std::string_view> words(Option option) const;
  /// All alternatives of the lines of this kind.
  [[nodiscard]] std::vector<std::string_view> ways(Role role) const;
};

/// What is wrong with a text: "line 2, column 5: sentence: `text`".
[[nodiscard]] Error error_at(const Place& place, std::string_view sentence, std::string_view text);

/// Reads the lines of a format.
/// @error bad_option — "line 2, column 5: sentence: `bytes`: did you mean `word`?"; `offset` is
///                     the byte
/// @cost  O(n)
[[nodiscard]] Result<Family> read_family(std::string_view text);

/// The same of a format that somebody has written, which says something.
[[nodiscard]] Result<Family> read_own_family(std::string_view text);

// ---- templates -------------------------------------------------------------------------------

[[nodiscard]] constexpr bool has(std::string_view templ, Word word) {
  return templ.find(byte_of(word)) != templ.npos;
}

/// What stands before the first `word`, and what stands after it. Precondition: there is one.
[[nodiscard]] constexpr std::pair<std::string_view, std::string_view> cut(std::string_view templ,
                                                                          Word word) {
  const std::size_t at = templ.find(byte_of(word));
  return {templ.substr(0, at), templ.substr(at + 1)};
}

}  // namespace tagstream::notation
