#include "handles.hpp"

#include <algorithm>

namespace tagstream::c {

void fill(tagstream_event& out, const Event& event) {
  out.kind = static_cast<std::uint8_t>(event.kind);
  out.code = static_cast<std::uint8_t>(event.code);
  out.flags = event.flags();
  out.index = event.index;
  out.start = event.span.start;
  out.end = event.span.end;
  out.text = view_of(event.text);
  out.name = view_of(event.name);
  out.raw = view_of(event.raw);
  out.id = view_of(event.id);
  out.thought_type = view_of(event.thought_type);
  out.offset = event.offset;
  out.confidence = event.confidence;
}

Event from_c(const tagstream_event& event) {
  const auto text = [](const tagstream_string& of) { return text_of(of.data, of.size); };
  Event out;
  out.kind = static_cast<EventKind>(event.kind);
  out.code = static_cast<Code>(event.code);
  out.set_flags(event.flags);
  out.index = event.index;
  out.span = {event.start, event.end};
  out.text = text(event.text);
  out.name = text(event.name);
  out.raw = text(event.raw);
  out.id = text(event.id);
  out.thought_type = text(event.thought_type);
  out.offset = event.offset;
  out.confidence = event.confidence;
  return out;
}

tagstream_event event_at(const tagstream_events& events, std::size_t index) {
  tagstream_event copy = to_c(Event());
  std::memcpy(&copy, tagstream_event_at(events, index), std::min(events.stride, sizeof(copy)));
  return copy;
}

namespace {

std::size_t write_attributes(const std::vector<Attribute>& all, tagstream_attribute* out,
                             std::size_t capacity) {
  std::size_t count = 0;
  for (const Attribute& one : all) {
    if (out != nullptr && count < capacity) {
      out[count] = {view_of(one.name), view_of(one.value), one.has_value, {}};
    }
    ++count;
  }
  return count;
}

// The word of the enumerator with this number; NULL if there is no such enumerator.
template <class Enum>
const char* word(std::uint32_t number) {
  if (number > 0xFF) return nullptr;
  const char* const its_word = to_string(static_cast<Enum>(number));
  return std::strcmp(its_word, "unknown") == 0 ? nullptr : its_word;
}

}  // namespace

}  // namespace tagstream::c

using namespace tagstream;
using namespace tagstream::c;

const char* tagstream_event_kind_word(uint32_t kind) noexcept { return word<EventKind>(kind); }

const char* tagstream_code_word(uint32_t code) noexcept { return word<Code>(code); }

size_t tagstream_attributes(const char* raw_tag, size_t size, tagstream_attribute* attributes,
                            size_t capacity) noexcept {
  return write_attributes(attributes_of(text_of(raw_tag, size)), attributes, capacity);
}

size_t tagstream_event_attributes(const tagstream_event* event, tagstream_attribute* attributes,
                                  size_t capacity) noexcept {
  if (event == nullptr) return 0;
  Event own;  // an older event may be shorter, but has these
  own.kind = static_cast<EventKind>(event->kind);
  own.name = text_of(event->name.data, event->name.size);
  own.raw = text_of(event->raw.data, event->raw.size);
  return write_attributes(own.attributes(), attributes, capacity);
}

char* tagstream_decode_entities(const char* text, size_t text_size, size_t* size) noexcept {
  return owned(decode_entities(text_of(text, text_size)), size);
}
