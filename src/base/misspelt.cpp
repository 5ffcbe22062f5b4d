#include "base/misspelt.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace tagstream {

namespace {

// The size of the sign that a name of a vocabulary begins with: 11 for `｜DSML｜invoke`.
std::size_t sign_size(std::string_view name) {
  const auto end = std::find_if(name.rbegin(), name.rend(), [](char c) {
                     return static_cast<unsigned char>(c) >= 0x80;
                   }).base();
  return static_cast<std::size_t>(end - name.begin());
}

std::string_view without_namespace(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return colon == name.npos ? name : name.substr(colon + 1);
}

// True if few letters must be exchanged, left out or put in to make the name `b` of `a`: two, or
// less where the name is short. Names of more than 32 bytes are not compared.
bool is_near(std::string_view a, std::string_view b) {
  constexpr std::size_t longest = 32;
  const std::size_t most = b.size() < 4 ? 0 : b.size() < 6 ? 1 : 2;
  if (a.size() > longest || b.size() > longest) return false;
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > most) return false;
  std::array<std::size_t, longest + 1> row{};
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t before = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      const std::size_t same = before + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({same, above + 1, row[j - 1] + 1});
      before = above;
    }
  }
  return row[b.size()] <= most;
}

}  // namespace

bool is_misspelt(std::string_view name, std::string_view meant) {
  constexpr std::size_t least = 3;  // bytes of a part of the name
  if (const std::size_t sign = sign_size(meant); sign != 0) {
    const bool lacks_sign = meant.ends_with(name) && name.size() >= meant.size() - sign;
    return lacks_sign || name.find(meant.substr(0, sign)) != name.npos;
  }
  name = without_namespace(name);
  meant = without_namespace(meant);
  if (name.size() < least || meant.size() < least) return false;
  const std::string_view shorter = name.size() < meant.size() ? name : meant;
  const std::string_view longer = name.size() < meant.size() ? meant : name;
  return longer.starts_with(shorter) || longer.ends_with(shorter) || is_near(name, meant);
}

}  // namespace tagstream
