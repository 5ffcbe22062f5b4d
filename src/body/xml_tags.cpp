#include "body/xml_tags.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "body/call_part.hpp"
#include "body/schema_table.hpp"

namespace tagstream {

XmlTags::XmlTags(const BodyPlace& place)
    : set_(place.set), shape_(place.shape), rule_(place.rule), call_name_(place.call_name) {}

void XmlTags::read(const Segment& segment, const Match& match, XmlTag& tag) const {
  tag = XmlTag();
  tag.match = match;
  tag.raw = segment.slice(match.begin, match.end);
  tag.is_closer = match.closes || match.kind == TokenKind::close;
  tag.is_literal = match.kind == TokenKind::marker;
  if (tag.is_literal) {
    read_literal(tag);
  } else {
    tag.name = tag.raw.substr(match.name_at, match.name_size);
    read_tag(tag);
    const bool may_have_words = tag.is_keyed || tag.is_function || tag.part == XmlPart::value;
    const bool has_words = may_have_words && !tag.is_closer && tag.words.name.empty();
    if (has_words && tag.raw.size() > tag.name.size() + 2) read_attributes(tag);
  }
}

void XmlTags::read_literal(XmlTag& tag) const {
  auto take = [&](const XmlMark& mark, XmlPart part) {
    if (tag.raw != mark.open && tag.raw != mark.close) return false;
    tag.part = part;
    tag.is_closer = tag.raw == mark.close;
    return true;
  };
  const CompiledRule& own = set_->rules[rule_];
  const bool is_own =
      tag.match.rule == rule_ &&
      (tag.is_closer || std::any_of(own.opens.begin(), own.opens.end(), [&](auto marker) {
         return set_->trie.text(marker) == tag.raw;
       }));
  if (is_own) {
    tag.part = XmlPart::call;
    return;
  }
  if (tag.match.rule != rule_) {
    tag.part = rule_part(tag.match.rule, closes_wrapper(*set_, tag.match));
    return;
  }
  for (const XmlMark& mark : shape_->parameters) {
    if (take(mark, XmlPart::parameter)) {
      tag.is_keyed = true;
      return;
    }
  }
  for (const XmlMark& mark : shape_->keys) {
    if (take(mark, XmlPart::key)) return;
  }
  for (const XmlMark& mark : shape_->values) {
    if (take(mark, XmlPart::value)) return;
  }
  if (take(shape_->type, XmlPart::type)) return;
  tag.part = tag.raw == shape_->prefix ? XmlPart::prefix : XmlPart::separator;
}

void XmlTags::read_tag(XmlTag& tag) const {
  const std::string_view name = tag.name;
  tag.is_function = std::any_of(shape_->functions.begin(), shape_->functions.end(),
                                [&](std::string_view other) { return is_name(name, other); });
  if (shape_->tag_is_key) tag.part = XmlPart::parameter;  // what is nothing else
  if (!call_name_.empty() && is_name(name, call_name_)) {
    tag.part = XmlPart::call;
  } else if (tag.is_function) {
    tag.part = XmlPart::function;
  } else if (is_one_of(shape_->parameters, name)) {
    tag.part = XmlPart::parameter;
    tag.is_keyed = true;
  } else if (is_one_of(shape_->keys, name)) {
    tag.part = XmlPart::key;
  } else if (is_one_of(shape_->values, name)) {
    tag.part = XmlPart::value;
  } else if (is_tag_of(shape_->type, name)) {
    tag.part = XmlPart::type;
  } else if (std::any_of(
                 shape_->separators.begin(), shape_->separators.end(),
                 [&](std::string_view word) { return is_name(name, xml_tag_name(word)); })) {
    tag.part = XmlPart::separator;
  } else {
    read_tag_of_rule(tag);
  }
}

// A tag that is not of the body's format.
void XmlTags::read_tag_of_rule(XmlTag& tag) const {
  const RuleIndex rule = rule_of(*set_, tag.name);
  if (rule == no_rule) return read_glued(tag);
  if (rule != rule_) {
    tag.match.rule = rule;
    tag.part = rule_part(rule, closes_wrapper(*set_, tag.match));
  } else if (!call_name_.empty()) {
    tag.part = XmlPart::call;  // the tool's name is glued to its own
  }
}

// <parametercity>: a parameter that the tool has.
void XmlTags::read_glued(XmlTag& tag) const {
  if (schema_ == nullptr) return;
  const std::string_view own = xml_tag_name(shape_->parameters[0].open);
  const bool is_longer = !own.empty() && tag.name.size() > own.size();
  if (!is_longer || !is_name(tag.name.substr(0, own.size()), own)) return;
  const std::string_view key = tag.name.substr(own.size());
  if (SchemaTable::find(*schema_, key) == nullptr) return;
  tag.part = XmlPart::parameter;
  tag.is_keyed = true;
  tag.name = tag.name.substr(0, own.size());
  tag.words.name = key;
  tag.words.has_name_value = true;
}

// What a tag or marker of another rule means here.
XmlPart XmlTags::rule_part(RuleIndex rule, bool closes) const {
  if (closes) return XmlPart::wrapper;
  const CompiledRule& other = set_->rules[rule];
  const bool is_reasoning = other.role == Role::hide && other.emitted_as != EmittedAs::section;
  const bool ends = other.role == Role::call || other.role == Role::wrap_open || is_reasoning;
  return ends ? XmlPart::next : XmlPart::other;
}

namespace {

// <function=f> or, with the sign left out, <function f>.
std::string_view name_value(const XmlShape& shape, const Attribute& first) {
  if (!shape.name_is_value) return {};
  if (first.name.empty()) return first.value;
  return shape.is_one_call && !first.has_value ? first.name : std::string_view();
}

}  // namespace

std::string_view name_value(const XmlShape& shape, std::string_view tag) {
  const AttributeRange attributes(tag);
  return attributes.empty() ? std::string_view() : name_value(shape, *attributes.begin());
}

bool is_argument(const XmlShape& shape, const ToolSchema* tool, const Attribute& attribute) {
  if (attribute.name.empty() || !attribute.has_value) return false;
  const auto is_one = [&](std::string_view word) { return same_name(attribute.name, word, true); };
  if (is_one("name") || is_one(shape.name_attribute)) return false;
  if (tool != nullptr && SchemaTable::find(*tool, attribute.name) != nullptr) return true;
  const std::array<std::string_view, 6> others{"id",    "tool_call_id", "call_id",
                                               "index", "type",         shape.key_attribute};
  return std::none_of(others.begin(), others.end(), is_one);
}

bool has_argument(const XmlShape& shape, const ToolSchema* tool, std::string_view tag) {
  const AttributeRange attributes(tag);
  return std::any_of(attributes.begin(), attributes.end(), [&](const Attribute& attribute) {
    return is_argument(shape, tool, attribute);
  });
}

std::string_view call_id(std::string_view id, const ToolSchema* tool) {
  const bool is_parameter = tool != nullptr && SchemaTable::find(*tool, "id") != nullptr;
  return is_parameter || id.size() > max_id_bytes ? std::string_view() : id;
}

std::string_view without_doubled(std::string_view value, std::string_view tag_name,
                                 bool ignore_case) {
  const std::size_t size = tag_name.size();
  while (size != 0 && value.size() > size + 1 && value[size] == '=' &&
         same_name(value.substr(0, size), tag_name, ignore_case)) {
    value.remove_prefix(size + 1);
  }
  return value;
}

// Of each the first counts. What stands directly after the tag's name is a name only if no
// attribute says one.
void XmlTags::read_attributes(XmlTag& tag) const {
  XmlWords& words = tag.words;
  words = {};
  const std::string_view key = tag.is_keyed ? shape_->key_attribute : shape_->name_attribute;
  std::string_view value;
  bool is_first = true;
  bool has_key = false;
  bool has_string = false;
  bool has_type = false;
  bool has_id = false;
  auto take = [&](const Attribute& attribute, std::string_view word, bool& has,
                  std::string_view& out) {
    if (has || word.empty() || !is_name(attribute.name, word)) return;
    has = true;
    out = attribute.value;
  };
  for (const Attribute& attribute : AttributeRange(tag.raw)) {
    if (is_first) value = name_value(*shape_, attribute);
    is_first = false;
    words.has_name_value = words.has_name_value || attribute.name.empty();
    take(attribute, key, has_key, words.name);
    take(attribute, shape_->string_attribute, has_string, words.string);
    take(attribute, shape_->type_attribute, has_type, words.type);
    take(attribute, "id", has_id, words.id);
  }
  words.has_name_value = words.has_name_value || !value.empty();
  if (words.name.empty()) words.name = without_doubled(value, tag.name, set_->ignore_case);
}

bool XmlTags::is_parameter(const XmlTag& tag) const {
  if (tag.is_closer) return false;
  if (!tag.is_literal) {
    const RuleIndex rule = rule_of(*set_, tag.name);
    if (rule != no_rule && rule != rule_) return false;
  }
  switch (tag.part) {
    case XmlPart::key: return true;
    case XmlPart::parameter: return !tag.is_keyed || !tag.words.name.empty();
    case XmlPart::function: return shape_->tag_is_key;
    default: return false;
  }
}

bool XmlTags::may_close(std::string_view rest, const XmlClosers& closers) const {
  if (rest == "<") return true;
  const CompiledRule& rule = set_->rules[rule_];
  const auto text = [&](MarkerTrie::Marker marker) { return set_->trie.text(marker); };
  const auto begins = [&](std::string_view word) { return word.substr(0, rest.size()) == rest; };
  const auto begins_marker = [&](MarkerTrie::Marker marker) { return begins(text(marker)); };
  const auto is_any_of = [&](const std::vector<MarkerTrie::Marker>& markers) {
    return std::any_of(markers.begin(), markers.end(), begins_marker);
  };
  if (rest.substr(0, 2) != "</") {
    const auto is_opener = [&](const XmlShape::Marks& marks) {
      return std::any_of(marks.begin(), marks.end(),
                         [&](const XmlMark& mark) { return begins(mark.open); });
    };
    return !is_opener(shape_->parameters) && !is_opener(shape_->keys) && is_any_of(rule.closes) &&
           !is_any_of(rule.opens);
  }
  const std::string_view named = rest.substr(0, rest.find('='));  // </parameter=city
  const std::string_view begun = trimmed(named.substr(2));
  const bool is_whole = !begun.empty() && (named.size() < rest.size() || is_blank(rest.back()));
  const auto is_of = [&](std::string_view name) {
    const std::string_view part = is_whole ? name : name.substr(0, begun.size());
    return !name.empty() && same_name(part, begun, set_->ignore_case);
  };
  if (is_any_of(rule.closes) || is_of(call_name_)) return true;
  if (is_of(closers.function) || is_of(closers.parameter)) return true;
  const auto is_closer = [&](const XmlMark& mark) {
    return mark.is_given() && xml_tag_name(mark.open).empty() && begins(mark.close);
  };
  for (const XmlShape::Marks& marks : {shape_->parameters, shape_->values}) {
    if (closers.has_value && std::any_of(marks.begin(), marks.end(), is_closer)) return true;
  }
  if (!shape_->is_one_call) return false;
  return std::any_of(set_->rules.begin(), set_->rules.end(), [&](const CompiledRule& other) {
    if (other.role == Role::wrap_close) return is_any_of(other.opens);
    if (other.role != Role::wrap_open) return false;
    return is_any_of(other.closes) || (other.is_tag && is_of(set_->names[other.name].text));
  });
}

}  // namespace tagstream
