#include "lex/quoted_stretches.hpp"

#include <algorithm>

namespace tagstream {

// `<tool_call a="<tool_call>{"name":"f","arguments":{}}</tool_call>` in qwen3. The first tag
// fails at the quote after `name`. All bytes before that quote may have been its attributes, also
// the second opener, at 14: it is text, with the notice `not_a_call`.
void QuotedStretches::add(std::uint64_t begin, std::uint64_t end) {
  drop_before(begin + 1);
  if (count_ == stretches_.size()) {  // can't happen: at most one for each state of quotes
    stretches_[0].end = std::max(stretches_[0].end, end);
    return;
  }
  stretches_[count_++] = {begin, end, false};
}

void QuotedStretches::add(const QuotedStretches& others) {
  for (std::size_t i = 0; i < others.count_; ++i) {
    const Range& other = others.stretches_[i];
    if (count_ < stretches_.size()) {
      stretches_[count_++] = {other.begin, other.end, true};
    } else {
      stretches_[0].end = std::max(stretches_[0].end, other.end);
    }
  }
}

// Only the ends are compared: by the precondition of `add` each stretch begins before `offset`.
bool QuotedStretches::hold(std::uint64_t offset) const {
  return std::any_of(stretches_.begin(), stretches_.begin() + static_cast<std::ptrdiff_t>(count_),
                     [&](const Range& stretch) { return offset < stretch.end; });
}

void QuotedStretches::drop_before(std::uint64_t offset) {
  const auto end = stretches_.begin() + static_cast<std::ptrdiff_t>(count_);
  const auto kept = std::remove_if(stretches_.begin(), end,
                                   [&](const Range& stretch) { return stretch.end <= offset; });
  count_ = static_cast<std::size_t>(kept - stretches_.begin());
}

// Bytes that are read again, as those of a region are, add their failed tags again.
void QuotedStretches::drop_from(std::uint64_t offset) {
  const auto end = stretches_.begin() + static_cast<std::ptrdiff_t>(count_);
  const auto kept = std::remove_if(stretches_.begin(), end,
                                   [&](const Range& stretch) { return stretch.begin >= offset; });
  count_ = static_cast<std::size_t>(kept - stretches_.begin());
}

// The first stretch of which it is not known yet whether it begins in Markdown code.
QuotedStretches::Range* QuotedStretches::first_uncertain() {
  const auto end = stretches_.begin() + static_cast<std::ptrdiff_t>(count_);
  const auto found =
      std::find_if(stretches_.begin(), end, [](const Range& stretch) { return !stretch.is_text; });
  return found == end ? nullptr : &*found;
}

void QuotedStretches::drop(Range* stretch) {
  const auto end = stretches_.begin() + static_cast<std::ptrdiff_t>(count_);
  std::move(stretches_.begin() + (stretch - stretches_.data()) + 1, end,
            stretches_.begin() + (stretch - stretches_.data()));
  --count_;
}

}  // namespace tagstream
