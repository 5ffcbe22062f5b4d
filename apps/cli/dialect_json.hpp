#pragma once

#include <string>

#include "tagstream/dialect.hpp"

namespace tagstream::cli {

/// The row as one compact JSON object with all its fields, without a line end. What it does not
/// have is null.
[[nodiscard]] std::string dialect_json(const Dialect& row);

}  // namespace tagstream::cli
