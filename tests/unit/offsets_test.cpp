#include "tagstream/offsets.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tagstream {
namespace {

// The same by counting from the beginning.
std::uint64_t counted(std::string_view text, std::size_t offset, OffsetUnit unit) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < offset; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool is_second =
        i > 0 && unit == OffsetUnit::utf16 && static_cast<unsigned char>(text[i - 1]) >= 0xF0U;
    count += (byte & 0xC0U) != 0x80U || is_second ? 1 : 0;
  }
  return count;
}

TEST(text_offsets, of_the_example) {
  const std::string text = "aé😀b";
  for (const auto unit : {OffsetUnit::code_points, OffsetUnit::utf16}) {
    TextOffsets offsets(unit);
    offsets.add(text);
    EXPECT_EQ(offsets.of(3), 2U);
    EXPECT_EQ(offsets.of(7), unit == OffsetUnit::utf16 ? 4U : 3U);
    EXPECT_EQ(offsets.of(8), unit == OffsetUnit::utf16 ? 5U : 4U);
    offsets.reset();
    offsets.add("abcdefgh");
    EXPECT_EQ(offsets.of(7), 7U);
  }
}

TEST(text_offsets, of_long_texts_in_pieces_of_any_size) {
  std::string text(700, 'a');
  for (int i = 0; i < 300; ++i) text += i % 3 == 0 ? "é" : i % 3 == 1 ? "😀x" : "\xff\x80";
  for (const auto unit : {OffsetUnit::code_points, OffsetUnit::utf16}) {
    for (const std::size_t size : {1U, 2U, 5U, 512U, 5000U}) {
      TextOffsets offsets(unit);
      for (std::size_t at = 0; at < text.size(); at += size) {
        offsets.add(std::string_view(text).substr(at, size));
      }
      for (std::size_t at = 0; at <= text.size(); ++at) {
        ASSERT_EQ(offsets.of(at), counted(text, at, unit)) << at << " in pieces of " << size;
      }
    }
  }
}

}  // namespace
}  // namespace tagstream
