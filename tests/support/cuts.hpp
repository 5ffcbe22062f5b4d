#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace tagstream::testing {

/// The places where a text is cut: offsets in bytes, in ascending order. An offset that is given
/// twice makes an empty piece. Example: {1, 3} cuts "abcde" into "a", "bc" and "de".
using Cuts = std::vector<std::size_t>;

/// One cut after every `size` bytes.
[[nodiscard]] Cuts cut_by_size(std::size_t length, std::size_t size);

/// Cuts the text into single bytes, with an empty piece before, between and after them.
[[nodiscard]] Cuts cut_with_empty_pieces(std::size_t length);

/// Random cuts: a few or many. Some offsets occur twice.
[[nodiscard]] Cuts cut_randomly(std::size_t length, std::mt19937_64& random);

/// The cuttings a golden text is tried with: whole, each single cut (support/sampling.hpp), sizes 1
/// to 16, empty pieces.
[[nodiscard]] std::vector<Cuts> all_small_cuts(std::size_t length);

/// For messages: "whole", or the offsets.
[[nodiscard]] std::string to_text(const Cuts& cuts);

/// Calls `visit(piece)` for each piece of `text`, in order, until one call gives false.
template <class Visit>
void for_each_piece(std::string_view text, const Cuts& cuts, Visit visit) {
  std::size_t begin = 0;
  for (const std::size_t cut : cuts) {
    if (!visit(text.substr(begin, cut - begin))) return;
    begin = cut;
  }
  visit(text.substr(begin));
}

}  // namespace tagstream::testing
