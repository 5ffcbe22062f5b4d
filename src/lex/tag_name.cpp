#include "lex/tag_name.hpp"

#include <algorithm>

#include "base/nearest.hpp"
#include "base/text.hpp"
#include "lex/grammar.hpp"

namespace tagstream {

bool is_tag_name(std::string_view text) {
  return !text.empty() && is_name_start(text[0]) &&
         std::all_of(text.begin(), text.end(), is_name_byte);
}

std::string_view name_in_tag(std::string_view text) {
  if (!text.starts_with('<')) return {};
  text.remove_prefix(text.starts_with("</") ? 2 : 1);
  const auto end = std::find_if_not(text.begin(), text.end(), is_name_byte);
  const std::string_view name = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  const std::string_view rest = text.substr(name.size());
  const bool ends_name = rest.empty() || rest[0] == '>' || rest[0] == '/' || is_blank(rest[0]);
  const bool is_one = rest.empty() || rest.find('>') == rest.size() - 1;
  return ends_name && is_one && is_tag_name(name) ? name : std::string_view();
}

namespace {

// The names in a list such as `a, b`, for a sentence: "`a` and `b`". Empty if `text` has no comma,
// or parts that are not names.
std::string names_in_list(std::string_view text) {
  std::string names;
  for (std::size_t comma = text.find(','); comma != text.npos; comma = text.find(',')) {
    const std::string_view name = trimmed(text.substr(0, comma));
    if (!is_tag_name(name)) return {};
    names += (names.empty() ? "" : ", ") + in_backticks(name);
    text.remove_prefix(comma + 1);
  }
  const std::string_view last = trimmed(text);
  return names.empty() || !is_tag_name(last) ? "" : names + " and " + in_backticks(last);
}

}  // namespace

std::string slip_in_name(std::string_view text) {
  const std::string_view name = name_in_tag(text);
  if (!name.empty()) return "a tag name has no brackets" + did_you_mean(name);
  const std::string names = names_in_list(text);
  if (names.empty()) return {};
  return in_backticks(text) + " is more than one name: give each by itself; did you mean " + names +
         '?';
}

std::string wrong_name(std::string_view text) {
  if (is_tag_name(text)) return {};
  if (text.empty()) return "a tag name is empty";
  if (std::string slip = slip_in_name(text); !slip.empty()) return slip;
  return in_backticks(text) +
         " is not a tag name; such a name begins with a letter, a digit, `_` or `:`, and goes on "
         "with these, `-` and `.`";
}

}  // namespace tagstream
