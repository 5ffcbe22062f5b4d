#include "support/model_markdown.hpp"

#include <algorithm>
#include <string>

namespace tagstream::testing {
namespace {

std::size_t run_end(std::string_view text, std::size_t at, char byte) {
  return std::min(text.find_first_not_of(byte, at), text.size());
}

std::size_t line_end(std::string_view text, std::size_t at) {
  return std::min(text.find_first_of("\r\n", at), text.size());
}

}  // namespace

int indent_after(int indent, char byte) {
  if (byte == '\n' || byte == '\r') return 0;
  return byte == ' ' && indent >= 0 ? indent + 1 : -1;
}

CodeStart code_at(std::string_view text, std::size_t at, int indent, std::size_t max_look,
                  MarkdownCode mode) {
  const char byte = text[at];
  const std::size_t after = run_end(text, at, byte);
  const std::size_t size = after - at;
  CodeStart start{.run_end = after};
  const std::size_t limit = max_look <= text.size() - at ? at + max_look : text.size() + 1;
  const bool can_be_fence = indent >= 0 && indent <= 3 && size >= 3;
  const bool has_backtick =
      byte == '`' && text.find('`', after) < std::min(line_end(text, after), limit);
  const bool is_before_tag =
      mode == MarkdownCode::automatic && after < text.size() && text[after] == '<';
  start.is_fence = can_be_fence && !has_backtick && !is_before_tag;
  return start;
}

// By the definition: the first run that a later run of its length closes is a span, and so on after
// it.
bool is_in_span(std::string_view text, std::size_t from, std::size_t at, std::size_t max_look) {
  constexpr std::size_t longest = 8;
  const std::size_t before = text.substr(0, at).find_last_of("\r\n");
  const std::size_t begin = std::max(from, before == text.npos ? 0 : before + 1);
  std::string_view rest = text.substr(at, line_end(text, at) - at);
  if (max_look <= rest.size()) {  // a run that more bytes could make longer does not count
    rest = rest.substr(0, max_look);
    while (rest.ends_with('`')) rest.remove_suffix(1);
  }
  std::string line(text.substr(begin, at - begin));
  const std::size_t tag = line.size();
  line += '<';  // the tag ends a run
  line += rest;
  for (std::size_t open = line.find('`'); open < tag;) {
    const std::size_t end = run_end(line, open, '`');
    const std::size_t size = end - open;
    std::size_t close = size > longest ? line.npos : line.find('`', end);
    while (close != line.npos && run_end(line, close, '`') - close != size) {
      close = line.find('`', run_end(line, close, '`'));
    }
    if (close != line.npos && close > tag) return true;
    open = line.find('`', close == line.npos ? end : close + size);
  }
  return false;
}

std::size_t fence_line_end(std::string_view text, std::size_t at, int indent, char byte,
                           std::size_t size, MarkdownCode mode) {
  if (indent < 0 || indent > 3) return at;
  const std::size_t after = run_end(text, at, byte);
  const std::size_t end = std::min(text.find_first_not_of(" \t", after), text.size());
  if (after - at < size) return at;
  const bool is_automatic = mode == MarkdownCode::automatic;
  if (is_automatic && after < text.size() && text[after] == '<') return after;
  return end == line_end(text, after) ? end : at;
}

}  // namespace tagstream::testing
