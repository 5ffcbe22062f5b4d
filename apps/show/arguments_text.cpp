#include "show/layout.hpp"

#include <algorithm>
#include <string>

namespace tagstream::cli {

namespace {

constexpr std::size_t longest_in_line = 50;  // bytes of a list
constexpr std::size_t deepest_indent = 20;   // levels

// The string that begins at `at`, with its quotes; if the JSON ends in it, the part that is there.
std::string_view string_at(std::string_view json, std::size_t at) {
  const char quote = json[at];
  std::size_t end = at + 1;
  while (end < json.size() && json[end] != quote) end += json[end] == '\\' ? 2 : 1;
  return json.substr(at, std::min(end + 1, json.size()) - at);
}

// The size in bytes of the list that begins at `at`, if it is short and has no list or object in
// it; else 0. Such a list is written in one line: `[1, 2]`.
std::size_t short_list_at(std::string_view json, std::size_t at) {
  const std::size_t end = std::min(json.size(), at + longest_in_line);
  for (std::size_t i = at + 1; i < end;) {
    switch (json[i]) {
      case ']': return i + 1 - at;
      case '[':
      case '{': return 0;
      case '"':
      case '\'': i += string_at(json, i).size(); break;
      default: ++i;
    }
  }
  return 0;
}

// Writes arguments with one key or element in each line.
class Writer {
 public:
  Writer(Layout& layout, std::string_view json) : layout_(layout), json_(json) {}

  void write() {
    layout_.set_hanging(2);
    while (at_ < json_.size()) at_ += write_next();
    layout_.end_line();
    layout_.set_hanging(0);
  }

 private:
  // Writes the next part, and returns its size in bytes.
  std::size_t write_next() {
    switch (json_[at_]) {
      case '{':
      case '[': return open();
      case '}':
      case ']': return close();
      case ',': return separate();
      case ':': return colon();
      case ' ':
      case '\t':
      case '\r':
      case '\n': return 1;
      case '"':
      case '\'': return string();
      default: return word();
    }
  }

  void plain(std::size_t size) { layout_.text(json_.substr(at_, size), look::plain); }

  void indent() {
    layout_.end_line();
    layout_.text(std::string(2 * std::min(depth_, deepest_indent), ' '), look::plain);
  }

  std::size_t open() {
    plain(1);
    is_key_ = json_[at_] == '{';
    if (!is_key_) in_line_until_ = at_ + short_list_at(json_, at_);
    if (at_ < in_line_until_) return 1;
    const std::size_t next = json_.find_first_not_of(blanks, at_ + 1);
    if (next != json_.npos && json_[next] == '}') {
      layout_.text("}", look::plain);
      return next + 1 - at_;
    }
    ++depth_;
    indent();
    return 1;
  }

  std::size_t close() {
    if (at_ >= in_line_until_) {
      if (depth_ != 0) --depth_;
      indent();
    }
    plain(1);
    return 1;
  }

  std::size_t separate() {
    const bool is_in_line = at_ < in_line_until_;
    layout_.text(is_in_line ? ", " : ",", look::plain);
    if (!is_in_line) indent();
    is_key_ = true;
    return 1;
  }

  std::size_t colon() {
    layout_.text(": ", look::plain);
    is_key_ = false;
    return 1;
  }

  std::size_t string() {
    const std::string_view text = string_at(json_, at_);
    const std::size_t after = json_.find_first_not_of(blanks, at_ + text.size());
    const bool is_named = is_key_ && after != json_.npos && json_[after] == ':';
    layout_.text(text, is_named ? look::key : look::string);
    return text.size();
  }

  std::size_t word() {
    const std::size_t end = std::min(json_.find_first_of(",]}: \t\r\n", at_), json_.size());
    layout_.text(json_.substr(at_, end - at_), look::number);
    return end - at_;
  }

  static constexpr std::string_view blanks = " \t\r\n";

  Layout& layout_;
  std::string_view json_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::size_t in_line_until_ = 0;  // the end of a list that stands in one line
  bool is_key_ = true;
};

}  // namespace

void lay_out_arguments(Layout& layout, std::string_view arguments) {
  Writer(layout, arguments).write();
}

std::string arguments_text(std::string_view arguments) {
  Layout layout([] { return 0; }, false);
  lay_out_arguments(layout, arguments);
  return layout.take();
}

}  // namespace tagstream::cli
