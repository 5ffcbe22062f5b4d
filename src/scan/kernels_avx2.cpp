// The kernel for x86-64 with AVX2: blocks of two vectors.

#ifdef __x86_64__

#include <immintrin.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "scan/kernels.hpp"

// Each function says what it needs, not this file: an inline function that was compiled for AVX2
// here could be the one that the linker takes for all.
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

// Zeros follow the `size` bytes.
TAGSTREAM_TARGET inline Block load_part(const char* at, std::size_t size) {
  alignas(64) char copy[64] = {};
  std::memcpy(copy, at, size);
  return load(copy);
}

TAGSTREAM_TARGET inline void store(char* at, const Block& block) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), block.low);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(at + 32), block.high);
}

// `movemask` gives 32 bits, one for the top bit of each byte of a vector.
TAGSTREAM_TARGET inline std::uint64_t bits(__m256i low, __m256i high) {
  const auto first = static_cast<std::uint32_t>(_mm256_movemask_epi8(low));
  const auto second = static_cast<std::uint32_t>(_mm256_movemask_epi8(high));
  return first | std::uint64_t{second} << 32;
}

// 0xff where a byte is `byte`, else 0; the mask has the top bits of these.
TAGSTREAM_TARGET inline std::uint64_t equal(const Block& block, char byte) {
  const __m256i wanted = _mm256_set1_epi8(byte);
  return bits(_mm256_cmpeq_epi8(block.low, wanted), _mm256_cmpeq_epi8(block.high, wanted));
}

// The bytes up to `most`, as unsigned numbers.
TAGSTREAM_TARGET inline std::uint64_t up_to(const Block& block, char most) {
  const __m256i top = _mm256_set1_epi8(most);
  return bits(_mm256_cmpeq_epi8(_mm256_max_epu8(block.low, top), top),
              _mm256_cmpeq_epi8(_mm256_max_epu8(block.high, top), top));
}

TAGSTREAM_TARGET inline __m256i twice(const unsigned char* table) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table)));
}

// Not zero where a byte is a member. A shuffle gives 0 for a byte from 0x80 on, so each half of the
// table answers for its own bytes.
// `<` is 0x3c: entry 12 of the table's first half has the bits of 0x0c, 0x1c, … 0x7c; that of 0x3c
// is bit 3, which `bit_of_high` gives for the high half 3.
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

TAGSTREAM_TARGET inline __m256i kinds_of(__m256i bytes) {
  const __m256i high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(15));
  return _mm256_and_si256(_mm256_shuffle_epi8(twice(tag_bytes.low), bytes),
                          _mm256_shuffle_epi8(twice(tag_bytes.high), high));
}

// The TagBytes that each byte is; none from 0x80 on.
TAGSTREAM_TARGET inline Block kinds_of(const Block& block) {
  return {kinds_of(block.low), kinds_of(block.high)};
}

TAGSTREAM_TARGET inline std::uint64_t any_of(const Block& kinds, unsigned wanted) {
  const __m256i bits_of_kind = _mm256_set1_epi8(static_cast<char>(wanted));
  const __m256i none = _mm256_setzero_si256();
  return ~bits(_mm256_cmpeq_epi8(_mm256_and_si256(kinds.low, bits_of_kind), none),
               _mm256_cmpeq_epi8(_mm256_and_si256(kinds.high, bits_of_kind), none));
}

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
                                        avx2::read_tag,
                                        avx2::read_tags};

}  // namespace tagstream::scan

#endif
