#pragma once

// Where the open reasoning closes next. A call in it whose body protects nothing is read no further
// than to there. Kept from call to call, and from one reasoning to the next, which may begin before
// the closer comes: so no byte is searched twice.
//
//   <think>a<tool_call>{"name": x}</think>b
//
// The body fails at `x`. The call is read to `</think>` and no further: it was reasoning.

#include <cstdint>

#include "lex/lexer.hpp"

namespace tagstream {

class CloserAhead {
 public:
  /// Looks for the first closer from `from` on, and cuts `text` off before it, or before what may
  /// become one. True if there is one.
  /// @param scope  closers of the reasoning alone
  bool cut_off(Segment& text, const Scope& scope, std::uint64_t from, bool at_end,
               LexerCounters& counters);

  /// True if none is found or begun up to `at`.
  [[nodiscard]] bool is_idle(std::uint64_t at) const {
    return begin_ == none && !search_.in_attempt() && search_.position() == at;
  }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  Lexer search_;
  RuleIndex rule_ = no_rule;    // of the reasoning
  std::uint64_t from_ = 0;      // as it was asked for last
  std::uint64_t begin_ = none;  // of the closer; none: not found yet
};

}  // namespace tagstream
