#include "body/xml_body.hpp"

#include <algorithm>
#include <utility>

#include "body/call_name.hpp"

namespace tagstream {

// A tag that the input's end cuts off stays open, and so does the call: it is not read again for
// what it may quote.

using Where = XmlTokens::Where;

XmlBody::XmlBody(const BodyPlace& place) : parts_(place), at_(place.begin) {
  if (!place.shape->is_one_call) return;
  const bool is_tag = !place.call_name.empty();
  if (place.shape->name_first) {
    state_ = State::name;
  } else if (!is_tag) {
    state_ = State::head;
  }
}

// ---- reading ---------------------------------------------------------------------------------

Verdict XmlBody::read(const BodyInput& input, CallList& list) {
  Reading reading{input, list, {}};
  const XmlShape& shape = parts_.tokens.tags().shape();
  if (is_first_ && shape.is_one_call && shape.name_is_value) {
    parts_.tokens.know_tool(parts_.schemas->find(list.head().name));
  }
  Step result = Step::again;
  while (result == Step::again) result = step(reading);
  switch (result) {
    case Step::no_call: state_ = State::refused; return {Verdict::Kind::no_call, 0, 0, false};
    case Step::json: return {Verdict::Kind::json, parts_.read_until, 0, false};
    case Step::doubled: return {Verdict::Kind::broken, parts_.read_until, 0, false};
    case Step::closed: break;
    default: return {};
  }
  return {Verdict::Kind::closed, reading.closer.end, reading.closer.begin, is_empty(list), false,
          reading.has_closer};
}

XmlBody::Step XmlBody::step(Reading& reading) {
  switch (state_) {
    case State::head: return head_step(reading);
    case State::name: return name_step(reading);
    case State::structure: return structure_step(reading);
    case State::bare_key: return bare_key_step(reading);
    case State::key: return key_step(reading);
    case State::value: return value_step(reading);
    case State::refused: break;
  }
  return Step::no_call;
}

XmlBody::Step XmlBody::close(Reading& reading, const Match& closer, bool has_closer) {
  reading.closer = closer;
  reading.has_closer = has_closer;
  if (!has_closer) reading.closer.end = closer.begin;
  if (!is_empty(reading.list)) {
    parts_.calls.end(reading.input, reading.list, parts_.tokens.tags(), closer.begin);
  }
  reading.list.state.is_complete = true;
  return Step::closed;
}

// ---- before the parameters -------------------------------------------------------------------

// The attributes of an opener that is a literal.
XmlBody::Step XmlBody::head_step(Reading& reading) {
  const XmlHead& head = parts_.tokens.head();
  switch (parts_.tokens.read_head(reading.input)) {
    case XmlHead::Status::open: return Step::more;
    case XmlHead::Status::failed: return Step::no_call;
    case XmlHead::Status::complete: break;
  }
  const XmlTags& tags = parts_.tokens.tags();
  XmlTag opener;
  opener.raw = head.tag();
  tags.read_attributes(opener);
  CallHead& call = reading.list.head();
  call.name = opener.words.name;
  if (call.name.empty()) return Step::no_call;
  const ToolSchema* const tool = parts_.schemas->find(call.name);
  call.id = call_id(opener.words.id, tool);
  if (has_argument(tags.shape(), tool, opener.raw)) call.tag = opener.raw;
  parts_.read_until = call.end = head.offset();
  state_ = State::structure;
  if (!head.is_empty()) return Step::again;
  Match closer;
  closer.begin = closer.end = head.offset();
  return close(reading, closer, true);
}

// One word: what stands there instead is not a call.
XmlBody::Step XmlBody::name_step(Reading& reading) {
  const Segment& segment = reading.input.segment;
  if (at_ <= parts_.read_until) {
    if (!parts_.skip_blanks(reading.input)) return Step::more;
    at_ = parts_.read_until;
    const char first = *segment.at(at_);
    if (first == '`' || first == '~') {  // a fence around JSON, which alone would not come here
      const std::string_view run = segment.slice(at_, std::min(segment.end, at_ + 3));
      const bool is_fence = run.find_first_not_of(first) == std::string_view::npos;
      if (is_fence) return run.size() < 3 ? Step::more : Step::json;
    }
  }
  const std::uint64_t from = at_;
  while (at_ < segment.end && is_call_name_byte(*segment.at(at_))) ++at_;
  reading.input.counters.examined += at_ - from + 1;
  if (at_ - parts_.read_until > max_id_bytes) return Step::no_call;
  if (at_ == segment.end) return Step::more;
  if (!parts_.tokens.tags().may_follow_name(*segment.at(at_))) return Step::no_call;
  reading.list.head().name = segment.slice(parts_.read_until, at_);
  parts_.read_until = at_;
  parts_.tokens.restart(at_);
  state_ = State::structure;
  return Step::again;
}

// ---- structure -------------------------------------------------------------------------------

XmlBody::Step XmlBody::structure_step(Reading& reading) {
  const BodyInput& input = reading.input;
  XmlTokens& tokens = parts_.tokens;
  const XmlShape& shape = tokens.tags().shape();
  std::uint64_t limit = Lexer::no_limit;
  if (is_first_) {
    if (!parts_.skip_blanks(input)) return Step::more;
    const bool is_json = *input.segment.at(parts_.read_until) == '{';
    if (is_json && shape.is_one_call && !shape.name_first) return Step::json;
    limit = parts_.read_until + 1;
    if (!tokens.in_attempt()) tokens.restart(parts_.read_until);
  }
  const XmlTag& tag = parts_.tag;
  const bool is_read = std::exchange(parts_.is_tag_next, false);
  switch (is_read ? Lexer::Outcome::match
                  : tokens.next(input, Where::structure, limit, parts_.tag)) {
    case Lexer::Outcome::more: return Step::more;
    case Lexer::Outcome::limit:
      if (parts_.begin_bare_key(input.segment)) {
        state_ = State::bare_key;
        return Step::again;
      }
      if (parts_.glued_key(input.segment).empty()) return Step::no_call;
      is_first_ = false;
      reading.list.state.is_announced = true;
      return Step::again;
    case Lexer::Outcome::match: break;
  }
  const bool is_noise = tag.part == XmlPart::other && shape.is_one_call;
  if (!is_first_ && !is_noise) parts_.take_glued(input, reading.list, tag.match.begin);
  const bool is_closer = tag.is_closer || tag.part == XmlPart::wrapper;
  const Step step = is_closer ? on_closer(reading, tag) : on_opener(reading, tag);
  if (step == Step::again && state_ == State::structure && !is_noise) {
    parts_.read_until = std::max(parts_.read_until, tag.match.end);
  }
  return step;
}

XmlBody::Step XmlBody::on_closer(Reading& reading, const XmlTag& tag) {
  const XmlTags& tags = parts_.tokens.tags();
  if (tag.part == XmlPart::wrapper) return close(reading, tag.match, false);
  if (tag.part == XmlPart::call) {
    if (parts_.depth == 0 || tags.shape().is_one_call) return close(reading, tag.match, true);
    --parts_.depth;
    return Step::again;
  }
  if (parts_.calls.is_function(tags, tag)) {
    parts_.calls.end_function(reading.input, reading.list, tag.match.end);
    is_first_ = false;
    reading.list.state.is_announced = true;
    return Step::again;
  }
  const bool is_stray_end = tag.part == XmlPart::value && !reading.list.head().name.empty();
  if (is_first_ && is_stray_end) return Step::again;  // <tool_call>f</arg_value></tool_call>
  if (is_first_) return Step::no_call;
  if (reading.input.purpose == Purpose::let_through) return Step::again;
  if (tag.part == XmlPart::key) parts_.take_key(reading.input, tag);
  return Step::again;
}

XmlBody::Step XmlBody::on_opener(Reading& reading, const XmlTag& tag) {
  CallList& list = reading.list;
  const BodyInput& input = reading.input;
  const XmlTags& tags = parts_.tokens.tags();
  XmlCalls& calls = parts_.calls;
  const bool may_be_function = calls.may_begin_function(list.head());
  const std::string_view name = may_be_function ? XmlTags::function(tag) : std::string_view();
  if (!name.empty()) {
    if (!calls.function_tag().empty()) calls.end_function(input, list, tag.match.begin);
    calls.begin_function(list, tags, tag, name);
    if (tag.match.kind != TokenKind::empty) return Step::again;
    calls.end_function(input, list, tag.match.end);
    is_first_ = false;
    list.state.is_announced = true;
    return Step::again;
  }
  if (tag.part == XmlPart::value && !calls.pair.has_key && !is_first_) parts_.take_key(input, tag);
  const bool is_value = tag.part == XmlPart::value && calls.pair.has_key;
  if (is_value || tags.is_parameter(tag)) {
    if (tags.shape().name_first && list.head().name.empty()) return Step::no_call;
    begin_value(reading, tag);
    return Step::again;
  }
  if (tag.part == XmlPart::type && calls.pair.has_key && tag.match.kind != TokenKind::empty) {
    at_ = tag.match.end;
    is_type_ = true;
    state_ = State::key;
    return Step::again;
  }
  const bool is_separator = tag.part == XmlPart::separator && tags.shape().name_first;
  const bool is_call = tag.part == XmlPart::call;
  if (is_first_ && !(is_separator && !list.head().name.empty())) {
    const bool is_doubled = is_call && !tags.shape().is_one_call && !calls.has_functions();
    return is_doubled ? Step::doubled : Step::no_call;
  }
  if (tags.shape().is_one_call && (is_call || tag.part == XmlPart::next)) {
    return close(reading, tag.match, false);
  }
  if (is_call && tag.match.kind != TokenKind::empty) ++parts_.depth;
  return Step::again;
}

// Its key comes first where keys have marks of their own.
void XmlBody::begin_value(Reading& reading, const XmlTag& tag) {
  is_first_ = false;
  reading.list.state.is_announced = true;
  const XmlTags& tags = parts_.tokens.tags();
  if (tag.part == XmlPart::key) {
    parts_.calls.pair.begin(tags, tag);
    at_ = tag.match.end;
    state_ = tag.match.kind == TokenKind::empty ? State::structure : State::key;
    return;
  }
  parts_.calls.begin_parameter(reading.list, tags, tag);
  state_ = State::value;
  value_.begin(parts_, tag);
  if (tag.match.kind != TokenKind::empty) return;
  value_.end(parts_, reading.input, reading.list, tag.match.end);
  state_ = State::structure;
}

// ---- keys and values -------------------------------------------------------------------------

XmlBody::Step XmlBody::bare_key_step(Reading& reading) {
  const XmlTag& tag = parts_.tag;
  switch (parts_.read_bare_key(reading.input)) {
    case Lexer::Outcome::more: return Step::more;
    case Lexer::Outcome::limit: return Step::no_call;
    case Lexer::Outcome::match: break;
  }
  is_first_ = false;
  reading.list.state.is_announced = true;
  state_ = State::structure;
  parts_.take_key(reading.input, tag);
  const std::uint64_t next = tag.is_closer ? tag.match.end : tag.match.begin;
  parts_.tokens.restart(next);
  parts_.read_until = next;
  return Step::again;
}

XmlBody::Step XmlBody::key_step(Reading& reading) {
  const XmlTag& tag = parts_.tag;
  const BodyInput& input = reading.input;
  switch (parts_.tokens.next(input, Where::structure, Lexer::no_limit, parts_.tag)) {
    case Lexer::Outcome::match: break;
    default: return Step::more;
  }
  if (tag.part == XmlPart::other || tag.part == XmlPart::separator) return Step::again;
  std::string_view text;
  if (input.purpose != Purpose::let_through) text = input.segment.slice(at_, tag.match.begin);
  if (is_type_) {
    parts_.calls.pair.take_type(trimmed(text));
  } else {
    parts_.calls.pair.take_key(trimmed(text));
  }
  state_ = State::structure;
  const bool ends = tag.part == (is_type_ ? XmlPart::type : XmlPart::key) && tag.is_closer;
  is_type_ = false;
  parts_.tokens.restart(ends ? tag.match.end : tag.match.begin);
  parts_.read_until = ends ? tag.match.end : tag.match.begin;
  return Step::again;
}

XmlBody::Step XmlBody::value_step(Reading& reading) {
  switch (value_.read(parts_, reading.input, reading.list)) {
    case XmlValue::Step::again:
    case XmlValue::Step::more: return Step::more;
    case XmlValue::Step::closed: return close(reading, value_.closer(), value_.has_closer());
    case XmlValue::Step::ended: break;
  }
  state_ = State::structure;
  return Step::again;
}

// ---- asked for -------------------------------------------------------------------------------

// A closing tag that is cut off does no harm, nor do tokens; any other tag may have said more. A
// key whose value has not come is a parameter that is open.
std::optional<std::uint64_t> XmlBody::ends_here(const BodyInput& input, CallList& list) {
  const XmlTokens& tokens = parts_.tokens;
  Segment text = input.segment;
  std::string_view cut;
  if (tokens.in_attempt()) {
    const std::string_view rest = text.slice(tokens.position(), text.end);
    const bool is_blank = trimmed(rest).empty();
    const bool counts =
        value_.is_open() ? !is_blank : tokens.tags().may_close(rest, {parts_.calls.function_tag()});
    if (!counts && !is_blank) return std::nullopt;
    if (counts) cut = rest;
  }
  text.end -= cut.size();
  const BodyInput before{text, input.at_end, input.purpose, input.counters};
  if (value_.end_at_candidate(parts_, before, list, cut)) state_ = State::structure;
  const bool is_nested = parts_.depth != 0 && !tokens.tags().shape().is_one_call;
  const bool is_key_open = parts_.calls.pair.has_key;
  if (state_ != State::structure || is_nested || is_key_open) return std::nullopt;
  if (!is_whole(list, cut)) return std::nullopt;
  const std::uint64_t longest = parts_.takes_tokens ? tokens.tags().set().limits.max_tag_bytes : 0;
  const std::uint64_t end = parts_.read_until;
  if (!BodyTail(end, longest).is_without_text(text, input.counters)) return std::nullopt;
  if (!is_empty(list)) parts_.calls.end(input, list, tokens.tags(), end);
  return end;
}

// R368: one more parameter might have followed, unless the closing tag has begun, with a byte of
// its name, or the schema says what a call must have and all of it has come.
bool XmlBody::is_whole(CallList& list, std::string_view cut) const {
  const XmlCalls& calls = parts_.calls;
  if (calls.has_functions() && calls.function_tag().empty()) return true;
  const bool is_closing =
      has_name_byte(cut) && parts_.tokens.tags().may_close(cut, {calls.function_tag()});
  return is_closing || (!is_first_ && calls.has_required(list));
}

std::uint64_t XmlBody::keep_from() const {
  if (is_first_) return parts_.read_until - 1;
  return value_.is_open() ? value_.keep_from(parts_.tokens) : parts_.tokens.position() - 1;
}

std::uint64_t XmlBody::certain_until(std::uint64_t segment_end) const {
  if (is_first_) return parts_.read_until;
  if (value_.is_open()) return value_.certain_until(parts_.tokens, segment_end);
  // It may end inside a tag that fails.
  return parts_.tokens.in_attempt() ? parts_.tokens.position() : segment_end;
}

}  // namespace tagstream
