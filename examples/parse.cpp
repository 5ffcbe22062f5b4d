// The example of the README: an answer of a model family, as events and as one message.
#include <iostream>

#include "tagstream/parse.hpp"

void show(std::span<const tagstream::Event> events, tagstream::CallIds& ids) {
  for (const tagstream::Event& event : events) {
    if (event.kind == tagstream::EventKind::content) std::cout << event.text;
    if (event.kind == tagstream::EventKind::tool_call) {
      const tagstream::Call& call = *event.call();
      std::cout << ids.id(call) << ": " << call.tool() << ' ' << call.arguments() << '\n';
    }
  }
}

int fail(const tagstream::Error& error) {
  std::cerr << error.message << '\n';
  return 1;
}

int main() {
  tagstream::ParseOptions options;
  options.dialect = "qwen3";
  const auto rules = tagstream::ParseRules::make(options);
  if (!rules) return fail(rules.error());
  tagstream::Parser parser(*rules);  // one for each stream
  tagstream::CallIds ids;
  tagstream::Message message;
  for (const char* piece :
       {"<think>They want rain. I may use <tool_", "call> here.</think>Let me see.\n",
        "<tool_call>{\"name\": \"rain\", \"argu", "ments\": {\"city\": \"Oslo\"}}</tool_call>"}) {
    const auto events = parser.feed(piece);
    show(events, ids);  // "Let me see.", then "call_0: rain {"city": "Oslo"}"
    message.add(events);
  }
  message.add(parser.finish());
  std::cout << message.reasoning << '\n';  // They want rain. I may use <tool_call> here.
}
