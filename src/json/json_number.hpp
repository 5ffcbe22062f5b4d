#pragma once

// Follows one JSON number, byte by byte, so that it may be cut anywhere. Of `-1.5,` it takes `1`,
// `.` and `5` after the `-` that it begins with, and refuses the `,`: the number has ended.

#include <cstdint>

namespace tagstream {

class JsonNumber {
 public:
  /// True if a number may begin with `byte`.
  [[nodiscard]] static constexpr bool begins_with(char byte) {
    return byte == '-' || (byte >= '0' && byte <= '9');
  }
  JsonNumber() = default;
  /// Precondition: `begins_with(first)`.
  explicit JsonNumber(char first)
      : state_(first == '-'   ? State::minus
               : first == '0' ? State::zero
                              : State::digits) {}

  /// Takes `byte` if it may follow in the number. Returns false, and changes nothing, if not.
  bool take(char byte);
  /// Takes bytes as long as they belong to the number. Returns the place of the first other byte,
  /// or `end`.
  const char* read(const char* at, const char* end) {
    while (at != end && take(*at)) ++at;
    return at;
  }
  /// True if the bytes so far are a complete number.
  [[nodiscard]] bool may_end() const;

 private:
  enum class State : std::uint8_t {
    minus,
    zero,
    digits,
    point,
    fraction,
    exponent,  // after 'e'
    exponent_sign,
    exponent_digits,
  };

  State state_ = State::minus;
};

}  // namespace tagstream
