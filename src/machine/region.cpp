#include "machine/region.hpp"

#include <algorithm>

#include "machine/call_place.hpp"
#include "machine/calls.hpp"
#include "machine/hidden.hpp"

namespace tagstream {

using Go = Next::Go;

// A region in pieces, in hermes:
//
//   feed("<think>I use <tool_call>{")   markup `<think>`, reasoning `I use `; the region begins
//   feed("\"name\": \"f\"}")            the call is judged; there is no event
//   feed("</tool_call>")                `end_call`: a sound call. `between_step` waits
//   then  finish()                      `settle`: the reasoning has ended before the region, which
//                                       is read again: tool_call f
//   or    feed(" or")                   `leave`: the region is emitted as reasoning, with ` or`
//   or    feed("</think>")              `leave`: reasoning, and the closer is found again
namespace {

// The closers of the reasoning alone.
Scope closers_of(const Hidden& reasoning) {
  Scope scope = reasoning.scope();
  scope.openers = false;
  scope.inner = 0;
  return scope;
}

// True if the call and the reasoning have a closing marker in common. In inkling `<|end_message|>`
// ends every block.
bool shares_closer(const CompiledRule& reasoning, const CompiledRule& call) {
  return std::any_of(reasoning.closes.begin(), reasoning.closes.end(),
                     [&](MarkerTrie::Marker marker) { return call.is_closed_by(marker); });
}

}  // namespace

bool Region::has_open_call() const { return context_.calls->open != nullptr; }

bool Region::is_sound() const {
  const CallReader* const call = context_.calls->open;
  if (call == nullptr) return !search_ && !(is_after_call() && wrapper_);
  return !is_after_call() && !wrapper_ && (!search_ || call->facts().refuted_at);
}

// A separator that is no blank, as the `;` of llama3_json, promises a call.
bool Region::awaits_call() const {
  return last_ == Last::separator && asks_for_call(separator_after(context_, call_));
}

// True with `extract`: each call is taken out of the reasoning, which goes on after it.
bool Region::takes_out() const {
  return context_.dialect().calls_in_reasoning == CallsInReasoning::extract;
}

// The markers that count between calls: openers, wrappers, and markers that end the reasoning.
// After a separator, such as the `; ` between two calls, openers count that are only allowed there.
Scope Region::scope() const {
  Scope scope = hidden_.scope();
  scope.openers = false;
  scope.any_start = true;
  scope.inner |= RuleSet::call_opener | RuleSet::wrapper_closer;
  if (last_ == Last::separator) scope.inner |= RuleSet::leading_opener;
  return scope;
}

Next Region::step(bool at_end) {
  return context_.calls->open != nullptr ? call_step(at_end) : between_step(at_end);
}

// Reads on between calls. In `<think>p<tool_call>{"name":"f"}</tool_call>\n<tool_call>...` of
// hermes the blank and the next opener belong to the region. A word after the call ends the region.
Next Region::between_step(bool at_end) {
  const std::uint64_t bound = begin_ + context_.limits().max_held_bytes;
  Readable part = context_.readable(bound, at_end);
  if (part.is_bounded()) part.segment.end = std::max(bound, at_);
  const char separator = is_after_call() ? separator_after(context_, call_) : '\0';
  if (skip_between_calls(part.segment, separator, at_, context_.counters)) last_ = Last::separator;
  if (at_ == part.segment.end) {
    if (part.then == Readable::Then::more) return Next::to(Go::more);
    if (wrapper_ && takes_out()) return leave_wrapper();
    if (part.is_bounded()) return overflow(bound);
    // Only calls stand before the end of the input. After a separator that asks for a call, a
    // call is missing.
    const bool has_call = last_ != Last::opener && !awaits_call();
    return has_call ? settle() : leave(context_.segment.end);
  }
  if (wrapper_ && begins_call(context_.rule(*wrapper_), *part.segment.at(at_))) {
    begin_call(*wrapper_, wrapper_->begin);
    return Next::to(Go::again);
  }
  if (wrapper_ && takes_out()) return leave_wrapper();
  Lexer& lexer = context_.lexer.plain();
  if (!lexer.in_attempt()) lexer.restart(at_);
  Match match;
  switch (lexer.next(part.segment, scope(), at_ + 1, part.ends_input(), context_.counters, match)) {
    case Lexer::Outcome::match: on_match(match); return Next::to(Go::again);
    // The byte begins no marker that counts.
    case Lexer::Outcome::limit:
      if (const auto object = awaits_call() ? object_after(context_, call_, at_) : std::nullopt) {
        last_ = Last::reopened;
        begin_call(*object, at_);
        return Next::to(Go::again);
      }
      return leave(after_gap(at_));
    case Lexer::Outcome::more: break;
  }
  return part.is_bounded() ? overflow(bound) : Next::to(Go::more);
}

void Region::on_match(const Match& match) {
  const CompiledRule& rule = context_.rule(match);
  const Role role = rule.role;
  const bool is_bare =
      role == Role::call && rule.call.needs_wrapper && wrappers_ == 0 && !hidden_.has_wrapper();
  const bool is_closer = match.rule == rule_ || role == Role::header || role == Role::ender;
  const bool follows_separator = awaits_call() && role != Role::call;
  if (is_closer || follows_separator || is_bare ||
      (role == Role::call && context_.calls->refuses(context_, match.begin))) {
    leave(after_gap(match.begin));  // the match is found again there
    return;
  }
  const std::uint64_t start = last_ == Last::separator ? at_ : match.begin;
  if (is_after_call()) last_ = Last::reopened;
  at_ = gap_ = match.end;
  wrapper_.reset();
  if (role == Role::wrap_open && match.kind == TokenKind::open) wrapper_ = match;
  if (closes_wrapper(context_.program->rules, match)) {
    if (wrappers_ != 0) --wrappers_;
  } else if (role == Role::wrap_open && match.kind != TokenKind::empty) {
    ++wrappers_;
  }
  if (role == Role::call) begin_call(match, start);
}

void Region::begin_call(const Match& match, std::uint64_t start) {
  wrapper_.reset();
  call_ = match.rule;
  at_ = gap_ = match.end;
  context_.calls->begin(context_, match, start, Purpose::judge);
  const CompiledRule& rule = context_.rule(match);
  // A marker that closes both closes the call, so it is no end of the reasoning.
  call_may_quote_closers_ = shares_closer(context_.program->rules.rules[rule_], rule) ||
                            body_info(rule.call.body).start == BodyStart::value;
}

// The place where reading goes on if the bytes at `at` do not belong to the region. A closer
// of the reasoning may begin with the blanks before `at`, as `\nSo:` does.
std::uint64_t Region::after_gap(std::uint64_t at) const {
  const RuleSet& rules = context_.program->rules;
  const std::vector<MarkerTrie::Marker>& closes = rules.rules[rule_].closes;
  const bool may_begin_before =
      std::any_of(closes.begin(), closes.end(),
                  [&](MarkerTrie::Marker marker) { return is_blank(rules.trie.text(marker)[0]); });
  return may_begin_before ? gap_ : at;
}

// Ends the region: its bytes are reasoning, and reading goes on at `resume`. The bytes are emitted
// when reading goes on.
Next Region::leave(std::uint64_t resume) {
  is_open_ = false;
  context_.resume(resume, SkippedAs::again);
  return Next::to(Go::again);
}

// No call follows the wrapper's opening tag: the tag is markup.
Next Region::leave_wrapper() {
  hidden_.take_out(*wrapper_);
  return leave(wrapper_->end);
}

// Only calls follow to the end of the input: the reasoning ends where the region begins.
Next Region::settle() {
  leave(begin_);
  context_.calls->quoted.failed_tags().drop_from(begin_);  // reading again adds them again
  const Next next = hidden_.end(begin_, begin_, false);
  context_.resume(begin_, SkippedAs::again);
  return next;
}

// ---- a call in the region --------------------------------------------------------------------

// A closer counts in elements, in text, and between strings. The closer in `<think>p
// <tool_call>{"name":"a","arguments":{"s":"</think> ok"}}` is part of a string, so the call goes
// on.
bool Region::may_close() const {
  return !call_may_quote_closers_ && !context_.calls->open->may_quote();
}

const scan::ByteSet* Region::closer_bytes(std::uint64_t at) const {
  const CloserAhead* const ahead = context_.calls->closer_ahead.get();
  const bool is_idle = ahead != nullptr && ahead->is_idle(at);
  return is_idle ? &context_.program->rules.rules[rule_].body_bytes : nullptr;
}

Next Region::call_step(bool at_end) {
  using Way = CallStep::Way;
  const Scope closers = closers_of(hidden_);
  const CallStep step =
      context_.calls->step(context_, begin_, at_end, call_may_quote_closers_ ? nullptr : &closers);
  switch (step.way) {
    case Way::more: return Next::to(Go::more);
    case Way::reads_on: return Next::to(Go::again);
    case Way::ended: return end_call();
    case Way::refuted: {
      const bool is_all = at_end || step.text.end < context_.segment.end;
      return refute_call(step.text, is_all);
    }
    case Way::too_long: return overflow(step.bound);
    case Way::cut_off: return unclosed_call();
    case Way::not_a_call: return leave_call(context_.calls->open->facts().body_begin);
    case Way::closes: break;
  }
  return leave_call(step.text.end);  // the reasoning closes, so the call was reasoning
}

// The call is none: its bytes are reasoning, and reading goes on at `resume`.
Next Region::leave_call(std::uint64_t resume) {
  context_.calls->forget(context_.out);
  return leave(resume);
}

// The call is refuted, and reading goes on at the byte that refuted it. If it failed in
// a string with a closer of the reasoning, reading goes on at that closer.
Next Region::refute_call(const Segment& segment, bool is_all) {
  Calls& calls = *context_.calls;
  const CallReader& call = *calls.open;
  const std::uint64_t failed_at = *call.facts().refuted_at;
  const std::uint64_t overlap_begin = call.overlap_begin(failed_at);
  const bool has_failed = call.facts().failed_at.has_value();
  const Shield shield = call.shield();
  Match closer;
  if (has_failed && shield.is_given()) {
    switch (find_remembered(segment, shield.begin, failed_at, is_all, closer)) {
      case Lexer::Outcome::more: return Next::to(Go::more);  // more bytes must decide
      case Lexer::Outcome::limit: closer.end = 0; break;
      case Lexer::Outcome::match: break;
    }
  }
  calls.note_quote();
  calls.forget(context_.out);
  if (closer.end != 0) {
    context_.flow.read_again_until = std::max(context_.flow.read_again_until, failed_at);
    return close_at(closer);
  }
  context_.flow.ignore_until = failed_at;
  return leave(has_failed && !shield.is_given() ? overlap_begin : failed_at);
}

// A call ends. A call without a name, `{}`, would be an error in text; here it makes the region
// reasoning.
Next Region::end_call() {
  Calls& calls = *context_.calls;
  CallReader& call = *calls.open;
  const std::uint64_t end = call.facts().end;
  const std::uint64_t content_end = call.facts().content_end;
  if (call.list().standing().errors != 0) {
    return leave_call(content_end);  // the call's closer may also close the reasoning
  }
  // The call is taken out at once, and the reasoning goes on.
  if (takes_out()) {
    context_.emit_until(context_.flow.kind, call.facts().start);
    is_open_ = false;
    calls.events.emit(context_);
    CallPlace::leave(context_, end);
    if (context_.flow.is_first()) context_.flow.so_far = SoFar::call;
    context_.lexer.note_call();
    context_.flow.trimming = hidden_.has_wrapper();
    return Next::to(Go::again);
  }
  // The call waits with the region. It is read again as a call if the region is calls.
  calls.forget(context_.out);
  last_ = Last::call;
  at_ = gap_ = end;
  context_.resume(end, SkippedAs::again);
  return Next::to(Go::again);
}

// Neither the call nor the reasoning is closed at the end, so the call may be quoted.
Next Region::unclosed_call() {
  Calls& calls = *context_.calls;
  const CallReader& call = *calls.open;
  const Segment& segment = context_.segment;
  const Shield shield = call.shield();
  const bool is_in_string = call.in_value() && shield.quote != 0 && !call.facts().failed_at;
  calls.forget(context_.out);
  Match closer;
  if (!is_in_string ||
      find_remembered(segment, shield.begin, segment.end, true, closer) != Lexer::Outcome::match) {
    return leave(segment.end);
  }
  // The input ends in a string with a closer of the reasoning. The reasoning ends there, and
  // the bytes after it are content.
  const Next next = close_at(closer);
  context_.emit_until(EventKind::content, segment.end);
  context_.resume(segment.end, SkippedAs::again);
  return next;
}

// Searches for the first closer of the reasoning in the string from `from` to `until`.
Lexer::Outcome Region::find_remembered(const Segment& segment, std::uint64_t from,
                                       std::uint64_t until, bool is_all, Match& closer) {
  if (!search_) search_.emplace().restart(from);
  const Lexer::Outcome outcome =
      search_->next(segment, closers_of(hidden_), until, is_all, context_.counters, closer);
  return outcome == Lexer::Outcome::more && is_all ? Lexer::Outcome::limit : outcome;
}

Next Region::close_at(const Match& closer) {
  leave(closer.end);
  context_.flow.ignore_until = 0;
  return hidden_.end(closer.begin, closer.end, true);
}

// Too many bytes would wait. The region is reasoning, with the notice `max_held_bytes`, and
// the next closer ends the reasoning. No later call is called.
Next Region::overflow(std::uint64_t bound) {
  Calls& calls = *context_.calls;
  context_.note_limit(std::max(begin_, context_.out.emitted()));
  calls.are_over = true;
  bound = std::max(bound, at_);
  if (calls.open != nullptr) {
    bound = std::max(bound, calls.open->facts().body_begin);
    calls.forget(context_.out);
  }
  bound = std::min(bound, context_.segment.end);
  if (context_.limits().on_limit != OnLimit::stop) return leave(bound);
  is_open_ = false;
  context_.stop(begin_, "more than max_held_bytes of calls in reasoning");
  return hidden_.end(bound, bound, false);
}

}  // namespace tagstream
