// The kernel for x86-64 with AVX-512 (F and BW): a block of 64 bytes is one vector. A comparison
// gives the 64 bits of a mask at once: `equal(block, '<')` of a block that begins with `a<b<` has
// the bits 1 and 3.

#ifdef __x86_64__

#include <immintrin.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "scan/kernels.hpp"

// Each function names the instructions that it needs; kernels_avx2.cpp says why.
#define TAGSTREAM_TARGET [[gnu::target("avx512f,avx512bw,bmi,bmi2")]]

namespace tagstream::scan {
namespace avx512 {
namespace {

using Block = __m512i;

TAGSTREAM_TARGET inline Block load(const char* at) { return _mm512_loadu_si512(at); }

// A block of `size` bytes, fewer than 64, with zeros after them. Masked bytes are not read.
TAGSTREAM_TARGET inline Block load_part(const char* at, std::size_t size) {
  return _mm512_maskz_loadu_epi8((std::uint64_t{1} << size) - 1, at);
}

TAGSTREAM_TARGET inline void store(char* at, Block block) { _mm512_storeu_si512(at, block); }

// The mask of the bytes that are `byte`.
TAGSTREAM_TARGET inline std::uint64_t equal(Block block, char byte) {
  return _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8(byte));
}

// The mask of the bytes that are at most `most`, as unsigned numbers.
TAGSTREAM_TARGET inline std::uint64_t up_to(Block block, char most) {
  return _mm512_cmple_epu8_mask(block, _mm512_set1_epi8(most));
}

// The 16 bytes of a table in all four lanes of a vector. The mask `all` changes nothing: gcc 12
// warns about its own header in the intrinsic without a mask.
TAGSTREAM_TARGET inline __m512i four_times(const unsigned char* table) {
  constexpr __mmask16 all = 0xffff;
  return _mm512_maskz_broadcast_i32x4(all,
                                      _mm_loadu_si128(reinterpret_cast<const __m128i*>(table)));
}

// The mask of the bytes that are members of the set. A shuffle gives 0 for a byte from 0x80 on, so
// each of the two tables answers for its own bytes only; kernels_avx2.cpp has an example.
TAGSTREAM_TARGET inline std::uint64_t members(Block block, const ByteTable& table) {
  const __m512i others = _mm512_xor_si512(block, _mm512_set1_epi8(-128));
  const __m512i by_low = _mm512_or_si512(_mm512_shuffle_epi8(four_times(table.by_low[0]), block),
                                         _mm512_shuffle_epi8(four_times(table.by_low[1]), others));
  const __m512i high = _mm512_and_si512(_mm512_srli_epi16(block, 4), _mm512_set1_epi8(15));
  return _mm512_test_epi8_mask(by_low, _mm512_shuffle_epi8(four_times(bit_of_high), high));
}

// The same for a table that is exact: the byte equals the member that has its low half. Without the
// empty `asm` gcc reads the block from memory for each of the two instructions, which costs a third
// of the speed.
TAGSTREAM_TARGET inline std::uint64_t members(Block block, const LowHalfTable& table) {
  asm("" : "+v"(block));
  return _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(four_times(table.member), block), block);
}

TAGSTREAM_TARGET inline std::uint64_t members(Block block, char byte) { return equal(block, byte); }

// True if one of the 256 bytes at `at` is wanted.
template <class Wanted>
TAGSTREAM_TARGET inline bool has_any(const char* at, const Wanted& wanted) {
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < 256; i += 64) found |= members(load(at + i), wanted);
  return found != 0;
}

// For each byte its kinds, as bits of `TagByte`; a byte from 0x80 on has none.
TAGSTREAM_TARGET inline Block kinds_of(Block block) {
  const __m512i high = _mm512_and_si512(_mm512_srli_epi16(block, 4), _mm512_set1_epi8(15));
  return _mm512_and_si512(_mm512_shuffle_epi8(four_times(tag_bytes.low), block),
                          _mm512_shuffle_epi8(four_times(tag_bytes.high), high));
}

TAGSTREAM_TARGET inline std::uint64_t any_of(Block kinds, unsigned wanted) {
  return _mm512_test_epi8_mask(kinds, _mm512_set1_epi8(static_cast<char>(wanted)));
}

TAGSTREAM_TARGET inline std::uint64_t from_128(Block block) { return _mm512_movepi8_mask(block); }

#include "scan/block_kernels.hpp"

}  // namespace
}  // namespace avx512

constinit const Kernels avx512_kernels = {"avx512",
                                          avx512::find_in_set,
                                          avx512::find_string_end,
                                          avx512::write_escaped,
                                          avx512::find_starts,
                                          avx512::find_starts_and_run,
                                          avx512::read_tag,
                                          avx512::read_tags};

}  // namespace tagstream::scan

#endif
