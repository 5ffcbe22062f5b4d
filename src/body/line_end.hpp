#pragma once

// What must follow a call that no marker ends, `f(a=1)` or `[f(), g()]`: the end of its line or of
// the text, a comment, or a token that ends something. Else it is text that looks like a call, as
// in `[main()](src/main.c)`.
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

  /// @param is_last  nothing may follow it at all: line ends are blanks, and there are no comments
  explicit LineEnd(bool is_last = false) : is_last_(is_last) {}
  /// Reads on. Resumable at any byte.
  /// @param begin  where it begins: the same in each call
  Status read(const Segment& segment, std::uint64_t begin, bool at_end, const RuleSet& set,
              LexerCounters& counters);
  /// What comes first that is not a blank of the same line. Precondition: something does.
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
