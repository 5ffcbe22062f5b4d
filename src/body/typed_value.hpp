#pragma once

// The values of XML bodies, typed by a schema.
//
//   5       as integer 5, as string "5", as boolean "5": it fits none
//   true    as boolean true, as string "true"
//   null    as integer or null: null; as string "null"
//   [1]     as array [1]; without a schema "[1]"

#include <string>
#include <string_view>

#include "body/schema.hpp"

namespace tagstream {

/// Appends the value that `text` means under `types`, as JSON. What fits no type is a string.
///
/// In order: the word null where null is possible or a string is not; integer; number; boolean;
/// object; array; string (docs/tools.md#typed-values).
/// @param strict  objects and arrays must be strict JSON, raw line ends in strings aside
/// @return        true if an object or array was converted from a spelling that JSON does not have
bool append_typed_value(std::string& out, std::string_view text, ValueTypes types, bool strict);

}  // namespace tagstream
