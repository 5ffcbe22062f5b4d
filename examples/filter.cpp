// The example of the README: the tags arrive in pieces, and are never shown.
#include <iostream>

#include "tagstream/tagstream.hpp"

void show(std::span<const tagstream::Event> events) {
  for (const tagstream::Event& event : events) {
    if (event.kind == tagstream::EventKind::content) std::cout << event.text;
  }
}

int main() {
  tagstream::FilterOptions options;
  options.rules = {tagstream::hide("thinking")};
  auto filter = tagstream::Filter::make(options);
  if (!filter) {
    std::cerr << filter.error().message << '\n';
    return 1;
  }
  for (const char* piece : {"Sure. <thi", "nking>2 + 2</thin", "king>It is", " 4 < 5.\n"}) {
    show(filter->feed(piece));  // prints "Sure. ", then nothing, then "It is", then " 4 < 5."
  }
  show(filter->finish());
}
