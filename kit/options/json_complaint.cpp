#include "options/json_complaint.hpp"

#include <set>
#include <utility>

#include "base/bad_option.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

// Says where in a JSON text a fault is. {"tool_calls": "x"} as a message: "expected a list of
// calls, not a string: /tool_calls", with the offset of "x". A text that is no JSON has a line and
// a column instead: "not JSON at line 1, column 13".

namespace tagstream {

namespace {

const char* words_for(JsonTree::Kind kind) {
  using Kind = JsonTree::Kind;
  switch (kind) {
    case Kind::object: return "an object";
    case Kind::array: return "a list";
    case Kind::string: return "a string";
    case Kind::boolean: return "true or false";
    case Kind::null: return "null";
    case Kind::number: break;
  }
  return "a number";
}

}  // namespace

// "\r\n" is one line end, and so are "\n" and "\r" alone.
std::string line_and_column(std::string_view before) {
  std::size_t line = 1;
  std::size_t column = 1;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] == '\n' || (before[i] == '\r' && before.substr(i + 1, 1) != "\n")) {
      ++line;
      column = 1;
    } else if (!is_utf8_continuation(before[i])) {
      ++column;
    }
  }
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

Error not_json(std::string_view json, std::size_t offset) {
  return {Code::bad_option, offset, "not JSON at " + line_and_column(json.substr(0, offset))};
}

std::optional<Error> key_twice(std::string_view json, const JsonTree& tree) {
  if (!tree.is(JsonTree::root, JsonTree::Kind::object)) return std::nullopt;
  std::set<std::string_view> keys;
  for (const JsonTree::Member& member : tree.members(JsonTree::root)) {
    if (keys.insert(member.key).second) continue;
    const std::size_t offset =
        tree.offset(member.value - 1);  // a key's number is before its value's
    return bad_option(
        in_one_line(member.key) + ": given twice at " + line_and_column(json.substr(0, offset)),
        offset);
  }
  return std::nullopt;
}

// The first fault counts: later ones often follow from it.
void Complaint::say(std::string what, JsonTree::Id where) {
  if (error_) return;
  const std::string pointer = in_one_line(tree_.pointer_to(where));
  place_at_ = what.size() + 2;
  what += ": " + (pointer.empty() ? "the top level" : pointer);
  error_ = Error{Code::bad_option, tree_.offset(where), std::move(what)};
}

bool Complaint::expect(std::string_view expected, bool is_so, JsonTree::Id value) {
  if (!is_so) {
    say("expected " + std::string(expected) + ", not " + words_for(tree_.kind(value)), value);
  }
  return is_so;
}

}  // namespace tagstream
