#pragma once

#include <random>
#include <string>
#include <vector>

#include "support/options.hpp"

namespace tagstream::testing {

/// What texts of a family are made of, the more telling pieces first: its markers, a call, half a
/// call, what may stand between.
[[nodiscard]] std::vector<std::string> parse_pieces(const Options& options);

/// Options that `Rules::make` takes: a family, or reasoning of one and calls of another.
[[nodiscard]] Options random_parse_options(std::mt19937_64& random);

/// Options that the model does not know: tiny limits, Markdown.
void add_random_limits(Options& options, std::mt19937_64& random);

/// Text out of the family's markers, whole and broken calls, and words.
[[nodiscard]] std::string random_parse_text(const Options& options, std::mt19937_64& random);

}  // namespace tagstream::testing
