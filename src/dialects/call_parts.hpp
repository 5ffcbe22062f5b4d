#pragma once

// What a call's rule takes of its format.

#include "lex/rules.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream {

/// All but the markers, which the caller adds.
[[nodiscard]] RuleParts parts_of(const CallFormat& format);

}  // namespace tagstream
