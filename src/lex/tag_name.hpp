#pragma once

// Names of tags in what a user writes: `think` is one, and `<think>` has one in it.

#include <algorithm>
#include <string>
#include <string_view>

#include "base/nearest.hpp"
#include "base/text.hpp"
#include "lex/grammar.hpp"

namespace tagstream {

/// True if `text` is a name that a tag may have.
[[nodiscard]] inline bool is_tag_name(std::string_view text) {
  return !text.empty() && is_name_start(text[0]) &&
         std::all_of(text.begin(), text.end(), is_name_byte);
}

/// The name in one tag: `b` in `<b>`, `</b>`, `<b/>`, `<b x="1">` and `<b`. Empty if `text` is
/// anything else.
[[nodiscard]] inline std::string_view name_in_tag(std::string_view text) {
  if (!text.starts_with('<')) return {};
  text.remove_prefix(text.starts_with("</") ? 2 : 1);
  const auto* const end = std::find_if_not(text.begin(), text.end(), is_name_byte);
  const std::string_view name = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  const std::string_view rest = text.substr(name.size());
  const bool ends_name = rest.empty() || rest[0] == '>' || rest[0] == '/' || is_blank(rest[0]);
  const bool is_one = rest.empty() || rest.find('>') == rest.size() - 1;
  return ends_name && is_one && is_tag_name(name) ? name : std::string_view();
}

/// The error for a name that is written as a tag, such as `<b>`. Empty if `text` is not a tag.
[[nodiscard]] inline std::string tag_for_name(std::string_view text) {
  const std::string_view name = name_in_tag(text);
  return name.empty() ? "" : "a tag name has no brackets" + did_you_mean(name);
}

}  // namespace tagstream
