// The kernel for WebAssembly, where every current engine has vectors: a block of 64 bytes is four
// of
// 16. `equal(block, '<')` of a block that begins with `a<b<` is a mask with the bits 1 and 3.

#ifdef __wasm_simd128__

#include <wasm_simd128.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "scan/kernels.hpp"

#define TAGSTREAM_TARGET  // nothing beyond what the whole module is compiled for

namespace tagstream::scan {
namespace simd128 {
namespace {

using Vector = v128_t;

struct Block {
  Vector parts[4];
};

inline Block load(const char* at) {
  return {{wasm_v128_load(at), wasm_v128_load(at + 16), wasm_v128_load(at + 32),
           wasm_v128_load(at + 48)}};
}

// A block of `size` bytes, with zeros after them.
inline Block load_part(const char* at, std::size_t size) {
  alignas(64) char copy[64] = {};
  std::memcpy(copy, at, size);
  return load(copy);
}

inline void store(char* at, const Block& block) {
  for (std::size_t i = 0; i < 4; ++i) wasm_v128_store(at + 16 * i, block.parts[i]);
}

inline Vector every(unsigned byte) { return wasm_u8x16_splat(static_cast<std::uint8_t>(byte)); }

// The mask of the bytes for which `test` gives 0xff; for all others it gives 0.
template <class Test>
inline std::uint64_t bits(const Block& block, Test test) {
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    mask |= std::uint64_t{wasm_i8x16_bitmask(test(block.parts[i]))} << (16 * i);
  }
  return mask;
}

// The mask of the bytes that are `byte`.
inline std::uint64_t equal(const Block& block, char byte) {
  const Vector wanted = every(static_cast<std::uint8_t>(byte));
  return bits(block, [wanted](Vector part) { return wasm_i8x16_eq(part, wanted); });
}

// The mask of the bytes that are at most `most`, as unsigned numbers.
inline std::uint64_t up_to(const Block& block, char most) {
  const Vector top = every(static_cast<std::uint8_t>(most));
  return bits(block, [top](Vector part) { return wasm_u8x16_le(part, top); });
}

// Looks up the low half of each byte. The top bit stays in the index, and a look-up gives 0 for an
// index from 16 on. So bytes from 0x80 on give 0, and each table answers for its own bytes only.
inline Vector by_low(const void* table, Vector part) {
  return wasm_i8x16_swizzle(wasm_v128_load(table), wasm_v128_and(part, every(0x8f)));
}

inline Vector by_high(const void* table, Vector part) {
  return wasm_i8x16_swizzle(wasm_v128_load(table), wasm_u8x16_shr(part, 4));
}

// 0xff where two bytes have a bit in common.
inline Vector in_common(Vector a, Vector b) { return wasm_i8x16_ne(wasm_v128_and(a, b), every(0)); }

// A vector that is not zero where a byte is a member of the set.
inline Vector members(Vector part, const ByteTable& table) {
  const Vector others = wasm_v128_xor(part, every(0x80));
  const Vector low = wasm_v128_or(by_low(table.by_low[0], part), by_low(table.by_low[1], others));
  return in_common(low, by_high(bit_of_high, part));
}

// The same for a table that is exact: the byte equals the member that has its low half.
inline Vector members(Vector part, const LowHalfTable& table) {
  return wasm_i8x16_eq(by_low(table.member, part), part);
}

inline Vector members(Vector part, char byte) {
  return wasm_i8x16_eq(part, every(static_cast<std::uint8_t>(byte)));
}

// The mask of the bytes that are members.
template <class Table>
inline std::uint64_t members(const Block& block, const Table& table) {
  return bits(block, [&table](Vector part) { return members(part, table); });
}

// True if one of the 256 bytes at `at` is wanted. The sixteen results are joined and asked once.
template <class Wanted>
inline bool has_any(const char* at, const Wanted& wanted) {
  Vector found = every(0);
  for (std::size_t i = 0; i < 256; i += 16) {
    found = wasm_v128_or(found, members(wasm_v128_load(at + i), wanted));
  }
  return wasm_v128_any_true(found);
}

// For each byte its kinds, as bits of `TagByte`; a byte from 0x80 on has none.
inline Block kinds_of(const Block& block) {
  Block kinds;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vector part = block.parts[i];
    kinds.parts[i] = wasm_v128_and(by_low(tag_bytes.low, part), by_high(tag_bytes.high, part));
  }
  return kinds;
}

inline std::uint64_t any_of(const Block& kinds, unsigned wanted) {
  return bits(kinds, [of_kind = every(wanted)](Vector part) { return in_common(part, of_kind); });
}

inline std::uint64_t from_128(const Block& block) {
  return bits(block, [](Vector part) { return part; });  // the mask is of the top bits
}

#include "scan/block_kernels.hpp"

}  // namespace
}  // namespace simd128

constinit const Kernels simd128_kernels = {"simd128",
                                           simd128::find_in_set,
                                           simd128::find_string_end,
                                           simd128::write_escaped,
                                           simd128::find_starts,
                                           simd128::find_starts_and_run,
                                           simd128::read_tag,
                                           simd128::read_tags};

}  // namespace tagstream::scan

#endif
