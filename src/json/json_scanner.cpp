#include "json/json_scanner.hpp"

// The parts of the scanner that need no sink. In `{'a': True}` the string, the quotes and the word
// are not JSON: `spelling().first_repair` is 1, the offset of the first `'`. In `["\d"]` the
// scanner fails at the `d`.

namespace tagstream {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// True if the escape of a backslash and `byte` is kept as it is; `u` is read apart. `\'` is an
// escape of strings in single quotes only.
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

// R104: the words of Python are followed like those of JSON, and noted as repairs.
struct Word {
  std::string_view text;
  bool is_json;
};
constexpr Word words[] = {{"true", true},  {"false", true},  {"null", true},
                          {"True", false}, {"False", false}, {"None", false}};

}  // namespace

// R103: `{'name': 'f'}` is not JSON, but is followed; each single-quoted string is a repair.
void JsonScanner::begin_string(char quote, bool is_key) {
  is_key_ = is_key;
  strings_.begin = offset_;
  strings_.quote = quote;
  state_ = State::string;
  if (quote == '\'') spelling_.repair(offset_);
}

// The six words differ in their first bytes, so one byte decides which must follow.
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

// Reads a byte inside a string that is not its closing quote. Returns false, and changes nothing,
// if `byte` cannot stand there. R106, R107: a raw line end and `it\'s` may stand in a string, and
// are noted. `\d` may not, since nobody knows what it was meant to be.
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
