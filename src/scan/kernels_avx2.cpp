// The kernel for x86-64 with AVX2: a block of 64 bytes is two vectors of 32. `equal(block, '<')`
// compares all 64 bytes with `<` and gives a mask: for a block that begins with `a<b<`, the bits 1
// and 3. block_kernels.hpp has the searches that are made of such operations.

#ifdef __x86_64__

#include <immintrin.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "scan/kernels.hpp"

// Each function names the instructions that it needs; the file as a whole is compiled for any
// x86-64. Otherwise an inline function of a header could be compiled with AVX2 here, and the linker
// could take that copy for the whole program, on machines without AVX2 as well.
#define TAGSTREAM_TARGET [[gnu::target("avx2,bmi,bmi2")]]

namespace tagstream::scan {
namespace avx2 {
namespace {

struct Block {
  __m256i low;
  __m256i high;
};

TAGSTREAM_TARGET inline Block load(const char* at) {
  return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(at)),
          _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at + 32))};
}

// A block of `size` bytes, with zeros after them. Reading 64 bytes at `at` could leave the text.
TAGSTREAM_TARGET inline Block load_part(const char* at, std::size_t size) {
  alignas(64) char copy[64] = {};
  std::memcpy(copy, at, size);
  return load(copy);
}

TAGSTREAM_TARGET inline void store(char* at, const Block& block) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), block.low);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(at + 32), block.high);
}

// The mask of the top bits of all bytes. `movemask` gives 32 of them, one for each byte of a
// vector.
TAGSTREAM_TARGET inline std::uint64_t bits(__m256i low, __m256i high) {
  const auto first = static_cast<std::uint32_t>(_mm256_movemask_epi8(low));
  const auto second = static_cast<std::uint32_t>(_mm256_movemask_epi8(high));
  return first | std::uint64_t{second} << 32;
}

// The mask of the bytes that are `byte`. The comparison makes each of them 0xff and all others 0.
TAGSTREAM_TARGET inline std::uint64_t equal(const Block& block, char byte) {
  const __m256i wanted = _mm256_set1_epi8(byte);
  return bits(_mm256_cmpeq_epi8(block.low, wanted), _mm256_cmpeq_epi8(block.high, wanted));
}

// The mask of the bytes that are at most `most`, as unsigned numbers. AVX2 has no such comparison:
// a byte is at most `most` if the larger of the two is `most`.
TAGSTREAM_TARGET inline std::uint64_t up_to(const Block& block, char most) {
  const __m256i top = _mm256_set1_epi8(most);
  return bits(_mm256_cmpeq_epi8(_mm256_max_epu8(block.low, top), top),
              _mm256_cmpeq_epi8(_mm256_max_epu8(block.high, top), top));
}

// The 16 bytes of a table in both halves of a vector: a shuffle looks up within each half.
TAGSTREAM_TARGET inline __m256i twice(const unsigned char* table) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table)));
}

// A vector that is not zero where a byte is a member of the set. Two shuffles look up the low half
// of each byte: one in the table for bytes below 0x80, one, with the top bit flipped, in the table
// for the others. A shuffle gives 0 for a byte whose top bit is set, so of the two only the right
// one counts.
// `<` is 0x3c: entry 12 of the first table has one bit for each of 0x0c, 0x1c, … 0x7c; that of 0x3c
// is bit 3, and `bit_of_high` gives bit 3 for the high half 3.
TAGSTREAM_TARGET inline __m256i members(__m256i bytes, const ByteTable& table) {
  const __m256i others = _mm256_xor_si256(bytes, _mm256_set1_epi8(-128));
  const __m256i by_low = _mm256_or_si256(_mm256_shuffle_epi8(twice(table.by_low[0]), bytes),
                                         _mm256_shuffle_epi8(twice(table.by_low[1]), others));
  const __m256i high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(15));
  return _mm256_and_si256(by_low, _mm256_shuffle_epi8(twice(bit_of_high), high));
}

TAGSTREAM_TARGET inline std::uint64_t members(const Block& block, const ByteTable& table) {
  const __m256i none = _mm256_setzero_si256();
  return ~bits(_mm256_cmpeq_epi8(members(block.low, table), none),
               _mm256_cmpeq_epi8(members(block.high, table), none));
}

// The same for a table that is exact: the byte equals the member that has its low half. A byte from
// 0x80 on gives 0, which it does not equal. Without the empty `asm` gcc reads the bytes from memory
// for each of the two instructions.
TAGSTREAM_TARGET inline __m256i members(__m256i bytes, const LowHalfTable& table) {
  asm("" : "+x"(bytes));
  return _mm256_cmpeq_epi8(_mm256_shuffle_epi8(twice(table.member), bytes), bytes);
}

TAGSTREAM_TARGET inline std::uint64_t members(const Block& block, const LowHalfTable& table) {
  return bits(members(block.low, table), members(block.high, table));
}

TAGSTREAM_TARGET inline __m256i members(__m256i bytes, char byte) {
  return _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte));
}

// True if one of the 256 bytes at `at` is wanted. The eight results are joined and asked once.
template <class Wanted>
TAGSTREAM_TARGET inline bool has_any(const char* at, const Wanted& wanted) {
  __m256i found = _mm256_setzero_si256();
  for (std::size_t i = 0; i < 256; i += 64) {
    const Block block = load(at + i);
    found = _mm256_or_si256(
        found, _mm256_or_si256(members(block.low, wanted), members(block.high, wanted)));
  }
  return _mm256_testz_si256(found, found) == 0;
}

TAGSTREAM_TARGET inline __m256i kinds_of(__m256i bytes) {
  const __m256i high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(15));
  return _mm256_and_si256(_mm256_shuffle_epi8(twice(tag_bytes.low), bytes),
                          _mm256_shuffle_epi8(twice(tag_bytes.high), high));
}

// For each byte its kinds, as bits of `TagByte`: 0x3c is none, 0x61 (`a`) is letter_from_1. A byte
// from 0x80 on has none.
TAGSTREAM_TARGET inline Block kinds_of(const Block& block) {
  return {kinds_of(block.low), kinds_of(block.high)};
}

// The mask of the bytes that are of at least one kind in `wanted`.
TAGSTREAM_TARGET inline std::uint64_t any_of(const Block& kinds, unsigned wanted) {
  const __m256i bits_of_kind = _mm256_set1_epi8(static_cast<char>(wanted));
  const __m256i none = _mm256_setzero_si256();
  return ~bits(_mm256_cmpeq_epi8(_mm256_and_si256(kinds.low, bits_of_kind), none),
               _mm256_cmpeq_epi8(_mm256_and_si256(kinds.high, bits_of_kind), none));
}

// The mask of the bytes from 0x80 on: their top bits are set already.
TAGSTREAM_TARGET inline std::uint64_t from_128(const Block& block) {
  return bits(block.low, block.high);
}

#include "scan/block_kernels.hpp"

}  // namespace
}  // namespace avx2

constinit const Kernels avx2_kernels = {"avx2",
                                        avx2::find_in_set,
                                        avx2::find_string_end,
                                        avx2::write_escaped,
                                        avx2::find_starts,
                                        avx2::find_starts_and_run,
                                        avx2::read_tag,
                                        avx2::read_tags};

}  // namespace tagstream::scan

#endif
