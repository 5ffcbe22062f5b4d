#include "body/xml_tags.hpp"

#include <algorithm>

#include "tagstream/attribute.hpp"

namespace tagstream {

XmlTags::XmlTags(const BodyPlace& place)
    : set_(place.set), shape_(place.shape), rule_(place.rule), call_name_(place.call_name) {}

XmlTag XmlTags::read(const Segment& segment, const Match& match) const {
  XmlTag tag;
  tag.match = match;
  tag.raw = segment.slice(match.begin, match.end);
  tag.is_closer = match.closes || match.kind == TokenKind::close;
  tag.is_literal = match.kind == TokenKind::marker;
  if (tag.is_literal) {
    read_literal(tag);
  } else {
    tag.name = tag.raw.substr(match.name_at, match.name_size);
    read_tag(tag);
  }
  return tag;
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
    if (take(mark, XmlPart::parameter)) return;
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
  auto is_function = [&](std::string_view other) { return is_name(name, other); };
  if (shape_->tag_is_key) tag.part = XmlPart::parameter;  // what is nothing else
  if (!call_name_.empty() && is_name(name, call_name_)) {
    tag.part = XmlPart::call;
  } else if (std::any_of(shape_->functions.begin(), shape_->functions.end(), is_function)) {
    tag.part = XmlPart::function;
  } else if (is_one_of(shape_->parameters, name)) {
    tag.part = XmlPart::parameter;
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
  } else if (const RuleIndex rule = rule_of(*set_, name); rule != no_rule && rule != rule_) {
    tag.match.rule = rule;
    tag.part = rule_part(rule, closes_wrapper(*set_, tag.match));
  }
}

// What a tag or marker of another rule means here.
XmlPart XmlTags::rule_part(RuleIndex rule, bool closes) const {
  if (closes) return XmlPart::wrapper;
  const CompiledRule& other = set_->rules[rule];
  const bool is_reasoning = other.role == Role::hide && other.emitted_as != EmittedAs::section;
  const bool ends = other.role == Role::call || other.role == Role::wrap_open || is_reasoning;
  return ends ? XmlPart::next : XmlPart::other;
}

// <function=f> or, with the sign left out, <function f>.
std::string_view name_value(const XmlShape& shape, std::string_view tag) {
  if (!shape.name_is_value) return {};
  const AttributeRange attributes(tag);
  if (attributes.empty()) return {};
  const Attribute first = *attributes.begin();
  if (first.name.empty()) return first.value;
  return shape.is_one_call && !first.has_value ? first.name : std::string_view();
}

bool has_name_value(const XmlShape& shape, std::string_view tag) {
  return AttributeRange(tag).find("").has_value() || !name_value(shape, tag).empty();
}

std::string_view XmlTags::attribute(const XmlTag& tag, std::string_view name) const {
  if (name.empty()) return {};
  return AttributeRange(tag.raw).find(name, set_->ignore_case).value_or(std::string_view());
}

std::string_view XmlTags::name_attribute(const XmlTag& tag, std::string_view key) const {
  const std::string_view by_name = attribute(tag, key);
  return by_name.empty() ? name_value(*shape_, tag.raw) : by_name;
}

// The call's own tag may have the name of one.
std::string_view XmlTags::function(const XmlTag& tag) const {
  const bool may_be = !tag.is_literal && !tag.is_closer &&
                      std::any_of(shape_->functions.begin(), shape_->functions.end(),
                                  [&](std::string_view name) { return is_name(tag.name, name); });
  return may_be ? name_attribute(tag, shape_->name_attribute) : std::string_view();
}

bool XmlTags::is_parameter(const XmlTag& tag) const {
  if (tag.is_closer) return false;
  if (!tag.is_literal) {
    const RuleIndex rule = rule_of(*set_, tag.name);
    if (rule != no_rule && rule != rule_) return false;
  }
  switch (tag.part) {
    case XmlPart::key: return true;
    case XmlPart::parameter:
      return !is_keyed(tag) || !name_attribute(tag, shape_->key_attribute).empty();
    case XmlPart::function: return shape_->tag_is_key;
    default: return false;
  }
}

}  // namespace tagstream
