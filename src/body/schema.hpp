#pragma once

// The types that the schema of a tool says for its parameters. The library uses no other part of a
// schema but the names of required parameters.
//
//   {"name": "f", "parameters": {"properties": {"n": {"type": ["integer", "null"]}}}}
//       parameter n: integer or null

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/error.hpp"

namespace tagstream {

/// The types that a parameter may have, as a set of bits. An empty set means that nothing is known.
enum class ValueTypes : std::uint8_t {
  none = 0,
  null = 1,
  integer = 2,
  number = 4,
  boolean = 8,
  object = 16,
  array = 32,
  string = 64,
};

[[nodiscard]] constexpr ValueTypes operator|(ValueTypes a, ValueTypes b) noexcept {
  return static_cast<ValueTypes>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
[[nodiscard]] constexpr bool has(ValueTypes types, ValueTypes type) noexcept {
  return (static_cast<std::uint8_t>(types) & static_cast<std::uint8_t>(type)) != 0;
}

/// The types that a word in a schema stands for, in any case. Many spellings are known (`str`,
/// `int32`, `float`, `bool`, `dict`, `list[str]`, ...). `none` if the word is unknown.
[[nodiscard]] ValueTypes value_type(std::string_view word) noexcept;

/// The facts of a schema about one parameter.
struct ParameterSchema {
  static constexpr std::uint32_t nothing = ~std::uint32_t{0};

  std::string name;
  ValueTypes types = ValueTypes::none;
  std::uint32_t inside = nothing;  ///< index into `ToolSchema::insides`, for the values inside

  friend bool operator==(const ParameterSchema&, const ParameterSchema&) = default;
};

/// The types of the values inside a value. Inside schemas stand in the order of the schema, and may
/// refer to each other in circles.
struct InsideSchema {
  std::vector<ParameterSchema> properties{};  ///< of an object
  ParameterSchema other{};                    ///< each property that is not in `properties`
  ParameterSchema item{};                     ///< each element of an array
  std::vector<std::uint32_t> parts{};         ///< indices of insides that add to this one

  friend bool operator==(const InsideSchema&, const InsideSchema&) = default;
};

/// The schema of one tool. Schemas give types to the values of XML bodies, which are text. A tool
/// needs no schema; a value that the schema does not name is kept as a string.
struct ToolSchema {
  std::string name;  ///< empty: the schema is for each tool that has none of its own
  std::vector<ParameterSchema> parameters;
  std::vector<InsideSchema> insides{};  ///< of the parameters, for values that are nested tags
  std::vector<std::string> required{};  ///< names that each call must have
  bool allows_others = false;           ///< `additionalProperties` or `patternProperties` say so

  friend bool operator==(const ToolSchema&, const ToolSchema&) = default;
};

/// The tools that `json` describes, in its order. The parameters of each are sorted by their names.
///
/// `json` may be a list of tools, `{"tools": list}`, one tool, or the schema of an object, which is
/// then for every tool. A tool is `{"type": "function", "function": tool}`, or an object with
/// `name` and, optionally, a schema under `parameters`, `input_schema` or `inputSchema`.
///
/// Of a schema these parts are used: the types of each property and of the values inside it, the
/// names in `required`, and whether other parameters are allowed. A `$ref` into the tool's own
/// schema is followed, and the alternatives of `anyOf`, `oneOf` and `allOf` count. A keyword whose
/// value is null is absent.
/// @error bad_option — `json` is not JSON, or not of that shape. The message is one line: what was
///                     expected, and the place as line and column or as a JSON pointer
/// @cost  O(n log n) for n bytes; each definition is read once, however many refer to it
[[nodiscard]] Result<std::vector<ToolSchema>> read_schemas(std::string_view json);

}  // namespace tagstream
