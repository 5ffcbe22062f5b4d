#pragma once

// Sorts lists of any type by one loop: each use of std::sort would put another one into the
// program.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tagstream {

/// The places 0 to `count` - 1 in the order of their items. Of equal items the first stays first.
/// @param items      the first item; the next ones follow each `size` bytes
/// @param is_before  true if the item `a` comes before the item `b`
[[nodiscard]] std::vector<std::uint32_t> sorted_places(const void* items, std::size_t count,
                                                       std::size_t size,
                                                       bool (*is_before)(const void* a,
                                                                         const void* b));

/// Sorts the items. Equal ones stay in their order.
/// @tparam Less  a lambda without captures that compares two items
template <class Item, class Less>
void sort_items(std::vector<Item>& items, Less /*is_before*/) {
  if (items.size() < 2) return;
  const auto places =
      sorted_places(items.data(), items.size(), sizeof(Item), [](const void* a, const void* b) {
        return Less()(*static_cast<const Item*>(a), *static_cast<const Item*>(b));
      });
  std::vector<Item> sorted;
  sorted.reserve(items.size());
  for (const std::uint32_t place : places) sorted.push_back(std::move(items[place]));
  items = std::move(sorted);
}

/// Sorts items that are compared by `<`.
template <class Item>
void sort_items(std::vector<Item>& items) {
  sort_items(items, [](const Item& a, const Item& b) { return a < b; });
}

}  // namespace tagstream
