#include "machine/wrapper.hpp"

#include "body/tag_arguments.hpp"
#include "machine/calls.hpp"

namespace tagstream {

using Go = Next::Go;

void WrapperTag::enter(Context& context, const Match& match) {
  opener_ = match;
  at_ = match.end;
  is_refused_ = context.calls->refuses(context, match.begin);
}

// The tag waits for the first byte that is not blank, but for at most `max_held_bytes`.
// In qwen3_coder that byte may begin an object: `<tool_call>{"name": "f"}</tool_call>` is a call.
Next WrapperTag::step(Context& context, bool at_end) {
  const Segment& segment = context.segment;
  skip_between_calls(segment, '\0', at_, context.counters);
  if (at_ - opener_.begin > context.limits().max_held_bytes) {
    context.note_limit(opener_.begin);
    return be_text(context);
  }
  if (at_ == segment.end) return at_end ? be_cut_off(context) : Next::to(Go::more);
  if (begins_call(context.rule(opener_), *segment.at(at_)) && !is_refused_) {
    return Next::to(Go::call, opener_);
  }
  Scope scope = context.text_scope();
  scope.wrappers = true;
  Lexer& lexer = context.lexer.plain();
  if (!lexer.in_attempt()) lexer.restart(at_);
  Match match;
  // Where the text ends, an undecided tag may still be none, and no call follows then: in seed_oss
  // `<seed:tool_call> <seed:eos a="<` is a mention, and `<seed:tool_call> <functi` is cut off.
  Lexer::Outcome outcome = lexer.next(segment, scope, at_ + 1, false, context.counters, match);
  const bool is_undecided = outcome == Lexer::Outcome::more;
  if (is_undecided && !at_end) return Next::to(Go::more);
  if (is_undecided) outcome = lexer.next(segment, scope, at_ + 1, true, context.counters, match);
  if (outcome == Lexer::Outcome::match && is_followed_by(context, match)) return be_markup(context);
  const bool is_cut_off = is_undecided && outcome != Lexer::Outcome::match;
  return is_cut_off ? be_cut_off(context) : be_mention(context);
}

// In qwen3_coder `<tool_call>\n</tool_call> Done.` is markup and content ` Done.`, and
// `<tool_call>\nFirst the note.` is content.
bool WrapperTag::is_followed_by(Context& context, const Match& match) const {
  const Role role = context.rule(match).role;
  if (role == Role::call) return !context.calls->refuses(context, match.begin);
  if (role == Role::wrap_open && match.kind == TokenKind::close) return match.rule == opener_.rule;
  return role == Role::wrap_open && match.kind != TokenKind::empty;
}

// The bytes after the tag are read as text, whatever it is.
Next WrapperTag::be_markup(Context& context) const {
  const std::string_view tag = context.segment.slice(opener_.begin, opener_.end);
  context.resume(opener_.end, SkippedAs::hidden);
  context.emit_marker(opener_.end);
  note_attributes(context, tag);
  context.enter_wrapper();
  context.out.line.begin();
  return Next::to(Go::text);
}

// In qwen3_coder nothing reads `path` in `<tool_call path="a"><function=f>`. A tag that is
// all in the prompt is none of the answer's.
void WrapperTag::note_attributes(Context& context, std::string_view tag) const {
  if (opener_.end <= context.out.answer_begin()) return;
  const std::string_view word = left_out_of(tag);
  if (word.empty()) return;
  context.notice(opener_.begin, Code::unknown_key, context.out.keep(left_out_sentence(word)));
}

Next WrapperTag::be_text(Context& context) const {
  context.expect_closer(opener_.rule);
  context.emit_until(EventKind::content, opener_.end);
  context.resume(opener_.end, SkippedAs::visible);
  return Next::to(Go::text);
}

// At the end of the input, where a call may have begun. `<tool_call>\n<func` is a call that
// was cut off, `<tool_call> is` is a mention.
Next WrapperTag::be_cut_off(Context& context) const {
  if (is_refused_) return be_mention(context);
  context.emit_until(EventKind::content, opener_.begin);
  context.notice(opener_.begin, Code::unclosed_call, "the input ends inside a call");
  return be_text(context);
}

// Of each wrapper the first tag that is text has a notice.
Next WrapperTag::be_mention(Context& context) const {
  if (!is_refused_) {
    note_wrapper_mention(context, opener_);
  } else if (context.calls->are_over) {
    context.emit_until(EventKind::content, opener_.begin);
    context.notice_of(opener_, Code::after_limit,
                      "this tag follows a call that was longer than max_held_bytes: it is text");
  }
  return be_text(context);
}

void note_wrapper_mention(Context& context, const Match& match) {
  context.emit_until(EventKind::content, match.begin);
  context.notice_of(match, Code::mention, "no call follows this tag, so it is text");
}

}  // namespace tagstream
