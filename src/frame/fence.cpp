#include "frame/fence.hpp"

#include "base/text.hpp"

namespace tagstream {

// In `<tool>```json\n{"name":"f"}\n`````\n</tool>` three marks open the fence, five close it,
// and the call's closer follows. The closing fence may be missing, or stand on the line of the
// value.
Fence::Status Fence::read_opening(const Segment& segment, std::uint64_t& at) {
  for (; at < segment.end; ++at) {
    const Status status = step(*segment.at(at));
    if (status != Status::open) return status;
  }
  return Status::open;
}

// The rest of the opening line is a word such as `json`. A `<` in it fails, since a closing
// tag may begin there.
Fence::Status Fence::step(char byte) {
  switch (opening_) {
    case Opening::blanks:
      if (byte == '`' || byte == '~') {
        mark_ = byte;
        size_ = 1;
        opening_ = Opening::marks;
        return Status::open;
      }
      [[fallthrough]];
    case Opening::after: return is_blank(byte) ? Status::open : Status::value;
    case Opening::marks:
      if (byte == mark_) {
        ++size_;
        return Status::open;
      }
      if (size_ < 3) return Status::failed;
      opening_ = Opening::info;
      [[fallthrough]];
    case Opening::info: break;
  }
  if (byte == '\n' || byte == '\r') opening_ = Opening::after;
  return byte == '<' || (byte == '`' && mark_ == '`') ? Status::failed : Status::open;
}

// In rwkv only the fence ends the call, so of five backticks three close it and two are text.
// With `takes_brackets` the surplus brace of `}}` is noted, and dropped if a closer follows.
std::uint64_t Fence::read_closing(const Segment& segment, std::uint64_t value_end,
                                  bool takes_brackets, LexerCounters& counters) {
  if (closing_at_ == 0 || closing_at_ > segment.end) {
    closing_ = Closing::blanks;
    closing_at_ = value_end;
    surplus_at_ = 0;
  }
  const std::uint64_t from = closing_at_;
  while (closing_at_ < segment.end && closing_ != Closing::wrong) {
    if (!takes_brackets && closing_end() != 0) break;  // the fence alone ends the body
    const char byte = *segment.at(closing_at_);
    if (closing_ == Closing::marks && byte != mark_) {
      marks_end_ = closing_at_;
      const bool is_whole = marks_end_ - marks_begin_ >= size_;
      closing_ = is_whole ? Closing::after : Closing::wrong;
      if (!is_whole) closing_at_ = marks_begin_;
      continue;
    }
    if (closing_ == Closing::blanks && mark_ != 0 && byte == mark_) {
      closing_ = Closing::marks;
      marks_begin_ = closing_at_;
    } else if (closing_ != Closing::marks && !is_blank(byte)) {
      if (!takes_brackets || (byte != '}' && byte != ']')) break;
      if (surplus_at_ == 0) surplus_at_ = closing_at_;
    }
    ++closing_at_;
  }
  counters.examined += closing_at_ > from ? closing_at_ - from : 0;
  return closing_at_;
}

std::uint64_t Fence::closing_end() const {
  if (closing_ == Closing::after) return marks_end_;
  const bool is_whole = closing_ == Closing::marks && closing_at_ - marks_begin_ >= size_;
  return is_whole ? closing_at_ : 0;
}

// The wrong byte of `{"name":"f"},</tool>` is the comma.
std::uint64_t Fence::wrong_before(std::uint64_t end) const {
  const bool is_short = closing_ == Closing::marks && closing_at_ - marks_begin_ < size_;
  const std::uint64_t at = is_short ? marks_begin_ : closing_at_;
  return at < end ? at : 0;
}

}  // namespace tagstream
