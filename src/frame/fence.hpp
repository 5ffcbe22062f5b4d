#pragma once

// Reads a Markdown fence around the value of a body: the opening line before it and the closing run
// after it.
//
//   blanks  [``` word \n]  blanks  value  layout  [```]  layout
//
// Layout is blanks and, if a closer ends the body, surplus brackets. Reading can stop and go on at
// any byte, and each byte is read once.
//
//   ```json\n{"name": "f"}\n```</tool>     value at the brace; the closing fence is layout
//   {"name": "f"}}</tool>                  surplus_at() is the second brace

#include <cstdint>

#include "lex/segment.hpp"

namespace tagstream {

class Fence {
 public:
  enum class Status : std::uint8_t {
    open,
    value,   ///< the value begins with the byte at `at`
    failed,  ///< the byte at `at` can't stand there
  };
  /// Reads the bytes before the value, to `segment.end` or to the byte that decides. `at` is the
  /// place of reading, and is moved on.
  Status read_opening(const Segment& segment, std::uint64_t& at);
  /// True if no byte of an opening fence was read.
  [[nodiscard]] bool is_absent() const { return mark_ == 0; }

  /// Reads the bytes after the value, which ends at `value_end`. Returns the first byte that is
  /// neither layout nor of the closing fence, or the segment's end. If an earlier call has read
  /// beyond the segment's end, reading starts again at `value_end`.
  /// @param takes_brackets  a closer ends the body: `}` and `]` are layout, too, and so are blanks
  ///                        after the fence and marks beyond those that close it
  std::uint64_t read_closing(const Segment& segment, std::uint64_t value_end, bool takes_brackets,
                             LexerCounters& counters);
  /// The end of the closing fence, without blanks after it; 0 if none was read.
  [[nodiscard]] std::uint64_t closing_end() const;
  /// The first wrong byte between the value and `end`; 0 if there is none. Precondition:
  /// `read_closing` has read up to `end`, or has stopped before it.
  [[nodiscard]] std::uint64_t wrong_before(std::uint64_t end) const;
  /// True if the input may end at `end`: nothing before it is wrong, or the closing fence is cut
  /// off there. Precondition: as `wrong_before`.
  [[nodiscard]] bool may_end_at(std::uint64_t end) const {
    return (closing_ == Closing::marks && closing_at_ == end) || wrong_before(end) == 0;
  }
  /// The first surplus bracket that was read; 0 if there is none.
  [[nodiscard]] std::uint64_t surplus_at() const { return surplus_at_; }

 private:
  enum class Opening : std::uint8_t { blanks, marks, info, after };
  enum class Closing : std::uint8_t { blanks, marks, after, wrong };

  [[nodiscard]] Status step(char byte);

  std::uint64_t closing_at_ = 0;   // read up to here
  std::uint64_t marks_begin_ = 0;  // of the closing run
  std::uint64_t marks_end_ = 0;
  std::uint64_t surplus_at_ = 0;
  std::uint32_t size_ = 0;  // of the opening run
  char mark_ = 0;
  Opening opening_ = Opening::blanks;
  Closing closing_ = Closing::blanks;
};

}  // namespace tagstream
