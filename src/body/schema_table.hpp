#pragma once

// The schemas of all offered tools, to find one by name, and a value inside a value.
//
//   find("f")                         the schema of f; if there is none, the one without a name
//   find(*that, "n")                  what it says of the parameter n

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "body/schema.hpp"

namespace tagstream {

/// Schemas by tool name.
class SchemaTable {
 public:
  SchemaTable() = default;
  explicit SchemaTable(const std::vector<ToolSchema>& schemas);
  [[nodiscard]] bool empty() const { return tools_.empty(); }
  /// The name of a tool that is there twice; null if there is none.
  [[nodiscard]] const std::string* twice() const;
  /// The schema of a tool, or the one for every tool; null if there is none.
  [[nodiscard]] const ToolSchema* find(std::string_view tool) const;
  /// The types of one parameter; none if it is not known.
  [[nodiscard]] static const ParameterSchema* find(const ToolSchema& tool, std::string_view name);

 private:
  std::vector<ToolSchema> tools_;  // sorted, and the parameters of each; parts are merged
};

/// What the schema of one tool says of values inside values. Of several parts of it that say it the
/// first counts.
class InsideTable {
 public:
  /// Precondition: the schema outlives the object, and is one of a `SchemaTable`.
  explicit InsideTable(const ToolSchema& tool) : tool_(&tool) {}
  /// The schema of the property `name` of an object; null if it is not known.
  [[nodiscard]] const ParameterSchema* property(const ParameterSchema* value,
                                                std::string_view name);
  /// The schema of the elements of a list; null if it is not known.
  [[nodiscard]] const ParameterSchema* item(const ParameterSchema* value);

 private:
  template <class Say>
  const ParameterSchema* find(std::uint32_t inside, Say say);
  static const ParameterSchema* says(const ParameterSchema& one);

  const ToolSchema* tool_;
  std::vector<std::uint32_t> open_;
  std::vector<bool> is_seen_;  // by index
};

}  // namespace tagstream
