// The example of the README: the tags arrive in pieces, and are never shown.
// It prints "Sure. ", then nothing, then "It is", then " 4 < 5."
#include <iostream>
#include <string_view>

#include "tagstream/tagstream.hpp"

int main() {
  auto reader = tagstream::Reader::make({.hide = {"thinking"}}).value();
  for (std::string_view piece : {"Sure. <thi", "nking>2 + 2</thin", "king>It is", " 4 < 5.\n"}) {
    for (const tagstream::Event& event : reader.feed(piece)) std::cout << event.content();
  }
  for (const tagstream::Event& event : reader.finish()) std::cout << event.content();
}
