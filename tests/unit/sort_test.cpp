#include "base/sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace tagstream {
namespace {

using Item = std::pair<std::uint32_t, std::string>;

TEST(sort_items, sorts_lists_of_each_length_and_equal_items_stay_in_their_order) {
  std::mt19937 random(1);
  for (std::uint32_t length = 0; length < 70; ++length) {
    for (const std::uint32_t values : {1U, 3U, 1000U}) {
      std::vector<Item> items;
      for (std::uint32_t i = 0; i < length; ++i) {
        items.emplace_back(static_cast<std::uint32_t>(random() % values), std::to_string(i));
      }
      const auto by_number = [](const Item& a, const Item& b) { return a.first < b.first; };
      std::vector<Item> expected = items;
      std::stable_sort(expected.begin(), expected.end(), by_number);
      sort_items(items, by_number);
      EXPECT_EQ(items, expected) << length << " of " << values;
    }
  }
}

TEST(sort_items, a_list_that_is_sorted_either_way) {
  std::vector<std::uint32_t> up;
  for (std::uint32_t i = 0; i < 100; ++i) up.push_back(i);
  std::vector<std::uint32_t> down(up.rbegin(), up.rend());
  sort_items(down);
  EXPECT_EQ(down, up);
  sort_items(up);
  EXPECT_EQ(up, down);
}

}  // namespace
}  // namespace tagstream
