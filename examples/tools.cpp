// The example of the README: a call comes whole, however the text is cut.
#include <iostream>

#include "tagstream/tool.hpp"

void show(std::span<const tagstream::Event> events) {
  for (const tagstream::Event& event : events) {
    if (event.kind == tagstream::EventKind::content) std::cout << event.text;
    if (event.kind == tagstream::EventKind::tool_call) {
      std::cout << event.call()->tool() << " is called with " << event.call()->arguments() << '\n';
    }
    if (event.kind == tagstream::EventKind::tool_call_error) {
      std::cout << "not a call: " << event.call()->message() << '\n';
    }
  }
}

int fail(const tagstream::Error& error) {
  std::cerr << error.message << '\n';
  return 1;
}

int main() {
  tagstream::ToolOptions options;
  options.rules = {tagstream::call("tool"), tagstream::hide("thinking")};
  auto reader = tagstream::ToolReader::make(options);
  if (!reader) return fail(reader.error());
  for (const char* piece : {"I'll search.\n<to", "ol>{\"name\": \"grep\", \"argu",
                            "ments\": {\"text\": \"</tool>\"}", "}</tool>One moment.\n"}) {
    show(reader->feed(piece));  // the </tool> in the string does not end the call
  }
  show(reader->finish());
}
