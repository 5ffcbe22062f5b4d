#pragma once

// Where tags may begin, and whole tags that are read at one look: in a *window*, 64 bytes in which
// all places of each kind of byte are known at once.
//
// docs/grammar.md and the table of lex/grammar.hpp say what a tag is. A window says the same or
// nothing (`undecided`), and where it says nothing the table's walk reads on.

#include <cstddef>
#include <cstdint>

#include "scan/scan.hpp"

namespace tagstream::scan {

inline constexpr std::size_t window_size = 64;

/// A '<' begins nothing that counts if neither is true. Sets may be too large.
struct StartFilter {
  ByteTable opens;   ///< the byte after '<' is a member
  ByteTable closes;  ///< that is a '/', and the byte after it is a member

  /// True if the '<' at `at` may begin something. If fewer than three bytes stand before `to`, the
  /// missing ones may still come.
  [[nodiscard]] bool may_begin(const char* at, const char* to) const {
    if (to - at < 2 || opens.has(static_cast<unsigned char>(at[1]))) return true;
    if (at[1] != '/') return false;
    return to - at < 3 || closes.has(static_cast<unsigned char>(at[2]));
  }
};

/// What a look at the bytes from a '<' on has shown.
struct TagLook {
  enum class Verdict : std::uint8_t { undecided, no_tag, open, close, empty };
  Verdict verdict = Verdict::undecided;
  std::uint8_t size = 0;        ///< of the tag; no_tag: bytes before the one that can't be
  std::uint8_t name_size = 0;   ///< it begins at 1, or at 2 in a closing tag
  std::uint8_t attributes = 0;  ///< no_tag: so many have begun
};

/// A whole tag, `begin` bytes from where reading began.
struct TagSpan {
  std::uint32_t begin;
  TagLook look;
};
inline constexpr std::size_t most_spans = 64;

/// What the grammar says of bytes, as windows ask for it.
// A byte's kinds are what its two entries share: `k` is 0x6b, `low[11]` has letter_from_1 and no
// other, and `high[6]` has it, too. `-` is 0x2d: `low[13]` and `high[2]` share dash_dot.
enum TagByte : unsigned char {
  letter_from_1 = 1,  // A-O a-o
  letter_to_10 = 2,   // P-Z p-z
  underscore = 4,
  colon = 8,
  digit = 16,
  dash_dot = 32,
  at_sign = 64,
  control_blank = 128,  // blanks other than the space
  any_letter = letter_from_1 | letter_to_10 | underscore | colon,
};
/// The kinds of an ASCII byte are in both its entries: `low` by its low half, `high` by the other.
struct TagBytes {
  unsigned char low[16] = {};
  unsigned char high[16] = {};

  [[nodiscard]] constexpr bool is(unsigned char byte, unsigned kinds) const {
    return byte < 0x80 && (low[byte & 15U] & high[byte >> 4] & kinds) != 0;
  }
};
inline constexpr TagBytes tag_bytes = [] {
  TagBytes bytes;
  for (unsigned i = 0; i < 16; ++i) {
    unsigned kinds = 0;
    if (i >= 1) kinds |= letter_from_1;
    if (i <= 10) kinds |= letter_to_10;
    if (i == 15) kinds |= underscore;
    if (i == 10) kinds |= colon;
    if (i <= 9) kinds |= digit;
    if (i == 13 || i == 14) kinds |= dash_dot;
    if (i == 0) kinds |= at_sign;
    if (i == 9 || i == 10 || i == 12 || i == 13) kinds |= control_blank;
    bytes.low[i] = static_cast<unsigned char>(kinds);
  }
  bytes.high[0] = control_blank;
  bytes.high[2] = dash_dot;
  bytes.high[3] = colon | digit;
  bytes.high[4] = letter_from_1 | at_sign;
  bytes.high[5] = letter_to_10 | underscore;
  bytes.high[6] = letter_from_1;
  bytes.high[7] = letter_to_10;
  return bytes;
}();

/// Where a tag of any name may begin.
inline constexpr StartFilter any_tag_starts = [] {
  StartFilter starts;
  for (unsigned c = 0; c < 256; ++c) {
    const auto byte = static_cast<unsigned char>(c);
    const bool begins_name = c >= 0x80 || tag_bytes.is(byte, any_letter | digit);
    if (begins_name) starts.opens.add(byte);
    if (begins_name || byte == ' ' || tag_bytes.is(byte, control_blank)) starts.closes.add(byte);
  }
  return starts;
}();

}  // namespace tagstream::scan
