#include "notes.hpp"

#include <fmt/core.h>

#include "arguments.hpp"
#include "base/text.hpp"
#include "io/terminal.hpp"

namespace tagstream::cli {

namespace {

std::string both(std::string_view place, std::string_view inner) {
  return fmt::format("{}{}{}", place, place.empty() || inner.empty() ? "" : ", ", inner);
}

}  // namespace

void Notes::add(std::string_view message, std::string_view where) {
  notes_.push_back({std::string(message), std::string(where)});
}

void Notes::add_all(const Notes& others, const std::string& place) {
  for (const Note& note : others.notes_) add(note.message, both(place, note.where));
  has_refused_ = has_refused_ || others.has_refused_;
}

std::string Notes::text() const {
  std::string text;
  for (const Note& note : notes_) {
    const std::string place = both(printable(file_), note.where);
    const std::string message = printable(with_flags(note.message));
    text += fmt::format("tagstream: {}\n", said_with_place(message, place));
  }
  return text;
}

void note_unclosed(const Event& event, Notes& notes) {
  const bool is_thought = event.kind == EventKind::thought;
  if (event.is_closed || (!is_thought && event.kind != EventKind::section_end)) return;
  const std::string what = is_thought ? "thought" : "section " + in_backticks(event.name);
  notes.add(fmt::format("the {} never closed", what),
            fmt::format("byte {}", is_thought ? event.span.start : event.offset));
}

std::string place_of(const Event& event, const Options& options) {
  if (event.code == Code::family && !options.model.empty()) return {};
  return fmt::format("byte {}", event.offset);
}

}  // namespace tagstream::cli
