#pragma once

#include <string>
#include <string_view>

#include "show/layout.hpp"

namespace tagstream::cli {

/// The arguments of a call, one key or element a line. What they are written like is not changed.
void lay_out_arguments(Layout& layout, std::string_view arguments);

/// The same as a text of its own, without colours, not wrapped.
[[nodiscard]] std::string arguments_text(std::string_view arguments);

}  // namespace tagstream::cli
