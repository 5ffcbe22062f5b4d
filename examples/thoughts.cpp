// Thoughts and text, in both spellings of a thought.
#include <iostream>
#include <span>
#include <string_view>

#include "tagstream/tagstream.hpp"

void show(std::span<const tagstream::Event> events) {
  for (const tagstream::Event& event : events) {
    std::cout << event.content();
    if (event.kind != tagstream::EventKind::thought) continue;
    std::cout << "(thinks: " << event.text;
    if (event.confidence >= 0) std::cout << "; confidence " << event.confidence;
    std::cout << ")\n";
  }
}

int main() {
  auto reader = tagstream::Reader::make({.thought = {"thinking"}});
  if (!reader) {
    std::cerr << reader.error().message << '\n';
    return 1;
  }
  for (std::string_view piece :
       {"<thinking>2 + ", "2</thinking>It is 4.\n", "<thinking thought=\"4 &l",
        "t; 5\" confidence=\"0.9\"/>Less than 5.\n"}) {
    show(reader->feed(piece));
  }
  show(reader->finish());
}
