// Events as JSON. Objects are written field by field, so that the order of fields is ours and a
// large delta is copied once; strings are left to the JSON library.
#include "event_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tagstream/call.hpp"

namespace tagstream::cli {

namespace {

// True if `text` between quotes is its JSON: most names are.
bool is_plain(std::string_view text) {
  for (const char c : text) {
    if (c < ' ' || c > '~' || c == '"' || c == '\\') return false;
  }
  return true;
}

std::string tag_fields(const Element& element) {
  return fmt::format(R"("tagName":{},"attributes":{})", json_string(element.name()),
                     attributes_json(element.attributes()));
}

std::string section_fields(const Event& event) {
  const Element& element = *event.element;
  std::string fields = tag_fields(element);
  fields += R"(,"content":)";
  fields += json_string(event.text);
  fields +=
      fmt::format(R"(,"startIndex":{},"endIndex":{},"isClosed":{},"impliedOpen":{})",
                  element.start(), event.span.end, event.is_closed, element.is_implied_open());
  if (event.is_truncated) fields += R"(,"isTruncated":true)";
  return fields;
}

// A field and its comma, unless there is nothing to tell.
std::string optional_field(std::string_view name, std::string_view text) {
  return text.empty() ? std::string() : fmt::format(R"("{}":{},)", name, json_string(text));
}

// The call's id and a comma, unless there is none to tell.
std::string id_field(const Call& call, CallIds* ids) {
  return optional_field("id", ids == nullptr ? std::string(call.id) : ids->id(call));
}

std::string call_fields(const Event& event, CallIds* ids) {
  const Call& call = *event.call();
  std::string fields = optional_field("name", call.tool);
  fields += optional_field("arguments", call.arguments);
  fields += id_field(call, ids);
  fields += R"("content":)";
  fields += json_string(event.text);
  fields += fmt::format(R"(,"index":{},"startIndex":{},"endIndex":{},"isClosed":{})", call.index,
                        call.span.begin, call.span.end, event.is_closed);
  if (call.is_repaired) fields += R"(,"isRepaired":true)";
  if (call.is_recovered) fields += R"(,"isRecovered":true)";
  return fields;
}

std::string error_fields(const Event& event) {
  const Call& call = *event.call();
  std::string fields = fmt::format(R"("code":"{}","message":{},"offset":{},"content":)",
                                   to_string(call.error), json_string(call.message), call.offset);
  fields += json_string(event.text);
  fields += fmt::format(R"(,"startIndex":{},"endIndex":{})", call.span.begin, call.span.end);
  if (call.has_index) fields += fmt::format(R"(,"index":{})", call.index);
  if (call.is_recovered) fields += R"(,"isRecovered":true)";
  return fields;
}

std::string fields_of(const Event& event, CallIds* ids) {
  switch (event.kind) {
    case EventKind::content:
    case EventKind::section_delta:
    case EventKind::reasoning: return R"("delta":)" + json_string(event.text);
    case EventKind::call_delta:
      return fmt::format(R"("index":{},"delta":)", event.call()->index) + json_string(event.text);
    case EventKind::call_start:
      return fmt::format(R"("index":{},)", event.call()->index) + id_field(*event.call(), ids) +
             R"("name":)" + json_string(event.call()->tool);
    case EventKind::call: return call_fields(event, ids);
    case EventKind::call_error: return error_fields(event);
    case EventKind::section_start:
      return tag_fields(*event.element) + fmt::format(R"(,"startIndex":{},"impliedOpen":{})",
                                                      event.element->start(),
                                                      event.element->is_implied_open());
    case EventKind::section_end: return section_fields(event);
    case EventKind::notice:
      return fmt::format(R"("code":{},"offset":{},"message":{})",
                         json_string(to_string(event.code)), event.span.begin,
                         json_string(event.text));
    case EventKind::markup:
    case EventKind::stopped: break;
  }
  return {};
}

// A call that has been told in pieces ends in words of its own.
const char* kind_of(const Event& event) {
  if (event.kind == EventKind::call && event.call()->has_started) return "tool-call-end";
  return to_string(event.kind);
}

}  // namespace

std::string event_json(const Event& event, CallIds* ids) {
  const std::string fields = fields_of(event, ids);
  if (fields.empty()) return {};
  return fmt::format(R"({{"kind":"{}",)", kind_of(event)) + fields + '}';
}

std::string result_json(const Event& event) { return '{' + fields_of(event, nullptr) + '}'; }

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
