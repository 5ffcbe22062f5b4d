// Inside a tool call: it waits for its end, then leaves as one event for each call in it, or as an
// error, or as content.

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "machine/interpreter.hpp"

namespace tagstream {

void Interpreter::apply_call(const Segment& segment, const Match& match) {
  open_call(segment, match, match.begin);
}

void Interpreter::open_call(const Segment& segment, const Match& match, std::uint64_t start,
                            std::string_view name) {
  calls_->open = std::make_unique<OpenCall>(*calls_->policy, *set_, segment, match, start, name);
  if (match.kind == TokenKind::empty && !in_region()) end_call(segment);
}

// Blanks and separators behind a call: they are markup before a wrapper's closer, they belong to
// the call that follows a separator, and are content before all else.
bool Interpreter::behind_call_step(bool at_end) {
  const Segment& segment = window_.segment();
  BehindCall& behind = calls_->behind;
  skip_between_calls(segment, set_->dialect.separator, behind.at, behind.has_separator);
  const bool is_too_long = behind.at - emitted_ > set_->limits.max_held_bytes;
  if (is_too_long || behind.at == segment.end) {
    if (!is_too_long && !at_end) return false;
    if (is_too_long) {
      ++counters_.limit_hits;
      emit_notice(emitted_, NoticeCode::max_held_bytes, "max_held_bytes reached");
    }
    behind.is_open = false;
    if (behind.has_separator) leading_ = false;
    return true;
  }
  Scope scope = text_scope();
  scope.leading = scope.leading || behind.has_separator;
  Lexer& lexer = lexer_.plain();
  if (!lexer.in_attempt()) lexer.restart(behind.at);
  Match match;
  switch (lexer.next(segment, scope, behind.at + 1, at_end, counters_, match)) {
    case Lexer::Outcome::more: return false;
    case Lexer::Outcome::limit:
      behind.is_open = false;
      lexer.restart(behind.at);
      return true;
    case Lexer::Outcome::match: break;
  }
  behind.is_open = false;
  const Role role = set_->rules[match.rule].role;
  if (role == Role::wrap_close && !behind.has_separator) {
    if (emitted_ != match.begin) emit_markup(segment, emitted_, match.begin);
    lexer_.pass_hidden(match.begin);
  } else if (role == Role::call && behind.has_separator && !is_quoted(segment, match.begin)) {
    forget_scouts();
    lexer_.pass_hidden(match.begin);
    open_call(segment, match, emitted_);
    return true;
  } else {
    lexer_.pass_visible(segment, match.begin);
  }
  accept_in_text(segment, match);
  return true;
}

// Passes over blanks and separators from `at` on. A separator of 0 is none.
void Interpreter::skip_between_calls(const Segment& segment, char separator, std::uint64_t& at,
                                     bool& has_separator) {
  const std::uint64_t from = at;
  for (; at < segment.end; ++at) {
    const char byte = *segment.at(at);
    const bool is_separator = separator != 0 && byte == separator;
    if (!is_separator && !is_blank(byte)) break;
    has_separator = has_separator || is_separator;
  }
  counters_.examined += at - from + 1;
}

// What may stand between a call and what belongs to it.
void Interpreter::begin_behind_call(std::uint64_t at) {
  if (in_wrapper_) {
    trimming_ = true;
  } else if (set_->has_wrapper || set_->dialect.separator != 0) {
    calls_->behind = {true, false, at};
  }
}

// True if what begins at `offset` has been quoted: by an attribute of a tag that came to nothing,
// or by a string of a body that was no JSON.
bool Interpreter::is_quoted(const Segment& segment, std::uint64_t offset) {
  follow_quote(segment, offset);
  return calls_->quote.mark != 0 || calls_->failed_tags.hold(offset);
}

// Looks for the end of the string in which a body has failed.
void Interpreter::follow_quote(const Segment& segment, std::uint64_t until) {
  OpenQuote& quote = calls_->quote;
  if (quote.mark == 0 || until <= quote.at) return;
  counters_.examined += until - quote.at;
  for (; quote.at < until && quote.mark != 0; ++quote.at) {
    const char byte = *segment.at(quote.at);
    if (quote.is_escaped) {
      quote.is_escaped = false;
    } else if (byte == '\\') {
      quote.is_escaped = true;
    } else if (byte == quote.mark) {
      quote.mark = 0;
    }
  }
}

void Interpreter::refuse_call(const Segment& segment, const Match& match) {
  emit_until(segment, EventKind::content_delta, match.begin);
  if (!set_->rules[match.rule].is_leading) {
    emit_notice(match.begin, NoticeCode::not_a_call,
                "the opening tag of a call is quoted by a tag or a body that came to nothing");
  }
  emit_until(segment, EventKind::content_delta, match.end);
  lexer_.pass_visible(segment, match.end);
  leading_ = false;
}

bool Interpreter::call_step(bool at_end) {
  const Segment& segment = window_.segment();
  OpenCall& call = *calls_->open;
  const std::uint64_t bound =
      call.is_passed() ? nowhere : call.start() + set_->limits.max_held_bytes;
  const bool is_bounded = segment.end > bound;
  if (is_bounded && bound < call.body_begin()) {
    overflow_call(segment, bound);
    return true;
  }
  Segment readable = segment;
  if (is_bounded) readable.end = bound;
  const OpenCall::Outcome outcome = call.read(readable, at_end && !is_bounded, counters_);
  if (calls_->policy->options.incremental && outcome != OpenCall::Outcome::not_a_call) {
    announce_calls(readable);
  }
  note_quote(call);
  if (gives_back()) give_back_refuted(readable);
  if (call.leaves_early() && !call.is_passed()) {
    emit_flowing(readable, EventKind::content_delta, call.hopeless_until());
  }
  switch (outcome) {
    case OpenCall::Outcome::ended: end_call(segment); return true;
    case OpenCall::Outcome::not_a_call:
      if (call.is_passed()) {
        end_call_as_content(segment, call.passed_until(segment.end));
        return true;
      }
      emit_notice(call.start(), NoticeCode::not_a_call,
                  "no parameter follows the opening tag of a call");
      end_call_as_content(segment, call.body_begin());
      return true;
    case OpenCall::Outcome::more: break;
  }
  if (is_bounded) {
    overflow_call(segment, bound);
    return true;
  }
  if (at_end) {
    unclosed_call(segment);
    return false;
  }
  if (call.is_passed()) {
    emit_flowing(segment, outer_kind(), call.passed_until(segment.end));
    if (!in_body_) lexer_.pass_visible(segment, emitted_);
  }
  return false;
}

// Behind a body that has failed in a string, that string goes on.
void Interpreter::note_quote(const OpenCall& call) {
  const char quote = call.open_quote();
  if (quote == 0 || calls_->quote.at >= call.failed_at()) return;
  calls_->quote = {quote, false, call.failed_at()};
}

// Bytes of a body that is no call, as far as they can't be what ends it.
void Interpreter::give_back_refuted(const Segment& segment) {
  const OpenCall& call = *calls_->open;
  if (!call.is_refuted() || call.is_passed()) return;
  const std::uint64_t until = call.refuted_until(segment.end);
  if (call.has_ended()) {
    emit_until(segment, EventKind::content_delta, until);
  } else {
    emit_flowing(segment, EventKind::content_delta, until);
  }
}

// A short chunk inside the JSON of a call. The same as `run`, as long as it stays in there.
bool Interpreter::feed_in_string(std::string_view chunk) {
  if (!in_call() || calls_->policy->options.incremental || !recording_.empty()) return false;
  if (!calls_->open->is_in_json()) return false;
  const std::uint64_t end = window_.segment().end + chunk.size();
  const std::uint64_t begin = in_region() ? calls_->region.begin : calls_->open->start();
  if (end > begin + set_->limits.max_held_bytes) return false;
  if (!window_.append_short(chunk)) return false;
  is_appended_ = !calls_->open->read_on(window_.segment(), counters_);
  if (is_appended_) return false;
  stats_.bytes_held = window_.held();
  stats_.bytes_held_max = std::max(stats_.bytes_held_max, stats_.bytes_held);
  return true;
}

// ---- how it ends -----------------------------------------------------------------------------

void Interpreter::end_call(const Segment& segment) {
  OpenCall& call = *calls_->open;
  if (call.is_passed()) {
    end_call_as_content(segment, call.end());
    return;
  }
  const std::size_t before = events_.size();
  emit_parts(segment);
  calls_->read_again_until = std::max(calls_->read_again_until, call.failed_at());
  const EventKind last = events_.size() == before ? EventKind::content_delta : events_.back().kind;
  leave_call(call.end());
  leading_ = false;
  const bool is_call = last == EventKind::tool_call || last == EventKind::tool_call_end;
  if (is_call) begin_behind_call(emitted_);
}

void Interpreter::forget_call() {
  calls_->open->note_quoted(calls_->failed_tags);
  calls_->open.reset();
  calls_->started.clear();
  calls_->announced_items = 0;
}

// Its bytes up to `end` are visible, and reading goes on there.
void Interpreter::end_call_as_content(const Segment& segment, std::uint64_t end) {
  forget_call();
  emit_until(segment, outer_kind(), end);
  lexer_.plain().restart(end);
  if (!in_body_) lexer_.pass_visible(segment, end);
  blanks_until_ = std::max(blanks_until_, end);
  if (!in_body_) leading_ = false;
}

void Interpreter::leave_call(std::uint64_t end) {
  forget_call();
  emitted_ = end;
  lexer_.plain().restart(end);
  lexer_.pass_hidden(end);
  blanks_until_ = std::max(blanks_until_, end);
}

void Interpreter::overflow_call(const Segment& segment, std::uint64_t bound) {
  ++counters_.limit_hits;
  OpenCall& call = *calls_->open;
  const bool is_tentative = set_->rules[call.opener().rule].is_leading;
  if (is_tentative) {
    emit_notice(std::max(emitted_, call.start()), NoticeCode::max_held_bytes,
                "max_held_bytes reached");
    pass_call(segment, bound);
    return;
  }
  CallPart part;
  part.error = ToolErrorCode::too_large;
  part.offset = call.start();
  part.message = "the call is longer than max_held_bytes: its bytes are content";
  make_room(calls_->started.size());
  const std::uint64_t emitted = std::max(emitted_, call.start());
  std::size_t i = 0;
  do {  // one for each call that has started
    emit_part(part, i < calls_->started.size() ? &calls_->started[i] : nullptr, {}, call.start(),
              bound);
    events_.back().begin = events_.back().end = emitted_ = emitted;
  } while (++i < calls_->started.size());
  calls_->started.clear();
  pass_call(segment, bound);
}

// Its bytes leave as content, or, with LimitPolicy::error, the reader stops.
void Interpreter::pass_call(const Segment& segment, std::uint64_t bound) {
  OpenCall& call = *calls_->open;
  if (options_->limits.on_limit == LimitPolicy::text) {
    call.pass();
    return;
  }
  error_ = Error{Errc::limit_exceeded, call.start(), "more than max_held_bytes in a tool call"};
  bound = std::min(std::max(bound, call.body_begin()), segment.end);
  end_call_as_content(segment, bound);
  end_open_records(segment);
}

// The input ends inside it.
void Interpreter::unclosed_call(const Segment& segment) {
  OpenCall& call = *calls_->open;
  if (call.is_passed()) {
    end_call_as_content(segment, segment.end);
    return;
  }
  const OnUnclosedCall policy = calls_->policy->options.on_unclosed;
  const bool is_tentative = set_->rules[call.opener().rule].is_leading;
  if (is_tentative) {
    end_call_as_content(segment, segment.end);
    return;
  }
  const bool is_accepted = policy == OnUnclosedCall::call && call.is_complete(segment, counters_) &&
                           (!gives_back() || call.tally(segment, counters_).calls != 0);
  if (is_accepted) {
    emit_parts(segment);
    leave_call(segment.end);
    return;
  }
  if (policy == OnUnclosedCall::error || !calls_->started.empty()) {
    CallPart part;
    part.error = ToolErrorCode::unclosed;
    part.offset = segment.end;
    part.message = "the input ends inside the call";
    if (gives_back()) {
      emit_until(segment, EventKind::content_delta, segment.end);
      quote_error(part, call.content(segment), call.start(), segment.end);
    } else {
      emit_error(segment, part);
    }
    leave_call(segment.end);
    return;
  }
  if (gives_back() && call.is_refuted()) {
    emit_until(segment, EventKind::content_delta, segment.end);
  }
  emit_notice(std::max(call.start(), emitted_), NoticeCode::unclosed_call,
              "the input ends inside a call");
  end_call_as_content(segment, segment.end);
}

}  // namespace tagstream
