#include "body/raw_body.hpp"

namespace tagstream {

Verdict RawBody::read(const BodyInput& input, CallList& list) {
  lexer_.record_failed_tags(&failed_tags_);
  Scope scope;
  scope.set = set_;
  scope.rule = rule_;
  scope.place = Scope::Place::body;
  Match match;
  while (lexer_.next(input.segment, scope, Lexer::no_limit, input.at_end, input.counters, match) ==
         Lexer::Outcome::match) {
    if (match.kind == TokenKind::empty) continue;
    if (!match.closes) {
      ++depth_;
    } else if (depth_-- == 0) {
      tell(list, input.segment, match.begin, input.counters);
      return {Verdict::Kind::closed, match.end, match.begin, false};
    }
  }
  return {};
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
