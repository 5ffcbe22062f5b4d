#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/cuts.hpp"
#include "support/describe.hpp"
#include "support/guarded_chunk.hpp"
#include "support/sampling.hpp"
#include "support/seen.hpp"
#include "support/signature.hpp"

/// Tests with every text over a small alphabet up to a length. Fed whole, a text must be read as
/// the model says, and the laws must hold. Fed byte by byte, and in two pieces at each place, the
/// text must give the same events (L1).
/// Example: the symbols {"<", "a"} and length 2 give "", "<", "a", "<<", "<a", "a<" and "aa".
namespace tagstream::testing {

using Symbols = std::vector<std::string>;

/// The texts to try, and the part of them that is also tried in two pieces.
struct Texts {
  std::string start{};     ///< every text begins with it
  Symbols symbols{};       ///< the alphabet of the rest of a text
  std::size_t length = 0;  ///< the largest number of symbols in a text
  /// A text of at most `always_cut` symbols is cut into two pieces at every place. Of the longer
  /// texts one in `cut_every` is.
  std::size_t always_cut = 0;
  std::size_t cut_every = 1;
};

/// Calls `visit(text, is_cut)` for each text. `visit` returns false for a failure; after
/// `max_failures` failures the loop ends. `is_cut`: the text is to be tried in two pieces as well.
template <class Visit>
void for_each_text(const Texts& texts, Visit visit) {
  int failures = 0;
  std::vector<std::size_t> digits;
  std::string text = texts.start;
  for (std::uint64_t count = 0; failures < max_failures; ++count) {
    const bool is_cut =
        digits.size() <= texts.always_cut || is_sampled(count, sample_every() * texts.cut_every);
    if (is_sampled(count) && !visit(std::string_view(text), is_cut)) ++failures;
    std::size_t last = digits.size();
    while (last > 0 && digits[last - 1] + 1 == texts.symbols.size()) --last;
    if (last == 0) {
      if (digits.size() == texts.length) return;
      digits.assign(digits.size() + 1, 0);
    } else {
      ++digits[last - 1];
      std::fill(digits.begin() + static_cast<std::ptrdiff_t>(last), digits.end(), 0);
    }
    text = texts.start;
    for (const std::size_t digit : digits) text += texts.symbols[digit];
  }
}

/// A copy of a piece that ends exactly where its block ends; the destructor overwrites the copy. A
/// reader that looks past the piece is caught by an address sanitizer. A reader that keeps a view
/// of the piece after the feed sees other bytes. At most 2048 bytes.
class Piece {
 public:
  explicit Piece(std::string_view bytes) : size_(bytes.size()) {
    if (size_ > block_.size()) std::abort();  // a shorter piece would be another text
    bytes.copy(block_.data() + block_.size() - size_, size_);
  }
  Piece(const Piece&) = delete;
  Piece& operator=(const Piece&) = delete;
  ~Piece() { poison(block_.data() + block_.size() - size_, size_); }
  [[nodiscard]] std::string_view view() const {
    return {block_.data() + block_.size() - size_, size_};
  }

 private:
  std::array<char, 2048> block_;
  std::size_t size_;
};

/// Feeds `text` in pieces to a subject, and returns the hash of all that the subject gives. A
/// subject reads by some options. It has the functions `begin()`, `feed(bytes, signature)`,
/// `finish(signature)`, `check(text)` (returns how the reading of the whole text differs from the
/// model or breaks a law; empty: it does not) and `explain(text, cuts)`.
template <class Subject>
std::uint64_t signature_of(Subject& subject, std::string_view text, const Cuts& cuts) {
  Signature signature;
  subject.begin();
  for_each_piece(text, cuts, [&](std::string_view bytes) {
    const Piece piece(bytes);
    subject.feed(piece.view(), signature);
    return true;
  });
  subject.finish(signature);
  return signature.value();
}

/// Returns false, and reports a failure, if `check` finds a fault or if a cutting changes the
/// events.
template <class Subject>
bool try_text(Subject& subject, std::string_view text, bool is_cut = true) {
  const auto fail = [&](const Cuts& cuts, const std::string& why) {
    ADD_FAILURE() << escaped(text) << ", " << to_text(cuts) << ", " << why
                  << subject.explain(text, cuts);
    return false;
  };
  const std::string failure = subject.check(text);
  if (!failure.empty()) return fail({}, failure);
  const std::uint64_t same = signature_of(subject, text, {});
  const auto differs = [&](const Cuts& cuts) { return signature_of(subject, text, cuts) != same; };
  for (Cuts cuts = {1}; is_cut && cuts[0] < text.size(); ++cuts[0]) {
    if (differs(cuts)) return fail(cuts, "other events than whole");
  }
  const Cuts bytes = cut_by_size(text.size(), 1);
  return !differs(bytes) || fail(bytes, "other events than whole");
}

template <class Subject>
void exhaustive(Subject subject, const Texts& texts) {
  for_each_text(
      texts, [&](std::string_view text, bool is_cut) { return try_text(subject, text, is_cut); });
}

template <class Subject>
void exhaustive(Subject subject, const Symbols& symbols, std::size_t length) {
  exhaustive(std::move(subject), Texts{{}, symbols, length});
}

}  // namespace tagstream::testing
