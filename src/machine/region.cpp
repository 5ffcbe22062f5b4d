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
//   feed("\"name\": \"f\"}")            the call is judged, and nothing comes out
//   feed("</tool_call>")                `end_call`: a sound call. `between_step` waits
//   then  finish()                      `settle`: the reasoning has ended before the region, which
//                                       is read again: tool_call f
//   or    feed(" or")                   `leave`: all of it leaves as reasoning, with ` or`
//   or    feed("</think>")              `leave`: reasoning, and the closer is found again
namespace {

// What closes the reasoning, and nothing else.
Scope closers_of(const Hidden& reasoning) {
  Scope scope = reasoning.scope();
  scope.openers = false;
  scope.inner = 0;
  return scope;
}

// True if a call's body ends with what closes the reasoning.
// In inkling `<|end_message|>` ends every block.
bool shares_closer(const CompiledRule& reasoning, const CompiledRule& call) {
  return std::any_of(reasoning.closes.begin(), reasoning.closes.end(),
                     [&](MarkerTrie::Marker marker) { return call.is_closed_by(marker); });
}

}  // namespace

bool Region::has_open_call() const { return context_.calls->open != nullptr; }

// A separator that is no blank, as the `;` of llama3_json, promises a call.
bool Region::awaits_call() const {
  return has_separator_ && asks_for_call(context_.dialect().separator);
}

// Each call is taken out of the reasoning, which goes on.
bool Region::takes_out() const {
  return context_.dialect().calls_in_reasoning == CallsInReasoning::extract;
}

// What may stand between calls, and what ends reasoning. After a separator, as the `; ` between two
// calls, a call is expected: then openers count that count only there.
Scope Region::scope() const {
  Scope scope = hidden_.scope();
  scope.openers = false;
  scope.any_start = true;
  scope.inner |= RuleSet::call_opener | RuleSet::wrapper_closer;
  if (has_separator_) scope.inner |= RuleSet::leading_opener;
  return scope;
}

Next Region::step(bool at_end) {
  return context_.calls->open != nullptr ? call_step(at_end) : between_step(at_end);
}

// In hermes `<think>p<tool_call>{"name":"f"}</tool_call>\n<tool_call>…` goes on: the blank and the
// next opener belong to the region. A word after the call does not.
Next Region::between_step(bool at_end) {
  const std::uint64_t bound = begin_ + context_.limits().max_held_bytes;
  Readable part = context_.readable(bound);
  if (part.is_bounded) part.segment.end = std::max(bound, at_);
  const char separator = is_after_call_ ? context_.dialect().separator : '\0';
  skip_between_calls(part.segment, separator, at_, has_separator_, context_.counters);
  if (at_ == part.segment.end) {
    if (!part.is_bounded && !at_end) return Next::to(Go::more);
    if (wrapper_ && takes_out()) return leave_wrapper();
    if (part.is_bounded) return overflow(bound);
    // R261: calls and nothing else to the end. After a separator that asks for a call one is
    // missing.
    return has_call_ && !awaits_call() ? settle() : leave(context_.segment.end);
  }
  if (wrapper_ && begins_call(context_.rule(*wrapper_), *part.segment.at(at_))) {
    begin_call(*wrapper_, wrapper_->begin);
    return Next::to(Go::again);
  }
  if (wrapper_ && takes_out()) return leave_wrapper();
  Lexer& lexer = context_.lexer.plain();
  if (!lexer.in_attempt()) lexer.restart(at_);
  Match match;
  switch (lexer.next(part.segment, scope(), at_ + 1, at_end && !part.is_bounded, context_.counters,
                     match)) {
    case Lexer::Outcome::match: on_match(match); return Next::to(Go::again);
    // R262: a byte that begins none of these.
    case Lexer::Outcome::limit: return leave(after_gap(at_));
    case Lexer::Outcome::more: break;
  }
  return part.is_bounded ? overflow(bound) : Next::to(Go::more);
}

void Region::on_match(const Match& match) {
  const Role role = context_.rule(match).role;
  const bool is_closer = match.rule == rule_ || role == Role::header || role == Role::ender;
  const bool follows_separator = awaits_call() && role != Role::call;
  if (is_closer || follows_separator ||
      (role == Role::call && context_.calls->refuses(context_, match.begin))) {
    leave(after_gap(match.begin));  // where it is found again
    return;
  }
  const std::uint64_t start = has_separator_ ? at_ : match.begin;
  has_separator_ = is_after_call_ = false;
  at_ = gap_ = match.end;
  wrapper_.reset();
  if (role == Role::wrap_open && match.kind == TokenKind::open) wrapper_ = match;
  if (role == Role::call) begin_call(match, start);
}

void Region::begin_call(const Match& match, std::uint64_t start) {
  wrapper_.reset();
  at_ = gap_ = match.end;
  context_.calls->begin(context_, match, start);
  context_.calls->open->set_purpose(Purpose::judge);
  const CompiledRule& call = context_.rule(match);
  // R270: a marker that closes both closes the call, so it is no end of the reasoning.
  call_may_quote_closers_ = shares_closer(context_.program->rules.rules[rule_], call) ||
                            body_info(call.body).start == BodyStart::value;
}

// R331: where reading goes on if what stands at `at` is not of the region. What closes the
// reasoning may begin with the blanks before it, as `\nSo:` does.
std::uint64_t Region::after_gap(std::uint64_t at) const {
  const RuleSet& rules = context_.program->rules;
  const std::vector<MarkerTrie::Marker>& closes = rules.rules[rule_].closes;
  const bool may_begin_before =
      std::any_of(closes.begin(), closes.end(),
                  [&](MarkerTrie::Marker marker) { return is_blank(rules.trie.text(marker)[0]); });
  return may_begin_before ? gap_ : at;
}

// The bytes from the region's begin on are reasoning, and reading goes on at `resume`.
// These bytes have not left yet. They leave when reading goes on.
Next Region::leave(std::uint64_t resume) {
  is_open_ = false;
  context_.resume(resume, SkippedAs::again);
  return Next::to(Go::again);
}

// No call begins after it: it is markup by itself.
Next Region::leave_wrapper() {
  hidden_.take_out(*wrapper_);
  return leave(wrapper_->end);
}

// Calls, and nothing after them: the reasoning has ended where they begin.
Next Region::settle() {
  leave(begin_);
  context_.calls->quoted.failed_tags().drop_from(begin_);  // they are met again
  const Next next = hidden_.end(begin_, begin_, false);
  context_.resume(begin_, SkippedAs::again);
  return next;
}

// ---- a call in it ----------------------------------------------------------------------------

// R266: hides all from the next closer of the reasoning on, if the call may be ended there:
// elements, text, and what stands between strings. True if there is one.
bool Region::cut_off(Segment& text, bool at_end) {
  if (!may_close()) return false;
  std::unique_ptr<CloserAhead>& ahead = context_.calls->closer_ahead;
  if (ahead == nullptr) ahead = std::make_unique<CloserAhead>();
  const std::uint64_t body_begin = context_.calls->open->facts().body_begin;
  return ahead->cut_off(text, closers_of(hidden_), body_begin, at_end, context_.counters);
}

// R267: the closer in a string of `<think>p <tool_call>{"name":"a","arguments":{"s":"</think>
// ok"}}` is part of the string, and the call goes on.
bool Region::may_close() const {
  return !call_may_quote_closers_ && reasoning_can_close_in(*context_.calls->open);
}

const scan::ByteSet* Region::closer_bytes(std::uint64_t at) const {
  const CloserAhead* const ahead = context_.calls->closer_ahead.get();
  const bool is_idle = ahead != nullptr && ahead->is_idle(at);
  return is_idle ? &context_.program->rules.rules[rule_].body_bytes : nullptr;
}

// Six ways out: the opener is mentioned, the call breaks, it ends, the reasoning closes in it, too
// much waits, or the input ends.
Next Region::call_step(bool at_end) {
  CallReader& call = *context_.calls->open;
  const std::uint64_t bound = begin_ + context_.limits().max_held_bytes;
  const Readable part = context_.readable(bound);
  if (part.is_bounded && bound < call.facts().body_begin) return overflow(bound);
  const bool ends_here = at_end && !part.is_bounded;
  Segment text = part.segment;
  const bool is_cut_off = cut_off(text, ends_here);
  CallReader::Outcome outcome = CallReader::Outcome::ended;
  if (!call.facts().has_ended) {
    outcome = call.read(text, ends_here && !is_cut_off, context_.counters);
  }
  // The opener is mentioned: nothing of a body follows it.
  if (outcome == CallReader::Outcome::not_a_call) {
    const std::uint64_t body_begin = call.facts().body_begin;
    context_.calls->forget(context_.out);
    return leave(body_begin);
  }
  if (call.facts().refuted_at) return refute_call(part.segment, at_end || part.is_bounded);
  if (outcome == CallReader::Outcome::ended) return end_call();
  // R267: the value is in a string now, which may quote the closer: it is shown the rest.
  if (text.end < part.segment.end && !reasoning_can_close_in(call)) return Next::to(Go::again);
  if (is_cut_off) {
    context_.calls->forget(context_.out);
    return leave(text.end);  // the reasoning closes, and the call was reasoning, too
  }
  if (is_already_text(call)) {
    context_.emit_flowing(part.segment, context_.flow.kind, call.not_closer_before(0));
  }
  if (part.is_bounded) return overflow(bound);
  return at_end ? unclosed_call() : Next::to(Go::more);
}

// R262, R268: once it can no longer be a call, reading goes on at the byte that showed it; if it
// broke at a string that holds a closer of the reasoning, at that closer.
Next Region::refute_call(const Segment& segment, bool is_all) {
  Calls& calls = *context_.calls;
  const CallReader& call = *calls.open;
  const std::uint64_t failed_at = *call.facts().refuted_at;
  const std::uint64_t overlap_begin =
      call.search().overlap_begin(failed_at, literal_end(call.value(), call.facts().body_begin));
  const bool has_failed = call.facts().failed_at.has_value();
  const Shield shield = call.value().shield();
  Match closer;
  if (has_failed && shield.is_given()) {
    switch (find_remembered(segment, shield.begin, failed_at, is_all, closer)) {
      case Lexer::Outcome::more: return Next::to(Go::more);  // to know where
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

// A call without a name, `{}`, is an error in text. Here it says that the region was reasoning.
Next Region::end_call() {
  Calls& calls = *context_.calls;
  CallReader& call = *calls.open;
  const std::uint64_t end = call.facts().end;
  const std::uint64_t content_end = call.facts().content_end;
  if (call.list().standing().errors != 0) {
    calls.forget(context_.out);
    return leave(content_end);  // its closer may be that of the reasoning, too
  }
  // R265: it is taken out at once, and the reasoning goes on.
  if (takes_out()) {
    context_.emit_until(context_.flow.kind, call.facts().start);
    is_open_ = false;
    calls.events.emit(context_);
    CallPlace::leave(context_, end);
    context_.flow.before_any_text = false;
    context_.flow.trimming = hidden_.has_wrapper();
    return Next::to(Go::again);
  }
  // The call waits with the region. It is read again as a call if the region is calls.
  calls.forget(context_.out);
  has_call_ = is_after_call_ = true;
  at_ = gap_ = end;
  context_.resume(end, SkippedAs::again);
  return Next::to(Go::again);
}

// R271: neither it nor the reasoning has closed, so it may be quoted.
Next Region::unclosed_call() {
  Calls& calls = *context_.calls;
  const CallReader& call = *calls.open;
  const Segment& segment = context_.segment;
  const Shield shield = call.value().shield();
  const bool is_in_string = is_in_value(call) && shield.quote != 0 && !call.facts().failed_at;
  calls.forget(context_.out);
  Match closer;
  if (!is_in_string ||
      find_remembered(segment, shield.begin, segment.end, true, closer) != Lexer::Outcome::match) {
    return leave(segment.end);
  }
  // R269: the input ends in a string, whose closer ends the reasoning: what follows it is content.
  const Next next = close_at(closer);
  context_.emit_until(EventKind::content, segment.end);
  context_.resume(segment.end, SkippedAs::again);
  return next;
}

// Looks for the first closer of the reasoning that begins in the string from `from` to `until`.
Lexer::Outcome Region::find_remembered(const Segment& segment, std::uint64_t from,
                                       std::uint64_t until, bool is_all, Match& closer) {
  if (!is_searching_) search_.restart(from);
  is_searching_ = true;
  const Lexer::Outcome outcome =
      search_.next(segment, closers_of(hidden_), until, is_all, context_.counters, closer);
  return outcome == Lexer::Outcome::more && is_all ? Lexer::Outcome::limit : outcome;
}

Next Region::close_at(const Match& closer) {
  leave(closer.end);
  context_.flow.ignore_until = 0;
  return hidden_.end(closer.begin, closer.end, true);
}

// Too much would wait: it was reasoning, and R298: nothing is called any more.
// R301: the notice `max_held_bytes` says so, and the next closer ends the reasoning.
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
