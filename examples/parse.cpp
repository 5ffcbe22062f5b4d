// The example of the README: an answer of a model family, as events and as one message.
#include <iostream>

#include "tagstream/parse.hpp"

void show(std::span<const tagstream::Event> events) {
  for (const tagstream::Event& event : events) {
    if (event.kind == tagstream::EventKind::content) std::cout << event.text;
    if (event.kind == tagstream::EventKind::call) {
      std::cout << tagstream::call_id(*event.call) << ": " << event.call->name << ' '
                << event.call->arguments << '\n';
    }
  }
}

int main() {
  tagstream::ParseOptions options;
  options.dialect = "qwen3";
  const auto rules = tagstream::ParseRules::make(options);
  tagstream::Parser parser(*rules);  // one for each stream
  tagstream::Message message;
  for (const char* piece :
       {"<think>They want rain. I may use <tool_", "call> here.</think>Let me see.\n",
        "<tool_call>{\"name\": \"rain\", \"argu", "ments\": {\"city\": \"Oslo\"}}</tool_call>"}) {
    const auto events = parser.feed(piece);
    show(*events);  // "Let me see.", then "call_0: rain {"city": "Oslo"}"
    message.add(*events);
  }
  message.add(parser.finish());
  std::cout << message.reasoning << '\n';  // They want rain. I may use <tool_call> here.
}
