#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "tagstream/limits.hpp"
#include "tagstream/token.hpp"

namespace tagstream::testing {

[[nodiscard]] bool is_blank(char c);
[[nodiscard]] bool same_name(std::string_view a, std::string_view b, bool ignore_case);

struct Tag {
  TokenKind kind = TokenKind::open;
  std::size_t end = 0;
  std::string_view name;
};

/// The tag that begins at `at`, if one does. It is within the limits.
[[nodiscard]] std::optional<Tag> read_tag(std::string_view text, std::size_t at,
                                          const Limits& limits);

}  // namespace tagstream::testing
