#include "body/xml/xml_grammar.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "body/call_part.hpp"
#include "body/schema_table.hpp"

namespace tagstream {

// Signs of tokens in a body of qwen3_coder:
//
//   <function=f>, <function f>           may_be_function, name `f`
//   <parameter=a>, <parameter name="a">  parameter_open, key `a`
//   <parameter=parameter=a>              parameter_open, key `a`: the name is doubled
//   <parameter>                          keyless: no parameter
//   </parameter>                         parameter_close
//   </tool_call>                         wrapper_close, a tag of another rule
//   <b>                                  noise
void XmlGrammar::read(const Segment& segment, const Match& match, bool in_value,
                      XmlToken& token) const {
  token = XmlToken();
  token.match = match;
  token.raw = segment.slice(match.begin, match.end);
  token.is_closer = match.closes || match.kind == TokenKind::close;
  if (match.kind == TokenKind::marker) {
    read_literal(token);
  } else {
    token.name = token.raw.substr(match.name_at, match.name_size);
    read_tag(token, in_value);
  }
}

void XmlGrammar::read_prefixed(const Segment& segment, const Match& match, XmlToken& token) const {
  read(segment, match, true, token);
  token.sign = token.is_closer ? XmlSign::parameter_close : XmlSign::parameter_open;
  settle_parameter(token);
}

// ---- literals --------------------------------------------------------------------------------

bool XmlGrammar::read_mark(const XmlShape::Marks& marks, XmlSign opener, XmlToken& token) const {
  for (const XmlMark& mark : marks) {
    if (token.raw != mark.open && token.raw != mark.close) continue;
    token.is_closer = token.raw == mark.close;
    token.sign = token.is_closer ? closer_of(opener) : opener;
    return true;
  }
  return false;
}

void XmlGrammar::read_literal(XmlToken& token) const {
  if (token.match.rule != rule_) {
    token.sign = sign_of_rule(token.match.rule, token);
    return;
  }
  const std::vector<MarkerTrie::Marker>& opens = rule().opens;
  const bool is_opener = std::any_of(opens.begin(), opens.end(), [&](MarkerTrie::Marker marker) {
    return set_->trie.text(marker) == token.raw;
  });
  if (token.is_closer || is_opener) {
    token.sign = token.is_closer ? XmlSign::call_close : XmlSign::call_open;
    return;
  }
  if (read_mark(shape_->parameters, XmlSign::parameter_open, token)) {
    token.is_keyed = true;
    return;
  }
  const bool is_mark = read_mark(shape_->keys, XmlSign::key_open, token) ||
                       read_mark(shape_->values, XmlSign::value_open, token) ||
                       read_mark({{shape_->type, {}}}, XmlSign::type_open, token);
  if (is_mark) return;
  token.sign = token.raw == shape_->prefix ? XmlSign::prefix : XmlSign::separator;
}

// ---- tags ------------------------------------------------------------------------------------

void XmlGrammar::read_tag(XmlToken& token, bool in_value) const {
  token.may_be_function =
      std::any_of(shape_->functions.begin(), shape_->functions.end(),
                  [&](std::string_view other) { return is_name(token.name, other); });
  token.sign = sign_of_name(token, in_value);
  const bool may_have_words =
      token.is_keyed || token.may_be_function || token.sign == XmlSign::value_open;
  const bool has_words = may_have_words && !token.is_closer && token.words.name.empty();
  if (has_words && token.raw.size() > token.name.size() + 2) {
    read_attributes(token);
  } else {
    settle_parameter(token);
  }
}

// An opening tag that the schema of the open call names opens a parameter, although it is the
// tag of another rule, or the call's own. With the tools search and edit, which has the parameters
// text and search, `<edit><search>a</search><text>b</text></edit>` is one call of edit in cline.
bool XmlGrammar::is_parameter(const XmlToken& token) const {
  const bool may_be_one = tool_ != nullptr && !token.is_closer && !token.is_literal();
  if (!may_be_one || (shape_->plain_keys && !is_bare(token))) return false;
  return SchemaTable::find(*tool_, token.name) != nullptr;
}

XmlSign XmlGrammar::sign_of_name(XmlToken& token, bool in_value) const {
  const std::string_view name = token.name;
  const auto half = [&](XmlSign opener) { return token.is_closer ? closer_of(opener) : opener; };
  if (!call_name_.empty() && is_name(name, call_name_)) {
    // In a value the call's own tags count in pairs.
    const bool is_key = shape_->tag_is_key && !in_value && is_parameter(token);
    return is_key ? XmlSign::parameter_open : half(XmlSign::call_open);
  }
  if (token.may_be_function) {
    return shape_->tag_is_key ? half(XmlSign::parameter_open) : XmlSign::stray;
  }
  if (is_one_of(shape_->parameters, name)) {
    token.is_keyed = true;
    return half(XmlSign::parameter_open);
  }
  if (is_one_of(shape_->keys, name)) return half(XmlSign::key_open);
  if (is_one_of(shape_->values, name)) return half(XmlSign::value_open);
  if (is_tag_of(shape_->type, name)) return half(XmlSign::type_open);
  const bool separates =
      std::any_of(shape_->separators.begin(), shape_->separators.end(),
                  [&](std::string_view word) { return is_name(name, xml_tag_name(word)); });
  if (separates) return XmlSign::separator;
  // The tag is not of the body's format.
  const RuleIndex rule = rule_of(*set_, name);
  if (rule != no_rule && rule != rule_) {
    token.match.rule = rule;
    const bool is_key = shape_->tag_is_key && is_parameter(token);
    return is_key ? XmlSign::parameter_open : sign_of_rule(rule, token);
  }
  return shape_->tag_is_key ? half(XmlSign::parameter_open) : XmlSign::noise;
}

// The sign of a tag or marker of another rule. The opener of another call ends this one, if
// its parameters are closed.
XmlSign XmlGrammar::sign_of_rule(RuleIndex rule, const XmlToken& token) const {
  if (closes_wrapper(*set_, token.match)) return XmlSign::wrapper_close;
  const CompiledRule& other = set_->rules[rule];
  const bool is_reasoning = other.role == Role::hide && other.emitted_as != EmittedAs::section;
  if (other.role != Role::call && other.role != Role::wrap_open && !is_reasoning) {
    return token.is_literal() && other.role == Role::drop ? XmlSign::dropped : XmlSign::noise;
  }
  if (token.is_closer) return XmlSign::other_close;
  return other.role == Role::call ? XmlSign::other_call : XmlSign::other_open;
}

// An opener opens a parameter only if it has a key and is not the tag of another rule. With
// `call: ["a", "b"]`, the <b> of `<a><b>{"name":"f"}</b></a>` is a call, not a parameter of a.
void XmlGrammar::settle_parameter(XmlToken& token) const {
  const bool is_key = token.sign == XmlSign::key_open;
  if (token.sign != XmlSign::parameter_open && !is_key) return;
  const RuleIndex rule = token.is_literal() ? no_rule : rule_of(*set_, token.name);
  const bool is_other =
      rule != no_rule && rule != rule_ && (token.is_keyed || !is_parameter(token));
  if (is_key && is_other) token.sign = XmlSign::stray;
  const bool has_key = !token.is_keyed || !token.words.name.empty();
  if (!is_key && (is_other || !has_key)) token.sign = XmlSign::keyless;
}

bool XmlGrammar::is_bare_key_byte(char byte) const {
  const bool ends = shape_->is_lines() &&
                    std::any_of(shape_->values.begin(), shape_->values.end(),
                                [&](const XmlMark& mark) { return mark.open.starts_with(byte); });
  return !ends && is_call_name_byte(byte);
}

// ---- attributes ------------------------------------------------------------------------------

// `function=get_weather` after `<function=` is `get_weather`.
std::string_view without_doubled(std::string_view value, std::string_view tag_name,
                                 bool ignore_case) {
  const std::size_t size = tag_name.size();
  while (size != 0 && value.size() > size + 1 && value[size] == '=' &&
         same_name(value.substr(0, size), tag_name, ignore_case)) {
    value.remove_prefix(size + 1);
  }
  return value;
}

// Reads the attributes. Of two attributes with one name the first counts, so `name="f"
// name="g"` is f. The value directly after the tag's name is the name only if no attribute has it.
void XmlGrammar::read_attributes(XmlToken& token) const {
  XmlWords& words = token.words;
  words = {};
  const std::string_view key = token.is_keyed ? shape_->key_attribute : shape_->name_attribute;
  std::string_view value;
  bool is_first = true;
  bool has_key = false;
  bool has_string = false;
  bool has_type = false;
  bool has_id = false;
  auto take = [&](const Attribute& attribute, std::string_view word, bool& has,
                  std::string_view& out) {
    if (has || word.empty() || !is_name(attribute.name, word)) return false;
    out = attribute.value;
    return has = true;
  };
  for (const Attribute& attribute : AttributeRange(token.raw)) {
    if (is_first) value = name_value(*shape_, attribute);
    is_first = false;
    words.has_name_value = words.has_name_value || attribute.name.empty();
    const bool says_something =
        take(attribute, key, has_key, words.name) ||
        take(attribute, shape_->string_attribute, has_string, words.string) ||
        take(attribute, shape_->type_attribute, has_type, words.type);
    take(attribute, "id", has_id, words.id);
    const bool is_name_alone = !attribute.has_value && attribute.name == value;
    const bool is_left_out =
        !says_something && !is_name_alone && words.left_out.empty() && attribute.name != "type";
    if (is_left_out && !attribute.name.empty()) words.left_out = attribute.name;
    if (is_left_out && attribute.name.empty() && !shape_->name_is_value)
      words.left_out = attribute.value;
  }
  words.has_name_value = words.has_name_value || !value.empty();
  value = without_doubled(value, token.name, set_->ignore_case);
  if (words.name.empty()) words.name = value;
  if (words.left_out.empty() && value != words.name) words.left_out = value;
  settle_parameter(token);
}

}  // namespace tagstream
