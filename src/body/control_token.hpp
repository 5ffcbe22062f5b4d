#pragma once

// Recognizes a control token of a model's vocabulary that the text spells out, such as `<|im_end|>`
// or `<｜end▁of▁sentence｜>`, whether a rule names it or not.
//
//   <|im_end|>     complete
//   <|im e         failed at the blank

#include <cstdint>

#include "lex/segment.hpp"

namespace tagstream {

class ControlToken {
 public:
  enum class Status : std::uint8_t { open, complete, failed };

  /// Reads to the end of the segment, or to the byte that decides. It can go on at any byte.
  /// @param begin    where the token begins: the same in each call
  /// @param longest  the longest token, in bytes
  Status read(const Segment& segment, std::uint64_t begin, std::uint64_t longest,
              LexerCounters& counters);
  /// True if its first byte was read.
  [[nodiscard]] bool has_begun() const { return at_ != 0; }
  /// The end of the token. Precondition: it is complete.
  [[nodiscard]] std::uint64_t end() const { return at_; }

 private:
  std::uint64_t at_ = 0;  // read up to here; 0: not begun
  Status status_ = Status::open;
};

}  // namespace tagstream
