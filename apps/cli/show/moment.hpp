#pragma once

#include <string_view>

#include "tagstream/event.hpp"

namespace tagstream::cli {

/// One sentence if what the event reports was hard to get right; else empty.
[[nodiscard]] std::string_view hard_moment(const Event& event);

}  // namespace tagstream::cli
