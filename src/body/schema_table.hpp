#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tagstream/schema.hpp"

namespace tagstream {

/// Schemas by tool name.
class SchemaTable {
 public:
  SchemaTable() = default;
  explicit SchemaTable(const std::vector<ToolSchema>& schemas);
  [[nodiscard]] bool empty() const { return tools_.empty(); }
  /// A tool that has two, or null.
  [[nodiscard]] const std::string* twice() const;
  /// The schema of a tool, or the one for every tool; null if there is none.
  [[nodiscard]] const ToolSchema* find(std::string_view tool) const;
  /// The types of one parameter; none if it is not known.
  [[nodiscard]] static const ParameterSchema* find(const ToolSchema& tool, std::string_view name);

 private:
  std::vector<ToolSchema> tools_;  // sorted, and the parameters of each
};

}  // namespace tagstream
