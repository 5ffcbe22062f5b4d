#include "tagstream/message.hpp"

#include <cstddef>
#include <utility>

#include "base/text.hpp"

namespace tagstream {

namespace {

Section to_section(const Event& event) {
  const Element& element = *event.element;
  Section section;
  section.tag_name = std::string(element.name());
  section.raw_tag = std::string(element.raw_tag());
  section.content = std::string(event.text);
  section.span = {element.start(), event.span.end};
  section.is_closed = event.is_closed;
  section.is_implied_open = element.is_implied_open();
  section.is_truncated = event.is_truncated;
  section.is_recorded = event.is_recorded;
  return section;
}

MessageCall to_message_call(const Event& event, std::string id) {
  const Call& call = *event.call();
  MessageCall one;
  one.id = std::move(id);
  one.tool = std::string(call.tool);
  one.arguments = std::string(call.arguments);
  one.content = std::string(event.text);
  one.span = call.span;
  one.is_closed = event.is_closed;
  one.is_repaired = call.is_repaired;
  one.is_recovered = call.is_recovered;
  return one;
}

MessageNote error_note(const Event& event) {
  const Call& call = *event.call();
  MessageNote note;
  note.error = call.error;
  note.message = std::string(call.message);
  note.content = std::string(event.text);
  note.offset = call.offset;
  note.span = call.span;
  return note;
}

MessageNote notice_note(const Event& event) {
  MessageNote note;
  note.notice = event.code;
  note.message = std::string(event.text);
  note.offset = event.span.begin;
  return note;
}

}  // namespace

std::string CallIds::id(const Call& call) {
  const auto index = static_cast<std::size_t>(call.index);
  if (index >= by_index_.size()) by_index_.resize(index + 1);
  std::string& known = by_index_[index];
  if (!known.empty()) return known;
  const std::string made_up = "call_" + std::to_string(index);
  std::string id = call.id.empty() ? made_up : std::string(call.id);
  for (std::size_t count = 2; !given_.insert(id).second; ++count) {
    id = made_up + '_' + std::to_string(count);
  }
  known = id;
  return id;
}

bool Message::has_content() const { return calls.empty() || !trimmed(content).empty(); }

void Message::add(std::span<const Event> events) {
  for (const Event& event : events) {
    switch (event.kind) {
      case EventKind::content: content += event.text; break;
      case EventKind::reasoning: reasoning += event.text; break;
      case EventKind::call: calls.push_back(to_message_call(event, ids_.id(*event.call()))); break;
      case EventKind::call_error: notes.push_back(error_note(event)); break;
      case EventKind::notice: notes.push_back(notice_note(event)); break;
      case EventKind::section_end: sections.push_back(to_section(event)); break;
      default: break;
    }
  }
}

}  // namespace tagstream
