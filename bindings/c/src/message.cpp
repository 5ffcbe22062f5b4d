#include "tagstream/message.hpp"

#include <atomic>
#include <memory>

#include "describe/flags.hpp"
#include "describe/parts.hpp"
#include "rules.hpp"
#include "tagstream/json.hpp"
#include "tagstream/write.hpp"

using namespace tagstream;
using namespace tagstream::c;

namespace {

using List = std::vector<tagstream_event>;

// The parts of a message as events.
struct Parts {
  List tool_calls;
  List tool_call_errors;
  List sections;
  List thoughts;
  List notices;
  List stopped;
};

Event of_kind(EventKind kind, Code code, std::string_view text, std::uint64_t offset) {
  Event event;
  event.kind = kind;
  event.code = code;
  event.text = text;
  event.offset = offset;
  return event;
}

void add_calls(const Message& message, List& list) {
  for (const ToolCall& call : message.tool_calls) {
    Event event = of_kind(EventKind::tool_call, Code::none, call.arguments, 0);
    event.id = call.id;
    event.name = call.name;
    event.raw = call.raw;
    event.span = call.span;
    event.index = call.index;
    event.set_flags(describe::flags_of(call));
    event.has_index = true;
    list.push_back(to_c(event));
  }
}

void add_errors(const Message& message, List& list) {
  for (const ToolCallError& error : message.tool_call_errors) {
    Event event = of_kind(EventKind::tool_call_error, error.code, error.text, error.offset);
    event.name = error.name;
    event.raw = error.raw;
    event.set_flags(describe::flags_of(error));
    list.push_back(to_c(event));
  }
}

void add_sections(const Message& message, List& list) {
  for (const Section& section : message.sections) {
    Event event = of_kind(EventKind::section_end, Code::none, section.content, section.span.start);
    event.name = section.name;
    event.raw = section.raw_tag;
    event.span = section.span;
    event.set_flags(describe::flags_of(section));
    list.push_back(to_c(event));
  }
}

void add_thoughts(const Message& message, List& list) {
  for (const Thought& thought : message.thoughts) {
    Event event = of_kind(EventKind::thought, Code::none, thought.text, 0);
    event.thought_type = thought.thought_type;
    event.confidence = thought.confidence.value_or(-1);
    event.span = thought.span;
    event.set_flags(describe::flags_of(thought));
    list.push_back(to_c(event));
  }
}

Parts parts_of(const Message& message) {
  Parts parts;
  add_calls(message, parts.tool_calls);
  add_errors(message, parts.tool_call_errors);
  add_sections(message, parts.sections);
  add_thoughts(message, parts.thoughts);
  for (const Notice& notice : message.notices) {
    Event event = of_kind(EventKind::notice, notice.code, notice.text, notice.offset);
    event.name = notice.name;
    parts.notices.push_back(to_c(event));
  }
  if (const auto& stopped = message.stopped) {
    parts.stopped.push_back(
        to_c(of_kind(EventKind::stopped, stopped->code, stopped->text, stopped->offset)));
  }
  return parts;
}

}  // namespace

struct tagstream_message {
  explicit tagstream_message(Message read) : message(std::move(read)) {}
  tagstream_message(const tagstream_message&) = delete;
  tagstream_message& operator=(const tagstream_message&) = delete;
  ~tagstream_message() { forget_parts(); }

  // The parts, made on the first request. Threads may ask at once: the first ones made stay (C7).
  const Parts& parts() const {
    const Parts* known = made.load(std::memory_order_acquire);
    if (known == nullptr) {
      auto fresh = std::make_unique<const Parts>(parts_of(message));
      if (made.compare_exchange_strong(known, fresh.get(), std::memory_order_acq_rel)) {
        known = fresh.release();
      }
    }
    return *known;
  }
  void forget_parts() { delete made.exchange(nullptr); }

  Message message;
  mutable std::atomic<const Parts*> made{nullptr};
};

namespace {

tagstream_events list_of(const tagstream_message* message, List Parts::*list) {
  return message == nullptr ? array_of({}) : array_of(message->parts().*list);
}

}  // namespace

tagstream_message* tagstream_read(const tagstream_rules* rules, const char* text,
                                  size_t size) noexcept {
  if (rules == nullptr) return nullptr;
  return new tagstream_message(read(text_of(text, size), rules->rules));
}

char* tagstream_read_json(const tagstream_rules* rules, const char* text, size_t text_size,
                          size_t* size) noexcept {
  if (size != nullptr) *size = 0;
  if (rules == nullptr) return nullptr;
  std::string json;
  to_json(json, read(text_of(text, text_size), rules->rules));
  return owned(json, size);
}

tagstream_message* tagstream_message_new(void) noexcept { return new tagstream_message(Message()); }

tagstream_status tagstream_message_from_json(const char* json, size_t json_size,
                                             tagstream_message** message,
                                             tagstream_error** error) noexcept {
  if (message == nullptr) return fail_null(error, __func__);
  *message = nullptr;
  return give(read_message(text_of(json, json_size)), message, error);
}

void tagstream_message_add(tagstream_message* message, tagstream_events events) noexcept {
  if (message == nullptr || events.data == nullptr) return;
  message->forget_parts();
  for (std::size_t i = 0; i < events.size; ++i) {
    const Event event = from_c(event_at(events, i));
    message->message.add({&event, 1});
  }
}

void tagstream_message_finish(tagstream_message* message) noexcept {
  if (message == nullptr) return;
  message->message.finish();
}

void tagstream_message_set_cut_off(tagstream_message* message) noexcept {
  if (message != nullptr) message->message.set_cut_off();
}

tagstream_message* tagstream_message_clone(const tagstream_message* message) noexcept {
  return message == nullptr ? nullptr : new tagstream_message(message->message);
}

void tagstream_message_free(tagstream_message* message) noexcept { delete message; }

tagstream_string tagstream_message_content(const tagstream_message* message) noexcept {
  return message == nullptr ? view_of({}) : view_of(message->message.content);
}

tagstream_string tagstream_message_reasoning(const tagstream_message* message) noexcept {
  return message == nullptr ? view_of({}) : view_of(message->message.reasoning);
}

tagstream_string tagstream_message_finish_reason(const tagstream_message* message) noexcept {
  return message == nullptr ? view_of({}) : view_of(message->message.finish_reason);
}

bool tagstream_message_reasoning_closed(const tagstream_message* message) noexcept {
  return message != nullptr && message->message.reasoning_closed == true;
}

tagstream_events tagstream_message_tool_calls(const tagstream_message* message) noexcept {
  return list_of(message, &Parts::tool_calls);
}

tagstream_events tagstream_message_tool_call_errors(const tagstream_message* message) noexcept {
  return list_of(message, &Parts::tool_call_errors);
}

tagstream_events tagstream_message_sections(const tagstream_message* message) noexcept {
  return list_of(message, &Parts::sections);
}

tagstream_events tagstream_message_thoughts(const tagstream_message* message) noexcept {
  return list_of(message, &Parts::thoughts);
}

tagstream_events tagstream_message_notices(const tagstream_message* message) noexcept {
  return list_of(message, &Parts::notices);
}

tagstream_events tagstream_message_stopped(const tagstream_message* message) noexcept {
  return list_of(message, &Parts::stopped);
}

char* tagstream_message_json(const tagstream_message* message, size_t* size) noexcept {
  if (size != nullptr) *size = 0;
  if (message == nullptr) return nullptr;
  std::string json;
  to_json(json, message->message);
  return owned(json, size);
}

char* tagstream_message_openai_json(const tagstream_message* message, size_t* size) noexcept {
  if (size != nullptr) *size = 0;
  if (message == nullptr) return nullptr;
  std::string json;
  to_openai_json(json, message->message);
  return owned(json, size);
}

tagstream_status tagstream_write(const tagstream_message* message, const tagstream_rules* rules,
                                 char** text, size_t* size, tagstream_error** error) noexcept {
  if (text != nullptr) *text = nullptr;
  if (size != nullptr) *size = 0;
  if (message == nullptr || rules == nullptr || text == nullptr) return fail_null(error, __func__);
  const Result<std::string> written = write(message->message, rules->rules);
  if (!written) return fail(error, written.error());
  *text = owned(*written, size);
  return succeed(error);
}
