#include "json/json_scanner.hpp"

namespace tagstream {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// What may stand after a backslash and needs no converting, `u` aside; in single quotes all do.
constexpr bool is_short_escape(char byte, char quote) {
  switch (byte) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't': return true;
    default: return byte == '\'' && quote == '\'';
  }
}

// R104: the words of Python are followed as those of JSON are.
struct Word {
  std::string_view text;
  bool is_json;
};
constexpr Word words[] = {{"true", true},  {"false", true},  {"null", true},
                          {"True", false}, {"False", false}, {"None", false}};

}  // namespace

// R103: `{'name': 'f'}` is not JSON, and is read.
void JsonScanner::begin_string(char quote, bool is_key) {
  is_key_ = is_key;
  strings_.begin = offset_;
  strings_.quote = quote;
  state_ = State::string;
  if (quote == '\'') spelling_.repair(offset_);
}

bool JsonScanner::begin_word(char byte) {
  for (const Word& word : words) {
    if (word.text[0] != byte) continue;
    if (!word.is_json) spelling_.repair(offset_);
    word_ = word.text.substr(1);
    state_ = State::word;
    return true;
  }
  return false;
}

// Inside a string, but not its closing quote. False, and nothing changes, if `byte` cannot stand
// there.
// R106, R107: a raw line end and `it\'s` may stand in a string, and are noted. `\d` may not: what
// it was to mean is not known.
bool JsonScanner::in_string_byte(char byte) {
  if (state_ == State::hex) {
    if (!is_hex_digit(byte)) return false;
    if (++hex_digits_ == 4) state_ = State::string;
    return true;
  }
  if (state_ == State::escape) {
    if (byte == 'u') {
      hex_digits_ = 0;
      state_ = State::hex;
      return true;
    }
    if (byte == '\'' && strings_.quote == '"') {
      spelling_.repair(offset_ - 1);
    } else if (!is_short_escape(byte, strings_.quote)) {
      return false;
    }
    state_ = State::string;
    return true;
  }
  if (byte == '\\') {
    state_ = State::escape;
  } else if (byte == '\n' || byte == '\r') {
    spelling_.has_raw_line_end = true;
  } else if (static_cast<unsigned char>(byte) < 0x20) {
    spelling_.has_raw_control = true;
    spelling_.first_repair = std::min(spelling_.first_repair, offset_);
  }
  return true;
}

}  // namespace tagstream
