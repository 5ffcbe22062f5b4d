#pragma once

// The part of JSON Schema that grammars follow. For {"type": "array", "items": {"type": "integer"},
// "maxItems": 2}, `types` is array, `items` the schema of an integer, and `count(…, "maxItems")` is
// 2. schema_view.cpp lists the keywords.

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "body/schema.hpp"
#include "schema/json_schema.hpp"
#include "tagstream/json_tree.hpp"

namespace tagstream::grammar {

/// Every type that a value can have.
inline constexpr ValueTypes all_types = ValueTypes::null | ValueTypes::integer |
                                        ValueTypes::number | ValueTypes::boolean |
                                        ValueTypes::object | ValueTypes::array | ValueTypes::string;

/// A schema: its value in the tree, and the whole schema of the tool around it, in which a `$ref`
/// is looked up.
struct Schema {
  JsonTree::Id id;
  JsonTree::Id around;
  friend auto operator<=>(const Schema&, const Schema&) = default;
};

struct Tool {
  std::string name;
  std::optional<Schema> parameters;  ///< nothing: the tool takes no arguments
};

struct Property {
  std::string key;
  std::optional<Schema> schema;  ///< nothing: any value
  bool is_required;
};

/// Answers questions about the schemas in a JSON text. Nothing recurses.
class SchemaView {
 public:
  explicit SchemaView(const JsonTree& tree) : tree_(tree), words_(tree) {}

  /// The schema to which `$ref` leads, or an `allOf` with one schema and no properties beside it.
  /// Nothing: any value.
  [[nodiscard]] std::optional<Schema> resolved(std::optional<Schema> schema) const;
  /// The types that a value may have. Of a schema that says nothing: all.
  [[nodiscard]] ValueTypes types(std::optional<Schema> schema) const;
  /// The types that the reader takes a text for.
  [[nodiscard]] ValueTypes read_types(std::optional<Schema> schema) const;
  /// The values that `const` or `enum` allows; nothing if the schema has neither.
  [[nodiscard]] std::optional<std::vector<JsonTree::Id>> values(Schema schema) const;
  /// The schemas in `anyOf` or `oneOf`; empty if the schema has properties, items or values beside
  /// them.
  [[nodiscard]] std::vector<Schema> alternatives(Schema schema) const;
  /// The strings that the schema allows, if a `const` or an `enum` stands for each of them, as in
  /// {"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]}. Nothing: any string.
  [[nodiscard]] std::optional<std::vector<JsonTree::Id>> strings(
      std::optional<Schema> schema) const;
  /// True if the schema says more of a value that is no string than its type: a constant, the
  /// properties of an object, the items of a list.
  [[nodiscard]] bool limits_others(Schema schema) const;
  /// The properties of an object, in the order in which the schema has them; those that `allOf`
  /// adds come last.
  [[nodiscard]] std::vector<Property> properties(Schema schema) const;
  /// Whether an object may have properties that the schema does not name, and their schema.
  struct Others {
    bool may_be = false;
    std::optional<Schema> schema{};
  };
  [[nodiscard]] Others others(Schema schema) const;
  [[nodiscard]] std::optional<Schema> items(Schema schema) const;
  [[nodiscard]] std::optional<std::uint32_t> count(Schema schema, std::string_view key) const;

  /// Notes the keywords of the schema that the grammar leaves out, once for each schema.
  void note(Schema schema);
  /// Notes those of the schema and of all its alternatives, where the grammar allows a text.
  void note_text(std::optional<Schema> schema);
  /// Adds a note with this sentence and the place of `value`, unless it is there already.
  void note(std::string_view sentence, JsonTree::Id value);
  /// Notes that a value, or a property with this schema, is left out, unless another spelling of a
  /// call has it: then `allow` is called for it.
  void leave_out(std::string_view sentence, JsonTree::Id value) {
    left_out_.emplace_back(sentence, value);
  }
  void allow(JsonTree::Id value) { allowed_.insert(value); }
  /// All notes: what was left out first.
  [[nodiscard]] std::vector<std::string> notes() const;
  [[nodiscard]] ValueTypes type_of(JsonTree::Id value) const { return words_.type_of(value); }
  [[nodiscard]] const JsonTree& tree() const { return tree_; }

 private:
  [[nodiscard]] std::optional<Schema> find(Schema schema, std::string_view key) const;
  [[nodiscard]] ValueTypes own_types(Schema schema) const;
  // The schemas in `anyOf` or `oneOf`, and those in them; the schema itself if there are none.
  [[nodiscard]] std::vector<Schema> leaves(std::optional<Schema> schema) const;

  const JsonTree& tree_;
  JsonSchema words_;
  std::vector<std::string> notes_;
  std::set<JsonTree::Id> noted_;  // schemas whose keywords have been noted
  std::set<std::pair<std::string, JsonTree::Id>> said_;
  std::vector<std::pair<std::string, JsonTree::Id>> left_out_;
  std::set<JsonTree::Id> allowed_;
};

}  // namespace tagstream::grammar
