#pragma once

#include <string>

#include "readers/tokenizer.hpp"
#include "support/options.hpp"
#include "tagstream/tagstream.hpp"

namespace tagstream::testing {

/// Options in one line, what is usual left out; for messages.
[[nodiscard]] std::string describe(const Options& options);
[[nodiscard]] std::string describe(const TokenizerOptions& options);
[[nodiscard]] std::string describe(const ExtractOptions& options);

}  // namespace tagstream::testing
