#include "lex/text_lexer.hpp"

namespace tagstream {
namespace {

// With `hide: ["t"]` and `markdown_code` = `all`:
//
//   use `<t>` here      a span stands around <t>, so it is content
//   a `<t>b             the rest of the line decides: `a ` and the backtick leave now, and <t>
//                       waits (R61)
//   a `<t>b\n           no backtick follows on the line, so <t> counts
//
// With `calls`, the default, <t> counts at once in all three, and only openers of calls are marked
// (R375).

// After the first backtick or tilde text is read twice, for tags and for code. Reading it in parts
// of this size keeps it in the cache.
constexpr std::uint64_t in_cache = 16 << 10;

// True if the match opens a call, or opens or closes a wrapper around calls.
bool is_of_call(const Scope& scope, const Match& match) {
  const Role role = scope.set->rules[match.rule].role;
  return role == Role::call || role == Role::wrap_open || role == Role::wrap_close;
}

}  // namespace

// R48: with `markdown_code` = `off` a call in backticks counts like any other.
Lexer::Outcome TextLexer::next(const Segment& segment, const Scope& scope,
                               std::uint64_t start_limit, End end, LexerCounters& counters,
                               Match& match) {
  if (code_ == nullptr) {
    return lexer_.next(segment, scope, start_limit, end == End::of_text, counters, match);
  }
  Markdown& markdown = code_->markdown;
  Segment part = segment;
  part.end = lexer_.position();
  for (;;) {
    Lexer::Outcome outcome = Lexer::Outcome::match;
    if (code_->waiting) {
      match = *code_->waiting;
      code_->waiting.reset();
    } else {
      part.end = std::max(part.end, lexer_.position()) + in_cache;
      if (!code_->calls_only || part.end > segment.end) part.end = segment.end;
      const bool is_last = end == End::of_text && part.end == segment.end;
      outcome =
          lexer_.next(part, scope, start_limit, is_last, counters, match, markdown.no_run_before());
    }
    if (outcome == Lexer::Outcome::limit) return outcome;
    if (!code_->calls_only && !settle_failed_tags(segment, scope, end, counters)) {
      if (outcome == Lexer::Outcome::match) code_->waiting = match;
      return Lexer::Outcome::more;
    }

    const bool is_match = outcome == Lexer::Outcome::match;
    const bool goes_on = !is_match && part.end != segment.end;
    const std::uint64_t to = is_match ? match.begin : lexer_.position();
    // A marker that has only begun does not end a run of backticks: it may come to nothing, or
    // begin inside the run.
    const bool cut =
        is_match || (lexer_.in_attempt() && *segment.at(to) != '`' && *segment.at(to) != '~');
    if (markdown.position() > to) {  // the match was in code
      lexer_.restart(markdown.position());
      continue;
    }
    switch (markdown.follow(segment, to, cut, end != End::unknown, scope.set->limits.max_held_bytes,
                            counters)) {
      case Markdown::Kind::plain:
        if (goes_on) continue;
        return outcome;
      case Markdown::Kind::unknown:
        if (goes_on) continue;
        if (is_match && code_->calls_only && !markdown.may_be_fence() &&
            !is_of_call(scope, match)) {
          return outcome;
        }
        if (is_match) code_->waiting = match;
        return Lexer::Outcome::more;
      case Markdown::Kind::code: break;
    }
    if (code_->calls_only) {
      if (goes_on) continue;
      match.is_in_code = is_match && markdown.is_quoting() && is_of_call(scope, match);
      return outcome;
    }
    if (markdown.position() <= to) return outcome;  // all of the segment is code
    lexer_.restart(markdown.position());
  }
}

// R73: a call that a failed tag may have quoted is refused. In Markdown code a failed tag was never
// a tag, so its stretch is dropped. Returns false if the rest of the line decides whether it is
// code.
bool TextLexer::settle_failed_tags(const Segment& segment, const Scope& scope, End end,
                                   LexerCounters& counters) {
  QuotedStretches* const failed = lexer_.failed_tags();
  if (failed == nullptr) return true;
  Markdown& markdown = code_->markdown;
  while (QuotedStretches::Range* const stretch = failed->first_uncertain()) {
    Markdown::Kind kind = Markdown::Kind::code;
    if (stretch->begin >= markdown.position()) {
      kind = markdown.follow(segment, stretch->begin, true, end != End::unknown,
                             scope.set->limits.max_held_bytes, counters);
    }
    switch (kind) {
      case Markdown::Kind::plain: stretch->is_text = true; break;
      case Markdown::Kind::code: failed->drop(stretch); break;
      case Markdown::Kind::unknown: return false;
    }
  }
  return true;
}

}  // namespace tagstream
