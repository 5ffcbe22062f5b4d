#pragma once

#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "readers/tokenizer.hpp"
#include "support/options.hpp"

/// Random options with random texts made of the names and markers in these options, and long texts
/// of one repeated piece. Example: flood("<think>", "a<b")(11) is "<think>a<ba<b".
namespace tagstream::testing {

/// Options that hide, unwrap and record; limits are often tiny.
[[nodiscard]] Options random_filter_options(std::mt19937_64& random);

[[nodiscard]] TokenizerOptions random_tokenizer_options(std::mt19937_64& random);

/// Pieces for the texts of one test, in addition to the pieces that every text may have.
struct Vocabulary {
  std::vector<std::string> names;
  std::vector<std::string> markers;
};
[[nodiscard]] Vocabulary vocabulary_of(const Options& options);
[[nodiscard]] Vocabulary vocabulary_of(const TokenizerOptions& options);

/// The beginning of a text. It is mostly empty, and sometimes an answer's first bytes as a server
/// streams them, whole or in part.
[[nodiscard]] std::string random_beginning(std::mt19937_64& random);

/// Tags of the vocabulary's names with odd attributes, markers, code, stray bytes; whole, cut
/// short, repeated, nested in each other.
[[nodiscard]] std::string random_text(const Vocabulary& words, std::mt19937_64& random);

/// `count` copies of `piece`.
[[nodiscard]] std::string repeated(std::string_view piece, std::size_t count);

/// Makes a text of about the given number of bytes.
using TextOfSize = std::function<std::string(std::size_t)>;

/// Texts of `start` and as many copies of `piece` as the size needs.
[[nodiscard]] TextOfSize flood(std::string start, std::string piece);
/// Texts of `start` and numbered pieces: each is `before`, a number and `after`. The number counts
/// from 0 up to `modulus` - 1 and begins again.
[[nodiscard]] TextOfSize numbered(std::string start, std::string before, std::string after,
                                  std::size_t modulus);
/// Texts whose first half repeats `first` and whose second half repeats `second`.
[[nodiscard]] TextOfSize halves(const std::string& first, const std::string& second);
/// Backtick runs of growing length, `between` after each.
[[nodiscard]] TextOfSize growing_runs(const std::string& between);

/// `bytes` on one line, those that are not printable ASCII as \xHH.
[[nodiscard]] std::string printable(std::string_view bytes);

}  // namespace tagstream::testing
