#pragma once

// Checks the text after a call that no marker ends, such as `f(a=1)` or `[f(), g()]`. The line or
// the text must end there, or a comment, a control token or a dropped token must follow. Else the
// call is only text that looks like a call, as in `[main()](src/main.c)`.
//
//   f(a=1)\n       ends
//   f(a=1)  # so   ends: a comment
//   f(a=1).g       goes_on

#include <cstdint>

#include "body/control_token.hpp"
#include "lex/marker_trie.hpp"
#include "lex/segment.hpp"

namespace tagstream {

class RuleSet;

class LineEnd {
 public:
  enum class Status : std::uint8_t { open, ends, goes_on };

  /// @param is_last  the call must end the text: line ends count as blanks, and there are no
  ///                 comments
  explicit LineEnd(bool is_last = false) : is_last_(is_last) {}
  /// Reads to the end of the segment, or to the byte that decides. It can go on at any byte.
  /// @param begin  the end of the call: the same each time
  Status read(const Segment& segment, std::uint64_t begin, bool at_end, const RuleSet& set,
              LexerCounters& counters);
  /// The first byte after the blanks of the same line. Precondition: it was read.
  [[nodiscard]] std::uint64_t at() const { return at_; }

 private:
  void read_marker(const Segment& segment, const RuleSet& set, LexerCounters& counters);

  ControlToken token_;
  std::uint64_t at_ = 0;         // blanks are read up to here
  std::uint64_t marker_at_ = 0;  // read up to here as a marker; 0: not begun
  MarkerTrie::Node node_ = 0;
  bool is_last_;
  bool is_marker_ = false;  // a token that is dropped
};

}  // namespace tagstream
