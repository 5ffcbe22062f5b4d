#include "machine/part_after_call.hpp"

#include <algorithm>
#include <initializer_list>

#include "base/name_byte.hpp"
#include "lex/grammar.hpp"

namespace tagstream {

namespace {

// The text, read from its beginning on.
struct Rest {
  std::string_view text;
  bool is_cut = false;  // the text ended before this was decided

  bool take(std::string_view word) {
    if (!text.starts_with(word)) {
      is_cut = is_cut || word.starts_with(text);
      return false;
    }
    text.remove_prefix(word.size());
    return true;
  }
  template <class Wanted>
  void pass(Wanted wanted) {
    text.remove_prefix(static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), wanted) -
                                                text.begin()));
  }
};

// True if an opening marker stands here. After the name of a tag comes a byte that is none of a
// name: `<parameter=` and `<parameter>`, but not `<parameters>`.
bool opens(Rest& rest, std::string_view opener) {
  Rest here{rest.text};
  const bool is_tag = !xml_tag_name(opener).empty();
  bool is_one = here.take(is_tag ? opener.substr(0, opener.size() - 1) : opener);
  if (is_one && is_tag) {
    here.is_cut = here.text.empty();
    is_one = !here.is_cut && !is_name_byte(here.text[0]);
  }
  rest.is_cut = rest.is_cut || here.is_cut;
  return is_one;
}

bool begins_parameter(const XmlShape& shape, Rest& rest) {
  bool is_one = false;
  for (const XmlShape::Marks* marks : {&shape.parameters, &shape.keys}) {
    for (const XmlMark& mark : *marks)
      is_one = is_one || (mark.is_given() && opens(rest, mark.open));
  }
  return is_one || (!shape.prefix.empty() && opens(rest, shape.prefix));
}

// Passes over blanks, and over one of `bytes` before them.
void pass_one_of(Rest& rest, std::string_view bytes) {
  if (!rest.text.empty() && bytes.find(rest.text[0]) != bytes.npos) rest.text.remove_prefix(1);
  rest.pass([](char c) { return is_blank(c); });
}

// An object with a key, also of a list, after a comma or a semicolon; or, if the value ends the
// call, a bracket too many.
bool begins_object(Rest rest, bool value_ends_call, bool& is_cut) {
  if (rest.text.starts_with('}') || rest.text.starts_with(']')) return value_ends_call;
  pass_one_of(rest, ",;");
  pass_one_of(rest, "[");
  bool is_one = rest.take("{");
  if (is_one) {
    pass_one_of(rest, "");
    is_one = rest.text.starts_with('"') || rest.text.starts_with('\'');
    rest.is_cut = rest.text.empty();
  }
  is_cut = is_cut || rest.is_cut;
  return is_one;
}

// A name, the marker after it, and an object.
bool begins_named(const CallNameFormat& format, Rest rest, bool& is_cut) {
  pass_one_of(rest, ",;");
  if (format.separator.empty() || rest.text.empty() || !begins_call_name(rest.text[0]))
    return false;
  rest.pass(is_call_name_byte);
  bool is_one = rest.take(format.separator);
  if (is_one) {
    pass_one_of(rest, "");
    is_one = rest.take("{");
  }
  is_cut = is_cut || rest.is_cut;
  return is_one;
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
  Rest rest{text};
  bool is_part = has_elements && begins_parameter(*call.shape, rest);
  if (has_objects) is_part = is_part || begins_object({text}, value_ends_call, rest.is_cut);
  if (value_ends_call) {
    is_part = is_part || begins_named(*call.name_format, {text}, rest.is_cut);
  }
  if (is_part) return PartSign::yes;
  return rest.is_cut && !is_all ? PartSign::undecided : PartSign::no;
}

}  // namespace tagstream
