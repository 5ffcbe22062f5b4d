// Events as JSON. Objects are written field by field, so that the order of fields is ours and a
// large delta is copied once; strings are left to the JSON library.
#include "event_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

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

std::string fields_of(const Event& event) {
  switch (event.kind) {
    case EventKind::content_delta:
    case EventKind::section_delta: return R"("delta":)" + json_string(event.text);
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

std::string event_json(const Event& event) {
  const std::string fields = fields_of(event);
  if (fields.empty()) return {};
  return fmt::format(R"({{"kind":"{}",)", to_string(event.kind)) + fields + '}';
}

std::string section_json(const Event& event) { return '{' + section_fields(event) + '}'; }

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
