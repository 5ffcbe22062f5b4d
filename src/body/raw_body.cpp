#include "body/raw_body.hpp"

#include <algorithm>

#include "body/body_tail.hpp"

namespace tagstream {

Verdict RawBody::read(const BodyInput& input, CallList& list) {
  lexer_.record_failed_tags(&failed_tags_);
  Match closer;
  bool is_closed = find_closer(input, false, closer);
  if (!is_closed && input.at_end) {
    const bool is_cut =
        lexer_.in_attempt() && may_close(input.segment.slice(lexer_.position(), input.segment.end));
    if (is_cut) cut_at_ = lexer_.position();
    is_closed = find_closer(input, true, closer);
  }
  if (is_closed) return close(input, list, closer, false);
  const bool may_settle = first_closer_.end != 0 && input.purpose != Purpose::let_through;
  if (!may_settle || !input.at_end) return {Verdict::Kind::open, 0, 0, false, may_settle};
  failed_tags_ = first_failed_tags_;
  return close(input, list, first_closer_, true);
}

// The one that balances.
bool RawBody::find_closer(const BodyInput& input, bool at_end, Match& closer) {
  Scope scope;
  scope.set = set_;
  scope.rule = rule_;
  scope.place = Scope::Place::body;
  while (input.purpose != Purpose::settle &&
         lexer_.next(input.segment, scope, Lexer::no_limit, at_end, input.counters, closer) ==
             Lexer::Outcome::match) {
    if (closer.kind == TokenKind::empty) continue;
    if (!closer.closes) {
      ++depth_;
      continue;
    }
    if (first_close_ || depth_-- == 0) return true;
    if (first_closer_.end != 0) continue;
    first_closer_ = closer;
    first_failed_tags_ = failed_tags_;
  }
  return false;
}

Verdict RawBody::close(const BodyInput& input, CallList& list, const Match& closer,
                       bool is_settled) {
  tell(list, input.segment, closer.begin, input.counters);
  return {Verdict::Kind::closed, closer.end, closer.begin, false, is_settled};
}

// True if `text`, the beginning of a tag or marker of the rule, may go on as its closer.
bool RawBody::may_close(std::string_view text) const {
  const CompiledRule& rule = set_->rules[rule_];
  if (rule.is_tag && rule.tag_closes && (text == "<" || text.substr(0, 2) == "</")) return true;
  return std::any_of(rule.closes.begin(), rule.closes.end(), [&](MarkerTrie::Marker marker) {
    return set_->trie.text(marker).substr(0, text.size()) == text;
  });
}

// A closing tag that is cut off is not of it.
std::optional<std::uint64_t> RawBody::ends_here(const BodyInput& input, CallList& list) {
  Segment text = input.segment;
  if (cut_at_ != 0) text.end = cut_at_;
  const std::uint64_t longest = takes_tokens_ ? set_->limits.max_tag_bytes : 0;
  const std::uint64_t end = BodyTail(begin_, longest).follow(text, input.counters);
  tell(list, input.segment, end, input.counters);
  return end;
}

void RawBody::tell(CallList& list, const Segment& segment, std::uint64_t at,
                   LexerCounters& counters) {
  list.begin(at);
  list.item().name = {0, 0, Piece::Form::head};
  list.item().arguments = {at, at, Piece::Form::plain};  // it has none
  list.state.is_complete = true;
  list.end(segment, at, CallList::Place::alone, counters);
}

}  // namespace tagstream
