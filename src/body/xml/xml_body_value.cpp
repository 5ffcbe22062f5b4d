// XmlBody while a value is open.

#include <algorithm>

#include "body/xml/xml_ahead.hpp"
#include "body/xml/xml_body.hpp"
#include "lex/grammar.hpp"

namespace tagstream {

// Tags that may end a value, with `call: ["run"]` (mixed bodies) and in qwen3_coder (families):
//
//   </path> twice</path>        the closer of the parameter, if the next token fits after
//                               it; `twice` does not, so the first closer is text
//   </function> y               the closer of the function, if the call's closer follows
//   \n<parameter=b>             an opener at the start of a line
//   try <run>x</run> now        mixed: the call's own tags count in pairs, so this is text
using Where = XmlCursor::Where;

// ---- the text of a value ---------------------------------------------------------------------

namespace {

// The name of the value's closing tag: `parameter`, or `｜DSML｜parameter`, which is a literal.
// Empty if it has none.
std::string_view closer_name(const XmlShape& shape, const XmlValue& value, bool is_pair) {
  if (!value.tag.empty()) return value.tag;
  std::string_view close = is_pair ? shape.values[0].close : shape.parameters[0].close;
  if (!close.starts_with("</") || !close.ends_with('>')) return {};
  close = close.substr(2, close.size() - 3);
  return std::all_of(close.begin(), close.end(), is_name_byte) ? close : std::string_view();
}

// The size of the line end at the end of a text.
std::uint64_t line_end_size(std::string_view text) {
  if (!text.ends_with('\n')) return 0;
  return text.ends_with("\r\n") ? 2 : 1;
}

}  // namespace

// The tags that may count in the value that begins.
ValueTags XmlBody::value_tags() const {
  const XmlGrammar& grammar = cursor_.grammar();
  const XmlShape& shape = grammar.shape();
  const bool is_pair = token_.sign == XmlSign::value_open;
  ValueTags tags;
  tags.parameter = value_.tag;
  tags.openers_nest = shape.is_one_call && shape.prefix.empty();
  if (is_pair) tags.opener = xml_tag_name(pair_.mark->open);
  if (!is_pair && !token_.may_be_function) tags.opener = value_.tag;
  if (!shape.is_one_call) {
    tags.call = grammar.call_name();
    tags.function = arguments_.function_tag();
    tags.line_openers = value_.key == XmlValue::Key::tag;
    return tags;
  }
  tags.function = grammar.call_name();
  tags.wrappers = &grammar.set();
  tags.key = arguments_.key();
  tags.meant = closer_name(shape, value_, is_pair);
  return tags;
}

// In minicpm5 `<![CDATA[a < b && </param>]]>` is a section, and `</param>` in it is text.
XmlBody::Step XmlBody::section_step(Reading& reading) {
  const XmlSection::Status status = value_.section.read(reading.input);
  if (status == XmlSection::Status::open) return Step::more;
  const bool is_there = status == XmlSection::Status::complete;
  cursor_.restart(is_there ? value_.section.after() : value_.begin);
  state_ = State::value;
  return Step::again;
}

// Reads on in a value to the next token that counts. A `<run>` in the value of a call `run`
// is counted, so that the next `</run>` does not end the call.
XmlBody::Step XmlBody::value_step(Reading& reading) {
  const BodyInput& input = reading.input;
  cursor_.know(arguments_.schema());
  if (cursor_.next(input, Where::value, Lexer::no_limit, token_) != Lexer::Outcome::match) {
    return Step::more;
  }
  constexpr XmlSigns prefixed{XmlSign::parameter_open, XmlSign::parameter_close, XmlSign::keyless};
  const XmlShape& shape = cursor_.grammar().shape();
  if (!shape.prefix.empty() && prefixed.has(token_.sign)) return on_prefixed(reading);
  if (token_.is_closer || token_.sign == XmlSign::wrapper_close) return on_closer(reading);
  if (token_.sign != XmlSign::call_open) return on_opener(reading);
  if (!shape.is_one_call && token_.match.kind != TokenKind::empty) ++depth_;
  return Step::again;
}

// A tag after a prefix. Only tags with the name of the parameter are counted; the others are nested
// values, which are read when the parameter ends.
XmlBody::Step XmlBody::on_prefixed(Reading& reading) {
  if (token_.name != value_.tag) return Step::again;
  if (token_.is_closer && depth_ == 0) return on_closer(reading);
  if (token_.is_closer) {
    --depth_;
  } else if (token_.match.kind != TokenKind::empty) {
    ++depth_;
  }
  return Step::again;
}

// In `<write><path>a.c\n<content>int x;</content></write>` there is no `</path>`. That shows
// at `</write>`; the value then ends before `<content>`, whose place was kept.
XmlBody::Step XmlBody::on_closer(Reading& reading) {
  constexpr XmlSigns above{XmlSign::call_close, XmlSign::wrapper_close, XmlSign::function_close};
  const XmlSign sign = sign_here(reading.list);
  const XmlGrammar& grammar = cursor_.grammar();
  // The parameter may have the name of its tool.
  const bool is_named_as_call = sign == XmlSign::call_close && depth_ == 0 &&
                                !token_.is_literal() && closes_value(grammar, value_, token_);
  const bool is_own = is_named_as_call || !above.has(sign);
  const bool is_nested = depth_ > 0 && !grammar.shape().is_one_call;
  if (is_nested && sign == XmlSign::call_close) --depth_;
  if (is_nested && (sign == XmlSign::call_close || sign == XmlSign::function_close))
    return Step::again;
  const bool is_slip = is_own && !closes_value(grammar, value_, token_);
  const bool takes_slips =
      value_.takes_slips && grammar.shape().is_one_call && !token_.is_literal();
  if (is_slip && !takes_slips) return Step::again;
  if (is_own || grammar.shape().is_one_call || value_.next_opener == XmlValue::none) {
    value_.is_slip = is_slip;
    value_.closes = is_own ? XmlSign::parameter_close : sign;
    value_.closer = token_.match;
    gap_ = token_.match.end;
    state_ = State::structure;
    return Step::again;
  }
  // The parameter's own closing tag is missing: the value ends before an opener at a line start.
  return rewind(reading);
}

// A closer that bears another name is text if the value has an opener of that name.
bool XmlBody::refuses_closer(const BodyInput& input) {
  if (!value_.is_slip) return false;
  const Segment& segment = input.segment;
  const bool is_open_key = token_.sign == XmlSign::parameter_open && !token_.is_closer;
  if (is_open_key && !arguments_.names(token_.words.name)) return true;
  const std::string opener =
      '<' + std::string(segment.slice(
                value_.closer.begin + value_.closer.name_at,
                value_.closer.begin + value_.closer.name_at + value_.closer.name_size));
  const std::string_view text = segment.slice(value_.begin, value_.closer.begin);
  input.counters.examined += text.size();
  value_.takes_slips = text.find(opener) == text.npos;
  return !value_.takes_slips;
}

// True if the closer that was read belongs to a parameter that begins in the value, so that
// the value's own closer is missing.
bool XmlBody::lacks_closer() const {
  if (value_.next_opener == XmlValue::none || !cursor_.grammar().shape().is_one_call) return false;
  return value_.closes != XmlSign::parameter_close || value_.quoted_openers != 0;
}

// The value ends before the opener whose place was kept. From now on such openers count at once, so
// that no byte is read a third time.
XmlBody::Step XmlBody::rewind(Reading& reading) {
  const std::uint64_t at = value_.next_opener;
  every_opener_counts_ = true;
  depth_ = value_.next_opener_depth;
  return end_before(reading, at);
}

// An opening tag ends the value, or is text. An opener that is text makes the next closer
// text.
XmlBody::Step XmlBody::on_opener(Reading& reading) {
  constexpr XmlSigns openers{XmlSign::parameter_open, XmlSign::keyless, XmlSign::key_open};
  const std::uint64_t begin = token_.match.begin;
  if (openers.has(token_.sign)) {
    if (cursor_.is_inline(reading.input.segment, token_)) {
      value_.look_at = begin;
      state_ = State::opener;
      return Step::again;
    }
    if (ends_value(reading)) return end_before(reading, begin);
  }
  const bool is_parameter =
      token_.sign == XmlSign::parameter_open || token_.sign == XmlSign::keyless;
  const bool counts = cursor_.value_tags.openers_nest || value_.key != XmlValue::Key::tag;
  if (is_parameter && counts && token_.match.kind != TokenKind::empty) ++value_.quoted_openers;
  cursor_.restart(begin + 1);
  return Step::again;
}

// An opener in a line is the next parameter if its key is one of the tool's, or, in pairs,
// if no schema says what the tool has; but only if a closer is missing then. In
// `Paris<arg_key>unit</arg_key><arg_value>C</arg_value></tool_call>` one closer follows two
// openers.
XmlBody::Step XmlBody::opener_step(Reading& reading) {
  const BodyInput& input = reading.input;
  const XmlGrammar& grammar = cursor_.grammar();
  const std::uint64_t begin = value_.look_at;
  const bool is_pair = token_.sign == XmlSign::key_open;
  const XmlAhead ahead = look_ahead(grammar, input.segment, begin, token_.match.end, token_);
  if (ahead.status == XmlAhead::Status::open) return Step::more;
  state_ = State::value;
  cursor_.restart(begin + 1);
  const bool is_complete = ahead.status == XmlAhead::Status::complete;
  if (!is_pair || is_complete) ++value_.quoted_openers;
  token_.words.has_name_value = ahead.has_name_value;
  if (!is_complete || is_spelled_otherwise(grammar, value_, token_)) return Step::again;
  const bool is_next = is_pair ? arguments_.names(ahead.key) : arguments_.has_key(ahead.key);
  if (is_next && every_opener_counts_) return end_before(reading, begin);
  if (is_next && value_.next_opener == XmlValue::none) value_.next_opener = begin;
  if (arguments_.may_be_string() && !arguments_.may_have(ahead.key)) note_unknown(reading.list);
  return Step::again;
}

// The value has the opener of a parameter that the tool's schema rules out.
void XmlBody::note_unknown(CallList& list) {
  list.item().is_repaired = list.item().has_unknown_key = true;
}

// True if an opening tag ends the value. It must stand directly after a line end.
bool XmlBody::ends_value(Reading& reading) {
  const XmlShape& shape = cursor_.grammar().shape();
  const Segment& segment = reading.input.segment;
  const bool opens = token_.sign == XmlSign::parameter_open || token_.sign == XmlSign::key_open;
  if (!opens || token_.match.kind == TokenKind::empty) return false;
  if (!token_.is_literal() && !is_line_end(*segment.at(token_.match.begin - 1))) return false;
  if (is_spelled_otherwise(cursor_.grammar(), value_, token_)) return false;
  if (shape.plain_keys && !arguments_.is_next_key(token_)) return false;
  if (value_.key == XmlValue::Key::tag) return is_next_tag();
  // The value may be a file with a line `<parameter=x>`, while the tool has no parameter x:
  // the line is text then. After a CDATA section the value has ended anyway.
  const bool may_quote =
      token_.is_keyed && !value_.section.has_ended() && arguments_.may_be_string();
  if (!may_quote || arguments_.may_have(token_.words.name)) return true;
  note_unknown(reading.list);
  return false;
}

// True if the tag's name is a parameter of the tool. By the schema of write, `\n<content>` is
// a parameter and `\n<b>` is text. Without a schema the tag's place is kept; it ends the
// value if the value's closer is missing.
bool XmlBody::is_next_tag() {
  if (const ToolSchema* const schema = arguments_.schema()) {
    return SchemaTable::find(*schema, token_.name) != nullptr;
  }
  if (cursor_.grammar().is_name(token_.name, value_.tag)) return false;
  if (every_opener_counts_) return true;
  value_.next_opener = token_.match.begin;
  value_.next_opener_depth = depth_;
  cursor_.value_tags.line_openers = false;
  return false;
}

// In a format of lines a value may have a line `note: x`, while the tool has no parameter
// note.
bool XmlBody::is_unknown_line(const BodyInput& input) const {
  const bool is_line = cursor_.grammar().shape().is_lines();
  if (!is_line || !arguments_.may_be_string()) return false;
  return !arguments_.may_have(input.segment.slice(gap_, token_.match.begin));
}

// ---- after a closer --------------------------------------------------------------------------

// The closer ends the value, and the function or call that it closes. A value with the text
// `x</parameter></function></run>` ends the call there, since nothing tells these closers from real
// ones.
XmlBody::Step XmlBody::accept(Reading& reading) {
  const bool is_own_closer = value_.closes == XmlSign::parameter_close;
  if (is_own_closer) check_closer(reading, value_.closer, arguments_.key());
  end_value(reading, value_.closer.begin, is_own_closer);
  gap_ = value_.closer.end;
  if (value_.closes_call()) {
    const bool is_own = value_.closes == XmlSign::call_close;
    return close(reading, value_.closer, is_own ? Step::closed : Step::ended);
  }
  if (value_.closes == XmlSign::function_close) {
    end_function(reading, value_.closer);
  }
  return Step::again;
}

// The closer was text: the value goes on after it.
XmlBody::Step XmlBody::refuse(const Segment& segment) {
  const bool is_own = value_.closes == XmlSign::parameter_close && !value_.is_slip;
  if (is_own && value_.quoted_openers != 0) --value_.quoted_openers;
  value_.has_closer = value_.has_closer || !value_.is_slip;
  const bool may_end = longest_token_ != 0 && !value_.closes_call() && !value_.is_slip;
  value_.tail = may_end ? BodyTail(value_.closer.end, longest_token_) : BodyTail();
  cursor_.restart(after_refused(segment));
  state_ = State::value;
  return Step::again;
}

// Where reading goes on after a closer that was text. In lines, where the same text follows all
// line ends of a run of blanks, that is the last one: no run is passed over twice.
std::uint64_t XmlBody::after_refused(const Segment& segment) const {
  const std::uint64_t from = value_.closer.end;
  if (!cursor_.grammar().shape().has_lines() || value_.closes_call()) return from;
  const std::uint64_t longest = cursor_.grammar().set().longest_marker;
  std::uint64_t at = gap_ > from + longest ? gap_ - longest : from;
  while (at > from && !is_line_end(*segment.at(at))) --at;
  return at > from && *segment.at(at) == '\n' && *segment.at(at - 1) == '\r' ? at - 1 : at;
}

// `<![CDATA[a]]>b` is `ab`. A value that its own closer does not end loses one line
// end, which the format writes before the next opener. Such a call is repaired, and so is one
// whose value has markers of its own format in it.
void XmlBody::end_value(Reading& reading, std::uint64_t at, bool is_closed) {
  value_.is_open = false;
  value_.next_opener = XmlValue::none;
  state_ = State::structure;
  const Segment& segment = reading.input.segment;
  const XmlShape& shape = cursor_.grammar().shape();
  const bool is_cut = !is_closed && !shape.has_lines();
  if (!arguments_.belongs_to_none() && !reading.list.item().is_repaired)
    reading.list.item().is_repaired = is_cut || value_.is_slip || holds_marker(reading, at);
  if (is_cut && shape.is_one_call && !arguments_.drops_line_ends())
    at -= line_end_size(segment.slice(value_.begin, at));
  const std::string_view prefix = shape.prefix;
  const XmlSection& section = value_.section;
  std::string_view value = segment.slice(value_.begin, at);
  std::string with_rest;
  if (section.has_ended()) {
    value = segment.slice(section.begin, section.end);
    const std::string_view rest = segment.slice(section.after(), at);
    if (!trimmed(rest).empty()) value = with_rest.assign(value).append(rest);
  }
  reading.input.counters.examined += value.size();  // it is read once more, by its type
  if (!arguments_.end_parameter(reading.list, value, prefix)) {
    arguments_.refuse(reading.list, value_.begin);
  }
}

// True if the text of the value up to `at` has a tag or marker of the format. In a CDATA
// section it has none. After a prefix a tag is an element of the value.
bool XmlBody::holds_marker(Reading& reading, std::uint64_t at) const {
  const XmlGrammar& grammar = cursor_.grammar();
  if (!grammar.shape().prefix.empty()) return value_.has_closer;
  const std::uint64_t from = value_.section.has_ended() ? value_.section.after() : value_.begin;
  const std::string_view text = reading.input.segment.slice(from, at);
  reading.input.counters.examined += text.size();
  if (grammar.shape().takes_cdata && text.find("<![CDATA[") != text.npos) return true;
  return grammar.holds_marker(text, cursor_.value_tags);
}

// The value ends before an opener, which is read again as a token of structure.
XmlBody::Step XmlBody::end_before(Reading& reading, std::uint64_t at) {
  value_.is_slip = false;
  end_value(reading, at, false);
  cursor_.restart(at);
  gap_ = at;
  return Step::again;
}

// The first bytes of the value, as far as they are certain. Text after a CDATA section is given
// only at the end of the value.
std::string_view XmlBody::known_value(const BodyInput& input) {
  const Segment& segment = input.segment;
  const XmlSection& section = value_.section;
  if (section.has_ended()) return segment.slice(section.begin, section.end);
  if (section.begin != 0) {
    return segment.slice(section.begin, std::max(section.at, section.begin));
  }
  if (state_ == State::section) return {};
  if (state_ == State::opener) {
    const std::uint64_t end = std::min(value_.look_at, value_.next_opener);
    return segment.slice(value_.begin, end);
  }
  Segment known = segment;
  if (cursor_.in_attempt()) known.end = cursor_.position();
  const auto is_tail = [&] {  // a tag or marker that has begun breaks a token before it
    return value_.tail.is_without_text(known, input.counters) &&
           !(cursor_.in_attempt() && value_.tail.is_in_token());
  };
  const bool is_undecided = state_ != State::value || is_tail();
  const std::uint64_t until = is_undecided ? value_.closer.begin : known.end;
  const std::uint64_t end = std::min(until, value_.next_opener);
  return segment.slice(value_.begin, std::max(end, value_.begin));
}

}  // namespace tagstream
