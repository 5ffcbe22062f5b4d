#include "show/outline.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "io/terminal.hpp"

namespace tagstream::cli {

namespace {

constexpr std::size_t deepest_indent = 24;  // levels; a deeper line says its depth
constexpr std::size_t widest_tag = 72;      // columns, about
constexpr std::size_t widest_value = 32;
constexpr std::size_t widest_preview = 48;
constexpr std::size_t excerpt_columns = 50;  // on each side of the caret
constexpr std::size_t excerpt_bytes = 4 * excerpt_columns;

constexpr const char* bold = "1";
constexpr const char* red = "31";
constexpr const char* green = "32";
constexpr const char* yellow = "33";
constexpr const char* cyan = "36";
constexpr const char* dim = "2";

// The number of bytes of the first `limit` characters, and at most `bytes`.
std::size_t prefix_size(std::string_view text, std::size_t limit, std::size_t bytes) {
  const std::size_t most = std::min(text.size(), bytes);
  std::size_t size = 0;
  while (size < most && (limit > 0 || is_utf8_continuation(text[size]))) {
    if (!is_utf8_continuation(text[size])) --limit;
    ++size;
  }
  return size;
}

// The beginning of `text` in one line, with one space for each run of blanks. Only a bounded piece
// of the text is looked at.
std::string shortened(std::string_view text, std::size_t limit) {
  std::size_t most = std::min(text.size(), 4 * limit);
  while (most > 0 && most < text.size() && is_utf8_continuation(text[most])) --most;
  std::string line;
  for (const char byte : text.substr(0, most)) {
    if (!is_blank(byte)) {
      line += byte;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  const std::size_t size = prefix_size(line, limit, line.size());
  const bool is_cut = most < text.size() || size < line.size();
  line.resize(size);
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return printable(line) + (is_cut ? "…" : "");
}

std::string attribute_text(const Attribute& attribute, bool is_colored) {
  std::string text = attribute.name.empty() ? "" : " ";
  text += colored(shortened(attribute.name, widest_value), yellow, is_colored);
  if (!attribute.has_value) return text;
  const char* quote = attribute.value.find('"') == attribute.value.npos ? "\"" : "'";
  return text + '=' +
         colored(quote + shortened(attribute.value, widest_value) + quote, green, is_colored);
}

std::size_t width_of(const Attribute& attribute) {
  return 4 + std::min(attribute.name.size(), widest_value) +
         std::min(attribute.value.size(), widest_value);
}

// The tag, with as many of its attributes as fit.
std::string tag_text(const Tag& tag, bool is_colored) {
  const std::string name = shortened(tag.name(), widest_tag);
  std::string text = '<' + colored(name, cyan, is_colored);
  std::size_t width = columns_of(name);
  for (const Attribute& attribute : tag.attributes()) {
    width += width_of(attribute);
    if (width > widest_tag) {
      text += " …";
      break;
    }
    text += attribute_text(attribute, is_colored);
  }
  return text + (tag.is_self_closing() ? "/>" : ">");
}

std::string indent(std::size_t depth) {
  const std::size_t level = depth - 1;
  if (level <= deepest_indent) return std::string(2 * level, ' ');
  return std::string(2 * deepest_indent, ' ') + fmt::format("[{}] ", depth);
}

// The text before `offset` on its line.
std::string_view line_before(std::string_view text, std::size_t offset) {
  std::size_t begin = offset;
  std::size_t left = excerpt_columns;
  while (begin > 0 && left > 0 && offset - begin < excerpt_bytes) {
    if (is_line_end(text[begin - 1])) break;
    --begin;
    if (!is_utf8_continuation(text[begin])) --left;
  }
  return text.substr(begin, offset - begin);
}

// The text from `offset` to the end of its line.
std::string_view line_after(std::string_view text, std::size_t offset) {
  const std::string_view rest = text.substr(offset);
  const std::string_view piece = rest.substr(0, prefix_size(rest, excerpt_columns, excerpt_bytes));
  return piece.substr(0, piece.find_first_of("\r\n"));
}

std::string without_tabs(std::string_view text) {
  std::string line = printable(text);
  std::replace(line.begin(), line.end(), '\t', ' ');
  return line;
}

// The line around `offset`, and a caret below.
std::string excerpt(std::string_view text, std::size_t offset, bool is_colored) {
  const std::string_view before = line_before(text, offset);
  const std::string_view after = line_after(text, offset);
  const std::size_t begin = offset - before.size();
  const std::size_t end = offset + after.size();
  std::string line = begin == 0 || is_line_end(text[begin - 1]) ? "  " : "  …";
  line += without_tabs(before);
  const std::string caret = std::string(columns_of(line), ' ') + colored("^", green, is_colored);
  line += without_tabs(after);
  if (end != text.size() && !is_line_end(text[end])) line += "…";
  return line + '\n' + caret + '\n';
}

std::string diagnosed_tag(const Diagnostic& diagnostic) {
  const std::string name = shortened(diagnostic.name, widest_tag);
  switch (diagnostic.kind) {
    case Code::unclosed: return '<' + name + '>';
    case Code::stray_close: return "</" + name + '>';
    default: return '<' + name;  // incomplete
  }
}

}  // namespace

std::string pretty_tag(const Tag& tag, bool is_colored) {
  std::string line = indent(tag.depth()) + tag_text(tag, is_colored) + "  ";
  line += colored(fmt::format("{}..{}", tag.start(), tag.end()), dim, is_colored);
  if (!tag.is_closed()) line += "  " + colored("unclosed", red, is_colored);
  if (!tag.children().empty()) return line;
  const std::string preview = shortened(tag.content(), widest_preview);
  return preview.empty() ? line : line + "  " + preview;
}

std::string pretty_diagnostic(const Diagnostic& diagnostic, std::string_view text,
                              bool is_colored) {
  std::string lines =
      colored(fmt::format("{}:{}:", diagnostic.line, diagnostic.column), bold, is_colored);
  lines += fmt::format(" {} {}\n", colored(to_string(diagnostic.kind), red, is_colored),
                       diagnosed_tag(diagnostic));
  return lines + excerpt(text, static_cast<std::size_t>(diagnostic.offset), is_colored);
}

}  // namespace tagstream::cli
