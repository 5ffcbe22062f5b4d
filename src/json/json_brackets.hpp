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
  [[nodiscard]] Kind kind() const {
    const std::size_t at = depth_ - 1;
    return static_cast<Kind>(word_of(at) >> shift_of(at) & 3);
  }
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
    if (depth_ / per_word > deep_bits_.size()) deep_bits_.push_back(0);
    ++depth_;
    set(kind);
  }
  /// Notes a comma directly in the innermost bracket: it makes `(1,)` a tuple (R108).
  /// Precondition: a bracket is open.
  void note_comma() {
    if (kind() == Kind::tuple) set(Kind::tuple_with_comma);
  }
  /// Closes the innermost bracket. Precondition: one is open.
  void close() { --depth_; }

 private:
  static constexpr std::size_t per_word = 32;

  [[nodiscard]] static unsigned shift_of(std::size_t at) {
    return static_cast<unsigned>(at % per_word * 2);
  }
  [[nodiscard]] const std::uint64_t& word_of(std::size_t at) const {
    return at < per_word ? bits_ : deep_bits_[at / per_word - 1];
  }
  void set(Kind kind) {
    const std::size_t at = depth_ - 1;
    std::uint64_t& word = at < per_word ? bits_ : deep_bits_[at / per_word - 1];
    word &= ~(std::uint64_t{3} << shift_of(at));
    word |= static_cast<std::uint64_t>(kind) << shift_of(at);
  }

  std::uint64_t bits_ = 0;
  std::vector<std::uint64_t> deep_bits_;  // from depth 32 on
  std::size_t depth_ = 0;
};

}  // namespace tagstream
