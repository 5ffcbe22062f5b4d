#include <algorithm>

#include "lex/grammar.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream {

namespace {

char folded(char c) { return c == '-' ? '_' : fold(c); }

bool is_same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return folded(x) == folded(y); });
}

}  // namespace

const Dialect* find_dialect(std::string_view name) noexcept {
  for (const Dialect& row : dialects()) {
    if (is_same_name(row.name, name)) return &row;
    for (std::string_view alias : row.aliases) {
      if (is_same_name(alias, name)) return &row;
    }
  }
  return nullptr;
}

}  // namespace tagstream
