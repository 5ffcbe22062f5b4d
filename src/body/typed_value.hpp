#pragma once

// Converts the values of XML bodies to JSON, with the types that a schema says.
//
//   5       as integer 5; as string "5"; as boolean "5", since 5 is not a boolean
//   true    as boolean true, as string "true"
//   null    as integer null; as string "null"
//   [1]     as array [1]; without a schema the string "[1]"

#include <string>
#include <string_view>

#include "body/schema.hpp"

namespace tagstream {

/// Appends the value of `text` as JSON, as the first of `types` that it fits. A text that
/// fits none is a string.
///
/// The order is: null (if null is possible, or a string is not); integer; number; boolean; object;
/// array; string (docs/tools.md#typed-values).
/// @param strict  objects and arrays must be strict JSON, raw line ends in strings aside
/// @return        true if an object or array was converted from a spelling that JSON does not have
bool append_typed_value(std::string& out, std::string_view text, ValueTypes types, bool strict);

}  // namespace tagstream
