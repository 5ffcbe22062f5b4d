// The example of the README: the tags arrive in pieces, and are never shown.
#include <iostream>

#include "tagstream/tagstream.hpp"

int main() {
  tagstream::FilterOptions options;
  options.rules = {tagstream::hide("thinking")};
  auto filter = tagstream::Filter::make(options);
  for (const char* piece : {"Sure. <thi", "nking>2 + 2</thin", "king>It is", " 4 < 5.\n"}) {
    for (const tagstream::Event& event : *filter->feed(piece)) {
      if (event.kind == tagstream::EventKind::content) std::cout << event.text;
    }
  }  // prints "Sure. ", then nothing, then "It is", then " 4 < 5."
  for (const tagstream::Event& event : filter->finish()) std::cout << event.text;
}
