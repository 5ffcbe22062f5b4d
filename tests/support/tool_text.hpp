#pragma once

#include <random>
#include <string>

#include "support/options.hpp"

namespace tagstream::testing {

/// Options that `Rules::make` takes, with calls; limits are sometimes tiny.
[[nodiscard]] Options random_tool_options(std::mt19937_64& random);

/// Text with calls of all shapes, as whole and as broken as can be.
[[nodiscard]] std::string random_tool_text(const Options& options, std::mt19937_64& random);

}  // namespace tagstream::testing
