// The table: what the model families write. A row stands with those whose names are near its own,
// a format with those of its kind.

#include <array>
#include <cstddef>
#include <utility>

#include "dialects/check.hpp"
#include "dialects/rows_a_to_h.hpp"
#include "dialects/rows_i_to_z.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream {
namespace {

template <std::size_t before, std::size_t after>
constexpr std::array<Dialect, before + after> joined(const std::array<Dialect, before>& first,
                                                     const std::array<Dialect, after>& rest) {
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return std::array{(i < before ? first[i % before] : rest[(i - before) % after])...};
  }
  (std::make_index_sequence<before + after>());
}

constexpr std::array table = joined(rows_a_to_h, rows_i_to_z);
static_assert(check_table(table));

}  // namespace

std::span<const Dialect> dialects() noexcept { return table; }

}  // namespace tagstream
