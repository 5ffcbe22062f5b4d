#include "body/xml_value.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "body/call_name.hpp"
#include "lex/grammar.hpp"

namespace tagstream {

namespace {
constexpr std::string_view cdata_open = "<![CDATA[";
constexpr std::string_view cdata_close = "]]>";

// True if a token that was read is the first one from `at` on: nothing begins in the blanks before.
bool is_first_from(std::uint64_t at, const XmlTag& tag, const scan::ByteSet& starts,
                   const Segment& segment) {
  return std::none_of(segment.at(at), segment.at(tag.match.begin),
                      [&](char c) { return starts.has(static_cast<unsigned char>(c)); });
}

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

std::string_view XmlParts::glued_key(const Segment& segment) const {
  const XmlShape& shape = tokens.tags().shape();
  const Limits& limits = tokens.tags().set().limits;
  if (!shape.name_is_value || limits.max_attributes == 0) return {};
  std::string_view text = segment.slice(read_until, segment.end).substr(0, limits.max_tag_bytes);
  const std::string_view name = xml_tag_name(shape.parameters[0].open);
  if (name.empty() || text.substr(0, 1) != "<") return {};
  text.remove_prefix(1);
  std::string_view key;
  // Each time the tag's name is doubled what follows it is the key, if it can be one.
  while (text.size() > name.size() && text.substr(0, name.size()) == name &&
         text[name.size()] == '=') {
    text.remove_prefix(name.size() + 1);
    const auto* const end = std::find_if_not(text.begin(), text.end(), is_name_byte);
    if (end == text.begin() || end == text.end() || *end != '=') break;
    key = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    if (key != name) break;
  }
  return key;
}

bool XmlParts::begin_bare_key(const Segment& segment) {
  word_at_ = read_until;
  return tokens.tags().shape().may_have_bare_keys() && is_line_end(*segment.at(read_until - 1)) &&
         tokens.tags().is_bare_key_byte(*segment.at(read_until));
}

Lexer::Outcome XmlParts::read_bare_key(const BodyInput& input) {
  const Segment& segment = input.segment;
  const std::uint64_t from = word_at_;
  const XmlTags& tags = tokens.tags();
  while (word_at_ < segment.end && tags.is_bare_key_byte(*segment.at(word_at_))) ++word_at_;
  input.counters.examined += word_at_ - from + 1;
  if (word_at_ - read_until > max_id_bytes) return Lexer::Outcome::limit;
  if (word_at_ == segment.end) return Lexer::Outcome::more;
  if (!tokens.in_attempt()) tokens.restart(word_at_);
  const Lexer::Outcome outcome = tokens.next(input, Where::structure, word_at_ + 1, tag);
  const bool is_end = tag.part == (tag.is_closer ? XmlPart::key : XmlPart::value);
  return outcome == Lexer::Outcome::match && !is_end ? Lexer::Outcome::limit : outcome;
}

void XmlParts::take_key(const BodyInput& input, const XmlTag& end) {
  if (read_until > end.match.begin) return;
  const std::string_view text = trimmed(input.segment.slice(read_until, end.match.begin));
  input.counters.examined += end.match.begin - read_until;
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_call_name_byte)) return;
  calls.pair.begin(tokens.tags(), end);
  calls.pair.take_key(text);
}

void XmlParts::take_glued(const BodyInput& input, CallList& list, std::uint64_t end) {
  Segment before = input.segment;
  before.end = end;
  if (read_until >= before.end || input.purpose == Purpose::let_through) return;
  const std::uint64_t gap = read_until;
  if (!skip_blanks({before, false, input.purpose, input.counters})) return;
  if (const std::string_view key = glued_key(before); !key.empty()) {
    const std::string_view text = before.slice(read_until, before.end);
    const auto value = static_cast<std::size_t>(key.data() + key.size() + 1 - text.data());
    calls.begin_glued(list, tokens.tags(), key);
    calls.end_parameter(list, text.substr(value), {});
  }
  read_until = gap;
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
  quoted_openers_ = 0;
  has_name_value_ = tag.words.has_name_value;
  tail_ = {};
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
  wanted.openers_nest = part_ == XmlPart::parameter && shape.prefix.empty();
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
  if (step == Step::more && input.purpose == Purpose::collect) {
    parts.calls.stream(list, begin_, known_text(parts.tokens, input));
  }
  return step;
}

// What stands after a section comes at its end.
std::string_view XmlValue::known_text(const XmlTokens& tokens, const BodyInput& input) {
  const Segment& segment = input.segment;
  if (cdata_end_ != 0) return segment.slice(cdata_begin_, cdata_end_);
  if (cdata_begin_ != 0) return segment.slice(cdata_begin_, std::max(cdata_at_, cdata_begin_));
  if (state_ == State::cdata) return {};
  std::uint64_t until = tokens.in_attempt() ? tokens.position() : segment.end;
  Segment known = segment;
  known.end = until;
  if (state_ == State::candidate || tail_.is_without_text(known, input.counters))
    until = candidate_.begin;
  return segment.slice(begin_, std::max(std::min(until, remembered_), begin_));
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
    cdata_at_ = segment.end - tail;  // the rest may begin the section's end
    return Step::more;
  }
  input.counters.examined += found + cdata_close.size();
  cdata_end_ = cdata_at_ + found;
  state_ = State::text;
  parts.tokens.restart(cdata_end_ + cdata_close.size());
  return Step::again;
}

XmlValue::Step XmlValue::text_step(XmlParts& parts, const BodyInput& input, CallList& list) {
  const XmlTag& tag = parts.tag;
  if (parts.tokens.next(input, Where::value, Lexer::no_limit, parts.tag) != Lexer::Outcome::match) {
    return Step::more;
  }
  if (!parts.tokens.tags().shape().prefix.empty() && tag.part == XmlPart::parameter) {
    const bool is_own = tag.name == parameter_;  // others nest in it, however they close
    if (is_own && tag.is_closer && parts.depth == 0) return on_closer(parts, input, list, tag);
    if (is_own && tag.is_closer) --parts.depth;
    if (is_own && !tag.is_closer && tag.match.kind != TokenKind::empty) ++parts.depth;
    return Step::again;
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
    in_key_ = false;
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
  parts.read_until = remembered_;
  end(parts, input, list, remembered_);
  return Step::ended;
}

// R332: a file that is written may spell parameters in another way than the call does.
bool XmlValue::is_spelled_otherwise(const XmlParts& parts, const XmlTag& tag) const {
  const XmlShape& shape = parts.tokens.tags().shape();
  const bool has_two_ways = shape.name_is_value && !shape.spells_both;
  const bool are_keyed = tag.is_keyed && parts.calls.is_keyed();
  return has_two_ways && are_keyed && tag.words.has_name_value != has_name_value_;
}

// An opening tag. Directly after a line end it ends the value, or it is text from its '<' on.
XmlValue::Step XmlValue::on_opener(XmlParts& parts, const BodyInput& input, CallList& list,
                                   const XmlTag& tag) {
  const XmlTags& tags = parts.tokens.tags();
  const std::uint64_t begin = tag.match.begin;
  const bool opens = tag.match.kind != TokenKind::empty && tags.is_parameter(tag);
  bool counts = opens && (tag.is_literal || is_line_end(*input.segment.at(begin - 1))) &&
                !is_spelled_otherwise(parts, tag) &&
                (!tags.shape().plain_keys || parts.calls.is_next_key(tag));
  if (counts && parts.calls.is_keyed()) {
    // R327: a file that is written may have a line <parameter=x>, and the tool no parameter x.
    // Behind a CDATA section the value has ended.
    const bool may_quote = tag.is_keyed && cdata_end_ == 0 && parts.calls.may_be_string();
    if (may_quote && !parts.calls.may_have(tag.words.name)) {
      counts = false;
      list.item().is_repaired = list.item().has_unknown_key = true;
    }
  } else if (counts) {
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
    const bool is_open = tag.part == XmlPart::parameter && tag.match.kind != TokenKind::empty;
    if (is_open && parts.tokens.value_tags.openers_nest) ++quoted_openers_;
    parts.tokens.restart(begin + 1);
    return Step::again;
  }
  end(parts, input, list, begin);
  parts.tokens.restart(begin);
  parts.read_until = begin;
  return Step::ended;
}

// A closing tag in a value counts only if what follows it fits.
XmlValue::Step XmlValue::candidate_step(XmlParts& parts, const BodyInput& input, CallList& list) {
  if (!parts.skip_blanks(input)) return input.at_end ? accept(parts, input, list) : Step::more;
  XmlTokens& tokens = parts.tokens;
  if (!tokens.in_attempt() && !in_key_) tokens.restart(parts.read_until);
  const bool ends_call = closer_ == Closer::call || closer_ == Closer::wrapper;
  const Where where = ends_call ? Where::call_end : Where::structure;
  switch (in_key_ ? parts.read_bare_key(input)
                  : tokens.next(input, where, parts.read_until + 1, parts.tag)) {
    case Lexer::Outcome::more: return Step::more;
    case Lexer::Outcome::limit:
      if (closer_ != Closer::parameter || in_key_) break;
      if (!parts.glued_key(input.segment).empty()) return accept(parts, input, list);
      in_key_ = parts.begin_bare_key(input.segment);
      if (in_key_) return Step::again;
      break;
    case Lexer::Outcome::match:
      if (!in_key_ && !follows(parts, parts.tag)) break;
      if (in_key_ && is_unknown_line(parts, input)) {
        list.item().is_repaired = list.item().has_unknown_key = true;
        break;
      }
      parts.is_tag_next =
          !in_key_ && !ends_call &&
          is_first_from(candidate_.end, parts.tag, tokens.start_bytes(), input.segment);
      return accept(parts, input, list);
  }
  state_ = State::text;
  if (closer_ == Closer::parameter && quoted_openers_ != 0) --quoted_openers_;
  const bool may_end = parts.takes_tokens && !ends_call;
  const std::uint64_t longest = tokens.tags().set().limits.max_tag_bytes;
  tail_ = may_end ? BodyTail(candidate_.end, longest) : BodyTail();
  tokens.restart(candidate_.end);
  return Step::again;
}

// R327 for lines: a text that is written may have a line `note: x`, and the tool no parameter note.
bool XmlValue::is_unknown_line(const XmlParts& parts, const BodyInput& input) const {
  const bool may_quote = parts.tokens.tags().shape().is_lines() && parts.calls.may_be_string();
  if (!may_quote || input.purpose == Purpose::let_through) return false;
  return !parts.calls.may_have(input.segment.slice(parts.read_until, parts.tag.match.begin));
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
      return tag.is_closer ? tag.part == XmlPart::call : !XmlTags::function(tag).empty();
    case Closer::parameter: break;
  }
  if (ends || (is_one_call && tag.part == XmlPart::call)) return true;
  if (tag.is_closer) {
    // R333: of two closers behind a quoted opener the first is quoted, too.
    const bool is_doubled = quoted_openers_ == 0 && closes_parameter(parts, tag);
    return tag.part == XmlPart::call || is_doubled || parts.calls.is_function(tags, tag);
  }
  if (!tags.is_parameter(tag)) return false;
  if (quoted_openers_ != 0 && is_spelled_otherwise(parts, tag)) return false;
  if (tags.shape().plain_keys) return XmlTags::is_bare(tag);
  return is_one_call || !parts.calls.is_keyed() || tags.is_name(tag.name, parameter_);
}

XmlValue::Step XmlValue::accept(XmlParts& parts, const BodyInput& input, CallList& list) {
  if (!parts.is_tag_next) parts.tokens.restart(candidate_.end);
  end(parts, input, list, candidate_.begin);
  parts.read_until = candidate_.end;
  if (closer_ == Closer::parameter) return Step::ended;
  if (closer_ != Closer::function) return Step::closed;
  parts.calls.end_function(input, list, candidate_.end);
  return Step::ended;
}

bool XmlValue::end_at_candidate(XmlParts& parts, const BodyInput& input, CallList& list,
                                std::string_view cut) {
  XmlClosers closers;
  if (closer_ == Closer::parameter) closers.function = parts.calls.function_tag();
  if (closer_ == Closer::parameter && quoted_openers_ == 0) {
    closers.parameter = parameter_;
    closers.has_value = true;
  }
  if (!cut.empty() && !parts.tokens.tags().may_close(cut, closers)) return false;
  const bool ends_call = closer_ == Closer::call || closer_ == Closer::wrapper;
  const bool counts =
      state_ == State::candidate
          ? !cut.empty() && !ends_call && !in_key_
          : state_ == State::text && tail_.is_without_text(input.segment, input.counters);
  if (!counts) return false;
  parts.is_tag_next = false;
  accept(parts, input, list);
  return true;
}

void XmlValue::end(XmlParts& parts, const BodyInput& input, CallList& list, std::uint64_t at) {
  state_ = State::absent;
  remembered_ = none;
  if (input.purpose == Purpose::let_through) return;
  const Segment& segment = input.segment;
  const std::string_view prefix = parts.tokens.tags().shape().prefix;
  if (cdata_end_ == 0) return parts.calls.end_parameter(list, segment.slice(begin_, at), prefix);
  const std::string_view section = segment.slice(cdata_begin_, cdata_end_);
  const std::string_view rest = segment.slice(cdata_end_ + cdata_close.size(), at);
  if (trimmed(rest).empty()) return parts.calls.end_parameter(list, section, prefix);
  parts.calls.end_parameter(list, std::string(section).append(rest), prefix);
}

// ---- asked for -------------------------------------------------------------------------------

std::uint64_t XmlValue::keep_from(const XmlTokens& tokens) const {
  if (state_ == State::cdata) return cdata_at_ - 1;
  return (state_ == State::candidate ? candidate_.end : tokens.position()) - 1;
}

std::uint64_t XmlValue::certain_until(const XmlTokens& tokens, std::uint64_t end) const {
  if (state_ == State::cdata) return end;
  if (state_ == State::candidate && closer_ == Closer::call) return candidate_.end;
  if (state_ == State::candidate && closer_ == Closer::wrapper) return candidate_.begin;
  return tokens.in_attempt() ? tokens.position() : end;
}

}  // namespace tagstream
