// Events as JSON. Objects are written field by field, so that the order of fields is ours and a
// large delta is copied once; strings are left to the JSON library.
#include "event_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tagstream::cli {

namespace {

std::string attributes_json(const Event& event) {
  std::string json = "[";
  for (const Attribute& attribute : event.attributes()) {
    if (json.size() > 1) json += ',';
    json += fmt::format(R"({{"name":{},"value":{},"hasValue":{}}})", json_string(attribute.name),
                        json_string(attribute.value), attribute.has_value);
  }
  return json + ']';
}

std::string tag_fields(const Event& event) {
  return fmt::format(R"("tagName":{},"attributes":{})", json_string(event.tag_name),
                     attributes_json(event));
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

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace tagstream::cli
