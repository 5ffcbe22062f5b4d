#pragma once

// Searches for bytes. The functions call the kernel of the machine (kernels.hpp). The scalar kernel
// defines the answers; every other kernel must give the same ones on every input.
//
//   find_byte                of `ab<c>` and `<`: the place 2
//   find_in_set              of `ab<c>` and {c, >}: the place 3
//   find_string_end          of `a\"b"c` and `"`: the place 4, as `\"` is an escape
//   write_escaped            of a, a line end, b: `a\nb`, four bytes

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tagstream::scan {

/// A set of byte values, in the form in which vector units look bytes up: a table of 16 entries at
/// a time. The top bit of a byte chooses the table, its low half the entry, and the three bits
/// between choose the bit in the entry. For `<` (0x3c) that is table 0, entry 12, bit 3.
struct ByteTable {
  unsigned char by_low[2][16] = {};

  constexpr void add(unsigned char byte) {
    unsigned char& entry = by_low[byte >> 7][byte & 15U];
    entry = static_cast<unsigned char>(entry | 1U << (byte >> 4 & 7U));
  }
  [[nodiscard]] constexpr bool has(unsigned char byte) const {
    return (by_low[byte >> 7][byte & 15U] >> (byte >> 4 & 7U) & 1U) != 0;
  }
};
/// The bit in the entry for the high half of a byte: the top bit of the half does not count.
inline constexpr unsigned char bit_of_high[16] = {1, 2, 4, 8, 16, 32, 64, 128,
                                                  1, 2, 4, 8, 16, 32, 64, 128};

/// For each low half the one member of a set that has it. Many sets are small, and no two members
/// share their low half: `<` (0x3c), the backtick (0x60) and `~` (0x7e) have C, 0 and E. One look
/// up, and one comparison of the result with the byte, then say whether a byte is a member.
struct LowHalfTable {
  // An entry without a member holds a byte of another low half, which equals no byte looked up.
  unsigned char member[16] = {1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14};
  bool is_exact = true;  ///< false: two members share their low half, or one is 0x80 or more

  constexpr void add(unsigned char byte) {
    unsigned char& entry = member[byte & 15U];
    is_exact = is_exact && byte < 0x80 && (entry & 15U) != (byte & 15U);
    entry = byte;
  }
};

/// Eight bytes that are compared with eight others at once.
#if defined(__GNUC__) || defined(__clang__)
using EightBytes = unsigned char __attribute__((vector_size(8)));
constexpr EightBytes eight_times(unsigned char byte) { return EightBytes{} + byte; }
inline unsigned char first_byte(EightBytes bytes) { return bytes[0]; }
#else  // a compiler without vectors
using EightBytes = std::uint64_t;
constexpr EightBytes eight_times(unsigned char byte) { return byte * 0x0101010101010101U; }
constexpr unsigned char first_byte(EightBytes bytes) { return bytes & 0xffU; }
#endif

/// A set of byte values.
class ByteSet {
 public:
  constexpr void add(unsigned char byte) {
    if (member_[byte]) return;
    member_[byte] = true;
    table_.add(byte);
    low_halves_.add(byte);
    // Until others are added, the last one stands in their places.
    for (std::size_t i = count_++; i < most_few; ++i) few_[i] = eight_times(byte);
  }
  constexpr void add(const ByteSet& other) {
    for (unsigned byte = 0; byte < 256; ++byte) {
      if (other.member_[byte]) add(static_cast<unsigned char>(byte));
    }
  }
  [[nodiscard]] bool has(unsigned char byte) const { return member_[byte]; }
  [[nodiscard]] std::size_t count() const { return count_; }
  /// The member. Precondition: the set has exactly one.
  [[nodiscard]] unsigned char only() const { return first_byte(few_[0]); }
  /// True if a member is among the eight bytes of `word`. Precondition: the set has one to
  /// `most_few` members.
  [[nodiscard]] bool is_in(std::uint64_t word) const;
  static constexpr std::size_t most_few = 4;
  [[nodiscard]] const ByteTable& table() const { return table_; }
  [[nodiscard]] const LowHalfTable& low_halves() const { return low_halves_; }

 private:
  std::array<bool, 256> member_{};
  ByteTable table_;
  LowHalfTable low_halves_;
  std::size_t count_ = 0;
  EightBytes few_[most_few] = {};  // eight times each of the first members
};

/// A word with the top bit set in each byte that is zero in `word`. Above the lowest zero byte
/// other bits may be set too: a subtraction borrows from them.
constexpr std::uint64_t eight_ones = 0x0101010101010101;
constexpr std::uint64_t zero_bytes(std::uint64_t word) {
  return (word - eight_ones) & ~word & eight_ones << 7;
}
/// The same for the bytes that end or interrupt a JSON string: `quote`, a backslash or a control
/// byte (below 0x20). The lowest bit that is set is always right.
constexpr std::uint64_t string_stops(std::uint64_t word, char quote) {
  const std::uint64_t quotes = eight_ones * static_cast<unsigned char>(quote);
  const std::uint64_t controls = (word - eight_ones * 0x20) & ~word & eight_ones << 7;
  return zero_bytes(word ^ quotes) | zero_bytes(word ^ eight_ones * '\\') | controls;
}

inline bool ByteSet::is_in(std::uint64_t word) const {
#if defined(__GNUC__) || defined(__clang__)
  EightBytes bytes;
  std::memcpy(&bytes, &word, sizeof(bytes));
  const auto equal =
      (bytes == few_[0]) | (bytes == few_[1]) | (bytes == few_[2]) | (bytes == few_[3]);
  std::uint64_t found = 0;
  std::memcpy(&found, &equal, sizeof(found));
  return found != 0;
#else
  return (zero_bytes(word ^ few_[0]) | zero_bytes(word ^ few_[1]) | zero_bytes(word ^ few_[2]) |
          zero_bytes(word ^ few_[3])) != 0;
#endif
}

template <class Word>
Word load_word(const char* at) {
  Word word = 0;
  std::memcpy(&word, at, sizeof(Word));
  return word;
}

inline constexpr std::size_t longest_short = 16;
/// True if `has` is true for a word of eight bytes of `text`. Precondition: `text` has 1 to 16
/// bytes. The words hold every byte of the text at least once, and no other bytes. Tokens of a
/// model have about four bytes: two loads that may overlap take less time than a call of memchr.
///
/// `{"a":` has five bytes: the first four and the last four are one word of eight. It is always
/// inlined: each feed of a short chunk calls it, and the call would cost a quarter of its time.
template <class Has>
[[gnu::always_inline]] inline bool any_in_short(std::string_view text, Has has) {
  const char* const at = text.data();
  const char* const end = at + text.size();
  if (text.size() >= sizeof(std::uint64_t)) {
    return has(load_word<std::uint64_t>(at)) ||
           has(load_word<std::uint64_t>(end - sizeof(std::uint64_t)));
  }
  if (text.size() >= sizeof(std::uint32_t)) {
    const std::uint64_t last = load_word<std::uint32_t>(end - sizeof(std::uint32_t));
    return has(load_word<std::uint32_t>(at) | last << 32);
  }
  const auto byte = [](char c) { return std::uint64_t{static_cast<unsigned char>(c)}; };
  const std::uint64_t some = byte(at[0]) | byte(at[text.size() / 2]) << 8 | byte(end[-1]) << 16;
  return has(some | byte(at[0]) * (eight_ones << 24));
}

/// True if a member of `set` is in a text of 1 to 16 bytes.
inline bool is_in_short(std::string_view text, const ByteSet& set) {
  if (set.count() - 1 < ByteSet::most_few) {
    return any_in_short(text, [&](std::uint64_t word) { return set.is_in(word); });
  }
  bool found = false;
  for (const char c : text) found |= set.has(static_cast<unsigned char>(c));
  return found;
}

/// The first `byte` in [from, to), or `to`.
const char* find_byte(const char* from, const char* to, unsigned char byte);

/// The first member of `set` in [from, to), or `to`.
const char* find_in_set(const char* from, const char* to, const ByteSet& set);

/// True if a member of `set` is in `text`, which is not empty.
inline bool is_in(std::string_view text, const ByteSet& set) {
  if (text.size() <= longest_short) return is_in_short(text, set);
  const char* const end = text.data() + text.size();
  return find_in_set(text.data(), end, set) != end;
}

/// The first byte in [from, to) that ends or interrupts a JSON string: `quote`, a backslash or a
/// control byte; or `to`.
const char* find_string_stop(const char* from, const char* to, char quote);

inline bool is_string_stop(char byte, char quote) {
  return static_cast<unsigned char>(byte) < 0x20 || byte == quote || byte == '\\';
}

/// True if `text` holds a byte for which `is_string_stop` is true. Precondition: it is not empty.
inline bool has_string_stop(std::string_view text, char quote) {
  if (text.size() <= longest_short) {
    return any_in_short(text, [=](std::uint64_t word) { return string_stops(word, quote) != 0; });
  }
  const char* const end = text.data() + text.size();
  return find_string_stop(text.data(), end, quote) != end;
}

/// The bytes that make an escape of one letter after a backslash. In a string in single quotes `'`
/// is such a byte as well.
inline constexpr ByteTable escape_letters = [] {
  ByteTable letters;
  for (char c : {'"', '\\', '/', 'b', 'f', 'n', 'r', 't'}) {
    letters.add(static_cast<unsigned char>(c));
  }
  return letters;
}();

/// As `find_string_stop`, but passes complete escapes of one letter or of the quote. So the result
/// is the place of `quote`, of a control byte, of a backslash that something else follows (`\u`,
/// `\d`, the end of the text), or `to`.
const char* find_string_end(const char* from, const char* to, char quote);
/// The same as `find_string_end`, faster if the string ends within 16 bytes, as most strings do.
inline const char* find_near_string_end(const char* from, const char* to, char quote) {
  if constexpr (std::endian::native == std::endian::little) {
    const auto left = static_cast<std::size_t>(to - from);
    if (left >= sizeof(std::uint64_t)) {
      std::uint64_t stops = string_stops(load_word<std::uint64_t>(from), quote);
      if (stops == 0 && left >= 2 * sizeof(std::uint64_t)) {
        from += sizeof(std::uint64_t);
        stops = string_stops(load_word<std::uint64_t>(from), quote);
      }
      const char* const at = from + std::countr_zero(stops) / 8;
      if (stops != 0 && *at != '\\') return at;
    } else {
      const char* at = from;
      while (at != to && !is_string_stop(*at, quote)) ++at;
      if (at == to || *at != '\\') return at;
    }
  }
  return find_string_end(from, to, quote);
}

/// The same for [from, to) as a part of a text that ends at `end`: bytes up to there may be loaded.
inline const char* find_string_end_within(const char* from, const char* to, const char* end,
                                          char quote) {
  constexpr std::ptrdiff_t word = sizeof(std::uint64_t);
  if constexpr (std::endian::native == std::endian::little) {
    if (to - from <= word && end - from >= word) {
      const std::uint64_t stops = string_stops(load_word<std::uint64_t>(from), quote);
      if (stops == 0 || std::countr_zero(stops) / 8 >= to - from) return to;
    }
  }
  return find_near_string_end(from, to, quote);
}

/// Writes [from, to) as the inside of a JSON string: double quotes, backslashes and control bytes
/// become escapes. Returns the end of the written text. `out` must have room for
/// `escaped_room(to - from)` bytes, as bytes after the end may be written as well.
char* write_escaped(const char* from, const char* to, char* out);

inline constexpr std::size_t longest_escape = 6;
constexpr std::size_t escaped_room(std::size_t size) { return size * longest_escape + 64; }

/// The escape of a byte that can't stand in a JSON string; `size` 0: the byte stands for itself.
struct JsonEscape {
  char text[longest_escape + 1] = {};
  std::uint8_t size = 0;
};
inline constexpr auto json_escapes = [] {
  std::array<JsonEscape, '\\' + 1> escapes{};
  for (unsigned byte = 0; byte < 0x20; ++byte) {
    const char last = "0123456789abcdef"[byte & 15U];
    escapes[byte] = {{'\\', 'u', '0', '0', byte < 16 ? '0' : '1', last}, 6};
  }
  constexpr std::string_view bytes = "\"\\\b\f\n\r\t";
  constexpr std::string_view letters = "\"\\bfnrt";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    escapes[static_cast<unsigned char>(bytes[i])] = {{'\\', letters[i]}, 2};
  }
  return escapes;
}();

}  // namespace tagstream::scan
