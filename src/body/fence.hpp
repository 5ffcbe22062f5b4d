#pragma once

// A Markdown fence around the value of a body: its opening line before, the closing run after.
//
//   blanks  [``` word \n]  blanks  value  layout  [```]  layout
//
// Layout is blanks, and brackets too many where a closer ends the body. Resumable at any byte; each
// is looked at once.
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
    value,   ///< the value begins with this byte
    failed,  ///< this byte can't stand there
  };
  /// Reads on before the value, to `segment.end` or to the byte that decides: `at`.
  Status read_opening(const Segment& segment, std::uint64_t& at);
  /// True if no byte of a fence has come.
  [[nodiscard]] bool is_absent() const { return mark_ == 0; }

  /// Reads on after the value, which ends at `value_end`: gives the first byte that belongs to
  /// neither layout nor the closing fence, or the segment's end. Begins again if it has read more.
  /// @param takes_brackets  a closer follows: `}` and `]` are layout, too, and so are blanks after
  ///                        the fence and marks beyond those that close it
  std::uint64_t read_closing(const Segment& segment, std::uint64_t value_end, bool takes_brackets,
                             LexerCounters& counters);
  /// Where the closing fence ends that has been read, blanks aside; 0: there is none.
  [[nodiscard]] std::uint64_t closing_end() const;
  /// The first byte between the value and `end` that should not be there; 0: there is none.
  /// Precondition: it is read up to `end`, or stops before.
  [[nodiscard]] std::uint64_t wrong_before(std::uint64_t end) const;
  /// True if the input may end at `end`: nothing before it is wrong, or the closing fence is cut
  /// off there. Precondition: as `wrong_before`.
  [[nodiscard]] bool may_end_at(std::uint64_t end) const {
    return (closing_ == Closing::marks && closing_at_ == end) || wrong_before(end) == 0;
  }
  /// The first bracket too many that has been read; 0: there is none.
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
