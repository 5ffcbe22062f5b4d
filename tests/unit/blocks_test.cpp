// Internal: a list that may grow long without moving what it holds.

#include "base/blocks.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace tagstream {
namespace {

TEST(blocks, holds_what_was_added_whatever_the_length) {
  Blocks<std::string> list;
  EXPECT_TRUE(list.empty());
  for (std::size_t i = 0; i < 200; ++i) {
    list.emplace_back() = std::to_string(i);
    ASSERT_EQ(list.size(), i + 1);
    ASSERT_EQ(list.back(), std::to_string(i));
    for (std::size_t k = 0; k <= i; ++k) ASSERT_EQ(list[k], std::to_string(k));
  }
  for (std::size_t i = 200; i-- > 1;) {
    list.pop_back();
    ASSERT_EQ(list.size(), i);
    ASSERT_EQ(list.back(), std::to_string(i - 1));
  }
  list.pop_back();
  EXPECT_TRUE(list.empty());
}

TEST(blocks, an_element_that_is_added_is_a_new_one) {
  Blocks<std::string> list;
  for (std::size_t size = 0; size < 140; ++size) {
    list.emplace_back() = "used";
    list.pop_back();
    ASSERT_EQ(list.emplace_back(), "") << size;
  }
}

TEST(blocks, what_is_forgotten_is_never_what_comes) {
  Blocks<std::string> list;
  for (std::size_t i = 0; i < 300; ++i) list.emplace_back() = std::to_string(i);
  for (std::size_t i = 0; i < 300; ++i) {
    list.forget_before(i);
    for (std::size_t k = i; k < 300; ++k) ASSERT_EQ(list[k], std::to_string(k)) << i;
  }
}

}  // namespace
}  // namespace tagstream
