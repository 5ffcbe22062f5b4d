#pragma once

// Finds the next closer of the open reasoning. A call inside the reasoning is read only up to that
// closer, unless it is in a string. The result is kept for the next call, and for the next
// reasoning, so that no byte is searched twice.
//
//   <think>Now <tool_call>\n<function=plot>\n<parameter=note>\nno </think> here
//
// The call is read up to `</think>` and not beyond it, so it was reasoning.

#include <cstdint>

#include "lex/lexer.hpp"

namespace tagstream {

class CloserAhead {
 public:
  /// Searches for the first closer from `from` on, and cuts `text` off before it, or before bytes
  /// that may become one. Returns true if there is a closer.
  /// @param scope  closers of the reasoning alone
  bool cut_off(Segment& text, const Scope& scope, std::uint64_t from, bool at_end,
               LexerCounters& counters);

  /// True if no closer is found or begun up to `at`.
  [[nodiscard]] bool is_idle(std::uint64_t at) const {
    return begin_ == none && !search_.in_attempt() && search_.position() == at;
  }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  Lexer search_;
  RuleIndex rule_ = no_rule;    // of the reasoning
  std::uint64_t from_ = 0;      // of the last search
  std::uint64_t begin_ = none;  // of the closer; none: not found yet
};

}  // namespace tagstream
