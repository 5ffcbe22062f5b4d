#pragma once

#include <string>
#include <string_view>

#include "processor.hpp"

namespace tagstream::cli {

/// The form of a text with this beginning. `data: {"a":1}` looks like sse.
[[nodiscard]] InputForm looks_like(std::string_view begin);

/// True for a text or another part of an answer, which no end, error or broken event is.
[[nodiscard]] bool is_of_answer(const wire::Piece& piece);

/// Finds out whether an input looks like a stream or like records, but is read as something else.
class FormatHint {
 public:
  explicit FormatHint(const Arguments& arguments)
      : is_asked_(!arguments.snapshots), from_(arguments.from) {}

  void see(std::string_view piece);

  /// True if the text is one JSON list of objects, with line ends in it.
  [[nodiscard]] bool is_list_in_lines() const;

  /// The end of a message about an input of which nothing could be read: "; give --from sse". Empty
  /// if it has the form by which it is read.
  [[nodiscard]] std::string instead() const;

  /// Says why nothing was read as a server's stream, with the option that mends it. Empty if that
  /// is not known.
  [[nodiscard]] std::string why_not_a_stream(const std::string& file, wire::Api api) const;

  /// Adds a note if a text does.
  void finish(Notes& notes) const;

 private:
  bool is_asked_;
  InputForm from_;     // by which the input is read
  std::string begin_;  // of the text
};

}  // namespace tagstream::cli
