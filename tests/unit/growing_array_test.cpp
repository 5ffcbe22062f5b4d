#include "base/growing_array.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace tagstream {
namespace {

using Numbers = GrowingArray<int>;

std::vector<int> all(const Numbers& numbers) {
  const auto view = numbers.view();
  return {view.begin(), view.end()};
}

Numbers up_to(int last) {
  Numbers numbers;
  for (int i = 1; i <= last; ++i) numbers.push_back(i);
  return numbers;
}

TEST(growing_array, holds_what_was_pushed) {
  const Numbers none;
  EXPECT_TRUE(none.empty());
  EXPECT_TRUE(none.view().empty());
  const Numbers numbers = up_to(1000000);
  ASSERT_EQ(numbers.size(), 1000000U);
  for (int i = 0; i < 1000000; ++i) ASSERT_EQ(numbers[static_cast<std::size_t>(i)], i + 1);
  EXPECT_EQ(numbers.view().back(), 1000000);
  EXPECT_EQ(numbers.view().size(), 1000000U);
}

TEST(growing_array, pushes_its_own_elements) {
  Numbers numbers = up_to(3);
  while (numbers.size() < 10000) numbers.push_back(numbers[0]);
  EXPECT_EQ(numbers.back(), 1);
}

TEST(growing_array, a_large_one_has_little_to_spare) {
  Numbers numbers;
  for (int i = 0; i < 10000000; ++i) {
    numbers.push_back(i);
    if (numbers.size() < 1000000) continue;
    ASSERT_LE(numbers.capacity() * 4, numbers.size() * 5);
  }
  Numbers exact;
  exact.reserve(12345);
  EXPECT_EQ(exact.capacity(), 12345U);
}

TEST(growing_array, shrinks_at_both_ends) {
  Numbers numbers = up_to(6);
  numbers.pop_back();
  numbers.drop_front(2);
  EXPECT_EQ(all(numbers), (std::vector<int>{3, 4, 5}));
  numbers.truncate(1);
  EXPECT_EQ(all(numbers), (std::vector<int>{3}));
  numbers.drop_front(1);
  EXPECT_TRUE(numbers.empty());
}

TEST(growing_array, resize_adds_copies_or_cuts) {
  Numbers numbers = up_to(2);
  numbers.resize(4, 7);
  EXPECT_EQ(all(numbers), (std::vector<int>{1, 2, 7, 7}));
  numbers.resize(1, 7);
  EXPECT_EQ(all(numbers), (std::vector<int>{1}));
  numbers.resize(100000, numbers[0]);
  EXPECT_EQ(numbers.back(), 1);
}

TEST(growing_array, assign_replaces) {
  Numbers numbers = up_to(3);
  numbers.assign(up_to(2).view());
  EXPECT_EQ(all(numbers), (std::vector<int>{1, 2}));
  numbers.assign({});
  EXPECT_TRUE(numbers.empty());
}

TEST(growing_array, clear_keeps_the_memory_and_assignment_gives_it_back) {
  Numbers numbers = up_to(100);
  const std::size_t capacity = numbers.capacity();
  numbers.clear();
  EXPECT_EQ(numbers.capacity(), capacity);
  numbers = {};
  EXPECT_EQ(numbers.capacity(), 0U);
  numbers.push_back(1);
  EXPECT_EQ(all(numbers), (std::vector<int>{1}));
}

TEST(growing_array, moves_and_swaps) {
  Numbers first = up_to(3);
  Numbers second = std::move(first);
  EXPECT_EQ(second.size(), 3U);
  first = up_to(1);
  first.swap(second);
  EXPECT_EQ(all(first), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(all(second), (std::vector<int>{1}));
  second = std::move(first);
  EXPECT_EQ(all(second), (std::vector<int>{1, 2, 3}));
}

}  // namespace
}  // namespace tagstream
