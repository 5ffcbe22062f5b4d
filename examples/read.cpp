// The example of docs/read.md: an answer of a model family, as events and as one message.
#include <iostream>
#include <string_view>

#include "tagstream/tagstream.hpp"

int main() {
  const auto rules = tagstream::Rules::make({.dialect = "qwen3"});
  if (!rules) {
    std::cerr << rules.error().message << '\n';
    return 1;
  }
  tagstream::Reader reader(*rules);  // one for each stream
  tagstream::CallIds ids;
  tagstream::Message message;
  for (std::string_view piece :
       {"<think>They want rain. I may use <tool_", "call> here.</think>Let me see.\n",
        "<tool_call>{\"name\": \"rain\", \"argu", "ments\": {\"city\": \"Oslo\"}}</tool_call>"}) {
    const auto events = reader.feed(piece);
    message.add(events);
    for (const tagstream::Event& event : events) {  // "Let me see.", then the call
      std::cout << event.content();
      if (event.kind == tagstream::EventKind::tool_call) {
        std::cout << ids.id(event) << ": " << event.name << ' ' << event.arguments() << '\n';
      }
    }
  }
  message.finish(reader.finish());
  std::cout << message.reasoning << '\n';  // They want rain. I may use <tool_call> here.
}
