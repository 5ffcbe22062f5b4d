#include "body/xml/xml_slips.hpp"

#include <algorithm>

#include "lex/grammar.hpp"

namespace tagstream {

// `<parameter=command=create` has the key `command`. `<parameter=a` has none, since it may be
// the beginning of a tag.
std::string_view glued_key(const XmlGrammar& grammar, std::string_view text) {
  const XmlShape& shape = grammar.shape();
  const Limits& limits = grammar.set().limits;
  if (!shape.name_is_value || limits.max_attributes == 0) return {};
  text = text.substr(0, limits.max_tag_bytes);
  const std::string_view name = xml_tag_name(shape.parameters[0].open);
  if (name.empty() || text.substr(0, 1) != "<") return {};
  text.remove_prefix(1);
  std::string_view key;
  // The tag's name may be doubled: `<parameter=parameter=a=1` has the key `a`.
  while (text.size() > name.size() && text.substr(0, name.size()) == name &&
         text[name.size()] == '=') {
    text.remove_prefix(name.size() + 1);
    const auto end = std::find_if_not(text.begin(), text.end(), is_name_byte);
    if (end == text.begin() || end == text.end() || *end != '=') break;
    key = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    if (key != name) break;
  }
  return key;
}

// Only after a line end, since a word inside a line may be part of a value.
bool may_begin_bare_key(const XmlGrammar& grammar, const Segment& segment, std::uint64_t at) {
  return grammar.shape().may_have_bare_keys() && is_line_end(*segment.at(at - 1)) &&
         grammar.is_bare_key_byte(*segment.at(at));
}

std::string_view bare_key(std::string_view text) {
  const std::string_view word = trimmed(text);
  const bool is_word = std::all_of(word.begin(), word.end(), is_call_name_byte);
  return is_word ? word : std::string_view();
}

}  // namespace tagstream
