#include "lex/text_lexer.hpp"

namespace tagstream {

Lexer::Outcome TextLexer::next(const Segment& segment, const Scope& scope,
                               std::uint64_t start_limit, End end, LexerCounters& counters,
                               Match& match) {
  for (;;) {
    Lexer::Outcome outcome = Lexer::Outcome::match;
    if (waiting_) {
      match = *waiting_;
      waiting_.reset();
    } else {
      outcome = lexer_.next(segment, scope, start_limit, end == End::of_text, counters, match);
    }
    if (!markdown_code_ || outcome == Lexer::Outcome::limit) return outcome;
    if (!settle_failed_tags(segment, scope, end, counters)) {
      if (outcome == Lexer::Outcome::match) waiting_ = match;
      return Lexer::Outcome::more;
    }

    const bool is_match = outcome == Lexer::Outcome::match;
    const std::uint64_t to = is_match ? match.begin : lexer_.position();
    const bool cut = is_match || lexer_.in_attempt();
    if (markdown_.position() > to) {  // that was in code
      lexer_.restart(markdown_.position());
      continue;
    }
    switch (markdown_.follow(segment, to, cut, end != End::unknown,
                             scope.set->limits.max_held_bytes, counters)) {
      case MarkdownCode::Verdict::plain: return outcome;
      case MarkdownCode::Verdict::unknown:
        if (is_match) waiting_ = match;
        return Lexer::Outcome::more;
      case MarkdownCode::Verdict::code: break;
    }
    if (markdown_.position() <= to) return outcome;  // all of the segment is code
    lexer_.restart(markdown_.position());
  }
}

// Tags that came to nothing in code were none. False if the rest of the line must still tell.
bool TextLexer::settle_failed_tags(const Segment& segment, const Scope& scope, End end,
                                   LexerCounters& counters) {
  FailedTags* const failed = lexer_.failed_tags();
  if (failed == nullptr) return true;
  while (FailedTags::Stretch* const stretch = failed->first_uncertain()) {
    MarkdownCode::Verdict verdict = MarkdownCode::Verdict::code;
    if (stretch->begin >= markdown_.position()) {
      verdict = markdown_.follow(segment, stretch->begin, true, end != End::unknown,
                                 scope.set->limits.max_held_bytes, counters);
    }
    switch (verdict) {
      case MarkdownCode::Verdict::plain: stretch->is_text = true; break;
      case MarkdownCode::Verdict::code: failed->drop(stretch); break;
      case MarkdownCode::Verdict::unknown: return false;
    }
  }
  return true;
}

}  // namespace tagstream
