#include "body/xml/xml_value.hpp"

namespace tagstream {

bool closes_value(const XmlGrammar& grammar, const XmlValue& value, const XmlToken& token) {
  if (!token.is_literal()) return grammar.is_name(token.name, value.tag);
  return token.sign == XmlSign::parameter_close || token.sign == XmlSign::value_close;
}

// In a value that `<parameter=text>` opens, the tag `<parameter name="limit">` is text.
bool is_spelled_otherwise(const XmlGrammar& grammar, const XmlValue& value, const XmlToken& token) {
  const XmlShape& shape = grammar.shape();
  const bool has_two_ways = shape.name_is_value && !shape.spells_both;
  const bool are_keyed = token.is_keyed && value.key != XmlValue::Key::tag;
  const bool is_after_name = value.key == XmlValue::Key::after_name;
  return has_two_ways && are_keyed && token.words.has_name_value != is_after_name;
}

// In `say </path> twice` the closer is text, and in `</path></read>` it ends the value.
// After the closer of a call only tokens count that may follow a whole call.
bool may_follow(const XmlGrammar& grammar, const XmlValue& value, const XmlToken& token,
                XmlSign sign_here) {
  constexpr XmlSigns after_function{XmlSign::function_open, XmlSign::call_close};
  const XmlShape& shape = grammar.shape();
  const XmlLanguage& language = grammar.language();
  if (value.closes_call()) {
    return shape.is_one_call ? language.after_call.has(token.sign) : grammar.opens_call(token);
  }
  if (value.closes == XmlSign::function_close) return after_function.has(sign_here);
  if (value.is_slip && token.is_closer && closes_value(grammar, value, token)) return false;
  // After an opener that is text, the first of two closers is text, too.
  if (token.is_closer && value.quoted_openers == 0 && closes_value(grammar, value, token)) {
    return true;
  }
  const XmlSign sign = token.is_closer ? sign_here : token.sign;
  if (!language.after_parameter.has(sign)) return false;
  if (sign != XmlSign::parameter_open && sign != XmlSign::key_open) return true;
  if (value.quoted_openers != 0 && is_spelled_otherwise(grammar, value, token)) return false;
  if (shape.plain_keys) return XmlGrammar::is_bare(token);
  return shape.is_one_call || value.key == XmlValue::Key::tag ||
         grammar.is_name(token.name, value.tag);
}

}  // namespace tagstream
