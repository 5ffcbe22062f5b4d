#include "json/value_string.hpp"

#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "scan/scan.hpp"

namespace tagstream {

namespace {

// Strings, and how JSON writes them:
//
//   'it\'s'                 "it's"
//   """it's"""              "it's"
//   r"\d+"                  "\\d+"
//   "\x41\u00e9\q"          "\u0041\u00e9\\q"      `\q` is no escape of Python, and stays
//   <|"|>say "hi"<|"|>      "say \"hi\""           gemma4: there are no escapes
//   "\N{BULLET}"            an error in Python
//   "\d"                    an error in JSON: nobody knows what it was meant to be

constexpr std::uint32_t last_code_point = 0x10FFFF;

constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20; }

}  // namespace

void ValueString::begin(Kind kind, char quote, std::string_view mark, bool may_be_triple) {
  kind_ = kind;
  quote_ = quote;
  mark_ = mark;
  matched_ = 1;
  is_triple_ = false;
  if (kind == Kind::marked) {
    state_ = mark.size() == 1 ? State::text : State::opening;
  } else {
    state_ = may_be_triple ? State::first_quote : State::text;
  }
}

void ValueString::write_begin(std::uint64_t from, bool has_comma, std::uint64_t offset,
                              JsonCopy* copy) {
  since_ = from;
  has_comma_ = has_comma;
  if (state_ != State::opening && copy != nullptr) open(offset + 1, *copy);
}

// ---- reading ---------------------------------------------------------------------------------

ValueString::Step ValueString::read(const char*& at, const char* end, std::uint64_t offset,
                                    JsonCopy* copy, JsonSpelling& spelling) {
  const char* const from = at;
  const auto here = [&] { return offset + static_cast<std::uint64_t>(at - from); };
  while (at != end) {
    if (is_in_text()) {
      if (!is_stop(*at)) {
        if (at != from && needs_no_copy(copy)) break;  // the lexer passes such text faster
        at = read_run(at, end, here(), copy);
        if (at == end) break;
      }
      if (is_whole_escape(at, end)) {
        at += 2;
        continue;
      }
    }
    switch (step(*at, here(), copy, spelling)) {
      case Go::next: ++at; break;
      case Go::again: break;
      case Go::ended: ++at; return Step::ended;
      case Go::ended_before: return Step::ended;
      case Go::failed: return Step::failed;
    }
  }
  return Step::open;
}

// Passes the bytes that only make the string longer.
const char* ValueString::read_run(const char* at, const char* end, std::uint64_t offset,
                                  JsonCopy* copy) const {
  const bool is_marked = kind_ == Kind::marked;
  const char* const stop = is_marked
                               ? scan::find_byte(at, end, static_cast<unsigned char>(mark_[0]))
                               : scan::find_string_stop(at, end, quote_);
  if (copy == nullptr || stop == at || (quote_ == '"' && !is_marked)) return stop;
  const std::string_view run(at, static_cast<std::size_t>(stop - at));
  const bool needs_escapes =
      is_marked ? scan::has_string_stop(run, '"') : run.find('"') != std::string_view::npos;
  if (needs_escapes) copy->escape(offset, offset + run.size());
  return stop;
}

// True for an escape that is in the text as a whole, and that JSON writes in the same way.
bool ValueString::is_whole_escape(const char* at, const char* end) const {
  if (*at != '\\' || end - at < 2 || kind_ > Kind::python) return false;
  const bool is_slash = at[1] == '/';  // no escape in Python
  return scan::escape_letters.has(static_cast<unsigned char>(at[1])) && (is_json() || !is_slash);
}

void ValueString::open(std::uint64_t to, JsonCopy& copy) const {
  const bool stands = !has_comma_ && quote_ == '"' && kind_ != Kind::marked && to == since_ + 1;
  if (!stands) copy.cut(since_, to - since_, has_comma_ ? ",\"" : "\"");
}

// `""` is an empty string, and `"""` begins a string over several lines; the third byte
// decides.
ValueString::Go ValueString::step(char byte, std::uint64_t offset, JsonCopy* copy,
                                  JsonSpelling& spelling) {
  switch (state_) {
    case State::json_text:
    case State::text: return text_step(byte, offset, copy, spelling);
    case State::opening:
      if (byte != mark_[matched_]) return Go::failed;
      if (++matched_ < mark_.size()) return Go::next;
      state_ = State::text;
      if (copy != nullptr) open(offset + 1, *copy);
      return Go::next;
    case State::first_quote:
      state_ = byte == quote_ ? State::second_quote : State::text;
      since_ = offset;
      return state_ == State::text ? Go::again : Go::next;
    case State::second_quote:
      if (byte != quote_) {
        if (copy != nullptr) copy->cut(since_, 1, "\"");
        return Go::ended_before;
      }
      if (copy != nullptr) copy->cut(since_, 2, "");
      is_triple_ = true;
      state_ = State::text;
      return Go::next;
    case State::closing: return closing_step(byte, offset, copy);
    case State::escape: return escape_step(byte, offset, copy, spelling);
    case State::code: return code_step(byte, offset, copy);
    case State::line_end: break;
  }
  state_ = State::text;
  if (byte != '\n') return Go::again;
  if (copy != nullptr) copy->cut(offset, 1, "");
  return Go::next;
}

// Takes a byte at which a run has stopped. A raw line end may stand in a string of JSON, and
// is noted.
ValueString::Go ValueString::text_step(char byte, std::uint64_t offset, JsonCopy* copy,
                                       JsonSpelling& spelling) {
  if (byte == quote()) {
    if (is_json() || (kind_ != Kind::marked && !is_triple_)) {
      if (quote_ != '"' && copy != nullptr) copy->cut(offset, 1, "\"");
      return Go::ended;
    }
    matched_ = 0;
    since_ = offset;
    state_ = State::closing;
    return Go::again;
  }
  if (byte == '\\' && kind_ != Kind::marked) {
    since_ = offset;
    state_ = State::escape;
    return Go::next;
  }
  if (is_control(byte) && kind_ == Kind::strict) return Go::failed;
  if (is_control(byte) && kind_ == Kind::json) {
    const bool is_line_end = byte == '\n' || byte == '\r';
    (is_line_end ? spelling.has_raw_line_end : spelling.has_raw_control) = true;
    if (!is_line_end) spelling.first_repair = std::min(spelling.first_repair, offset);
  }
  if (copy != nullptr) copy->escape(offset, offset + 1);
  return Go::next;
}

// Bytes that only looked like the end of the string are text: the `""` in `"""a""b"""`.
ValueString::Go ValueString::closing_step(char byte, std::uint64_t offset, JsonCopy* copy) {
  const std::string_view quotes = quote_ == '"' ? "\"\"\"" : "'''";
  const std::string_view wanted = kind_ == Kind::marked ? mark_ : quotes;
  if (byte != wanted[matched_]) {
    if (copy != nullptr) copy->escape(since_, offset);
    state_ = State::text;
    return Go::again;
  }
  if (++matched_ < wanted.size()) return Go::next;
  if (copy != nullptr) copy->cut(since_, wanted.size(), "\"");
  return Go::ended;
}

// ---- escapes ---------------------------------------------------------------------------------

// Takes the byte after a backslash. `it\'s` may stand in double quotes of JSON, and is noted.
ValueString::Go ValueString::escape_step(char byte, std::uint64_t offset, JsonCopy* copy,
                                         JsonSpelling& spelling) {
  if (kind_ == Kind::python) return python_escape(byte, offset, copy);
  if (kind_ == Kind::raw) {
    if (copy != nullptr) copy->escape(since_, offset + 1);
    state_ = State::text;
    return Go::next;
  }
  if (byte == 'u') {
    base_ = 16;
    digits_ = 4;
    state_ = State::code;
    return Go::next;
  }
  if (byte == '\'') {
    if (quote_ == '"' && kind_ == Kind::strict) return Go::failed;
    if (quote_ == '"') spelling.repair(since_);
    if (copy != nullptr) copy->cut(since_, 1, "");
  } else if (!scan::escape_letters.has(static_cast<unsigned char>(byte))) {
    return Go::failed;
  }
  state_ = State::json_text;
  return Go::next;
}

ValueString::Go ValueString::python_escape(char byte, std::uint64_t offset, JsonCopy* copy) {
  const auto write = [&](std::string_view json) {
    if (copy != nullptr) copy->cut(since_, offset + 1 - since_, json);
    return Go::next;
  };
  if (byte == 'N') return Go::failed;  // a character by its name
  state_ = State::text;
  const bool is_octal = byte >= '0' && byte <= '7';
  if (is_octal || byte == 'x' || byte == 'u' || byte == 'U') {
    code_ = 0;
    base_ = is_octal ? 8 : 16;
    digits_ = is_octal ? 3 : byte == 'x' ? 2 : byte == 'u' ? 4 : 8;
    state_ = State::code;
    return is_octal ? Go::again : Go::next;
  }
  switch (byte) {
    case '\r': state_ = State::line_end; [[fallthrough]];
    case '\n': return write("");
    case '\'': return write("'");
    case 'a': return write("\\u0007");
    case 'v': return write("\\u000b");
    case '"':
    case '\\':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't': return Go::next;
    default: break;
  }
  if (copy != nullptr) copy->cut(since_, 0, "\\");  // not an escape: the backslash is itself
  return Go::again;
}

ValueString::Go ValueString::code_step(char byte, std::uint64_t offset, JsonCopy* copy) {
  const unsigned value = digit_value(byte);
  if (value >= base_) {
    if (base_ == 16) return Go::failed;
    end_code(offset, copy);
    return Go::again;
  }
  code_ = code_ * base_ + value;
  if (kind_ == Kind::python && code_ > last_code_point) return Go::failed;
  if (--digits_ == 0) end_code(offset + 1, copy);
  return Go::next;
}

// `\U0001F600` is written as the code point, and `\x41` as `\u0041`. In JSON the escape stays.
void ValueString::end_code(std::uint64_t end, JsonCopy* copy) {
  state_ = is_json() ? State::json_text : State::text;
  if (copy == nullptr || is_json()) return;
  std::string text;
  if (code_ > 0xFFFF) {
    append_utf8(text, code_);
  } else {
    text = "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) text += "0123456789abcdef"[code_ >> shift & 15];
  }
  copy->cut(since_, end - since_, text);
}

}  // namespace tagstream
