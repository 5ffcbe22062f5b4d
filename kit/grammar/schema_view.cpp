#include "grammar/schema_view.hpp"

#include <algorithm>
#include <array>

namespace tagstream::grammar {

namespace {

using Id = JsonTree::Id;
using Kind = JsonTree::Kind;

// Reads a JSON Schema for a grammar. From
//
//   {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
//
// `types` gives object, and `properties` one Property: `city`, with its schema, required. A keyword
// that a grammar can't follow, such as `pattern`, is left out, and a note names it.

// The keywords that a grammar follows, and those that constrain nothing, such as `title`.
constexpr std::array known_keys{
    "type",       "properties",  "required",  "additionalProperties",
    "items",      "anyOf",       "oneOf",     "allOf",
    "enum",       "const",       "minItems",  "maxItems",
    "nullable",   "$ref",        "$defs",     "definitions",
    "title",      "description", "default",   "examples",
    "example",    "$schema",     "$id",       "$comment",
    "deprecated", "readOnly",    "writeOnly", "strict",
    "$anchor",
};

}  // namespace

ValueTypes SchemaView::type_of(const JsonTree& tree, Id value) {
  switch (tree.kind(value)) {
    case Kind::object: return ValueTypes::object;
    case Kind::array: return ValueTypes::array;
    case Kind::string: return ValueTypes::string;
    case Kind::boolean: return ValueTypes::boolean;
    case Kind::null: return ValueTypes::null;
    case Kind::number: break;
  }
  const bool is_integer = tree.literal(value).find_first_of(".eE") == std::string_view::npos;
  return is_integer ? ValueTypes::integer : ValueTypes::number;
}

// The schema under a keyword. A keyword whose value is null counts as absent.
std::optional<Schema> SchemaView::find(Schema schema, std::string_view key) const {
  const auto found = tree_.find(schema.id, key);
  if (!found || tree_.is(*found, Kind::null)) return std::nullopt;
  return Schema{*found, schema.around};
}

// `{"$ref": "#/$defs/City"}` and `{"allOf": [{…}]}` stand for the schema that they lead to. A
// `$ref` to another document leads nowhere: any value.
std::optional<Schema> SchemaView::resolved(std::optional<Schema> schema) const {
  constexpr int most = 64;  // a longer chain may be a circle
  for (int i = 0; i < most && schema; ++i) {
    if (!tree_.is(schema->id, Kind::object)) return std::nullopt;
    if (const auto target = tree_.find(schema->id, "$ref")) {
      if (!tree_.is(*target, Kind::string)) return std::nullopt;
      const std::string text = tree_.text(*target);
      if (!text.starts_with('#')) return std::nullopt;
      const auto found = tree_.follow(schema->around, std::string_view(text).substr(1));
      if (!found) return std::nullopt;
      schema->id = *found;
      continue;
    }
    const auto all_of = tree_.find(schema->id, "allOf");
    if (!all_of || tree_.find(schema->id, "properties")) return schema;
    const auto part = tree_.element(*all_of, 0);
    if (!part || tree_.element(*all_of, 1)) return schema;
    schema->id = *part;
  }
  return std::nullopt;
}

// The types that a schema names itself, without those of `anyOf`. {"enum": [1, "a"]} has the types
// of its values. Without `type`, `properties` means an object, and `items` a list. `nullable` comes
// from OpenAPI 3.0.
ValueTypes SchemaView::own_types(Schema schema) const {
  ValueTypes types = ValueTypes::none;
  if (const auto fixed = values(schema)) {
    for (const Id value : *fixed) types = types | type_of(tree_, value);
    return types;
  }
  if (const auto type = find(schema, "type")) {
    const auto add = [&](Id word) {
      if (tree_.is(word, Kind::string)) types = types | value_type(tree_.text(word));
    };
    add(type->id);
    for (const JsonTree::Member& word : tree_.members(type->id)) add(word.value);
  }
  if (types == ValueTypes::none) {
    if (find(schema, "properties") || find(schema, "additionalProperties") || find(schema, "allOf"))
      types = ValueTypes::object;
    if (find(schema, "items")) types = types | ValueTypes::array;
  }
  const auto nullable = find(schema, "nullable");
  if (types != ValueTypes::none && nullable && tree_.is_true(nullable->id)) {
    types = types | ValueTypes::null;
  }
  return types;
}

// `{"type": ["string", "null"]}` and `{"anyOf": [{"type": "string"}, {"type": "null"}]}` both give
// string and null. Nothing recurses: alternatives wait in a list, and each schema is visited once,
// so schemas that refer to themselves end.
ValueTypes SchemaView::types(std::optional<Schema> schema) const {
  ValueTypes types = ValueTypes::none;
  std::vector<std::optional<Schema>> open{schema};
  std::set<Schema> seen;
  while (!open.empty()) {
    const auto one = resolved(open.back());
    open.pop_back();
    if (!one) return all_types;
    if (!seen.insert(*one).second) continue;
    const std::vector<Schema> parts = alternatives(*one);
    open.insert(open.end(), parts.begin(), parts.end());
    const ValueTypes own = own_types(*one);
    if (!parts.empty()) continue;
    if (own == ValueTypes::none) return all_types;
    types = types | own;
  }
  return types == ValueTypes::none ? all_types : types;
}

// `const` counts before `enum`. An empty `enum`, which allows nothing, is ignored.
std::optional<std::vector<Id>> SchemaView::values(Schema schema) const {
  std::vector<Id> list;
  if (const auto fixed = tree_.find(schema.id, "const")) {
    list.push_back(*fixed);
    return list;
  }
  const auto fixed = find(schema, "enum");
  if (!fixed || !tree_.is(fixed->id, Kind::array)) return std::nullopt;
  for (const JsonTree::Member& one : tree_.members(fixed->id)) list.push_back(one.value);
  if (list.empty()) return std::nullopt;
  return list;
}

std::vector<Schema> SchemaView::alternatives(Schema schema) const {
  std::vector<Schema> list;
  if (find(schema, "properties") || find(schema, "items") || values(schema)) return list;
  for (const char* key : {"anyOf", "oneOf"}) {
    const auto parts = find(schema, key);
    if (!parts || !list.empty()) continue;
    for (const JsonTree::Member& one : tree_.members(parts->id)) {
      list.push_back({one.value, schema.around});
    }
  }
  return list;
}

// The schema's own properties come first, then those of `allOf`. A name that stands only in
// `required` is a property of any type.
std::vector<Property> SchemaView::properties(Schema schema) const {
  std::vector<Property> list;
  const auto find_property = [&list](std::string_view key) {
    return std::find_if(list.begin(), list.end(),
                        [key](const Property& one) { return one.key == key; });
  };
  std::vector<Schema> parts{schema};
  std::set<Schema> seen;
  std::vector<std::string> required;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto part = resolved(parts[i]);
    if (!part || !seen.insert(*part).second) continue;
    if (const auto own = find(*part, "properties")) {
      for (const JsonTree::Member& one : tree_.members(own->id)) {
        if (find_property(one.key) != list.end()) continue;
        list.push_back({std::string(one.key), Schema{one.value, schema.around}, false});
      }
    }
    if (const auto names = find(*part, "required")) {
      for (const JsonTree::Member& one : tree_.members(names->id)) {
        if (tree_.is(one.value, Kind::string)) required.push_back(tree_.text(one.value));
      }
    }
    if (const auto more = find(*part, "allOf")) {
      for (const JsonTree::Member& one : tree_.members(more->id)) {
        parts.push_back({one.value, schema.around});
      }
    }
  }
  for (const std::string& name : required) {
    const auto property = find_property(name);
    if (property == list.end()) {
      list.push_back({name, std::nullopt, true});
    } else {
      property->is_required = true;
    }
  }
  return list;
}

// Without `additionalProperties`, JSON Schema allows any other property. Here {"properties": {"a":
// …}} allows none: a model should write the arguments that the schema shows.
SchemaView::Others SchemaView::others(Schema schema, bool has_properties) const {
  const auto others = tree_.find(schema.id, "additionalProperties");
  if (!others) return {!has_properties, std::nullopt};
  if (tree_.is(*others, Kind::boolean)) return {tree_.is_true(*others), std::nullopt};
  return {true, Schema{*others, schema.around}};
}

std::optional<Schema> SchemaView::items(Schema schema) const { return find(schema, "items"); }

// The number under `minItems` or `maxItems`; nothing if it is above 1000 or no whole number.
// Nothing means that the grammar does not count, and a note says so.
std::optional<std::uint32_t> SchemaView::count(Schema schema, std::string_view key) const {
  const auto found = find(schema, key);
  if (!found || !tree_.is(found->id, Kind::number)) return std::nullopt;
  std::uint32_t count = 0;
  for (const char digit : tree_.literal(found->id)) {
    if (digit < '0' || digit > '9' || count > 1000) return std::nullopt;
    count = count * 10 + static_cast<std::uint32_t>(digit - '0');
  }
  // Engines refuse a rule that repeats something more often.
  return count <= 1000 ? std::optional(count) : std::nullopt;
}

// Notes each keyword of the schema that the grammar leaves out: "pattern is not constrained:
// /…/pattern", with the place of the keyword. Keywords that begin with `x-` are extensions, and
// constrain nothing.
void SchemaView::note(Schema schema) {
  if (!tree_.is(schema.id, Kind::object) || !noted_.insert(schema.id).second) return;
  for (const JsonTree::Member& one : tree_.members(schema.id)) {
    const std::string_view key = one.key;
    bool is_known = std::find(known_keys.begin(), known_keys.end(), key) != known_keys.end();
    if (key == "anyOf" || key == "oneOf") is_known = !alternatives(schema).empty();
    if (key == "minItems" || key == "maxItems") is_known = count(schema, key).has_value();
    if (key == "$ref") is_known = resolved(schema).has_value();
    if (is_known || key.starts_with("x-")) continue;
    notes_.push_back(std::string(key) + " is not constrained: " + tree_.pointer_to(one.value));
  }
}

void SchemaView::note(std::string_view sentence, Schema schema) {
  std::string text = std::string(sentence) + ": " + tree_.pointer_to(schema.id);
  const bool is_new = std::find(notes_.begin(), notes_.end(), text) == notes_.end();
  if (is_new) notes_.push_back(std::move(text));
}

}  // namespace tagstream::grammar
