#pragma once

#include <string>
#include <string_view>

namespace tagstream::cli {

/// Appends `bytes` for a terminal: control characters (line ends and tabs aside) and bytes that
/// are no UTF-8 as `prefix` and two hex digits. `bytes` holds whole characters.
void append_shown(std::string& target, std::string_view bytes, std::string_view prefix);

}  // namespace tagstream::cli
