#include "body/tag_arguments.hpp"

#include <algorithm>
#include <array>

#include "base/entity.hpp"
#include "base/sort.hpp"
#include "base/text.hpp"
#include "body/call_part.hpp"
#include "body/schema_table.hpp"
#include "lex/attribute_range.hpp"

namespace tagstream {

namespace {

bool is_one(const Attribute& attribute, std::string_view word) {
  return same_name(attribute.name, word, true);
}

// True for `id`, `index`, `type` and their like: arguments only if the tool has such parameters.
bool is_reserved(const XmlShape& shape, const Attribute& attribute) {
  const std::array<std::string_view, 6> words{"id",    "tool_call_id", "call_id",
                                              "index", "type",         shape.key_attribute};
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return is_one(attribute, word); });
}

}  // namespace

std::string_view name_attribute(const XmlShape& shape) {
  if (!shape.name_attribute.empty() || shape.plain_keys) return shape.name_attribute;
  return "name";
}

std::string_view name_value(const XmlShape& shape, const Attribute& first) {
  if (!shape.name_is_value) return {};
  if (first.name.empty()) return first.value;
  return shape.is_one_call && !first.has_value ? first.name : std::string_view();
}

std::string_view name_value(const XmlShape& shape, std::string_view tag) {
  const AttributeRange attributes(tag);
  return attributes.empty() ? std::string_view() : name_value(shape, *attributes.begin());
}

bool is_free(const XmlShape& shape, std::string_view name, const Attribute& attribute) {
  const bool is_name = attribute.name.empty() || is_one(attribute, name_attribute(shape)) ||
                       (!attribute.has_value && attribute.name == name);
  return !is_name && !is_one(attribute, shape.index_attribute);
}

bool is_argument(const XmlShape& shape, const ToolSchema* tool, const Attribute& attribute) {
  const ParameterSchema* const known =
      tool == nullptr ? nullptr : SchemaTable::find(*tool, attribute.name);
  if (!attribute.has_value) return known != nullptr && has(known->types, ValueTypes::boolean);
  return known != nullptr || !is_reserved(shape, attribute);
}

bool has_argument(const XmlShape& shape, const ToolSchema* tool, std::string_view tag) {
  return TagArguments(shape, tag).has_any(tool);
}

TagArguments::TagArguments(const XmlShape& shape, std::string_view tag) {
  const std::string_view name = name_value(shape, tag);
  for (const Attribute& attribute : AttributeRange(tag)) {
    if (!is_free(shape, name, attribute)) continue;
    if (!attribute.has_value || is_reserved(shape, attribute)) {
      reserved_.emplace_back(attribute.name);
    } else {
      has_free_ = true;
    }
  }
  sort_items(reserved_);
}

bool TagArguments::has_any(const ToolSchema* tool) const {
  if (has_free_ || tool == nullptr || reserved_.empty()) return has_free_;
  return std::any_of(
      tool->parameters.begin(), tool->parameters.end(), [&](const ParameterSchema& parameter) {
        return std::binary_search(reserved_.begin(), reserved_.end(), parameter.name);
      });
}

bool is_id(const Attribute& attribute) { return is_one(attribute, "id"); }

std::string argument_text(const Attribute& attribute) {
  return attribute.has_value ? decode_entities(attribute.value) : "true";
}

std::string_view second_name(const XmlShape& shape, std::string_view tag, std::string_view name) {
  constexpr std::size_t around = 5;  // of `="` and `">`, or `=` and `>`
  if (!name.empty() && tag.size() - std::min(tag.find('='), tag.size()) < name.size() + around)
    return {};
  const std::string_view word = name_attribute(shape);
  for (const Attribute& attribute : AttributeRange(tag)) {
    const bool is_name = attribute.name.empty() || is_one(attribute, word);
    if (!is_name || attribute.value.empty() || attribute.value == name) continue;
    const bool is_doubled = !name.empty() && attribute.value.ends_with(joined({"=", name}));
    if (!is_doubled) return attribute.value;
  }
  return {};
}

std::string_view left_out_of(std::string_view tag) {
  for (const Attribute& attribute : AttributeRange(tag)) {
    if (attribute.name == "type") continue;
    return attribute.name.empty() ? attribute.value : attribute.name;
  }
  return {};
}

std::string left_out_sentence(std::string_view word) {
  return joined({in_backticks(word, most_key_bytes), " is no argument: it is left out"});
}

std::string_view call_id(std::string_view id, const ToolSchema* tool) {
  const bool is_parameter = tool != nullptr && SchemaTable::find(*tool, "id") != nullptr;
  return is_parameter || id.size() > max_id_bytes ? std::string_view() : id;
}

}  // namespace tagstream
