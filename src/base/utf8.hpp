#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tagstream {

// The bytes of `é` (U+00E9) are C3 A9: a *lead* byte, which says how long the sequence is, and a
// *continuation* byte. Overlong forms (C0 80), surrogates (ED A0 80) and code points above U+10FFFF
// (F4 90 80 80) are not valid UTF-8.

/// The mark that some programs write before a text in UTF-8. It is no part of the text.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

constexpr bool is_utf8_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// The length in bytes of a sequence that begins with `lead`; 0 if no sequence begins so.
constexpr std::size_t utf8_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  return lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
}

/// True if `second` may be the second byte after `lead`, the first byte of a sequence of two or
/// more. The narrow ranges after E0, ED, F0 and F4 keep out overlong forms, surrogates and too
/// large code points.
constexpr bool is_utf8_second(unsigned char lead, unsigned char second) {
  const unsigned char lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  return second >= lowest && second <= highest;
}

/// The beginning of a text: one valid sequence, or the bytes of a broken one. A broken sequence has
/// all bytes that could begin a valid one, and at least one byte. So E2 82 before an `a` is one
/// broken sequence of two bytes, and becomes one U+FFFD.
struct Utf8Sequence {
  std::size_t size = 1;
  bool is_valid = false;
};

/// The first sequence of `text`. Precondition: it is not empty.
constexpr Utf8Sequence utf8_first(std::string_view text) {
  const auto at = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = utf8_length(at(0));
  if (length == 0) return {1, false};
  for (std::size_t i = 1; i < length; ++i) {
    if (i == text.size() || !is_utf8_continuation(text[i])) return {i, false};
    if (i == 1 && !is_utf8_second(at(0), at(1))) return {1, false};
  }
  return {length, true};
}

/// The number of bytes at the end of `text` that begin a valid sequence which is not complete: 0 to
/// 3. It is 1 for `caf\xC3`, 2 for `\xE2\x82`, and 0 for `\xE0\x80`, since no sequence begins so.
/// Pieces of text wait for the rest of such a sequence; all other bytes go out as they are.
constexpr std::size_t utf8_incomplete_tail(std::string_view text) {
  if (text.empty() || static_cast<unsigned char>(text.back()) < 0x80) return 0;
  for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    const auto lead = static_cast<unsigned char>(text[text.size() - back]);
    if ((lead & 0xC0) == 0x80) continue;
    if (utf8_length(lead) <= back) return 0;
    if (back == 1) return 1;
    const auto second = static_cast<unsigned char>(text[text.size() - back + 1]);
    return is_utf8_second(lead, second) ? back : 0;
  }
  return 0;
}

/// Writes a code point to `out`, which has room for 4 bytes, and returns the end of the written
/// bytes. Precondition: `value` is at most 0x10FFFF and no surrogate.
constexpr char* write_utf8(char* out, std::uint32_t value) {
  const auto add = [&](std::uint32_t byte) { *out++ = static_cast<char>(byte); };
  if (value < 0x80) {
    add(value);
  } else if (value < 0x800) {
    add(0xC0 | (value >> 6));
    add(0x80 | (value & 0x3F));
  } else if (value < 0x10000) {
    add(0xE0 | (value >> 12));
    add(0x80 | ((value >> 6) & 0x3F));
    add(0x80 | (value & 0x3F));
  } else {
    add(0xF0 | (value >> 18));
    add(0x80 | ((value >> 12) & 0x3F));
    add(0x80 | ((value >> 6) & 0x3F));
    add(0x80 | (value & 0x3F));
  }
  return out;
}

/// Appends a code point. Precondition: `value` is at most 0x10FFFF and no surrogate.
inline void append_utf8(std::string& out, std::uint32_t value) {
  char bytes[4];
  out.append(bytes, write_utf8(bytes, value));
}

}  // namespace tagstream
