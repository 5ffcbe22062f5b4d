#include "io/output.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "io/terminal.hpp"
#include "json/json_writer.hpp"

namespace tagstream::cli {

namespace {

// Bytes are collected until there are this many.
constexpr std::size_t enough = std::size_t{256} << 10;
// A piece of this many bytes is written at once, since a copy would cost more than one more call.
constexpr std::size_t large = std::size_t{32} << 10;

Descriptor open_output(const std::string& path) {
  int number = -1;
  do {
    number = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  } while (number < 0 && errno == EINTR);
  if (number < 0) throw Failure(exit_usage, system_message("can't write", path));
  return Descriptor(number);
}

}  // namespace

Output::Output()
    : name_("standard output"),
      file_(Descriptor::standard(STDOUT_FILENO)),
      is_terminal_(isatty(STDOUT_FILENO) == 1) {}

Output::Output(const std::string& path)
    : name_(path), file_(open_output(path)), is_terminal_(isatty(file_.number()) == 1) {}

Output::Output(Take take, bool is_terminal) : is_terminal_(is_terminal), take_(std::move(take)) {}

void Output::set_file(const std::string& name) {
  std::string label;
  JsonWriter(label).field("file", name);
  set_label(label + ',');
  set_heading(fmt::format("==> {} <==", printable(name)));
}

void Output::text(std::string_view bytes) {
  if (bytes.empty()) return;
  if (!has_return_) add_heading();
  if (!is_terminal_) return add(bytes);
  if (std::exchange(has_return_, false)) append_return(bytes.front() == '\n');
  has_return_ = bytes.back() == '\r';
  if (has_return_) bytes.remove_suffix(1);
  last_ = append_shown(buffer_, bytes, Escape::text, last_);
  add({});
}

void Output::end_text() {
  last_ = 0;
  if (std::exchange(has_return_, false)) append_return(false);
}

void Output::append_return(bool is_line_end) { buffer_ += is_line_end ? "\r" : "\\x0d"; }

void Output::json(std::string_view part) {
  end_text();
  if (is_at_line_start_ && part.starts_with('{')) {
    buffer_ += '{';
    if (is_terminal_) append_shown(buffer_, label_, Escape::json);
    if (!is_terminal_) buffer_ += label_;
    part.remove_prefix(1);
  }
  is_at_line_start_ = is_at_line_start_ && part.empty();
  if (!is_terminal_) return add(part);
  append_shown(buffer_, part, Escape::json);
  add({});
}

void Output::line(std::string_view part) {
  json(part);
  add("\n");  // a heading is for text: an object has the name in itself
  is_at_line_start_ = true;
}

void Output::styled(std::string_view bytes) {
  if (bytes.empty()) return;
  end_text();
  add_heading();
  add(bytes);
}

void Output::add_heading() {
  if (heading_.empty()) return;
  if (std::exchange(has_heading_, true)) add("\n");
  add(std::exchange(heading_, {}) + '\n');
}

void Output::add(std::string_view bytes) {
  if (bytes.size() >= large && !take_) {
    flush();
    return write(bytes);
  }
  buffer_ += bytes;
  if (buffer_.size() >= enough) flush();
}

void Output::flush() {
  if (buffer_.empty()) return;
  if (take_) {
    take_(buffer_);
  } else {
    write(buffer_);
  }
  buffer_.clear();
}

void Output::write(std::string_view bytes) {
  if (!bytes.empty()) ends_line_ = bytes.back() == '\n';
  if (write_all(file_.number(), bytes)) return;
  if (errno == EPIPE) throw ClosedPipe();
  throw Failure(exit_usage, system_message("can't write", name_));
}

void Output::truncate() {
  struct stat about = {};
  if (fstat(file_.number(), &about) != 0 || !S_ISREG(about.st_mode)) return;
  if (ftruncate(file_.number(), 0) != 0) {
    throw Failure(exit_usage, system_message("can't write", name_));
  }
}

void Output::close() {
  end_text();
  flush();
  if (!file_.close()) throw Failure(exit_usage, system_message("can't write", name_));
}

int print(std::string_view text, int code) {
  Output output;
  output.text(text);
  output.end_text();
  output.flush();
  return code;
}

bool write_error(std::string_view text) { return write_all(STDERR_FILENO, text); }

void write_message(std::string_view sentence, ColorChoice choice) {
  const std::string name = colored("tagstream:", "1;31", is_colored(choice, STDERR_FILENO));
  static_cast<void>(write_error(fmt::format("{} {}\n", name, printable(sentence))));
}

}  // namespace tagstream::cli
