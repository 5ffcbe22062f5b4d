#pragma once

// The models' only reading of bytes: blanks, names, tags with their attributes, tags that failed.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lex/token.hpp"
#include "tagstream/limits.hpp"

namespace tagstream::testing {

[[nodiscard]] bool is_blank(char c);
[[nodiscard]] std::size_t skip_blanks(std::string_view text, std::size_t at);
[[nodiscard]] std::string_view trim_blanks(std::string_view text);
[[nodiscard]] bool same_name(std::string_view a, std::string_view b, bool ignore_case);

/// True if one of `names` is `name`, or begins so.
[[nodiscard]] bool is_named(const std::vector<std::string>& names, std::string_view name,
                            bool ignore_case, bool as_beginning = false);

struct Tag {
  TokenKind kind = TokenKind::open;
  std::size_t end = 0;
  std::string_view name;
  /// As written, in order. What follows the tag's own name has no name; a value may be empty.
  std::vector<std::pair<std::string_view, std::string_view>> attributes{};

  /// The first attribute of that name.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view key, bool ignore_case) const;
};

/// The tag that begins at `at`, if one does. It is within the limits.
/// @param in_body  of elements: a closing tag may say again what it closes, </parameter=city>
[[nodiscard]] std::optional<Tag> read_tag(std::string_view text, std::size_t at,
                                          const Limits& limits, bool in_body = false);

/// The name of an opening tag that may begin at `at`; empty if none does.
[[nodiscard]] std::string_view tag_name_at(std::string_view text, std::size_t at);

/// If an opening tag begins at `at`, has an attribute, and then fails or is cut off: the byte that
/// failed, or where it was cut off. Else 0.
[[nodiscard]] std::size_t failed_tag_end(std::string_view text, std::size_t at,
                                         const Limits& limits);

}  // namespace tagstream::testing
