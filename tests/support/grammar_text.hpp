#pragma once

#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "readers/tokenizer.hpp"
#include "support/options.hpp"

/// Random options with random texts that make the most of them; texts of one repeated piece.
namespace tagstream::testing {

/// Options that hide, unwrap and record; limits are often tiny.
[[nodiscard]] Options random_filter_options(std::mt19937_64& random);

[[nodiscard]] TokenizerOptions random_tokenizer_options(std::mt19937_64& random);

/// What a text may be made of, beside what every text may.
struct Vocabulary {
  std::vector<std::string> names;
  std::vector<std::string> markers;
};
[[nodiscard]] Vocabulary vocabulary_of(const Options& options);
[[nodiscard]] Vocabulary vocabulary_of(const TokenizerOptions& options);

/// What a text begins with: mostly nothing, sometimes what a server streams or a part of that.
[[nodiscard]] std::string random_beginning(std::mt19937_64& random);

/// Tags of the vocabulary's names with odd attributes, markers, code, stray bytes; whole, cut
/// short, repeated, nested in each other.
[[nodiscard]] std::string random_text(const Vocabulary& words, std::mt19937_64& random);

/// So many copies of `piece`.
[[nodiscard]] std::string repeated(std::string_view piece, std::size_t count);

/// Makes a text of about so many bytes.
using TextOfSize = std::function<std::string(std::size_t)>;

/// As many copies of `piece` as are needed, after `start`.
[[nodiscard]] TextOfSize flood(std::string start, std::string piece);
/// The same with pieces that have a number in them, counted below `modulus`.
[[nodiscard]] TextOfSize numbered(std::string start, std::string before, std::string after,
                                  std::size_t modulus);
/// Half of the text from one piece, half from the other.
[[nodiscard]] TextOfSize halves(const std::string& first, const std::string& second);
/// Backtick runs of growing length, `between` after each.
[[nodiscard]] TextOfSize growing_runs(const std::string& between);

/// `bytes` on one line, those that are not printable ASCII as \xHH.
[[nodiscard]] std::string printable(std::string_view bytes);

}  // namespace tagstream::testing
