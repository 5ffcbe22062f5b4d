#pragma once

// The types that a JSON Schema allows a value. The reader of answers and the grammars both
// ask here, so a value that a grammar allows is read as the schema's type. The schema
//
//   {"anyOf": [{"$ref": "#/$defs/n"}, {"enum": ["a", null]}]}
//
// has no types itself and two parts: the schema at `$defs/n`, and one with the types string and
// null.

#include <optional>
#include <string_view>
#include <vector>

#include "body/schema.hpp"
#include "tagstream/json_tree.hpp"

namespace tagstream {

/// Answers questions about single schemas in a JSON text. A value of another shape than JSON
/// Schema says counts as absent.
class JsonSchema {
 public:
  using Id = JsonTree::Id;

  /// @lifetime `tree` must outlive this object
  explicit JsonSchema(const JsonTree& tree) : tree_(tree) {}

  /// The value of a keyword. One that is null counts as absent: some programs write it for keywords
  /// that they don't use. For `const`, ask `fixed`.
  [[nodiscard]] std::optional<Id> find(Id schema, std::string_view key) const;
  /// The types that the schema says itself, without those of its parts. `none` if it says nothing.
  [[nodiscard]] ValueTypes types(Id schema) const;
  /// The values that `const`, or else `enum`, allows. Nothing if neither is there, or the list is
  /// empty.
  [[nodiscard]] std::optional<std::vector<Id>> fixed(Id schema) const;
  /// The schema to which `$ref` leads. `around` is the schema that "#" stands for. Nothing if there
  /// is no `$ref`, or it leads into another document.
  [[nodiscard]] std::optional<Id> target(Id schema, Id around) const;
  /// The schemas that this one refers to or combines: `$ref`, `anyOf`, `oneOf`, `allOf`.
  [[nodiscard]] std::vector<Id> parts(Id schema, Id around) const;

  /// The type of one value. 1 is an integer; 1.0 and 1e0 are numbers.
  [[nodiscard]] ValueTypes type_of(Id value) const;

 private:
  const JsonTree& tree_;
};

}  // namespace tagstream
