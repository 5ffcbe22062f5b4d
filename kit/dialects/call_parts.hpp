#pragma once

// From the format of a call to the parts of a rule. From the format of hermes, with the markers
// `<tool_call>` and `</tool_call>`, `parts_of` takes the role `call`, the body `json` and the keys;
// the caller adds the markers as the name `tool_call`, which opens and closes.

#include "formats/family_format.hpp"
#include "lex/rules.hpp"

namespace tagstream {

/// The parts of the rule for this format, without its markers.
[[nodiscard]] RuleParts parts_of(const CallFormat& format);

}  // namespace tagstream
