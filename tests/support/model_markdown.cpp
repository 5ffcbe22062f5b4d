#include "support/model_markdown.hpp"

#include <algorithm>

namespace tagstream::testing {
namespace {

std::size_t run_end(std::string_view text, std::size_t at, char byte) {
  return std::min(text.find_first_not_of(byte, at), text.size());
}

std::size_t line_end(std::string_view text, std::size_t at) {
  return std::min(text.find_first_of("\r\n", at), text.size());
}

/// The place after the closing fence, or the end of the text. `at` lies on the line of the opening
/// fence.
std::size_t fence_end(std::string_view text, std::size_t at, char byte, std::size_t size) {
  while ((at = line_end(text, at)) < text.size()) {
    ++at;
    const std::size_t fence = run_end(text, at, ' ');
    const std::size_t after = run_end(text, fence, byte);
    const std::size_t end = std::min(text.find_first_not_of(" \t", after), text.size());
    if (fence - at <= 3 && after - fence >= size && end == line_end(text, after)) return end;
  }
  return text.size();
}

/// The place after the first run of exactly `size` backticks on this line; `at` if the line has no
/// such run.
std::size_t span_end(std::string_view text, std::size_t at, std::size_t size, std::size_t limit) {
  std::size_t from = at;
  while ((from = text.find('`', from)) < line_end(text, at)) {
    const std::size_t end = run_end(text, from, '`');
    if (end - from == size && end < limit) return end;
    from = end;
  }
  return at;
}

}  // namespace

int indent_after(int indent, char byte) {
  if (byte == '\n' || byte == '\r') return 0;
  return byte == ' ' && indent >= 0 ? indent + 1 : -1;
}

CodeStart code_at(std::string_view text, std::size_t at, int indent, std::size_t max_look,
                  bool tags_end_fences) {
  const char byte = text[at];
  const std::size_t after = run_end(text, at, byte);
  const std::size_t size = after - at;
  CodeStart start{.run_end = after};
  // A run that the limit or a backtick after it could still lengthen does not count.
  const std::size_t limit = max_look <= text.size() - at ? at + max_look : text.size() + 1;
  const bool can_be_fence = indent >= 0 && indent <= 3 && size >= 3;
  const bool has_backtick =
      byte == '`' && text.find('`', after) < std::min(line_end(text, after), limit);
  const bool is_before_tag = tags_end_fences && after < text.size() && text[after] == '<';
  start.is_fence = can_be_fence && !has_backtick && !is_before_tag;
  if (byte == '~' || start.is_fence) return start;
  const std::size_t end = span_end(text, after, size, limit);
  if (end != after) start.span_end = end;
  return start;
}

std::size_t fence_line_end(std::string_view text, std::size_t at, int indent, char byte,
                           std::size_t size) {
  if (indent < 0 || indent > 3) return at;
  const std::size_t after = run_end(text, at, byte);
  const std::size_t end = std::min(text.find_first_not_of(" \t", after), text.size());
  if (after - at < size) return at;
  if (after < text.size() && text[after] == '<') return after;
  return end == line_end(text, after) ? end : at;
}

std::size_t markdown_end(std::string_view text, std::size_t at, int indent, std::size_t max_look) {
  const char byte = text[at];
  if (byte != '`' && byte != '~') return at;
  const CodeStart start = code_at(text, at, indent, max_look, false);
  if (start.is_fence) return fence_end(text, start.run_end, byte, start.run_end - at);
  if (byte == '~') return at;
  return start.span_end != 0 ? start.span_end : start.run_end;
}

}  // namespace tagstream::testing
