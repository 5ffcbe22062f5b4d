#include "message_json.hpp"

#include "event_json.hpp"

namespace tagstream::cli {

std::string message_json(const Message& message) {
  std::string json = R"({"content":)" + json_string(message.content);
  json += R"(,"reasoning_content":)" + json_string(message.reasoning);
  json += R"(,"tool_calls":[)";
  bool is_first = true;
  for (const MessageCall& call : message.calls) {
    if (!is_first) json += ',';
    is_first = false;
    json += R"({"id":)" + json_string(call.id) + R"(,"type":"function","function":{"name":)";
    json += json_string(call.tool) + R"(,"arguments":)" + json_string(call.arguments) + "}}";
  }
  return json + "]}";
}

}  // namespace tagstream::cli
