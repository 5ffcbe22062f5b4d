#include "base/sort.hpp"

#include <algorithm>

namespace tagstream {

std::vector<std::uint32_t> sorted_places(const void* items, std::size_t count, std::size_t size,
                                         bool (*is_before)(const void* a, const void* b)) {
  const auto at = [=](std::uint32_t place) {
    return static_cast<const char*>(items) + size * place;
  };
  std::vector<std::uint32_t> places(count);
  for (std::uint32_t i = 0; i < count; ++i) places[i] = i;
  // Each round merges sorted runs of `run` places, two and two, and a run is twice as long then.
  std::vector<std::uint32_t> merged(count);
  for (std::size_t run = 1; run < count; run *= 2) {
    for (std::size_t begin = 0; begin < count; begin += 2 * run) {
      const std::size_t middle = std::min(begin + run, count);
      const std::size_t end = std::min(middle + run, count);
      std::size_t left = begin;
      std::size_t right = middle;
      for (std::size_t to = begin; to < end; ++to) {
        const bool takes_right =
            left == middle || (right < end && is_before(at(places[right]), at(places[left])));
        merged[to] = places[takes_right ? right++ : left++];
      }
    }
    places.swap(merged);
  }
  return places;
}

}  // namespace tagstream
