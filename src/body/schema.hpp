#pragma once

// The schema of one tool, as far as it says the types of values.
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

/// The type that a word in a schema means, its many other spellings included (`str`, `int32`,
/// `float`, `bool`, `dict`, `list`, …), in any case; `none` if it is not known.
[[nodiscard]] ValueTypes value_type(std::string_view word) noexcept;

/// What a schema says of one parameter.
struct ParameterSchema {
  static constexpr std::uint32_t nothing = ~std::uint32_t{0};

  std::string name;
  ValueTypes types = ValueTypes::none;
  std::uint32_t inside = nothing;  ///< index into `ToolSchema::insides`: of the values in it

  friend bool operator==(const ParameterSchema&, const ParameterSchema&) = default;
};

/// What a schema says of the values inside a value. Their order is that of the schema, and they may
/// refer to each other in circles.
struct InsideSchema {
  std::vector<ParameterSchema> properties{};  ///< of an object
  ParameterSchema other{};                    ///< any other of its properties
  ParameterSchema item{};                     ///< each element of an array
  std::vector<std::uint32_t> parts{};         ///< indices of others that say more of it

  friend bool operator==(const InsideSchema&, const InsideSchema&) = default;
};

/// What a schema says of one tool. Schemas give types to the values of XML bodies, which are text;
/// they are never required, and what they do not name is kept as a string.
struct ToolSchema {
  std::string name;  ///< empty: for every tool that has no schema of its own
  std::vector<ParameterSchema> parameters;
  std::vector<InsideSchema> insides{};  ///< of the parameters, for values that are nested tags
  std::vector<std::string> required{};  ///< names that each call must have (R368)
  bool allows_others = false;  ///< `additionalProperties` or `patternProperties` say so (R327)

  friend bool operator==(const ToolSchema&, const ToolSchema&) = default;
};

/// The tools that `json` describes, in its order; the parameters of each sorted by their names.
///
/// Taken are lists of tools, `{"tools": list}`, one tool, and the schema of an object, which is for
/// every tool. A tool is `{"type": "function", "function": tool}`, or a `name` with a schema under
/// `parameters`, `input_schema` or `inputSchema`, or without one. A schema says more than is used:
/// of each property only which types it may have, and those of the values inside it; of the
/// parameters whether others are allowed. What a `$ref` within the tool's own schema refers to
/// counts, and so do the alternatives of `anyOf`, `oneOf` and `allOf`; a keyword whose value is
/// null is absent.
/// @error bad_option — not JSON, or not of that shape. The message is one line, "what: where": what
///                     was expected, and line and column or a JSON pointer
/// @cost  O(n log n) for n bytes; each definition is looked at once, however many refer to it
[[nodiscard]] Result<std::vector<ToolSchema>> read_schemas(std::string_view json);

}  // namespace tagstream
