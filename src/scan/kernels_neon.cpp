// The kernel for 64-bit ARM, where every processor has NEON: a block of 64 bytes is four vectors of
// 16. `equal(block, '<')` of a block that begins with `a<b<` is a mask with the bits 1 and 3.

#if defined(__aarch64__) && !defined(__AARCH64EB__)

#include <arm_neon.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "scan/kernels.hpp"

#define TAGSTREAM_TARGET  // nothing beyond what every such machine has

namespace tagstream::scan {
namespace neon {
namespace {

using Vector = uint8x16_t;

struct Block {
  Vector parts[4];
};

inline const std::uint8_t* bytes_at(const char* at) {
  return reinterpret_cast<const std::uint8_t*>(at);
}

inline Block load(const char* at) {
  const std::uint8_t* const bytes = bytes_at(at);
  return {{vld1q_u8(bytes), vld1q_u8(bytes + 16), vld1q_u8(bytes + 32), vld1q_u8(bytes + 48)}};
}

// A block of `size` bytes, with zeros after them.
inline Block load_part(const char* at, std::size_t size) {
  alignas(64) char copy[64] = {};
  std::memcpy(copy, at, size);
  return load(copy);
}

inline void store(char* at, const Block& block) {
  for (std::size_t i = 0; i < 4; ++i) {
    vst1q_u8(reinterpret_cast<std::uint8_t*>(at) + 16 * i, block.parts[i]);
  }
}

// The mask of the bytes for which `test` gives 0xff; for all others it gives 0. NEON has no
// instruction that collects top bits. So each byte keeps the one bit of its place among eight, and
// three sums of neighbours bring the bits of eight bytes into one byte.
template <class Test>
inline std::uint64_t bits(const Block& block, Test test) {
  constexpr std::uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const Vector place = vld1q_u8(places);
  const Vector first = vpaddq_u8(vandq_u8(test(block.parts[0]), place),  //
                                 vandq_u8(test(block.parts[1]), place));
  const Vector second =
      vpaddq_u8(vandq_u8(test(block.parts[2]), place), vandq_u8(test(block.parts[3]), place));
  const Vector pairs = vpaddq_u8(first, second);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(pairs, pairs)), 0);
}

// The mask of the bytes that are `byte`.
inline std::uint64_t equal(const Block& block, char byte) {
  const Vector wanted = vdupq_n_u8(static_cast<std::uint8_t>(byte));
  return bits(block, [wanted](Vector part) { return vceqq_u8(part, wanted); });
}

// The mask of the bytes that are at most `most`, as unsigned numbers.
inline std::uint64_t up_to(const Block& block, char most) {
  const Vector top = vdupq_n_u8(static_cast<std::uint8_t>(most));
  return bits(block, [top](Vector part) { return vcleq_u8(part, top); });
}

// Looks up the low half of each byte. The top bit stays in the index, and a look-up gives 0 for an
// index from 16 on. So bytes from 0x80 on give 0, and each table answers for its own bytes only.
inline Vector by_low(Vector table, Vector part) {
  return vqtbl1q_u8(table, vandq_u8(part, vdupq_n_u8(0x8f)));
}

// A vector that is not zero where a byte is a member of the set.
inline Vector members(Vector part, const ByteTable& table) {
  const Vector others = veorq_u8(part, vdupq_n_u8(0x80));
  const Vector low =
      vorrq_u8(by_low(vld1q_u8(table.by_low[0]), part), by_low(vld1q_u8(table.by_low[1]), others));
  return vtstq_u8(low, vqtbl1q_u8(vld1q_u8(bit_of_high), vshrq_n_u8(part, 4)));
}

// The same for a table that is exact: the byte equals the member that has its low half.
inline Vector members(Vector part, const LowHalfTable& table) {
  return vceqq_u8(by_low(vld1q_u8(table.member), part), part);
}

inline Vector members(Vector part, char byte) {
  return vceqq_u8(part, vdupq_n_u8(static_cast<std::uint8_t>(byte)));
}

// The mask of the bytes that are members.
template <class Table>
inline std::uint64_t members(const Block& block, const Table& table) {
  return bits(block, [&table](Vector part) { return members(part, table); });
}

// True if one of the 256 bytes at `at` is wanted. The sixteen results are joined and asked once.
template <class Wanted>
inline bool has_any(const char* at, const Wanted& wanted) {
  Vector found = vdupq_n_u8(0);
  for (std::size_t i = 0; i < 256; i += 16) {
    found = vorrq_u8(found, members(vld1q_u8(bytes_at(at + i)), wanted));
  }
  return vmaxvq_u8(found) != 0;
}

// For each byte its kinds, as bits of `TagByte`; a byte from 0x80 on has none.
inline Block kinds_of(const Block& block) {
  const Vector low = vld1q_u8(tag_bytes.low);
  const Vector high = vld1q_u8(tag_bytes.high);
  Block kinds;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vector part = block.parts[i];
    kinds.parts[i] = vandq_u8(by_low(low, part), vqtbl1q_u8(high, vshrq_n_u8(part, 4)));
  }
  return kinds;
}

inline std::uint64_t any_of(const Block& kinds, unsigned wanted) {
  const Vector bits_of_kind = vdupq_n_u8(static_cast<std::uint8_t>(wanted));
  return bits(kinds, [bits_of_kind](Vector part) { return vtstq_u8(part, bits_of_kind); });
}

inline std::uint64_t from_128(const Block& block) {
  return bits(block, [](Vector part) { return vcgeq_u8(part, vdupq_n_u8(0x80)); });
}

#include "scan/block_kernels.hpp"

}  // namespace
}  // namespace neon

constinit const Kernels neon_kernels = {"neon",
                                        neon::find_in_set,
                                        neon::find_string_end,
                                        neon::write_escaped,
                                        neon::find_starts,
                                        neon::find_starts_and_run,
                                        neon::read_tag,
                                        neon::read_tags};

}  // namespace tagstream::scan

#endif
