#pragma once

// Small things about text that several readers need.

#include <string_view>

#include "grammar.hpp"

namespace tagstream {

/// `text` without the blanks at both ends.
[[nodiscard]] inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// True if two names are the same, ASCII case folded if asked.
[[nodiscard]] inline bool same_name(std::string_view a, std::string_view b, bool ignore_case) {
  if (!ignore_case || a.size() != b.size()) return a == b;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (fold(a[i]) != fold(b[i])) return false;
  }
  return true;
}

}  // namespace tagstream
