#include "body/xml_value.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "lex/grammar.hpp"

namespace tagstream {

namespace {
constexpr std::string_view cdata_open = "<![CDATA[";
constexpr std::string_view cdata_close = "]]>";
}  // namespace

using Where = XmlTokens::Where;

bool XmlParts::skip_blanks(const BodyInput& input) {
  const Segment& segment = input.segment;
  std::uint64_t at = read_until;
  while (at < segment.end && is_blank(*segment.at(at))) ++at;
  input.counters.examined += at - read_until;
  read_until = at;
  return at < segment.end;
}

bool XmlParts::is_glued(const Segment& segment) const {
  const XmlShape& shape = tokens.tags().shape();
  const Limits& limits = tokens.tags().set().limits;
  if (!shape.name_is_value || limits.max_attributes == 0) return false;
  std::string_view text = segment.slice(read_until, segment.end).substr(0, limits.max_tag_bytes);
  auto take = [&](std::string_view word) {
    const bool begins = text.substr(0, word.size()) == word;
    if (begins) text.remove_prefix(word.size());
    return begins;
  };
  if (!take("<") || !take(xml_tag_name(shape.parameters[0].open)) || !take("=")) return false;
  const auto* const end = std::find_if_not(text.begin(), text.end(), is_name_byte);
  return end != text.begin() && end != text.end() && *end == '=';
}

// ---- reading ---------------------------------------------------------------------------------

void XmlValue::begin(XmlParts& parts, const XmlTag& tag) {
  const XmlTags& tags = parts.tokens.tags();
  const XmlShape& shape = tags.shape();
  parameter_ = tag.name;
  part_ = tag.part;
  begin_ = cdata_at_ = tag.match.end;
  cdata_begin_ = cdata_end_ = 0;
  remembered_ = none;
  state_ = shape.takes_cdata ? State::cdata : State::text;
  ValueTags& wanted = parts.tokens.value_tags;
  wanted = {};
  wanted.parameter = parameter_;
  if (part_ == XmlPart::parameter) wanted.opener = parameter_;
  if (part_ == XmlPart::value) wanted.opener = xml_tag_name(parts.calls.pair.mark->open);
  if (!shape.is_one_call) {
    wanted.call = tags.call_name();
    wanted.function = parts.calls.function_tag();
    wanted.line_openers = !parts.calls.is_keyed();
    return;
  }
  wanted.function = tags.call_name();
  wanted.wrappers = &tags.set();
  parts.depth = 0;
}

XmlValue::Step XmlValue::read(XmlParts& parts, const BodyInput& input, CallList& list) {
  if (input.purpose == Purpose::let_through) remembered_ = none;  // nothing is looked at twice
  Step step = Step::again;
  while (step == Step::again) {
    switch (state_) {
      case State::absent: return Step::ended;
      case State::cdata: step = cdata_step(parts, input); break;
      case State::text: step = text_step(parts, input, list); break;
      case State::candidate: step = candidate_step(parts, input, list); break;
    }
  }
  const bool is_open = step == Step::more && state_ != State::cdata && cdata_begin_ == 0;
  if (is_open && input.purpose == Purpose::collect && parts.tokens.tags().shape().prefix.empty()) {
    const std::uint64_t until = text_until(parts.tokens, input.segment.end);
    parts.calls.stream(list, input.segment.slice(begin_, std::max(until, begin_)));
  }
  return step;
}

// A section in which nothing counts but its end, if the value begins with one.
XmlValue::Step XmlValue::cdata_step(XmlParts& parts, const BodyInput& input) {
  const Segment& segment = input.segment;
  if (cdata_begin_ == 0) {
    const std::uint64_t from = cdata_at_;
    while (cdata_at_ < segment.end && is_blank(*segment.at(cdata_at_))) ++cdata_at_;
    const std::string_view text = segment.slice(
        cdata_at_, std::min<std::uint64_t>(segment.end, cdata_at_ + cdata_open.size()));
    input.counters.examined += cdata_at_ - from + text.size();
    if (text != cdata_open.substr(0, text.size())) {
      state_ = State::text;
      parts.tokens.restart(begin_);
      return Step::again;
    }
    if (text.size() < cdata_open.size()) return Step::more;
    cdata_at_ += cdata_open.size();
    cdata_begin_ = cdata_at_;
  }
  const std::string_view text = segment.slice(cdata_at_, segment.end);
  const std::size_t found = text.find(cdata_close);
  if (found == std::string_view::npos) {
    const std::size_t tail = std::min(text.size(), cdata_close.size() - 1);
    input.counters.examined += text.size();
    cdata_at_ = segment.end - tail;
    return Step::more;
  }
  input.counters.examined += found + cdata_close.size();
  cdata_end_ = cdata_at_ + found;
  state_ = State::text;
  parts.tokens.restart(cdata_end_ + cdata_close.size());
  return Step::again;
}

XmlValue::Step XmlValue::text_step(XmlParts& parts, const BodyInput& input, CallList& list) {
  XmlTag tag;
  if (parts.tokens.next(input, Where::value, Lexer::no_limit, tag) != Lexer::Outcome::match) {
    return Step::more;
  }
  if (!parts.tokens.tags().shape().prefix.empty() && tag.part == XmlPart::parameter) {
    if (!tag.is_closer) {
      parts.depth += tag.match.kind == TokenKind::empty ? 0 : 1;
      return Step::again;
    }
    if (parts.depth > 0) {
      --parts.depth;
      return Step::again;
    }
    if (tag.name != parameter_) return Step::again;
    end(parts, input, list, tag.match.begin);
    parts.read_until = tag.match.end;
    return Step::ended;
  }
  if (tag.is_closer || tag.part == XmlPart::wrapper) return on_closer(parts, input, list, tag);
  if (tag.part != XmlPart::call) return on_opener(parts, input, list, tag);
  if (tag.match.kind != TokenKind::empty && !parts.tokens.tags().shape().is_one_call) ++parts.depth;
  return Step::again;
}

bool XmlValue::closes_parameter(const XmlParts& parts, const XmlTag& tag) const {
  if (tag.is_literal) return tag.part == XmlPart::parameter || tag.part == XmlPart::value;
  return parts.tokens.tags().is_name(tag.name, parameter_);
}

XmlValue::Closer XmlValue::closer_of(const XmlParts& parts, const XmlTag& tag) const {
  if (tag.part == XmlPart::call) return Closer::call;
  if (tag.part == XmlPart::wrapper) return Closer::wrapper;
  return parts.calls.is_function(parts.tokens.tags(), tag) ? Closer::function : Closer::parameter;
}

XmlValue::Step XmlValue::on_closer(XmlParts& parts, const BodyInput& input, CallList& list,
                                   const XmlTag& tag) {
  const Closer closer = closer_of(parts, tag);
  const bool is_nested = parts.depth > 0 && !parts.tokens.tags().shape().is_one_call;
  if (is_nested && closer == Closer::call) {
    --parts.depth;
    return Step::again;
  }
  if (is_nested && closer == Closer::function) return Step::again;
  if (closer == Closer::parameter && !closes_parameter(parts, tag)) return Step::again;
  if (closer == Closer::parameter || remembered_ == none) {
    state_ = State::candidate;
    closer_ = closer;
    candidate_ = tag.match;
    parts.read_until = tag.match.end;
    parts.tokens.restart(tag.match.end);
    return Step::again;
  }
  // The parameter's own closing tag does not come: its value ended at a line start.
  is_settled_ = true;
  parts.depth = remembered_depth_;
  parts.tokens.restart(remembered_);
  end(parts, input, list, remembered_);
  return Step::ended;
}

// An opening tag directly after a line end. What does not count is text from its '<' on.
XmlValue::Step XmlValue::on_opener(XmlParts& parts, const BodyInput& input, CallList& list,
                                   const XmlTag& tag) {
  const XmlTags& tags = parts.tokens.tags();
  const std::uint64_t begin = tag.match.begin;
  bool counts = tag.match.kind != TokenKind::empty && tags.is_parameter(tag);
  if (counts && !parts.calls.is_keyed()) {
    if (const ToolSchema* const schema = parts.calls.schema()) {
      counts = SchemaTable::find(*schema, tag.name) != nullptr;
    } else {
      counts = !tags.is_name(tag.name, parameter_);
      if (counts && !is_settled_) {
        counts = false;
        remembered_ = input.purpose == Purpose::let_through ? none : begin;
        remembered_depth_ = parts.depth;
        parts.tokens.value_tags.line_openers = false;
      }
    }
  }
  if (!counts) {
    parts.tokens.restart(begin + 1);
    return Step::again;
  }
  end(parts, input, list, begin);
  parts.tokens.restart(begin);
  return Step::ended;
}

// A closing tag in a value counts only if what follows it fits.
XmlValue::Step XmlValue::candidate_step(XmlParts& parts, const BodyInput& input, CallList& list) {
  if (!parts.skip_blanks(input)) return input.at_end ? accept(parts, input, list) : Step::more;
  XmlTokens& tokens = parts.tokens;
  if (!tokens.in_attempt()) tokens.restart(parts.read_until);
  const bool ends_call = closer_ == Closer::call || closer_ == Closer::wrapper;
  XmlTag tag;
  switch (tokens.next(input, ends_call ? Where::call_end : Where::structure, parts.read_until + 1,
                      tag)) {
    case Lexer::Outcome::more: return Step::more;
    case Lexer::Outcome::limit:
      if (closer_ == Closer::parameter && parts.is_glued(input.segment)) {
        return accept(parts, input, list);
      }
      break;
    case Lexer::Outcome::match:
      if (follows(parts, tag)) return accept(parts, input, list);
      break;
  }
  state_ = State::text;
  tokens.restart(candidate_.end);
  return Step::again;
}

bool XmlValue::follows(const XmlParts& parts, const XmlTag& tag) const {
  const XmlTags& tags = parts.tokens.tags();
  const bool is_one_call = tags.shape().is_one_call;
  const bool ends = is_one_call && (tag.part == XmlPart::wrapper || tag.part == XmlPart::next);
  switch (closer_) {
    case Closer::call:
    case Closer::wrapper:
      if (!is_one_call) return !tag.is_closer && tags.opens_call(tag);
      return ends || (tag.part == XmlPart::call && !tag.is_closer) || tags.is_dropped(tag);
    case Closer::function:
      return tag.is_closer ? tag.part == XmlPart::call : !tags.function(tag).empty();
    case Closer::parameter: break;
  }
  if (ends || (is_one_call && tag.part == XmlPart::call)) return true;
  if (tag.is_closer) {
    return tag.part == XmlPart::call || closes_parameter(parts, tag) ||
           parts.calls.is_function(tags, tag);
  }
  if (!tags.is_parameter(tag)) return false;
  return is_one_call || !parts.calls.is_keyed() || tags.is_name(tag.name, parameter_);
}

XmlValue::Step XmlValue::accept(XmlParts& parts, const BodyInput& input, CallList& list) {
  parts.tokens.restart(candidate_.end);
  end(parts, input, list, candidate_.begin);
  parts.read_until = candidate_.end;
  if (closer_ == Closer::parameter) return Step::ended;
  if (closer_ != Closer::function) return Step::closed;
  parts.calls.end_function(input, list, candidate_.end);
  return Step::ended;
}

bool XmlValue::end_at_candidate(XmlParts& parts, const BodyInput& input, CallList& list) {
  const bool ends_call = closer_ == Closer::call || closer_ == Closer::wrapper;
  if (state_ != State::candidate || ends_call) return false;
  accept(parts, input, list);
  return true;
}

void XmlValue::end(XmlParts& parts, const BodyInput& input, CallList& list, std::uint64_t at) {
  state_ = State::absent;
  remembered_ = none;
  if (input.purpose == Purpose::let_through) return;
  const Segment& segment = input.segment;
  const bool is_cdata =
      cdata_end_ != 0 && trimmed(segment.slice(cdata_end_ + cdata_close.size(), at)).empty();
  const std::uint64_t from = is_cdata ? cdata_begin_ : begin_;
  parts.calls.end_parameter(list, segment.slice(from, is_cdata ? cdata_end_ : at),
                            parts.tokens.tags().shape().prefix);
}

// ---- asked for -------------------------------------------------------------------------------

std::uint64_t XmlValue::keep_from(const XmlTokens& tokens) const {
  if (state_ == State::cdata) return cdata_at_ - 1;
  return (state_ == State::candidate ? candidate_.end : tokens.position()) - 1;
}

std::uint64_t XmlValue::text_until(const XmlTokens& tokens, std::uint64_t end) const {
  if (state_ == State::candidate) return std::min(candidate_.begin, remembered_);
  return std::min(tokens.in_attempt() ? tokens.position() : end, remembered_);
}

std::uint64_t XmlValue::certain_until(const XmlTokens& tokens, std::uint64_t end) const {
  if (state_ == State::cdata) return end;
  if (state_ == State::candidate && closer_ == Closer::call) return candidate_.end;
  if (state_ == State::candidate && closer_ == Closer::wrapper) return candidate_.begin;
  return tokens.in_attempt() ? tokens.position() : end;
}

}  // namespace tagstream
