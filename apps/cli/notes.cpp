#include "notes.hpp"

#include <fmt/core.h>

#include <utility>

#include "arguments.hpp"
#include "base/text.hpp"
#include "io/terminal.hpp"

namespace tagstream::cli {

namespace {

std::string both(std::string_view place, std::string_view inner) {
  return fmt::format("{}{}{}", place, place.empty() || inner.empty() ? "" : ", ", inner);
}

// Equal messages that have a line each.
constexpr std::size_t most_lines = 3;

}  // namespace

void Notes::add(std::string_view message, std::string_view where, std::string_view found) {
  if (!is_quiet_) add_place(note_of(message, found, false), std::string(where));
}

void Notes::add_error(std::string_view message, std::string_view where) {
  add_place(note_of(message, {}, true), std::string(where));
}

Notes::Note& Notes::note_of(std::string_view message, std::string_view found, bool is_error) {
  const auto known = numbers_.find(message);
  if (known != numbers_.end()) return notes_[known->second];
  numbers_.emplace(message, notes_.size());
  Note& note = notes_.emplace_back();
  note.message = message;
  note.found = found;
  note.is_error = is_error;
  const auto said = in_files_.find(message);
  note.is_counted = !is_error && said != in_files_.end() && said->second.said == most_lines;
  return note;
}

void Notes::add_place(Note& note, std::string place) {
  if (!note.is_counted && note.printed + note.places.size() < most_lines) {
    note.places.push_back(std::move(place));
    has_new_ = true;
  } else {
    ++note.more;
  }
}

void Notes::add_all(const Notes& others, const std::string& place) {
  has_refused_ = has_refused_ || others.has_refused_;
  for (const Note& other : others.notes_) {
    if (is_quiet_ && !other.is_error) continue;
    Note& note = note_of(other.message, other.found, other.is_error);
    for (const std::string& one : other.places) add_place(note, both(place, one));
    note.more += other.more;
  }
}

std::string Notes::line(const Note& note, std::string_view place, std::string_view subject) const {
  std::string message = with_flags(note.message);
  if (!note.found.empty()) message += fmt::format("; {} {}", subject, note.found);
  const std::string where = both(file_, place);
  return fmt::format("tagstream: {}\n", printable(said_with_place(message, where)));
}

void Notes::add_lines(std::string& text, Note& note) const {
  if (note.is_counted) return;
  if (note.printed == 0 && note.more != 0) {
    const std::uint64_t others = note.more + note.places.size() - 1;
    text += line(note, fmt::format("{} and {} more", note.places[0], others), "the first");
    note.more = 0;
  } else {
    for (const std::string& place : note.places) text += line(note, place, "it");
  }
  note.printed += note.places.size();
  note.places.clear();
}

std::string Notes::take() {
  std::string text;
  for (Note& note : notes_) add_lines(text, note);
  has_new_ = false;
  return text;
}

std::string Notes::end() {
  std::string text = take();
  for (Note& note : notes_) {
    note.found.clear();
    InFiles& files = in_files_[note.message];
    const bool is_new = !file_.empty() && files.last != file_;  // a file may end its notes twice
    if (is_new) files.last = file_;
    if (is_new) ++(note.is_counted ? files.more : files.said);
    if (note.is_counted) continue;
    if (note.more != 0) text += line(note, fmt::format("{} more", note.more), {});
  }
  clear();
  return text;
}

std::string Notes::end_files() {
  std::string text = end();
  for (const auto& [message, files] : in_files_) {
    if (files.more == 0) continue;
    Note note;
    note.message = message;
    text += line(note, fmt::format("{} more file{}", files.more, files.more == 1 ? "" : "s"), {});
  }
  in_files_.clear();
  return text;
}

std::optional<Notes::Only> Notes::only() const {
  if (notes_.size() != 1) return std::nullopt;
  const Note& note = notes_.front();
  return Only{note.message, note.found, note.printed + note.places.size() + note.more};
}

void Notes::clear() {
  notes_.clear();
  numbers_.clear();
  has_new_ = false;
}

bool is_of_auto(const Event& event, const Options& options) {
  return event.code == Code::family && options.model.empty();
}

// A sentence that does not name the tag gets it in front: "`b`: this tag stands in Markdown code".
std::string sentence_of(const Event& notice) {
  const std::string text(notice.text);
  const std::string name = in_backticks(notice.name);
  const bool is_about_tag = notice.kind == EventKind::notice && !notice.name.empty();
  return is_about_tag && text.find(name) == text.npos ? name + ": " + text : text;
}

std::string place_of(const Event& event, const Options& options) {
  if (event.code == Code::family && !options.model.empty()) return {};
  return fmt::format("byte {}", event.offset);
}

}  // namespace tagstream::cli
