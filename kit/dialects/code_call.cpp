// Reads the lines of calls that look like code: [NAME(KEY=PYTHON, ...), ...] and
// call:NAME{KEY:<|"|>STRING<|"|>,...}.

#include <algorithm>

#include "dialects/format_parts.hpp"
#include "dialects/template.hpp"

namespace tagstream::notation {

namespace {

// Two lines, and what is taken from each:
//
//   <|tool_call>call:NAME{KEY:<|"|>STRING<|"|>,...}<tool_call|>      gemma4
//       open `<|tool_call>`, before each name `call:`, quote `<|"|>`, close `<tool_call|>`
//   [NAME(KEY=PYTHON, ...), ...]                                     pythonic
//       a list; `[` opens it, belongs to the body as well, and counts only before any text

// True for a byte of a method's name after NAME, as `.call` in `NAME.call(KEY=PYTHON, ...)`.
bool is_method_byte(char c) { return c == '.' || c == '_' || is_letter(c); }

// Takes blanks and `token` off the beginning of `text`. Returns false, and changes nothing, if
// another byte stands there.
bool take(std::string_view& text, char token) {
  const std::string_view rest = trimmed_front(text);
  if (!rest.starts_with(token)) return false;
  text = rest.substr(1);
  return true;
}

}  // namespace

bool take_arguments(std::string_view& text) {
  return take(text, '(') && take(text, byte_of(Word::key)) && take(text, '=') &&
         take(text, byte_of(Word::python)) && take(text, ',') && take(text, byte_of(Word::dots)) &&
         take(text, ')');
}

// Three forms: a line with STRING has quotes of its own and braces; a line that begins with `[` is
// a list; any other line is calls side by side. A line without a marker before NAME opens with its
// bracket: `[`, or `(` after the name of a tool that is offered (`follows_name`).
CallMade code_call(Making& making, std::string_view way, const Family& family) {
  CallMade made;
  CallFormat& format = made.format;
  format.body = CallBody::pythonic;
  PythonicShape& shape = making.store.add<PythonicShape>();
  format.pythonic = &shape;
  shape.spaced_names = family.has(Option::names_may_have_spaces);
  shape.text_may_touch = family.has(Option::text_may_touch_lists);
  std::string_view before;
  std::string_view after;
  bool is_list = false;
  if (has(way, Word::string)) {
    const auto [head, rest] = cut(way, Word::name);
    std::string_view open = rest;
    if (!take(open, '{') || !take(open, byte_of(Word::key)) || !take(open, ':') ||
        !has(open, Word::string)) {
      making.refuse(
          "this can't be read as a call with quoted strings; write "
          "NAME{KEY:<|\"|>STRING<|\"|>,...}",
          way);
      return made;
    }
    const auto [quote, tail] = cut(open, Word::string);
    if (!tail.starts_with(quote) || quote.empty())
      making.refuse("STRING does not stand between two equal marks; write <|\"|>STRING<|\"|>", way);
    after = tail.substr(std::min(quote.size(), tail.size()));
    if (!take(after, ',') || !take(after, byte_of(Word::dots)) || !take(after, '}'))
      making.refuse("nothing says that more arguments may follow; write `,...}` after the string",
                    way);
    shape.quote = making.keep(quote);
    std::size_t size = 0;  // of `call:`, the word and the colon before the name
    if (head.ends_with(':')) size = 1 + length_at_end(head.substr(0, head.size() - 1), is_letter);
    shape.before = making.keep(head.substr(head.size() - size));
    before = head.substr(0, head.size() - size);
  } else {
    auto [head, rest] = cut(way, Word::name);
    is_list = head.ends_with('[');
    if (is_list) head.remove_suffix(1);
    const auto paren = std::find_if_not(rest.begin(), rest.end(), is_method_byte);
    shape.after = making.keep(rest.substr(0, static_cast<std::size_t>(paren - rest.begin())));
    rest.remove_prefix(shape.after.size());
    if (!take_arguments(rest)) {
      making.refuse("this can't be read as a call in code; write NAME(KEY=PYTHON, ...)", way);
      return made;
    }
    std::size_t between = 0;
    while (between < rest.size() && is_separator(rest[between])) ++between;
    const bool repeats = rest.substr(between).starts_with(byte_of(Word::dots));
    const std::string_view separator = repeats ? rest.substr(0, between) : std::string_view();
    if (repeats) rest.remove_prefix(between + 1);
    if (is_list && !take(rest, ']')) making.refuse("a bracket is left open", way);
    before = head;
    after = rest;
    if (!is_list && after.empty()) made.separator = separator;
  }
  const std::string_view fence = fence_at_end(before);
  if (is_list && !fence.empty() && fence.size() == trimmed_back(before).size()) {
    making.add(format.open, fence);
    making.add(format.close, without_fence(after));
    format.is_leading = true;
    share_with_body(format, fence);
    return made;
  }
  making.add(format.open, trimmed_back(before));
  making.add(format.close, trimmed_front(after));
  if (before.empty()) {
    making.add(format.open, is_list ? "[" : "(");
    format.is_leading = true;
    format.shared = 1;
    format.follows_name = !is_list;
  }
  return made;
}

}  // namespace tagstream::notation
