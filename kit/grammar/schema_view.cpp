#include "grammar/schema_view.hpp"

#include <algorithm>
#include <array>
#include <map>

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

std::optional<Schema> SchemaView::find(Schema schema, std::string_view key) const {
  const auto found = words_.find(schema.id, key);
  if (!found) return std::nullopt;
  return Schema{*found, schema.around};
}

// `{"$ref": "#/$defs/City"}` and `{"allOf": [{…}]}` stand for the schema that they lead to. A
// `$ref` to another document leads nowhere: any value.
std::optional<Schema> SchemaView::resolved(std::optional<Schema> schema) const {
  constexpr int most = 64;  // a longer chain may be a circle
  for (int i = 0; i < most && schema; ++i) {
    if (!tree_.is(schema->id, Kind::object)) return std::nullopt;
    if (words_.find(schema->id, "$ref")) {
      const auto target = words_.target(schema->id, schema->around);
      if (!target) return std::nullopt;
      schema->id = *target;
      continue;
    }
    const auto all_of = words_.find(schema->id, "allOf");
    if (!all_of || words_.find(schema->id, "properties")) return schema;
    const auto part = tree_.element(*all_of, 0);
    if (!part || tree_.element(*all_of, 1)) return schema;
    schema->id = *part;
  }
  return std::nullopt;
}

// The types that a schema allows by itself. A list of values allows no others. Schemas in `allOf`
// all hold, and each adds the types that it knows.
ValueTypes SchemaView::own_types(Schema schema) const {
  ValueTypes types = ValueTypes::none;
  if (const auto fixed = values(schema)) {
    for (const Id value : *fixed) types = types | type_of(value);
    return types;
  }
  types = words_.types(schema.id);
  if (types != ValueTypes::none || !words_.find(schema.id, "allOf")) return types;
  return read_types(schema);
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

// As the reader has it: the types that a schema says, and those of the schemas that it
// refers to or combines.
ValueTypes SchemaView::read_types(std::optional<Schema> schema) const {
  ValueTypes types = ValueTypes::none;
  if (!schema) return types;
  std::vector<Schema> open{*schema};
  std::set<Schema> seen;
  while (!open.empty()) {
    const Schema one = open.back();
    open.pop_back();
    if (!seen.insert(one).second) continue;
    types = types | words_.types(one.id);
    for (const Id part : words_.parts(one.id, one.around)) open.push_back({part, one.around});
  }
  return types;
}

std::optional<std::vector<Id>> SchemaView::values(Schema schema) const {
  return words_.fixed(schema.id);
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

// Nothing recurses, as in `types`.
std::optional<std::vector<Id>> SchemaView::strings(std::optional<Schema> schema) const {
  std::vector<Id> list;
  std::vector<std::optional<Schema>> open{schema};
  std::set<Schema> seen;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const auto one = resolved(open[i]);
    if (!one) return std::nullopt;
    if (!seen.insert(*one).second) continue;
    if (const auto fixed = values(*one)) {
      for (const Id value : *fixed) {
        if (tree_.is(value, Kind::string)) list.push_back(value);
      }
      continue;
    }
    const std::vector<Schema> parts = alternatives(*one);
    open.insert(open.end(), parts.begin(), parts.end());
    if (parts.empty() && has(types(one), ValueTypes::string)) return std::nullopt;
  }
  return list;
}

std::vector<Schema> SchemaView::leaves(std::optional<Schema> schema) const {
  std::vector<Schema> list;
  std::vector<std::optional<Schema>> open{schema};
  std::set<Schema> seen;
  while (!open.empty()) {
    const auto one = resolved(open.back());
    open.pop_back();
    if (!one || !seen.insert(*one).second) continue;
    const std::vector<Schema> parts = alternatives(*one);
    open.insert(open.end(), parts.begin(), parts.end());
    if (parts.empty()) list.push_back(*one);
  }
  return list;
}

bool SchemaView::limits_others(Schema schema) const {
  const std::vector<Schema> all = leaves(schema);
  return std::any_of(all.begin(), all.end(), [this](const Schema& one) {
    if (const auto fixed = values(one)) {
      return std::any_of(fixed->begin(), fixed->end(),
                         [this](Id value) { return !tree_.is(value, Kind::string); });
    }
    return find(one, "properties") || find(one, "required") || find(one, "additionalProperties") ||
           find(one, "items") || find(one, "minItems") || find(one, "maxItems");
  });
}

// The schema's own properties come first, then those of `allOf`. A name that stands only in
// `required` is a property of any type.
std::vector<Property> SchemaView::properties(Schema schema) const {
  std::vector<Property> list;
  std::map<std::string, std::size_t> places;
  std::vector<Schema> parts{schema};
  std::set<Schema> seen;
  std::vector<std::string> required;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto part = resolved(parts[i]);
    if (!part || !seen.insert(*part).second) continue;
    if (const auto own = find(*part, "properties")) {
      for (const JsonTree::Member& one : tree_.members(own->id)) {
        if (tree_.find(own->id, one.key) != one.value) continue;  // the last one counts
        if (!places.emplace(std::string(one.key), list.size()).second) continue;
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
    const auto [place, is_new] = places.emplace(name, list.size());
    if (is_new) list.push_back({name, std::nullopt, true});
    list[place->second].is_required = true;
  }
  return list;
}

// Without `additionalProperties`, JSON Schema allows any other property. Here {"properties": {"a":
// …}} allows none, and neither does {"properties": {}}: a model should write the arguments that the
// schema shows. {"type": "object"} alone shows none, and allows any.
SchemaView::Others SchemaView::others(Schema schema) const {
  const auto others = find(schema, "additionalProperties");
  if (!others) return {!find(schema, "properties") && properties(schema).empty(), std::nullopt};
  if (tree_.is(others->id, Kind::boolean)) return {tree_.is_true(others->id), std::nullopt};
  return {true, others};
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
    if (key == "allOf") is_known = own_types(schema) == ValueTypes::object;
    if (key == "$ref") is_known = resolved(schema).has_value();
    if (is_known || key.starts_with("x-")) continue;
    notes_.push_back(std::string(key) + " is not constrained: " + tree_.pointer_to(one.value));
  }
}

std::vector<std::string> SchemaView::notes() const {
  std::vector<std::string> all;
  std::set<JsonTree::Id> seen = allowed_;
  for (const auto& [sentence, value] : left_out_) {
    if (seen.insert(value).second) all.push_back(sentence + ": " + tree_.pointer_to(value));
  }
  all.insert(all.end(), notes_.begin(), notes_.end());
  return all;
}

void SchemaView::note_text(std::optional<Schema> schema) {
  for (const Schema& one : leaves(schema)) note(one);
}

void SchemaView::note(std::string_view sentence, Id value) {
  if (!said_.emplace(sentence, value).second) return;
  notes_.push_back(std::string(sentence) + ": " + tree_.pointer_to(value));
}

}  // namespace tagstream::grammar
