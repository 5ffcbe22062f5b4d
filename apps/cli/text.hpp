#pragma once

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace tagstream::cli {

/// `text` with some bytes replaced: with {{'\n', "\\n"}} each line end becomes `\n`.
[[nodiscard]] inline std::string replaced(
    std::string_view text, std::initializer_list<std::pair<char, std::string_view>> bytes) {
  std::string out;
  out.reserve(text.size());
  for (const char byte : text) {
    std::string_view word(&byte, 1);
    for (const auto& [from, to] : bytes) {
      if (byte == from) word = to;
    }
    out += word;
  }
  return out;
}

/// Takes the text up to the next `end` off `rest`, and `end` itself; the whole rest if there is no
/// `end`. Returns the text without `end`.
inline std::string_view take_part(std::string_view& rest, char end) {
  const std::string_view part = rest.substr(0, rest.find(end));
  rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  return part;
}

/// True if `word` is in the list, which has blanks between its words.
[[nodiscard]] inline bool has_word(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    if (take_part(list, ' ') == word) return true;
  }
  return false;
}

/// The words with `between` between two of them, each as `shown` returns it.
template <class Words, class Shown = std::identity>
[[nodiscard]] std::string joined(const Words& words, std::string_view between, Shown shown = {}) {
  std::string text;
  bool is_first = true;
  for (const auto& word : words) {
    if (!std::exchange(is_first, false)) text += between;
    text += shown(word);
  }
  return text;
}

/// `elements`, the text inside an array, with a comma at its end if it is not empty.
inline std::string& next_element(std::string& elements) {
  if (!elements.empty()) elements += ',';
  return elements;
}

}  // namespace tagstream::cli
