#include "body/xml_tags.hpp"

#include <algorithm>

#include "tagstream/attribute.hpp"

namespace tagstream {

XmlTag XmlTags::read(const Segment& segment, const Match& match) {
  XmlTag tag;
  tag.match = match;
  tag.raw = segment.slice(match.begin, match.end);
  if (match.kind != TokenKind::marker) tag.name = tag.raw.substr(match.name_at, match.name_size);
  return tag;
}

bool XmlTags::is_call(const XmlTag& tag) const {
  if (tag.match.kind == TokenKind::marker) return true;
  return !call_name_.empty() && is_name(tag.name, call_name_);
}

bool XmlTags::opens_call(const XmlTag& tag) const {
  return !tag.closes() && set_->rules[tag.match.rule].role == Role::call;
}

bool XmlTags::opens_other_rule(std::string_view name) const {
  NameRange range = set_->names_from(static_cast<unsigned char>(name[0]));
  for (std::size_t i = 1; i < name.size() && !range.empty(); ++i) {
    range = set_->narrow(range, i, name[i]);
  }
  if (range.empty()) return false;
  const RuleSet::Name& found = set_->names[range.first];
  return found.text.size() == name.size() && found.rule != rule_;
}

std::string_view XmlTags::attribute(const XmlTag& tag, std::string_view name) const {
  return AttributeRange(tag.raw).find(name, set_->ignore_case).value_or(std::string_view());
}

std::string_view XmlTags::name_attribute(const XmlTag& tag) const {
  const std::string_view by_name = attribute(tag, shape_->name_attribute);
  return by_name.empty() && shape_->name_is_value ? attribute(tag, "") : by_name;
}

std::string_view XmlTags::function(const XmlTag& tag) const {
  if (tag.match.kind == TokenKind::marker) return {};
  const bool is_one = std::any_of(shape_->functions.begin(), shape_->functions.end(),
                                  [&](std::string_view name) { return is_name(tag.name, name); });
  return is_one ? name_attribute(tag) : std::string_view();
}

bool XmlTags::is_keyed(const XmlTag& tag) const {
  return std::any_of(shape_->parameters.begin(), shape_->parameters.end(),
                     [&](std::string_view name) { return is_name(tag.name, name); });
}

bool XmlTags::is_parameter(const XmlTag& tag) const {
  if (is_call(tag) || opens_other_rule(tag.name)) return false;
  return is_keyed(tag) ? !name_attribute(tag).empty() : shape_->tag_is_key;
}

}  // namespace tagstream
