#include "schema/json_schema.hpp"

#include <string>

namespace tagstream {

namespace {

using Kind = JsonTree::Kind;

}  // namespace

std::optional<JsonTree::Id> JsonSchema::find(Id schema, std::string_view key) const {
  const auto value = tree_.find(schema, key);
  return value && tree_.is(*value, Kind::null) ? std::nullopt : value;
}

// {"type": "integer"} is an integer, {"enum": ["a", 1]} a string or an integer, and so is
// {"type": "string", "enum": ["a", 1]}. If neither says anything, `items` means a list and
// `properties` an object. `nullable` comes from OpenAPI 3.0.
ValueTypes JsonSchema::types(Id schema) const {
  ValueTypes types = ValueTypes::none;
  const auto add = [&](Id word) {
    if (tree_.is(word, Kind::string)) types = types | value_type(tree_.text(word));
  };
  const auto type = find(schema, "type");
  if (type) {
    add(*type);
    if (tree_.is(*type, Kind::array)) {
      for (const JsonTree::Member& word : tree_.members(*type)) add(word.value);
    }
  }
  if (const auto values = fixed(schema)) {
    for (const Id value : *values) types = types | type_of(value);
  } else if (!type) {
    for (const char* key : {"items", "prefixItems"}) {
      if (find(schema, key)) types = types | ValueTypes::array;
    }
    for (const char* key : {"properties", "additionalProperties", "patternProperties"}) {
      if (find(schema, key)) types = types | ValueTypes::object;
    }
  }
  const auto nullable = find(schema, "nullable");
  return nullable && tree_.is_true(*nullable) ? types | ValueTypes::null : types;
}

std::optional<std::vector<JsonTree::Id>> JsonSchema::fixed(Id schema) const {
  std::vector<Id> list;
  if (const auto value = tree_.find(schema, "const")) {
    list.push_back(*value);
    return list;
  }
  const auto values = find(schema, "enum");
  if (!values || !tree_.is(*values, Kind::array)) return std::nullopt;
  for (const JsonTree::Member& one : tree_.members(*values)) list.push_back(one.value);
  if (list.empty()) return std::nullopt;
  return list;
}

std::optional<JsonTree::Id> JsonSchema::target(Id schema, Id around) const {
  const auto reference = find(schema, "$ref");
  if (!reference || !tree_.is(*reference, Kind::string)) return std::nullopt;
  const std::string text = tree_.text(*reference);
  const bool is_inside = text == "#" || text.starts_with("#/");
  return is_inside ? tree_.follow(around, std::string_view(text).substr(1)) : std::nullopt;
}

std::vector<JsonTree::Id> JsonSchema::parts(Id schema, Id around) const {
  std::vector<Id> parts;
  if (const auto target_schema = target(schema, around)) parts.push_back(*target_schema);
  for (const char* key : {"anyOf", "oneOf", "allOf"}) {
    const auto list = find(schema, key);
    if (!list || !tree_.is(*list, Kind::array)) continue;
    for (const JsonTree::Member& member : tree_.members(*list)) parts.push_back(member.value);
  }
  return parts;
}

ValueTypes JsonSchema::type_of(Id value) const {
  switch (tree_.kind(value)) {
    case Kind::object: return ValueTypes::object;
    case Kind::array: return ValueTypes::array;
    case Kind::string: return ValueTypes::string;
    case Kind::boolean: return ValueTypes::boolean;
    case Kind::null: return ValueTypes::null;
    case Kind::number: break;
  }
  const bool is_integer = tree_.literal(value).find_first_of(".eE") == std::string_view::npos;
  return is_integer ? ValueTypes::integer : ValueTypes::number;
}

}  // namespace tagstream
