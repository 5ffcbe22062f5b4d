#include "base/sort.hpp"

#include <algorithm>
#include <numeric>

namespace tagstream {

std::vector<std::uint32_t> sorted_places(const void* items, std::size_t count, std::size_t size,
                                         bool (*is_before)(const void* a, const void* b)) {
  std::vector<std::uint32_t> places(count);
  std::iota(places.begin(), places.end(), std::uint32_t{0});
  const auto at = [=](std::uint32_t place) {
    return static_cast<const char*>(items) + size * place;
  };
  std::sort(places.begin(), places.end(), [=](std::uint32_t a, std::uint32_t b) {
    if (is_before(at(a), at(b))) return true;
    return a < b && !is_before(at(b), at(a));
  });
  return places;
}

}  // namespace tagstream
