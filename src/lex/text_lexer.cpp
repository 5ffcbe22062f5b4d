#include "lex/text_lexer.hpp"

#include "base/hash.hpp"

namespace tagstream {
namespace {

// With `hide: ["t"]`:
//
//   use `<t>` here      a span stands around <t>, so it is content
//   a `<t>b             the rest of the line decides: `a ` and the backtick leave now, and <t>
//                       waits
//   a `<t>b\n           no backtick follows on the line, so <t> counts
//   <t>a `</t>` b       in the section code means nothing

// After the first backtick or tilde text is read twice, for tags and for fences. Reading it in
// parts of this size keeps it in the cache. While there is none, each part is twice as long as the
// last.
constexpr std::uint64_t in_cache = 16 << 10;
constexpr std::uint64_t longest_part = 256 << 10;

// True if the match opens a call, or opens or closes a wrapper around calls.
bool is_of_call(const Scope& scope, const Match& match) {
  if (match.rule == no_rule) return false;
  const Role role = scope.set->rules[match.rule].role;
  return role == Role::call || role == Role::wrap_open || role == Role::wrap_close;
}

// True if the match is text where it stands in code: an opener, or a closer of something that is
// not open. Dropped tokens and headers of messages count everywhere.
bool may_be_quoted(const Scope& scope, const Match& match) {
  if (match.rule == no_rule) return true;  // a tree
  const CompiledRule& rule = scope.set->rules[match.rule];
  switch (rule.role) {
    case Role::call:
    case Role::hide: return true;  // in the text a closer of `hide` closes nothing
    case Role::wrap_open:
    case Role::wrap_close: return !(scope.wrappers && closes_wrapper(*scope.set, match));
    case Role::unwrap:
    case Role::record: return !match.closes || !scope.open->has(rule, match.rule);
    default: return false;
  }
}

// True for a tag or marker of an element that stays visible, as all elements of a tree do.
bool stays_visible(const Scope& scope, const Match& match) {
  if (scope.open == nullptr) return true;  // a tree
  if (match.rule == no_rule) return false;
  const Role role = scope.set->rules[match.rule].role;
  return role == Role::unwrap || role == Role::record;
}

// A number for the name of an element, so that its opening and its closing tag have the same.
std::uint64_t number_of_name(const Segment& segment, const Scope& scope, const Match& match) {
  if (match.rule != no_rule) return match.rule;
  const std::uint64_t at = match.begin + match.name_at;
  return hash_of(segment.slice(at, at + match.name_size), scope.set->ignore_case);
}

}  // namespace

// With `markdown_code` = `off` a call in backticks counts like any other.
Lexer::Outcome TextLexer::next(const Segment& segment, const Scope& scope,
                               std::uint64_t start_limit, End end, LexerCounters& counters,
                               Match& match) {
  const Look look{segment, scope, start_limit, end, counters};
  if (fences_ != nullptr) return next_with_fences(look, match);
  const Lexer::Outcome outcome =
      waiting_ != nullptr
          ? take_waiting(match)
          : lexer_.next(segment, scope, start_limit, end == End::of_text, counters, match);
  if (mode_ == MarkdownCode::off) return outcome;
  const bool is_match = outcome == Lexer::Outcome::match;
  spans_.follow(segment, is_match ? match.begin : lexer_.position(), counters);
  if (is_match && !spans_.is_idle()) return mark(look, false, match);
  match.is_in_code = match.closes_quoted = false;
  return outcome;
}

Lexer::Outcome TextLexer::take_waiting(Match& match) {
  match = *waiting_;
  waiting_.reset();
  return Lexer::Outcome::match;
}

// The match that waits, or the next one up to `until`.
Lexer::Outcome TextLexer::find(const Look& look, std::uint64_t until, Match& match) {
  if (waiting_ != nullptr) return take_waiting(match);
  Segment part = look.segment;
  part.end = until;
  const bool is_last = look.end == End::of_text && until == look.segment.end;
  return lexer_.next(part, look.scope, look.start_limit, is_last, look.counters, match,
                     fences_->no_run_before());
}

// The text is read in parts, for matches and for fences.
Lexer::Outcome TextLexer::next_with_fences(const Look& look, Match& match) {
  Fences& fences = *fences_;
  const bool quotes_all = mode_ == MarkdownCode::all;
  std::uint64_t until = lexer_.position();
  std::uint64_t part = in_cache;
  // No backtick stands between the places of the spans and of the fences.
  bool is_clear = !quotes_all && spans_.position() >= fences.position();
  for (;;) {
    if (waiting_ == nullptr)
      until = std::min(std::max(until, lexer_.reached()) + part, look.segment.end);
    const Lexer::Outcome outcome = find(look, until, match);
    if (outcome == Lexer::Outcome::limit) return outcome;
    const bool is_match = outcome == Lexer::Outcome::match;
    const std::uint64_t to = is_match ? match.begin : lexer_.position();
    if (fences.position() > to) {  // these bytes were followed before
      lexer_.restart(fences.position());
      continue;
    }
    // The spans follow here too: the reader may drop the bytes before its place.
    if (quotes_all && !settle_failed_tags(look)) {
      spans_.follow(look.segment, to, look.counters);
      return is_match ? wait(match) : outcome;
    }
    if (fences.position() > to) {
      lexer_.restart(fences.position());
      continue;
    }
    const bool has_no_run = *fences.no_run_before() >= to;
    is_clear = is_clear && has_no_run;
    // A marker that has only begun does not end a run of backticks: it may come to nothing, or
    // begin inside the run.
    const bool has_begun =
        lexer_.in_attempt() && *look.segment.at(to) != '`' && *look.segment.at(to) != '~';
    const Fences::Kind kind =
        fences.follow(look.segment, to, is_match || has_begun, look.end != End::unknown,
                      look.scope.set->limits.max_held_bytes, look.counters);
    if (fences.position() > to) {  // in a fence no tag counts
      lexer_.restart(fences.position());
      continue;
    }
    if (!is_match && until != look.segment.end) {
      part = has_no_run ? std::min(2 * part, longest_part) : in_cache;
      continue;
    }
    is_clear ? spans_.follow_clear(look.segment, to, look.counters)
             : spans_.follow(look.segment, to, look.counters);
    if (!is_match) return outcome;
    // On the opening line of a fence that is undecided any match waits.
    if (kind == Fences::Kind::unknown) return wait(match);
    const bool is_in_fence =
        kind == Fences::Kind::inside && is_quoting() && is_of_call(look.scope, match);
    return mark(look, is_in_fence, match);
  }
}

// Says of a match whether code makes it text.
Lexer::Outcome TextLexer::mark(const Look& look, bool is_in_fence, Match& match) {
  match.is_in_code = match.closes_quoted = false;
  const auto name = [&] { return number_of_name(look.segment, look.scope, match); };
  const bool is_visible = stays_visible(look.scope, match);
  const bool closes = match.closes || match.kind == TokenKind::close;
  const bool is_pair = closes && is_visible && spans_.has_quoted() && spans_.has_quoted(name());
  if (!is_pair && !may_be_quoted(look.scope, match)) return Lexer::Outcome::match;
  switch (spans_.look(look.segment, match.begin, look.end != End::unknown,
                      look.scope.set->limits.max_held_bytes, look.counters)) {
    case CodeSpans::Place::unknown: return wait(match);
    case CodeSpans::Place::outside: match.is_in_code = is_in_fence; break;
    case CodeSpans::Place::inside: match.is_in_code = true; break;
  }
  if (!match.is_in_code || is_in_fence || !is_visible) return Lexer::Outcome::match;
  match.closes_quoted = is_pair;
  if (is_pair) spans_.take_quoted(name());
  if (!closes && match.kind != TokenKind::empty) spans_.add_quoted(name());
  return Lexer::Outcome::match;
}

// A call that a failed tag may have quoted is refused. In a fence in which no tag counts a
// failed tag was never a tag, so its stretch is dropped. Returns false if the rest of the line
// decides whether it is a fence.
bool TextLexer::settle_failed_tags(const Look& look) {
  QuotedStretches* const failed = lexer_.failed_tags();
  if (failed == nullptr) return true;
  while (QuotedStretches::Range* const stretch = failed->first_uncertain()) {
    Fences::Kind kind = Fences::Kind::inside;
    if (stretch->begin >= fences_->position()) {
      kind = fences_->follow(look.segment, stretch->begin, true, look.end != End::unknown,
                             look.scope.set->limits.max_held_bytes, look.counters);
    }
    switch (kind) {
      case Fences::Kind::outside: stretch->is_text = true; break;
      case Fences::Kind::inside: failed->drop(stretch); break;
      case Fences::Kind::unknown: return false;
    }
  }
  return true;
}

Lexer::Outcome TextLexer::wait(const Match& match) {
  waiting_.make(match);
  return Lexer::Outcome::more;
}

}  // namespace tagstream
