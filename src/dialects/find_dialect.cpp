#include <algorithm>

#include "dialects/notation.hpp"
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

std::vector<std::string_view> Dialect::aliases() const {
  std::vector<std::string_view> all;
  std::string_view rest = names_.substr(name_end());
  while (!rest.empty()) {
    rest.remove_prefix(2);  // a comma and a blank
    all.push_back(rest.substr(0, rest.find(',')));
    rest.remove_prefix(all.back().size());
  }
  return all;
}

std::vector<std::string_view> Dialect::sources() const {
  std::vector<std::string_view> all;
  notation::Items items(text_);
  for (notation::Item item; items.next(item);) {
    const notation::OptionWords* option =
        item.is_option ? notation::find_option(item.text) : nullptr;
    if (option != nullptr && option->option == notation::Option::source)
      all.push_back(item.text.substr(option->words.size()));
  }
  return all;
}

const Dialect* find_dialect(std::string_view name) noexcept {
  for (const Dialect& row : dialects()) {
    if (is_same_name(row.name(), name)) return &row;
    const std::vector<std::string_view> aliases = row.aliases();
    for (std::string_view alias : aliases) {
      if (is_same_name(alias, name)) return &row;
    }
  }
  return nullptr;
}

}  // namespace tagstream
