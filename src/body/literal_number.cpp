#include "body/literal_number.hpp"

#include "base/text.hpp"

namespace tagstream {

namespace {

// R132, R133: numbers of Python, as they are written as JSON.
//
//   1_000  →  1000      .5  →  0.5      5.  →  5.0      +7  →  7      0x1F  →  31
//   007, 1__0, 0x       not numbers     0x1FFFFFFFFFFFFFFFF: refused, since it has over 64 bits

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The base of the letter after a zero, 16 for `0x`; 0 if the letter stands for none.
constexpr std::uint8_t base_of(char letter) {
  switch (fold(letter)) {
    case 'x': return 16;
    case 'o': return 8;
    case 'b': return 2;
    default: return 0;
  }
}

// The value of a digit; 255 for a byte that is no digit of any base.
constexpr std::uint8_t digit_of(char c) {
  if (is_digit(c)) return static_cast<std::uint8_t>(c - '0');
  const char folded = fold(c);
  const bool is_letter = folded >= 'a' && folded <= 'f';
  return is_letter ? static_cast<std::uint8_t>(folded - 'a' + 10) : 255;
}

}  // namespace

// A first zero is not written before its next byte is known: in `0x10` it begins a number of base
// 16, in `0.5` it is a digit.
bool LiteralNumber::take(char byte, std::string* json) {
  switch (part_) {
    case Part::sign:
      if (is_python_ && is_blank(byte)) return true;
      break;
    case Part::zero:
      base_ = base_of(byte);
      part_ = base_ != 0 ? Part::letter : Part::decimal;
      if (base_ != 0) return true;
      pass('0', json);
      break;
    case Part::letter:
    case Part::digits:
    case Part::too_big: return take_digit(byte);
    case Part::start:
    case Part::decimal: break;
  }
  return take_decimal(byte, json);
}

bool LiteralNumber::take_decimal(char byte, std::string* json) {
  const bool is_first = part_ == Part::start;
  if (is_first && byte == '+') {
    last_ = byte;
    part_ = Part::sign;
    return true;
  }
  if (is_python_ && byte == '0' && (is_first || part_ == Part::sign)) {
    last_ = byte;
    part_ = Part::zero;
    return true;
  }
  if (byte == '_') {
    if (!is_digit(last_)) return false;
    last_ = byte;
    return true;
  }
  if (last_ == '_' && !is_digit(byte)) return false;
  if (byte == '.' && !is_digit(last_)) {
    if (!is_first && part_ != Part::sign) return false;
    needs_fraction_ = true;
    pass('0', json);
  }
  if ((byte == 'e' || byte == 'E') && last_ == '.') {
    if (needs_fraction_) return false;
    pass('0', json);
  }
  const bool is_signed_twice = last_ == '+' && byte == '-';
  if (is_signed_twice || !pass(byte, json)) return false;
  last_ = byte;
  part_ = is_first && byte == '-' ? Part::sign : Part::decimal;
  return true;
}

// Takes a digit of a number of another base than ten.
bool LiteralNumber::take_digit(char byte) {
  if (byte == '_') {
    if (last_ == '_') return false;
    last_ = byte;
    return true;
  }
  const std::uint8_t digit = digit_of(byte);
  if (digit >= base_) return false;
  if (value_ > (~std::uint64_t{0} - digit) / base_) {
    part_ = Part::too_big;
    return false;
  }
  value_ = value_ * base_ + digit;
  last_ = byte;
  part_ = Part::digits;
  return true;
}

bool LiteralNumber::pass(char byte, std::string* json) {
  if (has_begun_) {
    if (!number_.take(byte)) return false;
  } else {
    if (!JsonNumber::begins_with(byte)) return false;
    number_ = JsonNumber(byte);
    has_begun_ = true;
  }
  if (json != nullptr) json->push_back(byte);
  return true;
}

// `0x` has no digit yet, and `1_` ends in a separator: neither is a number.
bool LiteralNumber::may_end() const {
  switch (part_) {
    case Part::zero: return true;
    case Part::digits: return last_ != '_';
    case Part::start:
    case Part::letter:
    case Part::too_big: return false;
    case Part::sign:
    case Part::decimal: break;
  }
  if (last_ == '.') return !needs_fraction_;
  return has_begun_ && last_ != '_' && number_.may_end();
}

void LiteralNumber::end(std::string* json) const {
  if (json == nullptr) return;
  if (part_ == Part::digits) json->append(std::to_string(value_));
  if (part_ == Part::zero || last_ == '.') json->push_back('0');
}

}  // namespace tagstream
