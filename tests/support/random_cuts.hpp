#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "support/cuts.hpp"
#include "support/sampling.hpp"
#include "support/seen.hpp"

namespace tagstream::testing {

/// Makes texts with `make`, and reads each in several cuttings. The events must be those that
/// `model` gives, and all checks of the subject (exhaustive.hpp) must hold. Returns the first
/// failure; empty if there is none.
template <class Subject, class Make, class Model>
std::string check_random_texts(Subject& subject, std::mt19937_64& random, Make make, Model model) {
  for (std::uint64_t i = 0; i < texts_per_seed; ++i) {
    const std::string text = make();
    const auto want = model(text);
    const Cuts all[] = {{},
                        cut_by_size(text.size(), 1),
                        cut_with_empty_pieces(text.size()),
                        cut_randomly(text.size(), random),
                        cut_randomly(text.size(), random)};
    for (const Cuts& cuts : all) {
      const std::string failure = subject.check(text, cuts, want);
      if (failure.empty()) continue;
      return escaped(text) + ", " + to_text(cuts) + ", " + subject.explain(text, cuts) + '\n' +
             failure;
    }
  }
  return {};
}

}  // namespace tagstream::testing
