#pragma once

// Finds the end of a body that has no closer at the end of the input. Blanks and control tokens at
// its end are not part of the body, even if the last token is cut off. Each byte is read once.
//
//   {"name": "f"} <|im_end|>      the body ends after the brace; the token is read as usual
//   {"name": "f"} <|im_e          the body ends after the brace

#include <cstdint>

#include "body/body_reader.hpp"
#include "body/control_token.hpp"
#include "lex/rules.hpp"
#include "lex/segment.hpp"

namespace tagstream {

/// The most bytes of a control token at the end of the input that does not belong to the body; 0:
/// such tokens belong to the body.
[[nodiscard]] inline std::uint64_t longest_token(const BodyPlace& place) {
  return place.set->rules[place.rule].takes_tokens() ? place.set->limits.max_tag_bytes : 0;
}

class BodyTail {
 public:
  BodyTail() = default;  // `is_without_text` is false
  /// @param longest  the most bytes of a token; 0: no token is left out
  BodyTail(std::uint64_t begin, std::uint64_t longest)
      : text_end_(begin), at_(begin), longest_(longest), has_text_(false) {}

  /// Reads on to the end of the segment. Returns the place where the body's text ends so far.
  std::uint64_t follow(const Segment& segment, LexerCounters& counters);
  /// Reads on to the end of the segment. Returns true if there were only blanks and tokens so far.
  bool is_without_text(const Segment& segment, LexerCounters& counters);

  /// True if what was read ends inside a token.
  [[nodiscard]] bool is_in_token() const { return token_.has_begun(); }

  /// The place of a complete token after the blanks at `at`, or the end of the segment.
  static std::uint64_t end_before_token(const Segment& segment, std::uint64_t at,
                                        std::uint64_t longest, LexerCounters& counters);

 private:
  bool skip(const Segment& segment, LexerCounters& counters);

  std::uint64_t text_end_ = 0;
  std::uint64_t at_ = 0;  // read up to here, or the beginning of an unfinished token
  std::uint64_t longest_ = 0;
  ControlToken token_;
  bool has_text_ = true;
};

}  // namespace tagstream
