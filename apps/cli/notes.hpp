#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/event.hpp"
#include "tagstream/options.hpp"

namespace tagstream::cli {

/// Lines for standard error: notes that have no place in the output.
class Notes {
 public:
  /// @param where  the place, which is printed after a colon, such as "byte 7"; it may be empty
  void add(std::string_view message, std::string_view where);
  /// Adds a note, and makes the program's exit code say that something was not done.
  void refuse(std::string_view message, std::string_view where) {
    add(message, where);
    has_refused_ = true;
  }
  [[nodiscard]] bool has_refused() const { return has_refused_; }
  void set_file(std::string_view name) { file_ = name; }

  /// Adds the notes of another object, with `place` in front of their places.
  void add_all(const Notes& others, const std::string& place);

  [[nodiscard]] bool empty() const { return notes_.empty(); }
  [[nodiscard]] std::size_t size() const { return notes_.size(); }
  [[nodiscard]] std::string text() const;
  void clear() { notes_.clear(); }

 private:
  struct Note {
    std::string message;
    std::string where;
  };
  std::string file_;  // empty: there is only one file
  std::vector<Note> notes_;
  bool has_refused_ = false;
};

/// Notes a section or a thought that never closes, for an output that does not say so. Reasoning
/// has a notice of its own.
void note_unclosed(const Event& event, Notes& notes);

/// The place for a note about the event, such as "byte 7"; empty if the note is about the model's
/// name.
[[nodiscard]] std::string place_of(const Event& event, const Options& options);

}  // namespace tagstream::cli
