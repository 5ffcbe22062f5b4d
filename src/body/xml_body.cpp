#include "body/xml_body.hpp"

#include <algorithm>

namespace tagstream {

// A tag that the input's end cuts off stays open, and so does the call: it is not read again for
// what it may quote.

// ---- reading ---------------------------------------------------------------------------------

XmlBody::XmlBody(const BodyPlace& place)
    : tags_(place), calls_(*place.schemas), blanks_until_(place.begin) {
  lexer_.restart(place.begin);
  lexer_.record_failed_tags(&failed_tags_);
}

Scope XmlBody::scope() const {
  Scope scope;
  scope.set = &tags_.set();
  scope.rule = tags_.rule();
  const bool looks_for_calls = state_ == State::candidate && closer_ == Closer::call;
  scope.place = looks_for_calls ? Scope::Place::body_end : Scope::Place::xml;
  if (state_ == State::value) scope.tags = &wanted_;
  return scope;
}

Verdict XmlBody::read(const BodyInput& input, CallList& list) {
  if (input.purpose == Purpose::let_through) remembered_ = none;  // nothing is looked at twice
  Reading reading{input, list, {}};
  Step step = Step::again;
  while (step == Step::again) {
    switch (state_) {
      case State::structure: step = structure_step(reading); break;
      case State::value: step = value_step(reading); break;
      case State::candidate: step = candidate_step(reading); break;
    }
  }
  if (step == Step::more) return {};
  if (step == Step::no_call) return {Verdict::Kind::no_call, 0, 0, false};
  if (step == Step::doubled) return {Verdict::Kind::broken, blanks_until_, 0, false};
  const bool is_empty = is_first_ && !calls_.has_functions();
  return {Verdict::Kind::closed, reading.closer.end, reading.closer.begin, is_empty};
}

// True if a byte that is not blank stands at blanks_until_.
bool XmlBody::skip_blanks(const BodyInput& input) {
  const Segment& segment = input.segment;
  std::uint64_t at = blanks_until_;
  while (at < segment.end && is_blank(*segment.at(at))) ++at;
  input.counters.examined += at - blanks_until_;
  blanks_until_ = at;
  return at < segment.end;
}

XmlBody::Step XmlBody::close(Reading& reading, const Match& closer) {
  calls_.end(reading.input, reading.list, closer.begin);
  reading.list.state.is_complete = true;
  reading.closer = closer;
  return Step::closed;
}

// ---- structure -------------------------------------------------------------------------------

XmlBody::Step XmlBody::structure_step(Reading& reading) {
  const BodyInput& input = reading.input;
  std::uint64_t limit = Lexer::no_limit;
  if (is_first_) {
    if (!skip_blanks(input)) return Step::more;
    limit = blanks_until_ + 1;
    if (!lexer_.in_attempt()) lexer_.restart(blanks_until_);
  }
  Match match;
  switch (lexer_.next(input.segment, scope(), limit, false, input.counters, match)) {
    case Lexer::Outcome::more: return Step::more;
    case Lexer::Outcome::limit: return Step::no_call;
    case Lexer::Outcome::match: break;
  }
  const XmlTag tag = XmlTags::read(input.segment, match);
  const Step step =
      tag.closes() ? on_structure_closer(reading, tag) : on_structure_opener(reading, tag);
  if (step != Step::no_call && step != Step::doubled) blanks_until_ = match.end;
  return step;
}

XmlBody::Step XmlBody::on_structure_closer(Reading& reading, const XmlTag& tag) {
  if (tags_.is_call(tag)) {
    if (depth_ == 0) return close(reading, tag.match);
    --depth_;
    return Step::again;
  }
  if (calls_.is_function(tags_, tag)) {
    calls_.end_function(reading.input, reading.list, tag.match.end);
    is_first_ = false;
    reading.list.state.is_announced = true;
    return Step::again;
  }
  return is_first_ ? Step::no_call : Step::again;
}

XmlBody::Step XmlBody::on_structure_opener(Reading& reading, const XmlTag& tag) {
  CallList& list = reading.list;
  const bool may_be_function = calls_.may_begin_function(list.head());
  const std::string_view name = may_be_function ? tags_.function(tag) : std::string_view();
  if (!name.empty()) {
    const BodyInput& input = reading.input;
    if (!calls_.function_tag().empty()) calls_.end_function(input, list, tag.match.begin);
    calls_.begin_function(list, tags_, tag, name);
    if (tag.match.kind != TokenKind::empty) return Step::again;
    calls_.end_function(input, list, tag.match.end);
    is_first_ = false;
    list.state.is_announced = true;
  } else if (tags_.is_parameter(tag)) {
    calls_.begin_parameter(list, tags_, tag);
    is_first_ = false;
    list.state.is_announced = true;
    parameter_ = tag.name;
    state_ = State::value;
    value_begin_ = tag.match.end;
    wanted_ = {tags_.call_name(), calls_.function_tag(), parameter_, !calls_.is_keyed()};
    remembered_ = none;
    if (tag.match.kind == TokenKind::empty) end_value(reading, value_begin_);
  } else if (is_first_) {
    return tags_.is_call(tag) && !calls_.has_functions() ? Step::doubled : Step::no_call;
  } else if (tags_.is_call(tag) && tag.match.kind != TokenKind::empty) {
    ++depth_;
  }
  return Step::again;
}

// ---- values ----------------------------------------------------------------------------------

XmlBody::Step XmlBody::value_step(Reading& reading) {
  const BodyInput& input = reading.input;
  Match match;
  if (lexer_.next(input.segment, scope(), Lexer::no_limit, false, input.counters, match) !=
      Lexer::Outcome::match) {
    return Step::more;
  }
  const XmlTag tag = XmlTags::read(input.segment, match);
  if (tag.closes()) {
    on_value_closer(reading, tag);
  } else if (!tags_.is_call(tag)) {
    on_value_opener(reading, tag);
  } else if (match.kind != TokenKind::empty) {
    ++depth_;
  }
  return Step::again;
}

void XmlBody::on_value_closer(Reading& reading, const XmlTag& tag) {
  Closer closer = Closer::parameter;
  if (tags_.is_call(tag)) {
    if (depth_ > 0) {
      --depth_;
      return;
    }
    closer = Closer::call;
  } else if (calls_.is_function(tags_, tag)) {
    if (depth_ > 0) return;
    closer = Closer::function;
  }
  if (closer == Closer::parameter || remembered_ == none) {
    state_ = State::candidate;
    closer_ = closer;
    candidate_ = tag.match;
    blanks_until_ = tag.match.end;
    lexer_.restart(tag.match.end);
    return;
  }
  // The parameter's own closing tag does not come: its value ended at a line start.
  is_settled_ = true;
  depth_ = remembered_depth_;
  lexer_.restart(remembered_);
  end_value(reading, remembered_);
}

// An opening tag directly after a line end. What does not count is text from its '<' on.
void XmlBody::on_value_opener(Reading& reading, const XmlTag& tag) {
  const std::uint64_t begin = tag.match.begin;
  bool counts = tag.match.kind == TokenKind::open && tags_.is_parameter(tag);
  if (counts && !calls_.is_keyed()) {
    if (const ToolSchema* const schema = calls_.schema()) {
      counts = SchemaTable::find(*schema, tag.name) != nullptr;
    } else {
      counts = !tags_.is_name(tag.name, parameter_);
      if (counts && !is_settled_) {
        counts = false;
        remembered_ = reading.input.purpose == Purpose::let_through ? none : begin;
        remembered_depth_ = depth_;
        wanted_.line_openers = false;
      }
    }
  }
  if (!counts) {
    lexer_.restart(begin + 1);
    return;
  }
  end_value(reading, begin);
  lexer_.restart(begin);
  lexer_.record_failed_tags(&failed_tags_);
}

// A closing tag in a value counts only if what follows it fits.
XmlBody::Step XmlBody::candidate_step(Reading& reading) {
  const BodyInput& input = reading.input;
  if (!skip_blanks(input)) return input.at_end ? accept(reading) : Step::more;
  if (!lexer_.in_attempt()) lexer_.restart(blanks_until_);
  Match match;
  switch (lexer_.next(input.segment, scope(), blanks_until_ + 1, false, input.counters, match)) {
    case Lexer::Outcome::more: return Step::more;
    case Lexer::Outcome::limit: break;
    case Lexer::Outcome::match:
      if (follows(XmlTags::read(input.segment, match))) return accept(reading);
      break;
  }
  state_ = State::value;
  lexer_.restart(candidate_.end);
  return Step::again;
}

bool XmlBody::follows(const XmlTag& tag) const {
  switch (closer_) {
    case Closer::call: return tags_.opens_call(tag);
    case Closer::function: return tag.closes() ? tags_.is_call(tag) : !tags_.function(tag).empty();
    case Closer::parameter: break;
  }
  if (tag.closes()) {
    return tags_.is_call(tag) || tags_.is_name(tag.name, parameter_) ||
           calls_.is_function(tags_, tag);
  }
  return tags_.is_parameter(tag) && (!calls_.is_keyed() || tags_.is_name(tag.name, parameter_));
}

XmlBody::Step XmlBody::accept(Reading& reading) {
  lexer_.restart(candidate_.end);
  end_value(reading, candidate_.begin);
  blanks_until_ = candidate_.end;
  if (closer_ == Closer::parameter) return Step::again;
  if (closer_ == Closer::call) return close(reading, candidate_);
  calls_.end_function(reading.input, reading.list, candidate_.end);
  return Step::again;
}

void XmlBody::end_value(Reading& reading, std::uint64_t at) {
  state_ = State::structure;
  remembered_ = none;
  if (reading.input.purpose == Purpose::let_through) return;
  calls_.end_parameter(reading.list, reading.input.segment.slice(value_begin_, at));
}

// ---- asked for -------------------------------------------------------------------------------

// A closing tag that is cut off does no harm; any other tag may have said more.
bool XmlBody::ends_here(const BodyInput& input, CallList& list) {
  const std::uint64_t end = input.segment.end;
  const bool is_cut =
      lexer_.in_attempt() && input.segment.slice(lexer_.position(), end).substr(0, 2) == "</";
  const std::uint64_t at = is_cut ? lexer_.position() : end;
  if (state_ == State::candidate && is_cut && closer_ != Closer::call) {
    Reading reading{input, list, {}};
    accept(reading);
  }
  if (state_ != State::structure || is_first_ || depth_ != 0) return false;
  input.counters.examined += at - blanks_until_;
  if (!trimmed(input.segment.slice(blanks_until_, at)).empty()) return false;
  calls_.end(input, list, end);
  return true;
}

std::uint64_t XmlBody::keep_from() const {
  if (is_first_) return blanks_until_ - 1;
  return (state_ == State::candidate ? candidate_.end : lexer_.position()) - 1;
}

std::uint64_t XmlBody::certain_until(std::uint64_t segment_end) const {
  if (is_first_) return blanks_until_;
  const bool may_be_the_end = state_ == State::candidate && closer_ == Closer::call;
  if (may_be_the_end) return candidate_.end;
  return lexer_.in_attempt() ? lexer_.position()
                             : segment_end;  // it may end inside a tag that fails
}

}  // namespace tagstream
