// The C++ of the README. A test compares its output: "Sure. It is 4 < 5.", where the tags arrive in
// pieces and are never shown, and a call.
#include <iostream>
#include <string_view>

#include "tagstream/tagstream.hpp"

namespace {

void refuse(std::string_view reason) { std::cerr << reason << '\n'; }

void hide() {
  auto reader = tagstream::Reader::make({.hide = {"thinking"}});
  if (!reader) return refuse(reader.error().message);
  for (std::string_view piece : {"Sure. <thi", "nking>2 + 2</thin", "king>It is", " 4 < 5.\n"}) {
    for (const tagstream::Event& event : reader->feed(piece)) std::cout << event.content();
  }
  for (const tagstream::Event& event : reader->finish()) std::cout << event.content();
}

void run(std::string_view tool, std::string_view arguments) {
  std::cout << tool << ' ' << arguments << '\n';
}

void call_tools(std::string_view answer) {
  const auto message = tagstream::read(answer, {.dialect = "qwen3"});
  if (!message) return refuse(message.error().message);
  for (const tagstream::ToolCall& call : message->tool_calls) run(call.name, call.arguments);
}

}  // namespace

int main() {
  hide();
  call_tools(R"(<tool_call>{"name": "rain", "arguments": {"city": "Oslo"}}</tool_call>)");
}
