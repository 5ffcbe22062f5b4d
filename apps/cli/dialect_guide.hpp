#pragma once

#include <string_view>

namespace tagstream::cli {

/// The manual of dialects, up to the table of rows: what `docs/dialects.md` begins with.
[[nodiscard]] std::string_view dialect_guide();

}  // namespace tagstream::cli
