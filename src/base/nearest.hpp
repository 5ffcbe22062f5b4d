#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace tagstream {

/// How many bytes to add, remove or change to make `a` of `b`.
[[nodiscard]] inline std::size_t slips_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = i;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0U : 1U);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

/// The word that `written` was most likely meant to be: two slips at most, one in a short
/// word. Empty if none is near.
[[nodiscard]] inline std::string_view nearest_word(std::string_view written,
                                                   const std::vector<std::string_view>& words) {
  std::string_view nearest;
  if (written.size() > 64) return nearest;
  std::size_t least = std::min<std::size_t>(written.size() / 2, 2) + 1;
  for (std::string_view word : words) {
    const std::size_t slips = slips_between(word, written);
    if (slips < least) nearest = word;
    least = std::min(least, slips);
  }
  return nearest;
}

}  // namespace tagstream
