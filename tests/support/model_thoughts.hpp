#pragma once

#include <vector>

#include "support/options.hpp"
#include "support/seen.hpp"

namespace tagstream::testing {

/// The same events, with thoughts in place of the sections of `thought` rules: by docs/thoughts.md.
[[nodiscard]] std::vector<Seen> with_thoughts(const std::vector<Seen>& events,
                                              const Options& options);

}  // namespace tagstream::testing
