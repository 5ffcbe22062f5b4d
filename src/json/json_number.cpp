#include "json/json_number.hpp"

namespace tagstream {

// `-0.5e+3` passes through all states but `digits`: minus, zero, point, fraction, exponent,
// exponent_sign, exponent_digits. In `007` the number ends after the first 0, as no digit may
// follow a leading zero. `1.` is no complete number: a digit must follow.
bool JsonNumber::take(char byte) {
  const bool is_digit = byte >= '0' && byte <= '9';
  const bool is_e = byte == 'e' || byte == 'E';
  auto go = [&](bool goes_on, State state) {
    if (goes_on) state_ = state;
    return goes_on;
  };
  switch (state_) {
    case State::minus: return go(is_digit, byte == '0' ? State::zero : State::digits);
    case State::zero: return go(byte == '.', State::point) || go(is_e, State::exponent);
    case State::digits:
      return is_digit || go(byte == '.', State::point) || go(is_e, State::exponent);
    case State::point: return go(is_digit, State::fraction);
    case State::fraction: return is_digit || go(is_e, State::exponent);
    case State::exponent:
      return go(byte == '+' || byte == '-', State::exponent_sign) ||
             go(is_digit, State::exponent_digits);
    case State::exponent_sign:
    case State::exponent_digits: return go(is_digit, State::exponent_digits);
  }
  return false;
}

// `-`, `1.`, `1e` and `1e+` are not complete.
bool JsonNumber::may_end() const {
  return state_ == State::zero || state_ == State::digits || state_ == State::fraction ||
         state_ == State::exponent_digits;
}

}  // namespace tagstream
