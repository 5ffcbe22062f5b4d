#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tagstream {

/// Stretches of tags that have failed, or were cut off, after an attribute: what begins in one has
/// been quoted by an attribute that came to nothing. Only those matter that reach beyond the place
/// that is read, and no more than three can overlap there.
class QuotedStretches {
 public:
  struct Range {  // set when it is added: clearing four took half of a reader's constructor
    std::uint64_t begin;
    std::uint64_t end;
    bool is_text;  // it is certain that it does not begin in Markdown code
  };

  /// Precondition: what is asked for later begins after `begin`.
  void add(std::uint64_t begin, std::uint64_t end);
  void add(const QuotedStretches& others);
  /// True if `offset` lies in one.
  [[nodiscard]] bool hold(std::uint64_t offset) const;
  void drop_before(std::uint64_t offset);
  /// Forgets those that begin at `offset` or after it: reading goes back there.
  void drop_from(std::uint64_t offset);
  [[nodiscard]] Range* first_uncertain();
  /// None of them begins in code.
  void settle() {
    for (std::size_t i = 0; i < count_; ++i) stretches_[i].is_text = true;
  }
  void drop(Range* stretch);

 private:
  std::array<Range, 4> stretches_;
  std::size_t count_ = 0;
};

}  // namespace tagstream
