#include <algorithm>

#include "dialects/row.hpp"
#include "lex/grammar.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream {

namespace {

// The next byte of a name that is not between its parts; 0 at its end.
char take_byte(std::string_view& name) {
  while (!name.empty() && (name[0] == '_' || name[0] == '-' || name[0] == '.')) {
    name.remove_prefix(1);
  }
  if (name.empty()) return 0;
  const char byte = fold(name[0]);
  name.remove_prefix(1);
  return byte == 0 ? '\x01' : byte;  // of no name
}

bool is_same_name(std::string_view a, std::string_view b) {
  char byte = take_byte(a);
  while (byte != 0 && byte == take_byte(b)) byte = take_byte(a);
  return byte == 0 && take_byte(b) == 0;
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
