#include "print/write.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "describe/events.hpp"
#include "describe/parts.hpp"
#include "tagstream/event.hpp"
#include "tagstream/json.hpp"
#include "tagstream/limits.hpp"
#include "tagstream/message.hpp"

// Writes an event as one line of JSON, and a message as one object.
//
//   {"kind":"content","text":"x","start":0,"end":1}
//   {"kind":"thought","text":"a","is_closed":true,"start":0,"end":22}
//
// The tables of describe/ say which fields there are, in which order, and which are left out if
// they are false or empty: `is_truncated` stands there only when it is true. `start` and `end` are
// offsets in bytes of the stream.

namespace tagstream {

using namespace describe;

namespace {

// Writes the field unless it is false.
void write_mark(JsonWriter& json, std::string_view name, bool is_set) {
  if (is_set) json.field(name, true);
}

// The confidence of a thought; nothing if it has none.
std::optional<double> confidence_of(const Event& thought) {
  return thought.confidence < 0 ? std::nullopt : std::optional(thought.confidence);
}

// ---- events ------------------------------------------------------------------------------------

// The parts of the tables that JSON needs. The library has no sentence of the tables in it.
struct WrittenField {
  const char* name = nullptr;
  std::uint32_t flag = 0;
};
constexpr auto fields_by_number = [] {
  std::array<WrittenField, std::size(event_fields)> all{};
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = {event_fields[i].name, event_fields[i].flag};
  return all;
}();
struct WrittenKind {
  bool has_span = true;
  std::size_t field_count = 0;
  std::array<KindField, 12> fields{};
};
constexpr auto kinds_by_number = [] {
  std::array<WrittenKind, event_kinds.size()> all{};
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = {event_kinds[i].has_span, event_kinds[i].field_count, event_kinds[i].fields};
  }
  return all;
}();

// Writes one field of an event, unless it is false or empty and `is_optional`. With `ids`, a call
// that the model gave no id gets one, such as `call_0`.
void write_field(JsonWriter& json, const Event& event, EventField field, bool is_optional,
                 CallIds* ids) {
  const auto [name, flag] = fields_by_number[static_cast<std::size_t>(field)];
  const auto text = [&, key = name](std::string_view its) {
    if (!is_optional || !its.empty()) json.field(key, its);
  };
  switch (field) {
    case EventField::code: json.field(name, to_string(event.code)); break;
    case EventField::text:
    case EventField::arguments: text(event.text); break;
    case EventField::name: text(event.name); break;
    case EventField::raw_tag:
    case EventField::raw: text(event.raw); break;
    case EventField::attributes: write_attributes(json, event.attributes()); break;
    case EventField::index:
      if (!is_optional || event.has_index) json.field(name, event.index);
      break;
    case EventField::id: text(ids == nullptr ? std::string(event.id) : ids->id(event)); break;
    case EventField::offset: json.field(name, event.offset); break;
    case EventField::thought_type: text(event.thought_type); break;
    case EventField::confidence:
      if (const auto confidence = confidence_of(event)) json.field(name, *confidence);
      break;
    default: {
      const bool is_set = (event.flags() & flag) != 0;
      if (!is_optional || is_set) json.field(name, is_set);
    }
  }
}

// Writes the fields between `kind` and the span. The end of a recorded section has the section's
// whole text; the end of a hidden section has none, since its pieces have left before.
void write_fields(JsonWriter& json, const Event& event, const WrittenKind& kind, CallIds* ids) {
  for (const KindField& one : std::span(kind.fields).first(kind.field_count)) {
    const bool is_for_recorded =
        one.shown == EventShown::if_recorded || one.shown == EventShown::if_recorded_and_set;
    if (is_for_recorded && !event.is_recorded) continue;
    if (one.shown == EventShown::if_short && event.name.size() > longest_repeated_name) continue;
    const bool is_optional =
        one.shown == EventShown::if_set || one.shown == EventShown::if_recorded_and_set;
    write_field(json, event, one.field, is_optional, ids);
  }
}

// ---- messages ----------------------------------------------------------------------------------

// Writes one value of a part as a field. A span is two, and null is none.
void write_value(JsonWriter& json, const char* name, const std::string& text) {
  json.field(name, text);
}
void write_value(JsonWriter& json, const char* name, Code code) {
  json.field(name, to_string(code));
}
template <std::integral T>
void write_value(JsonWriter& json, const char* name, T value) {
  json.field(name, value);
}
void write_value(JsonWriter& json, const char* name, const std::optional<double>& number) {
  if (number) json.field(name, *number);
}
void write_value(JsonWriter& json, const char* name, const Span& span) {
  static_cast<void>(name);
  json.field("start", span.start).field("end", span.end);
}
void write_value(JsonWriter& json, const char* name, const std::vector<Attribute>& attributes) {
  static_cast<void>(name);
  write_attributes(json, attributes);
}

template <class T>
bool is_set(const T& value) {
  if constexpr (std::is_integral_v<T>) return value != T{};
  if constexpr (requires { value.empty(); }) return !value.empty();
  if constexpr (requires { value.has_value(); }) return value.has_value();
  return true;
}

template <class T>
constexpr bool is_list = false;
template <class Part>
constexpr bool is_list<std::vector<Part>> = true;

// True if the part is a call that stands in the text: no server has read it.
template <class Part>
bool is_in_text(const Part& part) {
  if constexpr (requires { part.is_native; }) return !part.is_native;
  return true;
}

// Writes all fields of a part, or of the counters, as its table says.
template <class Part>
void write_part(JsonWriter& json, const Part& part) {
  each_field<Part>([&](auto row) {
    if (row.shown == Shown::in_text && !is_in_text(part)) return;
    if (row.shown == Shown::if_set && !is_set(row.of(part))) return;
    write_value(json, row.name, row.of(part));
  });
}

// Writes `"name":[{...},{...}]`.
template <class Part>
void write_value(JsonWriter& json, const char* name, const std::vector<Part>& parts) {
  json.key(name).begin_array();
  for (const Part& part : parts) {
    json.begin_object();
    write_part(json, part);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void write_section(JsonWriter& json, const Section& section) { write_part(json, section); }

void to_json(std::string& out, const Event& event, CallIds* ids) {
  JsonWriter json(out);
  json.begin_object().field("kind", to_string(event.kind));
  const auto number = static_cast<std::size_t>(event.kind);
  const WrittenKind* const kind =
      number < kinds_by_number.size() ? &kinds_by_number[number] : nullptr;
  if (kind != nullptr) write_fields(json, event, *kind, ids);
  if (kind == nullptr || kind->has_span) write_value(json, "span", event.span);
  json.end_object();
}

// {"content":"a","tool_calls":[{"index":0,"id":"call_0","name":"f","arguments":"{}",...}],...,
// "finish_reason":"tool_calls"}: `finish_reason` is always there, and null while it is not known.
void to_json(std::string& out, const Message& message) {
  JsonWriter json(out);
  json.begin_object().field("content", message.content);
  if (!message.reasoning.empty()) json.field("reasoning", message.reasoning);
  if (message.reasoning_closed == false) json.field("reasoning_closed", false);
  each_field<Message>([&](auto row) {
    if constexpr (is_list<typename decltype(row)::Type>) {
      if (is_set(row.of(message))) write_value(json, row.name, row.of(message));
    }
  });
  json.key("finish_reason");
  message.finish_reason.empty() ? json.null() : json.value(message.finish_reason);
  if (message.stopped) {
    json.key("stopped").begin_object();
    write_part(json, *message.stopped);
    json.end_object();
  }
  json.end_object();
}

// {"role":"assistant","content":null,"tool_calls":[{"id":"call_0",
// "type":"function","function":{"name":"f","arguments":"{}"}}]}
void to_openai_json(std::string& out, const Message& message,
                    const std::vector<std::string_view>& reasoning_names) {
  JsonWriter json(out);
  json.begin_object().field("role", "assistant").key("content");
  message.has_content() ? json.value(message.content) : json.null();
  if (!message.reasoning.empty()) {
    for (std::string_view name : reasoning_names) json.field(name, message.reasoning);
  }
  if (!message.tool_calls.empty()) json.key("tool_calls").begin_array();
  for (const ToolCall& call : message.tool_calls) {
    json.begin_object().field("id", call.id).field("type", "function").key("function");
    json.begin_object().field("name", call.name).field("arguments", call.arguments).end_object();
    json.end_object();
  }
  if (!message.tool_calls.empty()) json.end_array();
  json.end_object();
}

// The keys are those of that format, in its spelling: `taskId`, not `task_id`.
void to_thought_stream(std::string& out, const Event& event, std::string_view task_id,
                       std::string_view context_id) {
  JsonWriter json(out);
  json.begin_object().field("kind", "thought-stream");
  json.field("taskId", task_id).field("contextId", context_id);
  json.field("thoughtType", "reasoning").field("thought", event.text);
  json.key("metadata").begin_object().field("verbosity", "normal");
  if (!event.thought_type.empty()) json.field("thoughtType", event.thought_type);
  if (const auto confidence = confidence_of(event)) json.field("confidence", *confidence);
  if (!event.is_closed) json.field("isClosed", false);
  write_mark(json, "isTruncated", event.is_truncated);
  json.end_object().end_object();
}

void to_json(std::string& out, const Stats& stats) {
  JsonWriter json(out);
  json.begin_object();
  write_part(json, stats);
  json.end_object();
}

}  // namespace tagstream
