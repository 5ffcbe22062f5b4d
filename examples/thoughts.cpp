// The example of the README: thoughts and text, in both spellings of a thought.
#include <iostream>

#include "tagstream/thought.hpp"

int fail(const tagstream::Error& error) {
  std::cerr << error.message << '\n';
  return 1;
}

int main() {
  auto reader = tagstream::ThoughtReader::make({});
  if (!reader) return fail(reader.error());
  const auto show = [](std::span<const tagstream::ThoughtEvent> events) {
    for (const tagstream::ThoughtEvent& event : events) {
      if (event.kind == tagstream::ThoughtEventKind::content_delta) std::cout << event.text;
      if (event.kind != tagstream::ThoughtEventKind::thought) continue;
      std::cout << "(thinks: " << event.text;
      if (event.has_attributes) std::cout << "; confidence " << event.confidence;
      std::cout << ")\n";
    }
  };
  for (const char* piece : {"<thinking>2 + ", "2</thinking>It is 4.\n", "<thinking thought=\"4 &l",
                            "t; 5\" confidence=\"0.9\"/>Less than 5.\n"}) {
    show(reader->feed(piece));
  }
  show(reader->finish());
}
