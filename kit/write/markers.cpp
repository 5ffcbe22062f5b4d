#include "write/markers.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"

namespace tagstream::notation {

namespace {

// Collects the markers of a family. hermes has `<think>`, `</think>`, `<tool_call>`,
// `</tool_call>`, `<|im_start|>assistant`, its first token `<|im_start|>`, and `<|im_end|>`. A
// message whose content holds one of them is refused: "the content holds `<tool_call>`, a marker of
// the format".

// True if the marker begins with a bracket or a byte beyond ASCII, as `<think>` and `◁think▷` do.
// `Action:` does not: it counts only in some places, and is kept in a list of its own.
bool is_sign(std::string_view marker) {
  const char c = marker.front();
  return c == '<' || c == '[' || c == ']' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

// An option `drop` has several tokens, with blanks between: `- drop <|end_of_msg|> [EOS] [EOT]`.
Markers::Markers(const Family& family) {
  for (const Line& line : family.lines) {
    if (line.role == Role::parameter) continue;
    for (const Template& way : line.ways) {
      for (const Leaf& leaf : leaves(way)) {
        if (leaf.word != Word::none) continue;
        line.role == Role::call ? add_call(leaf.text) : add(leaf.text);
      }
    }
  }
  for (std::string_view tokens : family.words(Option::drop)) {
    while (!(tokens = trimmed_front(tokens)).empty()) {
      const std::string_view token = tokens.substr(0, tokens.find(' '));
      add(token);
      tokens.remove_prefix(token.size());
    }
  }
  for (const std::string_view marker : family.words(Option::ends_before)) add(marker);
}

// Adds a marker, and the shorter ones in it that a reader may find by themselves.
void Markers::add(std::string_view stretch) {
  const std::string_view marker = trimmed(stretch);
  constexpr std::size_t shortest = 3;  // `>` and `")` mark nothing by themselves
  if (marker.size() < shortest) return;
  std::vector<std::string>& list = is_sign(marker) ? signs_ : words_;
  if (std::find(list.begin(), list.end(), marker) == list.end()) list.emplace_back(marker);
  // `<start_of_turn>model` adds its first token, `<start_of_turn>`, as well.
  const std::size_t first_end = marker.find_first_of("> \n");
  if (marker.front() == '<' && first_end < marker.size() - 1 && marker[first_end] == '>')
    add(marker.substr(0, first_end + 1));
  // `<|channel|>analysis<|message|>` adds `<|channel|>` and `<|message|>` as well.
  constexpr std::array<std::pair<std::string_view, std::string_view>, 2> brackets{
      {{"<|", "|>"}, {"<｜", "｜>"}}};
  for (const auto& [open, close] : brackets) {
    for (std::size_t at = 0; (at = marker.find(open, at)) != marker.npos;) {
      const std::size_t end = marker.find(close, at + open.size());
      if (end == marker.npos) break;
      const std::size_t size = end + close.size() - at;
      if (size != marker.size()) add(marker.substr(at, size));
      at += size;
    }
  }
}

// Adds the marker in a text between two placeholders of a call, without what belongs to the call's
// body: `}\n</tool_call>` after ARGUMENTS adds `</tool_call>`, and `<tool_call>[{"name": "` before
// NAME adds `<tool_call>[`. A text such as `", "arguments": ` has no marker: after its first quote
// comes a comma, and no tag is in it.
void Markers::add_call(std::string_view stretch) {
  stretch = stretch.substr(0, stretch.find("{\""));
  const bool is_bare = stretch.find('<') == stretch.npos && stretch.find('>') == stretch.npos;
  stretch = trimmed(stretch);
  while (!stretch.empty() && (stretch.front() == '"' || stretch.front() == '}' ||
                              stretch.front() == ')' || is_blank(stretch.front()))) {
    const bool was_bracket = stretch.front() == '}' || stretch.front() == ')';
    stretch = trimmed_front(stretch.substr(1));
    if (was_bracket && stretch.starts_with(']')) stretch.remove_prefix(1);
  }
  if (is_bare && stretch.starts_with(',')) return;
  while (stretch.ends_with('[') && stretch.size() > 1 && !stretch.ends_with(">[")) {
    stretch = trimmed_back(stretch.substr(0, stretch.size() - 1));
  }
  if (stretch.ends_with("=\"")) stretch.remove_suffix(1);
  add(stretch);
}

// The leftmost marker; of two at one place, the one that was added first.
std::string_view Markers::first_of(const std::vector<std::string>& markers, std::string_view text) {
  std::string_view first;
  std::size_t first_at = text.npos;
  for (const std::string& marker : markers) {
    const std::size_t at = text.find(marker);
    if (at >= first_at) continue;
    first_at = at;
    first = marker;
  }
  return first;
}

}  // namespace tagstream::notation
