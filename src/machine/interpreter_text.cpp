// In visible text: what the rules do with the tags and markers that are found there, and the
// headers of messages.

#include <algorithm>
#include <utility>

#include "machine/interpreter.hpp"

namespace tagstream {

Scope Interpreter::text_scope() const {
  Scope scope;
  scope.set = set_;
  scope.open = &open_;
  scope.place = Scope::Place::text;
  scope.openers = leading_ || !options_->leading_only;
  scope.leading = leading_;
  scope.orphans = leading_ || closed_reasoning_;
  return scope;
}

// One past the first byte that is not blank, for what counts only before or at it.
std::uint64_t Interpreter::first_non_blank_limit(const Segment& segment) {
  std::uint64_t at = blanks_until_;
  while (at < segment.end && is_blank(*segment.at(at))) ++at;
  counters_.examined += at - blanks_until_;
  blanks_until_ = at;
  return at < segment.end ? at + 1 : Lexer::no_limit;
}

bool Interpreter::text_step(bool at_end) {
  const Segment& segment = window_.segment();
  if (calls_ != nullptr && calls_->behind.is_open) return behind_call_step(at_end);
  const Scope scope = text_scope();
  const std::uint64_t limit = leading_ ? first_non_blank_limit(segment) : Lexer::no_limit;
  Match match;
  const TextLexer::End end = at_end ? TextLexer::End::of_text : TextLexer::End::unknown;
  switch (lexer_.next(segment, scope, limit, end, counters_, match, lexer_ahead())) {
    case Lexer::Outcome::match: accept_in_text(segment, match); return true;
    case Lexer::Outcome::limit: leading_ = false; return true;
    case Lexer::Outcome::more: break;
  }
  if (at_end) {
    emit_until(segment, EventKind::content_delta, segment.end);
  } else {
    emit_flowing(segment, EventKind::content_delta, hold_point(segment, scope));
  }
  return false;
}

void Interpreter::accept_in_text(const Segment& segment, const Match& match) {
  forget_scouts();
  if (match.end <= floor_) return;
  const Role role = set_->rules[match.rule].role;
  if (role == Role::call && is_quoted(segment, match.begin)) {
    refuse_call(segment, match);
    return;
  }
  if (role == Role::record) {
    apply_record(segment, match);
    return;
  }
  emit_until(segment, EventKind::content_delta, match.begin);
  if (role != Role::call) lexer_.pass_hidden(match.end);
  blanks_until_ = std::max(blanks_until_, match.end);
  switch (role) {
    case Role::hide:
      if (!match.closes) {
        apply_hide(segment, match);
        break;
      }
      [[fallthrough]];  // a closer without its opener
    case Role::drop:
    case Role::wrap_open:
    case Role::wrap_close: apply_markup(segment, match); break;
    case Role::call: apply_call(segment, match); break;
    case Role::header: begin_header(segment, match); break;
    default: apply_unwrap(segment, match); break;
  }
}

void Interpreter::apply_markup(const Segment& segment, const Match& match) {
  const CompiledRule& rule = set_->rules[match.rule];
  if (rule.shown == Shown::content) {
    emit_until(segment, EventKind::content_delta, match.end);
  } else {
    emit_markup(segment, match.begin, match.end);
  }
  if (rule.role == Role::wrap_open || rule.role == Role::wrap_close) {
    in_wrapper_ = rule.role == Role::wrap_open;
    trimming_ = in_wrapper_;
    return;
  }
  begin_trimming(match.rule);
}

std::string_view Interpreter::tag_name(const Segment& segment, const Match& match) const {
  if (match.kind == TokenKind::marker) return segment.slice(match.begin, match.end);
  return segment.slice(match.begin, match.end).substr(match.name_at, match.name_size);
}

void Interpreter::apply_hide(const Segment& segment, const Match& match) {
  if (set_->rules[match.rule].shown != Shown::section && match.kind == TokenKind::empty) {
    apply_markup(segment, match);
    closed_reasoning_ = true;
    return;
  }
  OpenSection section(match.begin, segment.slice(match.begin, match.end), tag_name(segment, match));
  if (match.kind != TokenKind::empty) {
    enter_body(match.rule, std::move(section));
    return;
  }
  events_.push_back(section.start_event());
  emitted_ = match.end;
  Event event = section.end_event(segment, match.end, set_->limits.max_section_bytes, retired_);
  event.begin = event.end = event.end_index = match.end;
  event.is_closed = true;
  events_.push_back(event);
}

void Interpreter::apply_unwrap(const Segment& segment, const Match& match) {
  emit_markup(segment, match.begin, match.end);
  begin_trimming(match.rule);
  if (match.kind == TokenKind::empty) return;
  if (!match.closes) {
    open_element(match);
  } else if (--elements_[match.rule].depth == 0) {
    open_.remove(set_->rules[match.rule], match.rule);
  }
}

void Interpreter::open_element(const Match& match) {
  if (elements_.empty()) elements_.resize(set_->rules.size());
  if (++elements_[match.rule].depth == 1) open_.add(set_->rules[match.rule], match.rule);
}

void Interpreter::apply_record(const Segment& segment, const Match& match) {
  leading_ = false;
  lexer_.pass_visible(segment, match.end);
  const std::size_t longest = set_->limits.max_section_bytes;
  OpenSection section(match.begin, segment.slice(match.begin, match.end), tag_name(segment, match));
  Event event;
  if (match.closes) {
    Element& element = elements_[match.rule];
    if (--element.depth > 0) return;
    open_.remove(set_->rules[match.rule], match.rule);
    event = element.section->end_event(segment, match.begin, longest, retired_);
    element.section.reset();
    recording_.erase(std::find(recording_.begin(), recording_.end(), match.rule));
  } else {
    const bool is_nested = !elements_.empty() && elements_[match.rule].depth > 0;
    if (match.kind != TokenKind::empty) {
      open_element(match);
      if (is_nested) return;
      elements_[match.rule].section = std::make_unique<OpenSection>(std::move(section));
      recording_.push_back(match.rule);
      return;
    }
    if (is_nested) return;
    event = section.end_event(segment, match.end, longest, retired_);
  }
  emit_until(segment, EventKind::content_delta, match.end);
  event.begin = event.end = event.end_index = match.end;
  event.is_closed = event.is_recorded = true;
  events_.push_back(event);
}

// ---- headers ---------------------------------------------------------------------------------

void Interpreter::begin_header(const Segment& segment, const Match& match) {
  const HeaderFormat& format = *set_->dialect.header;
  const bool is_start = segment.slice(match.begin, match.end) == format.start;
  header_ = std::make_unique<MessageHeader>(format, match.begin, match.end, is_start);
}

bool Interpreter::header_step(bool at_end) {
  const Segment& segment = window_.segment();
  const std::uint64_t bound = header_->begin() + set_->limits.max_tag_bytes;
  const bool is_bounded = segment.end > bound;
  Segment readable = segment;
  if (is_bounded) readable.end = bound;
  const std::uint64_t from = header_->position();
  const bool has_ended = header_->read(readable, at_end && !is_bounded);
  counters_.examined += header_->position() - from + 1;
  if (has_ended) {
    end_header(segment);
    return true;
  }
  if (!is_bounded) return false;
  ++counters_.limit_hits;  // its marker is content, and so is what seemed to be its header
  const std::uint64_t end = header_->position();
  header_.reset();
  emit_until(segment, EventKind::content_delta, end);
  leading_ = false;
  lexer_.plain().restart(end);
  lexer_.pass_visible(segment, end);
  return true;
}

void Interpreter::end_header(const Segment& segment) {
  const std::unique_ptr<MessageHeader> header = std::move(header_);
  const RuleSet::DialectPolicy& dialect = set_->dialect;
  Match match;
  match.begin = header->message_begin();
  match.end = header->end();
  match.kind = TokenKind::marker;
  lexer_.plain().restart(match.end);
  lexer_.pass_hidden(match.end);
  blanks_until_ = std::max(blanks_until_, match.end);
  if (match.begin != header->begin()) emit_markup(segment, header->begin(), match.begin);
  switch (header->kind(segment, dialect.header_call != no_rule)) {
    case MessageHeader::Kind::content: break;
    case MessageHeader::Kind::other_role: match.rule = dialect.header_skip; break;
    case MessageHeader::Kind::reasoning: match.rule = dialect.header_reasoning; break;
    case MessageHeader::Kind::call: match.rule = dialect.header_call; break;
  }
  if (match.rule == no_rule) {
    emit_markup(segment, match.begin, match.end);
  } else if (match.rule != dialect.header_call) {
    apply_hide(segment, match);
  } else if (is_quoted(segment, match.begin)) {
    refuse_call(segment, match);
  } else {
    open_call(segment, match, match.begin, header->tool(segment));
  }
}

}  // namespace tagstream
