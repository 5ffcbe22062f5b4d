#pragma once

// Where a body ends that the input ends in, if no closer has come: blanks and tokens of a model's
// vocabulary at its end are not of it, the last one cut off or not. Each byte once.
//
//   {"name": "f"} <|im_end|>      the body ends after the brace; the token is read as usual
//   {"name": "f"} <|im_e          the same: it is cut off

#include <cstdint>

#include "body/control_token.hpp"
#include "lex/segment.hpp"

namespace tagstream {

class BodyTail {
 public:
  BodyTail() = default;  // of nothing: it is not without text
  /// @param longest  bytes that a token may have; 0: none is one
  BodyTail(std::uint64_t begin, std::uint64_t longest)
      : text_end_(begin), at_(begin), longest_(longest), has_text_(false) {}

  /// Reads on to the end of the segment: where its text ends.
  std::uint64_t follow(const Segment& segment, LexerCounters& counters);
  /// The same, but true as long as no text has come.
  bool is_without_text(const Segment& segment, LexerCounters& counters);

  /// The first complete token in blanks from `at` on, or the end of the segment.
  static std::uint64_t end_before_token(const Segment& segment, std::uint64_t at,
                                        std::uint64_t longest, LexerCounters& counters);

 private:
  bool skip(const Segment& segment, LexerCounters& counters);

  std::uint64_t text_end_ = 0;
  std::uint64_t at_ = 0;  // read up to here, or where a token begins that is open
  std::uint64_t longest_ = 0;
  ControlToken token_;
  bool has_text_ = true;
};

}  // namespace tagstream
