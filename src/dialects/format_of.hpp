#pragma once

// From a family's text to what the engine reads it by.

#include <memory>
#include <string_view>

#include "dialects/family.hpp"
#include "formats/family_format.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/error.hpp"

namespace tagstream {

/// What the engine reads the family by.
/// @error bad_option — the engine can't read what the text says: the sentence, and the line
[[nodiscard]] Result<std::shared_ptr<const FamilyFormat>> format_of(const notation::Family& family);

/// The same of a row of the table, made when it is first asked for. @lifetime the program's
[[nodiscard]] const FamilyFormat& format_of(const Dialect& row);

/// The text of a row, read.
[[nodiscard]] notation::Family family_of(const Dialect& row);

}  // namespace tagstream
