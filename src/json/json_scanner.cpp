#include "json/json_scanner.hpp"

#include "scan/scan.hpp"

namespace tagstream {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// What may stand after a backslash, `u` aside.
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

struct Word {
  std::string_view text;
  bool is_json;
};
constexpr Word words[] = {{"true", true},  {"false", true},  {"null", true},
                          {"True", false}, {"False", false}, {"None", false}};

}  // namespace

// Passes what needs no more than a look: plain bytes, and escapes of one letter that are whole.
std::size_t JsonScanner::skip_string_bytes(std::string_view text) const {
  const char* const end = text.data() + text.size();
  const char* at = scan::find_string_stop(text.data(), end, quote_);
  while (end - at > 1 && *at == '\\' && is_short_escape(at[1], quote_)) {
    at = scan::find_string_stop(at + 2, end, quote_);
  }
  return static_cast<std::size_t>(at - text.data());
}

void JsonScanner::open(bool is_object) {
  const std::size_t block = depth_ / 64;
  if (block > deep_brackets_.size()) deep_brackets_.push_back(0);
  const std::uint64_t bit = std::uint64_t{1} << (depth_ % 64);
  std::uint64_t& word = block == 0 ? brackets_ : deep_brackets_[block - 1];
  word = is_object ? word | bit : word & ~bit;
  ++depth_;
  state_ = is_object ? State::key_or_end : State::value_or_end;
}

void JsonScanner::begin_string(char quote, bool is_key) {
  is_key_ = is_key;
  quote_ = quote;
  string_begin_ = offset_;
  state_ = State::string;
  if (quote == '\'') repair(offset_);
}

JsonScanner::Step JsonScanner::begin_word(char byte) {
  for (const Word& word : words) {
    if (word.text[0] != byte) continue;
    if (!word.is_json) repair(offset_);
    word_ = word.text.substr(1);
    state_ = State::word;
    return Step::next;
  }
  return Step::failed;
}

// Inside a string, but not its closing quote.
JsonScanner::Step JsonScanner::in_string_byte(char byte) {
  if (state_ == State::hex) {
    if (!is_hex_digit(byte)) return Step::failed;
    if (++hex_digits_ == 4) state_ = State::string;
    return Step::next;
  }
  if (state_ == State::escape) {
    if (byte == 'u') {
      hex_digits_ = 0;
      state_ = State::hex;
      return Step::next;
    }
    if (!is_short_escape(byte, quote_)) return Step::failed;
    state_ = State::string;
    return Step::next;
  }
  if (byte == '\\') {
    state_ = State::escape;
  } else if (byte == '\n' || byte == '\r') {
    has_raw_line_end_ = true;
  } else if (static_cast<unsigned char>(byte) < 0x20) {
    has_raw_control_ = true;
    first_repair_ = std::min(first_repair_, offset_);
  }
  return Step::next;
}

// Step::again: the number ends before this byte.
JsonScanner::Step JsonScanner::in_number(char byte) {
  const bool digit = is_digit(byte);
  const bool may_end = number_may_end();
  auto go = [&](State state) {
    state_ = state;
    return Step::next;
  };
  switch (state_) {
    case State::minus:
      if (digit) return go(byte == '0' ? State::zero : State::digits);
      break;
    case State::digits:
      if (digit) return Step::next;
      [[fallthrough]];
    case State::zero:
      if (byte == '.') return go(State::point);
      if (byte == 'e' || byte == 'E') return go(State::exponent);
      break;
    case State::point:
      if (digit) return go(State::fraction);
      break;
    case State::fraction:
      if (digit) return Step::next;
      if (byte == 'e' || byte == 'E') return go(State::exponent);
      break;
    case State::exponent:
      if (byte == '+' || byte == '-') return go(State::exponent_sign);
      [[fallthrough]];
    case State::exponent_sign:
    case State::exponent_digits:
      if (digit) return go(State::exponent_digits);
      break;
    default: break;
  }
  return may_end ? Step::again : Step::failed;
}

}  // namespace tagstream
