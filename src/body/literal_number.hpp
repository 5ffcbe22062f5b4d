#pragma once

// Follows one number as Python writes it, and says what it is as JSON: 1_000, .5, 5., +1, -2e3,
// - 1, 0x1F, 0o17, 0b11. The last three up to 64 bits.
//
//   0x1F    31          1_000    1000        .5     0.5
//   5.      5.0         - 1      -1          007    is no number

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

  /// True if `byte` goes on with it; else nothing changes but that it may be too long.
  /// @param json  where the bytes are appended that are final; may be null
  bool take(char byte, std::string* json);
  /// True if it is one as it stands.
  [[nodiscard]] bool may_end() const;
  /// The number ends. Precondition: `may_end()`.
  void end(std::string* json) const;

 private:
  bool take_decimal(char byte, std::string* json);
  bool take_digit(char byte);
  bool pass(char byte, std::string* json);
  void pass_zero(std::string* json);

  JsonNumber number_;
  std::uint64_t value_ = 0;  // base_ is given: of its digits
  char last_ = 0;            // byte that came
  std::uint8_t base_ = 0;    // 0: ten
  bool is_python_ = false;
  bool has_begun_ = false;  // as JSON
  bool needs_fraction_ = false;
  bool is_sign_ = false;     // all that has come
  bool is_zero_ = false;     // it has come, and is not JSON yet: a letter may follow
  bool has_digits_ = false;  // after the letter
  bool is_too_big_ = false;
};

}  // namespace tagstream
