#include "lex/fence_ahead.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace tagstream {

FenceAhead::Fence FenceAhead::look(const Segment& segment, bool at_end, std::uint64_t longest,
                                   std::uint64_t longest_token, LexerCounters& counters) {
  Segment near = segment;
  const bool is_cut = segment.end - begin_ > longest;
  if (is_cut) near.end = begin_ + longest;
  const Fence fence = look_behind(near, at_end && !is_cut, longest_token, counters);
  if (fence != Fence::unknown || !is_cut) return fence;
  ++counters.limit_hits;
  return Fence::part;
}

// A fence that nothing closes is the whole answer: the model has written no more.
FenceAhead::Fence FenceAhead::look_behind(const Segment& segment, bool at_end,
                                          std::uint64_t longest_token, LexerCounters& counters) {
  const Fence at_this_end = at_end ? Fence::whole : Fence::unknown;
  if (blanks_until_ == 0) {
    if (!fences_.follow_fence(segment, counters)) return at_this_end;
    blanks_until_ = fences_.position();
  }
  const std::uint64_t from = blanks_until_;
  while (blanks_until_ < segment.end && is_blank(*segment.at(blanks_until_))) ++blanks_until_;
  counters.examined += blanks_until_ - from;
  if (blanks_until_ == segment.end) return at_this_end;
  switch (token_.read(segment, blanks_until_, longest_token, counters)) {
    case ControlToken::Status::complete: return Fence::whole;
    case ControlToken::Status::open: return at_end ? Fence::part : Fence::unknown;
    case ControlToken::Status::failed: break;
  }
  return Fence::part;
}

}  // namespace tagstream
