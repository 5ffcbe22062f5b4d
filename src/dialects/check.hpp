#pragma once

// What a format must be like for the engine to read by it.

#include <string_view>

#include "formats/family_format.hpp"

namespace tagstream {

/// What is wrong with a format, as a sentence; null: nothing is.
[[nodiscard]] const char* check_format(const FamilyFormat& format);

/// The tag that opens or closes a rule, the first of several; empty if it has none.
[[nodiscard]] std::string_view tag_of(const WordList& open, const WordList& close);

/// R379: true if what opens `call` opens a wrapper around calls, too.
[[nodiscard]] bool opens_with_wrapper(const CallFormat& call, const ToolFormat& tools);

}  // namespace tagstream
