#include "body/body_tail.hpp"

#include "base/text.hpp"

namespace tagstream {

// Passes over blanks and tokens. Returns false at a byte that is neither. After `</parameter>` at
// the end of the input, ` \n<|im_end|>` is a tail without text.
bool BodyTail::skip(const Segment& segment, LexerCounters& counters) {
  while (at_ < segment.end) {
    ++counters.examined;
    if (is_blank(*segment.at(at_))) {
      ++at_;
      continue;
    }
    switch (longest_ == 0 ? ControlToken::Status::failed
                          : token_.read(segment, at_, longest_, counters)) {
      case ControlToken::Status::open: return true;
      case ControlToken::Status::failed: token_ = {}; return false;
      case ControlToken::Status::complete: break;
    }
    at_ = token_.end();
    token_ = {};
  }
  return true;
}

// In `ls -l <|im_end|>` the text ends after `-l`, until more text follows.
std::uint64_t BodyTail::follow(const Segment& segment, LexerCounters& counters) {
  while (!skip(segment, counters)) text_end_ = ++at_;
  return text_end_;
}

bool BodyTail::is_without_text(const Segment& segment, LexerCounters& counters) {
  has_text_ = has_text_ || !skip(segment, counters);
  return !has_text_;
}

std::uint64_t BodyTail::end_before_token(const Segment& segment, std::uint64_t at,
                                         std::uint64_t longest, LexerCounters& counters) {
  const std::uint64_t from = at;
  while (at < segment.end && is_blank(*segment.at(at))) ++at;
  counters.examined += at - from;
  ControlToken token;
  const bool is_there = at < segment.end && token.read(segment, at, longest, counters) ==
                                                ControlToken::Status::complete;
  return is_there ? at : segment.end;
}

}  // namespace tagstream
