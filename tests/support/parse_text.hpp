#pragma once

#include <random>
#include <string>
#include <vector>

#include "support/options.hpp"

namespace tagstream::testing {

/// Pieces of which random texts of a family are made: its markers, a call, half a call, and the
/// text that may stand between calls. The pieces that reach most code come first.
[[nodiscard]] std::vector<std::string> parse_pieces(const Options& options);

/// Options that `Rules::make` takes: a family, or reasoning of one and calls of another.
[[nodiscard]] Options random_parse_options(std::mt19937_64& random);

/// Adds options that the naive model does not support: tiny limits, and Markdown.
void add_random_limits(Options& options, std::mt19937_64& random);

/// Adds the end of a prompt that is visible text: words, code, blanks. The naive model does not
/// support it.
void add_random_prompt(Options& options, std::mt19937_64& random);

/// Text out of the family's markers, whole and broken calls, and words.
[[nodiscard]] std::string random_parse_text(const Options& options, std::mt19937_64& random);

}  // namespace tagstream::testing
