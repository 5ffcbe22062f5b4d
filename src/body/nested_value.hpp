#pragma once

// Converts values that are written as nested tags to JSON. Each tag stands after a prefix:
//
//   ]<]minimax[>[<from>]<]minimax[>[<lat>1]<]minimax[>[</lat>]<]minimax[>[</from>
//
// This is {"from":{"lat":"1"}}, or {"from":{"lat":1}} if the schema says that lat is a number. Tags
// of one name side by side become a list.

#include <string>
#include <string_view>

#include "body/schema.hpp"

namespace tagstream {

/// The type that the schema gives a value.
struct NestedType {
  const ToolSchema* tool = nullptr;        ///< of a `SchemaTable`; null: nothing is known
  const ParameterSchema* value = nullptr;  ///< of the tool's schema; null: nothing is known
  bool strict = false;                     ///< as `append_typed_value`
};

/// Appends the value of `text` as JSON. Tags become the keys of an object. Tags of one name side by
/// side, and tags called `item`, become the elements of an array. Text between tags is the value of
/// the key `$text`. Text without tags gets the type that the schema says, and is a string if the
/// schema says nothing. The schema also decides these cases:
/// - A value that it calls a string is not taken apart.
/// - A value that it calls an array is one if all its tags have one name.
/// - An object with a property `item` stays an object.
/// @return  as `append_typed_value`
/// @cost    O(n log n) for one schema, without recursion
bool append_nested_value(std::string& out, std::string_view text, std::string_view prefix,
                         const NestedType& type);

}  // namespace tagstream
