#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tagstream {

/// The bytes of failed tags that had attributes. A call that begins in such a stretch may have been
/// quoted as the value of an attribute, so it is refused. `<think b="<tool_call>{"x"` fails
/// at the last quote. The stretch is 0..24, so the `<tool_call>` at 10 begins no call. Only
/// stretches that reach beyond the current place are kept; at most three can overlap there.
class QuotedStretches {
 public:
  struct Range {  // not cleared: to clear four took half the time of a reader's constructor
    std::uint64_t begin;
    std::uint64_t end;
    bool is_text;  // the stretch certainly begins outside of Markdown code
  };

  /// Adds a stretch. Precondition: later calls of `hold` ask for offsets after `begin`.
  void add(std::uint64_t begin, std::uint64_t end);
  void add(const QuotedStretches& others);
  /// True if `offset` lies in a stretch.
  [[nodiscard]] bool hold(std::uint64_t offset) const;
  void drop_before(std::uint64_t offset);
  /// Forgets the stretches that begin at `offset` or after it: reading goes back there.
  void drop_from(std::uint64_t offset);
  [[nodiscard]] Range* first_uncertain();
  /// Notes that no stretch begins in code.
  void settle() {
    for (std::size_t i = 0; i < count_; ++i) stretches_[i].is_text = true;
  }
  void drop(Range* stretch);

 private:
  std::array<Range, 4> stretches_;
  std::size_t count_ = 0;
};

}  // namespace tagstream
