#pragma once

// Which bracket is open at each depth of a JSON value. A bracket takes two bits, so a million open
// brackets take 250 KB, and no depth can overflow the program's stack. After `{"a": [(1,` the
// depth is 3, and the kinds are, from the outside: object, list, tuple_with_comma.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tagstream {

class JsonBrackets {
 public:
  enum class Kind : std::uint8_t {
    list,
    object,
    tuple,  ///< without a comma: no tuple yet, only a value in brackets, unless it is empty
    tuple_with_comma,
  };

  [[nodiscard]] std::size_t depth() const { return depth_; }
  /// The kind of the innermost open bracket. Precondition: one is open.
  [[nodiscard]] Kind kind() const { return static_cast<Kind>(bits_ & 3); }
  /// The byte that closes the innermost bracket. Precondition: one is open.
  [[nodiscard]] char closer() const {
    switch (kind()) {
      case Kind::list: return ']';
      case Kind::object: return '}';
      case Kind::tuple:
      case Kind::tuple_with_comma: break;
    }
    return ')';
  }
  /// @param kind  not `tuple_with_comma`
  void open(Kind kind) {
    if (is_word_full()) outer_bits_.push_back(bits_);
    bits_ = bits_ << 2 | static_cast<std::uint64_t>(kind);
    ++depth_;
  }
  /// Notes a comma directly in the innermost bracket: it makes `(1,)` a tuple.
  /// Precondition: a bracket is open.
  void note_comma() {
    if (kind() == Kind::tuple) bits_ |= static_cast<std::uint64_t>(Kind::tuple_with_comma);
  }
  /// Closes the innermost bracket. Precondition: one is open.
  void close() {
    --depth_;
    bits_ >>= 2;
    if (!is_word_full()) return;
    bits_ = outer_bits_.back();
    outer_bits_.pop_back();
  }

 private:
  static constexpr std::size_t per_word = 32;

  [[nodiscard]] bool is_word_full() const { return depth_ % per_word == 0 && depth_ != 0; }

  std::uint64_t bits_ = 0;                 // of the innermost brackets, the last one lowest
  std::vector<std::uint64_t> outer_bits_;  // of those around them, 32 in each
  std::size_t depth_ = 0;
};

}  // namespace tagstream
