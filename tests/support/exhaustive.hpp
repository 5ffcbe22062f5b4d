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

/// Every text of a small alphabet up to some length: whole it is what the model says, under the
/// eyes of the laws, and byte by byte and in two pieces it is the same (L1).
namespace tagstream::testing {

using Symbols = std::vector<std::string>;

/// Which texts, and how many of them in every two pieces.
struct Texts {
  std::string start{};     ///< of each
  Symbols symbols{};       ///< after it
  std::size_t length = 0;  ///< at most so many symbols
  /// Texts of so many symbols are tried in every two pieces, and one in `cut_every` of the longer.
  std::size_t always_cut = 0;
  std::size_t cut_every = 1;
};

/// Calls `visit(text, is_cut)`, which says whether all is well, until it has said no five times.
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

/// A piece in a place of its own, at its end, overwritten when the feed is over: who looks past the
/// piece is caught by an address sanitizer, and who keeps a view of it sees other bytes.
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

/// What is tried: something that reads by some options. A subject has `begin()`, `feed(bytes,
/// signature)` and `finish(signature)`, `check(text)` (what is wrong with the whole text, by the
/// model and the laws) and `explain(text, cuts)`.
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

/// False when this text is not read the same way always.
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
