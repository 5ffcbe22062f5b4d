#pragma once

// JSON Schema, as far as grammars know it.

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "body/schema.hpp"
#include "tagstream/json_tree.hpp"

namespace tagstream::grammar {

/// Every type that a value can have.
inline constexpr ValueTypes all_types = ValueTypes::null | ValueTypes::integer |
                                        ValueTypes::number | ValueTypes::boolean |
                                        ValueTypes::object | ValueTypes::array | ValueTypes::string;

/// A schema in the tool's own, which `$ref` refers to.
struct Schema {
  JsonTree::Id id;
  JsonTree::Id around;
  friend auto operator<=>(const Schema&, const Schema&) = default;
};

struct Tool {
  std::string name;
  std::optional<Schema> parameters;  ///< nothing: it takes none
};

struct Property {
  std::string key;
  std::optional<Schema> schema;  ///< nothing: any value
  bool is_required;
};

/// What is asked of the schemas of a text. Nothing recurses.
class SchemaView {
 public:
  explicit SchemaView(const JsonTree& tree) : tree_(tree) {}

  /// The schema to which `$ref` leads, or an `allOf` with one schema and no properties beside it.
  /// Nothing: any value.
  [[nodiscard]] std::optional<Schema> resolved(std::optional<Schema> schema) const;
  /// The types that a value may have. Of a schema that says nothing: all.
  [[nodiscard]] ValueTypes types(std::optional<Schema> schema) const;
  /// What `enum` or `const` allows; nothing: they do not stand there.
  [[nodiscard]] std::optional<std::vector<JsonTree::Id>> values(Schema schema) const;
  /// What `anyOf` or `oneOf` allows, if the schema says nothing else of the value.
  [[nodiscard]] std::vector<Schema> alternatives(Schema schema) const;
  /// Of an object, in the order in which they are written; those that `allOf` adds come after.
  [[nodiscard]] std::vector<Property> properties(Schema schema) const;
  /// Of an object's properties without a name of their own: nothing if there may be none.
  struct Others {
    bool may_be = false;
    std::optional<Schema> schema{};
  };
  [[nodiscard]] Others others(Schema schema, bool has_properties) const;
  [[nodiscard]] std::optional<Schema> items(Schema schema) const;
  [[nodiscard]] std::optional<std::uint32_t> count(Schema schema, std::string_view key) const;

  /// Notes what the schema says and a grammar does not.
  void note(Schema schema);
  /// Notes `sentence` of the schema, once.
  void note(std::string_view sentence, Schema schema);
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  [[nodiscard]] static ValueTypes type_of(const JsonTree& tree, JsonTree::Id value);
  [[nodiscard]] const JsonTree& tree() const { return tree_; }

 private:
  [[nodiscard]] std::optional<Schema> find(Schema schema, std::string_view key) const;
  [[nodiscard]] ValueTypes own_types(Schema schema) const;

  const JsonTree& tree_;
  std::vector<std::string> notes_;
  std::set<JsonTree::Id> noted_;
};

}  // namespace tagstream::grammar
