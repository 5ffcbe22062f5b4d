#include "base/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tagstream {

namespace {

char folded(char c) {
  if (c == '-') return '_';
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// The number of slips that turn `b` into `a`. A slip is a byte too many, a byte missing, a byte
// changed, or two neighbours that have changed places. '-' equals '_', and case does not count.
// `qwne3` is one slip from `qwen3`, and `qwen-33` two: a `-` and a `3` too many.
//
// This is the optimal string alignment distance, row by row: `row[j]` is the distance of the first
// i bytes of `a` from the first j bytes of `b`, and `last_row` is the row before that one.
std::size_t distance(std::string_view a, std::string_view b) {
  const auto are_same = [&](std::size_t i, std::size_t j) { return folded(a[i]) == folded(b[j]); };
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  std::vector<std::size_t> last_row = row;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::vector<std::size_t> next = {i + 1};
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = row[j] + (are_same(i, j) ? 0U : 1U);
      next.push_back(std::min({changed, next[j] + 1, row[j + 1] + 1}));
      const bool have_swapped = i > 0 && j > 0 && are_same(i, j - 1) && are_same(i - 1, j);
      if (have_swapped) next.back() = std::min(next.back(), last_row[j - 1] + 1);
    }
    last_row = std::exchange(row, std::move(next));
  }
  return row.back();
}

std::string_view bare(std::string_view word) {
  return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

constexpr std::size_t no_match = std::string_view::npos;
constexpr std::size_t max_bytes = 64;  // names are shorter

// How far a word is from the written one: the number of slips if there are few, 3 if one of the two
// begins with the other (`qwen` and `qwen3_coder`), else `no_match`. Of one byte nothing is near.
std::size_t how_far(std::string_view name, std::string_view written, std::size_t most_slips) {
  if (written.size() < 2 || written.size() > max_bytes) return no_match;
  const std::size_t slips = distance(name, written);
  if (slips <= most_slips && slips < written.size()) return slips;
  const std::size_t common = std::min(name.size(), written.size());
  const bool begins =
      common > 2 && distance(name.substr(0, common), written.substr(0, common)) == 0;
  return begins ? 3 : no_match;
}

}  // namespace

bool is_same_word(std::string_view a, std::string_view b) {
  a = bare(a);
  b = bare(b);
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char one, char other) { return folded(one) == folded(other); });
}

// Of several words that are equally near, the first one in the list is taken.
std::string_view nearest_word(std::string_view written,
                              const std::vector<std::string_view>& words) {
  const std::size_t most_slips = std::clamp<std::size_t>((bare(written).size() + 1) / 3, 1, 2);
  std::string_view nearest;
  std::size_t least = no_match;
  for (const std::string_view word : words) {
    const std::size_t far = how_far(bare(word), bare(written), most_slips);
    if (far < least) nearest = word;
    least = std::min(least, far);
  }
  return nearest;
}

}  // namespace tagstream
