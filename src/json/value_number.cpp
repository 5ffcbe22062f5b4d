#include "json/value_number.hpp"

#include <string>

#include "base/text.hpp"
#include "json/json_copy.hpp"

namespace tagstream {

namespace {

// Numbers of Python, as they are written as JSON.
//
//   1_000  →  1000      .5  →  0.5      5.  →  5.0      +7  →  7      0x1F  →  31
//   007, 1__0, 0x       not numbers     0x1FFFFFFFFFFFFFFFF: refused, since it has over 64 bits

// The base of the letter after a zero: 16 for `0x`.
constexpr std::uint8_t base_of(char letter) {
  switch (fold(letter)) {
    case 'x': return 16;
    case 'o': return 8;
    default: return 2;
  }
}

}  // namespace

// Takes a step that JSON does not have, and this language has. Returns false if the byte is no
// digit of the number's base.
bool ValueNumber::take(char byte, std::uint8_t step, std::uint64_t offset, JsonCopy* copy) {
  if (state_ >= number_step::base) return take_digit(byte);
  state_ = static_cast<number_step::State>(step & ((1U << number_step::needs_shift) - 1));
  if (state_ == number_step::base) {
    value_ = 0;
    base_ = base_of(byte);
    zero_at_ = offset - 1;
  } else if (copy != nullptr) {
    const bool lacks_digit = byte == '.' || fold(byte) == 'e';
    copy->cut(offset, lacks_digit ? 0 : 1, lacks_digit ? "0" : "");
  }
  return true;
}

// Takes a digit of a number of another base than ten.
bool ValueNumber::take_digit(char byte) {
  if (byte == '_') {
    if (state_ == number_step::base_line) return false;
    state_ = number_step::base_line;
    return true;
  }
  const unsigned digit = digit_value(byte);
  if (digit >= base_) return false;
  if (value_ > (~std::uint64_t{0} - digit) / base_) {
    state_ = number_step::base;  // its value has more than 64 bits: a number can't end here
    return false;
  }
  value_ = value_ * base_ + digit;
  state_ = number_step::base_digits;
  return true;
}

void ValueNumber::end_loose(std::uint64_t offset, JsonCopy* copy) const {
  if (copy == nullptr) return;
  if (state_ == number_step::point) {
    copy->cut(offset, 0, "0");
  } else {
    copy->cut(zero_at_, offset - zero_at_, std::to_string(value_));
  }
}

}  // namespace tagstream
