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

}  // namespace

bool cut_arguments(View templ, CodeParts& parts) {
  std::size_t at = 0;
  while (at < templ.size() &&
         (templ[at].repeat() == nullptr || !has(templ[at].inside(), Word::key)))
    ++at;
  if (at == 0 || at + 1 >= templ.size()) return false;
  const Literal* const open = templ[at - 1].literal();
  const Literal* const close = templ[at + 1].literal();
  if (open == nullptr || close == nullptr) return false;
  const Repeat& pairs = *templ[at].repeat();
  const View each = pairs.each;
  const bool is_pair = each.size() == 3 && has(each.first(1), Word::key) &&
                       trimmed(text_in(each.subspan(1, 1))) == "=" &&
                       has(each.subspan(2), Word::python);
  const std::string_view before = trimmed_back(open->text);
  const std::string_view rest = trimmed_front(close->text);
  if (!is_pair || trimmed(pairs.between) != "," || !before.ends_with('(') || !rest.starts_with(')'))
    return false;
  parts = {templ.first(at - 1), std::string(before.substr(0, before.size() - 1)),
           std::string(rest.substr(1)), templ.subspan(at + 2)};
  return true;
}

namespace {

// Reads `NAME{KEY:<|"|>STRING<|"|>,...}` with the text around it: a word such as `call:` may stand
// before the name. Returns false if it is written otherwise.
bool read_quoted(Making& making, View way, PythonicShape& shape, std::string& before,
                 std::string& after) {
  const auto [head, rest] = cut(way, Word::name);
  const Repeat* const repeat = rest.size() > 1 ? rest[1].repeat() : nullptr;
  const std::string open = text_in(rest.first(std::min<std::size_t>(1, rest.size())));
  const std::string each = repeat == nullptr ? std::string() : written(repeat->each);
  if (trimmed(open) != "{" || !each.starts_with("KEY:")) {
    making.refuse(
        "this can't be read as a call with quoted strings; write "
        "NAME{KEY:<|\"|>STRING<|\"|>,...}",
        way);
    return false;
  }
  const Pairs pairs = pairs_of(*repeat);
  if (pairs.open.empty() || pairs.open != pairs.close)
    making.refuse("STRING does not stand between two equal marks; write <|\"|>STRING<|\"|>", way);
  after = making.marker(rest.subspan(2));
  if (trimmed(pairs.between) != "," || !trimmed_front(after).starts_with('}'))
    making.refuse("nothing says that more arguments may follow; write `,...}` after the string",
                  way);
  after.erase(0, after.find('}') + 1);
  shape.quote = making.keep(pairs.open);
  before = making.marker(head);
  std::size_t size = 0;  // of `call:`, the word and the colon before the name
  if (before.ends_with(':'))
    size = 1 + length_at_end(std::string_view(before).substr(0, before.size() - 1), is_letter);
  shape.before = making.keep(std::string_view(before).substr(before.size() - size));
  before.resize(before.size() - size);
  return true;
}

}  // namespace

// Three forms: a line with STRING has quotes of its own and braces; a line that begins with `[` is
// a list; any other line is calls side by side. A line without a marker before NAME opens with its
// bracket: `[`, or `(` after the name of a tool that is offered (`follows_name`).
CallMade code_call(Making& making, View way, const Family& family) {
  CallMade made;
  CallFormat& format = made.format;
  format.body = CallBody::pythonic;
  PythonicShape& shape = making.store.add<PythonicShape>();
  format.pythonic = &shape;
  shape.spaced_names = family.has(Option::names_may_have_spaces);
  shape.text_may_touch = family.has(Option::text_may_touch_lists);
  std::string before;
  std::string after;
  bool is_list = false;
  if (has(way, Word::string)) {
    if (!read_quoted(making, way, shape, before, after)) return made;
  } else {
    const Repeated calls = repeated_calls(way);
    const View each = calls.repeat == nullptr ? way : View(calls.repeat->each);
    CodeParts parts;
    const bool is_code = cut_arguments(each, parts) && !parts.before.empty() &&
                         has(parts.before.last(1), Word::name) &&
                         std::all_of(parts.callee.begin(), parts.callee.end(), is_method_byte);
    if (!is_code) {
      making.refuse("this can't be read as a call in code; write NAME(KEY=PYTHON, ...)", way);
      return made;
    }
    shape.after = making.keep(parts.callee);
    before =
        making.marker(calls.before) + making.marker(parts.before.first(parts.before.size() - 1));
    after = parts.rest + making.marker(calls.after) + making.marker(parts.after);
    is_list = before.ends_with('[');
    if (is_list) before.pop_back();
    if (is_list && !trimmed_front(after).starts_with(']'))
      making.refuse("a bracket is left open", way);
    if (is_list) after.erase(0, after.find(']') + 1);
    if (!is_list && after.empty() && calls.repeat != nullptr)
      made.separator = calls.repeat->between;
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
