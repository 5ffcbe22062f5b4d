#pragma once

// Follows one number, byte by byte.

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

  /// True if `byte` goes on with it; else nothing changes.
  bool take(char byte);
  /// Takes what goes on with it; gives the first byte that does not, or `end`.
  const char* read(const char* at, const char* end) {
    while (at != end && take(*at)) ++at;
    return at;
  }
  /// True if it is one as it stands.
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
