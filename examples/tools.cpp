// A call comes whole, however the text is cut.
#include <iostream>
#include <span>
#include <string_view>

#include "tagstream/tagstream.hpp"

void show(std::span<const tagstream::Event> events) {
  for (const tagstream::Event& event : events) {
    std::cout << event.content();
    if (event.kind == tagstream::EventKind::tool_call) {
      std::cout << event.name << " is called with " << event.arguments() << '\n';
    }
    if (event.kind == tagstream::EventKind::tool_call_error) {
      std::cout << "not a call: " << event.text << '\n';
    }
  }
}

int main() {
  auto reader = tagstream::Reader::make({.hide = {"thinking"}, .call = {"tool"}});
  if (!reader) {
    std::cerr << reader.error().message << '\n';
    return 1;
  }
  for (std::string_view piece : {"I'll search.\n<to", "ol>{\"name\": \"grep\", \"argu",
                                 "ments\": {\"text\": \"</tool>\"}", "}</tool>One moment.\n"}) {
    show(reader->feed(piece));  // the </tool> in the string does not end the call
  }
  show(reader->finish());
}
