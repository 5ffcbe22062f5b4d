#pragma once

// Byte searches: the seam after which faster kernels go. The scalar ones define the answer; any
// other kernel must be equal to them on every input.

#include <array>
#include <cstddef>
#include <cstdint>

namespace tagstream::scan {

/// A set of byte values.
class ByteSet {
 public:
  constexpr void add(unsigned char byte) {
    if (member_[byte]) return;
    member_[byte] = true;
    if (count_++ == 0) only_ = byte;
  }
  constexpr void add(const ByteSet& other) {
    for (unsigned byte = 0; byte < 256; ++byte) {
      if (other.member_[byte]) add(static_cast<unsigned char>(byte));
    }
  }
  [[nodiscard]] bool has(unsigned char byte) const { return member_[byte]; }
  [[nodiscard]] std::size_t count() const { return count_; }
  /// The member, if there is exactly one.
  [[nodiscard]] unsigned char only() const { return only_; }

 private:
  std::array<bool, 256> member_{};
  std::size_t count_ = 0;
  unsigned char only_ = 0;
};

/// The first `byte` in [from, to), or `to`.
const char* find_byte(const char* from, const char* to, unsigned char byte);

/// The first member of `set` in [from, to), or `to`.
const char* find_in_set(const char* from, const char* to, const ByteSet& set);

/// The first byte in [from, to) that ends or interrupts a JSON string: `quote`, a backslash or a
/// control byte; or `to`.
const char* find_string_stop(const char* from, const char* to, char quote);

/// Copies the bytes before the first in [from, to) that stops a string in double quotes; gives how
/// many. `out` has room for as many as there are and eight more, which may be written.
std::size_t copy_before_string_stop(const char* from, const char* to, char* out);

}  // namespace tagstream::scan
