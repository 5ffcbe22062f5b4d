#include "machine/closer_ahead.hpp"

namespace tagstream {

// In qwen3_coder, a closer inside the value of an element counts:
//
//   <think>Now <tool_call>\n<function=plot>\n<parameter=note>\nno </think> here
//
// The call gets only the text up to `</think>`; then the reasoning closes there. As long as only
// `</thi` has arrived, the call gets the text up to the `<`.
bool CloserAhead::cut_off(Segment& text, const Scope& scope, std::uint64_t from, bool at_end,
                          LexerCounters& counters) {
  if (scope.rule != rule_ || from < from_) {
    begin_ = none;
    search_.restart(from);
    rule_ = scope.rule;
  }
  from_ = from;
  if (begin_ == none || begin_ < from) {
    begin_ = none;
    if (search_.position() < from) search_.restart(from);
    Match closer;
    Lexer::Outcome outcome = search_.next(text, scope, Lexer::no_limit, false, counters, closer);
    if (at_end && outcome == Lexer::Outcome::more && search_.in_attempt()) {
      outcome = search_.next(text, scope, Lexer::no_limit, true, counters, closer);
    }
    if (outcome == Lexer::Outcome::match) {
      begin_ = closer.begin;
    } else if (search_.in_attempt()) {
      text.end = search_.position();
    }
  }
  if (begin_ >= text.end) return false;
  text.end = begin_;
  return true;
}

}  // namespace tagstream
