#pragma once

// Reads one number, byte by byte, so that it may be cut anywhere, and reports each byte that JSON
// writes in another way.
//
//   0x1F    31          1_000    1000        .5     0.5       - 1     -1
//   5.      5.0         +7       7           007    not a number
//
// A table has all numbers. In `-1.5,` its states are minus, digits, point and fraction, and from a
// fraction no step leads on with the `,`: the number has ended.

#include <array>
#include <cstdint>
#include <string_view>

namespace tagstream {

class JsonCopy;

/// How a language of values writes numbers. Each allows what those before it do.
enum class Numbers : std::uint8_t {
  json,
  loose,   ///< 1_000, .5, 5., +7
  python,  ///< blanks after the sign; 0x1F, 0o17, 0b11, with up to 64 bits
};

namespace number_step {

enum State : std::uint8_t {
  start,
  plus,
  minus,
  zero,
  zero_line,  // `0_`, which fails at the next byte; its zero is not that of `0x1F`
  digits,
  digits_line,  // `1_`
  point,        // `1.`
  lone_point,   // `.`
  fraction,
  fraction_line,  // `.5_`
  exponent,       // `1e`
  exponent_sign,
  exponent_digits,
  exponent_line,  // `1e5_`
  base,           // `0x`: from here on the digits of another base than ten
  base_digits,
  base_line,  // `0x1_`
  state_count
};
/// A bit for each state in which a number is whole. `0x` has no digit yet, and `1_` ends in an
/// underscore: neither is a number. `1.` is one in code.
constexpr unsigned ends =
    1U << zero | 1U << digits | 1U << fraction | 1U << exponent_digits | 1U << base_digits;

/// A step is the next state, and from bit 5 on the `Numbers` that it takes.
constexpr unsigned needs_shift = 5;
constexpr std::uint8_t no_step = 0xFF;

// A step that JSON does not have is one of these: over a `+` in front, an underscore, a
// blank or the letter of a base; to a point without a digit before it, or from a point without one
// after it.
inline constexpr auto steps = [] {
  std::array<std::array<std::uint8_t, 256>, state_count> table{};
  for (auto& row : table) row.fill(no_step);
  const auto go = [&](State from, std::string_view bytes, State to, Numbers needs = Numbers::json) {
    for (const char byte : bytes) {
      table[from][static_cast<unsigned char>(byte)] =
          static_cast<std::uint8_t>(to | unsigned(needs) << needs_shift);
    }
  };
  constexpr std::string_view all_digits = "0123456789";
  for (const State sign : {start, plus, minus}) {
    go(sign, "0", zero);
    go(sign, all_digits.substr(1), digits);
    go(sign, ".", lone_point, Numbers::loose);
    if (sign != start) go(sign, " \t\n\r\f", sign, Numbers::python);
  }
  go(start, "-", minus);
  go(start, "+", plus, Numbers::loose);
  go(zero, "_", zero_line, Numbers::loose);
  go(zero, "xXoObB", base, Numbers::python);
  go(digits, all_digits, digits);
  go(digits_line, all_digits, digits);
  go(digits, "_", digits_line, Numbers::loose);
  for (const State whole : {zero, digits}) {
    go(whole, ".", point);
    go(whole, "eE", exponent);
  }
  go(point, "eE", exponent, Numbers::loose);
  for (const State before : {point, lone_point, fraction, fraction_line})
    go(before, all_digits, fraction);
  go(fraction, "eE", exponent);
  go(fraction, "_", fraction_line, Numbers::loose);
  go(exponent, "+-", exponent_sign);
  for (const State before : {exponent, exponent_sign, exponent_digits, exponent_line})
    go(before, all_digits, exponent_digits);
  go(exponent_digits, "_", exponent_line, Numbers::loose);
  for (const State in_base : {base, base_digits, base_line})
    go(in_base, "0123456789abcdefABCDEF_", base_digits, Numbers::python);
  return table;
}();

}  // namespace number_step

class ValueNumber {
 public:
  /// Begins a number.
  void begin(Numbers kind) {
    kind_ = kind;
    state_ = number_step::start;
  }
  /// Takes bytes as long as they belong to the number. Returns the place of the first other byte,
  /// or `end`.
  /// @param offset  of `at` in the value
  /// @param copy    may be null
  const char* read(const char* at, const char* end, std::uint64_t offset, JsonCopy* copy) {
    const char* const from = at;
    number_step::State state = state_;
    for (; at != end; ++at) {
      const std::uint8_t step = number_step::steps[state][static_cast<unsigned char>(*at)];
      if (step < number_step::state_count) {
        state = static_cast<number_step::State>(step);
        continue;
      }
      if (step >> number_step::needs_shift > static_cast<unsigned>(kind_)) break;
      state_ = state;
      if (!take(*at, step, offset + static_cast<std::uint64_t>(at - from), copy)) return at;
      state = state_;
    }
    state_ = state;
    return at;
  }
  /// True if the bytes so far are a whole number.
  [[nodiscard]] bool may_end() const {
    return (number_step::ends >> state_ & 1) != 0 ||
           (state_ == number_step::point && kind_ != Numbers::json);
  }
  /// The number ends before `offset`. Precondition: `may_end()`.
  void end(std::uint64_t offset, JsonCopy* copy) const {
    if (state_ == number_step::point || state_ == number_step::base_digits) end_loose(offset, copy);
  }
  /// The offset from which on the bytes before `offset` may still turn out to need converting; all
  /// ones if there are none. Such a byte is a first zero, which may be that of `0x1F`.
  [[nodiscard]] std::uint64_t pending(std::uint64_t offset) const {
    if (state_ >= number_step::base) return zero_at_;
    return state_ == number_step::zero && kind_ == Numbers::python ? offset - 1 : ~std::uint64_t{0};
  }

 private:
  bool take(char byte, std::uint8_t step, std::uint64_t offset, JsonCopy* copy);
  bool take_digit(char byte);
  void end_loose(std::uint64_t offset, JsonCopy* copy) const;

  std::uint64_t zero_at_ = 0;  // of a number of another base than ten
  std::uint64_t value_ = 0;    // of its digits
  std::uint8_t base_ = 0;
  number_step::State state_ = number_step::start;
  Numbers kind_ = Numbers::json;
};

}  // namespace tagstream
