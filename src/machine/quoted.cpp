#include "machine/quoted.hpp"

namespace tagstream {

void Quoted::follow(const Segment& segment, std::uint64_t until, LexerCounters& counters) {
  if (quote_ == 0 || until <= at_) return;
  counters.examined += until - at_;
  for (; at_ < until && quote_ != 0; ++at_) {
    const char byte = *segment.at(at_);
    if (is_escaped_) {
      is_escaped_ = false;
    } else if (byte == '\\') {
      is_escaped_ = true;
    } else if (byte == quote_) {
      quote_ = 0;
    }
  }
}

}  // namespace tagstream
