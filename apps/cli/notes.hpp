#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/event.hpp"
#include "tagstream/options.hpp"

namespace tagstream::cli {

/// Lines for standard error: notes that have no place in the output.
///
/// Of equal messages only a few have a line each. The others are counted: 200 records without a
/// text are one sentence, and so are 200 files.
class Notes {
 public:
  /// @param where  the place, which is printed after a colon, such as "byte 7"; it may be empty
  /// @param found  a predicate about what is there instead, such as "has id, text"; it may be empty
  void add(std::string_view message, std::string_view where, std::string_view found = {});
  /// Adds a note which says why the exit code is not 0, and which --quiet does not silence.
  void add_error(std::string_view message, std::string_view where);
  /// Adds such a note, and makes the exit code say that something was not done.
  void refuse(std::string_view message, std::string_view where) {
    add_error(message, where);
    has_refused_ = true;
  }
  [[nodiscard]] bool has_refused() const { return has_refused_; }
  void set_file(std::string_view name) { file_ = name; }
  /// Silences all notes but those of `add_error`.
  void set_quiet() { is_quiet_ = true; }

  /// Adds the notes of another object, with `place` in front of their places.
  void add_all(const Notes& others, const std::string& place);

  /// True if nothing is to be printed.
  [[nodiscard]] bool empty() const { return !has_new_; }
  /// The number of different messages.
  [[nodiscard]] std::size_t size() const { return notes_.size(); }
  /// Returns the lines that are to be printed now. After `end` nothing is added to them.
  [[nodiscard]] std::string take();
  /// Returns all lines that are left of a file, and forgets its messages.
  [[nodiscard]] std::string end();
  /// Returns the lines after all files: the messages that `end` has only counted.
  [[nodiscard]] std::string end_files();
  void clear();

  /// The note, if there is one alone; `places` says in how many places.
  struct Only {
    std::string message;
    std::string found;
    std::uint64_t places;
  };
  [[nodiscard]] std::optional<Only> only() const;

 private:
  struct Note {
    std::string message;
    std::string found;                // in the first place
    std::vector<std::string> places;  // that are to be printed
    std::size_t printed = 0;          // places
    std::uint64_t more = 0;           // places that are only counted
    bool is_error = false;
    bool is_counted = false;  // a few files have said it
  };
  struct InFiles {
    std::uint64_t said = 0;
    std::uint64_t more = 0;  // files that are only counted
    std::string last;        // the last file with the message
  };

  Note& note_of(std::string_view message, std::string_view found, bool is_error);
  void add_place(Note& note, std::string place);
  void add_lines(std::string& text, Note& note) const;
  [[nodiscard]] std::string line(const Note& note, std::string_view place,
                                 std::string_view subject) const;

  std::string file_;  // empty: there is only one file
  std::vector<Note> notes_;
  std::map<std::string, std::size_t, std::less<>> numbers_;  // of messages in `notes_`
  std::map<std::string, InFiles, std::less<>> in_files_;     // by message
  bool has_new_ = false;
  bool has_refused_ = false;
  bool is_quiet_ = false;
};

/// True for the notice which family's markers `auto` has met. It is in the events and the message;
/// as a note it would stand before every answer.
[[nodiscard]] bool is_of_auto(const Event& event, const Options& options);

/// The sentence of a note about the event.
[[nodiscard]] std::string sentence_of(const Event& notice);
/// The place for it, such as "byte 7"; empty if it is about the model's name.
[[nodiscard]] std::string place_of(const Event& event, const Options& options);

}  // namespace tagstream::cli
