#include "machine/wrapper.hpp"

#include "machine/calls.hpp"

namespace tagstream {

using Go = Next::Go;

// R315: the tag waits for the first byte that is not blank, but for at most `max_held_bytes`. R379:
// in qwen3_coder that byte may begin an object: `<tool_call>{"name": "f"}</tool_call>` is a call.
Next WrapperTag::step(Context& context, bool at_end) {
  const Segment& segment = context.segment;
  skip_between_calls(segment, '\0', at_, context.counters);
  if (at_ - opener_.begin > context.limits().max_held_bytes) {
    context.note_limit(opener_.begin);
    return end(context, false);
  }
  if (at_ == segment.end) return at_end ? end(context, false) : Next::to(Go::more);
  if (begins_call(context.rule(opener_), *segment.at(at_)) &&
      !context.calls->refuses(context, opener_.begin)) {
    return Next::to(Go::call, opener_);
  }
  Scope scope = context.text_scope();
  scope.wrappers = true;
  Lexer& lexer = context.lexer.plain();
  if (!lexer.in_attempt()) lexer.restart(at_);
  Match match;
  switch (lexer.next(segment, scope, at_ + 1, at_end, context.counters, match)) {
    case Lexer::Outcome::more: return Next::to(Go::more);
    case Lexer::Outcome::limit: return end(context, false);
    case Lexer::Outcome::match: break;
  }
  return end(context, is_followed_by(context, match));
}

// R226: in qwen3_coder `<tool_call>\n</tool_call> Done.` is markup and content ` Done.`, and
// `<tool_call>\nFirst the note.` is content.
bool WrapperTag::is_followed_by(Context& context, const Match& match) const {
  const Role role = context.rule(match).role;
  if (role == Role::call) return !context.calls->refuses(context, match.begin);
  if (role == Role::wrap_open && match.kind == TokenKind::close) return match.rule == opener_.rule;
  return role == Role::wrap_open && match.kind != TokenKind::empty;
}

// Emits the tag as markup or content. The bytes after it are read as text.
Next WrapperTag::end(Context& context, bool is_markup) const {
  if (is_markup) {
    context.resume(opener_.end, SkippedAs::hidden);
    context.emit_marker(opener_.end);
    context.enter_wrapper();
    context.out.line.begin();
  } else {
    context.emit_until(EventKind::content, opener_.end);
    context.resume(opener_.end, SkippedAs::visible);
  }
  return Next::to(Go::text);
}

}  // namespace tagstream
