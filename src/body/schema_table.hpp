#pragma once

// Finds schemas by the name of the tool, and the types of parameters and of values inside them.
//
//   find("f")              the schema of f; if f has none, the schema without a name
//   find(*tool, "n")       the types of the parameter n of that tool

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
  /// The schemas, sorted by the names of their tools.
  [[nodiscard]] const std::vector<ToolSchema>& tools() const { return tools_; }
  /// The name of a tool that has two schemas; null if there is none.
  [[nodiscard]] const std::string* twice() const;
  /// The schema of a tool, or the one for every tool; null if there is none.
  [[nodiscard]] const ToolSchema* find(std::string_view tool) const;
  /// True if the tool has a schema of its own.
  [[nodiscard]] bool has(std::string_view tool) const;
  /// The tool that a tag names: one of the tag's name, or one of its last part, `read` for
  /// `tool:read`. Empty if neither is there.
  [[nodiscard]] std::string_view tool_of_tag(std::string_view tag) const;
  /// The schema of one parameter; null if the tool has no such parameter.
  [[nodiscard]] static const ParameterSchema* find(const ToolSchema& tool, std::string_view name);
  /// The argument that a text is: the only parameter of the tool, else `otherwise`.
  struct OfText {
    std::string_view name;
    ValueTypes types;  // string if no schema says more
  };
  [[nodiscard]] OfText argument_of_text(std::string_view tool, std::string_view otherwise) const;

 private:
  std::vector<ToolSchema> tools_;  // tools and parameters are sorted by name; parts are merged
};

/// Finds the types of values inside values, in the schema of one tool. If several parts of the
/// schema describe a value, the first counts.
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
