#include "print/write.hpp"
#include "tagstream/call.hpp"
#include "tagstream/event.hpp"
#include "tagstream/json.hpp"
#include "tagstream/limits.hpp"
#include "tagstream/message.hpp"
#include "tagstream/thought.hpp"

namespace tagstream {

namespace {

void write_opening(JsonWriter& json, const Element& element) {
  json.field("tagName", element.name());
  write_attributes(json, element.attributes());
}

// What is empty is left out.
void write_optional(JsonWriter& json, std::string_view name, std::string_view text) {
  if (!text.empty()) json.field(name, text);
}

// What is false is left out.
void write_mark(JsonWriter& json, std::string_view name, bool is_set) {
  if (is_set) json.field(name, true);
}

void write_id(JsonWriter& json, const Call& call, CallIds* ids) {
  write_optional(json, "id", ids == nullptr ? std::string(call.id()) : ids->id(call));
}

void write_section(JsonWriter& json, const Event& event) {
  const Element& element = *event.element;
  write_opening(json, element);
  json.field("content", event.text).field("startIndex", element.start());
  json.field("endIndex", event.span.end).field("isClosed", event.is_closed);
  json.field("impliedOpen", element.is_implied_open());
  write_mark(json, "isTruncated", event.is_truncated);
}

void write_call(JsonWriter& json, const Event& event, CallIds* ids) {
  const Call& call = *event.call();
  write_optional(json, "name", call.tool());
  write_optional(json, "arguments", call.arguments());
  write_id(json, call, ids);
  json.field("content", event.text).field("index", call.index());
  json.field("startIndex", call.span().begin).field("endIndex", call.span().end);
  json.field("isClosed", event.is_closed);
  write_mark(json, "isRepaired", call.is_repaired);
  write_mark(json, "isRecovered", call.is_recovered);
}

void write_error(JsonWriter& json, const Event& event) {
  const Call& call = *event.call();
  json.field("code", to_string(call.error())).field("message", call.message());
  json.field("offset", call.offset()).field("content", event.text);
  json.field("startIndex", call.span().begin).field("endIndex", call.span().end);
  if (call.has_index) json.field("index", call.index());
  write_mark(json, "isRecovered", call.is_recovered);
}

void write_notice(JsonWriter& json, NoticeCode code, std::uint64_t offset,
                  std::string_view message) {
  json.field("code", to_string(code)).field("offset", offset).field("message", message);
}

void write_fields(JsonWriter& json, const Event& event, CallIds* ids) {
  switch (event.kind) {
    case EventKind::content:
    case EventKind::section_delta:
    case EventKind::reasoning: json.field("delta", event.text); break;
    case EventKind::call_delta:
      json.field("index", event.call()->index()).field("delta", event.text);
      break;
    case EventKind::call_start:
      json.field("index", event.call()->index());
      write_id(json, *event.call(), ids);
      json.field("name", event.call()->tool());
      break;
    case EventKind::call: write_call(json, event, ids); break;
    case EventKind::call_error: write_error(json, event); break;
    case EventKind::section_start:
      write_opening(json, *event.element);
      json.field("startIndex", event.element->start());
      json.field("impliedOpen", event.element->is_implied_open());
      break;
    case EventKind::section_end: write_section(json, event); break;
    case EventKind::notice: write_notice(json, event.code, event.span.begin, event.text); break;
    case EventKind::markup:
    case EventKind::stopped: break;
  }
}

// A call that has come in pieces ends in words of its own.
std::string_view kind_of(const Event& event) {
  if (event.kind == EventKind::call && event.call()->has_started) return "tool-call-end";
  return to_string(event.kind);
}

bool is_printed(EventKind kind) { return kind != EventKind::markup && kind != EventKind::stopped; }

void write_thought(JsonWriter& json, const ThoughtEvent& event, std::string_view task_id,
                   std::string_view context_id) {
  json.field("taskId", task_id).field("contextId", context_id);
  json.field("thoughtType", "reasoning").field("thought", event.text);
  json.key("metadata").begin_object().field("verbosity", "normal");
  if (event.has_type) json.field("thoughtType", event.type);
  if (event.has_attributes) json.field("confidence", event.confidence);
  if (!event.is_closed) json.field("isClosed", false);
  write_mark(json, "isTruncated", event.is_truncated);
  json.end_object();
}

}  // namespace

bool to_json(std::string& out, const Event& event, CallIds* ids) {
  if (!is_printed(event.kind)) return false;
  JsonWriter json(out);
  json.begin_object().field("kind", kind_of(event));
  write_fields(json, event, ids);
  json.end_object();
  return true;
}

bool result_to_json(std::string& out, const Event& event) {
  if (!is_printed(event.kind)) return false;
  JsonWriter json(out);
  json.begin_object();
  write_fields(json, event, nullptr);
  json.end_object();
  return true;
}

bool to_json(std::string& out, const ThoughtEvent& event, std::string_view task_id,
             std::string_view context_id) {
  const bool is_silent =
      event.kind == ThoughtEventKind::markup || event.kind == ThoughtEventKind::stopped;
  if (is_silent) return false;
  JsonWriter json(out);
  json.begin_object().field("kind", to_string(event.kind));
  switch (event.kind) {
    case ThoughtEventKind::thought: write_thought(json, event, task_id, context_id); break;
    case ThoughtEventKind::notice: write_notice(json, event.code, event.begin, event.text); break;
    default: json.field("delta", event.text); break;
  }
  json.end_object();
  return true;
}

void to_json(std::string& out, const Message& message) {
  JsonWriter json(out);
  json.begin_object().key("content");
  message.has_content() ? json.value(message.content) : json.null();
  json.field("reasoning_content", message.reasoning).key("tool_calls").begin_array();
  for (const MessageCall& call : message.calls) {
    json.begin_object().field("id", call.id).field("type", "function").key("function");
    json.begin_object().field("name", call.tool).field("arguments", call.arguments).end_object();
    json.end_object();
  }
  json.end_array().end_object();
}

void to_json(std::string& out, const Stats& stats) {
  JsonWriter json(out);
  json.begin_object().field("bytesFed", stats.bytes_fed);
  json.field("bytesExamined", stats.bytes_examined).field("bytesHeld", stats.bytes_held);
  json.field("bytesHeldMax", stats.bytes_held_max).field("events", stats.events);
  json.field("limitHits", stats.limit_hits).end_object();
}

}  // namespace tagstream
