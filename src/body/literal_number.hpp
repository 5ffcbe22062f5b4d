#pragma once

// Reads one number as Python writes it, and writes it as JSON: 1_000, .5, 5., +1, -2e3, - 1, 0x1F,
// 0o17, 0b11. Numbers of another base than ten may have 64 bits.
//
//   0x1F    31          1_000    1000        .5     0.5
//   5.      5.0         - 1      -1          007    not a number

#include <cstdint>
#include <string>

#include "json/json_number.hpp"

namespace tagstream {

class LiteralNumber {
 public:
  /// True if a number may begin with `byte`.
  [[nodiscard]] static constexpr bool begins_with(char byte) {
    return JsonNumber::begins_with(byte) || byte == '+' || byte == '.';
  }
  LiteralNumber() = default;
  /// @param is_python  blanks may follow the sign, and numbers may have another base than ten
  explicit LiteralNumber(bool is_python) : is_python_(is_python) {}

  /// Takes `byte` as the next byte of the number. Returns false if the number can't go on with it;
  /// the number then ends before `byte`, or is wrong.
  /// @param json  final bytes are appended to it; may be null
  bool take(char byte, std::string* json);
  /// True if the bytes so far are a whole number.
  [[nodiscard]] bool may_end() const;
  /// The number ends. Precondition: `may_end()`.
  void end(std::string* json) const;

 private:
  enum class Part : std::uint8_t {
    start,
    sign,  // only a sign was taken
    zero,  // a first 0 was taken, but not written: a letter may follow
    decimal,
    letter,   // after `0x`: a digit must follow
    digits,   // of another base than ten
    too_big,  // its value has more than 64 bits
  };

  bool take_decimal(char byte, std::string* json);
  bool take_digit(char byte);
  bool pass(char byte, std::string* json);

  JsonNumber number_;
  std::uint64_t value_ = 0;  // of the digits of another base than ten
  char last_ = 0;            // the byte that was taken last
  std::uint8_t base_ = 0;    // 0: ten
  Part part_ = Part::start;
  bool is_python_ = false;
  bool has_begun_ = false;  // `number_` has a byte
  bool needs_fraction_ = false;
};

}  // namespace tagstream
