#pragma once

#include <string_view>
#include <vector>

#include "support/seen.hpp"
#include "tagstream/filter.hpp"
#include "tagstream/tokenizer.hpp"

namespace tagstream::testing {

/// How a filter should read a whole text.
struct ModelReading {
  std::vector<Seen> seen;   ///< what it says, joined
  std::vector<Span> named;  ///< tags and markers that a rule in force names, as they are come by
};

/// What a filter should say of a whole text, joined. A second, slow reading of the rules in
/// docs/grammar.md that shares no code with the library.
/// Preconditions: options that `FilterRules::make` accepts, `LimitPolicy::text`.
[[nodiscard]] std::vector<Seen> model_filter(std::string_view text, const FilterOptions& options);
[[nodiscard]] ModelReading read_by_model(std::string_view text, const FilterOptions& options);

/// What a tokenizer should say of a whole text, joined.
[[nodiscard]] std::vector<SeenToken> model_tokens(std::string_view text,
                                                  const TokenizerOptions& options);

}  // namespace tagstream::testing
