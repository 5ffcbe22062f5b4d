#include <bit>
#include <cstring>

#include "scan/kernels.hpp"
#include "scan/scan.hpp"

namespace tagstream::scan {

// For one byte the C library's memchr is as fast as any kernel.
const char* find_byte(const char* from, const char* to, unsigned char byte) {
  if (from == to) return to;
  const void* hit = std::memchr(from, byte, static_cast<std::size_t>(to - from));
  return hit == nullptr ? to : static_cast<const char*>(hit);
}

const char* find_in_set(const char* from, const char* to, const ByteSet& set) {
  if (set.count() == 0) return to;
  if (set.count() == 1) return find_byte(from, to, set.only());
  return kernels().find_in_set(from, to, set);
}

const char* find_string_end(const char* from, const char* to, char quote) {
  return kernels().find_string_end(from, to, quote);
}

char* write_escaped(const char* from, const char* to, char* out) {
  return kernels().write_escaped(from, to, out);
}

namespace {

// `string_stops` looks at eight bytes at once. Its result for `ab"c\def`, byte by byte:
//
//   text       a     b     "     c     \     d     e     f
//   result     .     .     0x80  .     0x80  .     .     .
//
// The lowest bit that is set belongs to the first stop; divided by 8, the place of that bit is the
// place of the byte, here 2. This holds on little-endian machines; others look at each byte.

constexpr std::size_t block_size = 64;
constexpr std::size_t word_size = sizeof(std::uint64_t);

// True if one of 64 bytes is a stop. The loop never leaves early, so compilers turn it into vector
// code.
bool has_string_stop(const char* block, char quote) {
  unsigned char any = 0;
  for (std::size_t i = 0; i < block_size; ++i) {
    const auto byte = static_cast<unsigned char>(block[i]);
    any |= static_cast<unsigned char>(
        static_cast<unsigned char>(byte < 0x20) |
        static_cast<unsigned char>(byte == static_cast<unsigned char>(quote)) |
        static_cast<unsigned char>(byte == '\\'));
  }
  return any != 0;
}

}  // namespace

// No kernel has this search. It looks at eight bytes at a time, which is fast enough, since a stop
// is mostly near.
const char* find_string_stop(const char* from, const char* to, char quote) {
  if constexpr (std::endian::native == std::endian::little) {
    for (;;) {
      // The first 64 bytes are read in words, as most strings are short; then whole blocks, which
      // is faster, up to one with a stop in it, which is read in words again.
      for (std::size_t words = 0; words < block_size / word_size; ++words) {
        if (static_cast<std::size_t>(to - from) < word_size) break;
        const std::uint64_t stops = string_stops(load_word<std::uint64_t>(from), quote);
        if (stops != 0) return from + std::countr_zero(stops) / 8;
        from += word_size;
      }
      if (static_cast<std::size_t>(to - from) < block_size) break;
      while (static_cast<std::size_t>(to - from) >= block_size && !has_string_stop(from, quote)) {
        from += block_size;
      }
    }
    while (static_cast<std::size_t>(to - from) >= word_size) {
      const std::uint64_t stops = string_stops(load_word<std::uint64_t>(from), quote);
      if (stops != 0) return from + std::countr_zero(stops) / 8;
      from += word_size;
    }
    if (const auto rest = static_cast<std::size_t>(to - from); rest >= word_size / 2) {
      // 4 to 7 bytes are left: the first four and the last four of them, which may overlap.
      const std::uint64_t last = load_word<std::uint32_t>(to - word_size / 2);
      const std::uint64_t stops = string_stops(load_word<std::uint32_t>(from) | last << 32, quote);
      if (stops == 0) return to;
      const auto at = static_cast<std::size_t>(std::countr_zero(stops)) / 8;
      return at < word_size / 2 ? from + at : to - word_size + at;
    }
  }
  while (from != to && !is_string_stop(*from, quote)) ++from;
  return from;
}

// ---- the scalar kernel -----------------------------------------------------------------------

namespace {

// The functions below define the answers that every other kernel must give.

const char* find_in_set_scalar(const char* from, const char* to, const ByteSet& set) {
  while (from != to && !set.has(static_cast<unsigned char>(*from))) ++from;
  return from;
}

// In `a\nb\u0041"` it passes `\n`, an escape of one letter, and stops at the `\` of `\u`.
const char* find_string_end_scalar(const char* from, const char* to, char quote) {
  const char* at = find_string_stop(from, to, quote);
  while (to - at > 1 && *at == '\\') {
    if (at[1] != quote && !escape_letters.has(static_cast<unsigned char>(at[1]))) break;
    at = find_string_stop(at + 2, to, quote);
  }
  return at;
}

// Copies a word of eight bytes before it knows whether a stop is in it. `out` moves only to the
// first stop, so the bytes after that are overwritten.
char* write_escaped_scalar(const char* from, const char* to, char* out) {
  while (from != to) {
    if constexpr (std::endian::native == std::endian::little) {
      if (static_cast<std::size_t>(to - from) >= word_size) {
        const auto word = load_word<std::uint64_t>(from);
        std::memcpy(out, &word, word_size);
        const std::size_t size =
            static_cast<std::size_t>(std::countr_zero(string_stops(word, '"'))) / 8;
        from += size;
        out += size;
        if (size == word_size) continue;
      }
    }
    if (is_string_stop(*from, '"')) {
      const JsonEscape& escape = json_escapes[static_cast<unsigned char>(*from++)];
      std::memcpy(out, escape.text, longest_escape);
      out += escape.size;
    } else {
      *out++ = *from++;
    }
  }
  return out;
}

}  // namespace

constinit const Kernels scalar_kernels = {"scalar",
                                          find_in_set_scalar,
                                          find_string_end_scalar,
                                          write_escaped_scalar,
                                          nullptr,
                                          nullptr,
                                          nullptr,
                                          nullptr};

}  // namespace tagstream::scan
