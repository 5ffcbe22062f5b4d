#include "dialects/call_parts.hpp"

#include <string_view>
#include <vector>

namespace tagstream {

namespace {

// Adds the markers inside a body that are literals: the lexer must look for them. In solar_open2
// `<|tool_arg:start|>` is not a tag, so it becomes a *word* of the body, which the trie of markers
// holds. In glm45 `<arg_key>` is a tag, and is found as a tag.
void add_shape(RuleParts& parts, const XmlShape& shape) {
  parts.call.shape = &shape;
  std::vector<std::string_view> words(shape.separators.begin(), shape.separators.end());
  words.push_back(shape.prefix);
  auto add_mark = [&](const XmlMark& mark) {
    if (!xml_tag_name(mark.open).empty()) return;
    words.push_back(mark.open);
    words.push_back(mark.close);
  };
  for (const XmlShape::Marks* marks : {&shape.parameters, &shape.keys, &shape.values}) {
    for (const XmlMark& mark : *marks) add_mark(mark);
  }
  add_mark(shape.type);
  for (std::string_view word : words) {
    if (!word.empty() && xml_tag_name(word).empty()) parts.words.emplace_back(word);
  }
}

}  // namespace

// A call that only counts at the beginning of an answer is tentative: it is text after all if it
// turns out to be no call. Only bodies that may hold elements have words inside them to look for.
RuleParts parts_of(const CallFormat& format) {
  RuleParts parts;
  parts.role = Role::call;
  parts.notes_stray_closers = !format.ends_as_reasoning;
  parts.call.body = format.body;
  parts.call.name_format = &format.name;
  parts.call.shared = format.shared;
  parts.is_leading = parts.call.is_tentative = format.is_leading;
  parts.call.is_whole_answer = format.opens_with_fence();
  parts.call.pythonic = format.pythonic;
  parts.call.keys = &format.keys;
  parts.call.argument = format.argument;
  parts.call.string_is = format.string_is;
  parts.call.end_closes = format.end_closes;
  parts.call.separator = format.separator;
  const bool may_be_tags = format.body == CallBody::xml || format.body == CallBody::automatic;
  if (may_be_tags) add_shape(parts, *format.shape);
  return parts;
}

}  // namespace tagstream
