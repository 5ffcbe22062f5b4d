#include "body/raw_body.hpp"

namespace tagstream {

Verdict RawBody::read(const BodyInput& input, CallList& list) {
  lexer_.record_failed_tags(&failed_tags_);
  Scope scope;
  scope.set = set_;
  scope.rule = rule_;
  scope.place = Scope::Place::body;
  Match match;
  while (input.purpose != Purpose::settle &&
         lexer_.next(input.segment, scope, Lexer::no_limit, input.at_end, input.counters, match) ==
             Lexer::Outcome::match) {
    if (match.kind == TokenKind::empty) continue;
    if (!match.closes) {
      ++depth_;
      continue;
    }
    if (first_close_ || depth_-- == 0) return close(input, list, match, false);
    if (first_closer_.end != 0) continue;
    first_closer_ = match;
    first_failed_tags_ = failed_tags_;
  }
  const bool may_settle = first_closer_.end != 0 && input.purpose != Purpose::let_through;
  if (!may_settle || !input.at_end) return {Verdict::Kind::open, 0, 0, false, may_settle};
  failed_tags_ = first_failed_tags_;
  return close(input, list, first_closer_, true);
}

Verdict RawBody::close(const BodyInput& input, CallList& list, const Match& closer,
                       bool is_settled) {
  tell(list, input.segment, closer.begin, input.counters);
  return {Verdict::Kind::closed, closer.end, closer.begin, false, is_settled};
}

bool RawBody::ends_here(const BodyInput& input, CallList& list) {
  tell(list, input.segment, input.segment.end, input.counters);
  return true;
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
