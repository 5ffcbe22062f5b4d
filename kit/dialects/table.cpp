// The table of dialects: the rows of six files, sorted by their names. `dialects()` begins with
// `apertus`; the row `glm45, glm46, glm, ring26` is found by each of its four names.

#include <array>
#include <cstddef>
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

// The rows stand in six files, by the kind of their calls, and are sorted here while the program is
// compiled. A row with a mistake stops the compiler (row.hpp), and so does a name that two rows
// have.
template <std::size_t first, std::size_t... sizes>
constexpr auto joined(const std::array<Row, first>& rows, const std::array<Row, sizes>&... more) {
  constexpr std::size_t size = first + (sizes + ...);
  std::array<const Row*, size> all{};
  std::size_t count = 0;
  for (const Row& row : rows) all[count++] = &row;
  const auto add = [&](const auto& others) {
    for (const Row& row : others) all[count++] = &row;
  };
  (add(more), ...);
  for (std::size_t i = 1; i < size; ++i) {  // by insertion: std::sort takes more steps than allowed
    for (std::size_t j = i; j > 0 && all[j]->names() < all[j - 1]->names(); --j)
      std::swap(all[j], all[j - 1]);
  }
  return all;
}

constexpr std::array rows =
    joined(json_rows, named_rows, element_rows, code_rows, message_rows, reasoning_rows);

// All names and aliases of the table, up to 512 of them.
class Names {
 public:
  constexpr Names() {
    for (const Row* row : rows) add(row->names());
  }
  // True if no name stands twice. The length and the first byte are compared before the rest, since
  // the compiler counts its steps.
  [[nodiscard]] constexpr bool are_different() const {
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const bool may_be = names_[i].size() == names_[j].size() && names_[i][0] == names_[j][0];
        if (may_be && names_[i] == names_[j]) return false;
      }
    }
    return true;
  }

 private:
  constexpr void add(std::string_view names) {
    while (!names.empty()) names_[size_++] = take_name(names);
  }

  std::array<std::string_view, 512> names_{};
  std::size_t size_ = 0;
};
static_assert(Names().are_different(), "two rows have the same name");

constexpr std::array table = []<std::size_t... i>(std::index_sequence<i...>) {
  return std::array{rows[i]->dialect()...};
}
(std::make_index_sequence<rows.size()>());

}  // namespace

std::span<const Dialect> dialects() noexcept { return table; }

}  // namespace tagstream
