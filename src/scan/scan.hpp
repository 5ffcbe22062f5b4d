#pragma once

// Byte searches. What a machine can do faster goes through its kernel (kernels.hpp); the scalar one
// defines the answer, and any other must be equal to it on every input.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tagstream::scan {

/// A set of byte values as vector units look it up, 16 entries at a time: by the top bit and the
/// low half of a byte, and in what is there by the rest, a bit for each of its eight values.
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
/// The bit of a byte in its entry, by its high half.
inline constexpr unsigned char bit_of_high[16] = {1, 2, 4, 8, 16, 32, 64, 128,
                                                  1, 2, 4, 8, 16, 32, 64, 128};

/// A set of byte values.
class ByteSet {
 public:
  constexpr void add(unsigned char byte) {
    if (member_[byte]) return;
    member_[byte] = true;
    table_.add(byte);
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
  [[nodiscard]] const ByteTable& table() const { return table_; }

 private:
  std::array<bool, 256> member_{};
  ByteTable table_;
  std::size_t count_ = 0;
  unsigned char only_ = 0;
};

/// The top bit of each byte of `word` that is zero, at least of the lowest such byte.
constexpr std::uint64_t eight_ones = 0x0101010101010101;
constexpr std::uint64_t zero_bytes(std::uint64_t word) {
  return (word - eight_ones) & ~word & eight_ones << 7;
}
/// The same of each byte that ends or interrupts a JSON string: `quote`, a backslash or a control
/// byte.
constexpr std::uint64_t string_stops(std::uint64_t word, char quote) {
  const std::uint64_t quotes = eight_ones * static_cast<unsigned char>(quote);
  const std::uint64_t controls = (word - eight_ones * 0x20) & ~word & eight_ones << 7;
  return zero_bytes(word ^ quotes) | zero_bytes(word ^ eight_ones * '\\') | controls;
}

template <class Word>
Word load_word(const char* at) {
  Word word = 0;
  std::memcpy(&word, at, sizeof(Word));
  return word;
}

inline constexpr std::size_t longest_short = 16;
/// True if `has` says so of a word with bytes of `text`, which has 1 to 16 of them: it is asked of
/// each byte, and of no others. Two loads, which may overlap, and no call: tokens have about four
/// bytes, and a call of memcpy or memchr takes longer than to look at them.
// `{"a"` is five bytes: the words of its first four and its last four, as one of eight.
template <class Has>
bool any_in_short(std::string_view text, Has has) {
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

/// True if `byte` is in a text of 1 to 16 bytes.
inline bool is_in_short(std::string_view text, unsigned char byte) {
  return any_in_short(
      text, [all = eight_ones * byte](std::uint64_t word) { return zero_bytes(word ^ all) != 0; });
}
/// The same for the members of a set.
inline bool is_in_short(std::string_view text, const ByteSet& set) {
  if (set.count() == 1) return is_in_short(text, set.only());
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

/// True if there is such a byte in `text`, which is not empty.
inline bool has_string_stop(std::string_view text, char quote) {
  if (text.size() <= longest_short) {
    return any_in_short(text, [=](std::uint64_t word) { return string_stops(word, quote) != 0; });
  }
  const char* const end = text.data() + text.size();
  return find_string_stop(text.data(), end, quote) != end;
}

/// What may follow a backslash and needs no more than a look; in single quotes their quote, too.
inline constexpr ByteTable escape_letters = [] {
  ByteTable letters;
  for (char c : {'"', '\\', '/', 'b', 'f', 'n', 'r', 't'}) {
    letters.add(static_cast<unsigned char>(c));
  }
  return letters;
}();

/// The same, but escapes of one letter (or of the quote) that are whole are passed: then it is
/// `quote`, a control byte, or a backslash with something else after it.
const char* find_string_end(const char* from, const char* to, char quote);
/// As `find_string_end`, quicker where the end is near, as it is in most strings.
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

/// Writes [from, to) as it stands in a JSON string in double quotes: a quote, a backslash and
/// control bytes escaped. Gives the end of that. `out` has room for `escaped_room` bytes: what is
/// behind the end may be written, too.
char* write_escaped(const char* from, const char* to, char* out);

inline constexpr std::size_t longest_escape = 6;
constexpr std::size_t escaped_room(std::size_t size) { return size * longest_escape + 64; }

/// How a byte stands in a JSON string, if it can't stand there itself.
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
