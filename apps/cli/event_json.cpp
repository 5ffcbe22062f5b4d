// Events as JSON. Objects are written field by field, so that the order of fields is ours and a
// large delta is copied once; strings are left to the JSON library.
#include "event_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tagstream/parse.hpp"
#include "tagstream/tool.hpp"

namespace tagstream::cli {

namespace {

// True if `text` between quotes is its JSON: most names are.
bool is_plain(std::string_view text) {
  for (const char c : text) {
    if (c < ' ' || c > '~' || c == '"' || c == '\\') return false;
  }
  return true;
}

std::string tag_fields(const Event& event) {
  return fmt::format(R"("tagName":{},"attributes":{})", json_string(event.tag_name),
                     attributes_json(event.attributes()));
}

std::string section_fields(const Event& event) {
  std::string fields = tag_fields(event);
  fields += R"(,"content":)";
  fields += json_string(event.text);
  fields += fmt::format(R"(,"startIndex":{},"endIndex":{},"isClosed":{},"impliedOpen":{})",
                        event.start_index, event.end_index, event.is_closed, event.is_implied_open);
  if (event.is_truncated) fields += R"(,"isTruncated":true)";
  return fields;
}

// A field and its comma, unless there is nothing to tell.
std::string optional_field(std::string_view name, std::string_view text) {
  return text.empty() ? std::string() : fmt::format(R"("{}":{},)", name, json_string(text));
}

// The call's id and a comma, unless there is none to tell.
std::string id_field(const ToolCall& call, CallIds ids) {
  if (ids == CallIds::always) return optional_field("id", call_id(call));
  return optional_field("id", call.id);
}

std::string call_fields(const Event& event, CallIds ids) {
  const ToolCall& call = *event.call;
  std::string fields = optional_field("name", call.name);
  fields += optional_field("arguments", call.arguments);
  fields += id_field(call, ids);
  fields += R"("content":)";
  fields += json_string(event.text);
  fields += fmt::format(R"(,"index":{},"startIndex":{},"endIndex":{},"isClosed":{})", call.index,
                        event.start_index, event.end_index, event.is_closed);
  if (call.is_repaired) fields += R"(,"isRepaired":true)";
  if (call.is_recovered) fields += R"(,"isRecovered":true)";
  return fields;
}

std::string tool_error_fields(const Event& event) {
  const ToolCall& call = *event.call;
  std::string fields = fmt::format(R"("code":"{}","message":{},"offset":{},"content":)",
                                   to_string(call.error), json_string(call.message), call.offset);
  fields += json_string(event.text);
  fields += fmt::format(R"(,"startIndex":{},"endIndex":{})", event.start_index, event.end_index);
  if (call.has_index) fields += fmt::format(R"(,"index":{})", call.index);
  if (call.is_recovered) fields += R"(,"isRecovered":true)";
  return fields;
}

std::string fields_of(const Event& event, CallIds ids) {
  switch (event.kind) {
    case EventKind::content_delta:
    case EventKind::section_delta:
    case EventKind::reasoning_delta: return R"("delta":)" + json_string(event.text);
    case EventKind::tool_call_delta:
      return fmt::format(R"("index":{},"delta":)", event.call->index) + json_string(event.text);
    case EventKind::tool_call_start:
      return fmt::format(R"("index":{},)", event.call->index) + id_field(*event.call, ids) +
             R"("name":)" + json_string(event.call->name);
    case EventKind::tool_call:
    case EventKind::tool_call_end: return call_fields(event, ids);
    case EventKind::tool_error: return tool_error_fields(event);
    case EventKind::section_start:
      return tag_fields(event) + fmt::format(R"(,"startIndex":{},"impliedOpen":{})",
                                             event.start_index, event.is_implied_open);
    case EventKind::section_end: return section_fields(event);
    case EventKind::notice:
      return fmt::format(R"("code":{},"offset":{},"message":{})",
                         json_string(to_string(event.code)), event.begin, json_string(event.text));
    case EventKind::markup: break;
  }
  return {};
}

}  // namespace

std::string event_json(const Event& event, CallIds ids) {
  const std::string fields = fields_of(event, ids);
  if (fields.empty()) return {};
  return fmt::format(R"({{"kind":"{}",)", to_string(event.kind)) + fields + '}';
}

std::string result_json(const Event& event) { return '{' + fields_of(event, CallIds::given) + '}'; }

std::string attributes_json(const AttributeRange& attributes) {
  std::string json = "[";
  for (const Attribute& attribute : attributes) {
    if (json.size() > 1) json += ',';
    json += R"({"name":)" + json_string(attribute.name) + R"(,"value":)" +
            json_string(attribute.value) +
            (attribute.has_value ? R"(,"hasValue":true})" : R"(,"hasValue":false})");
  }
  return json + ']';
}

std::string stats_json(const Stats& stats) {
  return fmt::format(R"({{"bytesFed":{},"bytesExamined":{},"bytesHeld":{},"bytesHeldMax":{},)"
                     R"("events":{},"limitHits":{}}})",
                     stats.bytes_fed, stats.bytes_examined, stats.bytes_held, stats.bytes_held_max,
                     stats.events, stats.limit_hits);
}

std::string json_string(std::string_view text) {
  if (is_plain(text)) {
    std::string json;
    json.reserve(text.size() + 2);
    json += '"';
    json += text;
    json += '"';
    return json;
  }
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace tagstream::cli
