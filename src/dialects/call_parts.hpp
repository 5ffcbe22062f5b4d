#pragma once

// What a call's rule takes of its format.

#include "formats/family_format.hpp"
#include "lex/rules.hpp"

namespace tagstream {

/// All but the markers, which the caller adds.
[[nodiscard]] RuleParts parts_of(const CallFormat& format);

}  // namespace tagstream
