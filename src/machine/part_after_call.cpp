#include "machine/part_after_call.hpp"

#include <algorithm>

#include "base/name_byte.hpp"
#include "base/text.hpp"
#include "lex/grammar.hpp"

namespace tagstream {

namespace {

// The strongest sign: `yes`, else `undecided` if more bytes may still make it `yes`.
constexpr PartSign either(PartSign a, PartSign b) { return std::max(a, b); }

// Takes `word` from the beginning of the text, if it stands there.
PartSign take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return word.starts_with(text) ? PartSign::undecided : PartSign::no;
  text.remove_prefix(word.size());
  return PartSign::yes;
}

// Passes over one of `bytes`, and over the blanks after it.
void pass_one_of(std::string_view& text, std::string_view bytes) {
  if (!text.empty() && bytes.find(text[0]) != bytes.npos) text.remove_prefix(1);
  text = trimmed_front(text);
}

// An opening marker. After the name of a tag comes a byte that is none of a name: `<parameter=` and
// `<parameter>`, but not `<parameters>`.
PartSign sign_of_opener(std::string_view text, std::string_view opener) {
  if (xml_tag_name(opener).empty()) return opener.empty() ? PartSign::no : take(text, opener);
  const PartSign name = take(text, opener.substr(0, opener.size() - 1));
  if (name != PartSign::yes) return name;
  if (text.empty()) return PartSign::undecided;
  return is_name_byte(text[0]) ? PartSign::no : PartSign::yes;
}

PartSign sign_of_parameter(const XmlShape& shape, std::string_view text) {
  PartSign sign = sign_of_opener(text, shape.prefix);
  for (const XmlShape::Marks* marks : {&shape.parameters, &shape.keys}) {
    for (const XmlMark& mark : *marks) sign = either(sign, sign_of_opener(text, mark.open));
  }
  return sign;
}

// An object with a key, also of a list, after a comma or a semicolon; or, if the value ends the
// call, a bracket too many.
PartSign sign_of_object(std::string_view text, bool value_ends_call) {
  if (text[0] == '}' || text[0] == ']') return value_ends_call ? PartSign::yes : PartSign::no;
  pass_one_of(text, ",;");
  pass_one_of(text, "[");
  const PartSign brace = take(text, "{");
  if (brace != PartSign::yes) return brace;
  text = trimmed_front(text);
  return either(take(text, "\""), take(text, "'"));
}

// A name, the marker after it, and an object.
PartSign sign_of_named(const CallNameFormat& format, std::string_view text) {
  if (format.separator.empty()) return PartSign::no;
  pass_one_of(text, ",;");
  if (text.empty() || !begins_call_name(text[0])) return PartSign::no;
  text.remove_prefix(static_cast<std::size_t>(
      std::find_if_not(text.begin(), text.end(), is_call_name_byte) - text.begin()));
  const PartSign marker = take(text, format.separator);
  if (marker != PartSign::yes) return marker;
  text = trimmed_front(text);
  return take(text, "{");
}

}  // namespace

PartSign sign_of_part(const CompiledRule& rule, std::string_view text, bool is_all) {
  const CallTraits& call = rule.call;
  // After a call of one's own any text may follow.
  if (call.name_format == nullptr || text.empty()) return PartSign::no;
  const bool has_elements = call.body == CallBody::xml || call.body == CallBody::automatic;
  const bool has_objects = call.body != CallBody::xml && call.body != CallBody::text;
  // Most text is none, as its first byte shows.
  const bool has_objects_alone = !has_elements && call.name_format->separator.empty();
  if (has_objects_alone && std::string_view("{[,;}]").find(text[0]) == text.npos) {
    return PartSign::no;
  }
  const bool value_ends_call = !rule.can_close();
  PartSign sign = PartSign::no;
  if (has_elements) sign = sign_of_parameter(*call.shape, text);
  if (has_objects) sign = either(sign, sign_of_object(text, value_ends_call));
  if (value_ends_call) sign = either(sign, sign_of_named(*call.name_format, text));
  return sign == PartSign::undecided && is_all ? PartSign::no : sign;
}

}  // namespace tagstream
