#pragma once

// Finds the places where tags may begin, and reads a whole tag with a few vector instructions. A
// *window* is 64 bytes of text, for which the places of each kind of byte are known at once.
//
// docs/grammar.md and the table of lex/grammar.hpp say what a tag is. A window either gives the
// same verdict or none (`undecided`); then the walk by the table reads the tag, byte by byte.
//
//   <b x="1">       open, size 9, name_size 1, one attribute
//   </b >           close, size 5, name_size 1
//   <b =            undecided: the walk reads blanks beside `=`
//   <b>             undecided in the window if fewer than three bytes follow from the `<`

#include <cstddef>
#include <cstdint>

#include "scan/scan.hpp"

namespace tagstream::scan {

inline constexpr std::size_t window_size = 64;

/// The bytes that may follow a '<' that begins something. If neither set allows what follows, the
/// '<' begins nothing. The sets may hold too many bytes; then the caller looks in vain.
struct StartFilter {
  ByteTable opens;   ///< the byte after '<' is a member
  ByteTable closes;  ///< the byte after '<' is a '/', and the one after that is a member

  /// True if the '<' at `at` may begin something. Bytes after `to` may still come, so the answer is
  /// true if those before `to` don't rule it out.
  [[nodiscard]] bool may_begin(const char* at, const char* to) const {
    if (to - at < 2 || opens.has(static_cast<unsigned char>(at[1]))) return true;
    if (at[1] != '/') return false;
    return to - at < 3 || closes.has(static_cast<unsigned char>(at[2]));
  }
};

/// The bytes that Markdown code may begin with; and these with the '<' of a tag.
inline constexpr ByteSet run_bytes = [] {
  ByteSet bytes;
  for (const char c : {'`', '~'}) bytes.add(static_cast<unsigned char>(c));
  return bytes;
}();
inline constexpr ByteSet lt_and_run_bytes = [] {
  ByteSet bytes = run_bytes;
  bytes.add('<');
  return bytes;
}();
/// The byte that may begin or end a code span; the bytes that end a line; and all of these.
inline constexpr ByteSet backtick = [] {
  ByteSet bytes;
  bytes.add('`');
  return bytes;
}();
inline constexpr ByteSet line_ends = [] {
  ByteSet bytes;
  for (const char c : {'\n', '\r'}) bytes.add(static_cast<unsigned char>(c));
  return bytes;
}();
inline constexpr ByteSet line_ends_and_backtick = [] {
  ByteSet bytes = line_ends;
  bytes.add('`');
  return bytes;
}();

/// The result of a look at the bytes from a '<' on.
struct TagLook {
  enum class Verdict : std::uint8_t { undecided, no_tag, open, close, empty };
  Verdict verdict = Verdict::undecided;
  std::uint8_t size = 0;       ///< of the tag; no_tag: the place of the byte that can't stand there
  std::uint8_t name_size = 0;  ///< of the name, which begins at 1, or at 2 in a closing tag
  std::uint8_t attributes = 0;  ///< how many the tag has; no_tag: how many have begun
};

/// A whole tag, which begins `begin` bytes after the first byte that was read.
struct TagSpan {
  std::uint32_t begin;
  TagLook look;
};
inline constexpr std::size_t most_spans = 64;

/// The kinds of bytes in the grammar of tags, one bit for each kind.
///
/// A byte has the kinds that its two entries in `TagBytes` share. `k` is 0x6b: `low[11]` and
/// `high[6]` share letter_from_1. `-` is 0x2d: `low[13]` and `high[2]` share dash_dot. Letters need
/// two kinds, as their low halves are 1 to 15 in one row of the ASCII table and 0 to 10 in the
/// next.
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
/// A byte below 0x80 has the kinds whose bits are set in both of its entries: that of its low half
/// in `low`, and that of its high half in `high`.
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

/// The filter for tags of any name: a byte that begins a name may follow the '<', and in a closing
/// tag a blank as well.
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
