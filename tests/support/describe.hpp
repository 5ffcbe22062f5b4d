#pragma once

#include <string>

#include "readers/tokenizer.hpp"
#include "support/options.hpp"
#include "tagstream/tagstream.hpp"

namespace tagstream::testing {

/// The options in one line, for failure messages. Options with their default value are left out.
[[nodiscard]] std::string describe(const Options& options);
[[nodiscard]] std::string describe(const TokenizerOptions& options);
[[nodiscard]] std::string describe(const ExtractOptions& options);

}  // namespace tagstream::testing
