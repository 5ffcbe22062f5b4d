#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/options.hpp"
#include "support/seen.hpp"

namespace tagstream::testing {

/// The same events, with thoughts in place of the sections of `thought` rules: by docs/thoughts.md.
[[nodiscard]] std::vector<Seen> with_thoughts(const std::vector<Seen>& events,
                                              const Options& options);

/// `text` with entities decoded.
[[nodiscard]] std::string decoded_entities(std::string_view text);

}  // namespace tagstream::testing
