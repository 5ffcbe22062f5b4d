// The table of dialects: the rows of six files, sorted by their names. `dialects()` begins with
// `apertus`; the row `glm45, glm46, glm, ring26` is found by each of its four names.

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "dialects/code_rows.hpp"
#include "dialects/element_rows.hpp"
#include "dialects/json_rows.hpp"
#include "dialects/message_rows.hpp"
#include "dialects/named_rows.hpp"
#include "dialects/reasoning_rows.hpp"

namespace tagstream {
namespace {

// The rows stand in six files, by the kind of their calls, and in each file by their names. They
// are merged here while the program is compiled, in few steps: compilers have limits.
template <std::size_t... sizes>
constexpr auto merged(const std::array<Row, sizes>&... rows) {
  const std::array files{std::span<const Row>(rows)...};
  std::array<const Row*, (sizes + ...)> all{};
  std::array<std::size_t, sizeof...(sizes)> next{};
  for (const Row*& place : all) {
    std::size_t first = files.size();
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (next[i] == files[i].size()) continue;
      const bool is_first =
          first == files.size() || files[i][next[i]].names() < files[first][next[first]].names();
      if (is_first) first = i;
    }
    place = &files[first][next[first]++];
  }
  return all;
}

constexpr std::array rows =
    merged(json_rows, named_rows, element_rows, code_rows, message_rows, reasoning_rows);

constexpr std::array table = []<std::size_t... i>(std::index_sequence<i...>) {
  return std::array{rows[i]->dialect()...};
}
(std::make_index_sequence<rows.size()>());

}  // namespace

std::span<const Dialect> dialects() noexcept { return table; }

}  // namespace tagstream
