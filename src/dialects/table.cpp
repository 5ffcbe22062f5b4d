// The table: what the model families write, sorted by name.

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

// True if no name stands for two families.
constexpr bool has_own_names() {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = i + 1; j < rows.size(); ++j) {
      std::string_view names = rows[i]->names();
      while (!names.empty()) {
        const std::string_view name = names.substr(0, names.find(','));
        names.remove_prefix(name.size());
        if (!names.empty()) names.remove_prefix(2);
        const std::string_view others = rows[j]->names();
        std::size_t at = others.find(name);
        while (at != others.npos) {
          const std::size_t end = at + name.size();
          const bool begins = at == 0 || others[at - 1] == ' ';
          if (begins && (end == others.size() || others[end] == ',')) return false;
          at = others.find(name, end);
        }
      }
    }
  }
  return true;
}
static_assert(has_own_names(), "two rows have the same name");

constexpr std::array table = []<std::size_t... i>(std::index_sequence<i...>) {
  return std::array{rows[i]->dialect()...};
}
(std::make_index_sequence<rows.size()>());

}  // namespace

std::span<const Dialect> dialects() noexcept { return table; }

}  // namespace tagstream
