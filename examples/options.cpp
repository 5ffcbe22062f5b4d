// The example of docs/options.md: a family, and a tag of your own.
#include <iostream>
#include <string_view>

#include "tagstream/tagstream.hpp"

int main() {
  constexpr std::string_view text = "<think>2 + 2</think>It is 4.<x>?</x>";
  const auto message = tagstream::read(text, {.dialect = "qwen3", .hide = {"x"}});
  if (!message) {
    std::cerr << message.error().message << '\n';
    return 1;
  }
  std::cout << message->content << '\n';  // It is 4.
}
