#include "support/cuts.hpp"

#include <algorithm>

#include "support/sampling.hpp"

namespace tagstream::testing {

Cuts cut_by_size(std::size_t length, std::size_t size) {
  Cuts cuts;
  cuts.reserve(length / size);
  for (std::size_t at = size; at < length; at += size) cuts.push_back(at);
  return cuts;
}

Cuts cut_with_empty_pieces(std::size_t length) {
  Cuts cuts;
  for (std::size_t at = 0; at <= length; ++at) cuts.insert(cuts.end(), 2, at);
  return cuts;
}

Cuts cut_randomly(std::size_t length, std::mt19937_64& random) {
  const std::size_t count = random() % 4 == 0 ? random() % (length + 1) : random() % 4;
  Cuts cuts;
  for (std::size_t i = 0; i < count; ++i) {
    cuts.push_back(random() % (length + 1));
    if (random() % 8 == 0) cuts.push_back(cuts.back());
  }
  std::sort(cuts.begin(), cuts.end());
  return cuts;
}

std::vector<Cuts> all_small_cuts(std::size_t length) {
  std::vector<Cuts> all = {Cuts{}};
  for (std::size_t at = 0; at <= length; ++at) {
    if (is_sampled_cut(at)) all.push_back(Cuts{at});
  }
  for (std::size_t size = 1; size <= 16; ++size) all.push_back(cut_by_size(length, size));
  all.push_back(cut_with_empty_pieces(length));
  return all;
}

std::string to_text(const Cuts& cuts) {
  if (cuts.empty()) return "whole";
  std::string out = "cut at";
  for (const std::size_t cut : cuts) {
    if (out.size() > 200) return out + " …";
    out += ' ' + std::to_string(cut);
  }
  return out;
}

}  // namespace tagstream::testing
