#include "print/write.hpp"
#include "tagstream/event.hpp"
#include "tagstream/json.hpp"
#include "tagstream/limits.hpp"
#include "tagstream/message.hpp"

// Writes an event as one line of JSON, and a message as one object.
//
//   {"kind":"content","text":"x","start":0,"end":1}
//   {"kind":"thought","text":"a","confidence":0.5,"is_closed":true,"start":0,"end":22}
//
// Two kinds of fields: a field that belongs to each event of its kind (`text`, `is_closed`) is
// always written. An optional field is left out if it is false or empty: `is_truncated` stands
// there only when it is true. `start` and `end` are offsets in bytes of the stream.

namespace tagstream {

namespace {

// Writes the field unless the text is empty.
void write_optional(JsonWriter& json, std::string_view name, std::string_view text) {
  if (!text.empty()) json.field(name, text);
}

// Writes the field unless it is false.
void write_mark(JsonWriter& json, std::string_view name, bool is_set) {
  if (is_set) json.field(name, true);
}

void write_span(JsonWriter& json, const Span& span) {
  json.field("start", span.start).field("end", span.end);
}

// The fields that an event `thought` shares with a thought in a message: `Part` is either of them.
template <class Part>
void write_thought(JsonWriter& json, const Part& thought) {
  json.field("text", thought.text);
  write_optional(json, "thought_type", thought.thought_type);
  json.field("confidence", thought.confidence);
  write_mark(json, "has_attributes", thought.has_attributes);
  json.field("is_closed", thought.is_closed);
  write_mark(json, "is_truncated", thought.is_truncated);
}

// `Part` is the event of a call, or a call in a message.
template <class Part>
void write_call_marks(JsonWriter& json, const Part& call) {
  json.field("is_closed", call.is_closed);
  write_mark(json, "is_repaired", call.is_repaired);
  write_mark(json, "is_recovered", call.is_recovered);
}

template <class Part>
void write_section_marks(JsonWriter& json, const Part& section) {
  json.field("is_closed", section.is_closed);
  write_mark(json, "is_recorded", section.is_recorded);
  write_mark(json, "is_implied_open", section.is_implied_open);
  write_mark(json, "is_truncated", section.is_truncated);
}

void write_saying(JsonWriter& json, Code code, std::string_view text, std::uint64_t offset) {
  json.field("code", to_string(code)).field("text", text).field("offset", offset);
}

// With `ids`, a call that the model gave no id gets one, such as `call_0` (R359). Without, the
// field is left out.
void write_id(JsonWriter& json, const Event& call, CallIds* ids) {
  write_optional(json, "id", ids == nullptr ? std::string(call.id) : ids->id(call));
}

void write_call(JsonWriter& json, const Event& call, CallIds* ids) {
  json.field("index", call.index);
  write_id(json, call, ids);
  json.field("name", call.name).field("arguments", call.text).field("raw", call.raw);
  write_call_marks(json, call);
  write_mark(json, "has_started", call.has_started);
}

void write_call_error(JsonWriter& json, const Event& error) {
  write_saying(json, error.code, error.text, error.offset);
  write_optional(json, "name", error.name);
  write_optional(json, "raw", error.raw);
  if (error.has_index) json.field("index", error.index);
  json.field("is_closed", error.is_closed);
  write_mark(json, "is_recovered", error.is_recovered);
  write_mark(json, "has_started", error.has_started);
}

// Writes the fields between `kind` and the span. The end of a recorded section has the section's
// whole text; the end of a hidden section has none, since its pieces have left before (R357).
void write_fields(JsonWriter& json, const Event& event, CallIds* ids) {
  switch (event.kind) {
    case EventKind::content:
    case EventKind::reasoning:
    case EventKind::markup:
    case EventKind::thought_delta: json.field("text", event.text); break;
    case EventKind::section_start:
      json.field("name", event.name).field("raw_tag", event.raw_tag());
      write_attributes(json, event.attributes());
      write_mark(json, "is_implied_open", event.is_implied_open);
      break;
    case EventKind::section_delta: json.field("name", event.name).field("text", event.text); break;
    case EventKind::section_end:
      json.field("name", event.name).field("raw_tag", event.raw_tag());
      if (event.is_recorded) {
        write_attributes(json, event.attributes());
        json.field("text", event.text);
      }
      json.field("offset", event.offset);
      write_section_marks(json, event);
      break;
    case EventKind::tool_call_start:
      json.field("index", event.index);
      write_id(json, event, ids);
      json.field("name", event.name);
      break;
    case EventKind::tool_call_delta:
      json.field("index", event.index).field("name", event.name).field("text", event.text);
      break;
    case EventKind::tool_call: write_call(json, event, ids); break;
    case EventKind::tool_call_error: write_call_error(json, event); break;
    case EventKind::thought: write_thought(json, event); break;
    case EventKind::notice:
    case EventKind::stopped: write_saying(json, event.code, event.text, event.offset); break;
  }
}

// True for the pieces of a call or a thought. They cover no bytes of the stream, so they have no
// `start` and `end`: the event that ends the call or thought covers all of its bytes.
bool is_piece_of_open(EventKind kind) {
  return kind == EventKind::tool_call_start || kind == EventKind::tool_call_delta ||
         kind == EventKind::thought_delta;
}

// Writes `"name":[{...},{...}]`; nothing if there are no parts.
template <class Part, class Write>
void write_list(JsonWriter& json, std::string_view name, const std::vector<Part>& parts,
                Write write) {
  if (parts.empty()) return;
  json.key(name).begin_array();
  for (const Part& part : parts) {
    json.begin_object();
    write(part);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void write_section(JsonWriter& json, const Section& section) {
  json.field("name", section.name).field("raw_tag", section.raw_tag);
  write_attributes(json, section.attributes());
  json.field("content", section.content);
  write_section_marks(json, section);
  write_span(json, section.span);
}

void to_json(std::string& out, const Event& event, CallIds* ids) {
  JsonWriter json(out);
  json.begin_object().field("kind", to_string(event.kind));
  write_mark(json, "is_native", event.is_native);
  write_fields(json, event, ids);
  if (!is_piece_of_open(event.kind)) write_span(json, event.span);
  json.end_object();
}

// {"content":"a","tool_calls":[{"index":0,"id":"call_0","name":"f","arguments":"{}",...}],...,
// "finish_reason":"tool_calls"}: `finish_reason` is always there, and null while it is not known.
void to_json(std::string& out, const Message& message) {
  JsonWriter json(out);
  json.begin_object().field("content", message.content);
  write_optional(json, "reasoning", message.reasoning);
  if (!message.reasoning_closed) json.field("reasoning_closed", false);
  write_list(json, "tool_calls", message.tool_calls, [&](const ToolCall& call) {
    json.field("index", call.index).field("id", call.id).field("name", call.name);
    json.field("arguments", call.arguments);
    write_mark(json, "is_native", call.is_native);
    if (call.is_native) return;  // it stands nowhere in the text
    json.field("raw", call.raw);
    write_call_marks(json, call);
    write_span(json, call.span);
  });
  write_list(json, "tool_call_errors", message.tool_call_errors, [&](const ToolCallError& error) {
    write_saying(json, error.code, error.text, error.offset);
    write_optional(json, "name", error.name);
    write_optional(json, "raw", error.raw);
    write_mark(json, "is_native", error.is_native);
  });
  write_list(json, "sections", message.sections,
             [&](const Section& section) { write_section(json, section); });
  write_list(json, "thoughts", message.thoughts, [&](const Thought& thought) {
    write_thought(json, thought);
    write_span(json, thought.span);
  });
  write_list(json, "notices", message.notices, [&](const Notice& notice) {
    write_saying(json, notice.code, notice.text, notice.offset);
  });
  json.key("finish_reason");
  message.finish_reason.empty() ? json.null() : json.value(message.finish_reason);
  if (message.stopped) {
    json.key("stopped").begin_object();
    write_saying(json, message.stopped->code, message.stopped->text, message.stopped->offset);
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

// The keys are those of that format, in its spelling: `taskId`, not `task_id`. `confidence` is
// written only if the model gave attributes; else it would be the default, 0.5.
void to_thought_stream(std::string& out, const Event& event, std::string_view task_id,
                       std::string_view context_id) {
  JsonWriter json(out);
  json.begin_object().field("kind", "thought-stream");
  json.field("taskId", task_id).field("contextId", context_id);
  json.field("thoughtType", "reasoning").field("thought", event.text);
  json.key("metadata").begin_object().field("verbosity", "normal");
  if (!event.thought_type.empty()) json.field("thoughtType", event.thought_type);
  if (event.has_attributes) json.field("confidence", event.confidence);
  if (!event.is_closed) json.field("isClosed", false);
  write_mark(json, "isTruncated", event.is_truncated);
  json.end_object().end_object();
}

void to_json(std::string& out, const Stats& stats) {
  JsonWriter json(out);
  json.begin_object().field("bytes_fed", stats.bytes_fed);
  json.field("bytes_examined", stats.bytes_examined).field("bytes_held", stats.bytes_held);
  json.field("bytes_held_max", stats.bytes_held_max).field("events", stats.events);
  json.field("limit_hits", stats.limit_hits).end_object();
}

}  // namespace tagstream
