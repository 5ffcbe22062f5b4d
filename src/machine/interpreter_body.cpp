// Inside a hidden section: where it ends, what waits until that is known, and what happens when it
// never ends or too much would wait.

#include <algorithm>
#include <utility>

#include "machine/interpreter.hpp"

namespace tagstream {

namespace {
constexpr std::string_view limit_message = "max_held_bytes reached";
}

Scope Interpreter::body_scope() const {
  Scope scope;
  scope.set = set_;
  scope.rule = hidden_->rule;
  scope.place = Scope::Place::body;
  scope.openers = echo_ || !closes_at_first(hidden_->rule);
  scope.hard_opener = echo_;
  scope.empties = !closes_at_first(hidden_->rule);
  scope.inner = set_->inner_kinds(set_->rules[hidden_->rule]);
  if ((scope.inner & RuleSet::call_opener) != 0) scope.empties = true;
  return scope;
}

EventKind Interpreter::body_kind() const {
  switch (set_->rules[hidden_->rule].shown) {
    case Shown::section: return EventKind::section_delta;
    case Shown::reasoning: return EventKind::reasoning_delta;
    case Shown::content: return EventKind::content_delta;
    case Shown::markup: return EventKind::markup;
  }
  return EventKind::section_delta;
}

void Interpreter::enter_body(RuleIndex rule, OpenSection section) {
  if (hidden_ == nullptr) hidden_ = std::make_unique<Hidden>();
  *hidden_ = Hidden{};
  hidden_->rule = rule;
  hidden_->depth = 1;
  hidden_->section = std::move(section);
  hidden_->is_withheld = options_->on_unclosed == OnUnclosed::text;
  in_body_ = true;
  if (hidden_->is_withheld) return;
  if (body_kind() == EventKind::section_delta) {
    events_.push_back(hidden_->section.start_event());
    emitted_ = hidden_->section.content_begin();
    return;
  }
  if (hidden_->section.content_begin() == emitted_) return;  // the prompt opened it
  emit_outer_markup(hidden_->section.content_begin());
  begin_trimming(rule);
}

// A marker around reasoning.
void Interpreter::emit_outer_markup(std::uint64_t end) {
  if (end == emitted_) return;
  if (body_kind() == EventKind::content_delta) {
    emit_until(window_.segment(), EventKind::content_delta, end);
  } else {
    emit_markup(window_.segment(), emitted_, end);
  }
}

// The offset beyond which nothing may be held, or `nowhere` if nothing is.
std::uint64_t Interpreter::held_bound() const {
  if (hidden_->is_undecided) return hidden_->first_closer.begin + set_->limits.max_held_bytes;
  if (hidden_->is_withheld) return hidden_->section.start() + set_->limits.max_held_bytes;
  return nowhere;
}

bool Interpreter::body_step(bool at_end) {
  const Segment& segment = window_.segment();
  const std::uint64_t bound = held_bound();
  const bool is_bounded = segment.end > bound;
  Segment readable = segment;
  if (is_bounded) readable.end = bound;
  if (is_bounded && lexer_.plain().position() > bound) {
    overflow(segment, bound);
    return true;
  }
  const std::uint64_t limit = echo_ ? first_non_blank_limit(readable) : Lexer::no_limit;
  Match match;
  const bool ends_here = at_end && !is_bounded;
  switch (lexer_.plain().next(readable, body_scope(), limit, ends_here, counters_, match,
                              lexer_ahead())) {
    case Lexer::Outcome::match: on_body_match(segment, match); return true;
    case Lexer::Outcome::limit: echo_ = false; return true;
    case Lexer::Outcome::more: break;
  }
  if (is_bounded) {
    overflow(segment, bound);
    return true;
  }
  if (at_end) return end_of_input_in_body(segment);
  if (!hidden_->is_undecided && !hidden_->is_withheld) {
    emit_flowing(segment, body_kind(), hold_point(segment, body_scope()));
  }
  return false;
}

void Interpreter::on_body_match(const Segment& segment, const Match& match) {
  forget_scouts();
  if (match.end <= floor_) return;
  if (match.rule != hidden_->rule) {
    on_inner_match(segment, match);
  } else if (match.closes) {
    on_body_closer(segment, match);
  } else if (match.kind == TokenKind::empty) {
    // Opens nothing.
  } else if (echo_) {
    on_echo(segment, match);
  } else {
    ++hidden_->depth;
  }
}

// Inside reasoning: what ends it from outside, a token to drop, or the opener of a call.
void Interpreter::on_inner_match(const Segment& segment, const Match& match) {
  echo_ = false;
  const RuleSet::DialectPolicy& dialect = set_->dialect;
  const Role role = set_->rules[match.rule].role;
  const bool is_call = role == Role::call || role == Role::wrap_open;
  const bool is_taken_out = dialect.calls_in_reasoning == CallsInReasoning::extract;
  if (role == Role::drop ||
      (is_taken_out && role != Role::call && role != Role::header && role != Role::ender)) {
    emit_until(segment, body_kind(), match.begin);
    emit_markup(segment, match.begin, match.end);
  } else if (!is_call || dialect.calls_in_reasoning == CallsInReasoning::end) {
    const bool is_skipped = body_kind() == EventKind::markup;
    const bool is_start =
        role != Role::header || segment.slice(match.begin, match.end) == dialect.header->start;
    if (!is_skipped || is_start) end_reasoning_before(segment, match.begin);
  } else if (!is_quoted(segment, match.begin)) {
    begin_region(segment, match);
  }
}

// It ends without a closer, and what follows is text.
void Interpreter::end_reasoning_before(const Segment& segment, std::uint64_t offset) {
  end_hidden(segment, offset, offset, false);
  lexer_.plain().restart(offset);
}

void Interpreter::on_echo(const Segment& segment, const Match& match) {
  echo_ = false;
  if (hidden_->is_withheld) {
    hidden_->echo_begin = match.begin;
    hidden_->echo_end = match.end;
    return;
  }
  emit_until(segment, body_kind(), match.begin);
  if (body_kind() != EventKind::section_delta) {
    emit_outer_markup(match.end);
    begin_trimming(match.rule);
    return;
  }
  hidden_->section.collect(segment, match.begin, set_->limits.max_section_bytes);
  hidden_->section.leave_out(match.end);
  emit_markup(segment, match.begin, match.end);
}

void Interpreter::on_body_closer(const Segment& segment, const Match& match) {
  echo_ = false;
  if (hidden_->is_withheld) release_withheld(segment);
  if (closes_at_first(hidden_->rule)) {
    end_hidden(segment, match.begin, match.end, true);
    return;
  }
  if (--hidden_->depth == 0) {
    hidden_->is_undecided = false;
    end_hidden(segment, match.begin, match.end, true);
  } else if (!hidden_->is_undecided) {
    hidden_->is_undecided = true;
    hidden_->first_closer = match;
    emit_until(segment, EventKind::section_delta, match.begin);
  }
}

// The section is one after all: its start leaves.
void Interpreter::release_withheld(const Segment& segment) {
  hidden_->is_withheld = false;
  events_.push_back(hidden_->section.start_event());
  emitted_ = hidden_->section.content_begin();
  if (hidden_->echo_end == 0) return;
  const Match echo{hidden_->echo_begin, hidden_->echo_end};
  on_echo(segment, echo);
}

void Interpreter::end_hidden(const Segment& segment, std::uint64_t content_end, std::uint64_t end,
                             bool is_closed) {
  emit_until(segment, body_kind(), content_end);
  if (body_kind() != EventKind::section_delta) {
    emit_outer_markup(end);
    leave_body(end);
    closed_reasoning_ = closed_reasoning_ || (body_kind() != EventKind::markup);
    begin_trimming(hidden_->rule);
    return;
  }
  Event event =
      hidden_->section.end_event(segment, content_end, set_->limits.max_section_bytes, retired_);
  if (event.is_truncated) ++counters_.limit_hits;
  event.begin = content_end;
  event.end = event.end_index = emitted_ = end;
  event.is_closed = is_closed;
  events_.push_back(event);
  leave_body(end);
}

void Interpreter::leave_body(std::uint64_t end) {
  in_body_ = false;
  echo_ = false;
  trimming_ = false;
  lexer_.pass_hidden(end);
  blanks_until_ = std::max(blanks_until_, end);
}

// The section does not balance: it ends at its first closing tag, and the rest is read again.
void Interpreter::settle(const Segment& segment) {
  const Match closer = hidden_->first_closer;
  settled_ = true;
  hidden_->is_undecided = false;
  forget_scouts();
  lexer_.plain().restart(closer.end);
  end_hidden(segment, closer.begin, closer.end, true);
}

void Interpreter::overflow(const Segment& segment, std::uint64_t bound) {
  ++counters_.limit_hits;
  if (options_->limits.on_limit == LimitPolicy::error) {
    stop(segment, bound);
    return;
  }
  emit_notice(bound - set_->limits.max_held_bytes, NoticeCode::max_held_bytes, limit_message);
  if (hidden_->is_undecided) {
    settle(segment);
  } else {
    release_withheld(segment);
  }
}

// LimitPolicy::error. What was held leaves as the section it stands in; nothing behind `bound` is
// read.
void Interpreter::stop(const Segment& segment, std::uint64_t bound) {
  const std::uint64_t from = bound - set_->limits.max_held_bytes;
  error_ = Error{Errc::limit_exceeded, from,
                 hidden_->is_undecided
                     ? "more than max_held_bytes behind the first closing tag of a section"
                     : "more than max_held_bytes in a section that waits for its closing tag"};
  emit_notice(from, NoticeCode::max_held_bytes, limit_message);
  if (hidden_->is_withheld) release_withheld(segment);
  bound = std::max(bound, emitted_);  // an opening tag longer than the limit is still one
  end_hidden(segment, bound, bound, false);
  lexer_.plain().restart(bound);
  end_open_records(segment);
}

bool Interpreter::end_of_input_in_body(const Segment& segment) {
  if (hidden_->is_undecided) {
    settle(segment);
    return true;
  }
  if (hidden_->is_withheld) {
    in_body_ = false;
    emit_until(segment, EventKind::content_delta, segment.end);
  } else {
    end_hidden(segment, segment.end, segment.end, false);
  }
  return false;
}

// Precondition: the stream has ended at the lexer's position.
void Interpreter::end_open_records(const Segment& segment) {
  // They stand in order of opening; a rule that ends and opens again goes to the back.
  const std::vector<RuleIndex> recording = std::move(recording_);
  recording_.clear();
  const std::uint64_t end = lexer_.plain().position();
  for (auto rule = recording.rbegin(); rule != recording.rend(); ++rule) {
    const std::unique_ptr<OpenSection> section = std::move(elements_[*rule].section);
    Event event = section->end_event(segment, end, set_->limits.max_section_bytes, retired_);
    event.begin = event.end = event.end_index = end;
    event.is_recorded = true;
    events_.push_back(event);
  }
}

}  // namespace tagstream
