#include "tagstream/offsets.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

// Of the bytes of `é😀` the first and the third begin a code point; in UTF-16 the fourth, too,
// begins a unit: the second half of a pair.

namespace tagstream {

namespace {

constexpr std::uint64_t word_bits = 64;
constexpr std::uint64_t block_words = 8;
constexpr std::uint64_t block_bits = block_words * word_bits;

std::uint64_t count_of(std::uint64_t word) {
  return static_cast<std::uint64_t>(std::popcount(word));
}

}  // namespace

void TextOffsets::add(std::string_view chunk) {
  if (size_ == 0) {
    const auto first = std::find_if(chunk.begin(), chunk.end(),
                                    [](char c) { return static_cast<unsigned char>(c) > 0x7f; });
    const auto before = static_cast<std::size_t>(first - chunk.begin());
    ascii_ += before;
    chunk.remove_prefix(before);
    if (chunk.empty()) return;
    before_.push_back(0);
  }
  const bool has_pairs = unit_ == OffsetUnit::utf16;
  for (const char c : chunk) {
    const auto byte = static_cast<unsigned char>(c);
    if (size_ % word_bits == 0) starts_.push_back(0);
    const bool is_start = (byte & 0xC0U) != 0x80U || was_long_;
    was_long_ = has_pairs && byte >= 0xF0U;
    starts_.back() |= static_cast<std::uint64_t>(is_start) << (size_ % word_bits);
    if (++size_ % block_bits != 0) continue;
    std::uint64_t count = before_.back();
    for (std::size_t i = starts_.size() - block_words; i < starts_.size(); ++i) {
      count += count_of(starts_[i]);
    }
    before_.push_back(count);
  }
}

std::uint64_t TextOffsets::of(std::uint64_t offset) const {
  if (offset <= ascii_) return offset;
  const std::uint64_t at = offset - ascii_;
  std::uint64_t count = ascii_ + before_[at / block_bits];
  for (std::uint64_t i = at / block_bits * block_words; i < at / word_bits; ++i) {
    count += count_of(starts_[i]);
  }
  if (at % word_bits == 0) return count;
  const std::uint64_t mask = (std::uint64_t{1} << (at % word_bits)) - 1;
  return count + count_of(starts_[at / word_bits] & mask);
}

}  // namespace tagstream
