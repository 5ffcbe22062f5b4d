#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "io/descriptor.hpp"
#include "io/failure.hpp"

namespace tagstream::cli {

/// The output of a command. Bytes are collected until `flush`, which commands call before they
/// wait.
///
/// On a terminal a model's control bytes are shown, not sent: `\x1b` for escape, so that it can't
/// drive the terminal. Line ends and tabs pass; a CR alone, which would let a text overwrite its
/// line, does not. Everywhere else the output is byte-exact.
class Output {
 public:
  /// Standard output.
  Output();
  /// A file. `truncate` empties it, so that a caller can check the file first.
  explicit Output(const std::string& path);
  /// Passes the bytes to `take` when they are flushed, which happens early if there are many.
  /// `take` may move them away. With `is_terminal` they are shown as for a terminal, to which
  /// `take` sends them.
  using Take = std::function<void(std::string& bytes)>;
  explicit Output(Take take, bool is_terminal = false);

  /// Sets the text that goes first into each line that is a JSON object: `"file":"a",` or nothing.
  void set_label(std::string_view label) { label_ = label; }

  /// Sets a line that goes before the next bytes, and after an empty line unless it is the first.
  /// If no bytes come before the next heading is set, it is left out.
  void set_heading(std::string heading) { heading_ = std::move(heading); }

  /// Says which of several files the next output is about: in a heading, and as the first member of
  /// each JSON object.
  void set_file(const std::string& name);

  [[nodiscard]] bool has_label() const { return !label_.empty(); }
  [[nodiscard]] const std::string& label() const { return label_; }

  /// Bytes of the model's text.
  void text(std::string_view bytes);
  /// A part of a line of JSON.
  void json(std::string_view part);
  /// The last part of a line of JSON, or the whole line, without its line end.
  void line(std::string_view part);
  /// Bytes of the program's own, which may have colours. They are sent as they are.
  void styled(std::string_view bytes);

  /// Ends a text. A CR at its end was held, since a line end might have followed it.
  void end_text();

  /// Writes what was collected.
  /// Throws ClosedPipe if nobody reads it, Failure if it can't be written.
  void flush();

  /// Empties a regular file.
  void truncate();

  /// Flushes, and closes a file of its own.
  void close();

  [[nodiscard]] const Descriptor& descriptor() const { return file_; }
  /// True if nothing has been written since the last line end.
  [[nodiscard]] bool ends_line() const {
    return buffer_.empty() ? ends_line_ : buffer_.back() == '\n';
  }
  [[nodiscard]] bool is_terminal() const { return is_terminal_; }

 private:
  void add(std::string_view bytes);
  void add_heading();
  void append_return(bool is_line_end);
  void write(std::string_view bytes);

  std::string name_;
  Descriptor file_;
  bool is_terminal_;
  Take take_;  // if empty: bytes are written to the file
  bool is_at_line_start_ = true;
  bool has_return_ = false;  // on a terminal: a CR is held that ends the last text
  char32_t last_ = 0;        // the last character of the last text
  bool ends_line_ = true;    // the bytes that have left the buffer end a line
  std::string label_;
  std::string heading_;
  bool has_heading_ = false;  // one has been written
  std::string buffer_;
};

/// Writes to standard output at once, and returns `code`, the program's exit code.
int print(std::string_view text, int code = 0);

/// Writes to standard error. Returns false if that failed: the text is left out then.
[[nodiscard]] bool write_error(std::string_view text);
/// Writes a sentence to standard error, after the program's name, if that is possible.
void write_message(std::string_view sentence, ColorChoice choice = ColorChoice::never);

}  // namespace tagstream::cli
