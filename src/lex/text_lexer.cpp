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
// of this size keeps it in the cache. While there is none, each part is twice as long as the last.
constexpr std::uint64_t in_cache = 16 << 10;
constexpr std::uint64_t longest_part = 256 << 10;

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
  const Look look{segment, scope, start_limit, end, counters};
  return code_->calls_only ? next_marking_calls(look, match) : next_outside_code(look, match);
}

// The match that waits, or the next one up to `until`.
Lexer::Outcome TextLexer::find(const Look& look, std::uint64_t until, Match& match) {
  if (code_->waiting) {
    match = *code_->waiting;
    code_->waiting.reset();
    return Lexer::Outcome::match;
  }
  Segment part = look.segment;
  part.end = until;
  const bool is_last = look.end == End::of_text && until == look.segment.end;
  return lexer_.next(part, look.scope, look.start_limit, is_last, look.counters, match,
                     code_->markdown.no_run_before());
}

// Follows the code up to a match, or up to the place of reading.
Markdown::Kind TextLexer::follow(const Look& look, Lexer::Outcome outcome, std::uint64_t to) {
  // A marker that has only begun does not end a run of backticks: it may come to nothing, or begin
  // inside the run.
  const bool has_begun =
      lexer_.in_attempt() && *look.segment.at(to) != '`' && *look.segment.at(to) != '~';
  return code_->markdown.follow(look.segment, to, outcome == Lexer::Outcome::match || has_begun,
                                look.end != End::unknown, look.scope.set->limits.max_held_bytes,
                                look.counters);
}

// With `calls`: all matches count, and those of calls in code are marked. The text is read in
// parts.
Lexer::Outcome TextLexer::next_marking_calls(const Look& look, Match& match) {
  Markdown& markdown = code_->markdown;
  std::uint64_t until = lexer_.position();
  std::uint64_t part = in_cache;
  for (;;) {
    if (!code_->waiting) {
      until = std::min(std::max(until, lexer_.position()) + part, look.segment.end);
    }
    const Lexer::Outcome outcome = find(look, until, match);
    if (outcome == Lexer::Outcome::limit) return outcome;
    const bool is_match = outcome == Lexer::Outcome::match;
    const std::uint64_t to = is_match ? match.begin : lexer_.position();
    if (markdown.position() > to) {  // these bytes were followed before
      lexer_.restart(markdown.position());
      continue;
    }
    const bool has_no_run = *markdown.no_run_before() >= to;
    const Markdown::Kind kind = follow(look, outcome, to);
    if (!is_match && until != look.segment.end) {
      part = has_no_run ? std::min(2 * part, longest_part) : in_cache;
      continue;
    }
    const bool is_call = is_match && is_of_call(look.scope, match);
    if (kind == Markdown::Kind::unknown && (is_call || markdown.may_be_fence())) {
      if (is_match) code_->waiting = match;
      return Lexer::Outcome::more;
    }
    match.is_in_code = kind == Markdown::Kind::code && is_call && markdown.is_quoting();
    return outcome;
  }
}

// With `all`: only matches outside of code count.
Lexer::Outcome TextLexer::next_outside_code(const Look& look, Match& match) {
  const Markdown& markdown = code_->markdown;
  for (;;) {
    const Lexer::Outcome outcome = find(look, look.segment.end, match);
    if (outcome == Lexer::Outcome::limit) return outcome;
    const bool is_match = outcome == Lexer::Outcome::match;
    const std::uint64_t to = is_match ? match.begin : lexer_.position();
    Markdown::Kind kind = Markdown::Kind::unknown;
    if (settle_failed_tags(look)) {
      kind = markdown.position() > to ? Markdown::Kind::code : follow(look, outcome, to);
    }
    if (kind == Markdown::Kind::unknown) {
      if (is_match) code_->waiting = match;
      return Lexer::Outcome::more;
    }
    const bool is_passed = kind == Markdown::Kind::code && markdown.position() > to;
    if (!is_passed) return outcome;
    lexer_.restart(markdown.position());
  }
}

// R73: a call that a failed tag may have quoted is refused. In Markdown code a failed tag was never
// a tag, so its stretch is dropped. Returns false if the rest of the line decides whether it is
// code.
bool TextLexer::settle_failed_tags(const Look& look) {
  QuotedStretches* const failed = lexer_.failed_tags();
  if (failed == nullptr) return true;
  Markdown& markdown = code_->markdown;
  while (QuotedStretches::Range* const stretch = failed->first_uncertain()) {
    Markdown::Kind kind = Markdown::Kind::code;
    if (stretch->begin >= markdown.position()) {
      kind = markdown.follow(look.segment, stretch->begin, true, look.end != End::unknown,
                             look.scope.set->limits.max_held_bytes, look.counters);
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
