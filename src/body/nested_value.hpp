#pragma once

// Values that are written as nested tags, each after a prefix:
//
//   ]<]minimax[>[<from>]<]minimax[>[<lat>1]<]minimax[>[</lat>]<]minimax[>[</from>
//
// That is {"from":{"lat":"1"}}, or {"from":{"lat":1}} if the schema says that lat is a number. Tags
// of one name side by side are a list.

#include <string>
#include <string_view>

#include "body/schema.hpp"

namespace tagstream {

/// What the schema says of a value.
struct NestedType {
  const ToolSchema* tool = nullptr;        ///< of a `SchemaTable`; null: nothing is known
  const ParameterSchema* value = nullptr;  ///< the same
  bool strict = false;                     ///< as `append_typed_value`
};

/// Appends the value that `text` means, as JSON: tags are the keys of an object, tags of one name
/// side by side or called `item` the elements of an array, and text between tags is under `$text`.
/// The text of a tag without tags is typed by what the schema says of it, a string if that is
/// nothing. What the schema calls a string is not taken apart; what can only be an array is one if
/// its tags have one name, and an object that has a property `item` is none for that.
/// @return  as `append_typed_value`
/// @cost    O(n log n) for one schema, without recursion
bool append_nested_value(std::string& out, std::string_view text, std::string_view prefix,
                         const NestedType& type);

}  // namespace tagstream
