#include "body/literal_string.hpp"

#include "base/utf8.hpp"
#include "json/json_text.hpp"
#include "scan/scan.hpp"

namespace tagstream {

namespace {

// Strings, and the JSON that is written for them:
//
//   'it\'s'                 "it's"
//   """it's"""              "it's"
//   r"\d+"                  "\\d+"                 (R135)
//   "\x41\u00e9\q"          "\u0041\u00e9\\q"      `\q` is no escape of Python, and stays (R136)
//   <|"|>say "hi"<|"|>      "say \"hi\""           gemma4: there are no escapes (R146)
//   "\N{BULLET}"            an error              (R137)

constexpr std::uint32_t last_code_point = 0x10FFFF;

// The value of a digit; 16 for a byte that is no digit.
constexpr unsigned worth(char c) {
  const char lower = static_cast<char>(c | 0x20);
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  return lower >= 'a' && lower <= 'f' ? static_cast<unsigned>(lower - 'a' + 10) : 16;
}

void append(std::string* json, std::string_view text) {
  if (json != nullptr) json->append(text);
}
void append(std::string* json, char byte) {
  if (json != nullptr) json->push_back(byte);
}

}  // namespace

void LiteralString::put(std::string_view text, std::string* json) {
  if (json != nullptr) append_json_escaped(*json, text);
}

void LiteralString::open(std::string* json) {
  if (has_comma_) append(json, ',');
  append(json, '"');
  state_ = delimiter_.empty() ? State::first_quote : State::text;
}

// Nothing is written before a delimiter is complete: the `<|` of `<|"|>` may begin another marker.
void LiteralString::begin(std::string* json) {
  if (delimiter_.size() < 2) open(json);
}

// R134: `""` is an empty string, and `"""` begins a string over several lines; the third byte
// decides.
LiteralString::Step LiteralString::step(char byte, bool has_triple, std::string* json) {
  switch (state_) {
    case State::opening:
      if (byte != delimiter_[matched_]) return Step::failed;
      if (++matched_ == delimiter_.size()) open(json);
      return Step::next;
    case State::first_quote:
      state_ = byte == quote_ && has_triple ? State::second_quote : State::text;
      return state_ == State::text ? Step::again : Step::next;
    case State::second_quote:
      if (byte != quote_) {
        append(json, "\"");
        return Step::ended_before;
      }
      is_triple_ = true;
      state_ = State::text;
      return Step::next;
    case State::text: return read_text(byte, json);
    case State::closing: return read_closing(byte, json);
    case State::escape: return read_escape(byte, json);
    case State::code: return read_code(byte, json);
    case State::line_end: break;
  }
  state_ = State::text;
  return byte == '\n' ? Step::next : Step::again;
}

LiteralString::Step LiteralString::read_text(char byte, std::string* json) {
  if (byte == quote()) {
    if (delimiter_.empty() && !is_triple_) {
      append(json, '"');
      return Step::ended;
    }
    matched_ = 0;
    state_ = State::closing;
    return Step::again;
  }
  if (byte == '\\' && delimiter_.empty()) {
    state_ = State::escape;
  } else {
    put({&byte, 1}, json);
  }
  return Step::next;
}

LiteralString::Step LiteralString::read_closing(char byte, std::string* json) {
  const std::string_view quotes = quote_ == '"' ? "\"\"\"" : "'''";
  const std::string_view wanted = delimiter_.empty() ? quotes : delimiter_;
  if (byte != wanted[matched_]) {
    put(wanted.substr(0, matched_), json);
    state_ = State::text;
    return Step::again;
  }
  if (++matched_ < wanted.size()) return Step::next;
  append(json, "\"");
  return Step::ended;
}

LiteralString::Step LiteralString::read_escape(char byte, std::string* json) {
  state_ = State::text;
  if (is_raw_) {
    append(json, "\\\\");
    put({&byte, 1}, json);
    return Step::next;
  }
  const bool is_octal = byte >= '0' && byte <= '7';
  if (is_octal || byte == 'x' || byte == 'u' || byte == 'U') {
    code_ = 0;
    base_ = is_octal ? 8 : 16;
    digits_ = is_octal ? 3 : byte == 'x' ? 2 : byte == 'u' ? 4 : 8;
    state_ = State::code;
    return is_octal ? Step::again : Step::next;
  }
  switch (byte) {
    case '\n': return Step::next;
    case '\r': state_ = State::line_end; return Step::next;
    case '"':
    case '\'':
    case '\\': put({&byte, 1}, json); return Step::next;
    case 'a': append(json, "\\u0007"); return Step::next;
    case 'v': append(json, "\\u000b"); return Step::next;
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
      append(json, "\\");
      append(json, {&byte, 1});
      return Step::next;
    case 'N': return Step::failed;  // R137: a character by its name
    default: break;
  }
  append(json, "\\\\");  // not an escape: the backslash is itself
  return Step::again;
}

LiteralString::Step LiteralString::read_code(char byte, std::string* json) {
  const unsigned value = worth(byte);
  if (value >= base_) {
    if (base_ == 16) return Step::failed;
    end_code(json);
    return Step::again;
  }
  code_ = code_ * base_ + value;
  if (code_ > last_code_point) return Step::failed;
  if (--digits_ == 0) end_code(json);
  return Step::next;
}

// `\U0001F600` is written as the code point, and `\x41` as `\u0041`.
void LiteralString::end_code(std::string* json) {
  state_ = State::text;
  std::string text;
  if (code_ > 0xFFFF) {
    append_utf8(text, code_);
  } else {
    text = "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) text += "0123456789abcdef"[code_ >> shift & 15];
  }
  append(json, text);
}

std::size_t LiteralString::read_run(std::string_view text, std::string* json) const {
  if (state_ != State::text) return 0;
  const char* const end = text.data() + text.size();
  const char* const stop =
      delimiter_.empty()
          ? scan::find_string_stop(text.data(), end, quote_)
          : scan::find_byte(text.data(), end, static_cast<unsigned char>(delimiter_[0]));
  const std::string_view run(text.data(), static_cast<std::size_t>(stop - text.data()));
  const bool needs_no_escape = delimiter_.empty() && quote_ == '"';
  needs_no_escape ? append(json, run) : put(run, json);
  return run.size();
}

}  // namespace tagstream
