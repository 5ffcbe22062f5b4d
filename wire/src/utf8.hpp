#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tagstream::wire {

/// The text with one U+FFFD for each broken sequence, as a client's decoder makes it. Nothing if
/// the text is valid UTF-8 already.
std::optional<std::string> mend_utf8(std::string_view text);

}  // namespace tagstream::wire
