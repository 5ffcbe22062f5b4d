#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tagstream {

/// Strings that views of the present feed point to; emptied when the next feed begins.
using KeptStrings = std::vector<std::unique_ptr<std::string>>;

/// One of those kept last, if it is `text`: in a long list many calls say the same.
inline const std::string* find_kept(const KeptStrings& list, std::string_view text) {
  constexpr std::size_t looked_at = 4;
  for (std::size_t i = 1; i <= looked_at && i <= list.size(); ++i) {
    const std::string* const one = list[list.size() - i].get();
    if (*one == text) return one;
  }
  return nullptr;
}

/// Keeps `text` as long as the list: a string that is given away, or a copy. A null byte stands
/// after it.
template <class Text>
std::string_view keep(KeptStrings& list, Text&& text) {
  if (text.empty()) return "";
  if (const std::string* const known = find_kept(list, text)) return *known;
  return *list.emplace_back(std::make_unique<std::string>(std::forward<Text>(text)));
}

}  // namespace tagstream
