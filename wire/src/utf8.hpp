#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tagstream::wire {

struct Utf8Sequence {
  std::size_t size = 1;  ///< not valid: of what may be the beginning of one
  bool is_valid = false;
};

/// What begins at the first byte of a text that is not empty.
Utf8Sequence utf8_sequence_at(std::string_view text);

/// The text with U+FFFD for each sequence that is not UTF-8, as a client's decoder has it. Nothing:
/// it is UTF-8 as it stands.
std::optional<std::string> mend_utf8(std::string_view text);

}  // namespace tagstream::wire
