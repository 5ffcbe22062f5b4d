// The part of XmlBody that reads between the parameters.

#include "body/xml/xml_body.hpp"

#include <algorithm>
#include <utility>

#include "body/call_name.hpp"
#include "body/xml/xml_slips.hpp"

namespace tagstream {

// The states for a body of qwen3_coder:
//
//   <parameter=a>          structure: a first parameter, so it is a call; then value
//   see </parameter> x     value: a closer; then structure, with the value still open. `x` does not
//                          fit, so `refuse`: the closer was text
//   \n</parameter>         value: a closer; then structure
//   </function>            fits after a parameter: `accept` ends the value, and `close` the body
//
// In a body of glm45, `<arg_key>note</arg_key>…`, keys stand in gaps: after `<arg_key>` the gap
// holds a key, and `</arg_key>` ends it.
using Where = XmlCursor::Where;

XmlBody::XmlBody(const BodyPlace& place)
    : cursor_(place),
      arguments_(*place.schemas, *place.shape, place.gives_pieces),
      gap_(place.begin),
      word_at_(place.begin),
      longest_token_(longest_token(place)) {}

// ---- reading ---------------------------------------------------------------------------------

// The call `<read><path>a</read> done` does not end at `</read>`: text follows that closer,
// so it may be part of the value. At the end of the input the call is unclosed.
BodyEnd XmlBody::read(const BodyInput& input, CallList& list) {
  Reading reading{input, list, {}};
  Step result = Step::again;
  while (result == Step::again) result = step(reading);
  switch (result) {
    case Step::no_call: return {BodyEnd::Kind::no_call};
    case Step::doubled: return {BodyEnd::Kind::broken, gap_, 0};
    case Step::json: return {BodyEnd::Kind::json, gap_};
    case Step::closed: return {BodyEnd::Kind::closed, reading.closer.end, reading.closer.begin};
    case Step::ended: return {BodyEnd::Kind::ended, reading.closer.begin};
    case Step::again:
    case Step::more: break;
  }
  if (value_.is_open && input.purpose == Purpose::collect) {
    arguments_.stream(list, value_.begin, known_value(input));
  }
  return {};
}

XmlBody::Step XmlBody::step(Reading& reading) {
  switch (state_) {
    case State::structure: return structure_step(reading);
    case State::bare_key: return bare_key_step(reading);
    case State::section: return section_step(reading);
    case State::opener: return opener_step(reading);
    case State::value: break;
  }
  return value_step(reading);
}

XmlBody::Step XmlBody::close(Reading& reading, const Match& closer, Step how) {
  reading.closer = closer;
  if (!is_empty(reading.list)) {
    if (how == Step::closed) check_closer(reading, closer, reading.list.head().name);
    arguments_.end(reading.input, reading.list, cursor_.grammar(), pair_.lost(), closer.begin);
  }
  reading.list.state.is_complete = true;
  return how;
}

// Moves the beginning of the gap over blanks. Returns true if another byte follows them.
bool XmlBody::skip_blanks(const BodyInput& input) {
  const Segment& segment = input.segment;
  std::uint64_t at = gap_;
  while (at < segment.end && is_blank(*segment.at(at))) ++at;
  input.counters.examined += at - gap_;
  gap_ = at;
  return at < segment.end;
}

// ---- structure -------------------------------------------------------------------------------

// Reads a token of structure. Before the first token of a body, and before the token after a closer
// in a value, only blanks may stand.
XmlBody::Step XmlBody::structure_step(Reading& reading) {
  const BodyInput& input = reading.input;
  if (is_first_) arguments_.expect(reading.list.head(), cursor_.grammar());
  cursor_.know(arguments_.schema());
  std::uint64_t limit = Lexer::no_limit;
  if (is_first_ || value_.is_open) {
    if (!skip_blanks(input)) {
      const bool ends = value_.is_open && input.at_end && !value_.is_slip;
      if (!ends) return Step::more;
      return lacks_closer() ? rewind(reading) : accept(reading);
    }
    limit = gap_ + 1;
    cursor_.start_at(gap_);
  }
  const bool ends_call = value_.is_open && value_.closes_call();
  switch (cursor_.next(input, ends_call ? Where::call_end : Where::structure, limit, token_)) {
    case Lexer::Outcome::more: return Step::more;
    case Lexer::Outcome::limit: return on_text(reading);
    case Lexer::Outcome::match: break;
  }
  if (value_.is_open) {
    const XmlSign sign = sign_here(reading.list);
    // Outside of all functions the next one may follow.
    const bool is_function = sign == XmlSign::function_open && arguments_.belongs_to_none() &&
                             value_.closes == XmlSign::parameter_close;
    if (!is_function && !may_follow(cursor_.grammar(), value_, token_, sign))
      return refuse(input.segment);
    if (refuses_closer(input)) return refuse(input.segment);
    if (lacks_closer()) return rewind(reading);
    token_.match.begin = marker_begin(input.segment);
    const Step step = accept(reading);
    if (step != Step::again) return step;
  }
  return on_token(reading);
}

// `<tool_call>f\n{"a":1}` and `<tool_call>f>{"a":1}` in glm45: an object follows the name.
XmlBody::Step XmlBody::on_first_text(Reading& reading) {
  const bool is_after_name = cursor_.grammar().shape().name_first && token_.match.end == 0;
  if (!is_after_name) return Step::no_call;
  const bool is_at_name = gap_ == word_at_;  // no blank between
  const Segment& segment = reading.input.segment;
  const std::string_view text = segment.slice(gap_, std::min(segment.end, gap_ + 2));
  if (text == ">" && is_at_name && !reading.input.at_end) return Step::more;
  if (text == ">{" && is_at_name) ++gap_;
  return *segment.at(gap_) == '{' ? Step::json : Step::no_call;
}

// Text stands where a token must stand. It may be a key without its opening tag,
// `note</arg_key>` at the start of a line, or a parameter whose key is glued to its value,
// `<parameter=command=create</parameter>`.
XmlBody::Step XmlBody::on_text(Reading& reading) {
  const Segment& segment = reading.input.segment;
  const bool is_between = !value_.is_open || value_.closes == XmlSign::parameter_close;
  if (is_between && may_begin_bare_key(cursor_.grammar(), segment, gap_)) {
    word_at_ = gap_;
    state_ = State::bare_key;
    return Step::again;
  }
  const bool is_glued =
      is_between && !glued_key(cursor_.grammar(), segment.slice(gap_, segment.end)).empty();
  if (!is_glued && is_first_) return on_first_text(reading);
  if (!is_glued) return value_.is_open ? refuse(segment) : Step::no_call;
  if (value_.is_open && refuses_closer(reading.input)) return refuse(segment);
  if (value_.is_open) return lacks_closer() ? rewind(reading) : accept(reading);
  announce(reading.list);
  return Step::again;
}

// Reads a word that may be a key without its opening tag. The closer of a key, or the opener of a
// value, must follow directly. In glm45 `\nnote</arg_key>\n<arg_value>one` has the key note.
// In a format of lines `hours: 2` begins a parameter, but `two three: four` belongs to the
// value before it.
XmlBody::Step XmlBody::bare_key_step(Reading& reading) {
  const BodyInput& input = reading.input;
  const Segment& segment = input.segment;
  const XmlGrammar& grammar = cursor_.grammar();
  const std::uint64_t from = word_at_;
  while (word_at_ < segment.end && grammar.is_bare_key_byte(*segment.at(word_at_))) ++word_at_;
  input.counters.examined += word_at_ - from + 1;
  Lexer::Outcome outcome = Lexer::Outcome::limit;
  if (word_at_ - gap_ <= max_id_bytes) {
    if (word_at_ == segment.end) return Step::more;
    cursor_.start_at(word_at_);
    outcome = cursor_.next(input, Where::structure, word_at_ + 1, token_);
  }
  if (outcome == Lexer::Outcome::more) return Step::more;
  const XmlSign sign = token_.sign;
  const bool is_key = outcome == Lexer::Outcome::match &&
                      (sign == XmlSign::key_close || sign == XmlSign::value_open);
  if (!is_key) return value_.is_open ? refuse(segment) : Step::no_call;
  if (value_.is_open && is_unknown_line(input)) {
    reading.list.item().is_repaired = reading.list.item().has_unknown_key = true;
    return refuse(segment);
  }
  if (value_.is_open && refuses_closer(input)) return refuse(segment);
  if (value_.is_open && lacks_closer()) return rewind(reading);
  if (value_.is_open) accept(reading);
  state_ = State::structure;
  announce(reading.list);
  take_bare_key(input, reading.list);
  gap_ = token_.match.begin;
  return on_token(reading);
}

// ---- a token of structure --------------------------------------------------------------------

// The sign of the last token, which may depend on the tokens before it. `<invoke>` without a
// name is a plain tag, and so a parameter if tags are keys. In
// `<calls name="f"><invoke name="g">` the outer tag names the tool, so invoke is a parameter.
XmlSign XmlBody::sign_here(const CallList& list) const {
  const XmlSign sign = token_.sign;
  if (sign == XmlSign::wrapper_close) return sign;
  if (token_.is_closer) {
    const std::string& open = arguments_.function_tag();
    const bool is_function = sign != XmlSign::call_close && !open.empty() &&
                             cursor_.grammar().is_name(token_.name, open);
    return is_function ? XmlSign::function_close : sign;
  }
  const bool names_function = token_.may_be_function && !token_.words.name.empty();
  const bool is_function = names_function && arguments_.may_begin_function(list.head());
  return is_function ? XmlSign::function_open : sign;
}

// True if the token has no meaning where it stands. Text and tags between functions have
// none, as ` then ` in `<calls><invoke name="a"></invoke> then <invoke name="b"></invoke></calls>`.
// Inside a key only tokens count that may end it.
bool XmlBody::says_nothing(XmlSign sign) const {
  constexpr XmlSigns in_key{XmlSign::noise, XmlSign::dropped, XmlSign::separator};
  if (gap_holds_ != Gap::plain) return in_key.has(sign);
  const bool is_noise = sign == XmlSign::noise || sign == XmlSign::dropped;
  return is_noise && cursor_.grammar().shape().is_one_call;
}

// True if the token may be the first of a body. `To <read_file> is easy.` is not a call.
// A body that begins with a value without a key is not a call. In glm45 a stray closer
// of a value may come first: `<tool_call>refresh</arg_value></tool_call>` calls refresh.
bool XmlBody::may_come_first(const CallList& list, XmlSign sign) const {
  constexpr XmlSigns first{XmlSign::call_close,     XmlSign::wrapper_close,  XmlSign::function_open,
                           XmlSign::function_close, XmlSign::parameter_open, XmlSign::key_open};
  if (first.has(sign)) return true;
  if (list.head().name.empty()) return false;
  const bool is_separator = sign == XmlSign::separator && cursor_.grammar().shape().name_first;
  // <tool_call>f</arg_value></tool_call>, and the line end after the name before `<|sep|>`
  const bool ends_line = sign == XmlSign::parameter_close && cursor_.grammar().shape().key_is_head;
  return is_separator || ends_line || sign == XmlSign::value_close;
}

XmlBody::Step XmlBody::on_token(Reading& reading) {
  const XmlSign sign = sign_here(reading.list);
  const XmlShape& shape = cursor_.grammar().shape();
  if (is_first_ && !may_come_first(reading.list, sign)) {
    const bool is_doubled =
        sign == XmlSign::call_open && !shape.is_one_call && !arguments_.has_functions();
    return is_doubled ? Step::doubled : Step::no_call;
  }
  if (says_nothing(sign)) return Step::again;
  if (!is_first_) read_gap(reading, sign);
  gap_ = std::max(gap_, token_.match.end);
  return act(reading, sign);
}

// Where the marker after a value's closer begins: it may begin with the blanks before it.
// In deepseek_v32 `\n\n<｜DSML｜function_calls>` ends a call that is not closed.
std::uint64_t XmlBody::marker_begin(const Segment& segment) const {
  const RuleSet& set = cursor_.grammar().set();
  std::uint64_t begin = token_.match.begin;
  if (!token_.is_literal()) return begin;
  for (MarkerTrie::Marker marker : set.rules[token_.match.rule].opens) {
    const std::string_view text = set.trie.text(marker);
    const std::size_t blanks = text.size() - std::min(text.size(), token_.raw.size());
    if (blanks == 0 || token_.match.begin - value_.closer.end < blanks) continue;
    const std::uint64_t at = token_.match.begin - blanks;
    if (segment.slice(at, token_.match.end) == text) begin = std::min(begin, at);
  }
  return begin;
}

// In composer `f<｜tool▁sep｜>a\n1` is no call, since the name's line has not ended. In
// deepseek_v31 that is the call of f.
bool XmlBody::lacks_line_end(const Segment& segment) const {
  return cursor_.grammar().shape().name_ends_line &&
         !is_line_end(*segment.at(token_.match.begin - 1));
}

// Does what the token says. A function without its closer ends with the closer of the call,
// or before the next call; in the second case the call is not closed.
XmlBody::Step XmlBody::act(Reading& reading, XmlSign sign) {
  const XmlShape& shape = cursor_.grammar().shape();
  const bool is_element = token_.match.kind != TokenKind::empty;
  if (cursor_.grammar().language().ends_call.has(sign)) {
    return close(reading, token_.match, Step::ended);
  }
  switch (sign) {
    case XmlSign::call_close:
      if (depth_ == 0 || shape.is_one_call) return close(reading, token_.match, Step::closed);
      --depth_;
      return Step::again;
    case XmlSign::call_open:
      if (is_element) ++depth_;
      return Step::again;
    case XmlSign::function_open: begin_function(reading); return Step::again;
    case XmlSign::function_close:
      end_function(reading, token_.match);
      announce(reading.list);
      return Step::again;
    case XmlSign::parameter_open:
    case XmlSign::key_open:
    case XmlSign::value_open:
      if (sign == XmlSign::value_open && !pair_.has_key) {
        if (is_element && pair_.lost_at == 0) pair_.lost_at = token_.match.begin;
        return Step::again;
      }
      if (shape.name_first && reading.list.head().name.empty()) return Step::no_call;
      if (is_first_ && lacks_line_end(reading.input.segment)) return Step::no_call;
      announce(reading.list);
      if (sign != XmlSign::key_open) {
        begin_value(reading);
      } else {
        pair_.begin(cursor_.grammar(), token_);
        if (is_element) gap_holds_ = Gap::key;
        if (!is_element) arguments_.note_slip(reading.list);  // <arg_key/>
      }
      return Step::again;
    case XmlSign::type_open:
      if (pair_.has_key && is_element) gap_holds_ = Gap::type;
      return Step::again;
    case XmlSign::parameter_close:
    case XmlSign::value_close:
      // Of `a</parameter></parameter>` the value is `a`, but the first may have been meant as text.
      if (!is_first_) note_slip(reading.list);
      return Step::again;
    default: return Step::again;
  }
}

// `</parameter=b>` where the parameter is a.
void XmlBody::check_closer(Reading& reading, const Match& closer, std::string_view name) {
  const bool is_bare = closer.end - closer.begin == closer.name_at + closer.name_size + 1;
  if (closer.kind == TokenKind::marker || is_bare) return;
  const std::string_view text = reading.input.segment.slice(closer.begin, closer.end - 1);
  const std::size_t sign = text.find('=');
  if (sign != text.npos && trimmed(text.substr(sign + 1)) != name)
    arguments_.note_slip(reading.list);
}

void XmlBody::end_function(Reading& reading, const Match& closer) {
  check_closer(reading, closer, arguments_.function_name(reading.list));
  arguments_.end_function(reading.input, reading.list, closer.end);
}

// The tag of a key or value is missing or doubled, as in `a</arg_key>`. In lines they have no tags.
void XmlBody::note_slip(CallList& list) {
  if (!cursor_.grammar().shape().has_lines()) arguments_.note_slip(list);
}

// Gives its meaning to the text before the last token: a key, a type, or a parameter with a missing
// tag.
void XmlBody::read_gap(Reading& reading, XmlSign sign) {
  const BodyInput& input = reading.input;
  std::string_view text;
  if (gap_holds_ != Gap::plain) {
    text = trimmed(input.segment.slice(gap_, token_.match.begin));
  }
  switch (std::exchange(gap_holds_, Gap::plain)) {
    case Gap::key:
      if (sign != XmlSign::key_close && !pair_.mark->close.empty()) note_slip(reading.list);
      take_key(reading.list, text);
      return;
    case Gap::type: pair_.types = value_type(text); return;
    case Gap::plain: break;
  }
  if (sign == XmlSign::key_close) note_slip(reading.list);
  if (gap_ >= token_.match.begin) return;
  const bool is_keyless = sign == XmlSign::value_open && !pair_.has_key;
  const bool is_taken = is_keyless || sign == XmlSign::key_close
                            ? take_bare_key(input, reading.list)
                            : take_glued(reading);
  if (is_taken) return;
  // Text that belongs to nothing.
  const std::string_view gap = input.segment.slice(gap_, token_.match.begin);
  if (!trimmed_front(gap).empty()) arguments_.note_slip(reading.list);
}

// A closing tag in a key is a slip: `path</arg_kye>` is the key path.
void XmlBody::take_key(CallList& list, std::string_view text) {
  const std::size_t tag = text.find("</");
  if (tag != text.npos) arguments_.note_slip(list);
  const std::string_view key = tag == 0 ? text : trimmed(text.substr(0, tag));
  pair_.take_key(key);
}

// The text before the last token is a key if it is one word. In
// `rent_boat\npier<arg_value>North` the word before the value is its key.
bool XmlBody::take_bare_key(const BodyInput& input, CallList& list) {
  input.counters.examined += token_.match.begin - gap_;
  const std::string_view key = bare_key(input.segment.slice(gap_, token_.match.begin));
  if (key.empty()) return false;
  note_slip(list);
  pair_.begin(cursor_.grammar(), token_);
  pair_.take_key(key);
  return true;
}

// The text before the last token may be a parameter whose key is glued to its value.
bool XmlBody::take_glued(Reading& reading) {
  const XmlGrammar& grammar = cursor_.grammar();
  const std::string_view gap = reading.input.segment.slice(gap_, token_.match.begin);
  const std::string_view text = trimmed_front(gap);
  reading.input.counters.examined += gap.size();
  if (text.empty()) return false;
  const std::string_view key = glued_key(grammar, text);
  if (key.empty()) return false;
  const auto value = static_cast<std::size_t>(key.data() + key.size() + 1 - text.data());
  const std::uint64_t at = token_.match.begin - text.size();
  arguments_.add_parameter(reading.list, grammar, key, text.substr(value), at);
  return true;
}

// `<function=f/>` calls f with `{}`. In `<function=f><function=f>` the opening tag stands twice.
void XmlBody::begin_function(Reading& reading) {
  if (arguments_.is_doubled(reading.list, token_)) return arguments_.note_slip(reading.list);
  if (!arguments_.function_tag().empty()) {
    arguments_.end_function(reading.input, reading.list, token_.match.begin);
  }
  arguments_.begin_function(reading.list, token_);
  if (token_.match.kind != TokenKind::empty) return;
  arguments_.end_function(reading.input, reading.list, token_.match.end);
  announce(reading.list);
}

// `<all/>` is a parameter with an empty value.
void XmlBody::begin_value(Reading& reading) {
  const XmlGrammar& grammar = cursor_.grammar();
  const XmlShape& shape = grammar.shape();
  arguments_.begin_parameter(reading.list, grammar, token_, pair_);
  pair_.use();
  value_.begin_after(token_);
  cursor_.value_tags = value_tags();
  if (shape.is_one_call) depth_ = 0;
  const bool may_be_section = shape.takes_cdata && value_.key != XmlValue::Key::after_name;
  state_ = may_be_section ? State::section : State::value;
  if (token_.match.kind == TokenKind::empty) end_value(reading, token_.match.end, true);
}

// The body is certainly a call: a parameter has begun, or a function has ended.
void XmlBody::announce(CallList& list) {
  is_first_ = false;
  list.state.is_announced = true;
}

// ---- asked for -------------------------------------------------------------------------------

std::uint64_t XmlBody::keep_from() const {
  if (is_first_) return gap_ - 1;
  if (state_ == State::section) return value_.section.at - 1;
  if (state_ == State::opener) return value_.look_at - 1;
  const bool is_undecided = value_.is_open && state_ != State::value;
  return (is_undecided ? value_.closer.end : cursor_.position()) - 1;
}

}  // namespace tagstream
