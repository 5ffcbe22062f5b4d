#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tagstream {

/// Strings that events of the present feed point to. The list is emptied when the next feed begins.
/// Each string has its own allocation, so a view of one stays valid while the list grows.
struct KeptStrings : std::vector<std::unique_ptr<std::string>> {
  KeptStrings() = default;
  KeptStrings(const KeptStrings& /*other*/) : vector() {}  // a copy has none: views are not copied
  KeptStrings(KeptStrings&&) = default;
  KeptStrings& operator=(const KeptStrings&) = delete;
  KeptStrings& operator=(KeptStrings&&) = default;
  ~KeptStrings() = default;
};

/// One of the last four strings of the list, if it equals `text`; else null. A list of many calls
/// often repeats a name: `keep("f")`, `keep("f")` keeps one string, and gives it twice.
inline const std::string* find_kept(const KeptStrings& list, std::string_view text) {
  constexpr std::size_t looked_at = 4;
  for (std::size_t i = 1; i <= looked_at && i <= list.size(); ++i) {
    const std::string* const one = list[list.size() - i].get();
    if (*one == text) return one;
  }
  return nullptr;
}

/// Keeps `text` in the list, and returns a view that is valid as long as the list keeps it. A
/// `std::string` rvalue is moved into the list, any other text is copied. A null byte follows the
/// kept text.
template <class Text>
std::string_view keep(KeptStrings& list, Text&& text) {
  if (text.empty()) return "";
  if (const std::string* const known = find_kept(list, text)) return *known;
  return *list.emplace_back(std::make_unique<std::string>(std::forward<Text>(text)));
}

}  // namespace tagstream
