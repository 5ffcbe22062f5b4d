#pragma once

#include <string_view>
#include <vector>

#include "support/thought_seen.hpp"
#include "tagstream/thought.hpp"

namespace tagstream::testing {

/// What a thought reader should say of a whole text, joined. Which bytes are a thought's is the
/// matter of the filter's model; what becomes of them is read anew here, by docs/thoughts.md.
/// Preconditions: options that `ThoughtReader::make` accepts, `OnLimit::text`.
[[nodiscard]] std::vector<SeenThought> model_thoughts(std::string_view text,
                                                      const ThoughtOptions& options);

}  // namespace tagstream::testing
