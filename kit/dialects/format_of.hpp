#pragma once

// From the text of a family to the format that the engine reads by. The line
//
//   <t>{"name": "NAME", "arguments": ARGUMENTS}</t>
//
// gives a format with one CallFormat: `open` = {`<t>`}, `close` = {`</t>`}, `body` = json, and no
// keys of its own, as `name` and `arguments` are the usual ones.

#include <memory>
#include <string_view>

#include "dialects/family.hpp"
#include "formats/family_format.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/error.hpp"

namespace tagstream {

/// The format of a family.
/// @error bad_option — the engine can't read such a format: the message has a sentence and the line
[[nodiscard]] Result<std::shared_ptr<const FamilyFormat>> format_of(const notation::Family& family);

/// The format of a row of the table. It is made at the first call for this row, and kept.
/// @lifetime the program's
[[nodiscard]] const FamilyFormat& format_of(const Dialect& row);

/// The text of a row of the table, read.
[[nodiscard]] notation::Family family_of(const Dialect& row);

}  // namespace tagstream
