#pragma once

// Checks that the engine can read by a format. A format in which `<think>` opens both reasoning and
// a call is refused: "one marker opens two things".

#include <string_view>

#include "formats/family_format.hpp"

namespace tagstream {

/// The sentence that says what is wrong with a format; null if nothing is wrong.
[[nodiscard]] const char* check_format(const FamilyFormat& format);

/// The name of the first tag among the openers, or else among the closers; empty if none is a tag.
[[nodiscard]] std::string_view tag_of(const WordList& open, const WordList& close);

/// True if the opener of `call` also opens a wrapper around calls.
[[nodiscard]] bool opens_with_wrapper(const CallFormat& call, const ToolFormat& tools);

}  // namespace tagstream
