#include "frame/call_search.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace tagstream {

// With `call: ["tool"], hide: ["think"]`, after a body has failed at byte 12:
//
//   <tool>{"a": oops</tool>                    `any_end`: its closer
//   <tool>{"a": oops <tool>{"name":"g"}…       `any_end`: ends before the next call
//   <tool>{"a": oops <think>p</think>          `any_end`: ends before the section
//   <tool>{"a":"x <tool></tool> y\d…           `closers`, in the string that failed: the
//                                              opener in it is a quotation, and ends nothing
Scope CallSearch::scope(For what) const {
  Scope scope;
  scope.set = set_;
  scope.rule = rule_;
  scope.openers = scope.empties = what != For::closers;
  scope.place = what == For::closers ? Scope::Place::body : Scope::Place::body_end;
  return scope;
}

// Markdown does not count in a body, so the plain lexer searches.
Lexer::Outcome CallSearch::next(const BodyInput& input, bool at_end, Match& match) {
  lexer_.record_failed_tags(&failed_tags_);
  const Scope wanted = scope(what_);
  for (;;) {
    const Lexer::Outcome outcome =
        lexer_.next(input.segment, wanted, until_, at_end, input.counters, match);
    const bool is_inside = what_ == For::overlap && match.end <= until_;
    if (outcome == Lexer::Outcome::match && is_inside) continue;
    const bool is_over = outcome == Lexer::Outcome::more && at_end && until_ != Lexer::no_limit;
    return is_over ? Lexer::Outcome::limit : outcome;
  }
}

// For the tag `tool` it is true for `<`, `</`, `<to` and `</x`, and false for `<x`. For the marker
// `<s>` it is true for `<s` and, since `<s>more` may be another one, for `<s>m`.
bool CallSearch::may_begin_own(std::string_view text) const {
  const CompiledRule& rule = set_->rules[rule_];
  if (text.empty()) return true;
  if (rule.is_tag && text[0] == '<') {
    const std::string_view name = set_->names[rule.name].text;
    const std::string_view rest = text.substr(1, name.size());
    if (rest.empty() || rest[0] == '/') return true;
    if (same_name(rest, name.substr(0, rest.size()), set_->ignore_case)) return true;
  }
  auto may_begin = [&](MarkerTrie::Marker marker) {
    const std::string_view own = set_->trie.text(marker);
    return own.starts_with(text) || text.starts_with(own);
  };
  return std::any_of(rule.closes.begin(), rule.closes.end(), may_begin) ||
         std::any_of(rule.opens.begin(), rule.opens.end(), may_begin);
}

// A marker of 25 bytes, as `function call<|role_sep|>` of gigachat3, begins 24 bytes before
// the byte at `at` if that is its last one.
std::uint64_t CallSearch::overlap_begin(std::uint64_t at, std::uint64_t from) const {
  const std::uint64_t before = std::max(set_->longest_marker, 1U) - 1;
  return std::max(at, from + before) - before;
}

// Of `{"a":"x</tool>y"` only `{"a":"x` is certain. If the JSON failed in the string, the call
// would end at the `</tool>`. The rest is given with the `}` after the string.
std::uint64_t CallSearch::body_before(const Segment& segment, const Shield& shield,
                                      std::uint64_t read_until, LexerCounters& counters) {
  if (!shield.is_given()) return read_until;
  if (watched_ != shield.begin) {
    watched_ = shield.begin;
    watched_closer_ = none;
    watch_.restart(watched_);
  }
  if (watched_closer_ == none) {
    Match match;
    Segment read = segment;
    read.end = std::min(segment.end, read_until);
    if (watch_.next(read, scope(For::closers), Lexer::no_limit, false, counters, match) ==
        Lexer::Outcome::match) {
      watched_closer_ = match.begin;
    }
  }
  return std::min({watched_closer_, watch_.position(), read_until});
}

}  // namespace tagstream
