#include <algorithm>

#include "dialects/row.hpp"
#include "lex/grammar.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream {

namespace {

char folded(char c) { return c == '-' || c == '.' ? '_' : fold(c); }

bool is_same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return folded(x) == folded(y); });
}

}  // namespace

std::vector<std::string_view> Dialect::aliases() const {
  std::vector<std::string_view> all;
  std::string_view names = names_;
  take_name(names);
  while (!names.empty()) all.push_back(take_name(names));
  return all;
}

bool Dialect::is_called(std::string_view name) const noexcept {
  std::string_view names = names_;
  while (!names.empty()) {
    if (is_same_name(take_name(names), name)) return true;
  }
  return false;
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
  const std::span<const Dialect> all = dialects();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Dialect& row) { return row.is_called(name); });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace tagstream
