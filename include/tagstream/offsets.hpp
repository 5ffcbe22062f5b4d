#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tagstream/version.hpp"

namespace tagstream {

/// The unit in which a language counts its strings.
enum class OffsetUnit : std::uint8_t {
  code_points = 0,  ///< Python
  utf16 = 1,        ///< JavaScript, Java, C#: two for each character outside of the basic plane
};

/// Converts offsets in bytes, which events have, to offsets in a string of another language. In
/// `aé😀b` the byte 7, `b`, is the code point 3 and the UTF-16 unit 4.
///
/// Nothing is kept for the ASCII bytes at the beginning; after them one bit for each byte, and one
/// number for each 512 bytes. A byte that is not UTF-8 and not the continuation of a character
/// counts as one unit.
class TextOffsets {
 public:
  /// For one text.
  explicit TextOffsets(OffsetUnit unit) : unit_(unit) {}

  /// The text goes on with this chunk, which may end inside a character. @cost O(chunk)
  void add(std::string_view chunk);

  /// The number of units before the byte at `offset`. Inside a character they are those that have
  /// begun. @pre the bytes before it were added @cost O(1)
  [[nodiscard]] std::uint64_t of(std::uint64_t offset) const;

  /// Forgets the text.
  void reset() { *this = TextOffsets(unit_); }

 private:
  OffsetUnit unit_;
  bool was_long_ = false;              // the last byte begins a character of four bytes
  std::uint64_t ascii_ = 0;            // bytes before the first one that is not ASCII
  std::uint64_t size_ = 0;             // bytes after those
  std::vector<std::uint64_t> starts_;  // a bit for each byte: a unit begins here
  std::vector<std::uint64_t> before_;  // starts before each 512 of them
};

}  // namespace tagstream
