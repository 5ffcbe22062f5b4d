#pragma once

// The types that the schemas in a JSON text allow for values, and for the values inside those. No
// function recurses, so the text may nest to any depth.

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/sort.hpp"
#include "body/schema.hpp"
#include "options/json_complaint.hpp"
#include "schema/json_schema.hpp"
#include "tagstream/json_tree.hpp"

namespace tagstream {

/// The types of schemas. Each schema is read once. Then its types go to each schema that refers to
/// it or has it as an alternative. A schema has seven types at most, so the cost is linear.
/// With "b": {"anyOf": [{"$ref": "#/$defs/n"}, {"type": "null"}]} and "n": {"type": "integer"}
/// there are three edges: from n to the first alternative, from there to b, and from the second
/// alternative to b. So b gets integer and null.
///
class SchemaTypes {
  using Id = JsonTree::Id;
  using Kind = JsonTree::Kind;

 public:
  SchemaTypes(const JsonTree& tree, std::size_t values, Complaint& complaint)
      : tree_(tree),
        words_(tree),
        complaint_(complaint),
        types_(values),
        is_seen_(values),
        is_seen_inside_(values) {}

  // Reads `schema`, its references and its alternatives. `around` is the schema that "#" stands for
  // in references such as "#/$defs/n".
  void add(Id schema, Id around) {
    walk(schema, is_seen_, [&](Id id, auto consider) {
      if (tree_.is(id, Kind::boolean)) return;  // fits all or nothing
      if (complaint_.expect("a schema", tree_.is(id, Kind::object), id)) {
        look_at(id, around, consider);
      }
    });
  }

  // Reads the schemas of values inside as well: properties and items. A fault in one of them is no
  // error; the value then has fewer known types.
  void add_inside(Id schema, Id around) {
    is_lenient_ = true;
    walk(schema, is_seen_inside_, [&](Id id, auto consider) {
      if (!tree_.is(id, Kind::object)) return;
      const bool is_known = is_seen_[id];
      is_seen_[id] = true;
      if (!is_known) look_at(id, around, [](Id) {});
      for (const Id part : parts_of(id, around)) consider(part);
      for (const Id inside : insides_of(id)) consider(inside);
    });
    is_lenient_ = false;
  }

  // Spreads the types along the edges. Call it once, after the last `add` and `add_inside`.
  void settle() {
    sort_items(edges_, [](const Edge& a, const Edge& b) { return is_before(a, b); });
    std::vector<Id> changed;
    for (const Edge& edge : edges_) {
      if (changed.empty() || changed.back() != edge.part) changed.push_back(edge.part);
    }
    while (!changed.empty()) {
      const Id part = changed.back();
      changed.pop_back();
      const auto [first, last] =
          std::equal_range(edges_.begin(), edges_.end(), Edge{part, 0}, is_before);
      for (auto edge = first; edge != last; ++edge) {
        const ValueTypes types = types_[edge->whole] | types_[part];
        if (types == types_[edge->whole]) continue;
        types_[edge->whole] = types;
        changed.push_back(edge->whole);
      }
    }
  }

  [[nodiscard]] ValueTypes of(Id schema) const { return types_[schema]; }

  // The value of the keyword `key`, if it is an object.
  [[nodiscard]] std::optional<Id> object_in(Id schema, std::string_view key) const {
    const auto value = words_.find(schema, key);
    return value && tree_.is(*value, Kind::object) ? value : std::nullopt;
  }

  // The schemas that `schema` refers to or combines.
  [[nodiscard]] std::vector<Id> parts_of(Id schema, Id around) const {
    return words_.parts(schema, around);
  }

 private:
  struct Edge {
    Id part;
    Id whole;
  };
  static bool is_before(const Edge& a, const Edge& b) { return a.part < b.part; }

  // Calls `visit(id, consider)` for `first`, and for each id that `visit` passes to `consider`. An
  // id that `is_seen` has already is passed over.
  template <class Visit>
  void walk(Id first, std::vector<bool>& is_seen, Visit visit) {
    std::vector<Id> open;
    const auto consider = [&](Id id) {
      if (!is_seen[id]) open.push_back(id);
      is_seen[id] = true;
    };
    consider(first);
    while (!open.empty() && !complaint_.error()) {
      const Id id = open.back();
      open.pop_back();
      visit(id, consider);
    }
  }

  template <class Consider>
  void look_at(Id schema, Id around, Consider consider) {
    if (!is_lenient_) check(schema);
    types_[schema] = words_.types(schema);
    for (const Id part : parts_of(schema, around)) {
      edges_.push_back({part, schema});
      consider(part);
    }
  }

  // The schemas of the values inside a value of `schema`: its properties and its items.
  std::vector<Id> insides_of(Id schema) {
    std::vector<Id> insides;
    if (const auto properties = object_in(schema, "properties")) {
      for (const JsonTree::Member& one : tree_.members(*properties)) insides.push_back(one.value);
    }
    for (const char* key : {"items", "additionalProperties"}) {
      if (const auto inside = object_in(schema, key)) insides.push_back(*inside);
    }
    return insides;
  }

  // Complains about keywords that have another shape than JSON Schema says.
  void check(Id schema) {
    const auto type = words_.find(schema, "type");
    const auto values = words_.find(schema, "enum");
    if (type) {
      check_type(*type);
    } else if (values) {
      complaint_.expect("a list of values", tree_.is(*values, Kind::array), *values);
    }
    if (const auto nullable = words_.find(schema, "nullable")) {
      complaint_.expect("true or false", tree_.is(*nullable, Kind::boolean), *nullable);
    }
    for (const char* key : {"anyOf", "oneOf", "allOf"}) {
      if (const auto list = words_.find(schema, key)) {
        complaint_.expect("a list of schemas", tree_.is(*list, Kind::array), *list);
      }
    }
  }
  void check_type(Id type) {
    if (tree_.is(type, Kind::string)) return;
    const bool is_list = tree_.is(type, Kind::array);
    if (!complaint_.expect("a string or a list of strings", is_list, type)) return;
    for (const JsonTree::Member& word : tree_.members(type)) {
      complaint_.expect("a string", tree_.is(word.value, Kind::string), word.value);
    }
  }

  const JsonTree& tree_;
  JsonSchema words_;
  Complaint& complaint_;
  std::vector<ValueTypes> types_;  // of each value
  std::vector<bool> is_seen_;
  std::vector<bool> is_seen_inside_;  // and all that is inside
  bool is_lenient_ = false;
  std::vector<Edge> edges_;
};

/// Describes the values inside the parameters of one tool: the types of each property and item. For
/// "hotel": {"properties": {"stars": {"type": "integer"}}} that is one inside schema, with the
/// property `stars` of type integer.
class Insides {
  using Id = JsonTree::Id;
  using Kind = JsonTree::Kind;

 public:
  Insides(const JsonTree& tree, SchemaTypes& types, Id around)
      : tree_(tree), types_(types), around_(around) {}

  // The types of a value and the index of its inside schema. The name is left empty.
  ParameterSchema of(Id schema) { return {{}, types_.of(schema), index_of(schema)}; }

  // All inside schemas, in the order of their indices. Call it once, after the last `of`.
  // `describe` may append to `schemas_`: so the loop asks for the size each time.
  std::vector<InsideSchema> take() {
    std::vector<InsideSchema> all;
    for (std::size_t i = 0; i < schemas_.size(); ++i) all.push_back(describe(schemas_[i]));
    return all;
  }

 private:
  InsideSchema describe(Id schema) {
    InsideSchema inside;
    if (const auto properties = types_.object_in(schema, "properties")) {
      for (const JsonTree::Member& one : tree_.members(*properties)) {
        if (tree_.find(*properties, one.key) != one.value) continue;  // the last one counts
        inside.properties.push_back(of(one.value));
        inside.properties.back().name = one.key;
      }
    }
    if (const auto other = types_.object_in(schema, "additionalProperties")) {
      inside.other = of(*other);
    }
    if (const auto item = types_.object_in(schema, "items")) inside.item = of(*item);
    for (const Id part : types_.parts_of(schema, around_)) {
      const std::uint32_t index = index_of(part);
      if (index != ParameterSchema::nothing) inside.parts.push_back(index);
    }
    return inside;
  }

  // The index of a schema's inside schema. `nothing` if the schema says nothing of values inside.
  std::uint32_t index_of(Id schema) {
    const auto [known, is_new] = indices_.try_emplace(schema, ParameterSchema::nothing);
    if (!is_new || !tree_.is(schema, Kind::object)) return known->second;
    const bool says_something = types_.object_in(schema, "properties") ||
                                types_.object_in(schema, "additionalProperties") ||
                                types_.object_in(schema, "items") ||
                                !types_.parts_of(schema, around_).empty();
    if (!says_something) return known->second;
    known->second = static_cast<std::uint32_t>(schemas_.size());
    schemas_.push_back(schema);
    return known->second;
  }

  const JsonTree& tree_;
  SchemaTypes& types_;
  Id around_;
  std::vector<Id> schemas_;
  std::map<Id, std::uint32_t> indices_;
};

}  // namespace tagstream
