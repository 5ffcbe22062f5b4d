#include "machine/call_place.hpp"

#include <algorithm>

#include "machine/calls.hpp"
#include "machine/text.hpp"

namespace tagstream {

using Go = Next::Go;

// A call in hermes, fed in pieces:
//
//   feed("a <tool_call>{\"name\":")    content `a `; the call is entered, and 19 bytes are held
//   feed(" \"f\"}")                    `step`: the body is complete, the call is not
//   feed("</tool_call> b")             `end`: tool_call f, then content ` b`
//
// If the input ends before the last feed, `unclosed` emits the call f, since its JSON is complete.
// If the input ends after the first feed, the bytes are content, with the notice
// `unclosed_call`.
namespace {

// True for the event of a call, allowed or not.
bool is_taken_out(const Event& event) {
  if (event.kind == EventKind::tool_call) return true;
  return event.kind == EventKind::tool_call_error && event.code == Code::not_allowed;
}

}  // namespace

Next CallPlace::enter(Context& context, const Match& match, std::uint64_t start,
                      std::string_view name) {
  context.calls->begin(context, match, start, Purpose::collect, name);
  return match.kind == TokenKind::empty ? end(context) : Next::to(Go::again);
}

// Reads on. A call without an opener is a call only if its closer comes, so anything else makes it
// text.
Next CallPlace::step(Context& context, bool at_end) {
  using Way = CallStep::Way;
  Calls& calls = *context.calls;
  const CallStep step = calls.step(context, calls.open->facts().start, at_end);
  const bool lacks_opener = context.rule(calls.open->facts().opener).call.lacks_opener;
  if (lacks_opener && step.way != Way::ended && step.way != Way::more) return read_as_text(context);
  const bool gives_pieces = calls.gives_pieces(*context.program) && !context.flow.priming;
  if (gives_pieces && step.way != Way::not_a_call) calls.events.announce(context, step.text);
  calls.note_quote();
  calls.events.give_back(context, step.text);
  switch (step.way) {
    case Way::ended: return end(context);
    case Way::not_a_call: return refuse(context);
    case Way::too_long: return overflow(context, step.bound);
    case Way::cut_off: return unclosed(context);
    case Way::more:
    case Way::refuted:  // these three come in reasoning alone
    case Way::closes:
    case Way::reads_on: break;
  }
  return Next::to(Go::more);
}

// ---- how it ends -----------------------------------------------------------------------------

Next CallPlace::end(Context& context) {
  Calls& calls = *context.calls;
  const std::size_t before = context.out.events().size();
  calls.events.emit(context);
  Flow& flow = context.flow;
  const CallFacts& facts = calls.open->facts();
  flow.read_again_until = std::max(flow.read_again_until, facts.failed_at.value_or(0));
  const bool is_call = context.out.events().size() != before && is_taken_out(context.out.last());
  // After a call without a marker another may come, before any text.
  // The closing tag of a call of elements may come again.
  const RuleIndex index = facts.opener.rule;
  const CompiledRule& rule = context.rule(facts.opener);
  const bool is_of_elements = rule.call.body == CallBody::xml && rule.call.shape->is_one_call;
  const bool may_close_again = is_of_elements && facts.has_closer;
  const bool leads =
      is_call && context.rule(facts.opener).is_leading && flow.so_far == SoFar::nothing;
  if (!is_call && !facts.has_closer) context.expect_closer(facts.opener.rule);
  leave(context, calls.open->facts().end);
  flow.so_far = is_call && context.program->rules.has_leading ? SoFar::call : SoFar::text;
  if (leads) flow.so_far = SoFar::nothing;
  if (!leads) context.lexer.note_call();
  if (!is_call) return Next::to(Go::text);
  context.out.line.begin();
  if (context.flow.wrappers != 0) context.flow.trimming = true;
  const bool is_of_dialect = rule.call.name_format != nullptr;
  const RuleSet& rules = context.program->rules;
  const bool may_follow = (is_of_dialect && !rules.has_blank_marker) || may_close_again ||
                          rule.call.separator != 0 || (rules.has_wrapper && flow.wrappers == 0);
  Next next = Next::to(may_follow ? Go::between : Go::text);
  next.start = context.out.emitted();
  next.match.rule = index;
  next.match.closes = may_close_again;
  return next;
}

void CallPlace::leave(Context& context, std::uint64_t end) {
  context.calls->forget(context.out);
  context.resume(end, SkippedAs::hidden);
}

// The call's bytes up to `end` are content, and reading goes on at `end`.
Next CallPlace::end_as_content(Context& context, std::uint64_t end) {
  context.expect_closer(context.calls->open->facts().opener.rule);
  context.calls->forget(context.out);
  context.emit_flowing(context.segment, EventKind::content, end);
  context.resume(end, SkippedAs::given_back);
  return Next::to(Go::text);
}

// A body of elements that begins with text is not a call. With `call: ["calls"]`,
// `<calls><invoke name="f">run it</invoke></calls>` is content, with the notice `not_a_call`.
Next CallPlace::refuse(Context& context) {
  const CallFacts& facts = context.calls->open->facts();
  context.notice_of(facts.opener, Code::not_a_call,
                    context.rule(facts.opener).call.body == CallBody::text
                        ? "nothing names the tool of a call whose body is text"
                        : "no parameter follows the opening tag of a call");
  return end_as_content(context, facts.body_begin);
}

// A call without an opener that turns out to be no call is read again as plain text.
Next CallPlace::read_as_text(Context& context) {
  const std::uint64_t begin = context.calls->open->facts().body_begin;
  const Next next = end_as_content(context, begin);
  context.calls->quoted.failed_tags().drop_from(begin);  // reading again adds them again
  return next;
}

// With `call: ["t"]` and max_held_bytes 19, `<t>{"name":"long"}</t> <t>{"name":"f"}</t>` is
// the error `too_large` and content. f is not called, since the end of the first call is not known.
// A value without a marker gives no error, since it need not be a call.
Next CallPlace::overflow(Context& context, std::uint64_t bound) {
  Calls& calls = *context.calls;
  CallReader& call = *calls.open;
  if (context.rule(call.facts().opener).call.is_tentative) {
    context.note_limit(std::max(context.out.emitted(), call.facts().start));
  } else {
    ++context.counters.limit_hits;
    calls.events.emit_too_large(context, bound);
  }
  calls.are_over = true;
  if (context.limits().on_limit == OnLimit::stop) {
    context.stop(call.facts().start, "more than max_held_bytes in a tool call");
  }
  return end_as_content(context,
                        std::min(std::max(bound, call.facts().body_begin), context.segment.end));
}

// The input ends inside the call. Calls inside an unclosed call are not called either: in
// hermes `<tool_call>{"name":"say","arguments":{"t":"<tool_call>{'name':'wipe'}</tool_call> and` is
// content. Without a marker there is not even a notice. Bytes that became content
// before are no call any more, whatever `unclosed_call` says.
Next CallPlace::unclosed(Context& context) {
  Calls& calls = *context.calls;
  CallReader& call = *calls.open;
  const std::uint64_t end = context.segment.end;
  const CallPolicy::Options& options = context.program->calls.options;
  if (context.rule(call.facts().opener).call.is_tentative) return end_as_content(context, end);
  const bool shows_errors = options.bad_calls == BadCalls::content && !calls.events.has_started();
  const bool is_given_back = shows_errors && call.facts().refuted_at.has_value();
  const UnclosedCall unclosed = context.rule(call.facts().opener).call.unclosed;
  if (unclosed == UnclosedCall::call && !is_given_back &&
      call.is_complete(context.segment, context.counters) &&
      (!shows_errors || call.list().standing().calls != 0)) {
    calls.events.emit(context);
    leave(context, call.facts().end_in(context.segment));
    return Next::to(Go::text);
  }
  const std::string open_string = call.about_open_string(context.segment, end);
  const std::string rest = open_string.empty() ? "" : ", in " + open_string;
  if (unclosed == UnclosedCall::error || calls.events.has_started()) {
    CallPart part;
    part.error = Code::unclosed;
    part.offset = end;
    part.message = keep(context.out.kept(), "the input ends inside the call" + rest).data();
    call.be_cut_off();
    if (shows_errors) {
      context.emit_until(EventKind::content, end);
      calls.events.quote_error(context, part, call.facts().content(context.segment),
                               {call.facts().start, end});
      calls.forget(context.out);
      context.resume(end, SkippedAs::given_back);
      return Next::to(Go::text);
    }
    calls.events.emit_error(context, part);
    leave(context, end);
    return Next::to(Go::text);
  }
  if (is_given_back) context.emit_until(EventKind::content, end);
  context.notice(call.facts().start, Code::unclosed_call,
                 context.out.keep("the input ends inside a call" + rest));
  return end_as_content(context, end);
}

// ---- between calls ---------------------------------------------------------------------------

namespace {

// True if the rule of `match` also has an opening marker that begins with a blank: the marker may
// then begin in the blanks before the match.
bool begins_with_blanks(const Context& context, const Match& match) {
  const std::vector<MarkerTrie::Marker>& markers = context.rule(match).opens;
  return std::any_of(markers.begin(), markers.end(), [&](MarkerTrie::Marker marker) {
    return is_blank(context.program->rules.trie.text(marker)[0]);
  });
}

}  // namespace

// After a call:
//
//   {…}; {…}                     llama3_json: `; ` belongs to the second call
//   {…}; text                    llama3_json: `; text` is content
//   </function>\n</tool_call>    qwen3_coder: markup, also if no `<tool_call>` was there
//   </function>\nText            qwen3_coder: content
//
// More than `max_held_bytes` of blanks are content, with a notice.
Next Between::step(Context& context, bool at_end) {
  const Segment& segment = context.segment;
  at_ = std::max(at_, context.out.emitted());  // blanks after a wrapper's closer have left
  if (skip_between_calls(segment, separator_after(context, call_), at_, context.counters)) {
    has_separator_ = true;
  }
  const std::uint64_t emitted = context.out.emitted();
  if (at_ != emitted && !may_take_blanks(context)) return be_text(context);  // no blank waits
  const bool is_too_long = at_ - emitted > context.limits().max_held_bytes;
  if (is_too_long || at_ == segment.end) {
    if (!is_too_long && !at_end) return Next::to(Go::more);
    if (is_too_long) context.note_limit(emitted);
    if (has_separator_) context.flow.so_far = SoFar::text;
    return Next::to(Go::text);
  }
  if (!may_take_blanks(context) && sign(context, at_end) == PartSign::no) return be_text(context);
  Scope scope = context.text_scope();
  scope.leading = scope.leading || has_separator_;
  scope.wrappers = !awaits_call(context);
  scope.again = awaits_call(context) || !may_close_again_ ? no_rule : call_;
  scope.any_start = scope.again != no_rule;
  Lexer& lexer = context.lexer.plain();
  if (!lexer.in_attempt()) lexer.restart(at_);
  Match match;
  switch (lexer.next(segment, scope, at_ + 1, at_end, context.counters, match)) {
    case Lexer::Outcome::more: return Next::to(Go::more);
    case Lexer::Outcome::limit: return on_text(context, at_end);
    case Lexer::Outcome::match: break;
  }
  return on_match(context, match);
}

// After a separator that asks for a call, an object may be one, as in `<|python_tag|>{…}; {…}`,
// which `auto` reads. Other text goes on as text, with a notice if it looks like a call.
Next Between::on_text(Context& context, bool at_end) const {
  if (awaits_call(context) && !context.lexer.is_quoting()) {
    if (const auto object = object_after(context, call_, at_)) return begin_call(context, *object);
  }
  switch (sign(context, at_end)) {
    case PartSign::undecided: return Next::to(Go::more);
    case PartSign::yes: note_part(context); break;
    case PartSign::no: break;
  }
  return be_text(context);
}

// The blanks and separators before a call belong to it.
Next Between::begin_call(Context& context, const Match& match) {
  context.lexer.pass_hidden(match.begin);
  Next next = Next::to(Go::call, match);
  next.start = context.out.emitted();
  return next;
}

// The text goes on at the blanks, since a marker may begin with them.
Next Between::be_text(Context& context) {
  context.resume(context.out.emitted(), SkippedAs::again);
  return Next::to(Go::text);
}

// True if what follows may make the blanks after a call markup. After a call of hermes they are
// content, and none wait.
bool Between::may_take_blanks(const Context& context) const {
  return context.program->rules.has_wrapper || may_close_again_ ||
         separator_after(context, call_) != 0;
}

PartSign Between::sign(const Context& context, bool at_end) const {
  const RuleSet& rules = context.program->rules;
  if (call_ == no_rule || rules.has_blank_marker) return PartSign::no;
  const Segment& segment = context.segment;
  const std::uint64_t longest =
      std::min(at_ + longest_part_sign, context.out.emitted() + context.limits().max_held_bytes);
  const std::uint64_t end = std::min(segment.end, longest);
  return sign_of_part(rules.rules[call_], segment.slice(at_, end), at_end || end == longest);
}

// Once for each rule.
void Between::note_part(Context& context) const {
  if (!context.is_first_of(call_, Code::not_a_call, Cause::after_call)) return;
  context.emit_until(EventKind::content, at_);
  context.notice(at_, Code::not_a_call,
                 "this follows a call and looks like a part of it, or like a call without its "
                 "opening marker: it is text");
  context.out.last().name = context.program->rules.tag_of(call_);
}

// The blanks and separators before a match are markup, a part of the call, or text.
Next Between::on_match(Context& context, const Match& match) const {
  const std::uint64_t emitted = context.out.emitted();
  // A part of the body before was given back, with a fence.
  const bool is_in_code = context.lexer.is_quoting();
  const bool is_again =
      may_close_again_ && match.rule == call_ && (match.closes || match.kind == TokenKind::close);
  if (!is_in_code && is_again) return on_closer(context, match);
  if (!is_in_code && closes_wrapper(context.program->rules, match) && !awaits_call(context)) {
    context.emit_marker(match.begin);
    context.lexer.pass_hidden(match.begin);
    return Text::accept(context, match);
  }
  if (!is_in_code && has_separator_ && context.rule(match).role == Role::call &&
      !context.calls->refuses(context, match.begin)) {
    return begin_call(context, match);
  }
  if (is_in_code || begins_with_blanks(context, match)) {  // the match may begin earlier
    context.resume(emitted, SkippedAs::again);
    return Next::to(Go::text);
  }
  context.lexer.pass_visible(context.segment, match.begin);
  if (awaits_call(context)) context.flow.so_far = SoFar::text;  // the separator is text
  return Text::accept(context, match);
}

// A closing tag that comes twice is markup: `</function>\n</function>` after a call.
Next Between::on_closer(Context& context, const Match& match) const {
  context.emit_marker(match.end);
  context.resume(match.end, SkippedAs::hidden);
  context.out.line.begin();
  context.flow.trimming = context.flow.wrappers != 0;
  Next next = Next::to(Go::between);
  next.start = match.end;
  next.match.rule = call_;
  next.match.closes = true;
  return next;
}

bool Between::awaits_call(const Context& context) const {
  return has_separator_ && asks_for_call(separator_after(context, call_));
}

}  // namespace tagstream
