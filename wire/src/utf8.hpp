#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tagstream::wire {

/// The text with U+FFFD for each sequence that is not UTF-8, as a client's decoder has it. Nothing:
/// it is UTF-8 as it stands.
std::optional<std::string> mend_utf8(std::string_view text);

}  // namespace tagstream::wire
