#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace tagstream::cli {

/// `text`, in which each of these bytes is written as the words beside it.
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

}  // namespace tagstream::cli
