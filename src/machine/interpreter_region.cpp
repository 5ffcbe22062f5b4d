// Calls inside open reasoning. What they are shows only behind them: calls if nothing but calls
// follows to the end of the input, else reasoning. So all of it waits, from the first opener on: a
// *region*. Bodies are only checked here; if they are calls after all, the region is read as text.

#include <algorithm>

#include "machine/interpreter.hpp"

namespace tagstream {

// What may stand between calls, and what ends reasoning.
Scope Interpreter::region_scope() const {
  Scope scope = body_scope();
  scope.openers = false;
  scope.any_start = true;
  scope.inner |= RuleSet::call_opener | RuleSet::wrapper_closer;
  if (calls_->region.has_separator) scope.inner |= RuleSet::leading_opener;
  return scope;
}

void Interpreter::begin_region(const Segment& segment, const Match& match) {
  emit_until(segment, body_kind(), match.begin);
  calls_->region = Region();
  calls_->region.begin = match.begin;
  on_region_match(segment, match);
}

bool Interpreter::region_step(bool at_end) {
  const Segment& segment = window_.segment();
  Region& region = calls_->region;
  const std::uint64_t bound = region.begin + set_->limits.max_held_bytes;
  const bool is_bounded = segment.end > bound;
  Segment readable = segment;
  if (is_bounded) readable.end = std::max(bound, region.at);
  const char separator = region.is_behind_call ? set_->dialect.separator : '\0';
  skip_between_calls(readable, separator, region.at, region.has_separator);
  if (region.at == readable.end) {
    if (is_bounded) {
      overflow_region(segment, bound);
      return true;
    }
    if (!at_end) return false;
    if (region.has_call && !region.has_separator) {
      settle_region(segment);
    } else {
      leave_region(segment.end);
    }
    return true;
  }
  Lexer& lexer = lexer_.plain();
  if (!lexer.in_attempt()) lexer.restart(region.at);
  Match match;
  switch (lexer.next(readable, region_scope(), region.at + 1, at_end && !is_bounded, counters_,
                     match)) {
    case Lexer::Outcome::match: on_region_match(segment, match); return true;
    case Lexer::Outcome::limit: leave_region(region.at); return true;
    case Lexer::Outcome::more: break;
  }
  if (!is_bounded) return false;
  overflow_region(segment, bound);
  return true;
}

void Interpreter::on_region_match(const Segment& segment, const Match& match) {
  Region& region = calls_->region;
  const Role role = set_->rules[match.rule].role;
  const bool is_closer = match.rule == hidden_->rule || role == Role::header || role == Role::ender;
  const bool follows_separator = region.has_separator && role != Role::call;
  if (is_closer || follows_separator || (role == Role::call && is_quoted(segment, match.begin))) {
    leave_region(match.begin);  // where it is found again
    return;
  }
  const std::uint64_t start = region.has_separator ? region.at : match.begin;
  region.has_separator = region.is_behind_call = false;
  region.at = match.end;
  if (role != Role::call) return;
  open_call(segment, match, start);
  calls_->open->only_check();
}

// The bytes from the region's begin on are reasoning, and reading goes on at `resume`.
void Interpreter::leave_region(std::uint64_t resume) {
  calls_->region = Region();
  lexer_.plain().restart(resume);
}

// Calls, and nothing behind them: the reasoning has ended where they begin.
void Interpreter::settle_region(const Segment& segment) {
  const std::uint64_t begin = calls_->region.begin;
  leave_region(begin);
  end_hidden(segment, begin, begin, false);
  lexer_.plain().restart(begin);
}

// ---- a call in it ----------------------------------------------------------------------------

bool Interpreter::region_call_step(bool at_end) {
  const Segment& segment = window_.segment();
  OpenCall& call = *calls_->open;
  const std::uint64_t bound = calls_->region.begin + set_->limits.max_held_bytes;
  const bool is_bounded = segment.end > bound;
  if (is_bounded && bound < call.body_begin()) {
    overflow_region(segment, bound);
    return true;
  }
  Segment readable = segment;
  if (is_bounded) readable.end = bound;
  OpenCall::Outcome outcome = OpenCall::Outcome::ended;
  if (!call.has_ended()) outcome = call.read(readable, at_end && !is_bounded, counters_);
  if (call.is_refuted()) {
    const bool is_all = at_end || is_bounded;
    return refute_region_call(readable, is_all);
  }
  if (outcome == OpenCall::Outcome::ended) {
    end_region_call(segment);
    return true;
  }
  if (call.leaves_early()) emit_flowing(readable, body_kind(), call.hopeless_until());
  if (is_bounded) {
    overflow_region(segment, bound);
    return true;
  }
  if (!at_end) return false;
  unclosed_region_call(segment);
  return true;
}

// It can be no call any more: reading goes on at the byte that showed it.
// False if more must be read to know where.
bool Interpreter::refute_region_call(const Segment& segment, bool is_all) {
  const OpenCall& call = *calls_->open;
  const std::uint64_t failed_at = call.refuted_at();
  const std::uint64_t overlap_begin = call.overlap_begin(failed_at);
  const bool has_failed = call.failed_at() != 0;
  const std::optional<std::uint64_t> string = call.string_begin();
  Match closer;
  if (has_failed && string) {
    switch (find_remembered(segment, *string, failed_at, is_all, closer)) {
      case Lexer::Outcome::more: return false;
      case Lexer::Outcome::limit: closer.end = 0; break;
      case Lexer::Outcome::match: break;
    }
  }
  note_quote(call);
  forget_call();
  if (closer.end != 0) {
    close_at(segment, closer);
    calls_->read_again_until = std::max(calls_->read_again_until, failed_at);
    return true;
  }
  floor_ = failed_at;
  leave_region(has_failed && !string ? overlap_begin : failed_at);
  return true;
}

void Interpreter::end_region_call(const Segment& segment) {
  OpenCall& call = *calls_->open;
  Region& region = calls_->region;
  const std::uint64_t end = call.end();
  const std::uint64_t content_end = call.content_end();
  if (call.tally(segment, counters_).errors != 0) {
    forget_call();
    leave_region(content_end);  // its closer may be that of the reasoning, too
    return;
  }
  if (set_->dialect.calls_in_reasoning == CallsInReasoning::extract) {
    emit_until(segment, body_kind(), call.start());
    calls_->region = Region();
    emit_parts(segment);
    leave_call(end);
    leading_ = false;
    return;
  }
  forget_call();
  region.has_call = region.is_behind_call = true;
  region.at = end;
  lexer_.plain().restart(end);
}

void Interpreter::unclosed_region_call(const Segment& segment) {
  OpenCall& call = *calls_->open;
  const bool is_accepted = calls_->policy->options.on_unclosed == OnUnclosedCall::call &&
                           call.is_complete(segment, counters_) &&
                           call.tally(segment, counters_).errors == 0;
  const std::uint64_t string = call.in_string() ? *call.string_begin() : nowhere;
  forget_call();
  if (is_accepted) {
    settle_region(segment);
    return;
  }
  Match closer;
  if (string == nowhere ||
      find_remembered(segment, string, segment.end, true, closer) != Lexer::Outcome::match) {
    leave_region(segment.end);
    return;
  }
  close_at(segment, closer);
  emit_until(segment, EventKind::content_delta, segment.end);
  lexer_.plain().restart(segment.end);
}

// Looks for the first closer of the reasoning that begins in the string from `from` to `until`.
Lexer::Outcome Interpreter::find_remembered(const Segment& segment, std::uint64_t from,
                                            std::uint64_t until, bool is_all, Match& closer) {
  Scope scope = body_scope();
  scope.openers = false;
  scope.inner = 0;
  Lexer& lexer = calls_->region.search;
  if (!calls_->region.is_searching) lexer.restart(from);
  calls_->region.is_searching = true;
  const Lexer::Outcome outcome = lexer.next(segment, scope, until, is_all, counters_, closer);
  return outcome == Lexer::Outcome::more && is_all ? Lexer::Outcome::limit : outcome;
}

void Interpreter::close_at(const Segment& segment, const Match& closer) {
  leave_region(closer.end);
  floor_ = 0;
  end_hidden(segment, closer.begin, closer.end, true);
}

void Interpreter::overflow_region(const Segment& segment, std::uint64_t bound) {
  ++counters_.limit_hits;
  const std::uint64_t begin = calls_->region.begin;
  const std::uint64_t at = calls_->region.at;
  const bool is_error = options_->limits.on_limit == LimitPolicy::error;
  emit_notice(std::max(begin, emitted_), NoticeCode::max_held_bytes, "max_held_bytes reached");
  calls_->region = Region();
  if (is_error) {
    error_ = Error{Errc::limit_exceeded, begin, "more than max_held_bytes of calls in reasoning"};
    bound = std::min(std::max(bound, in_call() ? calls_->open->body_begin() : bound), segment.end);
    if (in_call()) forget_call();
    end_hidden(segment, bound, bound, false);
    lexer_.plain().restart(bound);
  } else if (in_call() && !calls_->open->has_ended()) {
    calls_->open->pass();
  } else {
    if (in_call()) forget_call();
    lexer_.plain().restart(std::min(std::max(bound, at), segment.end));
  }
}

}  // namespace tagstream
