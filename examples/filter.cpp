// The example of the README: the tags arrive in pieces, and are never shown.
#include <iostream>

#include "tagstream/tagstream.hpp"

int main() {
  tagstream::FilterOptions options;
  options.rules = {tagstream::hide("thinking")};
  auto filter = tagstream::Filter::make(options);
  const auto show = [](std::span<const tagstream::Event> events) {
    for (const tagstream::Event& event : events) {
      if (event.kind == tagstream::EventKind::content_delta) std::cout << event.text;
    }
  };
  for (const char* piece : {"Sure. <thi", "nking>2 + 2</thin", "king>It is", " 4 < 5.\n"}) {
    show(*filter->feed(piece));  // "Sure. ", then nothing, then "It is", then " 4 < 5.\n"
  }
  show(filter->finish());
}
