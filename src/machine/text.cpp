#include "machine/text.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "machine/calls.hpp"
#include "machine/wrapper.hpp"

namespace tagstream {

using Go = Next::Go;

namespace {

// A byte order mark at the beginning counts as a blank. While it is cut, it waits as any code
// point does.
std::uint64_t first_visible_limit(Context& context, const Segment& text) {
  std::uint64_t& blanks_until = context.flow.blanks_until;
  const std::uint64_t end = std::min<std::uint64_t>(byte_order_mark.size(), text.end);
  if (blanks_until == 0 && byte_order_mark.starts_with(text.slice(0, end))) {
    if (end < byte_order_mark.size()) return Lexer::no_limit;
    blanks_until = end;
  }
  return context.first_non_blank_limit(text);
}

}  // namespace

// Tags that no rule names are content, byte for byte. With `hide: ["thinking"]`,
// `<a b="c"><d/></e >` is content as it stands.
Next Text::step(Context& context, bool at_end) {
  const Segment& segment = context.segment;
  // Some openers count only before the first byte that is not blank.
  const std::uint64_t limit =
      context.flow.so_far != SoFar::text ? first_visible_limit(context, segment) : Lexer::no_limit;
  using End = TextLexer::End;
  const End end = at_end ? End::of_text : context.flow.ends_lines ? End::of_lines : End::unknown;
  Match match;
  Scope scope = context.text_scope();
  scope.with_notices = true;
  switch (context.lexer.next(segment, scope, limit, end, context.counters, match)) {
    case Lexer::Outcome::match:
      if (is_passed_over(context, match)) return Next::to(Go::again);
      return scope.is_only_noted({match.rule, match.closes}) ? pass_closer(context, match)
                                                             : apply_rule(context, match);
    case Lexer::Outcome::limit: context.flow.so_far = SoFar::text; return Next::to(Go::again);
    case Lexer::Outcome::more: break;
  }
  if (at_end) {
    end_content(context);
  } else {
    context.emit_flowing(segment, EventKind::content, context.lexer.decided());
  }
  return Next::to(Go::more);
}

// The input ends. Half a closing tag of an unwrapped element is taken out, as the whole one is:
// `<b>x</b` with `unwrap: ["b"]` is markup, content `x`, markup.
void Text::end_content(Context& context) {
  const Segment& segment = context.segment;
  const RuleSet& rules = context.program->rules;
  const Elements::HalfClosed half =
      context.elements.half_closed(rules, segment, context.out.emitted());
  const bool is_unwrapped = half.rule != no_rule && rules.rules[half.rule].role == Role::unwrap;
  context.emit_until(EventKind::content, is_unwrapped ? half.begin : segment.end);
  if (!is_unwrapped) return;
  context.emit_marker(segment.end);
  note_unclosed(context, half.rule, half.start, true);
}

// A match leads to one of these:
//
//   In `<tool_call>` we      hermes: a code span, so the opener is content, with a notice `quoted`
//   <sources>                `record`: content, and its section begins
//   Say <think>.             hermes: the opener is mentioned, and is content
//   </think> after text      hermes: content, with a notice `stray_close`
//   </x>                     `hide`, and no <x> is open: the same
//   <tool_call/>             qwen3_coder: an empty tag of a wrapper is content
//   <tool_call>              hermes: on to the call, in the first fence by way of FirstFence
//   <tool_call>              qwen3_coder: a wrapper, so the next bytes must be read first
//   <think>                  on to Hidden
//   <|im_end|>               hermes: markup
Next Text::accept(Context& context, const Match& match) {
  return is_passed_over(context, match) ? Next::to(Go::again) : apply_rule(context, match);
}

// True for a match in a string of a broken body that was read before, and for a tag beyond a limit.
// It is text; the latter has a notice.
bool Text::is_passed_over(Context& context, const Match& match) {
  if (match.end <= context.flow.ignore_until) return true;
  if (match.cut == Cut::no) return false;
  note_cut(context, match);
  return true;
}

Next Text::apply_rule(Context& context, const Match& match) {
  Flow& flow = context.flow;
  const Role role = context.rule(match).role;
  // With `bare_calls` = `never` the call has no wrapper.
  if (context.rule(match).call.needs_wrapper && flow.wrappers == 0) {
    context.expect_closer(match.rule);
    context.emit_until(EventKind::content, match.end);
    context.resume(match.end, SkippedAs::visible);
    return Next::to(Go::text);
  }
  if (match.is_in_code || (role == Role::call && context.calls->refuses(context, match.begin))) {
    return refuse(context, match);
  }
  if (FirstFence::is_before(context, match)) {
    context.emit_until(EventKind::content, match.begin);
    return Next::to(Go::fence, match);
  }
  // A recorded element stays visible, so its tags count as text.
  if (role == Role::record) {
    context.resume(match.end, SkippedAs::visible);
    context.elements.record(context.program->rules, context.segment, match,
                            context.element_of(match), context.out);
    return Next::to(Go::text);
  }
  context.emit_until(EventKind::content, match.begin);
  if (role == Role::hide && is_mention(context, match)) {
    context.resume(match.end, SkippedAs::visible);
    return Next::to(Go::text);
  }
  if (role == Role::hide && match.closes && !flow.is_first()) {
    note_stray(context, match);
    if (!flow.drops_stray_closers()) {
      context.resume(match.begin, SkippedAs::again);  // another marker may begin there
      return Next::to(Go::text);
    }
  }
  const bool is_wrapper = role == Role::wrap_open || role == Role::wrap_close;
  if (is_wrapper && match.kind == TokenKind::empty) {  // opens nothing
    note_wrapper_mention(context, match);
    context.resume(match.end, SkippedAs::visible);
    return Next::to(Go::text);
  }
  if (!context.dialect().families.empty()) name_family(context, match);
  if (role == Role::call) {
    Next next = Next::to(Go::call, match);
    next.name = context.rule(match).call.tool;
    const HeaderName* const named = context.calls->named.get();
    // A body of text has no name in it; the header before it may have had one.
    const bool is_text = context.rule(match).call.body == CallBody::text;
    if (is_text && named != nullptr && named->end == match.begin) next.name = named->name;
    return next;
  }
  if (role == Role::wrap_open && match.kind == TokenKind::open) return Next::to(Go::wrapper, match);
  context.resume(match.end, SkippedAs::hidden);
  if (role == Role::hide && !match.closes) return Next::to(Go::hidden, match);
  if (role == Role::header) return Next::to(Go::header, match);
  return take_out(context, match);
}

// An opener of reasoning inside a line of text is text, and makes the next closer
// text as well: `Say <think> or </think>.` has no reasoning. At the start of a line it counts
// again: `<think>a</think>One.\n<think>b</think>Two.` has the reasoning `a` and `b`.
bool Text::is_mention(Context& context, const Match& match) {
  Flow& flow = context.flow;
  if (match.closes) {
    if (flow.openers_read_as_text == 0) return false;
    --flow.openers_read_as_text;
    return true;
  }
  switch (context.rule(match).hide.again) {
    case ReasoningAgain::automatic:
    case ReasoningAgain::anywhere: return false;
    case ReasoningAgain::never:
      if (flow.is_first()) return false;
      break;
    case ReasoningAgain::line:
      if (flow.so_far != SoFar::text || context.out.line.is_at_start()) return false;
      break;
  }
  if (match.kind != TokenKind::empty) ++flow.openers_read_as_text;
  if (context.rule(match).hide.again != ReasoningAgain::never) {
    context.notice_of(match, Code::mention,
                      "this opening tag of reasoning stands inside a line, so it is text; "
                      "reasoning_again = anywhere reads it");
  }
  return true;
}

namespace {

// True for a closer that nobody writes but a model: `<channel|>`.
bool is_control_token(std::string_view closer) {
  const bool has_bar = closer.find('|') != closer.npos || closer.find("｜") != closer.npos;
  return closer.starts_with('<') && closer.ends_with('>') && has_bar;
}

}  // namespace

// The notice reports only the first stray closer. A tag is text, which may name it; a
// control token is markup, and so are those after it. After reasoning that has closed a tag is
// markup, too: the text before it may be a thought. No notice speaks of a marker that may be an
// ordinary phrase.
void Text::note_stray(Context& context, const Match& match) {
  const std::string_view closer = context.segment.slice(match.begin, match.end);
  const bool is_token = match.kind == TokenKind::marker && is_control_token(closer);
  const bool has_closed = context.flow.stray == Stray::markup;
  if (!has_closed) context.flow.stray = is_token ? Stray::markup : Stray::text;
  const char first = fold(closer[0]);
  if (first >= 'a' && first <= 'z') return;
  if (has_closed) {
    return context.notice_of(match, Code::stray_close,
                             "no reasoning is open, so this closing tag closes nothing and is "
                             "left out");
  }
  context.notice_of(match, Code::stray_close,
                    is_token ? "no reasoning is open, so this token closes none; if the prompt "
                               "opened the reasoning, give start_in_reasoning"
                             : "no reasoning is open, so this closing tag is text; if the prompt "
                               "opened the reasoning, give start_in_reasoning");
}

// Reads a closer of which nothing is open as text.
Next Text::pass_closer(Context& context, const Match& match) {
  context.emit_until(EventKind::content, match.begin);
  if (context.takes_expected_closer(match.rule)) {
    // its opener is text as well, and had a notice
  } else if (match.is_in_code) {
    context.notice_of(match, Code::quoted,
                      "this closing tag stands in Markdown code, and closes nothing: it is text");
  } else {
    note_closes_nothing(context, match);
  }
  context.emit_until(EventKind::content, match.end);
  context.resume(match.end, match.is_in_code ? SkippedAs::quoted : SkippedAs::visible);
  return Next::to(Go::text);
}

// With `hide: ["x"]`, the first `</x>` of `a</x>b</x>` has a notice. If an opener of
// reasoning was text, its closer is no news.
void Text::note_closes_nothing(Context& context, const Match& match) {
  const CompiledRule& rule = context.rule(match);
  const bool is_reasoning = rule.emitted_as == EmittedAs::reasoning;
  if (is_reasoning && context.flow.openers_read_as_text != 0) {
    --context.flow.openers_read_as_text;
    return;
  }
  if (!context.is_first_of(match.rule, Code::stray_close)) return;
  const std::string_view tag = context.tag_of(match);
  std::string message = "no " + in_backticks(tag) + " is open, so this closing tag is text";
  if (rule.role == Role::hide) {
    message += is_reasoning ? "; if the prompt opened the reasoning, give start_in_reasoning"
                            : "; if the prompt opened it, give start_inside = " + std::string(tag);
  }
  context.notice(match.begin, Code::stray_close, context.out.keep(std::move(message)));
  context.out.last().name = tag;
}

// A tag beyond a limit is text, and so is one that the input cuts off. The match ends before the
// tag does: it goes on as text.
void Text::note_cut(Context& context, const Match& match) {
  context.emit_until(EventKind::content, match.begin);
  if (match.is_in_code) return;
  switch (match.cut) {
    case Cut::no: return;
    case Cut::bytes:
      return context.notice_of(match, Code::max_tag_bytes,
                               "this tag is longer than max_tag_bytes, so it is text");
    case Cut::attributes:
      return context.notice_of(match, Code::max_attributes,
                               "this tag has more attributes than max_attributes, so it is text");
    case Cut::input:
      return context.notice_of(match, Code::incomplete_tag,
                               "the input ends inside this tag, so it is text");
  }
}

// In dialect auto the first marker of reasoning and the first of calls tell the family; a
// notice names the rows.
void Text::name_family(Context& context, const Match& match) {
  const Role role = context.rule(match).role;
  const bool opens_wrapper = role == Role::wrap_open && match.kind != TokenKind::close;
  const bool is_call = role == Role::call || opens_wrapper;
  const bool is_reasoning = role == Role::header || (role == Role::hide && !match.closes);
  const std::string& rows = context.dialect().families[match.rule];
  bool& is_named = is_call ? context.out.named.calls : context.out.named.reasoning;
  if (context.flow.priming || is_named || !(is_call || is_reasoning) || rows.empty()) return;
  is_named = true;
  const std::string_view what = is_call                ? "calls are"
                                : role == Role::header ? "messages are"
                                                       : "reasoning is";
  context.notice(match.begin, Code::family,
                 context.out.keep(std::string(what) + " marked as by " + rows));
}

// Emits a marker as markup: of a wrapper, of an unwrapped element, a token to drop, or
// a closer of reasoning that is not open. Tags around the answer are
// markup, too: in ernie45 `<response>\nBlue.\n</response>` has the content `Blue.\n`.
Next Text::take_out(Context& context, const Match& match) {
  const CompiledRule& rule = context.rule(match);
  const bool is_wrapper = rule.role == Role::wrap_open || rule.role == Role::wrap_close;
  const bool is_unwrapped = rule.role == Role::unwrap;
  context.emit_marker(match.end);
  context.out.line.begin();
  if (is_wrapper) {
    const bool closes = closes_wrapper(context.program->rules, match);
    closes ? context.leave_wrapper() : context.enter_wrapper();
    if (match.kind != TokenKind::close) return Next::to(Go::text);
    Next next = Next::to(Go::between);  // the closer may be written twice
    next.start = match.end;
    return next;
  }
  context.begin_trimming(match.rule);
  // Blanks after a token inside a wrapper are layout.
  if (rule.role == Role::drop && context.flow.wrappers != 0) context.flow.trimming = true;
  if (is_unwrapped) context.elements.unwrap(context.program->rules, match);
  return Next::to(Go::text);
}

// A tag in Markdown code is text, and so is the opener of a call in a quotation, or
// after a call that was too long. There is no notice for an opener that need not begin a call.
Next Text::refuse(Context& context, const Match& match) {
  const CompiledRule& rule = context.rule(match);
  context.emit_until(EventKind::content, match.begin);
  const bool is_wrapper = rule.role == Role::wrap_open || rule.role == Role::wrap_close;
  if (is_wrapper || rule.role == Role::call) context.expect_closer(match.rule);
  if (!rule.call.is_tentative) {
    if (match.is_in_code) {
      context.notice_of(match, Code::quoted,
                        match.closes ? "this closing tag stands in Markdown code: it is text"
                        : rule.role == Role::call || is_wrapper
                            ? "this call opener stands in Markdown code: it is text"
                            : "this tag stands in Markdown code, so it is text; markdown_code = "
                              "off reads it");
    } else if (context.calls->are_over) {
      context.notice_of(match, Code::after_limit,
                        "this call opener follows a call that was longer than max_held_bytes: it "
                        "is text");
    } else {
      context.notice_of(match, Code::not_a_call,
                        "this call opener stands inside a quoted attribute or string: it is text",
                        Cause::quotation);
    }
  }
  context.emit_until(EventKind::content, match.end);
  context.resume(match.end, match.is_in_code ? SkippedAs::quoted : SkippedAs::visible);
  return Next::to(Go::text);
}

}  // namespace tagstream
